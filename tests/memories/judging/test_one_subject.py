"""A subject that only one side declares: the other may be about somebody else."""

import pytest

from memories.judging import Statement, judge

ACTING = ("same", "changed", "contradicts")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("I live in Berlin", "I moved to Munich"),
        ("I use Django for the web service", "I have switched to FastAPI"),
        ("I use Vim", "I use Vim"),
        ("The budget is 10k", "The budget is now 20k"),
        ("She likes tea", "She does not like tea"),
        ("我在用 Django", "我换到 FastAPI 了"),
        ("我住在成都", "我住在成都"),
        ("预算10万", "预算改成20万"),
    ],
)
@pytest.mark.parametrize("voices", [("u", "u"), ("a", "b"), ("", "")])
def test_a_subject_on_one_side_is_never_sure_of_a_conflict_or_a_repeat(
    older: str, newer: str, voices: tuple[str, str]
) -> None:
    for sides in (
        (Statement(older, subject="dana", voice=voices[0]), Statement(newer, voice=voices[1])),
        (Statement(older, voice=voices[0]), Statement(newer, subject="dana", voice=voices[1])),
    ):
        for near in (0.6, 0.9, 1.0):
            verdict = judge(*sides, near, single_valued=True)
            assert not (verdict.sure and verdict.label in ACTING)
            if verdict.label in ACTING:
                assert "subject declared on one side" in {feature.name for feature in verdict.features}


@pytest.mark.parametrize(
    ("subject", "older", "newer"),
    [
        ("dana", "The desk of Dana is in room 4", "Dana's desk is now in room 9"),
        ("build-server", "The build server runs Ubuntu", "The build server now runs Debian"),
        ("支付网关", "支付网关监听8080端口", "支付网关现在监听9090端口"),
    ],
)
def test_unless_the_text_itself_names_the_subject(subject: str, older: str, newer: str) -> None:
    verdict = judge(Statement(older, subject=subject, voice="u"), Statement(newer, voice="u"), 0.8)
    assert "subject declared on one side" not in {feature.name for feature in verdict.features}
    assert verdict.label == "changed"


def test_a_part_of_another_word_is_no_name() -> None:
    verdict = judge(Statement("uses Vim", subject="an", voice="u"), Statement("Ana uses Emacs now", voice="u"), 0.8)
    assert not (verdict.sure and verdict.label in ACTING)


def test_both_or_neither_declared_is_judged_as_before() -> None:
    for subject in ("", "dana"):
        older = Statement("I use Django for the web service", subject=subject, voice="u")
        verdict = judge(older, Statement("I have switched to FastAPI", subject=subject, voice="u"), 0.6)
        assert (verdict.label, verdict.sure) == ("changed", True)
