"""Text inside text: base64, hexadecimal, binary, Morse and Caesar's cipher, read back so that it can be screened."""

import base64
import binascii
import re
from collections.abc import Iterator
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
_MOST: Final = 4
_WORD: Final = re.compile(r"[a-z]{4,20}")
# Words that give a cipher away when a text has three of them at one and the same shift.
_TELLING: Final = (
    "ignore",
    "disregard",
    "forget",
    "previous",
    "prior",
    "instructions",
    "instruction",
    "system",
    "prompt",
)
_TELLING_MORE: Final = (
    "password",
    "secret",
    "reveal",
    "everything",
    "rules",
    "above",
    "state",
    "that",
    "user",
    "send",
    "what",
    "your",
    "tell",
    "with",
    "this",
)


def _shifted(word: str, by: int) -> str:
    return "".join(chr((ord(letter) - 97 + by) % 26 + 97) if "a" <= letter <= "z" else letter for letter in word)


_CIPHERED: Final[dict[str, list[int]]] = {}
for _shift in range(1, 26):
    for _plain in (*_TELLING, *_TELLING_MORE):
        _CIPHERED.setdefault(_shifted(_plain, _shift), []).append(26 - _shift)


def payloads(text: str) -> Iterator[tuple[str, str]]:
    """What is encoded in the text: (name of the encoding, decoded text), a few at most."""
    for count, run in enumerate(_BASE64.finditer(text)):
        if count == _MOST:
            break
        body = run[0].rstrip("=")
        yield from _readable("base64", _base64(body))
    for name, pattern, decode in (("hexadecimal", _HEX, bytes.fromhex), ("binary", _BINARY, _bits)):
        for count, run in enumerate(pattern.finditer(text)):
            if count == _MOST:
                break
            yield from _readable(name, decode(run[0].replace(" ", "")))
    for count, run in enumerate(_MORSE.finditer(text)):
        if count == _MOST:
            break
        words = [word.split() for word in run[0].split("/")]
        yield "morse", " ".join("".join(_MORSE_LETTERS.get(code, "") for code in word) for word in words)
    for run in _ESCAPED.findall(text)[:_MOST]:
        codes = [int(code["decimal"] or code["hex"], 10 if code["decimal"] else 16) for code in _CODE.finditer(run)]
        yield from _readable("escapes", bytes(code for code in codes if code < 256))
    for run in _DECIMAL.findall(text)[:_MOST]:
        yield "decimal", "".join(chr(int(code)) for code in re.findall(r"\d+", run))
    backwards = text.lower()[::-1]
    if sum(word in _TELLING or word in _TELLING_MORE for word in set(_WORD.findall(backwards))) >= 3:
        yield "backwards", backwards
    shift = _cipher_shift(text.lower())
    if shift:
        yield "caesar", _shifted(text.lower(), shift)


def _base64(body: str) -> bytes:
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _bits(run: str) -> bytes:
    return bytes(int(run[at : at + 8], 2) for at in range(0, len(run) - 7, 8))


def _readable(name: str, data: bytes) -> Iterator[tuple[str, str]]:
    try:
        decoded = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    if len(decoded) >= 5 and decoded.isprintable():
        yield name, decoded


def _cipher_shift(text: str) -> int:
    votes = [0] * 26
    for word in set(_WORD.findall(text)):
        for shift in _CIPHERED.get(word, ()):
            votes[shift] += 1
    best = max(range(26), key=votes.__getitem__)
    return best if votes[best] >= 3 else 0
