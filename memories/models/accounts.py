"""Namespaces, who is a member of them, and the tokens that agents and applications carry."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from memories.words import Channel, Role, Scope, choices


class Namespace(models.Model):
    """The isolation boundary: everything belongs to exactly one."""

    name = models.SlugField(max_length=100, unique=True)
    preferences = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A console user's role in a namespace."""

    namespace = models.ForeignKey(Namespace, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=16, choices=choices(Role), default=Role.VIEWER)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "user"], name="membership_once"),
            models.CheckConstraint(condition=Q(role__in=list(Role)), name="membership_role"),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.namespace_id}"


class Token(models.Model):
    """A bearer token: only its digest is kept; `prefix` is what a person recognises it by."""

    label = models.CharField(max_length=100, blank=True, default="")
    prefix = models.CharField(max_length=16, unique=True)
    digest = models.CharField(max_length=64, unique=True)
    scopes = ArrayField(models.CharField(max_length=10, choices=choices(Scope)))
    channels = ArrayField(models.CharField(max_length=20, choices=choices(Channel)))
    namespaces = models.ManyToManyField(Namespace, related_name="tokens")
    trust = models.FloatField(default=1.0, help_text="0 to 1: a factor on the trust of each channel it claims.")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(trust__gte=0, trust__lte=1), name="token_trust_0_1"),
            models.CheckConstraint(
                condition=Q(scopes__contained_by=list(Scope)) & ~Q(scopes=[]), name="token_scopes_known"
            ),
            models.CheckConstraint(condition=Q(channels__contained_by=list(Channel)), name="token_channels_known"),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}… {self.label}".strip()
