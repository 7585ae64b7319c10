"""What a sentence does: states, wishes, asks, corrects, decides, thanks. English and Chinese patterns, pure."""

# ruff: noqa: E501 - a pattern is read best on one line

from __future__ import annotations

import re
from typing import Final

from memories.extracting.spans import Span, trimmed
from memories.judging.language import HAN

END_MARKS: Final = "。.！!；;，,…~～"

_FILLER: Final = re.compile(
    r"(?:(?:well|so|oh|ah|hmm+|um+|uh+|er|okay|ok|by the way|btw|also|and|anyway|fyi|just so you know|for the record|just to let you know|you know|yes|yeah|yep|sure|right|sorry|please note(?: that)?|note that|look)\b\s*[,，:!.…-]*\s*)"
    r"|(?:(?:i (?:must )?(?:want to|should|have to) )?(?:mention|add) that\s+)"
    r"|(?:(?:嗯|呃|哦|噢|啊|唉|诶|哎|哈|对了|那个|话说|顺便(?:说一下|说一句|提一下)?|另外|跟你说(?:一下|一声|个事)?|和你说一下|告诉你|说一下|是这样的?|好的?|行|对|是的|不好意思|抱歉){1,4}[,，、:：!！。…~\s]+)"
    r"|(?:那(?=就))",
    re.I,
)
_MISTAKEN: Final = re.compile(
    r"(?:(?:no|nope|wait|sorry|oops|actually no)\b[,，.!:\s-]+|(?:i (?:misspoke|was wrong|made a mistake)|my mistake|my bad)[,，.!:\s]+)+"
    r"|(?:不对|不是的?|错了|搞错了|说错了|刚才说错了|我?记错了|不好意思说错了|等等|等一下)[,，。!！、\s]+",
    re.I,
)
# What is left after "no," says by itself what it is about.
_ELLIPTIC: Final = re.compile(
    r"(?:it'?s|it is|that'?s|on|at|in|to|from|is|are|was)\b|(?:应该是|是|在|改成|到|从)", re.I
)


_PLEASE_LAST: Final = re.compile(r"[,，]?\s*(?:please|thanks|thank you|谢谢|拜托了?|好吗|ok)[\s.!。！]*$", re.I)


def without_fillers(text: str, sentence: Span) -> Span:
    """The sentence without what leads into it or is politely added. "No," goes only where the rest stands alone."""
    start = sentence.start
    while match := _FILLER.match(text, start, sentence.end):
        if match.end() >= sentence.end:
            break
        start = match.end()
    match = _MISTAKEN.match(text, start, sentence.end)
    if match and match.end() < sentence.end and not _ELLIPTIC.match(text, match.end(), sentence.end):
        start = match.end()
    end = sentence.end
    polite = _PLEASE_LAST.search(text, start, end)
    if polite and polite.start() > start:
        end = polite.start()
    return trimmed(text, Span(start, end))


# Questions.
_ASKS: Final = re.compile(r"[?？][”’\"')）\s]*$|[吗呢][。.!！~\s]*$|了没有?[。.!！\s]*$")
_ASKS_BARE: Final = re.compile(
    r"(?:who|whom|whose|what|when|where|why|which|how)(?:'s|'re)?\s(?:is|are|was|were|do|does|did|can|could|should|would|will|to|much|many|long|about|far|often|\w+\s(?:is|are|do|does|did|should|can))\b"
    r"|(?:can|could|would|will|do|does|did|is|are|was|were|have|has|should|may|shall)\s(?:you|i|we|it|there|they|he|she|this|that|the|my|your|anyone)\b"
    r"|(?:请问|为什么|怎么|怎样|如何|什么时候|哪里|哪个|谁|是不是|能不能|可不可以|有没有|要不要|会不会)",
    re.I,
)
_OPENS: Final = re.compile(
    r"(?:so |then |and |but |also )?(?:who|what|when|where|why|which|how|can|could|would|will|do|does|did|is|are|should|may|any)\b"
    r"|(?:你|您)?(?:能|可以|可否|有没有|会不会|是不是|要不要|请问|怎么|什么|哪|多少|为什么|帮)|.{0,8}(?:什么|哪|怎么|多少|吗|呢|推荐)|.*(?:什么意思|怎么办)",
    re.I,
)


