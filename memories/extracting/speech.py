"""What a sentence states: a fact, a preference, a correction, a decision, a lesson, or nothing. Patterns, pure."""

# ruff: noqa: E501 - a pattern is read best on one line

from __future__ import annotations

import re
from typing import Final

from memories.extracting.asking import CONDITIONAL, EXAMPLE, one_off, supposes, wishes
from memories.extracting.leads import COURTESY, FILLER, LEADS, REPLY
from memories.extracting.spans import Span, trimmed
from memories.extracting.taking_back import ELLIPTIC, MISTAKEN, leans_back, says_nothing_alone
from memories.judging.language import HAN

END_MARKS: Final = "。.！!；;，,…~～"

_ANNOUNCED: Final = re.compile(r"(?:actually|correction)\b|更正|纠正", re.I)
_PLEASE_LAST: Final = re.compile(r"[,，]?\s*(?:please|thanks|thank you|谢谢|拜托了?|好吗|ok)[\s.!。！]*$", re.I)


def without_fillers(text: str, sentence: Span) -> Span:
    """The sentence without what leads into it or is politely added. "No," goes only where the rest stands alone."""
    start = sentence.start
    if says_nothing_alone(sentence.of(text)):
        return sentence
    while (end := _led_in(text, start, sentence.end)) is not None:
        start = end
    match = MISTAKEN.match(text, start, sentence.end)
    # "Actually," and "Correction:" tell what the statement is.
    if (
        match
        and not _ANNOUNCED.match(match.group())
        and match.end() < sentence.end
        and not ELLIPTIC.match(text, match.end(), sentence.end)
    ):
        start = match.end()
    end = sentence.end
    polite = _PLEASE_LAST.search(text, start, end)
    if polite and polite.start() > start:
        end = polite.start()
    return trimmed(text, Span(start, end))


def _led_in(text: str, start: int, end: int) -> int | None:
    """Where the statement goes on after what leads into it, if something does."""
    match = FILLER.match(text, start, end)
    if match and match.end() < end:
        return match.end()
    if wishes(text[start:end]):
        return None
    for lead in LEADS:
        match = lead.match(text, start, end)
        if match and match.end() < end:
            rest = text[match.end() : end]
            if lead is not COURTESY:
                return match.end() if tells(rest) or wishes(rest) else None
            again = _led_in(text, match.end(), end)
            stands = tells(rest) or _INTRODUCES.match(rest)
            if again is not None or wishes(rest) or (stands and not REPLY.match(rest)):
                return match.end()
    return None


_INTRODUCES: Final = re.compile(r"(?:this is|it'?s) [A-Z]|(?:这里|这边|我这)是")

