"""Raw chain-of-thought, which is never stored (SPEC 3, step 4): thinking out loud, not what was concluded.

Three strengths. *Marked*: a tag or the Thought / Action form says so, whoever writes it. *Spoken*: planning aloud in the
first person, which is a sign only in what a program sends; a person who says "let me think" is merely talking.
*A monologue*: thinking about one's thinking, or about "the user", and a next step of one's own beside it. Nobody tells
that of themselves as a fact, so it counts in a user's words too; two steps in a row count where nobody said who speaks.
"""

# ruff: noqa: E501 - a pattern is read best on one line

import re
import unicodedata
from typing import Final

from memories.judging.language import folded

LONGEST_READ: Final = 4000  # characters; a value has 2,000 at most, and a monologue shows itself at once

_WORDS: Final = (
    r"(?:[a-z]{1,12}:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflect(?:ion)?|scratch[ _-]?pad|cot|chain[ _-]of[ _-]thought"
    r"|(?:inner|internal)[ _-](?:monologue|thoughts?)|analysis[ _-]scratchpad|思考|思考过程|推理过程|内心独白|思维链)"
)
_OPEN: Final = r"(?:<\|?|\[|【|◁|&lt;)\s{0,3}"
_SHUT: Final = r"\s{0,3}(?:[a-z]+=[\"'\w]{1,30}\s{0,3})?(?:\|?>|\]|】|▷|&gt;)"
_TAG: Final = re.compile(
    rf"{_OPEN}{_WORDS}{_SHUT}|<\|channel\|>\s{{0,3}}analysis|```(?:thinking|thought|reasoning|scratchpad)\b"
)
_END_TAG: Final = re.compile(rf"{_OPEN}/\s{{0,3}}{_WORDS}{_SHUT}")
_WORD: Final = re.compile(r"[a-z\u00c0-\u024f0-9']+|[\u3400-\u9fff]{2}")
_SENTENCE_BEFORE: Final = re.compile(r"(?:^|[.!?。!?\n]\s{0,3})$")

_THOUGHT: Final = re.compile(r"(?:^|\n)[ \t*#>-]{0,6}(?:thought|思考|想法)[ \t]{0,3}\d{0,3}[ \t*]{0,3}:")
_ACTION: Final = re.compile(
    r"(?:[\n。.!?]|^)[ \t*#>-]{0,6}(?:action(?: input)?|observation|final answer|行动|动作|行动输入|观察|操作)[ \t]{0,3}\d{0,3}[ \t*]{0,3}:"
)

