"""What the console's lists have in common: they show, they never write, and they stay inside the wall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from django.contrib.admin import AdminSite, SimpleListFilter
from django.contrib.admin import ModelAdmin as DjangoModelAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from memories.console.roles import PAGES, namespaces_with
from memories.console.walls import SAFE, visible_to
from memories.models import Namespace
from memories.numbers import whole
from memories.walls import inside

Row = TypeVar("Row", bound=Model)

# unfold has no types, and Django's ModelAdmin is generic for the type checker only.
if TYPE_CHECKING:
    PlainAdmin = DjangoModelAdmin
else:
    from unfold.admin import ModelAdmin as UnfoldModelAdmin

    class PlainAdmin(UnfoldModelAdmin, Generic[Row]):
        """unfold's ModelAdmin, subscriptable."""


class WalledAdmin(PlainAdmin[Row]):
    """A list and a page of rows that the generic forms may not add, change or delete.

    Who may see it, and of which namespaces, is read from PAGES by the model's name.
    """

    namespace_path: ClassVar[str] = "namespace_id"
    page_template: ClassVar[str] = ""
    # One of them, the list of them, and what the list counts; said here, since in a model it would be a migration.
    called: ClassVar[tuple[Any, Any] | None] = None
    counted: ClassVar[Any] = ""
    # What an empty list says: what would be here, and what to do so that something is.
    nothing: ClassVar[Any] = ""
    actions = None
    list_per_page = 50
    show_full_result_count = False
    empty_value_display = "–"

    def __init__(self, model: type[Row], admin_site: AdminSite) -> None:
        super().__init__(model, admin_site)
        if self.called is not None:
            self.opts.verbose_name, self.opts.verbose_name_plural = self.called

    @property
    def page(self) -> str:
        return str(self.model._meta.model_name)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        allowed = namespaces_with(request, PAGES[self.page])
        return super().get_queryset(request).filter(**{f"{self.namespace_path}__in": allowed})

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """Of one row too: what get_queryset hides is answered with 404 before this is asked."""
        return bool(namespaces_with(request, PAGES[self.page]))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only what the filters offer: an address must not be a way to probe digests or other columns."""
        offered = {
            entry if isinstance(entry, str) else getattr(entry, "parameter_name", "") for entry in self.list_filter
        }
        return lookup.split("__")[0] in offered

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        title = capfirst(str(self.opts.verbose_name_plural))
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        changes = super().get_changelist_instance(request)
        # One count is enough; unfold compares it with a second one that is not taken.
        changes.full_result_count = changes.result_count
        return changes

    def row_or_404(self, request: HttpRequest, pk: object) -> Row:
        """The row, if it is in a namespace where this person may see such pages."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = self.get_object(request, str(pk))
        if row is None:
            raise Http404
        return row

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        row = self.row_or_404(request, object_id)
        if not self.page_template:
            return super().change_view(request, object_id, form_url, extra_context)
        return self.show(request, self.page_template, self.page_context(request, row))

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Django's own log knows nothing of what the domain did; the audit does."""
        raise Http404

    def page_context(self, request: HttpRequest, row: Row) -> dict[str, Any]:
        raise NotImplementedError

    def show(
        self, request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
    ) -> TemplateResponse:
        """A page of our own in the console's frame. The answer to a POST is rendered here and now: it runs outside the
        wall (memories.console.walls), and its frame counts what waits."""
        request.current_app = self.admin_site.name
        if request.method in SAFE:
            return self._framed(request, template, context, status)
        with inside(*visible_to(request)):
            answer = self._framed(request, template, context, status)
            answer.render()
            return answer

    def _framed(self, request: HttpRequest, template: str, context: dict[str, Any], status: int) -> TemplateResponse:
        frame = self.admin_site.each_context(request)
        return TemplateResponse(request, template, {**frame, "model_admin": self, **context}, status=status)


class NamespaceFilter(SimpleListFilter):
    """Django's own filter would list every namespace there is."""

    title = _("namespace")
    parameter_name = "namespace"

    def lookups(self, request: HttpRequest, model_admin: DjangoModelAdmin[Any]) -> list[tuple[str, str]]:
        allowed = namespaces_with(request, PAGES[str(model_admin.model._meta.model_name)])
        return [(str(pk), name) for pk, name in Namespace.objects.filter(pk__in=allowed).values_list("pk", "name")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        if value is None:
            return queryset
        number = whole(value)
        return queryset.none() if number is None else queryset.filter(namespace_id=number)


class OpenFirst(SimpleListFilter):
    """A filter of which nothing chosen means what is open, where Django's own first choice says "All"."""

    def choices(self, changelist: Any) -> Any:
        options = list(super().choices(changelist))
        options[0]["display"] = _("open")
        return iter(options)
