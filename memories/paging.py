"""Lists in pages that hold still while rows come and go: a page goes on after the last row that was shown."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.utils.timezone import is_naive

from memories.errors import Invalid

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")
NEWEST_FIRST = ("-created_at", "-id")


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """`next_cursor` is None on the last page."""

    results: list[Item]
    next_cursor: str | None


def page_of(
    rows: QuerySet[Row, Row], show: Callable[[Row], Item], *, order: Sequence[str], cursor: str, size: int
) -> Page[Item]:
    """The `size` rows after `cursor` in `order`, which must end in a unique column ("-" is descending).

    Raises:
        Invalid: a cursor that this list did not give out.
    """
    if cursor:
        rows = rows.filter(after(order, _decoded(rows.model, order, cursor)))
    found = list(rows.order_by(*order)[: size + 1])
    shown = found[:size]
    more = len(found) > size
    return Page([show(row) for row in shown], _encoded(order, shown[-1]) if more else None)


def after(order: Sequence[str], last: Sequence[Any]) -> Q:
    """What comes after a row with these values in `order`.

    (a, b) after (x, y) is: a after x, or a equal to x and b after y.
    """
    condition, equal = Q(), Q()
    for name, value in zip(order, last, strict=True):
        column = name.removeprefix("-")
        condition |= equal & Q(**{f"{column}__{'lt' if name.startswith('-') else 'gt'}": value})
        equal &= Q(**{column: value})
    return condition


def _encoded(order: Sequence[str], row: Model) -> str:
    values = [getattr(row, name.removeprefix("-")) for name in order]
    texts = [value.isoformat() if isinstance(value, datetime) else str(value) for value in values]
    return base64.urlsafe_b64encode(json.dumps(texts).encode()).decode().rstrip("=")


def _decoded(model: type[Model], order: Sequence[str], cursor: str) -> list[Any]:
    wrong = Invalid("This cursor is not one of this list.", code="cursor_invalid", field="cursor")
    try:
        texts = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if not isinstance(texts, list) or len(texts) != len(order):
            raise wrong
        values = []
        for name, text in zip(order, texts, strict=True):
            column: Any = model._meta.get_field(name.removeprefix("-"))
            value = datetime.fromisoformat(text) if name.endswith("_at") else column.to_python(text)
            if value is None or (isinstance(value, datetime) and is_naive(value)):
                raise wrong
            values.append(value)
    except (ValueError, TypeError, RecursionError, binascii.Error, ValidationError):
        raise wrong from None
    return values