def asks(said: str) -> bool:
    """Whether a sentence is a question as a whole."""
    return bool(_ASKS.search(said) or _ASKS_BARE.match(said))


def opens_question(rest: str) -> bool:
    """Whether this is where a question begins inside a sentence."""
    return bool(_OPENS.match(rest)) or one_off(rest)


# Suppositions.
_SUPPOSES: Final = re.compile(
    r"(?:what if|suppose|supposing|imagine|let's (?:say|pretend|imagine)|pretend|hypothetically|say i\b|assume|assuming|if i (?:were|was|had|lived)\b|if only)\b"
    r"|(?:如果|假如|假设|假定|要是|倘若|想象一?下?|比方说|设想|万一)",
    re.I,
)
_EXAMPLE: Final = re.compile(
    r"(?:for (?:example|instance)|e\.g\.|such as|like this)\b|(?:比如|例如|譬如|举个例子|像这样)", re.I
)
_IN_FACT: Final = re.compile(
    r"(?:in (?:reality|fact|truth)|actually|really|for real|back to)\b|(?:实际上|其实|真的|说正经的|言归正传)", re.I
)
_CONDITIONAL: Final = re.compile(r"(?:if|unless|in case|once)\b|(?:如果|要是|万一|假如)", re.I)


def supposes(said: str) -> bool:
    """Whether what is said from here on is only supposed; a standing wish with a condition is not."""
    return bool(_SUPPOSES.match(said)) and not wishes(said)


def returns_to_fact(said: str) -> bool:
    return bool(_IN_FACT.match(said))


# Standing wishes.
_ALWAYS: Final = re.compile(
    r"\b(?:always|never|ever|from now on|going forward|in (?:the )?future|every (?:time|answer|reply|response)|whenever|each time|all (?:answers|replies|responses)|by default|in your (?:answers|replies|responses|messages)|until i say|at all times)\b"
    r"|以后|今后|往后|从现在开始|从现在起|从今天起|从今以后|永远|始终|总是|每次|一律|凡是|一直|默认|务必|(?:回复|回答|答复|输出)(?:里|中|的?时候|时|都|要|请|尽量)|千万",
    re.I,
)
_TO_YOU: Final = re.compile(
    r"(?:please\s+)?(?:(?:always|never|don'?t|do not|remember to|make sure|keep|use|answer|reply|respond|write|speak|call|refer|address|avoid|stop|start|include|add|give|end|begin|be|format|translate|mention|ask|check|show|send|put|only|just|talk|stick)\b)"
    r"|(?:from now on|going forward|in (?:the )?future|whenever|every time|each time|by default|if|when|in your|for all|until)\b.*?\b(?:you|your|please|use|answer|reply|respond|keep|write|call|don'?t|do not|never|always|avoid|give|speak)\b"
    r"|(?:i (?:want|need|would like|'d like)|i'd like) you to (?:always|never)\b|you (?:should|must) (?:always|never)\b",
    re.I,
)
_TO_YOU_ZH: Final = re.compile(
    r"^(?:请|麻烦|希望|记得|你|您|从现在(?:开始|起)|以后|今后|往后|每次|凡是|一律|永远|始终|总是|默认|(?:我的?)?(?:回复|回答|答复|输出)(?:里|中)?|务必|千万|一直|从今).*?(?:用|别|不要|不能|不许|不得|叫|请|记住|保持|使用|回答|回复|避免|先|都|只|写|说|提醒|称呼|超过|附上|带上|给)"
)
_NOT_YOU: Final = re.compile(
    r"^(?:i|we|he|she|they|it|my|our|the|this|that|there)\b|^(?:以后|今后|每次|从.{1,4}起|从现在开始)?[，,]?(?:我们?|他|她|它|大家|由|咱)|^从.{1,6}起由",
    re.I,
)
_CALL_ME: Final = re.compile(r"\b(?:call me|address me as|refer to me as)\s+\S|(?:叫我|称呼我(?:为)?|喊我)\S", re.I)
_REMEMBER_TO: Final = re.compile(
    r"(?:please )?(?:remember|make sure|don'?t forget) to\b.*\b(?:when|whenever|always|every|each|all|any|if)\b|(?:请)?(?:记住|记得|牢记)[，,]?.*(?:凡是|都|每次|一律|以后|不要|别)",
    re.I,
)
_YOU_TO: Final = re.compile(
    r"(?:i (?:want|need|would like|prefer)|i'd (?:like|prefer)) you to (?:always|never)\b|(?:我)?(?:希望|要求|想让|想要)你(?:以后|每次|永远|一律|总是|始终)",
    re.I,
)


