"""What a sentence wants: an answer, a supposition followed, a standing wish kept, or work done once. Patterns, pure."""

# ruff: noqa: E501 - a pattern is read best on one line

from __future__ import annotations

import re
from typing import Final

# Questions.
_ASKS: Final = re.compile(r"[?？][”’\"')）\s]*$|[吗呢][。.!！~\s]*$|了没有?[。.!！\s]*$")
_ASKS_BARE: Final = re.compile(
    r"(?:who|whom|whose|what|when|where|why|which|how)(?:'s|'re)?\s(?:is|are|was|were|do|does|did|can|could|should|would|will|to|much|many|long|about|far|often|\w+\s(?:is|are|do|does|did|should|can))\b"
    r"|(?:can|could|would|will|do|does|did|is|are|was|were|have|has|should|may|shall)\s(?:you|i|we|it|there|they|he|she|this|that|the|my|your|anyone)\b"
    r"|(?:请问|为什么|怎么|怎样|如何|什么(?:时候|意思|情况)|哪里|哪个|谁|是不是|能不能|可不可以|有没有|要不要|会不会)",
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
EXAMPLE: Final = re.compile(
    r"(?:for (?:example|instance)|e\.g\.|such as|like this)\b|(?:比如|例如|譬如|举个例子|像这样)", re.I
)
_IN_FACT: Final = re.compile(
    r"(?:in (?:reality|fact|truth)|actually|really|for real|back to)\b|(?:实际上|其实|真的|说正经的|言归正传)", re.I
)
CONDITIONAL: Final = re.compile(r"(?:if|unless|in case|once)\b|(?:如果|要是|万一|假如)", re.I)


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
# One way rather than another, of no thing in particular: "use tabs instead of spaces".
_RATHER: Final = re.compile(
    r"(?:please |pls |kindly )?(?:use|prefer|write|answer|reply|respond|format|speak|stick (?:to|with))\s(?!.*\b(?:this|that|these|those|the|it|here|below|above|now|today)\b).*\b(?:instead of|rather than|over|not)\s"
    r"|(?:请|麻烦)?(?:用|使用|采用)(?!.*[这那它]).{1,20}?[，,]?(?:而不是|而不用|代替|取代|不要用|别用|不用)\S"
    r"|(?:请)?(?:不要用|别用)(?!.*[这那它]).{1,20}?[，,]\s*(?:请|要|而是)?用\S",
    re.I,
)


def wishes(said: str) -> bool:
    """A standing wish, addressed to whoever answers."""
    if _CALL_ME.search(said) and not asks(said):
        return True
    if _YOU_TO.match(said) or _REMEMBER_TO.match(said) or (_RATHER.match(said) and not asks(said)):
        return True
    if not _ALWAYS.search(said) or _NOT_YOU.match(said):
        return False
    return bool(_TO_YOU.match(said) or _TO_YOU_ZH.match(said))


# Work wanted once.
_VERBS: Final = r"write|fix|show|tell|translate|summari[sz]e|give|make|create|draft|explain|list|find|check|run|send|open|close|add|remove|delete|change|update|rewrite|rephrase|shorten|look|search|generate|calculate|compute|convert|compare|help|let|do|try|go|continue|stop|start|read|print|sort|book|order|buy|set|remind|schedule|plan|suggest|recommend|describe|review|test|debug|deploy|install|move|rename|replace|use|put|turn|take|bring|call|ask|answer|repeat|wait|proceed|pick|choose|format|extract|analy[sz]e|correct|improve|prepare|build|implement|refactor|classify|label|rank|rate|evaluate|count|draw|design|define|outline|identify|highlight|complete|fill|provide|teach|paste|solve|simplify|split|clean|fetch|download|upload|scan|browse|play|sum|reword|expand|elaborate|merge|commit|push|pull|cancel|confirm|finish|skip|ignore|forget"
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
