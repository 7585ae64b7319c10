"""Common terms come from the database's own statistics, and only what changed is written."""

from __future__ import annotations

import pytest
from django.db import connection

from memories.models import CommonTerm
from memories.namespaces import ensure_namespace
from memories.recalling.rarity import refill
from memories.searchable import everything, term_hash
from memories.shapes.inputs import MemoryInput
from memories.tokens import authenticate, create_token
from memories.words import Channel, Scope
from memories.writing import write_batch
from tests.people import NOW

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def caller():
    _, secret = create_token(namespace=ensure_namespace("team"), scopes=list(Scope), channels=list(Channel))
    return authenticate(secret, now=NOW)


def test_what_many_units_hold_is_common_once_the_database_has_looked(caller, database):
    items = [MemoryInput(value=f"Lamp {n} of hall {n * 7} is out").model_dump(exclude_unset=True) for n in range(600)]
    write_batch(caller, items, now=NOW)
    assert refill() == 0, "nothing was analysed yet"
    with database.connect() as superuser:
        superuser.execute("ANALYZE memories_terms")
    assert refill() > 0
    common = dict(CommonTerm.objects.values_list("term", "units"))
    space = caller.namespace_id
    assert common[everything(space)] == 600
    assert common[term_hash(space, "word", "lamp")] == 600
    assert term_hash(space, "word", "17") not in common
    with connection.cursor() as cursor:
        cursor.execute("SELECT xmin::text FROM memories_commonterm ORDER BY term")
        before = cursor.fetchall()
    assert refill() == len(before)
    with connection.cursor() as cursor:
        cursor.execute("SELECT xmin::text FROM memories_commonterm ORDER BY term")
        assert cursor.fetchall() == before, "the same again writes nothing"
