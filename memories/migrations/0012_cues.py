"""A second vector beside that of the value: of the question that a unit declares, or of what it was said after.

A column that is null costs nothing, so that a full store is migrated at once; what stands and declares a question owes
the vector of it, and the sweep makes it (memories.jobs.embed_due)."""

import django.contrib.postgres.fields
import pgvector.django.halfvec
from django.db import migrations, models

# One for each space, as that of the values (0010).
_INDEXES = """
ALTER TABLE memories_vector ALTER COLUMN cue SET STORAGE MAIN;
DO $$
DECLARE
    space record;
BEGIN
    FOR space IN SELECT id, dimensions FROM memories_embeddingspace UNION SELECT 1, 384 LOOP
        CONTINUE WHEN to_regclass(format('memories_vector_hnsw_%s', space.id)) IS NULL;
        EXECUTE format(
            'CREATE INDEX memories_cue_hnsw_%s ON memories_vector USING hnsw ((cue::halfvec(%s)) halfvec_ip_ops) '
            'WITH (m = 32, ef_construction = 128) WHERE current AND space_id = %s AND cue IS NOT NULL',
            space.id, space.dimensions, space.id
        );
    END LOOP;
END $$;
"""
_OWED = """
UPDATE memories_memoryunit SET embedding_due = true
WHERE query <> '' AND NOT 'query' = ANY (derived) AND NOT sensitive AND NOT embedding_due
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0011_codes_and_casefolded_words")]

    operations = [
        migrations.AddField("vector", "cue", pgvector.django.halfvec.HalfVectorField(null=True)),
        migrations.AddField(
            "vector",
            "heard",
            django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), null=True, size=None),
        ),
        migrations.AddIndex(
            "vector",
            models.Index(condition=models.Q(("cue__isnull", False)), fields=["namespace"], name="vector_cued"),
        ),
        migrations.RunSQL(_INDEXES, migrations.RunSQL.noop),
        migrations.RunSQL(_OWED, migrations.RunSQL.noop),
    ]
