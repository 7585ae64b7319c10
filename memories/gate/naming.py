"""Which of many names stand in a text: at a cost that grows with the text, not with the names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

_HEAD = 4


class Names:
    """Names by how they begin."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = frozenset(names)
        self._lengths: dict[str, set[int]] = defaultdict(set)
        for name in self._names:
            self._lengths[name[:_HEAD]].add(len(name))
        self._heads = sorted({len(head) for head in self._lengths})

    def standing_in(self, text: str) -> set[str]:
        """Those that stand anywhere in the text, as words of it or not."""
        found: set[str] = set()
        for start in range(len(text)):
            for head in self._heads:
                for length in self._lengths.get(text[start : start + head], ()):
                    if (name := text[start : start + length]) in self._names:
                        found.add(name)
        return found
