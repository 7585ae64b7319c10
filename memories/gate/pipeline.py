"""Gate steps 1 to 6 in their order: from a body to a unit that is not saved yet. Steps 7 and 8, overlap and review,
happen under the lock (memories.gate.placing)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from memories.callers import Caller
from memories.gate.completing import complete
from memories.gate.drafting import Context, Did, Draft, Step
from memories.gate.durability import settle_lifetime
from memories.gate.origin import establish, refuse_channel
from memories.gate.privacy import compared_text, keep_private
from memories.gate.screening import screen_out
from memories.gate.shape import check_shape
from memories.gate.standing import stand
from memories.identity import identify
from memories.judging.language import language_of
from memories.models import MemoryUnit
from memories.preferences import Preferences
from memories.shapes.inputs import MemoryInput
from memories.words import State


def find_source(draft: Draft, context: Context) -> Did:
    """Gate step 2: the writer is the token, the channel is one that it may claim and the namespace takes.

    Raises:
        Refused: code `channel_not_allowed` or `channel_not_accepted`.
    """
    refuse_channel(draft.origin.channel, context.preferences.channels)
    draft.unit.voice = draft.origin.voice
    return Did(Step.SOURCE, str(draft.origin.channel), "declared" if draft.body.channel else "default")


STEPS: tuple[Callable[[Draft, Context], Did], ...] = (
    check_shape,
    find_source,
    stand,
    settle_lifetime,
    keep_private,
    screen_out,
)


def draft(body: MemoryInput, *, caller: Caller, preferences: Preferences, now: datetime) -> Draft:
    """What this body would store.

    Raises:
        Invalid, Refused: from the first step that does not let it through; nothing is written then.
    """
    context = Context(caller, preferences, now)
    one = Draft(body=body, unit=_unit(body, caller, now), origin=establish(body, caller))
    for step in STEPS:
        one.steps.append(step(one, context))
    unit = one.unit
    unit.lang = language_of(unit.value)
    labels = one.origin.labels
    complete(unit, tool=labels.mcp_server, task_id=labels.task_id)
    identify(unit, text=compared_text(unit), session_id=labels.session_id)
    return one


def _unit(body: MemoryInput, caller: Caller, now: datetime) -> MemoryUnit:
    return MemoryUnit(
        namespace_id=caller.namespace_id,
        value=body.value,
        key=body.key,
        query=body.query,
        subject=body.subject,
        attribute=body.attribute,
        entities=body.entities,
        participants=body.participants,
        action_type=body.action_type,
        decision=body.decision,
        tags=body.tags,
        success=body.success,
        sensitive=body.sensitive,
        state=State.ACTIVE,
        created_at=now,
        updated_at=now,
        idle_since=now,
        state_changed_at=now,
    )
