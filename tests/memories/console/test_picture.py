"""What is tied to a memory, as a picture and in words; its versions word by word; putting it away by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse
from django.utils import timezone

from memories.console.picture import SIDE_AT_MOST, Box, picture_of
from memories.console.timeline import timeline
from memories.editing import update
from memories.models import AuditEntry, MemoryUnit, Relation
from memories.models.base import new_id
from memories.shapes.inputs import MemoryPatch
from memories.tracing import versions_of
from memories.words import RelationType, State
from tests.console_team import Team

OTHER = UUID(int=1)


@dataclass(frozen=True)
class Edge:
    direction: str
    other_value: str = "x"
    type: str = "derived_from"
    other_id: UUID = OTHER
    other_state: str = "active"


def apart(one: Box, other: Box, height: int) -> bool:
    return one.x != other.x or abs(one.y - other.y) >= height


@pytest.mark.parametrize(("into", "out"), [(1, 0), (0, 1), (3, 2), (8, 8), (12, 30)])
def test_boxes_stand_apart_and_inside(into: int, out: int):
    edges = [Edge("in")] * into + [Edge("out")] * out
    picture = picture_of(edges)
    assert picture is not None
    shown = min(into, SIDE_AT_MOST) + min(out, SIDE_AT_MOST)
    assert (len(picture.boxes), picture.left_out) == (shown, into + out - shown)
    for box in picture.boxes:
        assert 0 <= box.x <= picture.width - picture.box
        assert 0 <= box.y <= picture.height - picture.box_height
        assert box.outward is (box.x > picture.middle_x)
        # The arrow ends where the relation points: at the unit from the left, at the other to the right.
        assert (box.line[2] == box.x) is box.outward
    assert all(apart(*pair, picture.box_height) for pair in pairwise(picture.boxes))


def test_nothing_tied_is_no_picture():
    assert picture_of([]) is None


@pytest.mark.parametrize(
    ("text", "told"), [("a" * 90, "a" * 26 + "…"), ("灯" * 40, "灯" * 13 + "…"), (" a\n b ", "a b")]
)
def test_a_box_holds_what_fits(text: str, told: str):
    picture = picture_of([Edge("out", text)])
    assert picture is not None
    assert picture.boxes[0].text == told


def tied(team: Team, one: UUID, other: UUID, kind: RelationType) -> None:
    with team.inside():
        Relation.objects.create(
            id=new_id(), namespace=team.namespace, from_unit_id=one, to_unit_id=other, type=kind,
            created_at=timezone.now(),
        )  # fmt: skip


@pytest.mark.django_db
def test_the_picture_links_and_escapes(team: Team):
    plain_one = team.write("The invoice was sent twice")
    nasty = team.write("<script>x</script> \u202eab", days_ago=1)
    tied(team, plain_one, nasty, RelationType.CAUSED_BY)
    page = team.client("viewer").get(reverse("admin:memories_memoryunit_change", args=[plain_one])).content.decode()
    (drawing,) = re.findall(r"<svg viewBox.*?</svg>", page, re.DOTALL)
    assert reverse("admin:memories_memoryunit_change", args=[nasty]) in drawing
    assert "<script>" not in drawing
    assert "\u202e" not in drawing
    assert "⟨RLO⟩" in drawing
    # What a screen reader is given is the list.
    assert 'aria-hidden="true"' in drawing
    assert page.count("&lt;script&gt;x") >= 2


@pytest.mark.django_db
def test_versions_tell_the_words_that_changed(team: Team):
    pk = team.write("The gateway listens on port 8080")
    caller = team.writer
    update(caller, pk, MemoryPatch(value="The gateway listens on port 9090"), now=timezone.now())
    with team.inside():
        newest, first = timeline(versions_of(MemoryUnit.objects.get(pk=pk)))
    assert newest.before is not None
    assert newest.after is not None
    assert [part.text for part in newest.before if part.differs] == ["8080"]
    assert [part.text for part in newest.after if part.differs] == ["9090"]
    assert first.before is None
    page = team.client("viewer").get(reverse("admin:memories_memoryunit_change", args=[pk])).content.decode()
    assert "<del>8080</del>" in page
    assert "<ins>9090</ins>" in page
    address = reverse("admin:memories_memoryunit_rollback", args=[pk]) + "?version=1"
    preview = team.client("reviewer").get(address).content.decode()
    assert "<del>9090</del>" in preview
    assert "<ins>8080</ins>" in preview


def act(team: Team, who: str, pk: UUID, action: str) -> Any:
    return team.client(who).post(reverse(f"admin:memories_memoryunit_{action}", args=[pk]), follow=True)


@pytest.mark.django_db
def test_a_person_puts_a_memory_away_and_takes_it_back(team: Team):
    pk = team.write("The fair is in hall seven")
    assert act(team, "viewer", pk, "archive").status_code == 403
    assert "Archived" in act(team, "reviewer", pk, "archive").content.decode()
    with team.inside():
        unit = MemoryUnit.objects.get(pk=pk)
        assert unit.state == State.ARCHIVED
        assert AuditEntry.objects.filter(action="unit_archived", object_id=str(pk)).count() == 1
    again = act(team, "reviewer", pk, "archive").content.decode()
    assert "only a current one can be archived" in again
    act(team, "reviewer", pk, "restore")
    with team.inside():
        assert MemoryUnit.objects.get(pk=pk).state == State.ACTIVE


@pytest.mark.django_db
def test_the_way_to_forget_its_source_is_for_those_who_may(team: Team):
    pk = team.write("The fair is in hall seven")
    address = reverse("admin:memories_memoryunit_change", args=[pk])
    way = reverse("admin:memories_forgetrequest_preview") + "?namespace="
    assert way in team.client("officer").get(address).content.decode()
    assert way not in team.client("reviewer").get(address).content.decode()
    with team.inside():
        source = MemoryUnit.objects.get(pk=pk).source_id
    filled = team.client("officer").get(f"{way}{team.namespace.pk}&by=source_id&what={source}").content.decode()
    assert f'value="{source}"' in filled
