"""Registers the console's pages about memories; Django looks for this module by its name."""

from memories.console import alerts, audit, forgetting, namespaces, sources, tokens, units

__all__ = ["alerts", "audit", "forgetting", "namespaces", "sources", "tokens", "units"]
