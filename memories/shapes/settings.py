"""What a namespace may set for itself; what it leaves out is the installation's."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from memories.privacy import Action, Policy
from memories.shapes.inputs import Fraction, Input
from memories.shapes.searching import Profile, Weights, sum_to_one
from memories.shapes.text import Attribute, Number, Whole
from memories.words import Channel

_OTHERWISE = Policy()


class PrivacySettings(Input):
    """What happens to each kind of identifier: mask, encrypt or refuse."""

    email: Action = _OTHERWISE.email
    phone: Action = _OTHERWISE.phone
    cn_id: Action = _OTHERWISE.cn_id
    bank_card: Action = _OTHERWISE.bank_card
    passport: Action = _OTHERWISE.passport
    api_key: Action = _OTHERWISE.api_key
    private_key: Action = _OTHERWISE.private_key


class ProfileSettings(Input):
    """How the named profiles weigh the parts of a score; the weights of each sum to 1. A null takes one back."""

    CLEARS: ClassVar[bool] = True

    reviewed: Weights | None = None
    task: Weights | None = None
    knowledge: Weights | None = None

    @model_validator(mode="after")
    def each_sums_to_one(self) -> ProfileSettings:
        for weights in self.chosen().values():
            sum_to_one(weights)
        return self

    def chosen(self) -> dict[str, Weights]:
        """The weights of each profile that is weighed otherwise here."""
        named = {"reviewed": self.reviewed, "task": self.task, "knowledge": self.knowledge}
        return {name: weights for name, weights in named.items() if weights is not None}


class PolicySettings(Input):
    """What is done about each type of conflict (SPEC 6.5): act, let both stand contested, or ask people."""

    temporal: Literal["act", "coexist", "ask"] = "act"
    source: Literal["act", "coexist", "ask"] = "coexist"
    inference: Literal["act", "coexist", "ask"] = "act"
    # Without an order in time there is none that could be let stand alone.
    undetermined: Literal["coexist", "ask"] = "ask"


class NamespaceSettings(Input):
    """Settings of one namespace, by the step of the gate that they belong to, then by recall and review. A null takes
    one back."""

    CLEARS: ClassVar[bool] = True

    value_max_length: Annotated[Whole, Field(ge=1, le=2000)] | None = Field(
        None, description="Shape: characters of a value."
    )
    channels: list[Channel] | None = Field(None, description="Source: channels from which anything is taken.")
    fact_confidence: Fraction | None = Field(None, description="Kind: of a fact to begin with.")
    inference_confidence: Fraction | None = Field(None, description="Kind: of an inference to begin with.")
    critical_channels: list[Channel] | None = Field(None, description="Kind: channels that may mark critical, more.")
    durability: Literal["judge", "off"] | None = Field(None, description="Durability: judge the text, or keep all.")
    short_ttl_seconds: Annotated[Whole, Field(ge=1, le=31_536_000)] | None = Field(
        None, description="Durability: life of what passes."
    )
    privacy: PrivacySettings | None = Field(None, description="Privacy: mask, encrypt or refuse, by kind.")
    screening: Literal["quarantine", "off"] | None = Field(None, description="Screening: of text that steers readers.")
    judge_on_write: bool | None = Field(None, description="Overlap: false leaves all but equality to the review.")
    overlap_neighbours: Annotated[Whole, Field(ge=1, le=50)] | None = Field(
        None, description="Overlap: neighbours that a write is compared with."
    )
    conflict_similarity: Fraction | None = Field(None, description="Overlap: calibrated similarity worth a verdict.")
    single_valued: list[Attribute] | None = Field(None, description="Overlap: attributes with one value, more.")
    recall_echo_hours: Annotated[Number, Field(ge=0, le=8760)] | None = Field(
        None, description="Overlap: how long recalled text is recognised when it is written back."
    )
    event_review: bool | None = Field(None, description="Review: queue one at once for a pair that is unsure.")
    keep_lessons: bool | None = Field(None, description="Sessions: keep the lessons of failed ones.")
    min_similarity: Fraction | None = Field(None, description="Recall: below it nothing is found.")
    min_confidence: Fraction | None = Field(None, description="Recall: below it nothing comes back.")
    profile: Profile | None = Field(None, description="Recall: the profile of a search that names none.")
    profiles: ProfileSettings | None = Field(None, description="Recall: the weights of the profiles.")
    top_k: Annotated[Whole, Field(ge=1, le=50)] | None = Field(None, description="Recall: results of a search.")
    review_confidence: Fraction | None = Field(None, description="Review: below it evidence against holds a unit.")
    policies: PolicySettings | None = Field(
        None, description="Review: act (the newer stands), coexist or ask people, by the type of a conflict."
    )
    review_token_budget: Annotated[Whole, Field(ge=0, le=10_000_000)] | None = Field(
        None, description="Review: tokens that one run may spend."
    )
    review_daily_token_budget: Annotated[Whole, Field(ge=0, le=1_000_000_000)] | None = Field(
        None, description="Review: tokens that this namespace may spend in a day (UTC), within the installation's."
    )
    queue_per_day: Annotated[Whole, Field(ge=0, le=1000)] | None = Field(
        None, description="Review: unsure pairs that reach people in a day; the riskiest first, the others wait."
    )
    spot_checks: Annotated[Whole, Field(ge=0, le=100)] | None = Field(
        None, description="Review: automatic decisions drawn each day for a person to check."
    )