def wishes(said: str) -> bool:
    """A standing wish, addressed to whoever answers."""
    if _CALL_ME.search(said) and not asks(said):
        return True
    if _YOU_TO.match(said) or _REMEMBER_TO.match(said):
        return True
    if not _ALWAYS.search(said) or _NOT_YOU.match(said):
        return False
    return bool(_TO_YOU.match(said) or _TO_YOU_ZH.match(said))


# Work wanted once.
_VERBS: Final = r"write|fix|show|tell|translate|summari[sz]e|give|make|create|draft|explain|list|find|check|run|send|open|close|add|remove|delete|change|update|rewrite|rephrase|shorten|look|search|generate|calculate|compute|convert|compare|help|let|do|try|go|continue|stop|start|read|print|sort|book|order|buy|set|remind|schedule|plan|suggest|recommend|describe|review|test|debug|deploy|install|move|rename|replace|use|put|turn|take|bring|call|ask|answer|repeat|wait|proceed|pick|choose|format|extract|analy[sz]e|correct|improve|prepare|build|implement|refactor|merge|commit|push|pull|cancel|confirm|finish|skip|ignore|forget"
_ONE_OFF: Final = re.compile(
    rf"(?:(?:please|pls|kindly|just|now|then|next|also|first|ok|okay|quickly|maybe)[,\s]+)*(?:(?:{_VERBS})\b(?!\s+(?:is|are|was|were)\b)|don'?t\b|do not\b)"
    r"|(?:i(?:'d| would) like|i want|i need|i'd love|i would love) (?:you to|your help|help|a hand|some help|to (?:know|see|ask|understand|hear|get))\b|i need (?:a|an|some) (?:\w+ ){0,3}(?:from you|for this)\b"
    r"|let'?s (?:start|begin|continue|see|try|move on|do|look|talk)\b"
    r"|(?:那|那就|再|先|现在|接着|然后|请|麻烦|劳烦|烦请|你|您|快|来|顺便|能否|可以)*(?:帮我|帮忙|帮|给我|替我|为我|告诉我|教我|写[一个首篇段份封]|写下|讲[个一讲]|说说|翻译|总结|解释|列出|列一|查一?[下查]|查询|看看|看一?下|检查|生成|计算|算一?下|比较|对比|介绍|推荐|设置?[个一]|定个|提醒我|改一?下|修一?下|修复|修改|重写|润色|缩短|扩写|继续|开始吧|运行|执行|删掉|删除|打开|关闭|创建|新建|画[一个张]|做[一个份]|发给|安排)"
    r"|(?:请|麻烦)(?!记住|记得).|把.{1,20}(?:给我|一下|改|翻译|删|换|发|列|整理|总结|看看)|给(?:它|他|她|这).{0,3}(?:写|画|取|起)|(?:我)?想(?:让|请)[你您]|我(?:想|要)(?:知道|问|了解|看)"
    r"|help一下",
    re.I,
)


def one_off(said: str) -> bool:
    """A request for work that is done once."""
    return bool(_ONE_OFF.match(said)) and not wishes(said)


