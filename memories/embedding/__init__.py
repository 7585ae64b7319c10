"""Embeddings of statements and queries: centred, normalised, tied to one pinned space.

Nothing here may be called inside a transaction: it reaches a model or the network.
"""

from memories.embedding.providers import EmbedderDown
from memories.embedding.service import embed_passages, embed_query, probe

__all__ = ["EmbedderDown", "embed_passages", "embed_query", "probe"]
