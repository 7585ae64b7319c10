"""DATA_DIR/secrets: keys and passwords that the program makes for itself, one file each."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cryptography.fernet import Fernet

from hindsight_site.data_dir import advice, reason, write_private_file
from hindsight_site.refusals import CannotStart

SECRET_KEY = "secret-key"
FIELD_ENCRYPTION_KEY = "field-encryption-key"
SUPERUSER_PASSWORD = "database-superuser-password"
OWNER_PASSWORD = "database-owner-password"
APP_PASSWORD = "database-app-password"
FIRST_TOKEN = "first-token"


def _password() -> str:
    return secrets.token_urlsafe(32)


MAKERS: dict[str, Callable[[], str]] = {
    SECRET_KEY: lambda: secrets.token_urlsafe(64),
    FIELD_ENCRYPTION_KEY: lambda: Fernet.generate_key().decode(),
    SUPERUSER_PASSWORD: _password,
    OWNER_PASSWORD: _password,
    APP_PASSWORD: _password,
}


@dataclass(frozen=True)
class SecretsFolder:
    """Reads and makes secrets under `path` (a folder of mode 0700)."""

    path: Path

    def read(self, name: str) -> str | None:
        """The secret, or None when it was never made.

        Raises:
            CannotStart: the file is there but cannot be read, or is empty.
        """
        file = self.path / name
        try:
            text = file.read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CannotStart(f"The secret {file}: {reason(error)}.", fix=advice(error, file)) from None
        if not text:
            raise CannotStart(f"The secret {file} is empty.", fix="restore it from a backup of DATA_DIR/secrets.")
        return text

    def read_or_make(self, name: str) -> str:
        """The secret, made at random the first time."""
        found = self.read(name)
        return found if found is not None else self.keep(name, MAKERS[name]())

    def keep(self, name: str, text: str) -> str:
        """Store `text` unless another process stored its own first; the stored one is returned."""
        file = self.path / name
        try:
            write_private_file(file, text + "\n")
        except FileExistsError:
            return self.read(name) or text
        except OSError as error:
            raise CannotStart(f"The secret {file}: {reason(error)}.", fix=advice(error, file)) from None
        return text
