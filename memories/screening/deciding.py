"""Gate step 6: is a text poison for whoever reads it later? Pure, linear in the text's length, never raises."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from memories.screening import chinese, english, forging, languages
from memories.screening.encodings import payloads
from memories.screening.reading import Reading, readings, tags, unseen
from memories.screening.requests import asks_for_work, ends_in_request, leaves_answer_open, only_asks, opens_with_task
from memories.screening.rules import signs
from memories.screening.suspicion import DETAILS, Reason, Sign, Suspicion

_ENOUGH: Final = 2
"""Points that quarantine what a tool, an import or an agent's inference says."""
_ENOUGH_OF_A_USER: Final = 4
"""Points that quarantine what a user or a config file says: one forged template, or two strong signs that differ."""
_NEAR: Final = 280
"""Characters within which weak signs belong together."""
_THEMES: Final = (*english.RULES, *chinese.RULES, *languages.RULES)
_UNSEEN_RUN: Final = 8
_BIDI: Final = frozenset("\u202a\u202b\u202d\u202e")
# What a user may order as they like; it counts only against those who have no standing to order.
_OWN_AFFAIR: Final = frozenset(
    "orders_the_model standing_scope answers_on_cue drops_that drops_and_says runs_a_command without_asking sends_out"
    " plays_a_part must_recommend only_asks ends_in_request opens_with_task leaves_answer_open obeys_another demands approves_all"
    " asks_for_work acts_at_once trust_this_only decodes follows_it asks_about_person assembles_text encoded".split()
)
_DISCUSSES: Final = re.compile(
    r"\b(?:example|injection|jailbreak\w{0,16}|attack\w{0,16}|phrase|talk|paper|article|wrote|says|said|called|quote\w{0,16}|token|tokens|format|template|classic|blog)\b"
    r"|例子|注入|越狱|攻击|短语|这句话|演讲|论文|文章|引用|格式|模板|标记|经典"
)
_QUOTED: Final = re.compile(r"[\"“「'‘`]([^\"“”「」‘’`\n]{2,300})[\"”」'’`]")


def screen(text: str, *, trusted_voice: bool, directive: bool) -> Suspicion | None:
    """Why the text is poison, or None.

    `trusted_voice`: a user's statement or a config file, whose own orders are no poison. `directive`: the writer calls
    it a standing wish; from a voice without standing, a rule for the reader then needs no second sign.
    """
    found = list(_all_signs(text))
    if trusted_voice:
        found = [sign for sign in found if sign.name not in _OWN_AFFAIR]
        enough = _ENOUGH_OF_A_USER
        found = _strongest_each(found)
        if _mentions(text):
            return None
    else:
        enough = _ENOUGH - directive
    chosen = _together(found, enough)
    if not chosen:
        return None
    reason = _reason(chosen)
    return Suspicion(reason.value, DETAILS[reason], tuple(sorted({sign.name for sign in chosen})))


def _all_signs(text: str) -> Iterator[Sign]:
    plain, *undone = readings(text)
    seen = list(_signs_of(plain))
    yield from seen
    names = {sign.name for sign in seen}
    for reading in undone:
        for sign in _signs_of(reading):
            if sign.name not in names:
                yield sign
                if reading.disguised and sign.points >= _ENOUGH:
                    yield Sign("disguised", Reason.HIDES_TEXT, 2, sign.start, sign.end)
    yield from _hidden(text)
    for name, decoded in payloads(text):
        strong = [sign for reading in readings(decoded) for sign in _signs_of(reading) if sign.points >= _ENOUGH]
        if strong:
            yield Sign("encoded_orders", Reason.HIDES_TEXT, 4, 0, 0)
        elif sum(word.strip(",.;:?!'").isalpha() for word in decoded.split()) >= 3:
            yield Sign("encoded", Reason.HIDES_TEXT, 2, 0, 0)
    for start, end in asks_for_work(plain.flowing):
        yield Sign("asks_for_work", Reason.INSTRUCTS_READER, 1, start, end)
    for name, seen_so in (
        ("only_asks", only_asks(plain.lines)),
        ("leaves_answer_open", leaves_answer_open(plain.lines)),
        ("ends_in_request", ends_in_request(plain.flowing)),
        ("opens_with_task", opens_with_task(plain.flowing)),
    ):
        if seen_so:
            yield Sign(name, Reason.INSTRUCTS_READER, 2, 0, 0)


def _signs_of(reading: Reading) -> Iterator[Sign]:
    yield from signs(forging.LINES, reading.lines)
    yield from signs(_THEMES, reading.lines)
    if reading.flowing != reading.lines:
        yield from signs(_THEMES, reading.flowing)


def _hidden(text: str) -> Iterator[Sign]:
    """Characters that nobody sees and that no script needs where they stand."""
    written = tags(text)
    # Flags of regions are written in tags too: a black flag, five or six letters, a cancel tag.
    if written and "\U0001f3f4" not in text:
        yield Sign("tag_characters", Reason.HIDES_TEXT, 4, 0, 0)
    run = longest = 0
    for character in text:
        run = run + 1 if unseen(character) else 0
        longest = max(longest, run)
    if longest >= _UNSEEN_RUN and not written:
        yield Sign("unseen_run", Reason.HIDES_TEXT, 4, 0, 0)
    if "\u202e" in text or "\u202d" in text:
        yield Sign("turned_around", Reason.HIDES_TEXT, 2, 0, 0)


def _strongest_each(found: Iterable[Sign]) -> list[Sign]:
    """Of a user's words only strong signs count, each name once."""
    best: dict[str, Sign] = {}
    for sign in found:
        if sign.points >= _ENOUGH:
            best.setdefault(sign.name, sign)
    return list(best.values())


def _together(found: list[Sign], enough: int) -> list[Sign]:
    """The signs that reach enough points: strong ones wherever they stand, weak ones of different names close by."""
    strong = [sign for sign in found if sign.points >= _ENOUGH]
    if sum({sign.name: sign.points for sign in strong}.values()) >= enough:
        return strong
    weak = sorted((sign for sign in found if sign.points < _ENOUGH), key=lambda sign: sign.start)
    for first, sign in enumerate(weak):
        near = [other for other in weak[first : first + 24] if other.start - sign.start <= _NEAR]
        if len({other.name for other in near}) >= enough:
            return near
    return []


def _reason(chosen: list[Sign]) -> Reason:
    order = list(Reason)
    return min((sign.reason for sign in chosen), key=order.index)


def _mentions(text: str) -> bool:
    """What would be an order stands in quotation marks, and around them it is talked about."""
    quoted = _QUOTED.findall(text)
    if not quoted:
        return False
    outside = _QUOTED.sub(" ", text)
    return bool(_DISCUSSES.search(outside.lower())) and not any(sign.points >= _ENOUGH for sign in _outside(outside))


def _outside(outside: str) -> Iterator[Sign]:
    for sign in _signs_of(readings(outside)[0]):
        if sign.name not in _OWN_AFFAIR:
            yield sign
