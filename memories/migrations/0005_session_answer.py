from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('memories', '0004_walls_of_sessions_and_jobs'),
    ]

    operations = [
        migrations.AddField(
            model_name='session',
            name='answer',
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
