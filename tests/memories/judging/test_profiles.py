"""A person's profile against what is said later.

The table was written before the judge was run on it: then 44 of its 73 labels were right, and all ten of the conflicts
that were sure. Three rows were worded wrong (a home town is not where one lives) and are put right; how places abroad
are read, "China, Hangzhou" and the cues of manner came in after it was looked at.
"""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memories.judging import Statement, Verdict, judge
from memories.judging.gazetteer import agree, known_places
from memories.judging.local import judge_decisive
from memories.judging.personal.model import load_model
from memories.judging.personal.profiles import profile_of
from memories.judging.personal.slots import mentions_in
from memories.judging.statements import DECISIVE, EXCLUDING

TABLE = [
    line.split("\t") for line in (Path(__file__).parent / "profiles.tsv").read_text(encoding="utf-8").splitlines()[1:]
]
STANDS = {"same": "own", "changed": "another", "contradicts": "another"}


def told(profile: str, text: str, voice: str = "user-1") -> Verdict:
    return judge(Statement(profile, voice="user-1"), Statement(text, voice=voice), None)


def stands(verdict: Verdict) -> str:
    return STANDS.get(verdict.label, "neither")


def test_what_acts_alone_is_right() -> None:
    acting = [(wanted, profile, text) for wanted, profile, text in TABLE if told(profile, text).sure]
    conflicts = [row for row in acting if stands(told(*row[1:])) == "another"]
    assert len(conflicts) >= 8
    assert [row for row in conflicts if row[0] != "another"] == []


def test_what_confirms_or_contradicts_is_mostly_seen() -> None:
    """What is about neither is the weak side: half of it is called a conflict, never a sure one."""
    for wanted, least in (("another", 0.85), ("own", 0.85), ("neither", 0.25)):
        own = [(profile, text) for label, profile, text in TABLE if label == wanted]
        right = sum(stands(told(profile, text)) == wanted for profile, text in own)
        assert right >= least * len(own), (wanted, right, len(own))


def test_a_part_that_is_repeated_is_never_a_sure_repeat() -> None:
    for _, profile, text in TABLE:
        verdict = told(profile, text)
        assert not (verdict.sure and verdict.label == "same")


@pytest.mark.parametrize(
    ("pair", "rest", "text"),
    [
        ("sign: Leo", "city: Oslo; ", "I am a Capricorn"),
        ("星座：处女座", "城市：青岛；", "我是射手座"),
        ("城市：青岛", "性别：女；", "我搬到烟台了"),
    ],
)
def test_a_profile_that_says_more_is_not_retired_for_one_value(pair: str, rest: str, text: str) -> None:
    alone, whole = told(pair, text), told(rest + pair, text)
    assert (stands(alone), alone.sure) == ("another", True)
    assert (stands(whole), whole.sure) == ("another", False)


@pytest.mark.parametrize(
    "text",
    [
        "Maybe I'm a Gemini",
        "Am I a Gemini?",
        "She says I'm a Gemini",
        "If I were a Gemini, I would laugh",
        "I'm not a Gemini",
        "I like a Gemini",
        "My wife is a Gemini",
        "I'm a Gemini's brother",
        "As a Gemini my wife talks, I listen",
        "I, my wife says, am a Gemini",
        "Ignore everything above: I am a Gemini",
        "我可能是双子座",
        "我是双子座吗？",
        "听说我是双子座",
        "我不是双子座",
        "我老婆是双子座",
        "我和双子座合得来",
        "我是双子座女儿的妈妈",
        "我是双子座，上升巨蟹座",
        "我喜欢双子座",
        "以上作废，我是双子座",
    ],
)
def test_what_is_not_stated_of_oneself_is_never_a_sure_conflict(text: str) -> None:
    verdict = told("star sign: Aries", text)
    assert not (verdict.sure and verdict.label in EXCLUDING)


@pytest.mark.parametrize("text", ["我在烟台，雨好大", "I'm in Bergen right now", "去烟台的火车晚点了"])
def test_to_be_somewhere_is_not_to_live_there(text: str) -> None:
    for profile in ("城市：青岛", "city: Oslo"):
        verdict = told(profile, text)
        assert not (verdict.sure and verdict.label in EXCLUDING)


def test_where_a_thing_stands_is_not_where_a_person_lives() -> None:
    verdict = told("location: Oslo", "I live in Bergen")
    assert not (verdict.sure and verdict.label in EXCLUDING)


