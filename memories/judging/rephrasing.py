"""One wording for what is said in several: a noun for its verb, the passive, "my name is" and "is called".

Two strengths. `rephrased` keeps the meaning whole: two texts that come out alike repeat each other. `read_as` goes on
from there to a wording that the patterns of claims read better, and may drop what does not matter to them.
"""

# ruff: noqa: E501 - a pattern is read best on one line

import re
from functools import lru_cache
from typing import Final

from memories.judging.sieve import Sieved

_LONGEST: Final = 200  # these are wordings of single statements
_HAN: Final = "[\u4e00-\u9fff]"

# Things done, by their noun and by their verb.
_DONE: Final = {
    "delivery": "delivered", "approval": "approved", "payment": "paid", "release": "released", "launch": "launched",
    "cancellation": "cancelled", "completion": "completed", "installation": "installed", "shipment": "shipped",
    "publication": "published", "inspection": "inspected", "closing": "closed", "closure": "closed",
    "opening": "opened", "renewal": "renewed", "rejection": "rejected", "signing": "signed", "migration": "migrated",
    "deployment": "deployed", "removal": "removed",
}  # fmt: skip
# What one is to a thing, by the verb that says it.
_ROLES: Final = {
    "manages": "manager",
    "managed": "manager",
    "owns": "owner",
    "owned": "owner",
    "leads": "leader",
    "led": "leader",
    "heads": "head",
    "headed": "head",
    "coordinates": "coordinator",
    "coordinated": "coordinator",
    "maintains": "maintainer",
    "maintained": "maintainer",
    "supervises": "supervisor",
    "supervised": "supervisor",
}
_ROLES_ZH: Final = {
    "负责人": "负责", "主持人": "主持", "领导": "领导", "管理者": "管理", "维护者": "维护", "设计者": "设计",
    "开发者": "开发", "赞助商": "赞助",
}  # fmt: skip
_TIMES: Final = {
    "closing": "closes", "opening": "opens", "starting": "starts", "start": "starts", "departure": "departs",
    "arrival": "arrives", "end": "ends", "ending": "ends",
}  # fmt: skip
_PERSON: Final = {"my": "I", "our": "we", "his": "he", "her": "she", "the user's": "the user"}
_BE: Final = {"my": "am", "our": "are"}
_WAS: Final = {"our": "were"}

_WHOSE: Final = r"(?P<whose>my|our|his|her|the user's)"
_SPAN: Final = (
    r"(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve) (?:minute|hour|day|week|month|year)s?"
)
_AT_ZH: Final = r"(?:每[天日])?(?:早上|上午|中午|下午|傍晚|晚上|凌晨)?[\d零一二两三四五六七八九十]{1,3}[点:][\d零一二三四五六七八九十半刻]*分?"
_NAME: Final = r"(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?"
_UNIQUE: Final = r"(?:team lead|tech lead|manager|boss|c[tefo]o|president|chair(?:man|woman|person)?|landlord|landlady|dentist|accountant|lawyer|mentor|coach|captain|headmaster|treasurer|on-call engineer|product owner)"


def _either(words: dict[str, str]) -> str:
    return "|".join(words)


def _compiled(rules: list[tuple[str, str]]) -> list[tuple[Sieved, str]]:
    return [(Sieved(pattern, re.IGNORECASE), told) for pattern, told in rules]


