"""Why a memory did not come back, in words: the names of filters and rules (memories.recalling.explaining)."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.console.words import label
from memories.recalling.looking import Looked, Missing
from memories.templatetags.hindsight import percent

_REASONS: dict[str, Promise] = {
    "expires_at": _("its time is over"),
    "tier": _("it is working memory of a session that the search does not name"),
    "key": _("its key does not start so"),
    "subject": _("it is about another subject, or about nobody"),
    "kind": _("it is of another kind"),
    "tags": _("it does not have the tags"),
    "entity_filter": _("it does not name them"),
    "mcp_server": _("it is from another MCP server"),
    "channel": _("it came by another channel"),
    "session_id": _("it is from another session"),
    "task_id": _("it is from another task"),
    "time_range": _("it happened at another time"),
    "valid_at": _("it did not hold then"),
    "code": _("it does not have the code that is asked for"),
    "candidates": _("too many others are nearer: it was not among those that are weighed"),
    "repeat": _("it says the same as one that came back"),
    "top_k": _("others have a better score: there was no more room"),
    "max_tokens": _("it had no room in the tokens that were asked for"),
}


def why(one: Missing, found: Looked) -> list[str]:
    """All the reasons, each as half a sentence."""
    return [_said(reason, one, found) for reason in one.why.reasons]


def _said(reason: str, one: Missing, found: Looked) -> str:
    if reason == "state":
        return _now("its state is: %(state)s") % {"state": label(one.memory.state)}
    if reason == "min_confidence":
        return _now("it is less sure than %(least)s: %(confidence)s") % {
            "least": percent(found.min_confidence),
            "confidence": percent(one.memory.confidence),
        }
    if reason == "floor":
        return _now("it is too far from the question: less similar than %(least)s, and too few words in common") % {
            "least": f"{found.min_similarity:.2f}"
        }
    return str(_REASONS[reason])
