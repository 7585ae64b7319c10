"""Questions lie apart from statements, and a sparse graph loses its way to them: with 16 links HNSW found 3.6 of the
nearest five among 100,000 made-up units, with 32 it finds 4.3 (docs/decisions/0010)."""

from django.db import migrations

_MAKE = """
DO $$
DECLARE
    space record;
BEGIN
    FOR space IN SELECT id, dimensions FROM memories_embeddingspace UNION SELECT 1, 384 LOOP
        CONTINUE WHEN to_regclass(format('memories_vector_hnsw_%s', space.id)) IS NULL;
        EXECUTE format('DROP INDEX memories_vector_hnsw_%s', space.id);
        EXECUTE format(
            'CREATE INDEX memories_vector_hnsw_%s ON memories_vector USING hnsw ((embedding::halfvec(%s)) halfvec_ip_ops) '
            'WITH (m = {m}, ef_construction = {ef}) WHERE current AND space_id = %s',
            space.id, space.dimensions, space.id
        );
    END LOOP;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0009_versions_by_time")]

    operations = [
        migrations.RunSQL(_MAKE.replace("{m}", "32").replace("{ef}", "128"), _MAKE.replace("{m}", "16").replace("{ef}", "64")),
    ]
