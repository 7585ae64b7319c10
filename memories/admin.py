"""Registers the console's pages about memories; Django looks for this module by its name."""

from memories.console import units

__all__ = ["units"]
