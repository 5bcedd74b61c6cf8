"""Holds what sums up a debate against what was said in it."""

from moot.policies.critique.ledger.summing.unstated import find_unstated, keep_standing, name_unstated

__all__ = ["find_unstated", "keep_standing", "name_unstated"]