# What is said to be polite, or to oneself.
# A word that a name or a statement may begin with ("Great Britain", "No sugar") is small talk only by itself.
_SMALL: Final = re.compile(
    r"(?:(?:thanks?(?: you)?(?! to (?!you\b))|thx|cheers|hi|hello|hey|good (?:morning|afternoon|evening|night)|bye|goodbye|see you|talk to you|have a (?:nice|good|great)|you'?re welcome|no (?:problem|worries|thanks|thank you|idea|need|way|rush|hurry)(?=[\s.!,，。]*$|[,，.!]| (?:at all|to|thanks)\b)|lol|haha\w*|hm+|sounds? (?:good|great)|got it|i see|i understand|never ?mind|go ahead|good job|well done|that'?s (?:all|it|great|fine|good|nice|perfect|right|helpful|interesting|enough|ok(?:ay)?)|i (?:think|guess) (?:that'?s|so|not)|let me (?:think|see|check)|i wonder|i'?m not sure|not sure|no idea|i don'?t know|i hope|fingers crossed|much appreciated|my pleasure|of course|how are you|nice to meet)\b)"
    r"|(?:welcome|ok(?:ay)?|sure|yes|yeah|yep|great|perfect|nice|cool|awesome|wow|right|exactly|certainly|absolutely|sorry)\b(?!-\w)(?! is\b)(?!\s+(?-i:[A-Z])[\w']*\s+[\w']+\s+\w)"
    r"|(?:no|nope)\b(?:\s*[,，.!。:-]|\s*$|\s+(?:i don'?t|i do|i'?m not|it'?s not|not (?:yet|really|at all)|please)\b.{0,12}$)"
    r"|(?:谢谢|多谢|太?感谢|你好|您好|嗨|哈喽|早上好|早安|下午好|晚上好|晚安|再见|拜拜|回见)"
    r"|(?:辛苦|明天见|好(?:的|吧|嘞|呀|啊|滴)|行吧?|可以|没(?:事|问题|关系)|不客气|(?:这么|太)(?:好|棒|赞)|不错|完美|厉害|牛|原来如此|明白|了解|知道|懂|嗯+|哦|啊|也许吧|算了|没什么|收到)(?:了|啦|吧|啊|呀|哦|哈|嘛|你|您|大家|们|的|老师){0,4}(?=[\s,，。.!！?？~…]|$)"
    r"|(?:哈哈|嘿嘿|呵呵|让我想|我想想|不知道|不确定|我不清楚|今天就(?:先)?(?:这样|到这)|先这样|就这样)",
    re.I,
)
_POINTS: Final = re.compile(
    r"(?:this|that|it|these|those|there)(?:'s)?\b|(?:这个?|那个?|这样|那样|它)(?!周|月|年|次)", re.I
)
_FIRST: Final = re.compile(r"\b(?:i|i'm|i've|i'd|my|me|mine|we|we're|we've|our|ours|us)\b|[我咱]|本人", re.I)
_QUOTE_FIRST: Final = re.compile(r"[“\"「『‘'](?:[^”\"」』’']{4,})[”\"」』’']")
# Reported to the end of the sentence: short words of Chinese are as much a quotation as long ones of English.
_REPORTED: Final = re.compile(
    r"(?:[说讲问喊道答]|\b(?:said|says?|wrote|writes|replied|answered|told \w+|asked(?: \w+)?))\s*[:：，,]?\s*[“\"「『‘'][^”\"」』’']{2,}[”\"」』’'][。.！!？?\s]*$",
    re.I,
)


def quotes(said: str) -> bool:
    """A sentence that is mostly, or begins with, somebody's words in quotation marks."""
    match = _QUOTE_FIRST.search(said)
    if _REPORTED.search(said):
        return True
    return match is not None and (match.start() == 0 or len(match.group()) > 0.5 * len(said))


def tells(said: str) -> bool:
    """Whether a clause tells something by itself."""
    said = said.strip()
    return (
        long_enough(said)
        and not (supposes(said) or EXAMPLE.match(said) or quotes(said) or _SMALL.match(said) or one_off(said))
        and not (_POINTS.match(said) and not _FIRST.search(said))
    )


def long_enough(said: str) -> bool:
    """Three words, or three Chinese characters."""
    han = len(re.findall(f"[{HAN}]", said))
    return han + 1.5 * len(re.findall(r"[^\W_]+", re.sub(f"[{HAN}]", " ", said))) >= 3


