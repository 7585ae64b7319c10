"""Small words that say how a statement is meant: a change, an addition, a doubt, a denial, a correction."""

# ruff: noqa: E501 - a pattern is read best on one line

import re
from dataclasses import dataclass, fields
from typing import Final

from memories.judging.sieve import ByScript, Sieved

# Each cue: (name that may be shown, pattern over the folded text).
_CHANGE: Final = [
    ("switched", r"\b(?:switch(?:ed|ing)?|migrat(?:ed|ing)|transition(?:ed|ing)|convert(?:ed|ing)) (?:\w+ ){0,4}?(?:to|over|from)\b"),
    ("moved", r"\b(?:moved|relocated|moving) (?:\w+ ){0,5}?(?:to|into|from|back|over)\b"),
    ("now", r"\b(?:is|am|are|'s|'m|'re|has|have|was|uses?|lives?|works?|runs?|prefers?|likes?|costs?|takes?|starts?) now\b|\bnow(?:adays)?\b(?! and then)|\bcurrently\b|\bthese days\b|\bas of (?:today|now|this|\w+day|next)"),
    ("no longer", r"\bno longer\b|\bnot? (?:\w+ )?any ?more\b|n't \w+(?: \w+){0,4} any ?more\b|\b(?:quit|stopped|gave up|given up|ditched|dropped|abandoned|cancell?ed|called off|broke off|broke up|shut down|closed down|retired|resigned)\b"),
    ("instead", r"\binstead\b|\brather than before\b"),
    ("changed", r"\b(?:has |have |was |were |been |just |got )*(?:changed|updated|raised|lowered|increased|reduced|extended|shortened|bumped|upgraded|downgraded|renamed|rescheduled|postponed|promoted|revised|cut|pushed(?: back)?|brought forward) (?:\w+ ){0,4}?(?:to|from|into|as)\b|\bchang(?:ed|ing) (?:my|our|the|his|her) \w+|\b(?:change|update|set|switch) (?:my|our|the) (?:\w+ ){1,4}to\b"),
    ("rewritten", r"\b(?:re-?(?:written|built|implemented|coded)|ported|sold (?:the|my|our|his|her)|got married|got divorced)\b"),
    ("replaced", r"\breplac(?:ed|es|ing)\b|\bsuperseded\b|\btook over\b|\bswapped\b|\btraded\b"),
    ("rose", r"\b(?:went|gone|goes|rose|risen|fell|fallen|dropped|grew|grown|shrank|jumped|climbed) (?:up |down )?(?:to|from)\b"),
    ("became", r"\b(?:became|turned into|(?:has|have|'s|'ve) become|turned \d+)\b"),
    ("new", r"\b(?:my|our|his|her|their|user's) new \w+|\bnewly\b|\bjust (?:got|became|started|turned|joined|bought|adopted)\b"),
    ("改", r"改成|改为|改用|改到|改在|改走|改吃|改喝|改坐|改去|改由|修改为|更改为|变更为|更名"),
    ("换", r"换到|换成|换了|换用|换去|更换|替换|切换|换为|换新|跳槽"),
    ("搬", r"搬到|搬去|搬家|搬来|搬回|搬进|搬至|迁到|迁至|迁移(?!成功|失败|完成|任务|脚本|计划|工具|方案)|迁入|转到|转去|转用|转行|转岗|转为|转成"),
    ("不再", r"不再|再也不|已经不|早就不|戒(?=[了掉烟酒糖])|取消了|卖掉了|离职了|辞职了|退学了|分手了|离婚了|不.{0,6}了(?:$|[，。,.!])|没.{0,4}再"),
    ("现在", r"现在|如今|目前|眼下|当前|从今|今后|以后(?=[都用改只就请])|往后|最近开始|开始(?:改|[吃喝用骑开]\w{1,4}了)|刚(?:刚)?(?:换|搬|改|入职|升)|新的?(?:电话|手机|号码|地址|邮箱|工作|公司)"),
    ("调整", r"调整|调到|调为|调成|调高|调低|上调|下调|提高到|降到|降为|降低到|降至|增加到|增至|涨到|涨为|减少到|减到|缩短到|延长到|延长至|推迟到|推到|提前到|延期到|延到|挪到|升级到|升级为|升到|升为|升任|加到|扩大到|缩减到|更新为|更新到"),
    ("变成", r"变成|变为|成为了|成了|当上"),
]  # fmt: skip
_ADDITIVE: Final = [
    ("also", r"\balso\b|\btoo\b(?! (?:\w+ly )?(?:much|many|long|slow|fast|big|small|hot|cold|salty|loud|late|early|expensive))|\bas well\b|\bin addition\b|\badditionally\b|\bbesides\b|\bon top of that\b|\balongside\b"),
    ("another", r"\banother\b|\ba second\b|\bone more\b|\bboth\b"),
    ("也", r"也(?!许|不)|还(?=[喜爱有会能用要在是想吃喝养支包])|另外|此外|同时|以及|又(?=[买养学加])|除了|外加|再加|同样|并且还"),
]  # fmt: skip
_HEDGE: Final = [
    ("maybe", r"\bmaybe\b|\bperhaps\b|\bmight\b|\bprobably\b|\bpossibly\b|\bmay(?= (?:be(?! \w+ed\b)|have|move|switch|change|need|\w+ to)\b)|\bcould be\b|\bi think\b|\bi guess\b|\bnot sure\b|\bseems?\b|\bapparently\b|\brumou?r|\bconsidering\b|\bthinking (?:about|of)\b|\blikely\b"),
    ("可能", r"可能(?!性)|大概|也许|或许|好像|似乎|估计|说不定|不确定|应该是|听说|恐怕|没准|在考虑|考虑(?:换|改|搬|要不要)"),
]  # fmt: skip
_PLAN: Final = [
    ("plan", r"\b(?:plans?|planning|hopes?|hoping|wants?|wishes|intends?|dreams?|would (?:like|love)|'d (?:like|love)|going|thinks? about|considering|tempted) (?:to|of|about)\b|\bwill (?:move|switch|change|join|start)\b|\bsome ?day\b"),
    ("打算", r"打算|计划(?=[去搬换买学明后下要把将从用改迁上])|准备(?=[去搬换买学考要])|想(?=[去搬换买学要试养到])|希望|将来|以后想|梦想"),
]  # fmt: skip
_PASSING: Final = [
    ("visit", r"\b(?:visit(?:ed|ing|s)?|travell?(?:ed|ing|s)?|trip|holiday|vacation|weekend in|flew|fly(?:ing)?|drove|stopp?ed (?:by|in)|passing through|layover|business trip|conference|attended|last (?:night|week|month|year|summer|weekend|\w+day)|yesterday|this (?:morning|afternoon|weekend)|once|for a (?:day|week|weekend|few days|month)|temporar\w+|just tried|tried|borrowed)\b"),
    ("去过", r"去过|出差|旅游|旅行|玩了|路过|参观|度假|上周|上个月|昨天|前天|去年|那次|一趟|一次|几天|临时|暂时|试了|试过|尝了|借了|看望|周末去"),
]  # fmt: skip
_FORMER: Final = [
    ("used to", r"\bused to\b|\bformerly\b|\bpreviously\b|\bin the past\b|\byears ago\b|\bback when\b|\bas a child\b|\bonce (?:lived|worked|used)\b|\bgrew up\b"),
    ("以前", r"以前|曾经|过去|原来(?!是)|从前|小时候|当年|之前(?=在|是|住|用|喜)"),
]  # fmt: skip
_CORRECTION: Final = [
    ("actually", r"\bactually\b|\bcorrection\b|\bi (?:misspoke|was wrong|made a mistake)\b|\bthat(?:'s| is| was) (?:wrong|incorrect|not right)\b|\bin fact\b|\bto be precise\b|\bnot \w+(?: \w+)?, but\b"),
    ("其实", r"其实|更正|纠正|实际上|说错了|搞错了|记错了|写错了|弄错了|事实上|不是.{1,12}(?:而是|[，,]\s?是)"),
]  # fmt: skip
_SUPERSEDE: Final = [
    ("supersedes", r"\b(?:this|that|it|the following|my last message) (?:\w+ )?(?:supersedes?|overrides?|replaces?|invalidates?|overwrites?)\b|\b(?:ignore|disregard|forget|discard|delete|overwrite) (?:\w+ ){0,3}(?:above|previous|earlier|prior|old|before|everything|memor\w+|instructions?)\b|\bsupersedes (?:the|all|any|every)\b|\bthe (?:above|previous|earlier) \w* ?(?:is|are|was) (?:void|obsolete|outdated|invalid|superseded|wrong)\b"),
    ("以此为准", r"以此为准|以上(?:内容|信息|说法|记录|都)?(?:作废|无效|取消|不算)|(?:忽略|忘掉|忘记|无视|覆盖|取代|推翻|删除)(?:掉)?(?:之前|以前|以上|上面|前面|所有|原来|原有)|之前(?:说)?的(?:都|全部)?(?:作废|无效|不算|不对)"),
]  # fmt: skip
# Somebody else's word, and what is only supposed: neither is the speaker's own statement.
_REPORTED: Final = [
    ("says", r"(?<!\bi )\b(?:says?|said|claim(?:s|ed)|thinks?|thought|believes?|believed|heard|insists?|told (?:me|us)|wonders?|asks?|asked|assumes?|guesses|according to|reportedly|allegedly|supposedly)\b|[\"\u201c\u201d]"),
    ("说", r"(?<![我听会])说(?![明服错话法不定])|声称|宣称|据说|据传|据悉|传闻|听说|认为|以为|觉得|猜|(?<!访)问(?![题卷答])|[\"\u201c\u201d「」]"),
]  # fmt: skip
_SUPPOSED: Final = [
    ("would", r"\bwould(?! (?:like|love|rather|prefer))\b|\bwere to\b|\bwhat if\b|\bsuppose\b|\bhypothetical\w*|\b(?:evaluat|assess|explor|investigat|trial|prototyp|discuss)ing\b|\bpropos(?:es?|ed|ing|al)\b|\bsuggest\w*|\binterview\b|\benough for\b|\bshould\b"),
    ("如果", r"如果|假如|假设|要是|倘若|万一|评估|考察|试用|提议|建议|足够|想[把将]|有意|拟[将用改]|讨论"),
]  # fmt: skip
_FIRST: Final = [("I", r"\b(?:i|my|me|mine|myself|we|our|(?<!the )us|i'm|i've|i'd|i'll)\b|我|咱|本人|俺")]
_QUESTION: Final = [("question", r"\?\s*$|？|[吗呢么]\s*[?？]?\s*$")]
# 不错, 不同, 不仅 and 特别, 别人, 性别 deny nothing.
_NEGATION: Final = Sieved(
    r"\b(?:not|never|no|none|without|neither|nor|cannot|nobody|nothing|hardly|refuses?|avoids?|lacks?|unable|except)\b|n't\b|\bdont\b"
    r"|(?<!差)(?<!对)不(?!错|同|仅|过(?![敏问])|但|管|断|只是|止|好意思|得不|少|久|动产|锈|知不觉)|没(?!错|准)|无(?!论|人机|所谓|锡|线|谷)|(?<![特级分个性识差类派])别(?![人墅的名处称离致])|非(?=素|吸)|未(?=婚|满|完|通|启|开)|勿|戒(?=[了烟酒糖])|滴酒不沾|拒绝|避免|从不"
)


