"""Embeddings of statements and queries: centred, normalised, tied to one pinned space.

Nothing here may be called inside a transaction: it reaches a model or the network.
"""

from memories.embedding.calibrations import calibration_state
from memories.embedding.providers import EmbedderDown
from memories.embedding.service import embed_passages, embed_query, measure_space, probe

__all__ = ["EmbedderDown", "calibration_state", "embed_passages", "embed_query", "measure_space", "probe"]
