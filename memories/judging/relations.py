"""Two statements laid side by side: the claims that tell most, and whether they are about one thing."""

from dataclasses import replace
from typing import Final

from memories.judging.analysis import Analysis
from memories.judging.claims import Claim
from memories.judging.frames import How, Relation, compare_claims
from memories.judging.gaps import twin_gaps
from memories.judging.predicates import BARE_USE
from memories.judging.scopes import HABIT, MANY_VERB, elsewhere
from memories.judging.subjects import Subject, apart
from memories.judging.topics import overlap, party_of

_RANK: Final[dict[How, int]] = {
    "denied": 7, "differs": 7, "equal": 6, "unlike": 5, "other noun": 4, "other party": 4,
    "other thing": 4, "other topic": 3, "compatible": 2, "none": 0,
}  # fmt: skip
_TIMES: Final = frozenset({"time", "date", "weekday"})
# Of these one can use several at once, so that another one alone replaces nothing.
_LISTED: Final = frozenset(
    {"programming language", "editor", "test framework", "package manager", "operating system", "chat tool",
     "meeting tool", "shell", "browser", "notes tool", "payment", "model vendor", "protocol", "file format", "drink",
     "transport", "human language", "container", "colour", "tracker", "phone", "cloud", "code host", "database",
     "message broker", "search engine", "vector store", "cache", "web server", "place", "ci"}
)  # fmt: skip


def _bare_use(first: Claim, second: Claim, found: Relation) -> bool:
    """Whether two tools or habits are told of somebody who may have both: "the team uses Python", "... Go"."""
    return first.verb in BARE_USE and second.verb in BARE_USE and not found.moves


def _twice_apart(first: Claim, second: Claim) -> bool:
    """Whether values of two sorts differ: repaired in March for 300, in May for 120, are two repairs."""
    apart_in = {
        value.dimension
        for value in second.values
        if (others := [other for other in first.values if other.dimension == value.dimension])
        and not any(value.equals(other) for other in others)
    }
    return len(apart_in) > 1


def which_thing(first: Subject, second: Subject, older: Analysis, newer: Analysis) -> str:
    """ "other" if two parts are about different things or cases, "unclear" if they may be, "" otherwise."""
    about = apart(first, second, older.folded, newer.folded)
    if about == "other":
        return about
    held = elsewhere(older.scope, newer.scope, changed=newer.cues.says_changed)
    return held if held == "other" else about or held


def _placed(found: Relation, thing: str) -> Relation:
    """A relation in the light of whether both claims are about one thing."""
    if thing == "other":
        return Relation("other thing", slot=found.slot, kind=found.kind)
    return replace(found, unclear=True) if thing and found.how != "equal" else found


def _tells(relation: Relation) -> tuple[float, bool]:
    """How much a relation tells, to be compared."""
    return _RANK[relation.how] + relation.strength, relation.names_old


def relate(older: Analysis, newer: Analysis) -> Relation:
    """The relation of the two claims that tell most."""
    best = Relation("none")
    twins = twin_gaps(older.content, newer.content) > 1
    many = bool(MANY_VERB.search(older.folded) and MANY_VERB.search(newer.folded))
    # Going to the gym on Mondays leaves Thursdays free for it too.
    often = bool(HABIT.search(older.folded) and HABIT.search(newer.folded))
    for first in older.claims:
        for second in newer.claims:
            found = compare_claims(first, second)
            owned = first.personal and second.personal and first.slot not in ("has", "event")
            if twins and found.how == "differs" and found.kind != "street" and not found.moves and not owned:
                # The same sentence with another thing in it as well as another value: "order query" and
                # "logistics query", "production database" and "staging database".
                found = replace(found, how="other topic", kind="twin")
            if found.how == "differs" and first.personal and second.slot == "switch" and second.subject.words:
                found = replace(found, unclear=True)  # "the clinic moved" is not where the speaker lives
            if found.how == "differs" and not found.names_old and not newer.cues.says_changed:
                listed = found.kind in _LISTED and (many or _bare_use(first, second, found))
                if listed or (often and found.kind in _TIMES) or _twice_apart(first, second):
                    found = replace(found, unclear=True)
            # Whether it is one thing costs most to say, so only what could be the best is asked.
            if found.how in ("differs", "denied", "equal") and _tells(found) > _tells(best):
                found = _placed(found, which_thing(first.subject, second.subject, older, newer))
            if _tells(found) > _tells(best):
                best = found
    if best.how in ("differs", "denied"):
        return best
    for claim in newer.claims:
        # What the newer leaves was told by the older, in words that no pattern reads as a claim.
        given_up = claim.left or (claim.words if claim.moves and not claim.affirms else frozenset())
        if given_up and not older.negated and overlap(given_up, older.topic) >= 0.6 and given_up & older.topic:
            # Who was replaced as one thing may be another still, and what somebody holds is not another's to leave.
            spoken_of = any(given_up <= subject.words for subject in older.subjects)
            others = party_of(older.folded) - party_of(newer.folded)
            unclear = bool(others) or (spoken_of and not (older.topic - given_up) & newer.topic)
            return Relation("differs", 0.85, claim.slot, "left", names_old=True, moves=True, unclear=unclear)
    return best
