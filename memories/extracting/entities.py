"""Names in a text: people, products, places, organisations, files, identifiers, versions; precision before recall.

Rules over the spelling and the words around, in English, Chinese and mixtures. What is returned is always a stretch of
the text as it was written.
"""

# ruff: noqa: E501 - a pattern is read best on one line

import re
from typing import Final

from memories.extracting.vocabulary import (
    ACRONYMS,
    BRANDS_ZH,
    GIVEN_NAMES,
    LATIN_IN_CHINESE,
    NAMED_KINDS,
    NOT_NAMES,
    ORDINARY,
    SURNAMES,
    WEEKDAYS_AND_MONTHS,
)
from memories.judging.kinds import kinds_in
from memories.judging.language import HAN, LATIN
from memories.judging.places import place_names

MOST_ENTITIES: Final = 10
LONGEST_ENTITY: Final = 120  # characters
LONGEST_READ: Final = 4000

Span = tuple[int, int]

_MARK: Final = re.compile(r"\[[A-Z_]{2,20}#[0-9a-fA-F]{2,32}\]")
_CODES: Final = [
    re.compile(pattern)
    for pattern in (
        rf"https?://[^\s\"'<>()\[\]{{}}，。；、！？（）{HAN}]{{1,110}}",
        r"(?<![A-Za-z0-9_/.])(?:~|\.{1,2})?/(?:[A-Za-z0-9_.+-]{1,40}/){1,10}[A-Za-z0-9_.+-]{0,40}|(?<![A-Za-z0-9_/.])(?:[A-Za-z0-9_.+-]{1,40}/){1,10}[A-Za-z0-9_+-]{1,40}\.[A-Za-z0-9]{1,6}(?![A-Za-z0-9_/])|(?<![A-Za-z0-9])[A-Z]:\\[A-Za-z0-9_\\.-]{2,80}",
        r"(?<![A-Za-z0-9_./])[A-Za-z0-9_][A-Za-z0-9_+-]{0,40}\.(?:py|js|ts|tsx|jsx|go|rs|java|kt|rb|php|c|h|cpp|cs|sh|sql|md|txt|csv|json|ya?ml|toml|ini|cfg|conf|env|html|css|xml|pdf|docx?|xlsx?|pptx?|png|jpe?g|svg|zip|gz|log|lock|ipynb|parquet)(?![A-Za-z0-9_])",
        r"(?<![A-Za-z0-9_@./+-])@[A-Za-z0-9_][A-Za-z0-9_-]{1,38}(?![A-Za-z0-9_.]{0,40}@)(?!\.[A-Za-z0-9])",
        r"(?<![A-Za-z0-9_&#/])#\d{1,12}(?![A-Za-z0-9_-])",
        r"(?<![A-Za-z0-9_/-])[A-Z]{1,10}[-_]\d[A-Za-z0-9_-]{0,40}(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])[A-Z][A-Z0-9]{0,20}(?:_[A-Z0-9]{1,20}){1,6}(?![A-Za-z0-9_])",
        r"(?<![A-Za-z0-9_.])v\d{1,4}(?:\.\d{1,4}){0,3}(?:-[a-z0-9.]{1,12})?(?![A-Za-z0-9_]|\.\d)|(?<![A-Za-z0-9_.])\d{1,3}\.\d{1,4}\.\d{1,5}(?:-[a-z0-9.]{1,12})?(?![A-Za-z0-9_]|\.\d)",
        r"(?<![A-Za-z0-9_.])[a-z][a-z0-9]{0,30}(?:_[a-z0-9]{1,30}){1,6}(?![A-Za-z0-9_])(?:\(\))?",
    )
]
_CAMEL: Final = re.compile(
    r"(?<![A-Za-z0-9_.])(?:[a-z]{1,20}[A-Z][A-Za-z0-9]{1,30}|[A-Z][a-z0-9]{1,20}(?:[A-Z][a-z0-9]{1,20}){1,4})(?![A-Za-z0-9_])"
)
_QUOTED: Final = re.compile(
    r"《([^《》\n]{1,40})》|「([^「」\n]{1,24})」|『([^『』\n]{1,24})』|“([^“”\n]{2,40})”|(?<!\w)\"([^\"\n]{2,40})\"(?!\w)|`([^`\n]{2,60})`"
)
_QUOTED_NAME: Final = re.compile(rf"[A-Z0-9][\w'’&.:-]*(?: [\w'’&.:-]+){{0,5}}|[{HAN}A-Za-z0-9·]{{2,12}}")

