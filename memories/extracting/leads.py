"""What leads into a statement and is no part of it: fillers, greetings, thanks, "remember that". Patterns, pure.

A word is cut only where it cannot belong to the statement: a comma, a dash, a full stop or an exclamation mark follows
it, or it is a mere noise (um, 嗯). "No sugar", "Well-being" and "OK Corral" are statements, or names.
"""

# ruff: noqa: E501 - a pattern is read best on one line

from __future__ import annotations

import re
from typing import Final

# What must stand after a word that may be cut. A hyphen inside a word is no dash.
AFTER: Final = r"(?:\s*(?:[,，、:：!！。;；…~～]|\.(?=[\s.]|$))+\s*|\s+[-\u2013\u2014]+\s+|\s*\u2014+\s*)"
_I: Final = r"(?=(?:i|i'm|i've|i'll|my|we|we're|we've|our)\b)"

FILLER: Final = re.compile(
    rf"(?:(?:well|so|oh|ah|okay|ok|also|and|anyway|you know|yes|yeah|yep|sure|right|sorry(?: about that)?|look|by the way|just so you know|for the record|just to let you know|please note)\b{AFTER})"
    rf"|(?:(?:hmm+|um+|uh+|er|btw|fyi)\b(?![-\w]){AFTER}?\s*)"
    rf"|(?:(?:by the way|just so you know|for the record|just to let you know)\s+{_I})|(?:(?:please )?note that\s+)"
    rf"|(?:oh|ah)\s+and\s+{_I}|(?:oh|ah)\s+{_I}|and\s+{_I}"
    r"|(?:(?:i (?:must )?(?:want to|should|have to) )?(?:mention|add) that\s+)"
    r"|(?:[嗯呃]+[,，、。!！…~\s]*)"
    r"|(?:(?:哦|噢|啊|唉|诶|哎|哈|对了|那个|话说|顺便(?:说一下|说一句|提一下)?|另外|跟你说(?:一下|一声|个事)?|和你说一下|告诉你|说一下|是这样的?|好的?|行|对|是的|不好意思|抱歉){1,4}[,，、:：!！。…~\s]+)"
    r"|(?:那(?=就))",
    re.I,
)

# Courtesies and "remember that" before a statement; what follows decides whether there is one.
_NAMED: Final = r"(?:\s+(?:there|all|everyone|team|again|folks|guys|(?-i:[A-Z])[\w'-]*(?:\s(?-i:[A-Z])[\w'-]*)?))?"
_COURTESY: Final = re.compile(
    rf"(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|dear){_NAMED}(?:{AFTER}|\s+{_I}|\s+(?=this is (?-i:[A-Z])))"
    rf"|(?:many )?(?:thanks?|thx|cheers)(?: you)?(?: (?:so|very) much| a lot| a million| again| for [^,，.!]{{1,40}}| (?!to\b)(?-i:[A-Z])\w+)?{AFTER}"
    rf"|(?:great|perfect|nice|cool|awesome|wow|excellent|exactly|absolutely|certainly|of course|sounds (?:good|great)|got it|i see|understood|no (?:problem|worries)|never ?mind|welcome|nice to meet you|you'?re welcome|that'?s (?:great|fine|good|perfect)){AFTER}"
    r"|(?:大家好|你好|您好|嗨|哈喽|早上好|早安|早|下午好|晚上好|非常感谢|太?感谢|多?谢谢?|辛苦|没(?:关系|事|问题)|不客气|明白|收到|了解|知道|太(?:好|棒)|不错|完美|可以|好的?|原来如此)(?:你|您|了|啦|啊|呀|哦|大家|各位|老师|们){0,3}[,，、。!！~～…\s]+",
    re.I,
)
_REMEMBER: Final = re.compile(
    rf"(?:please |pls |and |also )*(?:remember|note|don'?t forget|do not forget|keep in mind|bear in mind|make a note|take note|be aware)(?:\s+that\s+|\s*[:,]\s*|\s+{_I})"
    r"|(?:请|麻烦|劳烦|拜托|那)*(?:你|您)?(?:帮我|帮忙|给我|替我)?(?:(?:记住|记一下|记下来?|记着|记好|记录一下|备注一下|别忘了?|不要忘了?|别忘记)(?:一下)?(?:[,，:：、\s]+|(?=我|咱))|记得(?=我(?!.{0,4}(?:要|得|会)?(?:提醒|叫))))",
    re.I,
)
_IF_NEEDED: Final = re.compile(
    r"(?:if|in case) (?:you (?:need|want|ever need|wonder|are wondering|'re wondering|are curious|must know|care|have to|need to know|like|don'?t (?:know|mind))|you'?re (?:wondering|curious)|needed|necessary|it (?:helps|matters)|that helps|(?:any|some)(?:one|body) asks|useful)\b[^,，]{0,40}[,，]\s*(?=(?:my|our|i|i'm|we|the|it'?s)\b)"
    r"|(?:如果|要是|万一)?(?:你|您)?(?:们)?(?:有)?(?:需要|想知道|用得上|用得着|要用|方便|要找我|找我)(?:的话|的时候|时)?[,，]\s*(?=我)",
    re.I,
)
LEADS: Final = (_COURTESY, _REMEMBER, _IF_NEEDED)
COURTESY: Final = _COURTESY

# After "great," or "thanks,": what only answers the answer.
REPLY: Final = re.compile(
    r"(?:that|it|these|those|they)(?:'s|'ll|'d)?\b|this (?!is (?-i:[A-Z]))"
    r"|(?:i|we)(?:'ll| will| am going to|'m going to| can| could|'d)\s(?:\w+\s)?(?:try|check|look|let you|get back|see|think|read|test|give|have a look|keep|continue|start|do|use|take|go)\b"
    r"|(?:i|we) (?:\w+ )?(?:appreciate|understand|see|agree|get it|got it|like (?:it|that|this)|love (?:it|that|this)|think so|hope)\b"
    r"|(?:you(?:'re|'ve)?|your)\b|[你您]"
    r"|(?:这|那)(?:个|样|些|就|很|太|正)?|(?:我|那我)(?:先|再|去|就|会|马上|这就)?(?:试|看|想|去|再|知道|明白|懂|了解)",
    re.I,
)