# Kinds of statement.
_LESSON: Final = re.compile(
    r"(?:lessons?(?: learn(?:ed|t))?|takeaway|rule of thumb|note to self)\s*[:：-]|(?:it )?turns? out\b|it turned out\b|(?:i|we)(?:'ve| have)? (?:learn(?:ed|t)|found out|realised|realized|discovered) (?:that|the hard way)|the hard way\b"
    r"|(?:教训|经验(?:教训)?|心得|踩坑|总结经验|避坑)(?:是|就是)?[:：，,]|(?:后来|才|我们?)(?:发现|意识到|明白)|吃一堑|学到(?:了|的)",
    re.I,
)
_CORRECTION: Final = re.compile(
    r"\bactually\b|\bcorrection\b|\bi (?:misspoke|meant|was wrong)\b|\bnot\s+(?:[\w'-]+\s?){1,4}$|\b(?:is|are|it'?s|on|in|at|to)\b[^,]{1,40},?\s+not\s+\w|\bi said\b.*\bbut\b|\brather than what i said|\bshould (?:be|have been)\b.*\bnot\b|\bnot \w+, (?:it'?s|but)\b"
    r"|不对|说错|搞错|记错|写错|其实|更正|纠正|应该是|不是[^，,]{1,12}[，,]?(?:是|而是)|[，,](?:而)?不是",
    re.I,
)
_DECISION: Final = re.compile(
    r"\b(?:i|we|the team|they)(?:'ve|'re| have| are)?\s?(?:just |finally |all )?(?:decided|agreed|chose|chosen|settled on|opted|picked|going with|concluded|voted)\b|^let'?s go (?:with|for)\b|^(?:decision|decided|agreed)\s*[:：]|\b(?:i|we)(?:'ll| will) go with\b|\bwe(?:'re| are) going (?:with|to use)\b"
    r"|决定(?!性)|商量好|定下来|敲定|说好了|选定|选择了|拍板|^就(?:用|选|按|定|去|买|叫)|一致同意|达成一致|我们?选了?",
    re.I,
)
_PREFERENCE: Final = re.compile(
    r"\b(?:i|we)(?:'d|'ve| would| really| always| still| also| much| absolutely| usually| generally)*\s(?:prefer|like|love|hate|dislike|enjoy|adore|loathe|can'?t stand|don'?t (?:really )?(?:like|enjoy|care for)|rather|favou?r|fancy)\b(?! (?:to know|you to))|\bmy (?:favou?rite|preferred)\b|\bi'?m (?:a (?:big )?fan of|not a fan|fond of|partial to)"
    r"|(?:我|我们|本人).{0,14}?(?:喜欢|讨厌|偏好|偏爱|最爱|更爱|爱[吃喝看听用玩]|不爱|受不了|钟爱|习惯(?:用|于)|倾向|宁愿|宁可|更想|反感|不喜)|我的?(?:最爱|喜好|偏好)",
    re.I,
)
_LIKE_AS: Final = re.compile(r"\bi(?:'d| would) like (?:to|you|a|an|some|the)\b", re.I)


def one_piece(said: str) -> bool:
    """A correction, a wish, a lesson or a decision with its reason is not taken apart."""
    return (
        wishes(said) or leans_back(said) or any(pattern.search(said) for pattern in (_LESSON, _CORRECTION, _DECISION))
    )


def user_act(said: str) -> tuple[str, str]:
    """(kind, "") of what a user's sentence states, or ("", reason) for what is not kept."""
    if quotes(said) or EXAMPLE.match(said) or said.endswith((":", "：")):
        return "", "quoted"
    if says_nothing_alone(said):
        return "correction", ""
    if _LESSON.search(said):
        return "lesson", ""
    if wishes(said):
        return "directive", ""
    if _SMALL.match(said) and not _corrects(said):
        return "", "small_talk"
    if CONDITIONAL.match(said):
        return "", "hypothetical"
    if _DECISION.search(said):
        return "decision", ""
    if one_off(said):
        return "", "request"
    if not long_enough(said) or MISTAKEN.fullmatch(said + "."):
        return "", "small_talk"
    if _corrects(said):
        return "correction", ""
    if _PREFERENCE.search(said) and not _LIKE_AS.search(said):
        return "preference", ""
    if _LIKE_AS.search(said):
        return "", "request"
    if _POINTS.match(said) and not (_FIRST.search(said) or _INTRODUCES.match(said) or re.search(r"\d", said)):
        return "", "small_talk"
    return "fact", ""


def _corrects(said: str) -> bool:
    return bool(_CORRECTION.search(said)) or leans_back(said)