_OPENER: Final = (
    r"(?:(?:ok|okay|alright|all right|so|now|well|right|hm+|great|good|first|yes|no|oh|wait)\b[,.! ]{1,3}){0,3}"
)
_SPOKEN: Final = [
    r"(?:my|the) plan(?: here| now)?(?: is)? ?(?::|is to|-) ?(?:first,? )?(?:i|i'll|let me)\b[^\n]{0,200}?\b(?:then|finally|after that)\b,? (?:i|i'll|let me)\b",
    rf"{_OPENER}(?:let me|let's|let us|i'll)\s(?:first\s)?(?:think(?:ing)?\b|reason\b|break (?:this|it|that|the|down)|work (?:through|this|it)|figure|go through this|consider|reconsider|re-?read|double[ -]check|step back|plan (?:this|it|out)|approach this|tackle this)",
    rf"{_OPENER}i (?:need to|should|have to|must) (?:first )?(?:figure out (?:why|what|how|if|whether|which)|think (?:about|through|this|it|carefully)|work out (?:why|what|how|if|whether)|break (?:this|it) down|step back|re-?read)\b",
    r"(?:ok|okay|alright|all right|so|hm+|right|well|now)\b[,. ]{1,3}(?:so |now |then )?(?:the user|they|he|she|this user|the customer|the human)(?:'s)? (?:wants me|wants to|is asking|asks|asked|needs me|has asked|would like me|is requesting|says|said)\b",
    r"(?:ok|okay|alright|all right|hm+)\b[,. ]{1,3}(?:so |now |then )?i (?:need to|should|have to|must) \w",
    r"(?:hm+|uh+m*|um+|wait|no wait|oh wait|hold on)\b ?(?:,|\.{1,3}|-|!)\s{0,3}(?:wait|actually|no|let|maybe|but|so|the|that|i (?:should|need|must|think|forgot|missed|misread|could)|what|is|if|this|it|why|how|did|does|there|perhaps|we)\b",
    r"(?:first(?:ly)?|to start|to begin)\b,? (?:i|i'll|let me|let's)(?: (?:need to|should|must|have to|will|want to|'ll|am going to))? ?[^\n]{1,200}?\b(?:then|next|after that|afterwards|finally|second)\b,? (?:i|i'll|let me|let's)\b",
    r"(?:thinking|step[ -]by[ -]step reasoning|reasoning steps|reasoning step \d{1,3}|chain of thought|my thought process|thought process|inner monologue|scratchpad|internal reasoning)\s?:",
    r"(?:嗯|呃|唔|额)+[,。.、 ]{0,4}(?:等等|等一下|不对|让我|我需要|用户)",
    r"(?:好的?|好吧|嗯+|那么|现在|ok)?[,。. ]{0,3}(?:等等|不对)[,。.!]{1,3}(?:其实|不对|应该|让我|我|这|那|等等|可能|也许)",
    r"(?:好的?|好吧|嗯+|首先|那么|现在|ok)?[,。. ]{0,3}(?:让我|我来|我先|我得|我需要)(?:先|再|来|好好|仔细|一步一步|一步步|逐步|重新|认真)*地?(?:想一想|想想|想一下|思考|理一下|理一理|梳理|分析一下|推理|捋一下|捋一捋|琢磨|回顾一下)",
    r"(?:好的?|好吧|嗯+|那么|ok)[,。. ]{1,3}(?:这个|现在)?(?:用户|客户|对方|他|她)(?:是)?(?:想让我|想要我|要我|让我|希望我|问的是|在问|问我|需要我)",
    r"(?:我的计划是?[,: ]{0,2})?(?:首先|第一步)[,: ]{0,2}(?:我|让我)(?:先|需要|得|应该|要|必须|来)*[^\n]{1,200}?(?:然后|接着|接下来|之后|再|最后)(?:我|再|,|让我|需要)",
    r"(?:思考过程|推理过程|内心独白|思维链|逐步推理|(?:推理|思考)(?:第[一二三四\d]+步|步骤[一二三四\d]+))\s?:",
    r"(?:thought|思考|想法)[ \t]{0,3}\d{0,3}[ \t*]{0,3}:",
]  # fmt: skip
_START: Final = re.compile(r"[\s*#>\"'\u201c-]{0,8}(?:" + "|".join(_SPOKEN) + ")")
# In the middle of a text only a broken-off thought counts.
_BROKEN_OFF: Final = re.compile(
    r"(?:[.!?。\n]|\.\.\.)\s{0,3}(?:hm+|wait|no wait|oh wait)\b ?(?:,|\.{1,3}|-)\s{0,3}(?:wait|actually|no|let|maybe|but|that|what|is|if)\b"
    r"|[.,!?\n]\s{0,3}(?:but |no |oh )wait\b ?(?:,|\.{1,3}|-)\s{0,3}(?:actually|no|maybe|that|what|is|if|the|perhaps|did|does)\b"
    r"|[.!?\n]\s{0,3}let me re-?(?:read|check|compute|think|consider|calculate|count|evaluate|examine|visit)\b"
    r"|[。!?\n,.]\s{0,3}(?:嗯,?)?(?:等等|不对)[,。!]{1,2}(?:其实|不对|也许|可能|应该是|让我)"
    r"|[。!?\n,]\s{0,3}让我(?:再|重新)(?:读|看|算|想|检查|核对|数|梳理)"
)

