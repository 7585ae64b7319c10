"""Themes and grammar of texts that steer their reader, in English.

A rule asks for a form of address (an order in its imperative place, "you", "the assistant") and a theme (dropping
rules, authority, secrecy, secrets). An order that is only reported ("asked the agent to ignore ...") is none.
"""

from typing import Final

from memories.screening.english import actions, guises, orders, planting, roles, secrets, supersession
from memories.screening.rules import Rule

RULES: Final[tuple[Rule, ...]] = (
    *orders.RULES,
    *actions.RULES,
    *roles.RULES,
    *supersession.RULES,
    *secrets.RULES,
    *guises.RULES,
    *planting.RULES,
)
