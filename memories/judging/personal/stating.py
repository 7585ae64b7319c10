"""Whether a speaker states, in so many words, what they are or where they live: narrow, for such a verdict may act."""

# ruff: noqa: E501 - one way of saying it a line

import re
from typing import Final

from memories.judging.analysis import Analysis
from memories.judging.personal.slots import Slot, mentions_in

_CLAUSE: Final = re.compile(r"[,，。.!！?？;；:：~～…\n]+")
# Between the speaker and what they are stands nothing that it could be of: "my wife is", "I like", "I am not".
_I_AM: Final = re.compile(
    r"^(?:嗯|哈|啊|对|是的|其实|因为|所以|可是|但是?|而|不过|反正|毕竟|原来|and |but |so |because |well |yes |hi |hey )*"
    r"(?:(?:我|俺|本人|咱|我们|咱们|俺们|偶|作为|身为)(?:也|就|真的?|可|都|才|明明|本来|的确|确实|一直|从来|天生|永远| )*"
    r"(?:是|属于)?(?:一个|一名|一枚|一位|个|名|枚|位|大|小|典型的?|地道的?|纯正的?|正宗的?|标准的?|普通| )*$"
    r"|(?:i am|i'm|we are|we're|we|i've always been|i have always been|as an?|being an?)(?: (?:also|too|really|actually|just|"
    r"still|always|definitely|certainly|of course|an?|the|typical|true|real|proud|born|classic|one hundred percent))*\s*$)"
)
_CLOSED: Final = re.compile(
    r"(?:座|的|来的|人|啊|呀|哦|喔|啦|咯|呢|嘛|哈|噢|吧|滴|哒|诶|哎|哟|哇|嘿| )*(?:$|[,，。.!！;；、~～…\n])"
    r"|(?:最|就|都|也|真|从来|天生|其实|本来)"
    r"|\s+(?:and|so|but|who|by|through|too|myself|since|because|dream|are|like|never|always|do|don't|here)\b"
)
_I_LIVE: Final = re.compile(
    r"(?:我|俺|本人|我们|咱们?|俺们)(?:们|现在|目前|如今|一直|早就|已经|刚刚?|也|都|就|还|去年|前年|上个?月|今年|全家|一家| )*"
    r"(?:住|搬|定居|生活|落户)(?:家|到|在|去|来|进|回|了| )*$"
    r"|\b(?:i|we)(?:'m|'ve|'re| am| are| have)?(?: (?:now|currently|still|just|recently|also|always|all|both))*"
    r" (?:live|lived|living|moved|based|settled|reside)(?: (?:back|here|over|down|up|now|together|permanently))*(?: (?:in|to|at))?"
    r"(?: (?:sunny|rainy|beautiful|central|downtown|greater))*\s*$"
)
_I_AM_AT: Final = re.compile(r"(?:我|俺|本人|我们|咱们?|俺们)(?:们|现在|目前|如今|一直|已经|也|都|就|还| )*在$")
_TO_LIVE_THERE: Final = re.compile(
    r"[省市区县]?(?:这边|那边)?(?:工作(?!日)|上班|上学|读书|定居|生活|长住|安家|住(?!院|酒店))"
)
_SETTLED: Final = re.compile(
    r"[省市区县]?(?:这边|那边)?(?:了|的|啊|呀|呢|啦|哦|多年|好几年|很久| )*(?:$|[,，。.!！;；、~～…\n])"
    r"|\s+(?:with|and|now|for|since|these|this|last|but|because|again|too|at|near|as|where|after|permanently|by)\b"
)


def stated(statement: Analysis, slot: Slot) -> bool:
    """Whether a statement's one mention of a slot is what its speaker states to be, now."""
    text = statement.folded
    own = [mention for mention in mentions_in(text) if mention.slot == slot]
    cues = statement.cues
    unstated = (cues.question, cues.hedge, cues.plan, cues.reported, cues.supposed, cues.former, cues.supersede)
    if len(own) != 1 or any(unstated):
        return False
    mention = own[0]
    begin = max((match.end() for match in _CLAUSE.finditer(text, 0, mention.start)), default=0)
    before, after = text[begin : mention.start].lstrip(), text[mention.end :]
    if slot == "place":
        return not cues.passing and _lives(before, after)
    return mention.form != "partner" and bool(_I_AM.search(before) and _CLOSED.match(after))


def _lives(before: str, after: str) -> bool:
    if _I_LIVE.search(before):
        return bool(_SETTLED.match(after) or _TO_LIVE_THERE.match(after))
    return bool(_I_AM_AT.search(before) and _TO_LIVE_THERE.match(after))
