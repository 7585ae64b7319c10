"""Themes and grammar of texts that steer their reader, in Chinese.

A rule asks for a form of address (an order in its imperative place, "you", "the assistant") and a theme (dropping
rules, authority, secrecy, secrets). An order that is only reported ("asked the agent to ignore ...") is none.
"""

from typing import Final

from memories.screening.chinese import claims, guises, orders, roles
from memories.screening.rules import Rule

RULES: Final[tuple[Rule, ...]] = (*orders.RULES, *roles.RULES, *claims.RULES, *guises.RULES)
