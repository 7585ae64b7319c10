"""What callers of sessions send and get back."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, BaseModel, Field, model_validator

from memories.shapes.inputs import Input
from memories.shapes.outputs import Hit
from memories.shapes.queries import NoQuery
from memories.shapes.text import AskedName, Handle, Line, Moment, Name, RetryKey, Whole, not_blank
from memories.words import TurnRole

LONGEST_TURN = 100_000
MOST_TURNS = 100
Content = Annotated[Line, AfterValidator(not_blank), Field(max_length=LONGEST_TURN)]


class TurnInput(Input):
    """One turn as it was said. Nothing is stripped from it."""

    role: TurnRole
    content: Content
    occurred_at: Moment | None = Field(None, description="When it was said; now if left out.")
    tool: Name = Field("", description="Which tool answered, of a turn with the role tool.")
    tool_call_id: Handle = ""


_OF_A_TURN = frozenset(TurnInput.model_fields)


class AppendInput(Input):
    """Turns to append: `turns`, or the fields of one turn by themselves."""

    turns: Annotated[list[TurnInput], Field(min_length=1, max_length=MOST_TURNS)]
    # It decides whose memories the session is shown: blank, it would be everybody's.
    subject: AskedName = Field("", description="Whose session it is, such as a user's id.")
    conversation_id: Handle = ""
    task_id: Handle = ""
    idempotency_key: RetryKey | None = Field(None, description="The same again with the same key appends nothing.")

    @model_validator(mode="before")
    @classmethod
    def one_turn(cls, data: Any) -> Any:
        if isinstance(data, dict) and "turns" not in data and data.keys() & _OF_A_TURN:
            bare = {name: value for name, value in data.items() if name in _OF_A_TURN}
            return {"turns": [bare], **{name: value for name, value in data.items() if name not in _OF_A_TURN}}
        return data


class SessionName(Input):
    """The application's own id of a session."""

    session: Annotated[Line, AfterValidator(not_blank), Field(max_length=200)]


class EndInput(Input):
    """How the session ended: true if what the agent did was right, false if not, null if nobody can tell."""

    success: bool | None = None
    agent: Name = Field("", description="Which agent it was; the beginning of the keys of what it learned.")


class ContextQuery(NoQuery):
    query: Annotated[Line, Field(max_length=2000)] = Field(
        "", description="What the next answer is about; the last turn of the user if left out."
    )
    max_tokens: Whole | None = Field(
        None,
        ge=50,
        le=100_000,
        description="Left out: CONTEXT_MAX_TOKENS, and of a longer session at most 35 % of its history.",
    )


class Remembered(BaseModel):
    """What became of one statement; `memory_id` is the unit that it made or reinforced."""

    id: UUID
    outcome: str
    value: str
    kind: str
    turn: int | None = Field(None, description="The turn that it was taken from.")
    span: tuple[int, int] | None = Field(None, description="Where it stands in that turn, in characters.")
    tier: str


class AppendOut(BaseModel):
    session_id: str
    turns: int = Field(description="How many turns the session has now.")
    numbers: list[int] = Field(description="The numbers of the turns just appended.")
    flushed: bool = Field(description="Whether the window was taken into working memory at once.")
    memories: list[Remembered] = Field(default_factory=list)
    dropped: dict[str, int] = Field(default_factory=dict, description="Sentences that were not kept, by reason.")


class HotTurn(BaseModel):
    number: int
    role: str
    content: str
    occurred_at: datetime


class Cut(BaseModel):
    """What did not fit into the budget."""

    hot_turns_left_out: int = 0
    hot_turns_shortened: int = 0
    warm_sentences_left_out: int = 0  # of those that the summary would have had
    cold_left_out: int = 0


class ContextOut(BaseModel):
    session_id: str
    text: str = Field(description="One block for a prompt: data between two fence lines, with labels of trust.")
    tokens: int = Field(description="Of `text`, as Hindsight counts them; never over the budget.")
    max_tokens: int
    history_tokens: int = Field(description="Of all turns in full, counted the same way.")
    hot: list[HotTurn] = Field(default_factory=list)
    warm: str = ""
    cold: list[Hit] = Field(default_factory=list)
    recall_id: UUID
    degraded: bool = False
    cut: Cut


class EndOut(BaseModel):
    session_id: str
    success: bool | None
    ended_at: datetime
    memories: list[Remembered] = Field(default_factory=list, description="What is in the long tier now.")
    archived: int = Field(description="Statements that did not become long-term.")
