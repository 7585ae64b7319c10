"""The one encrypted field: django-encrypted-model-fields, minus what it gets wrong (docs/decisions/0004)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cryptography.fernet import InvalidToken
from django.core.exceptions import FieldError
from django.db import models
from encrypted_model_fields.fields import decrypt_str

from memories.errors import Unready

if TYPE_CHECKING:
    # The package has no types; to a type checker the field is the text that it decrypts to.
    EncryptedTextField = models.TextField[str | None, str | None]
else:
    from encrypted_model_fields.fields import EncryptedTextField


class EncryptedText(EncryptedTextField):
    """Text encrypted at rest with FIELD_ENCRYPTION_KEY (the first key encrypts, any decrypts).

    The package swallows a wrong key and hands out the ciphertext, encrypts SQL expressions under
    `bulk_update`, decrypts ciphertext that a user pasted, and lets look-ups run that never match.
    Each of these is refused here.
    """

    def from_db_value(self, value: Any, *_args: Any, **_kwargs: Any) -> str | None:
        if value is None:
            return None
        try:
            return str(decrypt_str(value))
        except InvalidToken:
            raise Unready(
                "An encrypted value cannot be read with the keys at hand. Put the key that wrote it back into "
                "FIELD_ENCRYPTION_KEY (comma-separated, the first one encrypts).",
                code="wrong_encryption_key",
            ) from None

    def to_python(self, value: Any) -> Any:
        return models.TextField.to_python(self, value)

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if hasattr(value, "resolve_expression"):
            raise FieldError(f"{self.name} is encrypted: it cannot be set from an SQL expression or bulk_update")
        return super().get_db_prep_save(value, connection)

    def get_lookup(self, lookup_name: str) -> Any:
        if lookup_name != "isnull":
            raise FieldError(f"{self.name} is encrypted: it cannot be searched, look up its keyed digest")
        return super().get_lookup(lookup_name)