_CAPITAL: Final = rf"(?:[A-Z\u00c0-\u00de][{LATIN}0-9]*(?:['’&-][{LATIN}0-9]+)*)"
_SEQUENCE: Final = re.compile(
    rf"(?<![{LATIN}0-9_@#/.'’-])(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\. )?{_CAPITAL}(?: (?:(?:of|de|van|von|der|la|le|del|di|da|du|&|for the|of the) )?{_CAPITAL}){{0,5}}"
)
_INNER: Final = re.compile(r"of|de|van|von|der|la|le|del|di|da|du|&|for|the")
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?:;\n。！？：；，,、(\[\"“「-])\s*$")
_SUFFIX: Final = re.compile(r"['’]s?$")
_PERSON_VERB: Final = re.compile(
    r"['’]s\b|,? (?:and|or|,) [A-Z]|,? (?:lives|works|likes|loves|prefers|wants|says|said|told|asked|called|moved|joined|speaks|hates|enjoys|owns|agreed|approved|wrote|uses|drinks|needs)\b"
)
_VERSION_AFTER: Final = re.compile(r" ?(\d{1,3}\.\d{1,4})(?![\d.%]|\.\d| ?(?:%|kg|km|m|s|ms|h|GB|MB|元|万|亿|k\b))")
_MODEL_AFTER: Final = re.compile(r" \d{1,4}(?: (?:Pro|Max|Plus|Mini|Ultra))?(?![\w.,%:/-])")
_LATIN_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[.+#-][A-Za-z0-9+#]+)*[+#]{0,2}")
_UPPER_INSIDE: Final = re.compile(r"[a-z0-9].*[A-Z]|[A-Z].*[A-Z].*[a-z]")

_AFTER_PERSON: Final = rf"(?=[^{HAN}]|$|[和跟与及]|是|在|说|的|也|住|做|喜|爱|讨厌|去|来|要|会|想|把|给|对|打|发|负责|参加|出席|一起|开会|讨论|沟通|确认|审批|建议|认为|觉得|提到|告诉|买|用|今|明|昨|上周|下周|周|刚|已|正|都|吃|聊|见面|商量|对接|约|同意|反馈|联系|请|从|向|为|将|可|不|有)"
_TITLE_ZH: Final = (
    r"(?:先生|女士|小姐|老师|经理|总监|总裁|总|主任|医生|教授|律师|同学|师傅|工程师|局长|处长|科长|主管|博士|阿姨|叔叔)"
)
_PERSON_ZH: Final = re.compile(
    rf"(?:(?:我|他|她|本人|名字|孩子|女儿|儿子)?(?:叫做?|名叫|姓名是|名字是|名字叫)|[:：和跟与同、找约请给由让联系通知告诉发给抄送邀请或者]|(?:同事|朋友|客户|主管|经理|老板|老师|医生|同学|组长|负责人|联系人|邻居|室友|用户|领导|上司|叫|是|为)(?:是|叫|为)?)(?P<a>(?:{SURNAMES})[{HAN}]{{1,2}}?){_AFTER_PERSON}"
    rf"|(?:^|[，。；、！？,;\s])(?P<b>(?:{SURNAMES})[{HAN}]{{1,2}}?)(?={_TITLE_ZH}|是我的?|是他|是她|和(?:{SURNAMES})|住在|喜欢|在[^，。]{{1,12}}(?:工作|上班)|负责|同意|说|建议|参加|出席|批准|审批)"
    rf"|(?:(?<![{HAN}])|(?<=[和跟与同、约请给由让]))(?P<c>[小老][赵钱孙李周吴郑王冯陈沈韩杨朱秦许何吕张孔曹魏姜谢潘葛范彭鲁马苗方袁柳唐薛雷贺罗郝常于傅康余顾孟黄萧尹姚邵汪毛戴宋熊董梁杜贾江郭林钟徐邱高夏蔡田胡万卢莫丁邓洪石崔龚程陆段侯武刘龙叶黎白乔谭温廖文])(?=[^{HAN}]|$|一起|开会|负责|是|在|说|的|也|住|做|喜|建议|下|上|去|来|要|会|想|负责|和|跟|大概|可能|认为|觉得|今|明|昨|现在|已|刚)"
    rf"|(?P<d>(?:{SURNAMES})(?:[{HAN}]{{1,2}}?)?{_TITLE_ZH})(?=[^{HAN}]|$|是|在|说|的|也|和|跟|负责|要|让|同意|批|会|建议|那|讲|审|那里|给)"
)
_ORGANISATION: Final = re.compile(
    rf"[{HAN}]{{2,14}}?(?:有限公司|公司|集团|银行|大学|医院|学院|中学|小学|幼儿园|研究院|研究所|出版社|事务所|博物馆|图书馆|机场)(?!生|里的?人)"
)
# What stands before an organisation's name, and what makes a phrase a class of organisations.
_BEFORE_ORGANISATION: Final = re.compile(
    r".*(?:入职了?|加入了?|毕业于|就读于?|来自|任职于?|就职于?|供职于?|寄给|发给|交给|联系|属于|位于|在|是|去|到|从|于|给|和|与|跟|为|由|被|把|向|进|离开了?|上|读|考上了?|叫|的|了|，)(?=.{2})"
)
_CLASS_OF_ORGANISATION: Final = re.compile(
    r"^(?:这家?|那家?|一[家所个]|我们?|咱|某|该|本|贵|母|子|分|总|新|旧|老|上市|互联网|电商|附近|哪[家个]?|每|各|外|大|小|私立|公立|科技|外贸|贸易|保险|软件|游戏|创业|快递|物流|市|省|县|当地|其他|同一?[家所]?|整个|两家|几家|全|国际|开发|隔壁|旁边|母|医|学|手机|网上|开户|企业|客户|供应商|合作|原|前|现|他们?|她们?|用户)+$"
)
_BRAND: Final = re.compile("|".join(BRANDS_ZH))


def _blanked(text: str) -> str:
    """The text with marks of masked data made unreadable, at equal length."""
    return _MARK.sub(lambda match: "\x1f" * len(match.group()), text[:LONGEST_READ])


def _codes(text: str) -> list[Span]:
    found = []
    for pattern in _CODES:
        for match in pattern.finditer(text):
            start, end = match.span()
            while end > start and text[end - 1] in ".,;:!?'\"":
                end -= 1
            found.append((start, end))
    for match in _CAMEL.finditer(text):
        model = _MODEL_AFTER.match(text, match.end())
        found.append((match.start(), model.end() if model else match.end()))
    return found


def _quoted(text: str) -> list[Span]:
    found = []
    for match in _QUOTED.finditer(text):
        group = match.lastindex or 0
        inside = match.group(group)
        if group in (1, 6) or (_QUOTED_NAME.fullmatch(inside) and inside.lower() not in ORDINARY):
            found.append(match.span(group))
    return found


def _known(text: str) -> list[Span]:
    """Tools and places that the judge's tables know, whatever their case, and well-known Chinese brands."""
    found = [match.span() for match in _BRAND.finditer(text)]
    lower = text.lower()
    if len(lower) != len(text):
        return found
    names = {name for kind, name in kinds_in(text) if kind in NAMED_KINDS and name not in NOT_NAMES}
    if not names:
        return found
    spellings = {name: [name] for name in names}
    for spelling, name in place_names().items():
        if name in spellings and not spelling.isascii():
            spellings[name].append(spelling)
    for name, written in spellings.items():
        seen = False
        for spelling in written:
            edges = ("(?<![a-z0-9_])", "(?![a-z0-9_])") if spelling.isascii() else ("", "")
            for match in re.finditer(edges[0] + re.escape(spelling) + edges[1], lower):
                if spelling in ORDINARY and not text[match.start()].isupper():
                    continue
                found.append(match.span())
                seen = True
        if not seen:  # written in another way than the table's first
            for match in _LATIN_WORD.finditer(text):
                if any(known == name for _, known in kinds_in(match.group())):
                    found.append(match.span())
    return found


def _trimmed(text: str, start: int, end: int) -> list[Span]:
    """The name in a run of capitalised words: without ordinary words in front, days, months and possessives."""
    initial = bool(_SENTENCE_START.search(text[max(0, start - 6) : start]))
    words = [(start + match.start(), start + match.end()) for match in re.finditer(r"\S+", text[start:end])]
    while words:
        word = text[words[0][0] : words[0][1]]
        if word.lower() in ORDINARY or word.lower() in WEEKDAYS_AND_MONTHS or _INNER.fullmatch(word):
            words.pop(0)
            initial = False if words else initial
            continue
        break
    while words and (
        text[words[-1][0] : words[-1][1]].lower() in WEEKDAYS_AND_MONTHS
        or _INNER.fullmatch(text[words[-1][0] : words[-1][1]])
    ):
        words.pop()
    if not words:
        return []
    start, end = words[0][0], words[-1][1]
    name = _SUFFIX.sub("", text[start:end])
    end = start + len(name)
    if len(words) == 1 and not _stands_alone(text, start, end, initial):
        return []
    return [(start, end)]


def _stands_alone(text: str, start: int, end: int, initial: bool) -> bool:
    """Whether one capitalised word is a name where it stands."""
    name = text[start:end]
    if len(name) < 2 or name in ACRONYMS:
        return False
    if name.isupper() and len(name) > 5:
        return False
    if not initial or _UPPER_INSIDE.search(name) or (name.isupper() and name.isascii()):
        return True
    if name.lower() in GIVEN_NAMES:
        return True
    elsewhere = re.search(rf"(?<=[{LATIN}0-9,] ){re.escape(name)}(?![{LATIN}])", text)
    return bool(elsewhere or _PERSON_VERB.match(text, end))


def _capitals(text: str) -> list[Span]:
    letters = [mark for mark in text if mark.isalpha() and mark.isascii()]
    if len(letters) > 12 and sum(mark.isupper() for mark in letters) > 0.6 * len(letters):
        return []  # shouted: capitals tell nothing
    found: list[Span] = []
    for match in _SEQUENCE.finditer(text):
        for start, end in _trimmed(text, *match.span()):
            model = _MODEL_AFTER.match(text, end)
            if model and text[start:end].lower() not in ORDINARY and not re.search(r"['’]", text[end - 2 : end]):
                end = model.end()
            found.append((start, end))
            version = _VERSION_AFTER.match(text, end)
            if version:
                found.append(version.span(1))
    return found


def _latin_in_chinese(text: str) -> list[Span]:
    """Latin words between Chinese ones: nearly always names."""
    found: list[Span] = []
    if not re.search(f"[{HAN}]", text):
        return found
    for match in _LATIN_WORD.finditer(text):
        word = match.group()
        before, after = text[max(0, match.start() - 2) : match.start()], text[match.end() : match.end() + 2]
        beside = re.search(f"[{HAN}，。、；：]\\s?$", before) or re.match(f"\\s?[{HAN}，。、；：]", after)
        if len(word) < 2 or not beside or word.lower() in LATIN_IN_CHINESE or word.upper() in ACRONYMS:
            continue
        if before[-1:].isdigit() or before[-1:] in ("_", "@", "/", "."):
            continue
        found.append(match.span())
        version = _VERSION_AFTER.match(text, match.end())
        if version:
            found.append(version.span(1))
    return found


def people_zh(text: str) -> list[Span]:
    """Chinese names of people that the words around them tell."""
    found: list[Span] = []
    at = 0
    while match := _PERSON_ZH.search(text, at):
        start, end = match.span(match.lastgroup or 0)
        found.append((start, end))
        at = max(end, at + 1)
    return found


def _organisations(text: str) -> list[Span]:
    found = []
    for match in _ORGANISATION.finditer(text):
        start, end = match.span()
        suffix = re.search(
            r"(?:有限公司|公司|集团|银行|大学|医院|学院|中学|小学|幼儿园|研究院|研究所|出版社|事务所|博物馆|图书馆|机场)$",
            text[start:end],
        )
        stem_end = end - len(suffix.group()) if suffix else end
        lead = _BEFORE_ORGANISATION.match(text[start:stem_end])
        start += lead.end() if lead else 0
        stem = text[start:stem_end]
        if 2 <= len(stem) <= 10 and not _CLASS_OF_ORGANISATION.match(stem):
            found.append((start, end))
    return found


def spans_of(text: str) -> list[Span]:
    """Where the names of a text stand, in order, none inside another."""
    plain = _blanked(text)
    groups = [
        _codes(plain),
        _quoted(plain),
        _organisations(plain),
        _capitals(plain),
        people_zh(plain),
        _known(plain),
        _latin_in_chinese(plain),
    ]
    taken: list[Span] = []
    for group in groups:
        for start, end in group:
            if "\x1f" in plain[start:end] or not plain[start:end].strip() or end - start > LONGEST_ENTITY:
                continue
            if all(end <= first or start >= last for first, last in taken):
                taken.append((start, end))
    return sorted(taken)


def entities_of(text: str) -> list[str]:
    """At most MOST_ENTITIES names as written, in order of first mention, without repeats; never raises."""
    named = dict.fromkeys(text[start:end].strip() for start, end in spans_of(text))
    return [name for name in named if name][:MOST_ENTITIES]
