"""Edges that writers make between units; supersedes, contradicts and duplicates belong to decisions."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from memories import audit
from memories.authority import may_touch
from memories.callers import Caller
from memories.errors import NotFound, WrongState
from memories.locks import lock_units
from memories.models import MemoryUnit, Relation
from memories.shapes.inputs import RelationInput
from memories.shapes.outputs import RelationOut
from memories.tracing import relations_of
from memories.walls import inside
from memories.words import Scope, State


def list_relations(caller: Caller, unit_id: UUID) -> list[RelationOut]:
    """Edges of a unit both ways, the newest 100. Raises NotFound."""
    caller.require(Scope.READ)
    with inside(caller.namespace_id):
        unit = MemoryUnit.objects.filter(namespace_id=caller.namespace_id, pk=unit_id).first()
        if unit is None:
            raise NotFound("There is no such memory.", field="id")
        return relations_of(unit)


def relate(caller: Caller, body: RelationInput, *, now: datetime) -> tuple[RelationOut, bool]:
    """An edge from one unit to another, and whether it is new; the same again changes nothing.

    Raises:
        NotFound: one of the two does not exist, `field` says which.
        WrongState: one of the two is deleted.
        Refused: `from_id` is critical or somebody's who is more trusted.
    """
    caller.require(Scope.WRITE)
    with inside(caller.namespace_id):
        units = lock_units(caller.namespace_id, [body.from_id, body.to_id])
        for field, pk in (("from_id", body.from_id), ("to_id", body.to_id)):
            if pk not in units:
                raise NotFound("There is no such memory.", field=field)
            if units[pk].state == State.DELETED:
                raise WrongState("A deleted memory cannot be related; restore it first.", code="deleted", field=field)
        # An edge says something about the unit that it starts from: what it was derived from goes with that when it
        # is forgotten. So only who may change that unit may add one.
        may_touch(units[body.from_id], caller)
        relation, created = Relation.objects.get_or_create(
            namespace_id=caller.namespace_id,
            from_unit_id=body.from_id,
            to_unit_id=body.to_id,
            type=body.type,
            defaults={"created_at": now},
        )
        if created:
            audit.record(
                namespace_id=caller.namespace_id,
                actor=caller.actor,
                action="related",
                object_type="relation",
                object_id=relation.pk,
                now=now,
                type=body.type,
            )
        other = units[body.to_id]
        shown = RelationOut(
            type=relation.type,
            direction="out",
            other_id=other.pk,
            other_value=other.value,
            other_state=other.state,
            created_at=relation.created_at,
        )
        return shown, created
