"""Automatic decisions that are drawn for a person to check; conflicts by when they were opened."""

import django.db.models.deletion
from django.db import migrations, models

import memories.fields
import memories.models.base

from memories.walls_sql import composite_key, row_level_security


class Migration(migrations.Migration):

    dependencies = [
        ('memories', '0014_words_read_once'),
    ]

    operations = [
        migrations.CreateModel(
            name='SpotCheck',
            fields=[
                ('id', models.UUIDField(default=memories.models.base.new_id, editable=False, primary_key=True, serialize=False)),
                ('drawn_on', models.DateField()),
                ('created_at', models.DateTimeField()),
                ('verdict', models.CharField(blank=True, choices=[('right', 'right'), ('wrong', 'wrong'), ('unsure', 'unsure')], default='', max_length=8)),
                ('note', memories.fields.EncryptedText(blank=True, editable=False, null=True)),
                ('checked_by', models.CharField(blank=True, default='', max_length=60)),
                ('checked_at', models.DateTimeField(blank=True, null=True)),
                ('decision', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='spot_checks', to='memories.decision')),
                ('namespace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memories.namespace')),
            ],
            options={
                'indexes': [models.Index(fields=['namespace', 'drawn_on'], name='spot_check_day'), models.Index(condition=models.Q(('verdict', '')), fields=['namespace', 'created_at'], name='spot_check_open')],
                'constraints': [models.UniqueConstraint(fields=('namespace', 'decision'), name='spot_check_once'), models.CheckConstraint(condition=models.Q(('verdict__in', ['', 'right', 'wrong', 'unsure'])), name='spot_check_verdict')],
            },
        ),
        migrations.AddIndex(
            model_name='conflict',
            index=models.Index(fields=['namespace', 'opened_at'], name='conflict_opened'),
        ),
        composite_key('memories_spotcheck', 'decision_id', 'memories_decision'),
        row_level_security('memories_spotcheck'),
    ]
