"""What the page of a unit tells of its past and its neighbours, and what a person does to it from there."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from memories.console.picture import MOST, Edge, draw
from memories.editing import update
from memories.lifecycle import set_critical
from memories.models import ForgetRequest, MemoryUnit, MemoryVersion
from memories.relations import relate
from memories.shapes.inputs import MemoryPatch, RelationInput
from memories.templatetags.hindsight import rewritten
from memories.words import ForgetState, State
from tests.console_team import Team
from tests.memories.console.test_units import act, page, unit

SCRIPT = "<script>window.broken = 1</script>"


def text_of(team: Team, who: str, unit_id: UUID, **query: str) -> str:
    return str(team.client(who).get(page(unit_id), query).content.decode())


def relates(team: Team, one: UUID, other: UUID, kind: str = "derived_from") -> None:
    body = RelationInput.model_validate({"from_id": one, "to_id": other, "type": kind})
    relate(team.writer, body, now=timezone.now())


def test_a_change_of_text_is_marked_word_by_word_for_eye_and_ear():
    assert rewritten(["The office is in Basel", "The office is in Bern"]) == (
        'The office is in <del dir="auto"><span class="hs-heard"> taken out: </span>Basel</del>'
        '<ins dir="auto"><span class="hs-heard"> put in: </span>Bern</ins>'
    )
    assert "&lt;script&gt;" in rewritten([SCRIPT, "something else"])
    assert "<script" not in rewritten([SCRIPT, SCRIPT + "!"])
    assert "⟨RLO⟩" in rewritten(["one", "one \u202eowt"])


def test_what_is_no_text_is_shown_from_what_to_what():
    assert "</del> → <ins" in rewritten([["a"], ["a", "b"]])
    assert ">–</del> → <ins" in rewritten(["", "something"])
    assert "temporarily" not in rewritten(["active", "archived"], "state")
    assert ">active</del> → <ins" in rewritten(["active", "archived"], "state")


def test_the_timeline_says_what_who_and_why(team: Team):
    unit_id = team.write("The office is in Basel")
    update(team.writer, unit_id, MemoryPatch(value="The office is in Bern"), now=timezone.now())
    act(team, "reviewer", unit_id, "critical", critical="1")
    text = " ".join(text_of(team, "viewer", unit_id).split())
    assert "taken out: </span>Basel</del>" in text
    assert "put in: </span>Bern</ins>" in text
    assert "updated · token hs_" in text
    assert "marked critical · reviewer" in text
    assert text.index("Version 3") < text.index("Version 2") < text.index("Version 1")


def test_a_long_history_begins_with_the_newest(team: Team):
    unit_id = team.write("The office is in Basel")
    with team.inside():
        first = MemoryVersion.objects.get(unit_id=unit_id)
        for number in range(2, 62):
            first.pk, first.number = None, number
            first._state.adding = True
            first.pk = MemoryVersion._meta.pk.get_default()
            first.save(force_insert=True)
    text = text_of(team, "viewer", unit_id)
    assert text.count("<strong>Version ") == 50
    assert "Version 61" in text
    assert "Show 11 older versions" in text
    text = text_of(team, "viewer", unit_id, versions="all")
    assert text.count("<strong>Version ") == 61
    assert "older version" not in text


def test_neighbours_are_drawn_and_listed(team: Team):
    here, cause, effect = (team.write(value) for value in ("The lamp is out", f"No power {SCRIPT}", "It is dark"))
    relates(team, here, cause, "caused_by")
    relates(team, effect, here)
    text = text_of(team, "viewer", here)
    picture = text[text.index('<figure class="hs-picture">') : text.index("</figure>")]
    assert picture.count('class="hs-edge"') == 2
    assert picture.count("marker-end") == picture.count("marker-start") == 1
    assert f'href="{page(cause)}" tabindex="-1"' in picture
    assert "caused by →" in picture
    assert "← derived from" in picture
    assert SCRIPT not in text
    listed = text[text.index("</figure>") : text.index('id="versions"')]
    assert page(cause) in listed
    assert page(effect) in listed


def test_a_unit_without_neighbours_says_so(team: Team):
    text = text_of(team, "viewer", team.write("The lamp is out"))
    assert "It stands alone" in text
    assert "<svg viewBox" not in text[text.index('id="relations"') : text.index('id="versions"')]


def test_the_layout_keeps_every_box_apart_and_inside():
    for number in (1, 2, 7, MOST, MOST + 5):
        drawn = draw([Edge(place, "supersedes", place % 2 == 0, "x" * 3000) for place in range(number)])
        assert len(drawn.nodes) == min(number, MOST)
        assert drawn.left_out == max(0, number - MOST)
        for above, below in zip(drawn.nodes, drawn.nodes[1:], strict=False):
            assert above.y + above.height < below.y
        for node in drawn.nodes:
            assert node.y >= 0
            assert node.y + node.height <= drawn.height
            assert node.x + node.width <= drawn.width
            assert node.line.endswith(f"{node.x} {node.y + node.height // 2}")
        assert 0 <= drawn.here_y <= drawn.height - drawn.here_height


def test_two_relations_to_one_neighbour_share_a_box():
    drawn = draw([Edge(1, "contradicts →", True, "a"), Edge(1, "← derived from", False, "a"), Edge(2, "x", False, "b")])
    assert [(node.called, node.outward, node.inward) for node in drawn.nodes] == [
        ("contradicts → · ← derived from", True, True),
        ("x", False, True),
    ]


def test_archive_and_back(team: Team):
    unit_id = team.write("The office is in Basel")
    set_critical(team.writer, unit_id, critical=True, now=timezone.now())
    assert "Archived" in act(team, "reviewer", unit_id, "archive")
    assert unit(team, unit_id).state == State.ARCHIVED
    assert "Only a current memory can be archived" in act(team, "reviewer", unit_id, "archive")
    text = text_of(team, "reviewer", unit_id)
    assert reverse("admin:memories_memoryunit_archive", args=[unit_id]) not in text
    assert "Restored" in act(team, "reviewer", unit_id, "restore")
    assert unit(team, unit_id).state == State.ACTIVE


def test_forget_shows_first_and_erases_when_confirmed(team: Team):
    unit_id = team.write("Kim lives in Basel")
    text = act(team, "officer", unit_id, "forget")
    assert "What would be erased" in text
    assert unit(team, unit_id).state == State.ACTIVE
    with team.inside():
        request = ForgetRequest.objects.get()
    assert (request.by, request.identifier, request.state) == ("unit", str(unit_id), ForgetState.PREVIEW)
    address = reverse("admin:memories_forgetrequest_confirm", args=[request.pk])
    team.client("officer").post(address, {"sure": "yes"})
    with team.inside():
        assert not MemoryUnit.objects.filter(pk=unit_id).exists()
    assert team.client("viewer").get(page(unit_id)).status_code == 404


def test_each_role_has_its_buttons(team: Team):
    unit_id = team.write("The office is in Basel")
    wanted = {
        "viewer": set(),
        "reviewer": {"critical", "archive", "delete"},
        "officer": {"forget"},
        "admin": {"critical", "archive", "delete", "forget"},
    }
    every = ("critical", "archive", "delete", "forget", "restore", "release")
    for who, buttons in wanted.items():
        text = text_of(team, who, unit_id)
        shown = {name for name in every if reverse(f"admin:memories_memoryunit_{name}", args=[unit_id]) in text}
        assert (who, shown) == (who, buttons)


def test_a_rollback_of_what_moved_meanwhile_is_refused(team: Team):
    unit_id = team.write("The office is in Basel")
    for place in ("Bern", "Chur"):
        update(team.writer, unit_id, MemoryPatch(value=f"The office is in {place}"), now=timezone.now())
    text = act(team, "reviewer", unit_id, "rollback", version="1", seen="2")
    assert "Nothing was rolled back" in text
    assert "version 3 now" in text
    assert unit(team, unit_id).value == "The office is in Chur"
    address = reverse("admin:memories_memoryunit_rollback", args=[unit_id])
    assert team.client("reviewer").post(address, {"version": "1"}).status_code == 404


def test_the_preview_of_a_rollback_marks_the_words(team: Team):
    unit_id = team.write("The office is in Basel")
    update(team.writer, unit_id, MemoryPatch(value="The office is in Bern"), now=timezone.now())
    act(team, "reviewer", unit_id, "critical", critical="1")
    address = reverse("admin:memories_memoryunit_rollback", args=[unit_id])
    text = team.client("reviewer").get(address, {"version": 1}).content.decode()
    assert "taken out: </span>Bern</del>" in text
    assert "put in: </span>Basel</ins>" in text
    assert '<input type="hidden" name="seen" value="3">' in text
    text = team.client("reviewer").get(address, {"version": 2}).content.decode()
    assert "It says the same in both" in text
    assert "critical" in text