# 是不是, 能不能: asked, not denied.
_ASKED: Final = re.compile(r"([是能要会好可])不\1")


_FAMILIES: Final = {
    "change": _CHANGE,
    "additive": _ADDITIVE,
    "hedge": _HEDGE,
    "plan": _PLAN,
    "passing": _PASSING,
    "former": _FORMER,
    "correction": _CORRECTION,
    "supersede": _SUPERSEDE,
    "first_person": _FIRST,
    "question": _QUESTION,
    "reported": _REPORTED,
    "supposed": _SUPPOSED,
}
_TABLE: Final = ByScript(
    [(Sieved(pattern), (family, name)) for family, cues in _FAMILIES.items() for name, pattern in cues]
)


@dataclass(frozen=True, slots=True)
class Cues:
    """Names of the cues found, by family."""

    change: tuple[str, ...] = ()
    additive: tuple[str, ...] = ()
    hedge: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()
    former: tuple[str, ...] = ()
    correction: tuple[str, ...] = ()
    supersede: tuple[str, ...] = ()
    first_person: tuple[str, ...] = ()
    question: tuple[str, ...] = ()
    reported: tuple[str, ...] = ()
    supposed: tuple[str, ...] = ()

    def joined(self, other: "Cues") -> "Cues":
        """The cues of both."""
        return Cues(*(getattr(self, cue.name) + getattr(other, cue.name) for cue in fields(self)))

    @property
    def says_changed(self) -> bool:
        """Whether the text itself says that something is no longer as it was."""
        return bool(self.change or self.correction)

    @property
    def tentative(self) -> bool:
        """Whether the text states nothing firm: a doubt, a plan, a question."""
        return bool(self.hedge or self.plan or self.question)


def find_cues(text: str) -> Cues:
    """Cues of a folded text."""
    found: dict[str, tuple[str, ...]] = {}
    for pattern, (family, name) in _TABLE.worth_asking(text):
        if pattern.search(text):
            found[family] = (*found.get(family, ()), name)
    return Cues(**found)


def negations(text: str) -> int:
    """How many denials a folded stretch of text holds; two cancel each other."""
    return len(_NEGATION.findall(_ASKED.sub("", text)))
