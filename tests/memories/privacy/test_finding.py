import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.privacy import Kind, find, mask
from memories.privacy.cards import check_digit, is_cn_id, luhn

KEY = b"a key of the test"
MOBILES = st.from_regex(r"1[3-9][0-9]{9}", fullmatch=True)
REGIONS = st.sampled_from(["110101", "310105", "440306", "510107", "650102"])


@st.composite
def id_cards(draw: st.DrawFn) -> str:
    born = draw(st.dates(min_value=date(1920, 1, 1), max_value=date(2024, 1, 1)))
    first = f"{draw(REGIONS)}{born:%Y%m%d}{draw(st.integers(0, 999)):03}"
    return first + check_digit(first)


@st.composite
def cards(draw: st.DrawFn) -> str:
    first = draw(st.from_regex(r"(62[0-9]{13}|4[0-9]{14}|5[1-5][0-9]{13})", fullmatch=True))
    return next(first + digit for digit in "0123456789" if luhn(first + digit))


EMAILS = st.from_regex(r"[a-z]{1,8}(\.[a-z]{1,8})?@[a-z]{2,8}\.(com|cn|org)", fullmatch=True)
PASSPORTS = st.from_regex(r"[EG][0-9]{8}", fullmatch=True)
SECRETS = st.from_regex(r"[a-z][A-Z][0-9][a-zA-Z0-9]{20,30}[0-9]", fullmatch=True).map(lambda tail: "gh" + "p_" + tail)
IDENTIFIERS = st.one_of(MOBILES, id_cards(), cards(), EMAILS, PASSPORTS, SECRETS)
BETWEEN = st.sampled_from(
    [
        "，",
        " 和 ",
        ", ",
        " and ",
        "；她说",
        "\n",
        " - ",
        "电话",
        "（",
        " is ",
        "订单号",
        " order no. ",
        "passport ",
        "password: ",
        "[",
        "]",
    ]
)
PIECES = st.lists(
    st.one_of(
        IDENTIFIERS,
        BETWEEN,
        st.text(max_size=6),
        st.sampled_from(["[PHONE#a41c09f2]", "[API_KEY#00ff00ff]", "０１０", "\u200b"]),
    ),
    max_size=12,
).map("".join)


@given(st.one_of(PIECES, st.text()))
def test_spans_are_inside_the_text_in_order_and_apart(text: str):
    end = 0
    for finding in find(text):
        assert end <= finding.start < finding.end <= len(text)
        assert finding.text == text[finding.start : finding.end]
        end = finding.end


@given(PIECES)
def test_masking_twice_is_masking_once(text: str):
    once = mask(text, find(text), KEY)
    assert find(once) == []


@given(st.lists(IDENTIFIERS, min_size=1, max_size=5))
def test_nothing_of_an_identifier_is_left(identifiers: list[str]):
    text = "；".join(identifiers)
    masked = mask(text, find(text), KEY)
    assert [one for one in identifiers if one in masked] == []


@given(st.text(alphabet=st.characters(), max_size=200))
def test_any_character_may_come(text: str):
    find(text + "\ud800\x00\x01 138\u200b0013\u20608000")


@pytest.mark.parametrize(
    "unit",
    [
        "a.",
        "1 ",
        "1-",
        "+1 ",
        "@",
        "a@",
        "sk-",
        "password ",
        "-----BEGIN " + "PRIVATE KEY-----",
        "(",
        "一",
        "key: ",
    ],
)
def test_no_text_takes_long(unit: str):
    """Against patterns that go back and forth: thousands of repeats stay far below what a square would take."""
    text = unit * (60_000 // len(unit))
    started = time.process_time()
    find(text)
    assert time.process_time() - started < 3


def test_numbers_hidden_by_unseen_characters_are_found_whole():
    [finding] = find("电话138\u200b0013\u200b8000。")
    assert finding.text == "138\u200b0013\u200b8000"


def test_the_same_secret_without_its_word_is_found_too():
    found = find("password: Tr0ub4dor&3 and later Tr0ub4dor&3, typed again")
    assert [finding.text for finding in found] == ["Tr0ub4dor&3", "Tr0ub4dor&3"]


def test_an_armoured_key_is_one_finding():
    body = "\n".join(["MIIEowIBAAKCAQEA75wK2h1y0f8n5c3d13800138000ana"] * 3)
    text = f"-----BEGIN {'RSA '}PRIVATE KEY-----\n{body}\n-----END {'RSA '}PRIVATE KEY-----"
    [finding] = find(f"ours: {text}.")
    assert (finding.kind, finding.text) == (Kind.PRIVATE_KEY, text)


@pytest.mark.parametrize(
    ("number", "right"),
    [
        ("11010519491231002X", True),
        ("110105194912310021", False),  # check digit
        ("990105194912310029", False),  # region
        ("110105194913310020", False),  # month
        ("310105851212003", True),
        ("310105851312003", False),
        ("310005851212003", False),
    ],
)
def test_id_numbers_prove_themselves(number: str, right: bool):
    assert is_cn_id(number) is right


def test_a_key_without_a_foot_ends_where_prose_begins():
    key = "-----BEGIN " + "PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nabcDEF12345678901234567\nZm9v=="
    [finding] = find(f"{key}\nand then she left")
    assert finding.text == key


def test_a_key_that_is_cut_off_by_prose_takes_no_time():
    started = time.process_time()
    [finding] = find("-----BEGIN " + "PRIVATE KEY-----\n" + "a" * 5000 + "0" * 5000 + " and so on")
    assert finding.kind is Kind.PRIVATE_KEY
    assert time.process_time() - started < 1
