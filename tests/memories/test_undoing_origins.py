"""What an origin did is undone, and nothing else: what others said stands as it stood before."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from memories.callers import Caller
from memories.editing import update
from memories.errors import HindsightError, Invalid, NotFound
from memories.models import AuditEntry, Evidence, MemoryUnit, Source
from memories.relations import relate
from memories.shapes.happenings import OriginUndone
from memories.shapes.inputs import MemoryInput, MemoryPatch, OriginInput, RelationInput
from memories.undoing_origins import undo_origin
from memories.walls import inside
from memories.words import Scope
from memories.writing import write
from tests.people import NOW

HOUR = timedelta(hours=1)
LAMP, TICKETS, BAKERY = "The lamp of the cellar is out", "Tickets are sorted by their age", "The bakery opens at seven"


def say(writer: Caller, value: str, *, now=NOW, **more) -> UUID:
    return write(writer, MemoryInput(value=value, **more), now=now).memory.id


def token_of(writer: Caller) -> str:
    return writer.actor.removeprefix("token:")


def undo(caller: Caller, *, now=NOW + 9 * HOUR, **origin) -> OriginUndone:
    return undo_origin(caller, OriginInput(**origin), now=now)


def stands(caller: Caller) -> dict[UUID, tuple[str, str, float, int]]:
    with inside(caller.namespace_id):
        return {
            unit.pk: (unit.value, unit.state, round(unit.confidence, 6), unit.independent_evidence)
            for unit in MemoryUnit.objects.exclude(state="deleted")
        }


@pytest.fixture
def intruder(another_writer) -> Caller:
    made: Caller = another_writer()
    return made


def test_what_only_it_said_goes_to_the_trash_and_a_preview_changes_nothing(caller, intruder):
    say(caller, LAMP)
    before = stands(caller)
    said = {say(intruder, TICKETS), say(intruder, BAKERY)}
    with_them = stands(caller)
    preview = undo(caller, token=token_of(intruder), dry_run=True)
    assert stands(caller) == with_them
    done = undo(caller, token=token_of(intruder))
    assert stands(caller) == before
    assert done.counts == preview.counts == {
        "undone": 2, "derived": 0, "kept": 0, "edits": 0, "decisions": 0, "for_review": 0,
    }  # fmt: skip
    assert set(done.undone) == set(preview.undone) == said
    with inside(caller.namespace_id):
        [entry] = AuditEntry.objects.filter(action="origin_undone")
        assert (entry.object_type, entry.object_id, entry.detail["undone"]) == ("token", token_of(intruder), 2)


def test_what_it_replaced_stands_again(caller, intruder):
    pk = say(caller, "The desk of Ana is in room 7", subject="ana", attribute="office", occurred_at=NOW)
    before = stands(caller)
    later = NOW + HOUR
    say(intruder, "The desk of Ana is in room 9", subject="ana", attribute="office", occurred_at=later, now=later)
    assert stands(caller)[pk][1] == "superseded"
    done = undo(caller, token=token_of(intruder))
    assert stands(caller) == before
    assert (done.counts["undone"], done.counts["decisions"]) == (1, 1)
    assert done.for_review == [pk], "it is judged anew"


def test_what_it_confirmed_is_as_sure_as_before(caller, intruder):
    pk = say(caller, LAMP)
    before = stands(caller)
    say(intruder, LAMP)
    assert stands(caller)[pk][2] > before[pk][2]
    done = undo(caller, token=token_of(intruder))
    assert {pk: value[:3] for pk, value in stands(caller).items()} == {pk: value[:3] for pk, value in before.items()}
    assert done.kept == [pk]
    with inside(caller.namespace_id):
        assert Evidence.objects.count() == 1


def test_what_others_confirmed_rests_on_them(caller, intruder):
    pk = say(intruder, LAMP)
    say(caller, LAMP)
    done = undo(caller, token=token_of(intruder))
    assert stands(caller)[pk][:2] == (LAMP, "active")
    assert (done.undone, done.kept) == ([], [pk])
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.get(pk=pk).source.writer_id == caller.writer_id


def derive(writer: Caller, child: UUID, parent: UUID) -> None:
    relate(writer, RelationInput(from_id=child, to_id=parent, type="derived_from"), now=NOW)


def test_what_was_derived_goes_with_it_unless_something_else_speaks_for_it(caller, intruder):
    parent, other = say(intruder, LAMP), say(caller, BAKERY)
    child = say(caller, "The cellar is dark")
    grandchild = say(caller, "Take a torch to the cellar")
    both = say(caller, "Mornings are busy in the house")
    derive(caller, child, parent)
    derive(caller, grandchild, child)
    derive(caller, both, parent)
    derive(caller, both, other)
    done = undo(caller, token=token_of(intruder))
    assert set(stands(caller)) == {other, both}
    assert (done.counts["undone"], done.counts["derived"]) == (1, 2)
    assert done.for_review == [both]
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.get(pk=both).review_due_at == NOW + 9 * HOUR


def test_what_it_edited_is_as_before_and_what_was_edited_since_is_left(caller, intruder):
    edited, since = say(caller, LAMP), say(caller, BAKERY)
    before = stands(caller)
    update(intruder, edited, MemoryPatch(value="The lamp of the cellar is fine"), if_version=1, now=NOW + HOUR)
    update(intruder, since, MemoryPatch(value="The bakery opens at nine"), if_version=1, now=NOW + HOUR)
    update(caller, since, MemoryPatch(value="The bakery opens at ten"), if_version=2, now=NOW + 2 * HOUR)
    done = undo(caller, token=token_of(intruder))
    assert stands(caller)[edited][:2] == before[edited][:2]
    assert stands(caller)[since][0] == "The bakery opens at ten"
    assert (done.counts["edits"], done.for_review) == (1, [since])


def test_only_what_was_written_in_the_window(caller, intruder):
    first, second, third = (
        say(intruder, text, now=NOW + number * HOUR) for number, text in enumerate((LAMP, TICKETS, BAKERY))
    )
    done = undo(caller, token=token_of(intruder), since=NOW + HOUR, until=NOW + 2 * HOUR)
    assert done.undone == [second]
    assert set(stands(caller)) == {first, third}


def test_one_source_and_one_session(caller, intruder):
    of_session = say(intruder, LAMP, session_id="s1")
    of_server = say(intruder, TICKETS, mcp_server="crm")
    with inside(caller.namespace_id):
        source = Source.objects.get(mcp_server="crm")
    assert undo(caller, session_id="s1").undone == [of_session]
    assert undo(caller, source_id=source.pk).undone == [of_server]
    assert undo(caller, source_id=source.pk).undone == [], "asking twice is safe"


def test_a_window_of_too_many_is_refused_and_nothing_is_done(caller, intruder, monkeypatch):
    monkeypatch.setattr("memories.undoing_origins.MOST", 1)
    say(intruder, LAMP)
    say(intruder, TICKETS)
    before = stands(caller)
    with pytest.raises(Invalid) as refused:
        undo(caller, token=token_of(intruder))
    assert (refused.value.code, refused.value.field) == ("too_many", "since")
    assert stands(caller) == before


@pytest.mark.parametrize("origin", [{"token": "hs_nobody00"}, {"session_id": "none"}, {"source_id": uuid4()}])
def test_nobody_and_nothing(caller, outsider, origin):
    say(outsider, LAMP)
    with pytest.raises(NotFound):
        undo(caller, **origin)
    with pytest.raises(NotFound):
        undo(caller, token=token_of(outsider))


def test_it_takes_the_scope_admin(caller, intruder):
    say(intruder, LAMP)
    weak = Caller(actor=caller.actor, namespace_id=caller.namespace_id, scopes=frozenset(Scope) - {Scope.ADMIN})
    with pytest.raises(HindsightError) as refused:
        undo(weak, token=token_of(intruder))
    assert refused.value.code == "insufficient_scope"
