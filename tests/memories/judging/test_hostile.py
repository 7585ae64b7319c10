"""What a hostile tester found of pairs: comparisons that a denial retired, values that stood side by side in silence,
repeats in another case or another name of the same measure."""

import pytest

from memories.judging import Statement, Verdict, judge, normalise

NEAR = (0.6, 0.85)


def said(older: str, newer: str, near: float) -> Verdict:
    return judge(Statement(older, voice="u"), Statement(newer, voice="u"), near)


@pytest.mark.parametrize("near", NEAR)
@pytest.mark.parametrize(
    ("comparison", "denial"),
    [
        ("I like tea more than coffee", "I no longer like coffee"),
        ("I like tea more than coffee", "I don't like tea"),
        ("I like tea better than coffee", "I hate coffee"),
        ("I use Vim more than Emacs", "I no longer use Emacs"),
        ("I prefer tea to coffee", "I do not like coffee"),
        ("I prefer tea over coffee", "I no longer like tea"),
        ("我喜欢茶胜过咖啡", "我不再喜欢咖啡"),
        ("我觉得茶比咖啡好喝", "我不再喜欢咖啡了"),
        ("比起咖啡我更喜欢茶", "我不喜欢咖啡了"),
    ],
)
def test_a_comparison_and_a_denial_of_one_side_both_stand(comparison: str, denial: str, near: float) -> None:
    assert said(comparison, denial, near).label == "similar"
    assert said(denial, comparison, near).label == "similar"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("I prefer tea to coffee", "I no longer prefer tea to coffee"),
        ("I like tea more than coffee", "I no longer like tea more than coffee"),
        ("I like coffee", "I no longer like coffee"),
        ("The hall holds more than 5 guests", "The hall no longer holds more than 5 guests"),
        ("我喜欢咖啡", "我不再喜欢咖啡"),
    ],
)
def test_a_denial_of_the_whole_retires_it(older: str, newer: str) -> None:
    verdict = said(older, newer, 0.85)
    assert (verdict.label, verdict.sure) == ("changed", True)


@pytest.mark.parametrize("near", NEAR)
@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("My name is Anna and I live in Rome and my dog is called Bo", "I live in Milan"),
        ("My name is Anna and I live in Rome and my dog is called Bo", "My dog is called Max"),
        ("My name is Anna and I live in Rome and my dog is called Bo", "My name is Eva"),
        ("我叫李雷，住在杭州，做设计师", "我住在成都"),
        ("我叫李雷，住在杭州，做设计师", "我叫韩梅"),
        ("The server has 16 GB", "The server has 32 GB of RAM"),
        ("The server has 16 GB of RAM", "The server has 32 GB of RAM"),
        ("服务器有16GB", "服务器有32GB内存"),
        ("API rate limit is 100 requests per minute", "API rate limit is 100 requests per hour"),
        ("接口限流是每分钟100次", "接口限流是每小时100次"),
        ("接口限流是100次/分钟", "接口限流是100次/小时"),
    ],
)
def test_one_of_several_values_that_changed_waits(older: str, newer: str, near: float) -> None:
    """Neither lost as a whole nor passed over."""
    verdict = said(older, newer, near)
    assert (verdict.label, verdict.sure) == ("changed", False)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The flat is 30 square metres", "The flat is 45 square metres"),
        ("公寓面积是30平方米", "公寓面积是45平方米"),
        ("我的公寓有30平方米", "我的公寓有45平米"),
        ("API rate limit is 100 requests per minute", "API rate limit is 200 requests per minute"),
        ("接口限流是每分钟100次", "接口限流是每分钟200次"),
    ],
)
def test_one_value_that_changed_is_sure(older: str, newer: str) -> None:
    verdict = said(older, newer, 0.7)
    assert (verdict.label, verdict.sure) == ("changed", True)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The server has 16 GB of RAM", "The server has 500 GB of disk"),
        ("服务器有16GB内存", "服务器有500GB硬盘"),
        ("My name is Anna and I live in Rome and my dog is called Bo", "My cat is called Max"),
        ("API rate limit is 100 requests per minute", "API rate limit is 6000 requests per hour"),
    ],
)
def test_other_things_and_equal_rates_are_no_change(older: str, newer: str) -> None:
    assert said(older, newer, 0.7).label not in ("changed", "contradicts")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("公寓面积是30平方米", "公寓面积是30平米"),
        ("The flat is 30 sqm", "The flat is 30 square metres"),
        ("My password manager is 1Password", "MY PASSWORD MANAGER IS 1PASSWORD!!"),
    ],
)
def test_the_same_measure_and_another_case_are_a_sure_repeat(older: str, newer: str) -> None:
    verdict = said(older, newer, 0.85)
    assert (verdict.label, verdict.sure) == ("same", True)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("My password manager is 1Password", "my Password manager is 1password."),
        ("My password manager is 1Password", "MY PASSWORD MANAGER IS 1PASSWORD!!"),
        ("我的密码管理器是1Password", "我的密码管理器是1password。"),
        ("My name is Anna", "my name is anna"),
        ("我叫Anna", "我叫anna"),
        ("I use GitHub", "I USE GITHUB!"),
        ("我用GitHub", "我用github"),
        ("Tell us now please", "TELL US NOW PLEASE"),
    ],
)
def test_names_fold_their_case(left: str, right: str) -> None:
    assert normalise(left) == normalise(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("the error is ERR-a", "the error is ERR-A"),
        ("My password is Hunter", "My password is hunter"),
        ("The key is now 1Password", "The key is now 1password"),
        ("WiFi密码是Blue", "WiFi密码是blue"),
        ("the log is in /var/Log", "the log is in /var/log"),
        ("The branch is Main", "The branch is main"),
        ("分支是Main", "分支是main"),
        ("set NAME=Foo", "set NAME=foo"),
    ],
)
def test_case_that_is_all_that_tells_identifiers_apart_is_kept(left: str, right: str) -> None:
    assert normalise(left) != normalise(right)
