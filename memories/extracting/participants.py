"""People who take part in what a text tells: who met, spoke, travelled or decided with whom."""

# ruff: noqa: E501 - a pattern is read best on one line

import re
from typing import Final

from memories.extracting.entities import MOST_ENTITIES, spans_of
from memories.extracting.names_zh import Span, ordinary_zh
from memories.extracting.vocabulary import GIVEN_NAMES, SURNAMES
from memories.judging.kinds import kinds_in
from memories.judging.language import HAN

_LONGEST_READ: Final = 4000
_NAME: Final = re.compile(
    r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\. )?[A-Z\u00c0-\u00de][\w'’-]+(?: (?:(?:de|van|von|der|la|di) )?[A-Z\u00c0-\u00de][\w'’-]+){0,3}|@[A-Za-z0-9_-]{2,39}"
)
_TITLES: Final = ("Dr. ", "Mr. ", "Mrs. ", "Ms. ", "Prof. ")
_JOIN: Final = re.compile(r",? ?(?:and|&|,|、|和|跟|与|及|以及) ?")
# What is done with a person, as against what is done with a tool.
# What is done with a person and never with a tool, so that an unknown name is a person's.
_SOCIAL: Final = re.compile(
    r"\b(?:meet(?:ing|s)?|met|talk(?:ed|ing|s)?|spoke|speak(?:ing|s)?|lunch|dinner|breakfast|coffee|drinks|discuss(?:ed|ing)|chat(?:ted|ting)?|agreed|interview(?:ed)?|appointment|married|together|call(?:ed)?|conversation|negotiat\w+)(?: \w+){0,5} $"
)
_WITH: Final = re.compile(r"\b(?:together )?with |\bjoined by |\bbetween |\baccompanied by ")
_DIRECT: Final = re.compile(
    r"\b(?:met|meeting|invited|interviewed|visited|married|hired|phoned|told|asked|cc|cc:|attendees:|participants:|attended by|present:|people:) ?",
    re.IGNORECASE,
)
_JOINT_VERB: Final = re.compile(
    r",? (?:both |have |has |will |are |were )?(?:agreed|decided|met|discussed|meeting|talked|attended|joined|reviewed|spoke|travell?ed|work together|meet|live together|married|presented|argued|planned|plan|went|signed)\b"
)
_PERSON: Final = rf"(?:@[A-Za-z0-9_-]{{2,39}}|[小老阿][{HAN}]|(?:{SURNAMES})[{HAN}]{{1,2}}?(?:先生|女士|老师|经理|总监|医生|教授|律师|同学|师傅|主任)?|(?:{SURNAMES})(?:总|工|姐|哥|董|处|局)|[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
_END: Final = rf"(?=[^{HAN}A-Za-z]|$|一起|一同|一块|共同|开会|讨论|吃|聊|见面|谈|商量|沟通|对接|去|来|出差|约|打|合作|参加|出席|都|同意|决定|负责|在|今|明|昨|下|上|周|结婚|看|喝|评审|确认|面谈|通话|视频|旅游|爬山|跑步|的会|组队|搭档)"
_LIST: Final = rf"{_PERSON}(?:(?:、|和|跟|与|以及|,|，) ?{_PERSON}){{0,9}}"
_TOGETHER: Final = r"(?:一起|一同|一块儿?|共同|开会|开了|讨论|吃[饭了过]?|吃午饭|吃晚饭|聊|见面|见了|谈|商量|沟通|对接|出差|去|合作|打球|打电话|约|结婚|看电影|喝|评审|确认|面谈|通话|视频|旅游|爬山|跑步|的会|组队|搭档)"
_ZH: Final = [
    re.compile(rf"(?:和|跟|与|同|约了?|带着|陪着?|叫上|邀请了?|请了?|会同)(?P<who>{_LIST}){_END}(?=[^。！？\n]{{0,12}}{_TOGETHER})"),
    re.compile(rf"(?:参会人员?|参与者|参与人员?|与会人员?|出席人员?|出席者|参加人员?)(?:有|是|为|包括|:|：)+ ?(?P<who>{_LIST}){_END}"),
    re.compile(rf"(?:^|[，。；,;\n])(?P<who>{_PERSON}(?:(?:、|和|跟|与|,|，) ?{_PERSON}){{1,9}})(?=(?:都|一起|共同|均|两人|三人|也|昨天|今天|上周|下周)*(?:参加|出席|开会|讨论|同意|决定|负责|商量|去|见面|评审))"),
]  # fmt: skip
_SPLIT: Final = re.compile(r"、|和|跟|与|以及|,|，")


def _run_of_names(text: str, at: int) -> tuple[list[Span], int]:
    """Names joined by commas and "and" that begin at a place, and where they end."""
    found: list[Span] = []
    end = at
    while len(found) < MOST_ENTITIES and (match := _NAME.match(text, at)):
        start, end = match.span()
        name = text[start:end]
        if name.endswith(("'s", "’s")):
            break
        found.append((start, end))
        join = _JOIN.match(text, end)
        if not join or join.end() == end:
            break
        at = join.end()
    return found, end


def _person(text: str, span: Span, named: set[Span]) -> bool:
    """Whether a run of capitals is a name that the entity rules found too, and no known tool or place."""
    name = text[span[0] : span[1]]
    return name.startswith("@") or (not name.startswith("The ") and span in named and not kinds_in(name))


def _surely(name: str) -> bool:
    return name[0] == "@" or name.startswith(_TITLES) or name.split()[0].lower() in GIVEN_NAMES


def _english(text: str, named: set[Span]) -> list[Span]:
    found: list[Span] = []
    for match in _WITH.finditer(text):
        clause = re.split(r"[.!?;\n]", text[max(0, match.start() - 120) : match.start()])[-1]
        spans, _ = _run_of_names(text, match.end())
        social = bool(_SOCIAL.search(clause.lower())) or match.group().startswith(("together", "joined", "accomp"))
        people = [span for span in spans if _person(text, span, named)]
        known = any(_surely(text[start:end]) for start, end in people)
        if len(people) == len(spans) and (social or known):
            found += people
    for match in _DIRECT.finditer(text):
        spans, _ = _run_of_names(text, match.end())
        found += [span for span in spans if _person(text, span, named)]
    for match in _NAME.finditer(text):
        spans, end = _run_of_names(text, match.start())
        if len(spans) > 1 and _JOINT_VERB.match(text, end) and all(_person(text, span, named) for span in spans):
            found += spans
    return found


def _chinese(text: str) -> list[Span]:
    found: list[Span] = []
    for pattern in _ZH:
        for match in pattern.finditer(text):
            at = match.start("who")
            for part in _SPLIT.split(match["who"]):
                start = text.find(part, at)
                found.append((start, start + len(part)))
                at = start + len(part)
    return [span for span in found if not kinds_in(text[span[0] : span[1]]) and not ordinary_zh(text, span[0])]


def participants_of(text: str) -> list[str]:
    """At most MOST_ENTITIES people as written, in order, without repeats; never raises."""
    text = text[:_LONGEST_READ]
    spans = set(_chinese(text))
    if _WITH.search(text) or _DIRECT.search(text) or _JOINT_VERB.search(text):
        spans.update(_english(text, set(spans_of(text))))
    names = dict.fromkeys(text[start:end].strip(" ,") for start, end in sorted(spans))
    return [name for name in names if name][:MOST_ENTITIES]
