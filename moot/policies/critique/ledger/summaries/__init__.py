"""Holds what a debate was summed up to against what was said in it."""

from moot.policies.critique.ledger.summaries.unstated import keep_standing, name_unstated

__all__ = ["keep_standing", "name_unstated"]