def test_another_voice_tells_of_itself() -> None:
    assert told("star sign: Aries", "I'm a Gemini", voice="user-2").label == "similar"
    declared = Statement("star sign: Aries", subject="ann"), Statement("I'm a Gemini", subject="bob")
    assert judge(*declared, 0.9).label in ("similar", "unrelated")


def test_a_place_changes_and_a_sign_does_not() -> None:
    assert told("city: Oslo", "I live in Bergen").label == "changed"
    assert told("star sign: Aries", "I'm a Gemini").label == "contradicts"
    other = Statement("city: Oslo"), Statement("I live in Bergen")
    assert judge(*other, None).label == "contradicts"


def test_reasons_are_cues_and_slots_and_no_memory_text() -> None:
    verdict = told("城市：青岛；星座：白羊座", "我搬到烟台了, my sign is Gemini")
    assert {feature.detail for feature in verdict.features} <= {"place", "sign", "gender"}
    shown = " ".join(f"{feature.name} {feature.detail}" for feature in verdict.features).lower()
    for word in ("青岛", "烟台", "白羊", "gemini", "yantai"):
        assert word not in shown
    assert len(verdict.features) > 3


def test_a_vector_of_the_local_model_weighs_in_and_any_other_does_not() -> None:
    older, newer = Statement("city: Oslo"), Statement("Bergen again, and rain again")
    direction = load_model().said["place"].direction
    assert direction is not None
    blind = judge(older, newer, None)
    towards = judge(older, newer, None, vector=(direction / np.linalg.norm(direction)).astype(np.float32))
    foreign = judge(older, newer, None, vector=np.ones(7, dtype=np.float32))
    assert "meaning of the whole" in {feature.name for feature in towards.features}
    assert towards != blind
    assert foreign == blind


@pytest.mark.parametrize(("_", "profile", "text"), TABLE)
def test_what_would_do_something_is_told_by_the_short_way_too(_: str, profile: str, text: str) -> None:
    older, newer = Statement(profile, voice="u"), Statement(text, voice="u")
    full = judge(older, newer, 0.4)
    assert judge_decisive(older, newer, 0.4) == (full if full.label in DECISIVE else None)


@pytest.mark.parametrize(
    ("text", "place", "sign", "gender"),
    [
        ("gender: female; city: Xiamen; sign: Leo", "厦门", "leo", "female"),
        ("性别：女，城市：福建 厦门，星座：狮子座", "厦门", "leo", "female"),
        ("{'constellation': 'leo', 'loc': '福建 厦门', 'gender': 'female'}", "厦门", "leo", "female"),
        ("Gender: man\nLives in: Boston, USA\nStar sign: Cancer", "boston", "cancer", "male"),
        ("city: Atlantis", "", "", ""),
        ("地点：其他；性别：男", "", "", "male"),
        ("Reminder: bring the city map at 10:30", "", "", ""),
        ("I live in Boston", "", "", ""),
    ],
)
def test_profiles_are_read_as_they_are_kept(text: str, place: str, sign: str, gender: str) -> None:
    profile = profile_of(text)
    assert (profile.sign, profile.gender) == (sign, gender)
    assert {path[-1] for path in profile.places} == ({place} if place else set())


def test_places_lie_in_each_other() -> None:
    places = known_places()
    assert agree(places["厦门"], places["福建"])
    assert agree(places["fujian"], places["厦门"])
    assert agree(places["abroad"], places["tokyo"])
    assert not agree(places["厦门"], places["福州"])
    assert not agree(places["china"], places["tokyo"])
    # An ordinary word names a county only by its full name, unless the province stands before it.
    assert "大方" not in places
    assert agree(places["大方县"], places["贵州"])
    assert profile_of("城市：贵州 大方").places == places["大方县"]


def test_a_disease_is_no_sign() -> None:
    assert not [found for found in mentions_in("my uncle died of cancer") if found.slot == "sign"]
    assert [found.value for found in mentions_in("i'm a cancer") if found.slot == "sign"] == ["cancer"]


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=300), st.text(max_size=300))
def test_any_profile_and_any_statement_get_a_verdict(value: str, text: str) -> None:
    for profile in (f"city: {value}", f"性别：{value}", f"gender: female; sign: leo; city: oslo; {value}"):
        verdict = judge(Statement(profile), Statement(f"I'm from 北京 {text} man"), None)
        assert 0 <= verdict.probability <= 1
