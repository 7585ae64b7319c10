"""Spot checks, decisions and spend at the REST door."""

from __future__ import annotations

from django.utils import timezone

from review.budget import reserve, settle
from review.spot_checks import draw
from tests.doors.rest.conftest import Door


def a_move(owner: Door, person: str = "Ana") -> None:
    about = {"subject": person, "attribute": "city"}
    owner.write(f"{person} lives in Oslo", **about)
    owner.write(f"{person} has moved to Lyon", **about)


def test_drawn_seen_and_taken_back(owner: Door, teammate: Door):
    a_move(owner)
    a_move(owner, "Ben")
    draw(owner.caller.namespace_id, a_day=5, now=timezone.now())
    (second, first) = teammate.get("spot-checks?state=open")["results"]
    assert first["decision"]["automatic"] is True
    assert sorted(unit["memory"]["state"] for unit in first["units"]) == ["active", "superseded"]
    assert {unit["memory"]["state"]: unit["what"] for unit in first["units"]}["superseded"] == "superseded"
    body = {"verdict": "wrong", "undo": True, "note": "she did not"}
    teammate.call("POST", f"spot-checks/{first['id']}/verdict", body, expect=403)
    done = owner.post(f"spot-checks/{first['id']}/verdict", body)
    assert (done["verdict"], done["decision"]["undone_at"] is not None) == ("wrong", True)
    assert [one["id"] for one in owner.get("spot-checks?state=open")["results"]] == [second["id"]]
    assert owner.post(f"spot-checks/{first['id']}/verdict", body, expect=409)["code"] == "already_checked"


def test_wrong_input_names_its_field(owner: Door):
    a_move(owner)
    draw(owner.caller.namespace_id, a_day=5, now=timezone.now())
    (one,) = owner.get("spot-checks")["results"]
    for body, field in (({}, "verdict"), ({"verdict": "maybe"}, "verdict"), ({"verdict": "right", "x": 1}, "x")):
        assert owner.post(f"spot-checks/{one['id']}/verdict", body, expect=400)["field"] == field
    refused = owner.post(f"spot-checks/{one['id']}/verdict", {"verdict": "right", "undo": True}, expect=409)
    assert refused["code"] == "undo_of_what_is_right"
    assert owner.get("spot-checks?state=odd", expect=400)["field"] == "state"


def test_a_decision_is_taken_back_by_the_id_that_a_trace_shows(owner: Door):
    a_move(owner)
    old = next(row for row in owner.get("memories?state=all")["results"] if row["state"] == "superseded")
    (decision,) = owner.get(f"memories/{old['id']}/trace")["decisions"]
    undone = owner.post(f"decisions/{decision['id']}/undo", {})
    assert undone["undone_at"] is not None
    assert owner.get(f"memories/{old['id']}")["state"] == "active"
    assert owner.post(f"decisions/{decision['id']}/undo", {}, expect=409)["code"] == "already_undone"


def test_spend_beside_the_budgets(owner: Door, teammate: Door, outsider: Door):
    now = timezone.now()
    for used in (300, None):
        spend = reserve(
            namespace_id=owner.caller.namespace_id, run_id=None, tokens=500, model="m", run_budget=9_000,
            daily_budget=500_000, now=now,
        )  # fmt: skip
        assert spend is not None
        settle(spend, used=used, outcome="ok" if used else "timeout", now=now)
    found = teammate.get("spend")
    assert (found["today"], found["daily_budget"], found["own_daily_budget"]) == (800, 500_000, None)
    assert found["daily_budget_left"] is None, "what others spend is not told"
    assert owner.get("spend")["daily_budget_left"] == 499_200
    assert [(day["tokens"], day["calls"], day["failed"]) for day in found["days"]] == [(800, 2, 1)]
    assert outsider.get("spend")["days"] == []
    assert owner.get("spend?days=0", expect=400)["field"] == "days"
