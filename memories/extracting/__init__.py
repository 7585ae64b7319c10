"""What a writer leaves out, filled in by rules; and what lasts told from what passes. Pure: no Django, no network."""

from memories.extracting.actions import action_of
from memories.extracting.defaults import Defaults, defaults_of
from memories.extracting.durability import UNDECLARED, Durability, durability_of
from memories.extracting.entities import entities_of
from memories.extracting.participants import participants_of

__all__ = [
    "UNDECLARED", "Defaults", "Durability", "action_of", "defaults_of", "durability_of", "entities_of",
    "participants_of",
]  # fmt: skip
