"""What becomes of a ranking before it is answered: one order for what is believed now and what was believed then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from memories.ranking import Ranked
from memories.recalling.both_sides import Disputes, with_other_sides
from memories.recalling.diversity import Said, successors_first, without_repeats


def answered(
    ranking: list[Ranked],
    said: Mapping[UUID, Said],
    *,
    most: int,
    chains: Mapping[UUID, Sequence[UUID]],
    disputes_of: Callable[[list[UUID]], Disputes],
    fetch: Callable[[list[UUID]], Sequence[Ranked]] = lambda _missing: [],
) -> tuple[list[Ranked], Disputes]:
    """(at most `most` of a ranking, best first; which of them are in conflict with which).

    What was replaced stands after what replaced it (`chains`), near-repeats take one place, what is `aside` stands
    after what is not, and both sides of a conflict come together: the other one is fetched if the ranking has none.
    """
    order = successors_first(ranking, lambda hit: hit.id, chains) if chains else ranking
    best = without_repeats(order, lambda hit: said[hit.id], most=most)
    hits = sorted(best, key=lambda hit: hit.aside)
    disputes = disputes_of([hit.id for hit in hits if said[hit.id].contested])
    return with_other_sides(hits, disputes, known=ranking, fetch=fetch, most=most), disputes
