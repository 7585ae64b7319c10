"""Who an actor is, in words: versions, decisions and audit entries hold opaque names only."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from memories.numbers import whole


def names_of(actors: Iterable[str]) -> dict[str, str]:
    """What to call each actor; one query for all of them."""
    wanted = set(actors)
    users_of = (whole(actor.removeprefix("user:")) for actor in wanted if actor.startswith("user:"))
    ids = [number for number in users_of if number is not None]
    users = get_user_model()._default_manager.filter(pk__in=ids) if ids else []
    known = {f"user:{user.pk}": user.get_username() for user in users}
    return {actor: known.get(actor) or _in_words(actor) for actor in wanted}


def name_of(actor: str) -> str:
    return names_of([actor])[actor]


def actors_named(name: str) -> list[str]:
    """The users of this name, as actors."""
    users = get_user_model()
    found = users._default_manager.filter(**{f"{users.USERNAME_FIELD}__iexact": name}) if name else []
    return [f"user:{user.pk}" for user in found]


def _in_words(actor: str) -> str:
    kind, _colon, rest = actor.partition(":")
    if kind == "token":
        return _("token %(prefix)s…") % {"prefix": rest}
    if kind == "user":
        return _("a former user")
    if kind in ("review", "hindsight"):
        return "Hindsight"
    return actor
