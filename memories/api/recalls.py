"""Recalls: a search, whether it helped, and what was learned from that."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.recalling.feedback.outcome import report_outcome
from memories.recalling.feedback.unlearning import remove_variant
from memories.recalling.search import search
from memories.shapes.lists import Credited
from memories.shapes.outputs import SearchOut
from memories.shapes.searching import OutcomeInput, SearchInput
from memories.words import Scope


class Search(Door):
    """One recall."""

    @opens(
        Scope.READ,
        name="search_memories",
        summary="Recall what is known",
        more="The best current memories with their scores; an empty list means that nothing was found.",
        takes=SearchInput,
        gives={200: SearchOut},
        ids=(),
    )
    def post(self, _request: Request) -> Response:
        return answer(search(self.caller, self.body(SearchInput), now=self.now))


class Outcome(Door):
    """Whether what a recall returned helped."""

    @opens(
        Scope.WRITE,
        name="report_outcome",
        summary="Report whether a recall helped",
        more="Credits the memories named, or else all that the recall returned. The same again changes nothing.",
        takes=OutcomeInput,
        gives={200: Credited},
        refusals={409: "The opposite was reported before."},
    )
    def post(self, _request: Request, id: UUID) -> Response:
        credited = report_outcome(self.caller, id, self.body(OutcomeInput), now=self.now)
        return answer(Credited(recall_id=id, credited=credited))


class Variant(Door):
    """A question that a memory was learned to answer."""

    @opens(
        Scope.WRITE,
        name="remove_query_variant",
        summary="Take a learned question from a memory",
        more="Its id stands in the memory's trace. A failed outcome of a search that it brought the memory back to "
        "weakens it by itself.",
        gives={204: None},
    )
    def delete(self, _request: Request, id: UUID) -> Response:
        remove_variant(self.caller, id, now=self.now)
        return Response(status=204)