_EXACT_EN: Final = _compiled([
    (r"\b(?:can't stand|cannot stand|detest|loathe)\b", "hate"),
    (r"\b(?:detests|loathes)\b", "hates"),
    (r"\b(?:quit|gave up) (?=[a-z]+ing\b)", "stopped "),
    (r"(?P<n>\b(?:an?|the|my|our) (?:[a-z-]+ ){1,3})called (?=(?-i:[A-Z]))", "{n}named "),
    (r"\bgo to (?=(?-i:[A-Z])[\w' ]{2,40} (?:School|College|University|Academy)\b)", "attend "),
    (r"\bgoes to (?=(?-i:[A-Z])[\w' ]{2,40} (?:School|College|University|Academy)\b)", "attends "),
    (r"\bwork for (?=(?-i:[A-Z]))", "work at "),
    (r"\bI(?:'m| am) employed (?:by|at) ", "I work at "),
    (r"\b(?:works for|is employed by|is employed at) (?=(?-i:[A-Z]))", "works at "),
    (r"\bbegins(?= (?:at|on)\b)", "starts"),
    (r"\bbegin(?= (?:at|on)\b)", "start"),
    (rf"\b(?:runs for|lasts for) (?={_SPAN}\b)", "lasts "),
    (r"\bworks as (?=an? )", "is "),
    (r"\bI work as (?=an? )", "I am "),
    (rf"^{_WHOSE} (?:place of birth|birthplace) is ", "{I} {was} born in "),
    (r"^my (?:body ?)?weight is (?=\d)", "I weigh "),
    (r"^my height is (?P<h>\d[\d.]* ?(?:cm|m))$", "I am {h} tall"),
    (rf"^{_WHOSE} (?:profession|occupation) is (?:that of )?(?=an? )", "{I} {be} "),
    (r"^(?P<who>(?:my|our|his|her|the user's) [a-z]+) is (?:called|named) (?=(?-i:[A-Z]))", "{who}'s name is "),
    (rf"^(?P<who>{_NAME}) (?P<role>manages|owns|leads|heads|coordinates|maintains|supervises) (?P<what>(?:the|our|my) [^,;]+)$", "the {role} of {what} is {who}"),
    (rf"^(?P<what>(?:the|our|my) [^,;]+?) is (?P<role>managed|owned|led|headed|coordinated|maintained|supervised) by (?P<who>{_NAME})$", "the {role} of {what} is {who}"),
    (rf"^(?P<who>{_NAME}) is the (?P<role>manager|owner|leader|head|coordinator|maintainer|supervisor) of (?P<what>(?:the|our|my) [^,;]+)$", "the {role} of {what} is {who}"),
    (rf"^(?:the )?(?P<done>{_either(_DONE)}) of (?P<what>.+?) (?:took place|happened|occurred) (?=on |in |at )", "{what} was {done} "),
    (rf"^(?:the )?(?P<time>{_either(_TIMES)}) time of (?P<what>.+?) is (?=\d|noon|midnight)", "{what} {time} at "),
    (rf"^(?P<what>.+?)'s (?P<time>{_either(_TIMES)}) time is (?=\d|noon|midnight)", "{what} {time} at "),
    (rf"^(?:the )?(?:duration|length) of (?P<what>.+?) is (?={_SPAN}\b)", "{what} lasts "),
    (r"\bis equipped with ", "has "),
    (rf"(?P<at>^|, )(?P<who>{_NAME}) is (?P<now>now )?(?P<role>(?:the|our|my) (?:[a-z]+ )?{_UNIQUE})(?P<then> now)?(?=$|[.,;])", "{at}{role} is {now}{who}{then}"),
])  # fmt: skip
_EXACT_ZH: Final = _compiled([
    (r"老婆|太太(?!平)|媳妇", "妻子"),
    (r"老公", "丈夫"),
    (r"爸爸|老爸", "父亲"),
    (r"妈妈|老妈", "母亲"),
    (r"我的?名字(?:叫做?|是)|我名叫", "我叫"),
    (rf"(?P<who>{_HAN}{{1,4}})的名字(?:叫做?|是)", "{who}叫"),
    (r"(?:就职于|任职于|供职于)(?P<where>[^，。；]+)", "在{where}工作"),
    (r"(?:的?工作单位|的雇主)是(?P<where>[^，。；]+)", "在{where}工作"),
    (r"(?<!现)(?<!正)在(?P<where>[^，。；现正在]{1,20}?)(?:上班|任职|就职)", "在{where}工作"),
    (r"的(?:职业|工作)(?:是|为)(?=.)", "是"),
    (r"出生于|(?:的?出生地)(?:是|为)", "出生在"),
    (r"的?(?:居住地|住所)是", "住在"),
    (r"的?(?:家乡|故乡|老家)(?:是|在)", "老家在"),
    (r"[吃喝](?P<what>[^，。；吃喝不]{1,10}?)(?:会|就会|就)过敏", "对{what}过敏"),
    (r"(?:反感|厌恶)(?=.)", "讨厌"),
    (r"体重(?:是|为)(?=[\d一二三四五六七八九])", "体重"),
    (r"身高(?:是|为)(?=[\d一二三四五六七八九])", "身高"),
    (r"我的(?=(?:体重|身高)[\d一二三四五六七八九])", "我"),
    (r"(?P<n>一[只条个匹])(?P<what>[^，。；的]{1,6})，(?:它的?)?(?:名字)?(?:叫做?|是)(?P<name>[^，。；]{1,8})", "{n}叫{name}的{what}"),
    (r"养了(?=[一两三四五几])", "有"),
    (rf"(?P<what>{_HAN}{{2,8}})的(?P<verb>{_HAN}{{2}})时间(?:是|为)(?P<at>{_AT_ZH})", "{what}{at}{verb}"),
    (r"的?(?:期限|时长)(?:是|为)(?=[\d一两二三四五六七八九十]+个?[天周月年])", "为期"),
    (rf"^(?P<what>{_HAN}{{2,10}}?)由(?P<who>[^，。；由]{{2,6}}?)(?P<verb>负责|主持|带领|领导|管理|维护|牵头|主讲|设计|开发|编写|撰写|赞助|承办|提供)$", "{what}由{who}{verb}"),
    (rf"^(?P<what>{_HAN}{{2,10}})的(?P<role>{_either(_ROLES_ZH)})是(?P<who>[^，。；]{{2,6}})$", "{what}由{who}{role}"),
    (rf"^(?P<who>[^，。；的由我在是不没未再也还曾会要想]{{2,4}}?)(?P<verb>负责|主持|带领|领导|管理|维护|牵头|主讲|赞助|承办)(?P<what>(?!人){_HAN}{{2,10}})$", "{what}由{who}{verb}"),
    (rf"^(?P<what>[^，。；被]{{2,20}}?)(?:已经|已|早已|都)?被(?P<who>[^，。；]{{1,10}}?)(?P<verb>{_HAN}{{2}})了$", "{who}{verb}了{what}"),
    (r"(?:不抽烟|不吸烟)了", "戒烟了"),
    (r"已经?于(?=\d)", "在"),
    (r"送到了|送达了?", "送到"),
    (r"(?<!上)(?:星期|礼拜)(?=[一二三四五六日天])", "周"),
    (r"每个(?=[天周月年])", "每"),
])  # fmt: skip

