"""Registers the console's pages about conflicts and reviews; Django looks for this module by its name."""

from review.console import checks, conflicts, runs

__all__ = ["checks", "conflicts", "runs"]
