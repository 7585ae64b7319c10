"""What a namespace takes in no form: the turn keeps a mark for it, the statement that held it makes no memory."""

from __future__ import annotations

import re
from typing import Final

from memories.privacy import Action, Kind, Policy

_MARK: Final = re.compile(r"\[([A-Z_]+)#[0-9a-f]{4,}\]")
_KINDS: Final = {kind.name: kind for kind in Kind}


def refused_in(text: str, policy: Policy) -> bool:
    """Whether a statement, as its turn is kept, has the mark of something that the namespace refuses."""
    kinds = (_KINDS.get(match[1]) for match in _MARK.finditer(text))
    return any(kind is not None and policy.action(kind) is Action.REFUSE for kind in kinds)
