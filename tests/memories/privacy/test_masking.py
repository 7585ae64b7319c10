import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.privacy import Action, Kind, Policy, apply, find, mask

KEY = b"a key of the test"
PEM = f"-----BEGIN {''}PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END {''}PRIVATE KEY-----"


def marks(text: str, key: bytes = KEY) -> list[str]:
    return re.findall(r"\[[A-Z_]+#[0-9a-f]{8}\]", mask(text, find(text), key))


@pytest.mark.parametrize(
    "text",
    [
        "13800138000, 138 0013 8000, +86 138-0013-8000, 0086 13800138000",
        "13800138000, １３８００１３８０００, 一三八零零一三八零零零",
        "010-82345678, (010) 8234 5678, 01082345678, +86 10 8234 5678",
        "(415) 555-2671, 415.555.2671, +1 415 555 2671, 1-415-555-2671",
        "Ana@Example.org, ana@example.org, ana (at) example.org, ａｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ",
        "11010519491231002X, 11010519491231002x, 110105 19491231 002X",
        "4532015112830366, 4532 0151 1283 0366, 4532-0151-1283-0366",
        "护照E12345678, 护照e12345678, 护照Ｅ１２３４５６７８",
    ],
)
def test_one_identifier_in_several_spellings_has_one_mark(text: str):
    assert len(marks(text)) == len(text.split(", "))
    assert len(set(marks(text))) == 1


def test_the_old_and_the_new_form_of_an_id_number_are_one():
    assert len(set(marks("旧身份证310105851212003，新身份证310105198512120038"))) == 1


@given(st.sets(st.from_regex(r"1[3-9][0-9]{9}", fullmatch=True), min_size=2, max_size=20))
def test_two_numbers_have_two_marks(numbers: set[str]):
    assert len(set(marks("、".join(sorted(numbers))))) == len(numbers)


def test_a_change_of_number_is_still_seen():
    old, new = marks("电话从13800138000改成13900139000")
    assert old != new


def test_marks_depend_on_the_key():
    assert marks("13800138000") != marks("13800138000", b"another")


def test_marks_are_left_alone():
    text = "她的手机[PHONE#a41c]，密码：[API_KEY#12ab34cd]，[SENSITIVE#00ff00ff]"
    assert mask(text, find(text), KEY) == text


def test_the_rest_of_the_text_stays():
    assert re.fullmatch(
        r"打\[PHONE#[0-9a-f]{8}\]给Ana。", mask("打13800138000给Ana。", find("打13800138000给Ana。"), KEY)
    )


def test_a_policy_masks_unless_told_otherwise():
    protected = apply("Ana: 13800138000, ana@example.org", Policy(), KEY)
    assert protected.text.startswith("Ana: [PHONE#")
    assert (protected.original, protected.original_needed, protected.refused) == (None, False, ())


def test_what_is_encrypted_stands_in_the_original_alone():
    protected = apply("Ana: 13800138000, ana@example.org", Policy(phone=Action.ENCRYPT), KEY)
    assert protected.original_needed
    assert protected.original is not None
    assert "13800138000" in protected.original
    assert "ana@example.org" not in protected.original
    assert "13800138000" not in protected.text


def test_a_private_key_is_refused_and_an_api_key_masked():
    protected = apply(f"{PEM} password: hunter22", Policy(), KEY)
    assert protected.refused == (Kind.PRIVATE_KEY,)
    assert "MIIE" not in protected.text
    assert "hunter22" not in protected.text
    assert not protected.original_needed


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_has_an_action_of_its_own(kind: Kind):
    assert Policy(**{kind.value: Action.ENCRYPT}).action(kind) is Action.ENCRYPT


def test_a_text_without_findings_is_the_same():
    text = "The meeting moved to 2024-03-15 14:30"
    assert apply(text, Policy(), KEY).text == text
