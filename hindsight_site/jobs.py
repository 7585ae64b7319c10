"""Jobs of the site itself."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.utils import timezone
from django_q.models import OrmQ, Task

KEEP_FINISHED = timedelta(days=7)


def clear_finished() -> int:
    """Delete finished jobs older than a week (django-q2 keeps failures for ever) and expired sessions."""
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    gone: int = Task.objects.filter(stopped__lt=now - KEEP_FINISHED).delete()[0]
    return gone


def give_back_taken_jobs(now: datetime) -> int:
    """Make jobs that a worker had taken due at once, instead of after `retry`; only where no worker runs."""
    return int(OrmQ.objects.filter(lock__gt=now).update(lock=now))
