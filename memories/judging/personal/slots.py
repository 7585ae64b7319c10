"""What a profile may say of its person that holds one value, and the words by which each value is mentioned."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from memories.judging.gazetteer import Path, known_places
from memories.judging.language import CJK

Slot = Literal["place", "sign", "gender"]
SLOTS: Final[tuple[Slot, ...]] = ("place", "sign", "gender")

_LONGEST: Final = 400  # characters of a statement that are read for mentions
_MOST: Final = 12  # mentions of one slot: a longer list is about no one
_LONGEST_PLACE: Final = 9
_WORDS_OF_A_PLACE: Final = 3
# One sign a line: its name, and how it is called; the English "cancer" alone is a disease.
_SIGNS: Final = """
aries 白羊 牡羊
taurus 金牛
gemini 双子
cancer 巨蟹
leo 狮子
virgo 处女
libra 天秤 天平
scorpio 天蝎
sagittarius 射手 人马
capricorn 摩羯 魔羯 摩蝎 山羊
aquarius 水瓶
pisces 双鱼
"""
_NOT_ALONE: Final = frozenset(["cancer", "天平", "人马", "山羊"])
# The form of the word, then how a male and how a female person is called by it.
_PERSONS: Final = {
    "grown": ("男人 男银 男淫 爷们 汉子 man guy", "女人 女银 女淫 妇女 女汉子 woman"),
    "young": ("男生 男孩子 男孩 小伙 少年 骚年 boy lad", "女生 女孩子 女孩 少女 姑娘 妹子 小姐姐 女娃 girl"),
    "formal": ("男的 男士 男性 男子 先生 male gentleman", "女的 女士 女性 女子 小姐 female lady"),
    "idol": ("男神 帅哥 王子 少爷 大叔", "女神 美女 公主 仙女 女王 princess goddess"),
    "bare": ("男", "女"),
}
# Whoever has one of these is usually of the other gender.
_PARTNERS: Final = {
    "female": "男朋友 男友 男票 男盆友 老公 boyfriend husband",
    "male": "女朋友 女友 女票 女盆友 老婆 媳妇 妻子 girlfriend wife",
}


@dataclass(frozen=True, slots=True)
class Mention:
    """A place, sign or gender in a text; `form` is how a gender is told: by a word for a person, or by a partner's."""

    slot: Slot
    start: int
    end: int
    places: tuple[Path, ...] = ()
    value: str = ""
    form: str = ""


def _any(words: list[str]) -> str:
    chinese = [re.escape(word) for word in sorted(words, key=len, reverse=True) if not word.isascii()]
    latin = [re.escape(word) for word in words if word.isascii()]
    return "|".join([*chinese, *(rf"\b{word}s?\b" for word in latin)])


_SIGN_OF: Final = {
    word: line.split()[0] for line in _SIGNS.strip().splitlines() for word in line.split()
}  # fmt: skip
_SIGN: Final = re.compile(
    f"(?P<name>{_any([word for word in _SIGN_OF if word not in _NOT_ALONE])})座?"
    f"|(?P<full>{'|'.join(word for word in _NOT_ALONE if not word.isascii())})座|\\ba (?P<sign>cancer)\\b"
)
_GENDER_OF: Final = {
    word: (gender, form)
    for form, both in (*_PERSONS.items(), ("partner", (_PARTNERS["male"], _PARTNERS["female"])))
    for gender, words in zip(("male", "female"), both, strict=True)
    for word in words.split()
} | {"men": ("male", "grown"), "women": ("female", "grown"), "wives": ("male", "partner")}
_GENDER: Final = re.compile(_any(list(_GENDER_OF)))
_LATIN_WORD: Final = re.compile(r"[a-z][a-z'.-]*")
_CJK: Final = re.compile(f"[{CJK}]")


def mentions_in(text: str) -> tuple[Mention, ...]:
    """Every mention in a folded text, in the order of the slots."""
    read = text[:_LONGEST]
    return (*_places_in(read)[:_MOST], *_signs_in(read)[:_MOST], *_genders_in(read)[:_MOST])


def gender_named(text: str) -> str:
    """ "male" or "female" where a folded text is no more than that, else ""."""
    gender, form = _GENDER_OF.get(text.strip(" .。"), ("", ""))
    return "" if form == "partner" else gender


def sign_named(text: str) -> str:
    """The English name of the sign that a folded text names alone, else ""."""
    return _SIGN_OF.get(text.strip(" .。").removesuffix("座"), "")


def _signs_in(text: str) -> list[Mention]:
    return [
        Mention("sign", match.start(), match.end(), value=_sign(match["name"] or match["full"] or match["sign"]))
        for match in _SIGN.finditer(text)
    ]


def _sign(word: str) -> str:
    return _SIGN_OF.get(word) or _SIGN_OF[word.rstrip("s")]


def _genders_in(text: str) -> list[Mention]:
    found = []
    for match in _GENDER.finditer(text):
        word = match.group()
        gender, form = _GENDER_OF.get(word) or _GENDER_OF[word.rstrip("s")]
        found.append(Mention("gender", match.start(), match.end(), value=gender, form=form))
    return found


def _places_in(text: str) -> list[Mention]:
    known = known_places()
    found = []
    if _CJK.search(text):
        start = 0
        while start < len(text):
            for length in range(min(_LONGEST_PLACE, len(text) - start), 1, -1):
                name = text[start : start + length]
                if not name[0].isascii() and name in known:
                    found.append(Mention("place", start, start + length, known[name]))
                    start += length
                    break
            else:
                start += 1
    words = list(_LATIN_WORD.finditer(text))
    place = 0
    while place < len(words):
        for length in range(min(_WORDS_OF_A_PLACE, len(words) - place), 0, -1):
            first, last = words[place], words[place + length - 1]
            name = text[first.start() : last.end()].rstrip(".")
            if name in known:
                found.append(Mention("place", first.start(), first.start() + len(name), known[name]))
                place += length
                break
        else:
            place += 1
    return sorted(found, key=lambda mention: mention.start)