_LOOSE_EN: Final = _compiled([
    # one person for another
    (r"^(?P<who>.{2,40}?) (?:took over from|has taken over from|succeeded|has succeeded|replaced|has replaced|replaces|succeeds) (?P<old>.{2,40}?) as (?P<role>.{3,40})$", "{role} is now {who} instead of {old}"),
    (r"^(?P<old>.{2,40}?) (?:was|has been|got) (?:replaced|succeeded) by (?P<who>.{2,40}?) as (?P<role>.{3,40})$", "{role} is now {who} instead of {old}"),
    (r"^(?P<whose>my|our|the|his|her) new (?P<role>[a-z][a-z -]{1,30}) is (?!now)", "{whose} {role} is now "),
    (r"^(?:they|we|the (?:landlord|bank|school|company|boss|provider|team)) (?P<moved>raised|lowered|increased|reduced|cut|extended|shortened|postponed|rescheduled|pushed back|moved|changed) (?P<what>(?:the|our|my) [^,]{2,40}?) (?=to |from )", "{what} was {moved} "),
    (r"^(?P<who>.{2,40}?) (?:took over|has taken over|takes over) (?P<what>(?:the|our) [^,]{2,40}?) from (?P<old>[^,]{2,40})$", "{what} is now led by {who} instead of {old}"),
    (r"^(?:please |could you |can you )*(?:change|update|set|switch) (?P<what>(?:my|our|the) [^,]{2,40}?) to (?P<new>.+)$", "{what} was changed to {new}"),
    # "due on" is a deadline
    (r"^(?P<what>(?:the|my|our) [^,]{2,40}?) (?:is|are) due (?:on |by |at )?(?=[\w])", "{what} deadline is "),
    (r"\b(?:deadline|due date) (?:for|of) (?:the )?(?P<what>(?:my |our )?[a-z][a-z -]{1,30}?) (?=is |was |has |moved |got )", "{what} deadline "),
    # giving up one for another
    (r"\b(?:gave up|dropped|quit|stopped|abandoned|ditched) (?:learning |studying |using |playing |doing )?(?P<old>[\w .'+#-]{2,30}?) and (?:(?:I'm|I am|am|have|I) )?(?:now |(?:switched|moved|changed|turned) to |(?:took|taken) up |started |starting )?(?:learning |studying |using |playing |doing |learn |study |use |play |do )?(?P<new>[\w .'+#-]{2,30}?)(?: instead| now)*$", "switched from {old} to {new}"),
    (r"^(?:let's |please |ok,? |actually,? )*(?:make|call) (?:it|that) (?=(?:about )?[$€£¥]?\d)", "this was changed to "),
    # orders to the one who listens
    (r"\b(?:speak|talk)(?: to me| with me| to us)? (?:in )?(?=(?-i:[A-Z])[a-z]+(?: to me| with me)?(?: from now on| now)?[.!]?$)", "answer in "),
    (r"\b(?:write your (?:replies|answers) in|reply to me in|answer me in|respond to me in|talk to me in|write to me in|reply in|respond in) (?=(?-i:[A-Z]))", "answer in "),
    (r"\b(?:address me as|refer to me as|call me by the name) (?=(?-i:[A-Z]))", "call me "),
    (r"\bspicy food is (?:fine|ok|okay|no problem) for me\b", "I can eat spicy food"),
    (r"\b(?P<what>[a-z]+ food) is (?:fine|ok|okay|no problem) for me\b", "I can eat {what}"),
    (r"\bcycle to (?=work|school|the office)", "ride a bike to "),
    (r"\btakes? the (?=bus|train|subway|metro|tram|ferry)", "use the "),
    (r"\bwakes? up (?=at)", "get up "),
    (r"\b(?:own|possess) (?=an? )", "have "),
    (r"\b(?:owns|possesses) (?=an? )", "has "),
    (rf"\btakes (?={_SPAN}\b)", "lasts "),
    (r"^my job is (?=an? )", "I am "),
    (r"\bnoisy\b", "loud"),
])  # fmt: skip
_LOOSE_ZH: Final = _compiled([
    (r"^(?P<who>[^，。我]{2,8}?)(?:接替|取代|接任|代替)(?P<old>[^，。]{1,8}?)(?:当上?了?|担任了?|成为了?|做了?|出任|任)(?P<role>[^，。]{2,12}?)了?$", "{role}现在是{who}而不是{old}"),
    (r"(?P<who>[^，。我]{2,4})(?:当上|当了|升任|出任)(?P<role>[^，。]{2,8}?)了?(?=$|，)", "{role}现在是{who}"),
    (rf"(?<!{_HAN})新的?(?P<what>{_HAN}{{2,8}}?)(?P<is>是|叫|为)", "{what}现在{is}"),
    (r"^(?P<what>[^，。\d]{2,10}?)(?:要在|得在|在|于)?(?P<date>\d{1,2}月\d{1,2}[日号])(?:之?前)?(?:交|提交|上交|截止|到期)$", "{what}的截止日期是{date}"),
    (r"^(?P<what>[^，。从]{2,12}?)(?:已经|已)?从(?P<old>[^，。]{1,8}?)(?:转给|交给|移交给|转交给)(?P<who>[^，。]{1,8}?)了?$", "{what}改由{who}负责"),
    (r"^(?P<what>[^，。]{2,12}?)(?:一直)?是(?P<who>[^，。是]{1,6}?)在(?:管|负责|做|带)$", "{what}由{who}负责"),
    (r"升(?:了|成|到)?(?=初级|中级|高级|资深|总监|经理|主管|组长)", "升任"),
    (r"(?<=[^\d])(?:最大|最高|最多)(?:是|为)?(?=\d)|的?(?:大小|数量)?上限(?:是|为)(?=\d)", "的上限是"),
    (r"到期日(?!期)|交付日(?!期)|截止日(?!期)", "截止日期"),
    (r"不再?(?:学|读|用|喝|吃|练|玩|做|打|养)(?P<old>[^，。]{1,10}?)了，?(?:而是|现在)?(?:改|转|换)(?:学|读|用|喝|吃|练|玩|做|打|到|成|为|养)(?P<new>[^，。]+?)了?$", "从{old}换到{new}"),
    (r"(?:瘦|胖|减肥)到(?=\d)", "体重降到"),
    (r"就?定(?=[\d一二三四五六七八九十]+万?[元块千百]?)(?P<v>[^，。吧]+)吧?$", "改成{v}"),
    (r"(?:很|特别|非常|十分|最|超级?|挺|真的?)(?=讨厌|害怕|反感|怕|恨)", ""),
    (r"(?:很|特别|非常|十分|挺|超级?)(?=喜欢|爱(?!人))", ""),
    (r"(?:从来不|从不|一向不)", "不"),
    (r"一点都?儿?(?:也|都)?不", "不"),
    (r"一点(?P<what>[^，。都也不]{1,4})(?:都|也)不(?=能|会|吃|喝|碰)", "不能吃{what}"),
])  # fmt: skip


