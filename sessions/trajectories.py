"""Recorded runs: cut into phases, condensed, and written through the gate if the run succeeded."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from memories import audit
from memories.asking.answers import gone, kept, shown
from memories.asking.keys import claim, remembered, retry_of, settle
from memories.callers import Caller
from memories.errors import HindsightError, Refused, WrongState
from memories.extracting.phases import Step, phases_of
from memories.extracting.trajectory import Condensed, Distilled, Recorded, distil, lessons_of, record
from memories.gate.handles import as_handle, refuse_labels
from memories.gate.shape import refuse_impossible_times
from memories.locks import lock_namespace
from memories.models import Session, Turn
from memories.models.base import new_id
from memories.preferences import Preferences, preferences_of
from memories.preparing import Failed, prepare
from memories.shapes.inputs import MemoryInput
from memories.walls import inside
from memories.words import Channel, Scope, SessionKind, Tier, TurnRole
from memories.writing import commit
from sessions.appending import without_secrets
from sessions.recordings import PhaseOut, TrajectoryInput, TrajectoryOut
from sessions.statements import where


def record_run(caller: Caller, body: TrajectoryInput, *, now: datetime) -> TrajectoryOut:
    """Keep a run's steps, without its thoughts, and what it taught if it succeeded; all in one transaction.

    Raises:
        Refused: `channel_not_allowed`, naming the step.
        Refused: `personal_data_refused`, for a label that holds what the namespace does not store.
        Invalid: a time in the future.
        WrongState: `idempotency_key_reused`.
    """
    caller.require(Scope.WRITE)
    _refuse_channels(caller, body)
    for step in body.steps:
        refuse_impossible_times(occurred_at=step.occurred_at, expires_at=None, now=now)
    space = caller.namespace_id
    preferences = preferences_of(space)
    refuse_labels(space, preferences.privacy, {"subject": body.subject, "task_id": body.task_id})
    asked = body.model_dump(mode="json", exclude={"idempotency_key"}, exclude_defaults=True)
    retry = retry_of(caller, body.idempotency_key, "trajectory", asked)
    if retry is not None and (before := _before(space, retry, preferences, now)):
        return before
    recorded = [record(_step(number, step)) for number, step in enumerate(body.steps, start=1)]
    distilled = _distilled(recorded, body, preferences)
    session = _session(space, body, len(recorded), now)
    items = [_as_input(session, one, body, now) for one in distilled.units]
    ready = prepare(caller, items, now=now) if items else None
    with inside(space):
        lock_namespace(space)
        if retry is not None and not claim(space, [retry], now=now):
            return _answered(space, remembered(space, [retry])[retry], preferences, now)
        session.save(force_insert=True)
        Turn.objects.bulk_create(_turns(session, recorded, body, caller, preferences, now))
        results: list[Any] = []
        for result in [] if ready is None else commit(ready):
            if isinstance(result, Failed):
                distilled.dropped[result.error.code] += 1
            else:
                results.append(result)
        session.answer = {
            "memories": [kept(result) for result in results],
            "phases": [[str(phase), numbers] for phase, numbers in distilled.phases],
            "dropped": dict(distilled.dropped),
        }
        session.save(update_fields=["answer"])
        if retry is not None:
            settle(space, {retry: {"session": str(session.pk)}})
        audit.record(
            namespace_id=space,
            actor=caller.actor,
            action="run_recorded",
            object_type="session",
            object_id=session.pk,
            now=now,
            steps=len(recorded),
            kept=len(results),
        )
        return _out(session, preferences, now)


def _refuse_channels(caller: Caller, body: TrajectoryInput) -> None:
    """A tool's answer is a tool_result, what was decided or learned the agent's own conclusion."""
    for number, step in enumerate(body.steps):
        for field, said, channel in (
            ("tool", bool(step.tool), Channel.TOOL_RESULT),
            ("decision", bool(step.decision.strip()), Channel.AGENT_INFERENCE),
            ("thought", bool(step.thought.strip()), Channel.AGENT_INFERENCE),
        ):
            if said and channel not in caller.channels:
                raise Refused(
                    f"This step holds a {channel}, which your token may not claim.",
                    code="channel_not_allowed",
                    field=f"steps.{number}.{field}",
                    missing=str(channel),
                )


def _step(number: int, step: Any) -> Step:
    return Step(
        number=number,
        tool=step.tool,
        arguments=step.arguments,
        result=step.result,
        observation=step.observation,
        error=step.error,
        decision=step.decision,
        thought=step.thought,
    )


def _distilled(recorded: list[Recorded], body: TrajectoryInput, preferences: Preferences) -> Distilled:
    if body.success:
        return distil(recorded, task=body.task, agent=body.agent)
    why = "run_failed" if body.success is False else "outcome_unknown"
    lessons = lessons_of(recorded, task=body.task, agent=body.agent) if preferences.keep_lessons else []
    return Distilled(phases_of([one.step for one in recorded]), lessons, Counter({why: len(recorded)}))


def _session(namespace_id: int, body: TrajectoryInput, steps: int, now: datetime) -> Session:
    pk = new_id()
    return Session(
        id=pk,
        namespace_id=namespace_id,
        name=str(pk),
        kind=SessionKind.TRAJECTORY,
        subject=as_handle(namespace_id, body.subject),
        task_id=as_handle(namespace_id, body.task_id),
        turn_count=steps,
        flushed_count=steps,
        started_at=now,
        last_turn_at=now,
        ended_at=now,
        success=body.success,
    )


def _as_input(session: Session, one: Condensed, body: TrajectoryInput, now: datetime) -> MemoryInput:
    step = body.steps[one.step - 1]
    return MemoryInput(
        value=one.text,
        key=one.key,
        query=one.query,
        subject=body.subject,
        action_type=one.tool[:100],
        decision=one.kind == "decision",
        tags=["lesson"] if one.kind == "lesson" else [],
        success=body.success if body.success is not None else False,
        occurred_at=step.occurred_at or _moment(one.step, len(body.steps), now),
        tier=Tier.LONG,
        channel=Channel.TOOL_RESULT if one.tool else Channel.AGENT_INFERENCE,
        mcp_server=one.tool,
        session_id=session.name,
        task_id=body.task_id,
        step=f"step {one.step}",
        raw_ref=where(session, one.step, one.span),
    )


def _moment(number: int, count: int, now: datetime) -> datetime:
    """Steps without a time keep their order."""
    return now - timedelta(microseconds=count - number)


def _turns(
    session: Session,
    recorded: list[Recorded],
    body: TrajectoryInput,
    caller: Caller,
    preferences: Preferences,
    now: datetime,
) -> list[Turn]:
    return [
        Turn(
            namespace_id=session.namespace_id,
            session=session,
            number=one.step.number,
            role=TurnRole.TOOL if one.step.tool else TurnRole.ASSISTANT,
            content=without_secrets(session.namespace_id, one.content, preferences),
            tool=one.step.tool,
            writer_id=caller.writer_id,
            occurred_at=body.steps[one.step.number - 1].occurred_at or _moment(one.step.number, len(recorded), now),
            created_at=now,
        )
        for one in recorded
    ]


def _before(namespace_id: int, retry: Any, preferences: Preferences, now: datetime) -> TrajectoryOut | None:
    """The answer that a key has been given already."""
    with inside(namespace_id):
        answer = remembered(namespace_id, [retry]).get(retry)
        return None if answer is None else _answered(namespace_id, answer, preferences, now)


def _answered(
    namespace_id: int, answer: dict[str, Any] | WrongState, preferences: Preferences, now: datetime
) -> TrajectoryOut:
    if isinstance(answer, WrongState):
        raise answer
    session = Session.objects.filter(namespace_id=namespace_id, pk=UUID(answer["session"])).first()
    if session is None:
        raise gone()
    return _out(session, preferences, now)


def _out(session: Session, preferences: Preferences, now: datetime) -> TrajectoryOut:
    said = session.answer
    memories = shown(session.namespace_id, said["memories"], preferences=preferences, now=now)
    return TrajectoryOut(
        id=session.pk,
        phases=[PhaseOut(phase=phase, steps=numbers) for phase, numbers in said["phases"]],
        memories=[one for one in memories if not isinstance(one, HindsightError)],
        dropped=said["dropped"],
    )
