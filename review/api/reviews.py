"""Review runs: ask for one, and see how far it is."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.words import Scope
from review.looking import list_runs
from review.presenting import review_out
from review.runs import ask_by_hand, get_run
from review.shapes import ReviewInput, ReviewOut, ReviewPage, ReviewQuery, SpendOut, SpendQuery
from review.spending import spend_of


class Reviews(Door):
    """The runs of a namespace."""

    @opens(Scope.READ, name="list_reviews", summary="List reviews", query=ReviewQuery, gives={200: ReviewPage}, ids=())
    def get(self, _request: Request) -> Response:
        return self.page(list_runs(self.caller, self.query(ReviewQuery)))

    @opens(
        Scope.REVIEW,
        name="ask_for_review",
        summary="Review now",
        more="Of what is due, or of a window. It runs in the background: look again with its id.",
        takes=ReviewInput,
        gives={202: ReviewOut},
        ids=(),
    )
    def post(self, _request: Request) -> Response:
        window = self.body(ReviewInput)
        run = ask_by_hand(self.caller, since=window.since, until=window.until, now=self.now)
        return answer(review_out(run), 202)


class Review(Door):
    """One run."""

    @opens(Scope.READ, name="get_review", summary="How far a review is", gives={200: ReviewOut})
    def get(self, _request: Request, id: UUID) -> Response:
        return answer(review_out(get_run(self.caller, id)))


class Spend(Door):
    """What language models have cost here."""

    @opens(
        Scope.READ,
        name="get_spend",
        summary="Tokens spent, beside the budgets",
        more="Counted when a call is reserved, and corrected by what the server says it used.",
        query=SpendQuery,
        gives={200: SpendOut},
        ids=(),
    )
    def get(self, _request: Request) -> Response:
        return answer(spend_of(self.caller, days=self.query(SpendQuery).days, now=self.now))
