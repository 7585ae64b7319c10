"""What the judge keeps of texts between judgements, and how it is let go."""

from typing import Final

from memories.judging import opposites, subjects
from memories.judging.analysis import analyse
from memories.judging.glosses import gloss
from memories.judging.kinds import kinds_in, without_kinds
from memories.judging.language import stem
from memories.judging.rephrasing import read_as, rephrased
from memories.judging.topics import WORD_CACHES, topic_of
from memories.judging.values import find_values
from memories.judging.wording import wording_of

# Every cache of this package whose keys are memory text or pieces of it; a test looks for one that is missing here.
KEEPING_TEXT: Final = (
    analyse,
    kinds_in,
    without_kinds,
    topic_of,
    *WORD_CACHES,
    stem,
    find_values,
    *opposites.TEXT_CACHES,
    *subjects.TEXT_CACHES,
    wording_of,
    rephrased,
    read_as,
    gloss,
)


def forget_texts() -> None:
    """Empty every cache that holds text, so that what was erased is in this process no longer."""
    for cached in KEEPING_TEXT:
        cached.cache_clear()
