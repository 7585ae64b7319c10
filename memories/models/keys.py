"""Secrets that the database keeps for itself, encrypted with FIELD_ENCRYPTION_KEY."""

from __future__ import annotations

from django.db import models

from memories.fields import EncryptedText


class KeyedSecret(models.Model):
    """`canary` proves at start that the keys are right; `digest` keys every HMAC, so that rotating
    FIELD_ENCRYPTION_KEY does not change a look-up; `mark` keys the masks of personal data."""

    name = models.CharField(max_length=20, unique=True)
    secret = EncryptedText()

    def __str__(self) -> str:
        return self.name
