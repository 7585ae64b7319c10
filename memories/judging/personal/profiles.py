"""A person's profile as it is often kept: "gender: female; city: Xiamen; sign: Leo" in one memory."""

import re
from dataclasses import dataclass
from typing import Final

from memories.judging.gazetteer import ABROAD, Path, known_places
from memories.judging.language import folded
from memories.judging.personal.slots import Slot, gender_named, sign_named

# A server has a location too: what is said against one of these alone is never sure. A home town is where one is from,
# and so no key: to live elsewhere denies nothing of it.
_OF_THINGS_TOO: Final = frozenset(
    "loc,location,address,place,region,province,地点,所在地,地址,位置,地区,省份".split(",")
)
_KEYS: Final[dict[str, Slot]] = {
    **dict.fromkeys(
        "city,home,residence,lives in,based in,城市,居住地,住址,现居,现居地,常住地,所在城市".split(","), "place"
    ),
    **dict.fromkeys(_OF_THINGS_TOO, "place"),
    **dict.fromkeys("gender,sex,性别".split(","), "gender"),
    **dict.fromkeys("constellation,zodiac,sign,star sign,zodiac sign,astrological sign,星座".split(","), "sign"),
}
_PAIR: Final = re.compile(
    r"(?:^|[;；,，、|\n{(])\s*[-*'\"]*\s*([^:：;；,，、|\n{}'\"=]{1,20}?)\s*['\"]?\s*[:：=]\s*"
    r"([^;；|\n}]{1,40}?)(?=[,，、][^,，、:：=]{1,20}[:：=]|[;；|\n}]|$)"
)
_LONGEST: Final = 500  # characters of a profile
_SEPARATORS: Final = re.compile(r"[\s/·>,，、-]+")
_NO_PLACE: Final = frozenset(["其他", "其它", "未知", "other", "unknown"])


@dataclass(frozen=True, slots=True)
class Profile:
    """What is kept of one person; an empty value is not known. `places` are the innermost place's readings; `alone`
    says that the text is one pair, surely of a person, so that what retires it takes nothing else along."""

    places: tuple[Path, ...] = ()
    sign: str = ""
    gender: str = ""
    alone: bool = False

    def __bool__(self) -> bool:
        return bool(self.places or self.sign or self.gender)


NO_PROFILE: Final = Profile()


def profile_of(text: str) -> Profile:
    """The profile that a text is; empty if it holds no typed "key: value" pair."""
    if ":" not in text and "：" not in text and "=" not in text:
        return NO_PROFILE
    places: tuple[Path, ...] = ()
    sign = gender = ""
    pairs = 0
    in_full = True
    of_a_person = True
    for match in _PAIR.finditer(folded(text[:_LONGEST])):
        pairs += 1
        key = match[1].strip()
        slot = _KEYS.get(key)
        of_a_person = of_a_person and key not in _OF_THINGS_TOO
        value = match[2].strip(" '\".。")
        if slot == "place" and not places:
            places, in_full = _place(value)
        elif slot == "sign":
            sign = sign or sign_named(value)
        elif slot == "gender":
            gender = gender or gender_named(value)
    alone = pairs == 1 and in_full and of_a_person and len(text) <= _LONGEST
    return Profile(places, sign, gender, alone) if places or sign or gender else NO_PROFILE


def _place(value: str) -> tuple[tuple[Path, ...], bool]:
    """(the readings of the innermost part that is known, whether all parts are); an outer part says which is meant."""
    known = known_places()
    if value in known:
        return known[value], True
    found: tuple[Path, ...] = ()
    missed = False
    for part in filter(None, _SEPARATORS.split(value)):
        if part in _NO_PLACE:
            continue
        readings = known.get(part) or _called_in_full(part, found)
        if not readings:
            missed = True
            continue
        inner = tuple(path for path in readings if not found or any(path[: len(one)] == one for one in found))
        found = inner or found or readings
    return found, not missed


def _called_in_full(part: str, outer: tuple[Path, ...]) -> tuple[Path, ...]:
    """The places in `outer` whose full name a short one begins: there, an ordinary word may be a county."""
    if not outer or outer[0] == ABROAD:
        return ()
    return tuple(
        path
        for suffix in ("市", "县", "区")
        for path in known_places().get(part + suffix, ())
        if any(path[: len(one)] == one for one in outer)
    )
