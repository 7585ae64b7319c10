"""Texts that state nothing and only ask: a question or an order to produce something, and no fact beside it."""

import re
from collections.abc import Iterator
from typing import Final

_SENTENCE_END: Final = re.compile(r"[.!?]{1,20}(?=[\s\"')\]]|$)|[。！？]{1,20}|\n")
_MOST_SPANS: Final = 8
_LONGEST_REQUEST: Final = 400
_INTERJECTION: Final = re.compile(
    r"^\W{0,8}(?:oh|no|ok|okay|yes|please|thanks|thank you|hi|hello|hey|and|well|stop|sure)?\W{0,8}$"
)
_PRODUCE: Final = (
    r"(?:tell|explain|describe|write|give|list|translate|summari[sz]e|generate|compose|repeat|encode"
    r"|decode|provide|answer|define"
    r"|spell|print|output|show|create|draft|compute|calculate|complete|continue|say|imagine|name"
    r"|interlace|combine)"
)
_LEAD: Final = (
    r"^\W{0,8}(?:(?:forget|never mind|ignore|disregard) (?:about )?(?:that|it|this),? |oh,? |and |also,? "
    r"|so,? |now,? |then |please |okay,? |but |just for a [a-z ]{1,30}, |hypothetically,? "
    r"|if [^,]{1,160}, |in [^,]{1,80}, ){0,6}"
)
# Asks the reader to produce something. A bare "write the report" is somebody's task, and "give it to Ana" too.
_ASKS_READER: Final = re.compile(
    rf"{_LEAD}(?:(?:can|could|would|will) you\b.{{0,40}}?\b{_PRODUCE}\b|{_PRODUCE} (?:me|us)\b"
    r"|(?:repeat|translate|encode|decode|spell|interlace) (?:the|this|these|that|all|what|every|each"
    r"|everything|part|'|\")"
    r"|(?:write|compose|generate) (?:a|an|me a) (?:\w{1,24} )?(?:poem|haiku|song|joke|story|limerick|riddle"
    r"|rap|sonnet|acrostic|rhyme|ballad)\b"
    rf"|{_PRODUCE} [^.!?\n]{{1,60}}? (?:in json|in the (?:style|form) of|using only|as (?:a|an) (?:poem"
    r"|haiku|song|table|json|rap|acrostic)|in base64|in reverse|in emojis?)\b"
    r"|what are your thoughts|what do you think|do you (?:know|have (?:any )?(?:info|information|data"
    r"|details))\b)"
    r"|^\W{0,8}(?:(?:忘记|忘了|忘掉|忽略)(?:那个|这个|那些|刚才的|它)(?:吧)?[,，] ?)?(?:你能不能|你能|您能"
    r"|你?能否|你可以|可以|请你?|能不能)"
    r"[^，。]{0,16}(?:告诉我|解释|描述|写|列出|翻译|给我|提供|举|总结|编码|解码|说出|确认)"
    r"|^\W{0,8}(?:写一[首篇个封]|给我(?:写|讲|列)|告诉我|解释一下|翻译|重复)"
)
_FRAME: Final = re.compile(
    r"^\W{0,8}(?:just )?(?:imagine|suppose|assume|pretend|let's (?:assume|imagine|say|pretend"
    r"|suppose)) (?:that|you(?:'re)?|we(?:'re)?"
    r"|a|an|the|i|there|it|in|this|everyone|all)\b|^\W{0,8}(?:想象一下|假设|让我们假设)"
)
_WORLD_QUESTION: Final = re.compile(
    rf"{_LEAD}(?:what(?:'s| is| are| was| were| does| do| did| would| could| might| will)|who (?:is|was"
    r"|won|wrote|painted|invented|discovered)|how (?:do|does|did|is|are|was|many|much|long|old|can"
    r"|would)"
    r"|when (?:was|did|is|were)|where (?:is|was|does|do|did)|why (?:is|are|do|does|did)|which"
    r"|(?:is|are|was|were|does|do|did|has|have|can|could|would|will|should) (?:it|the|there|a|an|any"
    r"|people|most|all|humans?|this))"
    r" (?:(?!\byou\b|\byour\b)[^?]){3,400}\?\W{0,8}$"
    r"|^(?![^\n]{0,60}[你我咱他她])[^，,]{2,60}(?:哪[个一些]|什么|谁|多少|怎么|如何|为什么)[^，,]{0,16}[?？]\W{0,8}$"
    r"|^(?:谁是|什么是|如何|怎样|请问什么|谁(?:发明|发现|写|画|赢|创作)"
    r"|最[大高长小快深古]的).{2,60}[?？]\W{0,8}$|^[^，,]{4,60}(?:是什么|是谁|是多少"
    r"|是哪一?[个位国年])[?？]\W{0,8}$"
)
_OWN: Final = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|my|mine|we|our|me|us)\b(?! (?:about|a|an|the|how|what|who|some|of|if"
    r"|when|where|why)\b)|(?<!告诉)(?<!给)我(?!们)|(?<!告诉)(?<!给)我们"
)
_ENDS_ASKING: Final = re.compile(r"[?？؟]\W{0,8}$|か。?$|か$")
# Scripts of their own, or the small words by which languages in Latin letters ask and tell to do.
_FOREIGN: Final = re.compile(
    r"[\u3040-\u30ff\uac00-\ud7a3\u0400-\u04ff\u0600-\u06ff\u0900-\u097f\u0e00-\u0e7f\u0370-\u03ff\u0590-\u05ff¿¡]"
    r"|(?:^|[.!?] ?)(?:(?:in|an|zu|mit|von|aus|seit|dans|à|de|en|pour|pada|di|ke|su|da|con|para|per|em"
    r"|por|w|na|i) )?"
    r"(?:wer|wie|was|wann|wo|warum|welche[rsn]?|können sie|kannst du|qui|que|quel(?:le)?s?|qu'est-ce"
    r"|quand|comment|combien|pourquoi|où"
    r"|pouvez-vous|peux-tu|quién|qué|cuál|cuándo|cómo|dónde|puedes?|quem|qual|quais|quando|como|onde"
    r"|pode|você pode|chi|che|cosa|quanto|come"
    r"|dove|puoi|può|apa(?:kah)?|siapa|kapan|bagaimana|di mana|mengapa|berapa|bisakah|dapatkah|können"
    r"|könnt(?:en|est)|kann|pourri(?:ez|ons)|podr[ií]as?|podemos|poderia|potresti|potrebbe|nedir|nasıl"
    r"|kim|ne zaman|jak|co|kto|kiedy|gdzie|ile|czy"
    r"|vad|hvad|hva|hur|hvordan|vem|hvem|när|wat|hoe|waar|wanneer|welke|kun je|kunt u|ano|sino|paano"
    r"|kailan|mikä|kuka|miten|nini|nani)\b"
    r"|là gì|thế nào|bao nhiêu"
)
_FOREIGN_FRAME: Final = re.compile(
    r"^\W{0,8}(?:stell(?:e|en sie)? (?:dir|sich) vor|angenommen|nehmen wir an|imagin[ae](?:ns|mos|z|d)?"
    r"|supon(?:gamos|ha)|supposons|immagin[ai](?:mo)?"
    r"|bayangkan|stel je voor|想像|仮に|상상)"
)
_FOREIGN_OWN: Final = re.compile(
    r"\b(?:ich|mein\w{0,2}|mich|je|mon|ma|mes|yo|mis?|eu|meus?|minhas?|io|mi[oae]i?|saya|aku|я"
    r"|мо[йяеи]|мне|меня)\b|\bj'|私|僕|俺|나는|내가|제가|저는"
)
# The same token over and over pushes what matters out of a reader's sight.
_REPEATED: Final = re.compile(r"(?<!\S)(\S{1,12})(?: \1){5,2000}(?!\S)")
_FEW_SHOT_Q: Final = re.compile(r"(?:^|[.!?\n]\s?|\s)(?:q|question|问|问题) ?[:：]")
_FEW_SHOT_A: Final = re.compile(r"(?:^|[.!?\n]\s?|\s)(?:a|answer|答|回答) ?[:：]")
_OPENS_WITH_TASK: Final = re.compile(
    r"^\W{0,8}(?:(?:what|which|who|how|why|is|are|does|can|could)\b|(?:summari[sz]e|translate|classify"
    r"|extract|review|analy[sz]e|rewrite|proofread"
    r"|create (?:an? )?(?:[a-z]{1,24} )?(?:items|list|summary|title|reply|outline)))[^.?!\n]{0,120}?: ?[\"'`<{\[“‘]"
    r"|^\W{0,8}(?:给出|总结|翻译|概括|提取|分析)[^\n。]{0,100}?[:：] ?[\"'`<{\[“《‘]"
    r"|^[^.。\n<]{4,120}(?:[?？] ?[:：]?|何(?:です)?か? ?[:：]|무엇[^:\n]{0,10}[:：]) ?<[\w/]{1,16}>"
    r"|^[^。\n]{2,80}(?:是什么|是多少|有哪些|是哪些|输出)[:：] ?[\"'`<{\[“‘]"
)


def _sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where each sentence begins and ends, its full stop included."""
    start = 0
    for stop in _SENTENCE_END.finditer(text):
        yield start, stop.end()
        start = stop.end()
    if start < len(text):
        yield start, len(text)


def _sentences(text: str) -> list[str]:
    """Every sentence, without the space around it."""
    return [said for start, end in _sentence_spans(text) if (said := text[start:end].strip())]


def only_asks(text: str) -> bool:
    """Every sentence asks the reader for an answer or a piece of work, and none says anything about its speaker."""
    text = _REPEATED.sub("", text).strip()
    if _foreign_question(text):
        return True
    asked = 0
    for said in _sentences(text):
        if _INTERJECTION.match(said):
            continue
        if _OWN.search(said):
            return False
        if _FRAME.search(said):
            continue
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


def _foreign_question(text: str) -> bool:
    """Nothing but questions in a language without rules here, none about its speaker."""
    found = _sentences(text)
    return (
        len(found) > 0
        and any(_ENDS_ASKING.search(one) for one in found)
        and all(
            _FOREIGN_FRAME.search(one) or (_ENDS_ASKING.search(one) and not _FOREIGN_OWN.search(one)) for one in found
        )
        and bool(_FOREIGN.search(text))
    )


def asks_for_work(text: str) -> list[tuple[int, int]]:
    """Where sentences stand that ask the reader to produce something, a few at most."""
    spans: list[tuple[int, int]] = []
    for start, end in _sentence_spans(text):
        if len(spans) < _MOST_SPANS and _ASKS_READER.search(text[start:end].strip()):
            spans.append((start, end))
    return spans


def ends_in_request(text: str) -> bool:
    """Material about the world, and behind it a piece of work for the reader: the speaker tells of nothing else."""
    sentences = _sentences(text)
    if len(sentences) < 2 or len(sentences[-1]) > _LONGEST_REQUEST:
        return False
    if not (_ASKS_READER.search(sentences[-1]) or _WORLD_QUESTION.search(sentences[-1])):
        return False
    own = sum(bool(_OWN.search(sentence)) for sentence in sentences[:-1])
    return own * 2 < len(sentences) - 1
