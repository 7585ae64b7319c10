"""Gate step 4, the rule: what lasts, what passes, and what is never kept (SPEC 3).

A text is passing only if every clause of it is: one clause that says anything more makes it last, because a lasting
memory that is lost is worse than a passing one that is kept. So "I'm tired today, and I moved to Lyon" lasts.
"""

# ruff: noqa: E501 - a pattern is read best on one line

import re
from dataclasses import dataclass
from typing import Final, Literal

from memories.extracting.passing import is_passing, is_small_talk
from memories.extracting.progress import is_one_off, is_progress, may_be_a_life
from memories.extracting.reasoning import marked_reasoning, monologue, read, spoken_reasoning

Layer = Literal["long", "short", "working", "refuse"]

UNDECLARED: Final = "undeclared"
"""For `channel`, where nobody said through which one a text came: a user's words, unless they read like a run's."""
_USER: Final = frozenset(["user_statement", UNDECLARED])
_PEOPLE: Final = frozenset([*_USER, "config_file"])
_LONGEST_CLAUSE: Final = 160  # characters; nobody is tired at greater length
_MOST_CLAUSES: Final = 8

_CLAUSE_END: Final = re.compile(
    r"(?<!\d),|,(?!\d)|[;。!?\n~()\[\]]+|(?<!\.)\.(?=\s|$)|(?<=\.\.\.)\s*|\s(?:and|but|so|because) (?=i\b|i'm|we\b|the\b)|\s[\u2013\u2014-]\s"
)
_LESSON: Final = re.compile(
    r"(?:^|[.!?。\n]\s{0,3})(?:lessons?(?: learn(?:ed|t))?|takeaways?|key takeaway|insight|best practice|what went wrong|root cause|post-?mortem|note to self|next time|in future|教训|经验(?:教训)?|心得|总结|根本原因|失败原因|原因|下次|今后)\s?(?::|,|是|is\b|was\b)"
    r"|\b(?:i|we) (?:have )?learn(?:ed|t) (?:that|to|from)\b|吸取(?:的)?教训|得出(?:的)?(?:教训|经验)"
)
_REASON: Final = re.compile(
    r"\b(?:chose|chosen|decided|picked|selected|opted|went with|settled on|prefer(?:red)?|rejected|ruled out)\b.{0,200}?\b(?:because|since|so that|as|due to|in order to|over|instead of)\b"
    r"|(?:选择|选用|选了|选定|决定|采用|放弃|否决|改用).{0,100}?(?:因为|由于|为了|是考虑到|以便|而不是)|(?:因为|由于|为了|考虑到).{0,100}?(?:选择|选用|选了|决定|采用|放弃|改用)"
)
# What says that something is no longer as it was; "now" alone does not, since "I'm in a meeting now" has it too.
_CHANGE: Final = re.compile(
    r"\b(?:switch(?:ed|ing)|migrat(?:ed|ing)|moved|moving (?:in)?to|relocat(?:ed|ing)|changed|replac(?:ed|ing)|renamed|upgraded|promoted|no longer|any ?more|instead|from (?:now|today|tomorrow|this \w+|next \w+) on|as of|starting (?:today|now|tomorrow|this|next|from)|since today|became|joined|quit|stopped|got married|got divorced|new (?:job|flat|house|address|number|phone|boss|manager|team))\b"
    r"|改成|改为|改用|改到|改由|改吃|改喝|换成|换到|换了|换用|更换|切换|搬到|搬去|搬家|搬进|迁到|迁移|转到|转用|转行|转岗|不再|再也不|从今|从现在|起(?:我|都|改|用|的)|(?:今天|明天|下周|这周|本月|下个?月)(?:起|开始)|今后|以后|入职|离职|跳槽|升职|戒了|成为|变成|新(?:号码|地址|工作|手机|邮箱|公司|主管)"
)


@dataclass(frozen=True, slots=True)
class Durability:
    """How long a text is worth keeping, and a stable code that says why."""

    layer: Layer
    why: str


# What may stand before or after a clause without saying anything.
_BEFORE: Final = re.compile(
    r"^(?:(?:oh|well|ah|hey|sorry|ok|okay|and|but|so|yes|yeah|anyway|(?:ha){2,6}|lol|please|aw|ugh|wow)[ ,]+|(?:tests?|results?|summary|output|response|total|status|测试|结果|输出|状态|合计|汇总)\s?:\s?)+"
)
_AFTER: Final = re.compile(r"(?:[ ,]+(?:please|thanks|though|haha|lol|mate|guys|sorry|btw|too))+$")


def _bare(part: str) -> str:
    part = part.strip(" \t\"'\u201c\u201d*#>:-")
    return part if is_small_talk(part) else _AFTER.sub("", _BEFORE.sub("", part, count=1))


def _clauses(plain: str) -> list[str]:
    parts = map(_bare, _CLAUSE_END.split(plain))
    return [part for part in parts if any(mark.isalnum() for mark in part)]


def _passing_kind(plain: str, channel: str) -> str:
    """The code of what every clause is, or "" if any says something that lasts."""
    clauses = _clauses(plain)
    if not clauses:
        return "small_talk"
    if len(clauses) > _MOST_CLAUSES or any(len(clause) > _LONGEST_CLAUSE for clause in clauses):
        return ""
    found: list[str] = []
    for clause in clauses:
        if is_small_talk(clause):
            found.append("small_talk")
        elif is_passing(clause):
            found.append("passing_state")
        elif channel == "user_statement" or (channel == UNDECLARED and may_be_a_life(clause)):
            return ""
        elif is_progress(clause):
            found.append("intermediate_state")
        elif is_one_off(clause):
            found.append("one_off_result")
        else:
            return ""
    return next((kind for kind in found if kind != "small_talk"), "small_talk")


def _thinks_aloud(plain: str, channel: str) -> bool:
    """A configured text is nobody's thinking; a program's is told by one sign, a person's by a whole monologue."""
    if channel == "config_file":
        return False
    return monologue(plain, declared=channel == "user_statement") or (
        channel not in _PEOPLE and spoken_reasoning(plain)
    )


def durability_of(
    text: str, *, channel: str, decision: bool, directive: bool, success: bool | None, in_session: bool
) -> Durability:
    """The layer of a text and why. `channel` is a value of memories.words.Channel, or UNDECLARED; never raises.

    Codes: raw_reasoning, configured, imported, directive, decision, lesson, reason, change, small_talk, passing_state,
    intermediate_state, one_off_result, outcome, lasting.
    """
    plain = read(text)
    if marked_reasoning(plain) or (not directive and _thinks_aloud(plain, channel)):
        return Durability("refuse", "raw_reasoning")
    if channel in ("config_file", "import"):
        return Durability("long", "configured" if channel == "config_file" else "imported")
    if directive or decision:
        return Durability("long", "directive" if directive else "decision")
    if _LESSON.search(plain):
        return Durability("long", "lesson")
    if _REASON.search(plain):
        return Durability("long", "reason")
    if channel in _USER and _CHANGE.search(plain):
        return Durability("long", "change")
    kind = _passing_kind(plain, channel)
    if not kind:
        return Durability("long", "lasting")
    if kind == "one_off_result" and channel in ("agent_inference", UNDECLARED) and success is not None:
        return Durability("long", "outcome")  # who says how a task ended tells an experience, no reading
    of_the_run = kind in ("intermediate_state", "one_off_result")
    return Durability("working" if of_the_run and in_session else "short", kind)
