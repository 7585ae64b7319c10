"""The calibration of the pinned space: shipped for the local model, measured once and kept with the space for others.

Means move vectors, so a space has one calibration from its first vector on: whoever stores it first wins, and everybody
centres by what is stored.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence

import numpy as np
from django.conf import settings
from django.db import transaction

from memories.embedding import fitting
from memories.embedding.geometry import (
    Calibration,
    Direction,
    Vectors,
    calibration_of,
    document_of,
    is_raw,
    load_calibration,
)
from memories.embedding.providers import Embedder, EmbedderDown

_AT_ONCE = 16
"""Texts of one request while measuring: a server that is too slow for more can be measured all the same."""

_log = logging.getLogger(__name__)
_known: Calibration | None = None
_problem = ""
_parts: dict[tuple[Direction, str], Vectors] = {}
_measuring = threading.Lock()


def known_calibration() -> Calibration | None:
    """The calibration of the pinned space, read once a process; None if it has not been measured yet.

    Raises:
        Unready: code `embedding_mismatch`.
    """
    global _known
    if settings.HINDSIGHT.EMBEDDING_PROVIDER == "local":
        return load_calibration()
    if _known is None:
        # Models need Django to be set up, and fitting the local model's file needs neither.
        from memories.embedding.spaces import stored_calibration

        document = stored_calibration()
        _known = None if document is None else calibration_of(document)
    return _known


def calibration_by(embedder: Embedder) -> Calibration:
    """The calibration of the pinned space, measured now if it has none: about 1,000 short texts, once an installation.

    Raises:
        EmbedderDown: the embedder did not answer, or its vectors tell nothing apart. What it has answered so far is
            kept for the next try.
    """
    if (known := known_calibration()) is not None:
        return known
    with _measuring:
        if (known := known_calibration()) is None:
            _measure(embedder)
            known = known_calibration()
    if known is None:
        raise EmbedderDown("the embedding space is gone")
    return known


def _measure(embedder: Embedder) -> None:
    global _problem
    from memories.embedding.spaces import space_name, store_calibration

    def embed(texts: Sequence[str], direction: Direction) -> Vectors:
        missing = [text for text in dict.fromkeys(texts) if (direction, text) not in _parts]
        for start in range(0, len(missing), _AT_ONCE):
            some = missing[start : start + _AT_ONCE]
            vectors = embedder.embed(some, direction)
            _parts.update({(direction, text): vector for text, vector in zip(some, vectors, strict=True)})
        return np.stack([_parts[direction, text] for text in texts])

    name = space_name()
    try:
        measured = fitting.fit(embed, model=name)
    except fitting.CannotCalibrate as error:
        if not _problem:
            _log.warning("%s", error)
        _problem = str(error)
        raise EmbedderDown(str(error)) from None
    with transaction.atomic(durable=True):
        first = store_calibration(document_of(measured))
    _log.info("%s is calibrated%s", name, "" if first else " by another process")
    _parts.clear()
    _problem = ""


def calibration_state() -> str:
    """What /ready says. Raises Unready, code `embedding_mismatch`."""
    if settings.HINDSIGHT.EMBEDDING_PROVIDER == "local":
        return "shipped with the model"
    known = known_calibration()
    if known is None:
        return _problem or "to be measured before the first vector"
    if is_raw(known):
        return "none: vectors from before calibrations existed"
    alike = sorted({language for (language, _), scale in known.scales.items() if not scale.tells_apart})
    return f"measured; of no use in: {', '.join(alike)}" if alike else "measured"


def forget_calibration() -> None:
    """Read the space's calibration anew: for tests and reembed."""
    global _known, _problem
    with _measuring:
        _known, _problem = None, ""
        _parts.clear()
