"""How many tokens a text is likely to take: one count for budgets and for the figures that are published.

Tokenizers differ. This one is near the middle of those in use: a Chinese character is a token, a Latin word one for
every four letters begun, a number one for every three digits, a mark one. For what must not be under the truth, such
as a reservation of spend, there is review.llm.tokens.
"""

from __future__ import annotations

import re
from typing import Final

from memories.judging.language import CJK

_PIECE: Final = re.compile(rf"(?P<cjk>[{CJK}])|(?P<digits>\d+)|(?P<word>[^\W\d_{CJK}]+)|(?P<break>\n+)|(?P<mark>[^\s])")
_A_TOKEN: Final = {"digits": 3, "word": 4}


def tokens_of(text: str) -> int:
    """Tokens of a text by this count; white space but line breaks is free."""
    total = 0
    for match in _PIECE.finditer(text):
        length = match.end() - match.start()
        size = _A_TOKEN.get(match.lastgroup or "")
        total += 1 if size is None else -(-length // size)
    return total
