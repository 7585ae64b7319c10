"""How long the server takes for each page of the console, in a store with 5,000 conflicts.

    python -m benchmarks.console_pages --store DIR

A superuser asks, who sees every namespace; each page is asked for in this process, without the network, and its
queries are counted. What is written (conflicts, recalls, a person) stays in the store.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from benchmarks.one_store import main_of
from benchmarks.stores import MARK, open_store
from benchmarks.table import Row, spread

CONFLICTS: Final = 5_000
RECALLS: Final = 5_000
TIMES: Final = 7
TARGET_MS: Final = 200
_SETTLED: Final = 3  # of these one is settled, the others wait

LISTS: Final = (
    "index", "memories_memoryunit_changelist", "memories_conflict_changelist", "memories_conflict_held",
    "memories_spotcheck_changelist", "memories_alert_changelist", "memories_source_changelist",
    "review_reviewrun_changelist", "memories_forgetrequest_changelist", "memories_token_changelist",
    "memories_auditentry_changelist", "memories_namespace_changelist", "memories_memoryunit_search",
)  # fmt: skip


def figures(folder: Path) -> dict[str, Any]:
    """What is measured in the store of `folder`, which is open."""
    from django.contrib.auth import get_user_model
    from django.test import Client
    from django.urls import reverse

    from memories.models import Conflict, MemoryUnit, Namespace
    from memories.walls import inside

    built = json.loads((folder / MARK).read_text(encoding="utf-8"))
    space = Namespace.objects.get(name="bench")
    fill(space.pk)
    person, _ = get_user_model().objects.get_or_create(
        username="bench", defaults={"is_staff": True, "is_superuser": True}
    )
    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(person)
    with inside(space.pk):
        conflict = Conflict.objects.filter(namespace=space, state="pending").order_by("-risk", "opened_at").first()
        unit = MemoryUnit.objects.filter(namespace=space, state="active").order_by("pk").first()
        number = Conflict.objects.filter(namespace=space).count()
    assert conflict is not None
    assert unit is not None
    places = {name.partition("_")[2] or name: reverse(f"admin:{name}") for name in LISTS}
    places |= {
        "one memory": reverse("admin:memories_memoryunit_change", args=[unit.pk]),
        "one conflict": reverse("admin:memories_conflict_change", args=[conflict.pk]),
        "one source": reverse("admin:memories_source_change", args=[unit.source_id]),
        "memories, a word": reverse("admin:memories_memoryunit_changelist") + "?q=lamp",
        "memories, last page": reverse("admin:memories_memoryunit_changelist") + "?p=100",
        "inbox, last page": reverse("admin:memories_conflict_changelist") + f"?p={CONFLICTS // _SETTLED // 25}",
    }
    return {
        "units": built["units"],
        "conflicts": number,
        "pages": {name: _measured(client, address) for name, address in places.items()},
    }


def _measured(client: Any, address: str) -> dict[str, Any]:
    """The first answer and the spread of the others, with the number of queries."""
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    seconds = []
    for _ in range(TIMES):
        cache.clear()  # a number that is kept for a minute is to be counted here
        start = time.perf_counter()
        answer = client.get(address)
        seconds.append(time.perf_counter() - start)
        assert answer.status_code == 200, (address, answer.status_code)
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    return {"first_ms": round(1000 * seconds[0], 1), **spread(seconds[1:]), "queries": len(captured)}


def fill(space: int) -> None:
    """Conflicts between neighbouring units, two of three waiting, over sixty days; recalls of the last two weeks."""
    from django.utils import timezone

    from memories.models import Conflict, MemoryUnit, Recall
    from memories.walls import inside
    from memories.words import ConflictState, ConflictType, Resolution

    now = timezone.now()
    with inside(space):
        if Conflict.objects.filter(namespace_id=space).count() >= CONFLICTS:
            return
        ids = list(
            MemoryUnit.objects.filter(namespace_id=space, state="active")
            .order_by("pk")
            .values_list("pk", flat=True)[: 2 * CONFLICTS]
        )
        kinds = list(ConflictType)
        rows = []
        for place, (a, b) in enumerate(zip(ids[::2], ids[1::2], strict=False)):
            settled = place % _SETTLED == 0
            opened = now - timedelta(hours=place % 1440)
            rows.append(
                Conflict(
                    namespace_id=space, a_id=a, b_id=b, type=kinds[place % len(kinds)], a_version=1, b_version=1,
                    state=ConflictState.SETTLED if settled else ConflictState.PENDING,
                    proposal=Resolution.KEEP_B, resolution=Resolution.KEEP_B if settled else "",
                    settled_at=opened if settled else None, risk=place % 100 / 100, opened_at=opened,
                )
            )  # fmt: skip
        Conflict.objects.bulk_create(rows)
        Recall.objects.bulk_create(
            Recall(
                namespace_id=space, profile="task", unit_ids=[ids[place % len(ids)]], scores=[0.5],
                created_at=now - timedelta(minutes=4 * place), success=(True, False, None)[place % 3],
            )
            for place in range(RECALLS)
        )  # fmt: skip


def rows(found: dict[str, Any]) -> Iterator[Row]:
    """Lines of the table."""
    yield Row(f"console, {found['units']:,} units, {found['conflicts']:,} conflicts", f"{len(found['pages'])} pages")
    for name, page in found["pages"].items():
        yield Row(
            f"  {name}",
            f"p50 {page['p50_ms']} ms, p95 {page['p95_ms']} ms, {page['queries']} queries",
            f"{TARGET_MS} ms",
            page["p50_ms"] <= TARGET_MS,
        )


def opened(folder: Path) -> dict[str, Any]:
    """The figures of a store that is opened for them."""
    with open_store(folder):
        return figures(folder)


if __name__ == "__main__":
    main_of("console_pages", __doc__, opened, rows)
