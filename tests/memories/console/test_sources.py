"""Where memories came from: trust, volume, trouble, and the way back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse
from django.utils import timezone

from memories.callers import Caller
from memories.lifecycle import release
from memories.models import MemoryUnit, Source
from memories.tokens import authenticate, create_token
from memories.words import Channel, Scope, State
from tests.console_team import Team


@pytest.fixture
def intruder(team: Team) -> Caller:
    _token, secret = create_token(
        namespace=team.namespace, scopes=list(Scope), channels=list(Channel), label="intruder"
    )
    return authenticate(secret, now=timezone.now())


def source_of(team: Team, unit_id: UUID) -> Source:
    with team.inside():
        return MemoryUnit.objects.select_related("source").get(pk=unit_id).source


def state_of(team: Team, unit_id: UUID) -> str:
    with team.inside():
        return str(MemoryUnit.objects.get(pk=unit_id).state)


def go(team: Team, who: str, name: str, source: Source, method: str = "post", **fields: Any) -> Any:
    address = reverse(f"admin:memories_source_{name}", args=[source.pk])
    return getattr(team.client(who), method)(address, fields, follow=True)


def page_of(team: Team, source: Source, who: str = "admin") -> str:
    return str(team.client(who).get(reverse("admin:memories_source_change", args=[source.pk])).content.decode())


def text(answer: Any) -> str:
    return str(answer.content.decode())


def test_volume_and_trouble_are_counted(team: Team):
    conflict = team.disagreement()
    good = team.write("Lunch is at noon", mcp_server="canteen", channel=Channel.TOOL_RESULT)
    bad = [
        team.write(f"The {name} is open", mcp_server="rumours", channel=Channel.TOOL_RESULT)
        for name in ("bakery", "market", "museum")
    ]
    with team.inside():
        MemoryUnit.objects.filter(pk__in=bad[:2]).update(state=State.HELD)
    reviewer = Caller(f"user:{team.people['reviewer'].pk}", team.namespace.pk, frozenset(Scope), person=True)
    release(reviewer, bad[0], reject=True, now=timezone.now())
    client = team.client("viewer")
    answer = client.get(reverse("admin:memories_source_changelist"))
    counted = {row.mcp_server: row.record for row in answer.context["cl"].result_list}
    numbers = {name: (one.units, one.contradicted, one.waiting, one.rejected) for name, one in counted.items()}
    assert numbers == {
        "scanner": (1, 1, 0, 0),
        "inventory": (1, 1, 0, 0),
        "canteen": (1, 0, 0, 0),
        "rumours": (3, 0, 1, 1),
    }
    assert "1 held or quarantined" in text(answer)
    answer = client.get(reverse("admin:memories_source_changelist"), {"trouble": "yes"})
    assert [row.mcp_server for row in answer.context["cl"].result_list] == ["rumours"]
    shown = page_of(team, source_of(team, bad[0]), "viewer")
    assert "What made trouble" in shown
    assert "1 false" in shown
    assert "1 contradicted" in page_of(team, conflict.a.source)
    shown = page_of(team, source_of(team, good))
    assert "None: nothing of it was contradicted" in shown
    assert "What made trouble" not in shown


def test_what_a_token_wrote_is_found_by_its_beginning(team: Team, intruder: Caller):
    team.write("Lunch is at noon")
    team.write("The bakery is open", caller=intruder)
    prefix = intruder.actor.removeprefix("token:")
    answer = team.client("viewer").get(reverse("admin:memories_source_changelist"), {"q": prefix})
    assert [row.writer.prefix for row in answer.context["cl"].result_list] == [prefix]


def test_trust_is_set_in_percent(team: Team):
    source = source_of(team, team.write("Lunch is at noon"))
    assert "Saved." in text(go(team, "reviewer", "trust", source, trust="35"))
    assert team.fresh(source).trust == 0.35
    for wrong in ("101", "-1", "x", "", "0.5"):
        assert "Nothing was changed" in text(go(team, "reviewer", "trust", source, trust=wrong))
    assert team.fresh(source).trust == 0.35
    assert go(team, "viewer", "trust", source, trust="1").status_code == 403
    assert "Trust, in percent" not in page_of(team, source, "viewer")


def test_a_rollback_is_looked_at_before_it_is_done(team: Team, intruder: Caller):
    kept = team.write("Lunch is at noon")
    gone = team.write("The bakery <script>alert(1)</script> is open", caller=intruder)
    source = source_of(team, gone)
    assert "Roll back what it did" in text(go(team, "admin", "rollback", source, "get"))
    preview = go(team, "admin", "rollback", source, whose="source_id")
    assert "What would change" in text(preview)
    assert "<dt>1</dt><dd>memories that only it stated: to the trash</dd>" in text(preview)
    assert "&lt;script&gt;alert(1)" in text(preview)
    assert "Lunch" not in text(preview)
    assert (state_of(team, gone), state_of(team, kept)) == (State.ACTIVE, State.ACTIVE)
    until = preview.context["until"].isoformat()
    later = team.write("The market is closed", caller=intruder)
    assert source_of(team, later).pk == source.pk
    done = go(team, "admin", "rollback", source, whose="source_id", until=until, sure="yes")
    assert "Rolled back: one memory is in the trash." in text(done)
    assert (state_of(team, gone), state_of(team, kept)) == (State.DELETED, State.ACTIVE)
    assert state_of(team, later) == State.ACTIVE, "it was written after the preview"


def test_all_that_the_token_did_goes_in_one(team: Team, intruder: Caller):
    one = team.write("The bakery is open", caller=intruder)
    two = team.write("The market is closed", caller=intruder, mcp_server="scanner", channel=Channel.TOOL_RESULT)
    source = source_of(team, one)
    assert source_of(team, two).pk != source.pk
    done = go(team, "admin", "rollback", source, whose="token", sure="yes")
    assert "2 memories are in the trash" in text(done)
    assert {state_of(team, one), state_of(team, two)} == {State.DELETED}


def test_a_window_that_holds_nothing_says_so(team: Team, intruder: Caller):
    source = source_of(team, team.write("The bakery is open", caller=intruder))
    tomorrow = f"{timezone.now() + timedelta(days=1):%Y-%m-%dT%H:%M}"
    later = f"{timezone.now() + timedelta(days=2):%Y-%m-%dT%H:%M}"
    answer = go(team, "admin", "rollback", source, whose="source_id", since=tomorrow, until=later)
    assert "Nothing: it wrote nothing in this time" in text(answer)
    assert 'name="sure"' not in text(answer)
    for wrong in ({"since": later, "until": tomorrow}, {"since": "yesterday"}, {"whose": "session_id"}):
        refused = go(team, "admin", "rollback", source, **({"whose": "source_id"} | wrong))
        assert refused.status_code == 400
        assert 'class="hs-error" role="alert"' in text(refused)


def test_only_an_admin_rolls_a_source_back(team: Team):
    unit_id = team.write("Lunch is at noon")
    source = source_of(team, unit_id)
    for who in ("viewer", "reviewer", "officer"):
        for method in ("get", "post"):
            assert go(team, who, "rollback", source, method, whose="source_id", sure="yes").status_code == 403
        assert "Roll back what it did" not in page_of(team, source, who)
    assert go(team, "outsider", "rollback", source, whose="source_id", sure="yes").status_code == 404
    assert state_of(team, unit_id) == State.ACTIVE
