"""Sessions over REST: append turns, read a context, end; and recorded runs."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.words import Scope
from sessions.appending import append
from sessions.context import context
from sessions.ending import end
from sessions.recordings import TrajectoryInput, TrajectoryOut
from sessions.shapes import AppendInput, AppendOut, ContextOut, ContextQuery, EndInput, EndOut
from sessions.trajectories import record_run

_NAME = OpenApiParameter(
    "session", str, OpenApiParameter.PATH, description="The application's own id of the session, percent-encoded."
)


class Turns(Door):
    """The turns of a session."""

    @opens(
        Scope.WRITE,
        name="append_turns",
        summary="Append turns to a session",
        more="The first turn makes the session. The body may also be one bare turn. What a role says is a channel: "
        "user is user_statement, assistant agent_inference, tool tool_result; the token must be allowed to claim it.",
        takes=AppendInput,
        gives={201: AppendOut},
        ids=(),
        headers=[_NAME],
        refusals={409: "The session has ended, or the idempotency_key came with another request."},
    )
    def post(self, _request: Request, session: str) -> Response:
        return answer(append(self.caller, session, self.body(AppendInput), now=self.now), 201)


class Context(Door):
    """What belongs into the next prompt."""

    @opens(
        Scope.READ,
        name="get_session_context",
        summary="A block for the next prompt",
        more="The last turns as they were said, the rest shortened, and what is known from before, within the budget.",
        query=ContextQuery,
        gives={200: ContextOut},
        ids=(),
        headers=[_NAME],
        refusals={404: "There is no such session in this namespace."},
    )
    def get(self, _request: Request, session: str) -> Response:
        return answer(context(self.caller, session, self.query(ContextQuery), now=self.now))


class End(Door):
    """The end of a session."""

    @opens(
        Scope.WRITE,
        name="end_session",
        summary="End a session",
        more="What the user stated becomes long-term whatever the outcome; what the agent did only if it succeeded. "
        "The same again gives the same answer.",
        takes=EndInput,
        gives={200: EndOut},
        ids=(),
        headers=[_NAME],
        refusals={404: "There is no such session in this namespace.", 409: "It ended with another outcome."},
    )
    def post(self, _request: Request, session: str) -> Response:
        return answer(end(self.caller, session, self.body(EndInput), now=self.now))


class Trajectories(Door):
    """Recorded runs."""

    @opens(
        Scope.WRITE,
        name="record_trajectory",
        summary="Record a run",
        more="The run is cut into phases; of one that succeeded each useful act becomes a memory of at most 200 "
        "characters with tool, arguments and result, and decisions keep their reason. Of one that failed nothing "
        "becomes long-term. Thoughts are read and stored nowhere.",
        takes=TrajectoryInput,
        gives={201: TrajectoryOut},
        ids=(),
        refusals={409: "The idempotency_key came with another request."},
    )
    def post(self, _request: Request) -> Response:
        return answer(record_run(self.caller, self.body(TrajectoryInput), now=self.now), 201)
