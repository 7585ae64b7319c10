"""Text inside text: base64, hexadecimal, binary, Morse and Caesar's cipher, read back so that it can be screened."""

import base64
import binascii
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

_BASE64: Final = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{20,2000}={0,2}")
_HEX: Final = re.compile(r"(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{2} ?){16,1000}(?![0-9A-Za-z])")
_BINARY: Final = re.compile(r"(?<![0-9])(?:[01]{8} ?){6,400}")
_ESCAPED: Final = re.compile(r"(?:\\u00[0-9a-fA-F]{2}|\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}|&#x?[0-9a-fA-F]{2,4};){6,400}")
_CODE: Final = re.compile(r"&#(?P<decimal>[0-9]{2,4});|(?:u00|x|%)(?P<hex>[0-9a-fA-F]{2,4});?")
_DECIMAL: Final = re.compile(
    r"(?<![\d.])(?:(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])(?:, ?| )){8,400}(?:3[2-9]|[4-9]\d|1[01]\d"
    r"|12[0-6])(?![\d.])"
)
_MORSE: Final = re.compile(r"(?<![.\w-])(?:[.-]{1,6}(?: / | {1,3}|/)){8,600}[.-]{1,6}")
_MORSE_LETTERS: Final = {
    code: letter
    for letter, code in zip(
        "abcdefghijklmnopqrstuvwxyz",
        (
            ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -."
            " --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
        ).split(),
        strict=True,
    )
}
_NUMBER: Final = re.compile(r"\d{2,3}")
_MOST: Final = 4
"""Runs of one encoding that are read back."""
_SHORTEST: Final = 5
_WORD: Final = re.compile(r"[a-z]{4,20}")
# Words of orders and questions; three of them at one and the same shift, or backwards, give a cipher away.
_TELLING: Final = frozenset(
    "ignore disregard forget previous prior instructions instruction system prompt password secret reveal everything"
    " rules above state that user send what your tell with this".split()
)
_VOTES: Final = 3


def _shifted(text: str, by: int) -> str:
    return "".join(chr((ord(letter) - 97 + by) % 26 + 97) if "a" <= letter <= "z" else letter for letter in text)


_CIPHERED: Final[dict[str, list[int]]] = {}
for _shift in range(1, 26):
    for _plain in sorted(_TELLING):
        _CIPHERED.setdefault(_shifted(_plain, _shift), []).append(26 - _shift)


def payloads(text: str) -> Iterator[str]:
    """What is encoded in the text, decoded; a few of each encoding at most."""
    for pattern, decode in (
        (_BASE64, _base64),
        (_HEX, _hexadecimal),
        (_BINARY, _binary),
        (_ESCAPED, _escapes),
        (_DECIMAL, _decimal),
        (_MORSE, _morse),
    ):
        for run in islice(pattern.finditer(text), _MOST):
            decoded = " ".join(decode(run[0]).split())
            if len(decoded) >= _SHORTEST and decoded.isprintable():
                yield decoded
    lower = text.lower()
    backwards = lower[::-1]
    if len(_TELLING.intersection(_WORD.findall(backwards))) >= _VOTES:
        yield backwards
    shift = _cipher_shift(lower)
    if shift:
        yield _shifted(lower, shift)


def _text_of(data: bytes) -> str:
    """Bytes as text; empty where they are none."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _base64(run: str) -> str:
    body = run.rstrip("=")
    try:
        return _text_of(base64.b64decode(body + "=" * (-len(body) % 4), validate=True))
    except (binascii.Error, ValueError):
        return ""


def _hexadecimal(run: str) -> str:
    return _text_of(bytes.fromhex(run))


def _binary(run: str) -> str:
    bits = run.replace(" ", "")
    return _text_of(bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)))


def _escapes(run: str) -> str:
    codes = (int(code["hex"], 16) if code["hex"] else int(code["decimal"]) for code in _CODE.finditer(run))
    return _text_of(bytes(code for code in codes if code < 256))


def _decimal(run: str) -> str:
    return "".join(chr(int(code)) for code in _NUMBER.findall(run))


def _morse(run: str) -> str:
    return " ".join("".join(_MORSE_LETTERS.get(code, "") for code in word.split()) for word in run.split("/"))


def _cipher_shift(text: str) -> int:
    """By how much every letter was moved, or 0."""
    votes = [0] * 26
    for word in set(_WORD.findall(text)):
        for shift in _CIPHERED.get(word, ()):
            votes[shift] += 1
    best = max(range(26), key=votes.__getitem__)
    return best if votes[best] >= _VOTES else 0
