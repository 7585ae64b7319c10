"""Gate step 6: is a text poison for whoever reads it later? Pure, linear in the text's length, never raises."""

import re
from typing import Final

from memories.screening.reading import readings
from memories.screening.seeing import all_signs, hidden, themes
from memories.screening.suspicion import DETAILS, STRONG, Reason, Sign, Suspicion

_ENOUGH_OF_OTHERS: Final = STRONG
"""Points that quarantine what a tool, an import or an agent's inference says."""
_ENOUGH_OF_A_USER: Final = 4
"""Points that quarantine what a user or a config file says: a forged template, or two strong signs that differ."""
_NEAR: Final = 280
"""Characters within which weak signs belong together."""
_MOST_NEIGHBOURS: Final = 24
# What a user may order as they like; it counts only against those who have no standing to order.
_OWN_AFFAIR: Final = frozenset(
    "answers_on_cue drops_and_says dictates_answer sends_out must_recommend only_asks ends_in_request opens_with_task"
    " leaves_answer_open obeys_another asks_about_person assembles_text encoded".split()
)
_DISCUSSES: Final = re.compile(
    r"\b(?:examples?|injections?|jailbreak\w{0,4}|attack\w{0,4}|phrases?|talk|papers?|articles?|wrote|writes?|says?|said"
    r"|called|quot\w{1,4}|tokens?|format|templates?|classic|blog)\b"
    r"|例子|注入|越狱|攻击|短语|这句话|演讲|论文|文章|引用|格式|模板|标记|经典"
)
_QUOTED: Final = re.compile(r"[\"“「'‘`]([^\"“”「」‘’`\n]{2,300})[\"”」'’`]")


def screen(text: str, *, trusted_voice: bool, directive: bool, asks: bool = False) -> Suspicion | None:
    """Why the text is poison, or None.

    `trusted_voice`: a user's statement or a config file; only the strongest signs count, because their own orders are
    theirs to give. `directive`: the writer calls it a standing wish; from a voice without standing to have one, a
    single weak sign is then enough. `asks`: a question or a name by its nature, so that asking is no sign.
    """
    if trusted_voice:
        found, enough = _of_a_user(text), _ENOUGH_OF_A_USER
    else:
        found, enough = list(all_signs(text)), 1 if directive and not asks else _ENOUGH_OF_OTHERS
        if asks:
            found = [sign for sign in found if sign.name not in _OWN_AFFAIR]
    chosen = _together(found, enough)
    if not chosen:
        return None
    ranks = list(Reason)
    reason = min((sign.reason for sign in chosen), key=ranks.index)
    return Suspicion(reason.value, DETAILS[reason], tuple(sorted({sign.name for sign in chosen})))


def _of_a_user(text: str) -> list[Sign]:
    """Strong signs only; what is hidden counts always, what is quoted to talk about it does not."""
    found = hidden(text) if _mentions(text) else all_signs(text)
    return [sign for sign in found if sign.points >= STRONG and sign.name not in _OWN_AFFAIR]


def _mentions(text: str) -> bool:
    """What would be an order stands in quotation marks, and around them it is talked about."""
    outside = _QUOTED.sub(" ", text)
    return (
        outside != text
        and bool(_DISCUSSES.search(outside.lower()))
        and not any(
            sign.points >= STRONG and sign.name not in _OWN_AFFAIR
            for reading in readings(outside)
            for sign in themes(reading)
        )
    )


def _together(found: list[Sign], enough: int) -> list[Sign]:
    """The signs that reach enough points: strong ones wherever they stand, weak ones of different names close by."""
    strong = [sign for sign in found if sign.points >= STRONG]
    if sum({sign.name: sign.points for sign in strong}.values()) >= enough:
        return strong
    weak = sorted((sign for sign in found if sign.points < STRONG), key=lambda sign: sign.start)
    for first, sign in enumerate(weak):
        near = [other for other in weak[first : first + _MOST_NEIGHBOURS] if other.start - sign.start <= _NEAR]
        if len({other.name for other in near}) >= enough:
            return near
    return []
