"""Tokens: who may come in by the other doors. A secret is shown once, in the answer that made it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.callers import Caller
from memories.console.acting import page_of
from memories.console.base import WalledAdmin
from memories.console.choosing import offer_namespaces
from memories.console.roles import ACTIONS, caller_to, namespaces_with
from memories.console.words import label
from memories.errors import WrongState
from memories.models import Namespace, Token
from memories.templatetags.hindsight import ago, moment, pill
from memories.tokens import create_token, revoke_token, rotate_token
from memories.words import Channel, Scope

_FIRST_SCOPES = [Scope.READ, Scope.WRITE]
_FIRST_CHANNELS = [Channel.USER_STATEMENT, Channel.TOOL_RESULT, Channel.AGENT_INFERENCE]


class TokenForm(forms.Form):
    """What a new token may do."""

    namespace = forms.ModelChoiceField(queryset=Namespace.objects.none(), label=_("Namespace"))
    label = forms.CharField(max_length=100, label=_("Label"), help_text=_("Who or what will use it."))
    scopes = forms.MultipleChoiceField(
        choices=lambda: [(word.value, label(word)) for word in Scope],
        widget=forms.CheckboxSelectMultiple,
        initial=_FIRST_SCOPES,
        label=_("Scopes"),
    )
    channels = forms.MultipleChoiceField(
        choices=lambda: [(word.value, label(word)) for word in Channel],
        widget=forms.CheckboxSelectMultiple,
        initial=_FIRST_CHANNELS,
        required=False,
        label=_("Channels it may claim"),
    )
    days = forms.IntegerField(
        min_value=1, max_value=3650, required=False, label=_("Days until it expires"), help_text=_("Empty: never.")
    )


@admin.register(Token)
class TokenAdmin(WalledAdmin[Token]):
    """The newest first; the digest is shown nowhere."""

    namespace_path = "namespaces"
    page_template = "admin/memories/token.html"
    change_list_template = "admin/memories/tokens.html"
    list_display = ("prefix_shown", "label", "standing", "scopes_shown", "channels_shown", "spaces", "used", "expires")
    search_fields = ("label", "prefix")
    search_help_text = _("Label or beginning of a token")
    nothing = _("No token yet. An agent needs one to write and to search: make the first.")
    ordering = ("-created_at", "-pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Token]:
        mine = super().get_queryset(request).values("pk")
        return Token.objects.filter(pk__in=mine).prefetch_related("namespaces").defer("digest")

    @admin.display(description=_("token"), ordering="prefix")
    def prefix_shown(self, token: Token) -> str:
        return f"{token.prefix}…"

    @admin.display(description=_("state"))
    def standing(self, token: Token) -> SafeString:
        return pill(state_of(token))

    @admin.display(description=_("scopes"))
    def scopes_shown(self, token: Token) -> str:
        return ", ".join(label(word) for word in token.scopes)

    @admin.display(description=_("channels"))
    def channels_shown(self, token: Token) -> str:
        return ", ".join(label(word) for word in token.channels) or "–"

    @admin.display(description=_("namespaces"))
    def spaces(self, token: Token) -> str:
        return ", ".join(space.name for space in token.namespaces.all())

    @admin.display(description=_("last used"), ordering="last_used_at")
    def used(self, token: Token) -> SafeString:
        return ago(token.last_used_at)

    @admin.display(description=_("expires"), ordering="expires_at")
    def expires(self, token: Token) -> SafeString:
        return moment(token.expires_at)

    def get_urls(self) -> list[URLPattern]:
        create = self.admin_site.admin_view(self.create)
        rotate = self.admin_site.admin_view(self.rotate)
        revoke = self.admin_site.admin_view(self.revoke)
        return [
            path("create/", create, name="memories_token_create"),
            path("<int:pk>/rotate/", rotate, name="memories_token_rotate"),
            path("<int:pk>/revoke/", revoke, name="memories_token_revoke"),
            *super().get_urls(),
        ]

    def create(self, request: HttpRequest) -> HttpResponse:
        """The form; on POST the new token's secret, in this answer and nowhere else."""
        allowed = namespaces_with(request, ACTIONS["token_create"])
        if not allowed:
            raise PermissionDenied
        form = TokenForm(request.POST if request.method == "POST" else None)
        offer_namespaces(form.fields["namespace"], allowed)
        if not form.is_valid():
            status = 400 if form.is_bound else 200
            return self.show(
                request, "admin/memories/token_create.html", {"title": _("New token"), "form": form}, status=status
            )
        chosen = form.cleaned_data
        caller = caller_to(request, "token_create", chosen["namespace"].pk)
        token, secret = create_token(
            namespace=chosen["namespace"],
            scopes=chosen["scopes"],
            channels=chosen["channels"],
            label=chosen["label"],
            expires_at=timezone.now() + timedelta(days=chosen["days"]) if chosen["days"] else None,
            actor=caller.actor,
        )
        return self._shown_once(request, token, secret, title=_("New token"))

    def rotate(self, request: HttpRequest, pk: int) -> HttpResponse:
        """A new secret, in this answer and nowhere else; the old one is refused from now on."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        token, caller = self._taken(request, pk, "token_rotate")
        try:
            secret = rotate_token(token, actor=caller.actor, now=timezone.now())
        except WrongState as error:
            messages.error(request, error.detail)
            return redirect(page_of(Token, pk))
        return self._shown_once(request, token, secret, title=_("New secret"), rotated=True)

    def revoke(self, request: HttpRequest, pk: int) -> HttpResponse:
        """End a token."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        token, caller = self._taken(request, pk, "token_revoke")
        revoke_token(token, actor=caller.actor, now=timezone.now())
        messages.success(request, _now("Revoked. The next request with it is refused."))
        return redirect(page_of(Token, pk))

    def _taken(self, request: HttpRequest, pk: int, action: str) -> tuple[Token, Caller]:
        """A token to act on; who is admin of some of its namespaces only may not take it from the others."""
        token = self.get_queryset(request).filter(pk=pk).first()
        if token is None:
            if self.has_view_permission(request):
                raise Http404
            raise PermissionDenied
        for space in token.namespaces.all():
            caller = caller_to(request, action, space.pk)
        return token, caller

    def _shown_once(self, request: HttpRequest, token: Token, secret: str, **more: Any) -> HttpResponse:
        return self.show(request, "admin/memories/token_made.html", {"token": token, "secret": secret, **more})

    def page_context(self, request: HttpRequest, row: Token) -> dict[str, Any]:
        allowed = set(namespaces_with(request, ACTIONS["token_revoke"]))
        state = state_of(row)
        return {
            "title": _("Token"),
            "token": row,
            "state": state,
            "can_rotate": state == "active" and all(space.pk in allowed for space in row.namespaces.all()),
            "can_revoke": state != "revoked" and all(space.pk in allowed for space in row.namespaces.all()),
        }


def state_of(token: Token) -> str:
    if token.revoked_at is not None:
        return "revoked"
    if token.expires_at is not None and token.expires_at <= timezone.now():
        return "expired"
    return "active"
