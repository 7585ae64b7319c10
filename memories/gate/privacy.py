"""Gate step 5: secrets and personal identifiers are found, then masked, encrypted or refused, before anything else
sees the text.

The plain columns, the vector and the terms hold marks such as `[PHONE#a41c09f2]`, keyed by namespace: two numbers have
two marks, one number in two spellings has one. What the policy encrypts is kept whole in the encrypted column and shown
to whoever may read the namespace. What a writer calls `sensitive` stands encrypted as a whole, and is found by its
query, key, subject and labels.

A subject, a key and the labels of an origin (session, task, step, ...) are handles that the writer chose: e-mail
addresses and phone numbers stand there as they are, so that a person can be looked up by them; all else is a mark. Who
stores such a handle, and who looks one up, spells it by `memories.gate.handles`.
"""

from __future__ import annotations

from collections.abc import Callable

from memories.gate.drafting import Context, Did, Draft, Step
from memories.gate.handles import HANDLES, marked, refuse_kinds, refuse_labels, refuse_long
from memories.gate.origin import label_values
from memories.keys import keyed_digest, mark_key
from memories.models import MemoryUnit
from memories.models.base import Remembered
from memories.privacy import Finding, Kind, Policy, apply, mark, mask

# A mark may be longer than what it stands for; the database holds no more than this of a field.
_MOST = {"query": 500, "key": 200, "subject": 200, "attribute": 100, "action_type": 100}
_LISTS = ("entities", "participants", "tags")
_EVERY = frozenset(Kind)


def keep_private(draft: Draft, context: Context) -> Did:
    """Protect what the draft says, in every field.

    Raises:
        Refused: code `personal_data_refused`, naming the kinds that the namespace takes in no form.
    """
    policy = context.preferences.privacy
    kinds = sorted(
        {
            *protect(draft.unit, policy),
            *refuse_labels(draft.unit.namespace_id, policy, label_values(draft.body)),
        }
    )
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
        refuse_kinds(protected.refused, "value")
        found += protected.findings
        if unit.sensitive:
            unit.original = unit.value
            # Different texts have different marks.
            unit.value = f"[SENSITIVE#{keyed_digest('mark', unit.namespace_id, unit.value)[:8]}]"
        else:
            unit.value, unit.original = protected.text, protected.original

    def masked(name: str, text: str, handles: bool = False) -> str:
        if not text:
            return text
        result = apply(text, policy, key)
        refuse_kinds(result.refused, name)
        kept = [one for one in result.findings if not (handles and one.kind in HANDLES)]
        found.extend(kept)
        text = mask(text, kept, key)
        refuse_long(name, text, _MOST.get(name, 200))
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


def masked_text(namespace_id: int, text: str) -> str:
    """A text that may be logged, embedded or shown: every identifier in it is a mark, whatever the policy."""
    return marked(namespace_id, text, _EVERY)


def marks_of(namespace_id: int, identifier: str) -> list[str]:
    """Every mark that may stand for an identifier. Alone, without the words around it, its kind cannot be told."""
    key = mark_key(namespace_id)
    return [mark(Finding(kind, 0, len(identifier), identifier), key) for kind in Kind]


def said_by(unit: Remembered) -> str:
    """What a unit or a version of it says, as whoever may read the namespace sees it."""
    return unit.value if unit.original is None else unit.original


def compared_text(unit: MemoryUnit) -> str:
    """What makes the statement equal to another: the text in full where the value is one mark, else the value."""
    return said_by(unit) if unit.sensitive else unit.value


def embedding_text(unit: MemoryUnit) -> str:
    """What is embedded: the value, or for a sensitive unit the words that it is to be found by."""
    if not unit.sensitive:
        return unit.value
    return " ".join(part for part in (unit.query, unit.subject, unit.attribute, unit.key) if part) or unit.value
