"""The active and the passive of one sentence: "the board rejected it", "it was rejected by the board"."""

from typing import Final

from memories.judging.language import stem

_PAST: Final = frozenset(["was", "were", "got"])
_PRESENT: Final = frozenset(["is", "are"])
# Participles that are spelled otherwise than the past (or, after "is", than the present) of their verb.
_IRREGULAR: Final = {
    "written": ("wrote", "write"), "led": ("led", "lead"), "run": ("ran", "run"), "built": ("built", "build"),
    "made": ("made", "make"), "taught": ("taught", "teach"), "sold": ("sold", "sell"), "bought": ("bought", "buy"),
    "sent": ("sent", "send"), "held": ("held", "hold"), "kept": ("kept", "keep"), "given": ("gave", "give"),
    "taken": ("took", "take"), "chosen": ("chose", "choose"), "driven": ("drove", "drive"), "paid": ("paid", "pay"),
    "found": ("found", "find"), "told": ("told", "tell"), "won": ("won", "win"), "lent": ("lent", "lend"),
    "spent": ("spent", "spend"), "broken": ("broke", "break"), "stolen": ("stole", "steal"), "drawn": ("drew", "draw"),
    "done": ("did", "do"), "seen": ("saw", "see"), "read": ("read", "read"), "set": ("set", "set"),
    "cut": ("cut", "cut"),
}  # fmt: skip
_MOST: Final = 30


def turned(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Whether one wording is the other turned from active to passive, nothing added, the tense kept."""
    left, right = _folded(left), _folded(right)
    return _passive_of(left, right) or _passive_of(right, left)


def reversed_roles(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Whether the doer of one is done to in the other: "Ann hired Bob", "Ann was hired by Bob"."""
    left, right = _folded(left), _folded(right)
    return any(
        be > 0
        and [*passive[:be], *passive[be + 1 : be + 2], *passive[be + 3 :]] == list(active)
        and passive[be + 2 : be + 3] == ("by",)
        for active, passive in ((left, right), (right, left))
        for be, word in enumerate(passive[:_MOST])
        if word in _PAST | _PRESENT
    )


def _folded(units: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(unit.casefold() for unit in units)


def _passive_of(active: tuple[str, ...], passive: tuple[str, ...]) -> bool:
    # "It was V-ed by A" has two words more than "A V-ed it".
    if len(passive) != len(active) + 2 or len(passive) > _MOST or passive.count("by") != 1:
        return False
    by = passive.index("by")
    if by < 3:
        return False
    for be in range(1, by - 1):
        if passive[be] in _PAST | _PRESENT:
            what, verb, middle = passive[:be], passive[be + 1], passive[be + 2 : by]
            return any(
                active[:end] == passive[by + 1 : by + 1 + end]
                and _verb(active[end], verb, past=passive[be] in _PAST)
                and active[end + 1 :] == (*what, *middle, *passive[by + 1 + end :])
                for end in range(1, len(passive) - by)
                if end < len(active)
            )
    return False


def _verb(word: str, participle: str, *, past: bool) -> bool:
    if participle in _IRREGULAR:
        before, base = _IRREGULAR[participle]
        return word == before if past else word in (base, f"{base}s", f"{base}es")
    if not participle.endswith("ed"):
        return False
    return word == participle if past else stem(word) == stem(participle) and not word.endswith("ed")
