"""Confidence, policies and ranking: by table and by property, without a database."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories import confidence
from memories.confidence import Rules
from memories.policies import Side, Way, effects, in_order, rule
from memories.ranking import PROFILES, Candidate, freshness, rank, text_score
from memories.words import Channel, ConflictType, Kind, Resolution, State

RULES = Rules()
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
fractions = st.floats(0, 1, allow_nan=False)


# --- confidence ---------------------------------------------------------------------------------------------------


@given(fractions, fractions, fractions, st.booleans(), st.booleans(), st.integers(0, 4000))
def test_confidence_stays_within_0_and_1(value, trust, cap, success, flag, days):
    assert 0 <= confidence.corroborated(value, trust, cap) <= 1
    assert 0 <= confidence.after_outcome(value, success, cap) <= 1
    assert 0 <= confidence.confirmed(value) <= 1
    assert 0 <= confidence.overwriting(value, trust, cap) <= 1
    read = confidence.as_read(value, NOW, NOW + days * DAY, critical=flag, contested=success, rules=RULES)
    assert 0 <= read <= 1


@given(fractions, st.integers(0, 3000), st.integers(0, 3000))
def test_decay_is_the_same_however_time_is_split(value, first, second):
    """It is computed from when the unit was last touched, so looking in between changes nothing."""
    whole = confidence.decayed(value, NOW, NOW + (first + second) * DAY, critical=False, rules=RULES)
    looked = confidence.decayed(value, NOW, NOW + first * DAY, critical=False, rules=RULES)
    again = confidence.decayed(value, NOW, NOW + (first + second) * DAY, critical=False, rules=RULES)
    assert whole == again <= looked <= value


@pytest.mark.parametrize(
    ("days", "expected"), [(0, 0.9), (6.99, 0.9), (7, 0.88), (20.9, 0.86), (70, 0.7), (315, 0.0), (9999, 0.0)]
)
def test_decay_by_whole_periods(days, expected):
    assert confidence.decayed(0.9, NOW, NOW + days * DAY, critical=False, rules=RULES) == pytest.approx(expected)
    assert confidence.decayed(0.9, NOW, NOW + days * DAY, critical=True, rules=RULES) == 0.9


@given(fractions, fractions)
def test_one_writer_never_lifts_itself_above_its_ceiling(value, trust):
    for kind in Kind:
        cap = confidence.ceiling(kind, trust, RULES)
        start = confidence.initial(kind, trust, value, RULES)
        assert start <= cap
        for _ in range(20):
            start = confidence.corroborated(start, trust, cap)
            start = confidence.after_outcome(start, True, cap)
            start = confidence.overwriting(start, 1.0, cap)
        assert start <= cap


@pytest.mark.parametrize(
    ("kind", "channel", "proposed", "expected"),
    [
        (Kind.FACT, Channel.USER_STATEMENT, None, 0.9),
        (Kind.FACT, Channel.USER_STATEMENT, 1.0, 1.0),
        (Kind.FACT, Channel.TOOL_RESULT, 1.0, 0.95),
        (Kind.INFERENCE, Channel.AGENT_INFERENCE, None, 0.6),
        (Kind.INFERENCE, Channel.AGENT_INFERENCE, 0.99, 0.8),
        (Kind.FACT, Channel.IMPORT, 0.2, 0.2),
    ],
)
def test_confidence_to_begin_with(kind, channel, proposed, expected):
    assert confidence.initial(kind, confidence.CHANNEL_TRUST[channel], proposed, RULES) == expected


def test_contested_is_one_factor():
    read = confidence.as_read(0.8, NOW, NOW, critical=False, contested=True, rules=RULES)
    assert read == pytest.approx(0.56)


# --- policies -----------------------------------------------------------------------------------------------------


def side(number: int, **fields) -> Side:
    base = Side(
        id=UUID(int=number),
        kind=Kind.FACT,
        channel=Channel.USER_STATEMENT,
        voice="v1",
        subject="",
        trust=1.0,
        critical=False,
        confidence=0.9,
        occurred_at=NOW + number * DAY,
        created_at=NOW + number * DAY,
    )
    return replace(base, **fields)


OTHER = {"voice": "v2"}
SAME_MOMENT = {"occurred_at": NOW + DAY, "created_at": NOW + DAY}
GUESS = {"kind": Kind.INFERENCE, "channel": Channel.AGENT_INFERENCE, "trust": 0.8, "confidence": 0.6}


@pytest.mark.parametrize(
    ("older", "newer", "cue", "type_", "way", "proposal"),
    [
        ({}, {}, False, ConflictType.TEMPORAL, Way.ACT, Resolution.KEEP_B),
        ({}, OTHER, True, ConflictType.TEMPORAL, Way.ACT, Resolution.KEEP_B),
        ({}, OTHER, False, ConflictType.SOURCE, Way.COEXIST, Resolution.KEEP_BOTH),
        ({"subject": "u1"}, {"subject": "u1", **OTHER}, False, ConflictType.TEMPORAL, Way.ACT, Resolution.KEEP_B),
        (GUESS, OTHER, True, ConflictType.INFERENCE, Way.ACT, Resolution.KEEP_B),
        ({}, {**GUESS, **OTHER}, True, ConflictType.INFERENCE, Way.ACT, Resolution.KEEP_A),
        ({**GUESS, "critical": True}, OTHER, True, ConflictType.INFERENCE, Way.ASK, Resolution.KEEP_B),
        ({"critical": True}, {}, True, ConflictType.TEMPORAL, Way.ASK, Resolution.KEEP_B),
        ({}, {"trust": 0.95, **OTHER}, True, ConflictType.TEMPORAL, Way.ASK, Resolution.KEEP_B),
        ({}, {"occurred_at": NOW + DAY}, False, ConflictType.TEMPORAL, Way.ACT, Resolution.KEEP_B),
        ({}, SAME_MOMENT, False, ConflictType.UNDETERMINED, Way.ASK, Resolution.KEEP_B),
        ({}, {**SAME_MOMENT, **OTHER}, True, ConflictType.SOURCE, Way.COEXIST, Resolution.KEEP_BOTH),
    ],
)
def test_the_first_type_that_fits_and_its_policy(older, newer, cue, type_, way, proposal):
    ruling = rule(side(1, **older), side(2, **newer), change_cue=cue)
    assert (ruling.type, ruling.way, ruling.proposal) == (type_, way, proposal)


def test_what_the_judge_is_unsure_of_is_never_acted_on():
    ruling = rule(side(1), side(2), change_cue=True, sure=False)
    assert (ruling.type, ruling.way) == (ConflictType.UNDETERMINED, Way.ASK)


def test_overwriting_raises_the_newer_no_higher_than_its_ceiling():
    older, newer = side(1, confidence=0.9), side(2, trust=0.95, confidence=0.5)
    changes = effects(
        older, newer, type=ConflictType.TEMPORAL, resolution=Resolution.KEEP_B, by_person=False, rules=RULES
    )
    retired, raised = changes
    assert (retired.state, retired.confidence, retired.valid_to) == (State.SUPERSEDED, 0.1, newer.occurred_at)
    assert raised.confidence == 0.95


sides = st.builds(
    side,
    st.integers(1, 9),
    kind=st.sampled_from(list(Kind)),
    channel=st.sampled_from(list(Channel)),
    voice=st.sampled_from(["v1", "v2"]),
    subject=st.sampled_from(["", "u1"]),
    trust=fractions,
    critical=st.booleans(),
    confidence=fractions,
)


@given(sides, sides, st.booleans())
def test_no_rule_lowers_or_retires_a_critical_unit(one, other, cue):
    other = replace(other, id=UUID(int=99))
    a, b = in_order(one, other)
    ruling = rule(a, b, change_cue=cue)
    if ruling.way != Way.ACT:
        return
    changes = effects(a, b, type=ruling.type, resolution=ruling.proposal, by_person=False, rules=RULES)
    by_id = {a.id: a, b.id: b}
    for change in changes:
        before = by_id[change.unit_id]
        if before.critical:
            assert change.state in (None, State.ACTIVE)
            assert change.confidence is None or change.confidence >= before.confidence
        assert change.state != State.DELETED


@given(sides, sides, st.booleans())
def test_a_ruling_does_not_depend_on_who_is_named_first(one, other, cue):
    other = replace(other, id=UUID(int=99))
    assert in_order(one, other) == in_order(other, one)


# --- ranking ------------------------------------------------------------------------------------------------------


def candidate(number: int, **fields) -> Candidate:
    base = Candidate(
        id=UUID(int=number), similarity=0.6, lexical=0.0, confidence=0.9, occurred_at=NOW, verified_at=None
    )
    return replace(base, **fields)


REVIEWED = PROFILES["reviewed"]


def ranked(*candidates):
    return rank(candidates, weights=REVIEWED, now=NOW, freshness_days=30, floor=0.2, word_floor=0.1, most=50)


@pytest.mark.parametrize(("days", "expected"), [(0, 1.0), (30, 0.37), (60, 0.14)])
def test_freshness(days, expected):
    assert round(freshness(NOW - days * DAY, None, NOW, 30), 2) == expected
    assert freshness(NOW - days * DAY, NOW, NOW, 30) == 1.0, "a verified old fact stays fresh"


def test_a_well_verified_old_fact_is_not_pushed_out_by_a_new_weak_one():
    old = candidate(1, occurred_at=NOW - 365 * DAY, verified_at=NOW - DAY, confidence=0.95, similarity=0.7)
    weak = candidate(2, confidence=0.4, similarity=0.72)
    assert [hit.id for hit in ranked(weak, old)] == [old.id, weak.id]


def test_under_the_floor_and_without_a_word_there_is_nothing():
    assert ranked(candidate(1, similarity=0.19)) == []
    assert len(ranked(candidate(1, similarity=0.19, lexical=0.1), candidate(2, similarity=0.2))) == 2


def test_a_missing_arm_is_carried_by_the_other():
    assert text_score(None, 0.8) == 0.8
    assert text_score(0.8, None) == 0.8
    assert text_score(0.8, 0.8) == pytest.approx(1 - 0.2 * 0.68)
    assert text_score(None, None) == 0.0


def test_ties_go_to_the_smaller_id():
    assert [hit.id.int for hit in ranked(candidate(3), candidate(1), candidate(2))] == [1, 2, 3]


@given(st.lists(st.tuples(fractions, fractions, fractions, st.integers(0, 400)), max_size=20))
def test_every_score_lies_between_0_and_1_and_the_order_is_by_final(rows):
    hits = ranked(
        *(
            candidate(n, similarity=sim, lexical=lex, confidence=conf, occurred_at=NOW - age * DAY)
            for n, (sim, lex, conf, age) in enumerate(rows)
        )
    )
    finals = [hit.final for hit in hits]
    assert finals == sorted(finals, reverse=True)
    assert all(0 <= score <= 1 + 1e-9 and math.isfinite(score) for score in finals)
