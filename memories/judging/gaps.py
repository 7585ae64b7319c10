"""Where two sequences of words part and meet again."""


def twin_gaps(older: tuple[str, ...], newer: tuple[str, ...]) -> int:
    """How many stretches differ between two sequences of one length that share at least half; else 0."""
    if len(older) != len(newer) or not older:
        return 0
    differs = [left != right for left, right in zip(older, newer, strict=True)]
    if sum(differs) * 2 > len(differs):
        return 0
    return sum(now and not before for before, now in zip([False, *differs], differs, strict=False))


def single_gap(older: tuple[str, ...], newer: tuple[str, ...]) -> float:
    """Share of the longer sequence that both have before and after one differing stretch; 0 if nothing differs."""
    if older == newer or not older or not newer:
        return 0.0
    shortest = min(len(older), len(newer))
    head = 0
    while head < shortest and older[head] == newer[head]:
        head += 1
    tail = 0
    while tail < shortest - head and older[-1 - tail] == newer[-1 - tail]:
        tail += 1
    if head + tail == shortest:
        return 0.0  # words were added, none was replaced
    return (head + tail) / max(len(older), len(newer))
