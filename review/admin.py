"""Registers the console's pages about conflicts and reviews; Django looks for this module by its name."""

from review.console import conflicts, runs

__all__ = ["conflicts", "runs"]
