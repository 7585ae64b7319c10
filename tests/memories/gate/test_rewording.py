"""Raw reasoning and poison come in by no side door: not by a write without a channel, an edit or a token's merge."""

from __future__ import annotations

import pytest

from memories.callers import Caller
from memories.editing import update
from memories.errors import Invalid
from memories.models import MemoryUnit
from memories.shapes.inputs import MemoryInput, MemoryPatch
from memories.walls import inside
from memories.words import Channel
from memories.writing import write
from tests.people import NOW

THINKING = (
    "Let me think step by step. First I should. Hmm.",
    "用户想要退款，所以我需要先查订单。接下来我应该调用 get_order。",
)


@pytest.mark.parametrize("text", THINKING)
@pytest.mark.parametrize("channel", [None, Channel.USER_STATEMENT, Channel.TOOL_RESULT])
def test_a_monologue_is_neither_written_nor_edited_in(caller: Caller, text: str, channel: Channel | None):
    with pytest.raises(Invalid) as refused:
        write(caller, MemoryInput(value=text, channel=channel), now=NOW)
    assert (refused.value.code, refused.value.field) == ("raw_reasoning", "value")
    made = write(caller, MemoryInput(value="The printer is on floor 2", channel=channel), now=NOW).memory
    with pytest.raises(Invalid) as refused:
        update(caller, made.id, MemoryPatch(value=text), now=NOW)
    assert (refused.value.code, refused.value.field) == ("raw_reasoning", "value")
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.get(pk=made.id).value == "The printer is on floor 2"


def test_progress_without_a_channel_passes_and_a_declared_user_s_lasts(caller: Caller):
    assert write(caller, MemoryInput(value="正在处理第3步"), now=NOW).memory.tier == "short"
    declared = MemoryInput(value="正在处理第4步", channel=Channel.USER_STATEMENT)
    assert write(caller, declared, now=NOW).memory.tier == "long"
    assert write(caller, MemoryInput(value="Deployed build 77 to staging"), now=NOW).memory.tier == "long"
