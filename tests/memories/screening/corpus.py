"""The tables of sentences of this folder."""

import re
from pathlib import Path

_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})")


def table(name: str) -> list[str]:
    r"""Every sentence of a table; `\n` and `\uXXXX` stand for a line break and for characters that editors hide."""
    lines = (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [
        _ESCAPED.sub(lambda code: chr(int(code[1] or code[2], 16)), line).replace("\\n", "\n")
        for line in lines
        if not line.startswith("# ")
    ]


def open_half(name: str) -> list[str]:
    """The odd lines: looked at while the rules were written."""
    return table(name)[::2]


def blind_half(name: str) -> list[str]:
    """The even lines: never looked at while the rules were written."""
    return table(name)[1::2]
