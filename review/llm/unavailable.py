"""How a language model says that it cannot be asked now."""

from __future__ import annotations

from memories.errors import HindsightError


class ModelUnavailable(HindsightError):
    """The language model gave no answer after bounded tries; `code` says why and holds no text of any memory."""

    code = "model_unavailable"
    status = 503

    def __init__(self, code: str) -> None:
        super().__init__("The language model could not be asked.", code=code)