# What an assistant's sentence can leave: what it did, chose, found out.
_DID: Final = re.compile(
    r"\bi(?:'ve| have)(?: now| just| also| already| successfully)?\s(?!(?:seen|noted|understood|read|got|heard|remembered|been|no)\b)(?:\w+ed|sent|built|written|made|set|run|found|put|bought|begun|done|moved|split|kept)\b|\bi (?:booked|created|sent|updated|deployed|fixed|added|removed|changed|moved|renamed|installed|configured|scheduled|cancell?ed|ordered|refunded|merged|deleted|wrote|set up|restarted|migrated|reset|opened|closed|filed|ran|replaced|increased|reduced)\b"
    r"|(?:我|我们)?已经?(?:经)?(?:为您|为你|帮您|帮你|给您|给你|将|把|在|向)?.{0,12}?(?:预订|预定|创建|建了|发送|更新|部署|修复|添加|删除|修改|安装|配置|设置|取消|退款|合并|提交|重启|迁移|改成|改为|换成|关闭|打开|安排|登记|下单|完成|写入|上线)",
    re.I,
)
_FOUND: Final = re.compile(
    r"\b(?:root cause|the (?:cause|reason|problem|issue|fix|bug|error|solution) (?:was|is|lay|turned out))\b|\b(?:failed|fails|broke|crashed) because\b|\bfixed (?:it )?by\b"
    r"|根本原因|(?:失败|报错|出错|问题|故障)的?原因(?:是|在于)|原因(?:是|在于)|问题(?:出在|在于)|解决(?:办法|方法|方案)(?:是|为)",
    re.I,
)
_CHOSE: Final = re.compile(
    r"\b(?:i|we)(?:'ve| have)? (?:chose|chosen|decided|settled on|opted|picked|agreed)\b|^decision\s*[:：]|\b(?:i|we)(?:'ll| will) (?:go with|use)\b.*\b(?:because|since|as)\b"
    r"|(?:我|我们)?(?:选择了|决定|选用了?|采用了?).*(?:因为|由于|，)|^决定[:：]",
    re.I,
)
_REMEMBERS: Final = re.compile(
    r"\b(?:based on|according to|from) (?:what i|my|our|your) (?:remember|know|memory|memories|notes|records|previous|earlier|last)|\b(?:i|as i) (?:remember|recall|noted)\b|\bas you (?:said|mentioned|told)\b|\byou(?:'ve| have)? (?:said|mentioned|told)\b"
    r"|\b(?:because|since|as) (?:(?:the|my|our|its|your|shared|stored|long-term) )*(?:memory|memories|recall) (?:says?|said|shows?|states?|tells?|told|has|have|holds?)\b|\b(?:memory|memories) (?:says?|said|shows?) so\b"
    r"|记忆(?:里|中|库)?(?:里|中)?(?:说|显示|表明|写着|提到|这么说|有)|根据(?:我的)?(?:记忆|记录|之前)|我(?:记得|记住了)|(?:您|你)(?:之前|刚才|曾经)?(?:说过|提到|提过|告诉)",
    re.I,
)


def remembers(said: str) -> bool:
    """Whether an assistant says, or gives as its reason, what it remembers."""
    return bool(_REMEMBERS.search(said))


def assistant_act(said: str) -> tuple[str, str]:
    """The same of an assistant's sentence: only what it did, chose or found out is kept."""
    if quotes(said) or EXAMPLE.match(said):
        return "", "quoted"
    if remembers(said):
        return "", "restatement"
    if _LESSON.search(said):
        return "lesson", ""
    if _CHOSE.search(said):
        return "decision", ""
    if _FOUND.search(said) or _DID.search(said):
        return "fact", ""
    return "", "small_talk" if _SMALL.match(said) else "talk"


_FAILED: Final = re.compile(
    r"(?:traceback \(most recent call last\)|(?:\w*(?:error|exception)|fatal|panic|failed|failure|timed? ?out)\b|HTTP/?[\d.]* ?[45]\d\d|[45]\d\d\b)"
    r"|(?:错误|异常|失败|超时|报错|出错)",
    re.I,
)
_RECEIPT: Final = re.compile(
    r"(?:ok(?:ay)?|done|success(?:ful(?:ly)?)?|true|false|null|none|\[\]|\{\}|\d+|成功|完成|已完成|好)[.。!！]?$", re.I
)


def no_result(said: str) -> str:
    """Why a tool's answer states nothing: it failed, only says that it is done, or is code."""
    if _FAILED.match(said):
        return "tool_error"
    if _RECEIPT.match(said):
        return "receipt"
    if said.startswith(("```", "<", "#!")) or said.count("\n") > 12:
        return "dump"
    return ""
