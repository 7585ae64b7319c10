"""Texts that state nothing and only ask: a question or an order to produce something, and no fact beside it."""

import re
from typing import Final

_SENTENCE: Final = re.compile(r"[^.!?。！？\n]{1,2000}[.!?。！？]*")
_INTERJECTION: Final = re.compile(r"^\W*(?:oh|no|ok|okay|yes|please|thanks|thank you|hi|hello|hey|and|well|stop|sure)?\W*$")
_PRODUCE: Final = (
    r"(?:tell|explain|describe|write|give|list|translate|summari[sz]e|generate|compose|repeat|encode|decode|provide|answer|define"
    r"|spell|print|output|show|create|draft|compute|calculate|complete|continue|say|imagine|name|interlace|combine)"
)
_LEAD: Final = r"^\W*(?:oh,? |and |also,? |so,? |now,? |then |please |okay,? |but |just for a [a-z ]{1,30}, |hypothetically,? |if [^,]{1,160}, |in [^,]{1,80}, )*"
# Asks the reader to produce something.
_ASKS_READER: Final = re.compile(
    rf"{_LEAD}(?:(?:can|could|would|will) you\b.{{0,40}}?\b{_PRODUCE}\b|{_PRODUCE} (?:me|us|a|an|the|down|out|in|all|some|this|what|how|every|'|\")"
    rf"|what are your thoughts|what do you think)"
    r"|^\W*(?:你能不能|你?能否|你可以|可以|请你?|能不能)[^，。]{0,8}(?:告诉我|解释|描述|写|列出|翻译|给我|提供|举)"
)
_WORLD_QUESTION: Final = re.compile(
    rf"{_LEAD}(?:what(?:'s| is| are| was| were| does)|who (?:is|was|won|wrote|painted|invented|discovered)|how (?:do|does|did|is|are|many|much|long|old) "
    r"(?!you\b)|when (?:was|did|is|were)|where (?:is|was|does|do|did)|why (?:is|are|do|does|did)|which) (?!you\b|i\b|we\b|your\b).{3,400}\?\W*$"
    r"|^.{2,60}(?:是什么|是谁|是多少|什么时候)\W*$"
)
_OWN: Final = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|mine|we|our|me|us)\b(?! (?:about|a|an|the|how|what|who|some|of|if|when|where|why)\b)|我(?!们)|我们")
_FEW_SHOT_Q: Final = re.compile(r"(?:^|[.!?\n]\s?|\s)(?:q|question|问|问题) ?[:：]")
_FEW_SHOT_A: Final = re.compile(r"(?:^|[.!?\n]\s?|\s)(?:a|answer|答|回答) ?[:：]")
_OPENS_WITH_TASK: Final = re.compile(
    r"^\W*(?:what (?:is|are) the (?:output|sum|main|result|total|conclusion|summary|sentiment|key)\b|(?:summari[sz]e|translate|classify|create|extract|review|analy[sz]e"
    r"|convert|rewrite) [a-z ]{1,60}|给出|总结|翻译)[^\n]{0,100}?[:：] ?[\"'`<{\[“《]"
)


def only_asks(text: str) -> bool:
    """Every sentence asks the reader for an answer or a piece of work, and none says anything about its speaker."""
    asked = 0
    for count, sentence in enumerate(_SENTENCE.findall(text)):
        if _INTERJECTION.match(sentence):
            continue
        said = sentence.strip()
        if count > 40 or _OWN.search(said):
            return False
        if not (_ASKS_READER.search(said) or _WORLD_QUESTION.search(said)):
            return False
        asked += 1
    return asked > 0


def leaves_answer_open(text: str) -> bool:
    """Questions with answers, the last one for the reader to complete."""
    questions = [match.start() for match in _FEW_SHOT_Q.finditer(text)]
    answers = [match.start() for match in _FEW_SHOT_A.finditer(text)]
    return bool(questions and answers and questions[0] < answers[0] and questions[-1] > answers[-1])


def opens_with_task(text: str) -> bool:
    """A task and then, behind a colon, the material to do it on: a prompt, not a memory."""
    return bool(_OPENS_WITH_TASK.search(text))