# The next step of a run, as its runner says it to itself; "so I should never suggest nuts" is a rule, no step.
_LOOK: Final = r"(?:check|look|call|query|search|find|fetch|read|verify|confirm|see|figure|determine|consider|compare|examine|inspect|review|think|use|try|start|open|get|list|analy[sz]e|identify|work out|go|break)"
_LOOK_ZH: Final = (
    r"(?:查|看|调用|检查|查询|搜索|确认|核对|读|找|分析|验证|比较|打开|获取|试|用|判断|考虑|想|思考|了解|弄清|列出)"
)
_I_SHALL: Final = (
    r"(?:i (?:should|need to|must|have to|will|can|could|am going to|want to)|i'll|i'd better|let me|let's)"
)
_STEP: Final = re.compile(
    rf"^(?:(?:ok|okay|now|and|but|well)\b,? )?(?:first(?:ly)?|second(?:ly)?|next|then|after that|afterwards|finally|now),? {_I_SHALL}(?: (?:first|also|then|probably|now|just))?(?: {_LOOK}\b|$)"
    rf"|\bso,? (?:now |first |next )?{_I_SHALL}(?: (?:first|also|then|probably|now|just))? {_LOOK}\b"
    rf"|^(?:maybe|perhaps) i (?:should|could|can|need to) {_LOOK}\b|^{_I_SHALL} (?:first |now |also |then )?{_LOOK}\b.{{0,80}}\b(?:first|next|before answering|before i)\b"
    rf"|^(?:所以|因此|那么|那|于是|接下来|然后|下一步|首先|现在|接着|之后|再|最后)[,: ]?(?:我|我们)(?:就|还|也)?(?:需要|应该|应当|得|必须|要|会|可以|打算|来|先|再)(?:先|再|去|来)*{_LOOK_ZH}"
    rf"|^(?:我|让我)(?:需要|应该|得|必须|要)?先(?:去|来)?{_LOOK_ZH}"
)
_ALOUD: Final = re.compile(
    r"^(?:(?:ok|okay|alright|so|well|now|right)\b,? )?(?:let me|let's|i'll|i need to|i should) (?:first )?(?:think|reason|break (?:this|it) down|work through|step back|reconsider)\b"
    r"|^(?:h+m+|uh+m*|um+)$|^(?:no,? |oh,? )?wait\b(?: (?:a (?:second|minute|moment)))?$|\bstep[ -]by[ -]step\b.{0,3}$"
    r"|^(?:(?:ok|okay|alright|so|well|now|right)\b,? )?the (?:user|human|customer) (?:wants|is asking|asked|asks|needs|says|said|would like|seems)\b"
    r"|^(?:嗯+|呃+|等等|等一下|不对)$|^(?:好的?|嗯+)?(?:让我|我来|我得|我需要)(?:先|再|好好|仔细|一步一步|一步步|逐步)*地?(?:想|思考|梳理|推理|分析|理)"
    r"|^(?:好的?|现在)?(?:这个|这位)?(?:用户|客户|对方)(?:是)?(?:想|要|让我|希望|问|在问|需要|说)"
)
_PAUSE: Final = re.compile(r"(?<!\d)[,;](?!\d)|[.!?。…\n]+(?=\s|$|[\u3400-\u9fff])|[。!?;\n]+")
_MOST_PAUSES: Final = 200


def read(text: str) -> str:
    """The folded form without invisible characters, which would otherwise hide a tag; at most LONGEST_READ long."""
    plain = folded(text[:LONGEST_READ])
    return "".join(mark for mark in plain if unicodedata.category(mark) != "Cf").strip()


def _words(text: str) -> int:
    return len(_WORD.findall(text))


def _tagged(plain: str) -> bool:
    """A thinking tag that opens the text or a line, or holds words; one that is only talked about is not."""
    opened = _TAG.search(plain)
    closed = _END_TAG.search(plain)
    if opened and _SENTENCE_BEFORE.search(plain[max(0, opened.start() - 5) : opened.start()]):
        return True
    if opened and closed and closed.start() > opened.end():
        return _words(plain[opened.end() : closed.start()]) >= 3
    if closed and not opened:  # the opening tag was part of the prompt
        return _words(plain[: closed.start()]) >= 3 and bool(
            _SENTENCE_BEFORE.search(plain[max(0, closed.start() - 5) : closed.start()])
        )
    return False


def marked_reasoning(plain: str) -> bool:
    """Whether a read text (see `read`) is marked as thinking, whoever wrote it."""
    if _tagged(plain):
        return True
    thought = _THOUGHT.search(plain)
    return bool(thought and _ACTION.search(plain, thought.end()))


def spoken_reasoning(plain: str) -> bool:
    """Whether a read text is planning aloud; a sign in what a program wrote, none in what a person said."""
    return bool(_START.match(plain) or _BROKEN_OFF.search(plain))


def monologue(plain: str, *, declared: bool) -> bool:
    """Whether a read text is a machine's monologue even in a user's words; see the strengths above.

    `declared`: somebody said that these are a user's words, whose own next steps are theirs to tell.
    """
    clauses = [clause.strip(" \"'*-") for clause in _PAUSE.split(plain, maxsplit=_MOST_PAUSES)]
    steps = sum(bool(_STEP.search(clause)) for clause in clauses)
    aloud = sum(bool(_ALOUD.search(clause)) for clause in clauses)
    return (steps >= 1 and aloud >= 1) or (steps >= 2 and not declared)
