"""The tables of sentences, with what is to be found in each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memories.privacy import Kind

_MARKED = re.compile(r"\{(?P<kind>[a-z_]+):(?P<text>[^{}]+)\}")


@dataclass(frozen=True)
class Case:
    """A sentence and what stands in it."""

    text: str
    expected: tuple[tuple[Kind, str], ...]


def cases(language: str) -> Iterator[Case]:
    """Every sentence of a language's table."""
    for line in (Path(__file__).parent / f"cases_{language}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            line = line.replace("¦", "").replace("\\n", "\n")
            expected = tuple((Kind(match["kind"]), match["text"]) for match in _MARKED.finditer(line))
            yield Case(_MARKED.sub(lambda match: match["text"], line), expected)
