"""What a writer left out and rules can say: names, action, a key and a question, made from the text as it is stored."""

from __future__ import annotations

from memories.extracting import action_of, defaults_of, entities_of, participants_of
from memories.models import MemoryUnit

DERIVABLE = ("entities", "participants", "action_type", "key", "query")


def complete(unit: MemoryUnit, *, tool: str = "", task_id: str = "") -> None:
    """Fill in what is empty and say so in `derived`; what a writer said is never changed. The language is kept.

    A sensitive unit gets nothing: its names would stand in the plain.
    """
    unit.derived = [name for name in unit.derived if getattr(unit, name)]
    if unit.sensitive:
        return
    found: dict[str, object] = {}
    if not unit.entities:
        found["entities"] = entities_of(unit.value)
    if not unit.participants:
        found["participants"] = participants_of(unit.value)
    if not unit.action_type:
        found["action_type"] = action_of(unit.value, tool)
    for name, value in found.items():
        _fill(unit, name, value)
    defaults = defaults_of(
        value=unit.value,
        subject=unit.subject,
        attribute=unit.attribute,
        action_type=unit.action_type,
        tool=tool,
        task_id=task_id,
        entities=unit.entities,
    )
    if not unit.key:
        _fill(unit, "key", defaults.key)
    if not unit.query:
        _fill(unit, "query", defaults.query)


def forget_derived(unit: MemoryUnit) -> None:
    """Empty what rules filled in, before the text that they read is replaced."""
    for name in unit.derived:
        setattr(unit, name, [] if name in ("entities", "participants") else "")
    unit.derived = []


def _fill(unit: MemoryUnit, name: str, value: object) -> None:
    if value:
        setattr(unit, name, value)
        unit.derived = [*unit.derived, name]
