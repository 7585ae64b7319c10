"""The console's side bar: what this person may open, in the order in which a team works."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _

from memories.console.roles import ACTIONS, PAGES, namespaces_with
from memories.models import Alert, Conflict, SpotCheck
from memories.words import ConflictState
from review.console.inbox_tabs import held_back


def stylesheet(_request: HttpRequest) -> str:
    return static("hindsight/console.css")


def searching_stylesheet(_request: HttpRequest) -> str:
    return static("hindsight/searching.css")


def history_stylesheet(_request: HttpRequest) -> str:
    return static("hindsight/history.css")


def zone_script(_request: HttpRequest) -> str:
    return static("hindsight/zone.js")


def favicon(_request: HttpRequest) -> str:
    return static("hindsight/favicon.svg")


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """Groups of links in the shape that unfold wants."""
    groups = [
        (
            "",
            [
                _item(request, None, _("Start"), "home"),
                _item(request, "conflict", _("Inbox"), "inbox", app="memories", badge=_waiting),
                _item(request, "spotcheck", _("Spot checks"), "fact_check", badge=_to_check),
                _item(request, "alert", _("Alerts"), "notifications", badge=_open_alerts),
            ],
        ),
        (
            _("Memory"),
            [
                _memories(request),
                _search(request),
                _item(request, "source", _("Sources"), "hub"),
                _item(request, "reviewrun", _("Reviews"), "rule", app="review"),
            ],
        ),
        (
            _("Trust and privacy"),
            [
                _item(request, "forgetrequest", _("Forget requests"), "person_off"),
                _item(request, "token", _("Tokens"), "key"),
                _item(request, "auditentry", _("Audit"), "receipt_long"),
            ],
        ),
        (
            _("Team"),
            [
                _item(request, "namespace", _("Namespaces"), "groups"),
                *([_users()] if request.user.is_superuser else []),
            ],
        ),
    ]
    shown = [(title, [item for item in items if item]) for title, items in groups]
    return [{"title": title, "separator": bool(title), "items": items} for title, items in shown if items]


def _item(
    request: HttpRequest, model: str | None, title: str, icon: str, *, app: str = "memories", badge: Any = None
) -> dict[str, Any] | None:
    if model is None:
        return {"title": title, "icon": icon, "link": reverse("admin:index")}
    namespaces = namespaces_with(request, PAGES[model])
    if not namespaces:
        return None
    item: dict[str, Any] = {"title": title, "icon": icon, "link": reverse(f"admin:{app}_{model}_changelist")}
    number = badge(namespaces) if badge else 0
    if number:
        item |= {"badge": str(number), "badge_variant": "primary"}
    return item


def _memories(request: HttpRequest) -> dict[str, Any] | None:
    item = _item(request, "memoryunit", _("Memories"), "psychology")
    if item is not None and request.path == reverse("admin:memories_memoryunit_search"):
        item["active"] = False  # the search lies under it, and has an entry of its own
    return item


def _search(request: HttpRequest) -> dict[str, Any] | None:
    if not namespaces_with(request, ACTIONS["memoryunit_search"]):
        return None
    return {"title": _("Search"), "icon": "search", "link": reverse("admin:memories_memoryunit_search")}


def _users() -> dict[str, Any]:
    return {"title": _("Users"), "icon": "person", "link": reverse("admin:auth_user_changelist")}


def _waiting(namespaces: list[int]) -> int:
    """Conflicts and held memories that wait for a person: the inbox has both."""
    pending = Conflict.objects.filter(namespace_id__in=namespaces, state=ConflictState.PENDING).count()
    return pending + held_back(namespaces)


def _to_check(namespaces: list[int]) -> int:
    return SpotCheck.objects.filter(namespace_id__in=namespaces, verdict="").count()


def _open_alerts(namespaces: list[int]) -> int:
    return Alert.objects.filter(namespace_id__in=namespaces, acknowledged_at=None).count()
