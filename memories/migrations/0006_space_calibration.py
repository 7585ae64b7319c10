from django.db import migrations, models


def mark_what_was_never_centred(apps, schema_editor):
    """Vectors that stand already were stored as the model gave them: centring new ones alone would part the two."""
    alias = schema_editor.connection.alias
    vectors = apps.get_model('memories', 'Vector').objects.using(alias)
    for space in apps.get_model('memories', 'EmbeddingSpace').objects.using(alias).exclude(provider='local'):
        if vectors.filter(space_id=space.pk).exists():
            space.calibration = {'raw': True}
            space.save(update_fields=['calibration'])


class Migration(migrations.Migration):

    dependencies = [
        ('memories', '0005_session_answer'),
    ]

    operations = [
        migrations.AddField(
            model_name='embeddingspace',
            name='calibration',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.RunPython(mark_what_was_never_centred, migrations.RunPython.noop),
    ]
