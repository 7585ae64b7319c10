"""Namespaces and their members, for admins; the users themselves, for superusers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group, User
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.console.acting import page_of
from memories.console.base import PlainAdmin, WalledAdmin
from memories.console.roles import caller_to
from memories.console.settings_form import SettingsForm
from memories.console.walls import visible_to
from memories.console.words import ROLES, label
from memories.errors import HindsightError
from memories.members import remove_member, set_role
from memories.models import Membership, Namespace
from memories.namespaces import change_settings, ensure_namespace
from memories.numbers import whole
from memories.walls import inside
from memories.words import Role

if TYPE_CHECKING:
    from django.contrib.auth.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
else:
    from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm


class MemberForm(forms.Form):
    """A user and a role."""

    username = forms.CharField(max_length=150, label=_("User name"))
    role = forms.ChoiceField(choices=lambda: [(word.value, label(word)) for word in Role], label=_("Role"))


@admin.register(Namespace)
class NamespaceAdmin(WalledAdmin[Namespace]):
    """The namespaces where this person is an admin."""

    namespace_path = "pk"
    page_template = "admin/memories/namespace.html"
    change_list_template = "admin/memories/namespaces.html"
    called = (_("namespace"), _("namespaces"))
    list_display = ("name", "members", "created_at")
    search_fields = ("name",)
    ordering = ("name",)
    nothing = _("No namespace yet. Make one above: a team and its agents share what is in it.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Namespace]:
        return super().get_queryset(request).annotate(number=Count("memberships"))

    @admin.display(description=_("members"))
    def members(self, space: Namespace) -> int:
        return int(getattr(space, "number", 0))

    def has_view_permission(self, request: HttpRequest, obj: Namespace | None = None) -> bool:
        # The first namespace of an installation has to be made somewhere.
        return super().has_view_permission(request, obj) or bool(getattr(request.user, "is_superuser", False))

    def get_urls(self) -> list[URLPattern]:
        create = self.admin_site.admin_view(self.create)
        member = self.admin_site.admin_view(self.member)
        settings = self.admin_site.admin_view(self.settings)
        return [
            path("create/", create, name="memories_namespace_create"),
            path("<int:pk>/member/", member, name="memories_namespace_member"),
            path("<int:pk>/settings/", settings, name="memories_namespace_settings"),
            *super().get_urls(),
        ]

    def create(self, request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not getattr(request.user, "is_superuser", False):
            raise PermissionDenied
        try:
            made = ensure_namespace(request.POST.get("name", "").strip())
        except HindsightError as error:
            messages.error(request, error.detail)
            return redirect("admin:memories_namespace_changelist")
        return redirect(page_of(Namespace, made.pk))

    def member(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Set a role, or with `remove` end a membership."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        caller = caller_to(request, "namespace_member", pk)
        removed = whole(request.POST.get("remove"))
        if removed is not None:
            remove_member(caller, removed, now=timezone.now())
            messages.success(request, _now("Removed."))
            return redirect(page_of(Namespace, pk))
        form = MemberForm(request.POST)
        if form.is_valid():
            try:
                set_role(caller, form.cleaned_data["username"], form.cleaned_data["role"], now=timezone.now())
                messages.success(request, _now("Saved."))
            except HindsightError as error:
                messages.error(request, error.detail)
        else:
            messages.error(request, _now("Name a user and a role."))
        return redirect(page_of(Namespace, pk))

    def settings(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The form of what the namespace overrides; on POST it is changed, and told what."""
        if request.method not in ("GET", "HEAD", "POST"):
            return HttpResponseNotAllowed(["GET", "POST"])
        caller = caller_to(request, "namespace_settings", pk)
        space = Namespace.objects.get(pk=pk)
        form = SettingsForm(space.preferences, request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                stored = (
                    change_settings(caller, form.changes, now=timezone.now()) if form.changes else space.preferences
                )
                messages.success(request, "; ".join(form.said(stored)) or _now("Nothing was changed."))
                return redirect("admin:memories_namespace_settings", pk)
            except HindsightError as error:
                form.refuse(error)
        with inside(*visible_to(request)):
            context = {"title": _("Settings"), "namespace": space, "form": form}
            status = 400 if form.is_bound else 200
            return self.show(request, "admin/memories/namespace_settings.html", context, status=status).render()

    def page_context(self, request: HttpRequest, row: Namespace) -> dict[str, Any]:
        return {
            "title": _("Namespace"),
            "namespace": row,
            "members": Membership.objects.filter(namespace=row).select_related("user").order_by("user__username"),
            "form": MemberForm(),
            "roles": [(word.value, label(word), ROLES[word]) for word in Role],
            "own_settings": SettingsForm(row.preferences).own(),
            "tokens": row.tokens.order_by("-created_at")[:20],
        }


admin.site.unregister(User)
# Roles belong to a membership; Django's groups would be a second, unheeded set of rights.
admin.site.unregister(Group)


@admin.register(User)
class UserAdmin(DjangoUserAdmin, PlainAdmin[User]):  # type: ignore[type-arg]
    """People who may log in; superusers alone manage them."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("username", "email", "is_active", "is_staff", "is_superuser", "last_login")
    list_filter = ("is_active", "is_superuser")
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("first_name", "last_name", "email")}),
        (_("Console"), {"fields": ("is_active", "is_staff", "is_superuser")}),
    )

    def _superuser(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and getattr(request.user, "is_superuser", False))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self._superuser(request)

    def has_view_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return self._superuser(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return self._superuser(request)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        # An audit entry names its actor by id; switch a user off instead.
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        # Whoever is made here is made for the console.
        if not change:
            obj.is_staff = True
        super().save_model(request, obj, form, change)
