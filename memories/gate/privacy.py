"""Gate step 5: secrets and personal identifiers are found, then masked, encrypted or refused, before anything else
sees the text.

The plain columns, the vector and the terms hold marks such as `[PHONE#a41c09f2]`, keyed by namespace: two numbers have
two marks, one number in two spellings has one. What the policy encrypts is kept whole in the encrypted column and shown
to whoever may read the namespace. What a writer calls `sensitive` stands encrypted as a whole, and is found by its
query, key, subject and labels.

A subject and a key are handles that the writer chose: e-mail addresses and phone numbers stand there as they are, so
that a person can be looked up by them.
"""

from __future__ import annotations

from collections.abc import Callable

from memories.errors import Invalid, Refused
from memories.gate.drafting import Context, Did, Draft, Step
from memories.keys import keyed_digest, mark_key
from memories.models import MemoryUnit
from memories.privacy import Finding, Kind, Policy, apply, find, mark, mask

_HANDLES = frozenset({Kind.EMAIL, Kind.PHONE})
# A mark may be longer than what it stands for; the database holds no more than this of a field.
_MOST = {"query": 500, "key": 200, "subject": 200, "attribute": 100, "action_type": 100}
_LISTS = ("entities", "participants", "tags")


def keep_private(draft: Draft, context: Context) -> Did:
    """Protect what the draft says, in every field.

    Raises:
        Refused: code `personal_data_refused`, naming the kinds that the namespace takes in no form.
    """
    kinds = protect(draft.unit, context.preferences.privacy)
    if draft.unit.sensitive:
        return Did(Step.PRIVACY, "encrypted", "declared_sensitive")
    if not kinds:
        return Did(Step.PRIVACY, "passed", "nothing_found")
    return Did(Step.PRIVACY, "encrypted" if draft.unit.original else "masked", ",".join(kinds))


def protect(unit: MemoryUnit, policy: Policy, *, restated: bool = True) -> list[str]:
    """Put marks in the place of what is personal or secret; returns the kinds that were found.

    `restated` is false where the value did not change: an encrypted original then stays as it is.

    Raises:
        Refused: code `personal_data_refused`.
        Invalid: a field that is too long with its marks.
    """
    found: list[Finding] = []
    key = mark_key(unit.namespace_id)
    if restated:
        protected = apply(unit.value, policy, key)
        _refuse(protected.refused, "value")
        found += protected.findings
        if unit.sensitive:
            unit.original = unit.value
            # Different texts have different marks.
            unit.value = f"[SENSITIVE#{keyed_digest('mark', unit.namespace_id, unit.value)[:8]}]"
        else:
            unit.value, unit.original = protected.text, protected.original

    def masked(name: str, text: str, handles: bool = False) -> str:
        result = apply(text, policy, key)
        _refuse(result.refused, name)
        kept = [one for one in result.findings if not (handles and one.kind in _HANDLES)]
        found.extend(kept)
        text = mask(text, kept, key)
        if len(text) > _MOST.get(name, 200):
            raise Invalid(
                f"{name} is too long once what is personal in it is masked: leave that out.",
                code=f"{name}_too_long",
                field=name,
            )
        return text

    _each_text(unit, masked)
    return sorted({str(one.kind) for one in found})


def _each_text(unit: MemoryUnit, masked: Callable[..., str]) -> None:
    for name in ("query", "action_type", "attribute"):
        setattr(unit, name, masked(name, getattr(unit, name)))
    for name in ("key", "subject"):
        setattr(unit, name, masked(name, getattr(unit, name), True))
    for name in _LISTS:
        setattr(unit, name, [masked(name, word) for word in getattr(unit, name)])


def _refuse(kinds: tuple[Kind, ...], field: str) -> None:
    if kinds:
        raise Refused(
            f"This holds what this namespace does not store ({', '.join(kinds)}). Leave it out and write the rest.",
            code="personal_data_refused",
            field=field,
            kinds=[str(kind) for kind in kinds],
        )


def masked_text(namespace_id: int, text: str) -> str:
    """A text that may be logged, embedded or shown: every identifier in it is a mark, whatever the policy."""
    found = find(text)
    return mask(text, found, mark_key(namespace_id)) if found else text


def marks_of(namespace_id: int, identifier: str) -> list[str]:
    """Every mark that may stand for an identifier. Alone, without the words around it, its kind cannot be told."""
    key = mark_key(namespace_id)
    return [mark(Finding(kind, 0, len(identifier), identifier), key) for kind in Kind]


def said_by(unit: MemoryUnit) -> str:
    """What the unit says, as whoever may read the namespace sees it."""
    return unit.value if unit.original is None else unit.original


def compared_text(unit: MemoryUnit) -> str:
    """What makes the statement equal to another: the text in full where the value is one mark, else the value."""
    return said_by(unit) if unit.sensitive else unit.value


def embedding_text(unit: MemoryUnit) -> str:
    """What is embedded: the value, or for a sensitive unit the words that it is to be found by."""
    if not unit.sensitive:
        return unit.value
    return " ".join(part for part in (unit.query, unit.subject, unit.attribute, unit.key) if part) or unit.value
