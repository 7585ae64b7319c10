"""Verbs that fill a slot: which slot, what stands before them and what after."""

# ruff: noqa: E501 - a pattern is read best on one line

from dataclasses import dataclass
from typing import Final, Literal

from memories.judging.sieve import ByScript, Sieved

# "one": a person has one at a time; "kind": one of each kind of thing; "many": any number at once.
Arity = Literal["one", "kind", "many"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """A pattern whose named groups are `new` (the value) and perhaps `old` (the value that was left)."""

    slot: str
    arity: Arity
    pattern: Sieved
    affirms: bool = True
    moves: bool = False


def _make(slot: str, arity: Arity, pattern: str, affirms: bool = True, moves: bool = False) -> Predicate:
    return Predicate(slot, arity, Sieved(pattern), affirms, moves)


# Verbs of which one can have several objects at a time, unlike "runs on", "is hosted on" or "用的是".
BARE_USE: Final = frozenset(
    [
        "use",
        "uses",
        "using",
        "drink",
        "drinks",
        "drive",
        "drives",
        "ride",
        "rides",
        "write",
        "writes",
        "adopted",
        "chose",
        "picked",
        "用",
        "使用",
        "喝",
        "写",
        "采用",
        "选用",
        "每天喝",
        "正在用",
        "在用",
        "一直用",
        "正在使用",
        "在使用",
    ]
)

_ADVERB = r"(?:(?:really|still|now|currently|always|mostly|mainly|usually|absolutely|generally|strongly|just|only|also|primarily|no longer|never) )*"
_TO_ZH = (
    "换到|换成|换为|换用|改成|改为|改用|改到|改在|改走|改吃|改喝|改坐|改去|切换到|切换为|切换成|迁移到|迁移至|迁到|迁至|转到|转用|转为|转成|转向|调整为|调整到|调整至|调到|调为|调成|调高到|"
    "调低到|上调到|上调至|下调到|下调至|变成了?|变为|升级到|升级为|升级成|升到|升为|推迟到|推迟至|推到|提前到|提前至|延期到|延期至|延到|挪到|更新为|更新到|替换成|替换为|涨到|涨为|涨至|降到|降为|"
    "降至|降低到|降低为|提高到|提高为|提高至|增加到|增加为|增至|减少到|减少为|减到|缩短到|缩短为|延长到|延长至|更换为|更换成|变更为|修改为|更改为|更名为|扩大到|加到|缩减到"
)

# In order of priority; the first that matches a clause reads it.
PREDICATES: Final = (
    # leaving something
    _make("uses", "kind", r"\b(?:no longer|not|n't|stopped|quit|gave up|given up|ditched|dropped|abandoned|done with)(?: (?:use|using|with|on|the|run|running|drink|drinking|eat|eating|play|playing|go to|going to))* (?P<new>.+?)(?: any ?more)$", affirms=False, moves=True),
    _make("uses", "kind", r"\b(?:no longer|stopped|quit|gave up|given up|ditched|dropped|abandoned) (?:use|uses|using|run|running|drink|drinking|eat|eating|play|playing) (?P<new>.+)", affirms=False, moves=True),
    _make("has", "many", r"\b(?:gave|threw|sold|returned|got rid of|cancelled|canceled) (?:the |my |our |his |her )?(?P<new>.+?)(?: away| back)?$", affirms=False, moves=True),
    _make("residence", "one", r"\b(?:no longer|not|n't) (?:live|lives|living|based) (?:in|at) (?P<new>.+)", affirms=False, moves=True),
    _make("employer", "one", r"\b(?:no longer|not|n't) (?:work|works|working|employed) (?:at|for|by) (?P<new>.+)", affirms=False, moves=True),
    _make("uses", "kind", r"\b(?:no longer|stopped|quit|gave up|given up|got tired of) (?:\w+(?:ing|s) )?(?P<new>.+)", affirms=False, moves=True),
    _make("uses", "kind", r"(?:不再|已经不|早就不|再也不|停止|放弃)(?:使?用|喝|吃|玩|写)?(?P<new>.+?)了?$", affirms=False, moves=True),
    _make("uses", "kind", r"不(?:使用|用|喝|吃|写|坐|抽|玩|开|养|打)(?P<new>.+?)了$", affirms=False, moves=True),
    _make("has", "many", r"把(?P<new>.+?)(?:卖|扔|退|送人|送掉|注销|取消|停)(?:掉|了)", affirms=False, moves=True),
    _make("residence", "one", r"(?:不再?|没)住在?(?P<new>.+?)了?$", affirms=False, moves=True),
    _make("employer", "one", r"(?:不再?|没)在(?P<new>.+?)(?:工作|上班|任职)了?$", affirms=False, moves=True),
    _make("uses", "kind", r"^(?:please |now |from now on,? )*(?:(?:stop using|no more) (?:the |that |those )?(?P<new>.+)|(?:drop|stop) (?:the |that )?(?P<born>[a-z]+ (?:tone|style|manner)))", affirms=False, moves=True),
    _make("uses", "kind", r"(?:别|不要|不用)(?:再|那么|这么|太)(?P<new>.+)", affirms=False, moves=True),
    # who is in charge
    _make("owner", "one", r"改由(?P<new>[^，。]{1,12}?)(?:负责|主持|带领|牵头|维护|管理)", moves=True),
    _make("owner", "one", r"由(?P<new>[^，。]{1,12}?)(?:负责|主持|带领|牵头)"),
    _make("owner", "one", r"\b(?:reassigned|handed over) to (?P<new>.+)", moves=True),
    _make("owner", "one", r"\b(?:led|headed|chaired|run|managed|owned|maintained|handled|supervised|coordinated) by (?P<new>.+)|\bassigned to (?P<born>.+)"),
    # going from one to another
    _make("switch", "kind", r"\breplac(?:ed|ing|es) (?P<old>.+?) (?:with|by) (?P<new>.+)", moves=True),
    _make("switch", "kind", r"\b(?:swapped|traded) (?P<old>.+?) for (?P<new>.+)", moves=True),
    _make("switch", "kind", r"(?P<old>.+) (?:was|were|has been|have been|got) replaced (?:by|with) (?P<new>.+)", moves=True),
    _make("residence", "one", r"\b(?:moved|relocated|moving)(?: (?:back|house|home|away|permanently|over))*(?: from (?P<old>.+?))? (?:to|into) (?P<new>.+)", moves=True),
    _make("switch", "kind", r"\b(?:switch(?:ed|es|ing)?|mov(?:ed|ing)|migrat(?:ed|ing)|transition(?:ed|ing)|chang(?:ed|es|ing)|convert(?:ed|ing)|upgrad(?:ed|ing)|downgrad(?:ed|ing)|rescheduled|postponed|renamed|transferred|raised|lowered|increased|reduced|extended|shortened|cut|bumped|pushed|grown|grew|rose|risen|dropped|fell|fallen|went up|gone up|gone down|went down|shrunk|updated|revised)(?P<what>(?: (?!to\b|from\b)[\w'.-]+){0,6}?)(?: from (?P<old>.+?))? (?:over to|back to|to|into|until) (?P<new>.+)", moves=True),
    _make("employer", "one", r"\b(?:joined|hired by|started (?:working )?at|starting at) (?P<new>.+)", moves=True),
    _make("job", "one", r"\b(?:promoted to|became|have become|has become|now works? as|now working as|retrained as) (?:an? |the )?(?P<new>.+)", moves=True),
    _make("residence", "one", r"(?:从(?P<old>.+?))?(?:搬到|搬去|搬来|搬回|搬进|搬至|搬家到|迁居|移居)了?(?P<new>.+)", moves=True),
    _make("employer", "one", r"(?:从(?P<old>.+?))?(?:跳槽到|跳槽去|跳到|入职|加入|加盟)了?(?P<new>.+)", moves=True),
    _make("job", "one", r"(?:转行做|转行当|转岗做|转岗为|升职为|升任|晋升为|当上|成为)了?(?P<new>.+)", moves=True),
    _make("switch", "kind", rf"(?:[把将](?P<what>.+?))?(?:从(?P<old>.+?))?(?:{_TO_ZH})了?(?P<new>.+)", moves=True),
    _make("switch", "kind", r"换了(?P<new>.+)", moves=True),
    # a person's single slots
    _make("residence", "one", r"\b(?:live|lives|living|lived|reside|resides|residing|based|settled|located|home is) (?:\w+ )?(?:in|at|near) (?P<new>.+)"),
    _make("origin", "one", r"\b(?:come|comes|am|is|are|'m|'s) (?:originally )?from (?P<new>.+)|\b(?:was |were )?(?:born|grew up|raised) in (?P<born>.+)"),
    _make("employer", "one", r"\b(?:work|works|working|employed|worked) (?:at|for|by) (?P<new>.+)"),
    _make("job", "one", r"\b(?:work|works|working|employed) as (?:an? |the )?(?P<new>.+)|\bjob (?:title )?is (?P<born>.+)"),
    _make("school", "one", r"\b(?:study|studies|studying|enrolled) at (?P<new>.+)"),
    _make("name", "one", r"\b(?:my name is|call me|named|goes by|is called) (?P<new>.+)"),
    _make("residence", "one", r"(?:居住在|居住于|定居在?|定居于|现居|常住|住在|家住|(?<!老)家在|住(?!院|宿|址|房))(?P<new>.+)"),
    _make("origin", "one", r"(?:老家(?:在|是)?|出生于|出生在|来自|籍贯(?:是)?|是(?=[^，。]{2,6}人$))(?P<new>.+)"),
    _make("employer", "one", r"(?<!现)在(?P<new>[^，。]{1,20}?)(?:工作|上班|任职|就职|实习)|(?:就职于|任职于|供职于)(?P<born>.+)"),
    _make("job", "one", r"(?:职业是|职业为|是一名|是一位|是名|担任|的工作是|身份是)(?P<new>.+)"),
    _make("school", "one", r"就读于?(?P<new>.+)|在(?P<born>[^，。]{2,16}(?:大学|学院|中学|小学))(?:读|上学|念)"),
    _make("name", "one", r"(?:我叫|名叫|叫我|名字是|名字叫|称呼我(?:为)?)(?P<new>.+)"),
    # tastes
    _make("prefers", "kind", rf"\b{_ADVERB}(?:do not|don't|doesn't|does not|no longer) prefers? (?P<new>.+)", affirms=False),
    _make("likes", "many", rf"\b{_ADVERB}(?:(?:do|does|did) not|don't|doesn't|never|no longer|not)(?: (?:really|even|much))* (?:like|love|enjoy|want|care for|fancy)s? (?P<new>.+)", affirms=False),
    _make("likes", "many", r"\b(?:dislikes?|hates?|can't stand|cannot stand|loathes?|detests?|avoids?|is not a fan of|scared of|afraid of|terrified of|not a fan of|fed up with|tired of) (?P<new>.+)", affirms=False),
    _make("prefers", "kind", rf"\b{_ADVERB}(?:prefers?|preferred|favou?rs|would rather(?: use| have)?|favou?rite [\w -]{{1,30}}? (?:is|are)|preferred [\w -]{{1,30}}? (?:is|are)|go-to [\w -]{{1,30}}? (?:is|are)|first choice is) (?P<new>.+)"),
    _make("likes", "many", rf"\b{_ADVERB}(?:likes?|loves?|enjoys?|adores?|fond of|keen on|a fan of|into) (?P<new>.+)"),
    _make("prefers", "kind", r"不(?:再)?(?:偏好|倾向于?)(?P<new>.+)", affirms=False),
    _make("likes", "many", r"(?:不(?:太|再|怎么|大|是很)?(?:喜欢|爱|想)(?:吃|喝|用|看|听|玩|写)?|讨厌|厌恶|反感|受不了|痛恨|恨|嫌弃|害怕|怕|不感兴趣)(?:吃|喝|用|看|听|玩|写)?(?P<new>.+)", affirms=False),
    _make("prefers", "kind", r"(?:更?偏好|偏爱|更喜欢|最喜欢|最爱|更爱|首选|倾向于?|宁愿|更愿意)(?:的[^，。是]{1,8}是|是|用|吃|喝|看|坐|写)?(?P<new>.+)"),
    _make("likes", "many", r"(?:喜欢|热爱|钟爱|喜爱|爱(?!人|好|情|心|奇|尔|丁))(?:吃|喝|用|看|听|玩|写)?(?P<new>.+)"),
    _make("allergy", "many", r"\b(?:not|no longer|n't) allergic to (?P<new>.+)", affirms=False, moves=True),
    _make("allergy", "many", r"\ballergic to (?P<new>.+)"),
    _make("allergy", "many", r"对(?P<new>[^，。]{1,12}?)(?:已经|早就|再)?不(?:再)?过敏", affirms=False, moves=True),
    _make("allergy", "many", r"对(?P<new>[^，。]{1,12}?)(?:也|都|很|会)?过敏|吃(?P<born>[^，。]{1,12}?)(?:会|就|也)?过敏"),
    # having
    _make("has", "many", r"\b(?:(?:do|does|did) not|don't|doesn't) (?:own|have|keep) (?:an? |any )?(?P<new>.+)|\b(?:has|have|owns?) no (?P<born>.+)", affirms=False),
    _make("has", "many", r"\b(?:owns?|has|have|keeps?) (?P<new>(?:an?|two|three|four|five|six|\d+|my own|his own|her own) .+)"),
    _make("has", "many", r"(?:没有|没养)(?P<new>.+)", affirms=False),
    _make("has", "many", r"(?:养了|养着|拥有|有(?=[一两三]))(?P<new>.+)"),
    # what happened once
    _make("event", "many", r"\b(?:bought|purchased|ordered|booked|ate|watched|met|asked|went to|paid|attended|visited|found|lost|won|was in|were in) (?P<new>.+)"),
    _make("event", "many", r"(?:买|订|吃|看|去|问|付|参加|遇到|丢|赢)[了过](?P<new>.+)"),
    # tools and habits
    _make("speaks", "many", r"\b(?:speaks?|fluent in|learning) (?P<new>.+)|(?:会说|会讲|在学|精通)(?P<born>.+)"),
    _make("uses", "kind", r"\b(?:(?:do|does|did) not|don't|doesn't|never|cannot|can't) (?:use|uses|drink|drinks|eat|eats|write|writes|run|runs|play|plays|drive|drives|take|takes) (?P<new>.+)", affirms=False),
    _make("uses", "kind", r"\b(?:use|uses|using|(?:re-?)?(?:built|implemented|coded|written) (?:on|with|in)|adopted|chose|picked|runs? on|running on|rely on|relies on|writes?|deploys? (?:to|on|with)|hosted (?:on|at|by|in)|depends on|works? with|working with|powered by|drinks?|pays? (?:with|by)|commutes? by|gets? to work by|drives?|rides?|codes? in|programs? in|went with|settled on|answers? in|respond in|reply in|store[sd]? in|lives? on) (?P<new>.+)"),
    _make("uses", "kind", r"(?:不|没|没有|从不|从来不)(?:使用|用|喝|吃|写|坐|抽|玩)(?P<new>.+)", affirms=False),
    _make("uses", "kind", r"(?:正?在用的?是?|正?在使用|一直用|都用|使用的?是?|采用|选用|选择了?|用的是|(?<!作)(?<!费)(?<!信)(?<!实)(?<!通)(?<!应)(?<!适)(?<!常)(?<!启)(?<!停)(?<!禁)(?<!不)用(?!户|来|于|过|完|途|法|品|心|量|在)|部署在|托管在|运行在|存在|放在|依赖|基于|每天喝|喝|写(?!到|在|错|作)|付款用|回答用)了?(?P<new>.+)"),
)  # fmt: skip

BY_SCRIPT: Final = ByScript([(predicate.pattern, predicate) for predicate in PREDICATES])
