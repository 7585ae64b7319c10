"""Handles that a writer chose, such as a subject, a session or a task: how they are spelt in the database.

E-mail addresses and phone numbers stand there as they are, so that a person can be looked up by them; all else that is
personal or secret is a mark. Who stores a handle and who looks one up both spell it here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from pydantic import BaseModel

from memories.errors import Invalid, Refused
from memories.keys import mark_key
from memories.privacy import Action, Finding, Kind, Policy, find, mask

HANDLES = frozenset({Kind.EMAIL, Kind.PHONE})
_NOT_HANDLES = frozenset(Kind) - HANDLES
LABELS = ("mcp_server", "tool_call_id", "conversation_id", "session_id", "task_id", "step")
"""Of an origin, those that stand in the plain."""
_MOST = {"step": 100}

Shape = TypeVar("Shape", bound=BaseModel)


def marked(namespace_id: int, text: str, kinds: Collection[Kind]) -> str:
    """A text with marks in the place of what is of these kinds; the rest stands as it was written."""
    return _with_marks(namespace_id, text, find(text), kinds) if text else text


def _with_marks(namespace_id: int, text: str, found: Iterable[Finding], kinds: Collection[Kind]) -> str:
    chosen = [one for one in found if one.kind in kinds]
    return mask(text, chosen, mark_key(namespace_id)) if chosen else text


def as_handle(namespace_id: int, text: str) -> str:
    """A handle as it is stored and looked up: e-mail addresses and phone numbers as they are, all else as marks."""
    return marked(namespace_id, text, _NOT_HANDLES)


def with_handles(namespace_id: int, body: Shape, names: Iterable[str] = LABELS) -> Shape:
    """A body with these of its fields as they are stored and looked up."""
    said = {name: getattr(body, name) for name in names}
    changed = {name: spelt for name, text in said.items() if (spelt := as_handle(namespace_id, text)) != text}
    return body.model_copy(update=changed) if changed else body


def refuse_labels(namespace_id: int, policy: Policy, labels: Mapping[str, str]) -> set[str]:
    """Refuse what the policy refuses in labels, by their field; returns the kinds that are marks in them.

    Raises:
        Refused: code `personal_data_refused`.
        Invalid: a label that is too long with its marks.
    """
    kinds: set[str] = set()
    for field, text in labels.items():
        found = find(text) if text else []
        if not found:
            continue
        refuse_kinds(tuple({one.kind for one in found if policy.action(one.kind) is Action.REFUSE}), field)
        refuse_long(field, _with_marks(namespace_id, text, found, _NOT_HANDLES), _MOST.get(field, 200))
        kinds |= {str(one.kind) for one in found if one.kind not in HANDLES}
    return kinds


def refuse_long(field: str, text: str, most: int) -> None:
    """Raise Invalid for a text that no longer fits its column with its marks."""
    if len(text) > most:
        name = field.rpartition(".")[2]
        raise Invalid(
            f"{name} is too long once what is personal in it is masked: leave that out.",
            code=f"{name}_too_long",
            field=field,
        )


def refuse_kinds(kinds: tuple[Kind, ...], field: str) -> None:
    """Raise Refused if there are any, naming them and the field."""
    if kinds:
        raise Refused(
            f"This holds what this namespace does not store ({', '.join(kinds)}). Leave it out and write the rest.",
            code="personal_data_refused",
            field=field,
            kinds=[str(kind) for kind in kinds],
        )
