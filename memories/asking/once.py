"""Keys at work: answered again, taken before anything is written, and told what to answer the next time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from memories.asking.answers import kept, shown
from memories.asking.keys import Answer, Retry, claim, remembered, settle
from memories.errors import HindsightError
from memories.preferences import Preferences
from memories.shapes.outputs import WriteOut
from memories.walls import inside

Answered = WriteOut | HindsightError


def answered_before(
    namespace_id: int, retries: Mapping[int, Retry], *, preferences: Preferences, now: datetime
) -> dict[int, Answered]:
    """Of these requests, by number, those that were answered before; in a transaction of its own, and no query without
    a key. A look ahead, so that a retry is not drafted, embedded and refused for a time that has passed since."""
    if not retries:
        return {}
    with inside(namespace_id):
        return _again(namespace_id, retries, preferences=preferences, now=now)


def take(
    namespace_id: int, retries: Mapping[int, Retry], *, preferences: Preferences, now: datetime
) -> dict[int, Answered]:
    """Take the keys of requests that are about to be written, under their lock; answers those, by number, whose key
    somebody else took first."""
    if not retries:
        return {}
    free = claim(namespace_id, list(retries.values()), now=now)
    late = {number: retry for number, retry in retries.items() if retry not in free}
    return _again(namespace_id, late, preferences=preferences, now=now) if late else {}


def keep(namespace_id: int, answered: Mapping[Retry, Answered]) -> None:
    """What the keys taken will answer; that of a refused request is free again."""
    if answered:
        answers: dict[Retry, Answer | None] = {
            retry: None if isinstance(result, HindsightError) else {"results": [kept(result)]}
            for retry, result in answered.items()
        }
        settle(namespace_id, answers)


def batch_answered_before(
    namespace_id: int, retry: Retry | None, *, preferences: Preferences, now: datetime
) -> list[Answered] | None:
    """What the key of a whole batch answers, or None. Raises WrongState, as memories.asking.keys.remembered."""
    if retry is None:
        return None
    with inside(namespace_id):
        answer = remembered(namespace_id, [retry]).get(retry)
        if isinstance(answer, HindsightError):
            raise answer
        return None if answer is None else shown(namespace_id, answer["results"], preferences=preferences, now=now)


def take_for_batch(namespace_id: int, retry: Retry | None, *, now: datetime) -> bool:
    """Take the key of a whole batch, under its lock; False if somebody else took it first."""
    return retry is None or bool(claim(namespace_id, [retry], now=now))


def keep_batch(namespace_id: int, retry: Retry | None, results: Sequence[Answered]) -> None:
    """What the key of the batch will answer, refused items included: the batch as such went through."""
    if retry is not None:
        settle(namespace_id, {retry: {"results": [kept(result) for result in results]}})


def _again(
    namespace_id: int, retries: Mapping[int, Retry], *, preferences: Preferences, now: datetime
) -> dict[int, Answered]:
    known = remembered(namespace_id, list(retries.values()))
    found = [(number, known[retry]) for number, retry in retries.items() if retry in known]
    answers = [(number, answer["results"][0]) for number, answer in found if not isinstance(answer, HindsightError)]
    again = shown(namespace_id, [answer for _, answer in answers], preferences=preferences, now=now)
    other: dict[int, Answered] = {number: answer for number, answer in found if isinstance(answer, HindsightError)}
    return other | dict(zip((number for number, _ in answers), again, strict=True))
