"""Language by script, the words a text is found by, and the form in which two texts count as equal."""

import re
import unicodedata
from functools import lru_cache
from threading import Lock
from typing import Final, Literal

import snowballstemmer

from memories.judging.casing import fold_case

Language = Literal["en", "zh", "mixed", "other"]

HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
CJK: Final = HAN + "\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af\u1100-\u11ff"
LATIN: Final = "A-Za-z\u00c0-\u024f"

_HAN = re.compile(f"[{HAN}]")
_LATIN_WORD = re.compile(f"[{LATIN}]+")
_OTHER_LETTER = re.compile(f"[^\\W\\d_{LATIN}{HAN}]")
# A code is letters and digits joined by - _ . / : # @ +, such as ERR-4312, v2.3, 2024-01-15, a@b.example, c++, c#.
_TOKEN = re.compile(
    f"(?P<cjk>[{CJK}]+)"
    f"|(?P<number>\\d{{1,3}}(?:,\\d{{3}})+(?:\\.\\d+)?)"
    f"|(?P<latin>[{LATIN}0-9]+(?:['\\-_./:#@][{LATIN}0-9]+)*(?:\\+\\+|#)?)"
    f"|(?P<word>[^\\W_]+)"
)
_MANY_ACCENTS = re.compile("[\u1e00-\u1eff]+")
_WHITESPACE = re.compile(r"\s+")
_SPACE_BY_CJK = re.compile(f"(?<=[{CJK}]) (?=\\w)|(?<=\\w) (?=[{CJK}])")
_FULL_WIDTH = re.compile("[\uff01-\uff5e\u3000]+")
# A question mark stays: asking is not stating.
TRAILING: Final = " .,;!…。，；！、~"

_stemmer = snowballstemmer.stemmer("english")
_stemmer_lock = Lock()  # the stemmer keeps its work in itself, so two threads would mix their words


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """English stem of one lower-case word."""
    with _stemmer_lock:
        stemmed: str = _stemmer.stemWord(word)
    return stemmed


def language_of(text: str) -> Language:
    """Language by script: two Han characters weigh as much as one Latin word."""
    han = len(_HAN.findall(text))
    latin = len(_LATIN_WORD.findall(text))
    other = len(_OTHER_LETTER.findall(text))
    if other > (han + 2 * latin) / 2:
        return "other"
    if not han:
        return "en" if latin else "other"
    share = 2 * latin / (2 * latin + han)
    if share > 0.85:
        return "en"
    return "mixed" if share >= 0.5 else "zh"


def folded(text: str) -> str:
    """NFKC, lower case, straight apostrophes: what every pattern of the judge reads."""
    return unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("\u2018", "'").lower()


def _searched(text: str) -> str:
    """As folded, and besides what different spellings of one word have in common: ß is ss, a final sigma a sigma, and
    Vietnamese letters are letters (each would end a word otherwise)."""
    form = folded(text)
    if form.isascii():
        return form
    form = form.casefold().replace("i\u0307", "i")
    return _MANY_ACCENTS.sub(lambda match: without_accents(match.group()), form)


def without_accents(word: str) -> str:
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFD", word)
    return "".join(part for part in parts if not unicodedata.combining(part))


def _latin_terms(token: str) -> list[str]:
    word = without_accents(token)
    if any(mark.isdigit() for mark in word) or "@" in word or word[-1] in "+#" or "." in word:
        return [word]
    return [stem(part) for part in re.split(r"[-_/:#]", word) if part]


def terms(text: str) -> list[str]:
    """Lexical terms in order, repeats kept: stems, whole numbers and codes, CJK words of two characters."""
    found: list[str] = []
    for match in _TOKEN.finditer(_searched(text)):
        token = match.group()
        if match.lastgroup == "cjk":
            found.extend(token[i : i + 2] for i in range(max(1, len(token) - 1)))
        elif match.lastgroup == "number":
            found.append(token.replace(",", ""))
        elif match.lastgroup == "latin":
            found.extend(_latin_terms(token))
        else:
            found.append(token)
    return found


def normalise(text: str) -> str:
    """The form whose equality is exact equality of statements, for digests.

    White space, trailing punctuation, full-width forms and the case of ordinary words (see `casing`) are folded;
    numbers, negations and words are not.
    """
    form = _SPACE_BY_CJK.sub("", fold_case(_WHITESPACE.sub(" ", narrow(text)).strip()))
    return form.rstrip(TRAILING) or form


def narrow(text: str) -> str:
    """NFC without full-width forms: NFKC as a whole would turn "10²" into "102"."""
    form = unicodedata.normalize("NFC", text)
    return _FULL_WIDTH.sub(lambda match: unicodedata.normalize("NFKC", match.group()), form)