class _Groups(dict[str, str]):
    """The groups of a match, and the words that follow from them."""

    def __missing__(self, name: str) -> str:
        whose = (self.get("whose") or "").lower()
        return {"I": _PERSON.get(whose, ""), "be": _BE.get(whose, "is"), "was": _WAS.get(whose, "was")}[name]


def _filled(match: re.Match[str], told: str) -> str:
    groups = _Groups({name: value or "" for name, value in match.groupdict().items()})
    for name, table in (("role", _ROLES | _ROLES_ZH), ("done", _DONE), ("time", _TIMES)):
        if name in groups:
            groups[name] = table.get(groups[name].lower(), groups[name])
    return told.format_map(groups)


def _apply(rules: list[tuple[Sieved, str]], text: str) -> str:
    plain = text.casefold()
    for pattern, told in rules:
        if pattern.may_match(plain):
            text = pattern.sub(lambda match, told=told: _filled(match, told), text)  # type: ignore[misc]
            plain = text.casefold()
    return text


def _is_chinese(text: str) -> bool:
    return re.search(_HAN, text) is not None


def _stripped(text: str) -> str:
    return text.strip().rstrip(" .!。！~")


@lru_cache(maxsize=4096)
def rephrased(text: str) -> str:
    """A text in the one wording of what it says; the case of names and the values stay as they were written."""
    if len(text) > _LONGEST:
        return text
    plain = _stripped(text.replace("\u2019", "'").replace("：", ":"))
    told = _apply(_EXACT_ZH if _is_chinese(plain) else _EXACT_EN, plain)
    return text if told == plain else told


@lru_cache(maxsize=4096)
def read_as(text: str) -> str:
    """A text in the wording that claims are read from."""
    if len(text) > _LONGEST:
        return text
    plain = _stripped(rephrased(text).replace("\u2019", "'"))
    told = _apply(_LOOSE_ZH if _is_chinese(plain) else _LOOSE_EN, plain)
    return rephrased(text) if told == plain else told
