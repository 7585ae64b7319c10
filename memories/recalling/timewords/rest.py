"""Whether a question says more than a period: "what happened last week?" does not; pure."""

from __future__ import annotations

import re
from typing import Final

from memories.judging.language import folded, stem
from memories.judging.topics import asked_terms

# Of whatever happens, and of whatever is remembered.
_WHATEVER: Final = frozenset(
    stem(word)
    for word in (
        "happen happened occur event events thing things stuff anything everything something activity activities "
        "did do done doing go going gone went work worked working talk talked discuss discussed say said mention "
        "mentioned learn learned tell told summary summarise summarize recap review list show give remember recall "
        "memory memories note notes know known news been take place begin between day time period date"
    ).split()
)
_WHATEVER_ZH: Final = re.compile(
    "发生过?|出现过?|进行|事情|事件|事儿?|活动|内容|有什么|有啥|有哪些|做过?|干过?|聊过?|谈过?|说过?|讨论过?|提到过?|学到?|总结|回顾|看一?看|给|请|"
    "概括|汇总|列出|告诉|记得|记录|记忆|知道|一下|一些|啥|这段|期间|时候|过|些|儿|我|你|咱|大家|我们|都"
)


def says_more(rest: str) -> bool:
    """Whether what a question says besides its period is about anything in particular."""
    return any(term not in _WHATEVER for term in asked_terms(_WHATEVER_ZH.sub(" ", folded(rest))))
