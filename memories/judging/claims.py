"""What one clause claims: a slot, whose it is, and the value it gives."""

# ruff: noqa: E501 - a pattern is read best on one line

import re
from dataclasses import dataclass
from typing import Final

from memories.judging.cues import negations
from memories.judging.kinds import kinds_in, without_kinds
from memories.judging.nouns import nouns_in
from memories.judging.predicates import BY_SCRIPT, Arity, Predicate
from memories.judging.subjects import NO_SUBJECT, Subject, before_verb
from memories.judging.topics import party_of, topic_of
from memories.judging.values import Value, find_values

PERSONAL_KINDS: Final = frozenset({"gender", "zodiac sign", "marital status", "diet", "hand"})
PERSON_SLOTS: Final = (
    frozenset(
        {
            "residence",
            "origin",
            "employer",
            "job",
            "school",
            "name",
            "likes",
            "prefers",
            "speaks",
            "has",
            "event",
            "allergy",
        }
    )
    | PERSONAL_KINDS
)

_INSTEAD: Final = re.compile(
    r"\s(?:instead of|rather than|in place of)\s(?P<old>.+)|(?:而不是|代替|取代|，不是)(?P<zh>.+)"
)
_SCOPE: Final = re.compile(
    r"\s(?:for|since|with|because|as|after|during|when|if|every|by|on|in|at|from|until|over|to|about)\s|(?<=[a-z0-9\u4e00-\u9fff])\s?(?:做|来做|来写|写|跑|开发|来开发|写代码|部署|上班|办公|生活)"
)
_TRAILING: Final = re.compile(
    r"(?:\s(?:now|too|as well|instead|any ?more|these days|today|again|already|currently)|[了的啦呢吧。.!])+$"
)
# A trait is a claim about the speaker only if the clause says so; "the woman at the door" is not.
_SELF_TOLD: Final = re.compile(
    r"\b(?:i am|i'm|i was|i got|the user|user|user's|i've|as an?|my (?:gender|sign|star sign|zodiac sign|diet|marital status))\b"
    r"|(?:我|用户|本人)(?:是|也是|不是|已|现在|目前|上|刚|去年|今年|开始|不|的|吃|单|已婚|离|结|订|还|属于)|性别|星座|婚姻|^(?:单身|已婚|离异|素食|吃素|男|女)"
)
_SOMEBODY: Final = re.compile(r"[你您妳]|有[个一位]|那个|这个|哪|\b(?:the|a|that|this) (?:wo)?man\b")
_COPULA: Final = re.compile(
    r"\s(?:is|are|was|were|equals?|=)\s(?P<en>.+)"
    r"|(?<=[\u4e00-\u9fffa-z0-9])(?:是|为|(?<!\d):|等于|位于|设为|设置为|定为|定在|定于|叫)(?P<zh>.+)"
)
# "在" stands between a thing and its place only where nothing else is told; elsewhere it says where something is done.
_STANDS_AT: Final = re.compile(r"(?<=[\u4e00-\u9fffa-z0-9])(?<![住现存放])在(?P<zh>[^，。]{1,12})$(?P<en>)?")
_IDENTITY: Final = re.compile(
    r"(?:\b(?:order|ticket|invoice|issue|case|pr|request|task|customer|account|flight|parcel|shipment|build|sprint|chapter|step|job|server|node|sensor|room|table|line)"
    # "The carpet of floor 3": what a number follows there is a thing, whatever it is; but not a date or a sum.
    r"|\bof (?:the |our )?(?!(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|(?:usd|eur|gbp|cny|rmb|about|over|around|version|exactly|nearly|almost)\b)[a-z]{3,}"
    r"|订单|工单|发票|任务|航班|包裹|编号|单号|客户|账号|服务器|节点|传感器|房间)\s?(?:no\.?|number|号|#)?\s?#?([a-z]{0,4}-?\d[a-z0-9_-]*)"
    r"|(\d+)号(?=[楼库门线机房会店院桌车])"
)
_PERSON: Final = re.compile(
    r"(?:now )?(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][\w'-]+(?: [A-Z][\w'-]+)?(?:$| instead\b|[.!])"
    r"|(?:现在是)?[\u4e00-\u9fff]{1,3}(?:医生|先生|女士|老师|教授|律师|总|经理)(?:$|[了，。]|而不是)"
)
_ARTICLE: Final = re.compile(r"^(?:the|an?|my|our|his|her|their)\s")
_THING: Final = re.compile(r"\b(?:the|our|this|that|its|these|those)\s")
_PREMISES: Final = re.compile(r"公司|办公室|总部|[门商书饭药]店|仓库|工厂|学校|医院|机房|中心|分部|[馆厂]\s*$")
_HOUSE: Final = re.compile(r"\b(?:house|flat|apartment|city|town|village|suburbs?|countryside|street|road|avenue)\b")


