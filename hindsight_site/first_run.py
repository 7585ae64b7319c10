"""What a new installation needs to be tried at once: an admin, a namespace, a token."""

from __future__ import annotations

import secrets
from pathlib import Path

from django.contrib.auth import get_user_model
from django.db import transaction

from hindsight_site.secrets_folder import FIRST_TOKEN, SecretsFolder
from hindsight_site.supervision.greeting import Prepared
from memories.models import Token
from memories.namespaces import ensure_namespace
from memories.tokens import create_token
from memories.words import Channel, Scope

NAMESPACE = "default"
# What an agent's tools need. The scope "admin" and the channel "config_file", whose word is law, are for
# people to give.
SCOPES = (Scope.READ, Scope.WRITE, Scope.REVIEW, Scope.FORGET)
CHANNELS = (Channel.USER_STATEMENT, Channel.TOOL_RESULT, Channel.AGENT_INFERENCE)


def prepare_first_run(folder: SecretsFolder) -> Prepared:
    """Make what is missing; a second run makes nothing and returns no secret."""
    token = _first_token(folder)
    kept = folder.path / FIRST_TOKEN
    return Prepared(admin_password=_first_admin(), token=token, token_file=str(kept) if _exists(kept) else None)


def _first_admin() -> str | None:
    users = get_user_model()._default_manager
    if users.filter(is_superuser=True).exists():
        return None
    password = secrets.token_urlsafe(12)
    users.create_superuser("admin", password=password)
    return password


def _first_token(folder: SecretsFolder) -> str | None:
    if Token.objects.exists():
        return None
    with transaction.atomic():  # without the file nobody would know the token: both or neither
        _, secret = create_token(
            namespace=ensure_namespace(NAMESPACE), scopes=SCOPES, channels=CHANNELS, label="first token"
        )
        (folder.path / FIRST_TOKEN).unlink(missing_ok=True)  # of a database that is no more
        folder.keep(FIRST_TOKEN, secret)
    return secret


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False