# What is said to be polite, or to oneself.
_SMALL: Final = re.compile(
    r"(?:(?:thanks?(?: you)?|thx|cheers|hi|hello|hey|good (?:morning|afternoon|evening|night)|bye|goodbye|see you|talk to you|have a (?:nice|good|great)|welcome|you'?re welcome|no problem|no worries|ok(?:ay)?|sure|yes|yeah|yep|no|nope|great|perfect|nice|cool|awesome|wow|lol|haha\w*|hm+|right|exactly|sounds? (?:good|great)|got it|i see|i understand|never ?mind|sorry|go ahead|good job|well done|that'?s (?:all|it|great|fine|good|nice|perfect|right|helpful|interesting|enough|ok(?:ay)?)|i (?:think|guess) (?:that'?s|so|not)|let me (?:think|see|check)|i wonder|i'?m not sure|not sure|no idea|i don'?t know|i hope|fingers crossed|much appreciated|my pleasure|of course|certainly|absolutely|how are you|nice to meet)\b)"
    r"|(?:谢谢|多谢|感谢|太感谢|辛苦|你好|您好|嗨|哈喽|早上好|早安|下午好|晚上好|晚安|再见|拜拜|回见|明天见|好(?:的|吧|嘞|呀|啊|滴)|行(?:吧|，)|可以[。!！]?$|没(?:事|问题|关系)|不客气|哈哈|嘿嘿|呵呵|太(?:好|棒|赞)了|不错|完美|厉害|牛|原来如此|明白|了解了|知道了|懂了|嗯|哦|啊[？?]|让我想|我想想|不知道|不确定|我不清楚|也许吧|算了|没什么|今天就(?:先)?(?:这样|到这)|先这样|就这样|辛苦了|收到)",
    re.I,
)
_AGREES: Final = re.compile(r"(?:yes|yeah|no|ok(?:ay)?|sure|great|perfect|行|好|对|是|嗯)\b.{0,20}$", re.I)
_POINTS: Final = re.compile(
    r"(?:this|that|it|these|those|there)(?:'s)?\b|(?:这个?|那个?|这样|那样|它)(?!周|月|年|次)", re.I
)
_TELLING: Final = re.compile(
    rf"\d|\b(?:i|i'm|i've|my|we|we're|our)\b|[我咱]|(?<!^)\b[A-Z][a-z]+|[A-Z]{{2,}}|[{HAN}].*[A-Za-z]"
)
_FIRST: Final = re.compile(r"\b(?:i|i'm|i've|i'd|my|me|mine|we|we're|we've|our|ours|us)\b|[我咱]|本人", re.I)
_QUOTE_FIRST: Final = re.compile(r"[“\"「『‘'](?:[^”\"」』’']{6,})[”\"」』’']")
_IS: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|can|must|does|[a-z]{3,}(?:s|ed))\b|[是为有在叫用会能要将被由换搬住改过了]",
    re.I,
)


def quotes(said: str) -> bool:
    """A sentence that is mostly, or begins with, somebody's words in quotation marks."""
    match = _QUOTE_FIRST.search(said)
    return match is not None and (match.start() == 0 or len(match.group()) > 0.5 * len(said))


def tells(said: str) -> bool:
    """Whether a clause tells something by itself."""
    said = said.strip()
    return (
        long_enough(said)
        and not (supposes(said) or _EXAMPLE.match(said) or quotes(said) or _SMALL.match(said) or one_off(said))
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
    return wishes(said) or any(pattern.search(said) for pattern in (_LESSON, _CORRECTION, _DECISION))


def user_act(said: str) -> tuple[str, str]:
    """(kind, "") of what a user's sentence states, or ("", reason) for what is not kept."""
    if quotes(said) or _EXAMPLE.match(said):
        return "", "quoted"
    if _LESSON.search(said):
        return "lesson", ""
    if wishes(said):
        return "directive", ""
    if _SMALL.match(said) and not _corrects(said):
        return "", "small_talk"
    if _CONDITIONAL.match(said):
        return "", "hypothetical"
    if _DECISION.search(said):
        return "decision", ""
    if one_off(said):
        return "", "request"
    if not long_enough(said) or _MISTAKEN.fullmatch(said + "."):
        return "", "small_talk"
    if _corrects(said):
        return "correction", ""
    if _PREFERENCE.search(said) and not _LIKE_AS.search(said):
        return "preference", ""
    if _LIKE_AS.search(said):
        return "", "request"
    if _POINTS.match(said) and not (_FIRST.search(said) or re.search(r"\d", said)):
        return "", "small_talk"
    return "fact", ""


def _corrects(said: str) -> bool:
    return bool(_CORRECTION.search(said))


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
    r"|根据(?:我的)?(?:记忆|记录|之前)|我(?:记得|记住了)|(?:您|你)(?:之前|刚才|曾经)?(?:说过|提到|提过|告诉)",
    re.I,
)


def assistant_act(said: str) -> tuple[str, str]:
    """The same of an assistant's sentence: only what it did, chose or found out is kept."""
    if quotes(said) or _EXAMPLE.match(said):
        return "", "quoted"
    if _REMEMBERS.search(said):
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