@dataclass(frozen=True, slots=True)
class Claim:
    """A reading of one clause; `left` is what it says was given up, `topic` what the value belongs to."""

    slot: str
    arity: Arity
    affirms: bool
    moves: bool
    party: frozenset[str] = frozenset()
    topic: frozenset[str] = frozenset()
    nouns: frozenset[str] = frozenset()
    values: tuple[Value, ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()
    words: frozenset[str] = frozenset()
    left: frozenset[str] = frozenset()
    left_kinds: tuple[tuple[str, str], ...] = ()
    owner: frozenset[str] = frozenset()
    identities: frozenset[str] = frozenset()
    scope: frozenset[str] = frozenset()
    what: str = ""
    verb: str = ""
    subject: Subject = NO_SUBJECT
    named: bool = False

    @property
    def personal(self) -> bool:
        """Whether the slot is a person's own, so that whose it is decides before what it is."""
        return self.slot in PERSON_SLOTS


def _fit_slot(predicate: Predicate, before: str, value: str, kinds: tuple[tuple[str, str], ...]) -> str:
    """ "Moved to X" is a home only if X is a place, an unknown name or a house."""
    names = {kind for kind, _ in kinds}
    if predicate.slot == "residence" and predicate.moves and predicate.affirms and value[:1].isascii():
        if _THING.search(before):
            return "switch"
        at_home = "place" in names or (not names and (value[:1].isupper() or _HOUSE.search(value.lower())))
        return "residence" if at_home else "switch"
    if predicate.slot == "residence" and predicate.moves and _PREMISES.search(before):
        return "switch"
    if predicate.slot == "origin" and kinds and "place" not in names:
        return "value"
    if predicate.slot == "employer" and names == {"place"}:
        return "workplace"
    return predicate.slot


def _from_predicate(predicate: Predicate, match: re.Match[str], clause: str) -> Claim:
    groups = match.groupdict()
    name = "new" if groups.get("new") is not None else "born"
    start, end = match.span(name)
    before = clause[: match.start()] + " " + (groups.get("what") or "")
    value, left = clause[start:end].strip(), groups.get("old") or ""
    if instead := _INSTEAD.search(value.lower()):
        left = left or instead["old"] or instead["zh"]
        value = value[: instead.start()]
    value = _TRAILING.sub("", value)
    scope_at = _SCOPE.search(value.lower(), 1) if predicate.slot not in ("name",) else None
    scope = value[scope_at.start() :] if scope_at else ""
    core = _ARTICLE.sub("", value[: scope_at.start()] if scope_at else value)
    after = clause[end:]
    lower, low_before = core.lower(), before.lower()
    kinds, values = kinds_in(core), find_values(lower)
    if predicate.moves and not kinds and not values and scope:  # "set to run at 3pm": the value is in the scope
        kinds, values = kinds_in(value), find_values(value.lower())
        lower = value.lower()
    if groups.get("what") and predicate.moves and "把" + (groups["what"] or "") in clause:
        left = left or groups["what"] or ""
    if not kinds and not predicate.affirms:  # 不吃素: what is denied is told by verb and object together
        kinds = kinds_in(clause[match.start() : end])
    slot = _fit_slot(predicate, low_before, core, kinds)
    holder = f"{low_before} {after.lower()}"
    affirms = predicate.affirms
    if affirms and not predicate.moves and negations(holder[-12:]) % 2:
        affirms = False
    return Claim(
        slot=slot,
        arity=predicate.arity,
        affirms=affirms,
        moves=predicate.moves,
        party=party_of(low_before),
        topic=(topic_of(f"{holder} {scope.lower()}") - topic_of(lower)) | _counted(lower, values),
        nouns=nouns_in(holder) | (nouns_in(scope.lower()) if slot in ("uses", "switch") else frozenset()),
        values=values,
        kinds=kinds,
        words=topic_of(lower),
        left=topic_of(left.lower()),
        left_kinds=kinds_in(left),
        owner=topic_of(low_before),
        identities=_identities(low_before),
        scope=topic_of(scope.lower()),
        what=groups.get("what") or "",
        verb=clause[match.start() : start].strip().lower(),
    )


def _counted(text: str, values: tuple[Value, ...]) -> frozenset[str]:
    """What the numbers of a value count: the files of "10 files"."""
    return topic_of(without_spans(text, values)) if values else frozenset()


def _identities(text: str) -> frozenset[str]:
    """Numbers that name a thing rather than measure it, such as the 4411 of "order 4411"."""
    return frozenset(match[1] or match[2] for match in _IDENTITY.finditer(text))


def without_spans(text: str, values: tuple[Value, ...]) -> str:
    """A folded text with its values taken out."""
    for value in sorted(values, key=lambda value: value.start, reverse=True):
        text = text[: value.start] + " " + text[value.end :]
    return text


Found = tuple[Predicate, re.Match[str]]


def first_predicate(clause: str) -> Found | None:
    """The predicate that reads a clause, with its match in the lower-cased clause."""
    lower = clause.lower()
    for pattern, predicate in BY_SCRIPT.worth_asking(lower):
        if match := pattern.search(lower):
            return predicate, match
    return None


def read_clause(clause: str, found: Found | None) -> Claim | None:
    """The claim of one NFKC clause with its case kept, or None if it gives nothing that could differ; `found` is its
    first predicate."""
    lower = clause.lower()
    if len(lower) != len(clause):  # a few letters grow when lower-cased; spans must fit both
        clause = lower
    if found is not None:
        return _from_predicate(*found, clause)
    return _personal(clause, lower) or _plain(clause, lower)


def _personal(clause: str, lower: str) -> Claim | None:
    """A trait of the speaker, such as a zodiac sign."""
    traits = [thing for thing in kinds_in(clause) if thing[0] in PERSONAL_KINDS]
    if not traits or not _SELF_TOLD.search(lower) or _SOMEBODY.search(lower):
        return None
    return Claim(
        slot=traits[0][0],
        arity="one",
        affirms=negations(without_kinds(lower)) % 2 == 0,
        moves=False,
        party=party_of(lower),
        kinds=(traits[0],),
        words=topic_of(lower),
    )


def _plain(clause: str, lower: str) -> Claim | None:
    """A value, a known thing or a copula, with all that stands around it as its topic."""
    values, kinds = find_values(lower), kinds_in(clause)
    copula, instead = _COPULA.search(lower), _INSTEAD.search(lower)
    if not copula and not kinds and all(value.dimension == "street" for value in values):
        copula = _STANDS_AT.search(lower)
    if not values and not kinds and not copula and not instead:
        return None
    identities = _identities(lower) if len(values) > 1 or not copula else frozenset()
    values = tuple(value for value in values if value.amount not in identities)
    if not copula and values:
        # The 1 of "depot 1 opens at 7" names.
        named_until = len(before_verb(clause))
        values = tuple(value for value in values if value.start >= named_until) or (
            () if kinds or named_until < len(lower) else values
        )
        if not values and not kinds and not instead:
            return None
    words: frozenset[str] = frozenset()
    named = False
    holder = without_spans(lower, values)
    if copula:
        told_at = copula.start("zh") if copula["zh"] is not None else copula.start("en")
        words = topic_of(_TRAILING.sub("", lower[told_at:]))
        named = bool(_PERSON.match(clause[told_at:]))
        # What stands before the copula is spoken of; only what stands after it is told.
        values = tuple(value for value in values if value.start >= told_at)
        kinds = kinds_in(clause[told_at:])
        if not values and not kinds:
            holder = lower[: copula.start()]
    left = (instead["old"] or instead["zh"]) if instead else ""
    return Claim(
        slot="value" if values or kinds else "is",
        arity="kind",
        affirms=negations(without_kinds(lower)) % 2 == 0,
        moves=False,
        party=party_of(lower),
        topic=topic_of(without_kinds(holder) if kinds and not values else holder),
        nouns=nouns_in(holder),
        values=values,
        kinds=kinds,
        words=words,
        left=topic_of(left),
        left_kinds=kinds_in(left),
        identities=identities,
        named=named,
    )
