"""The rule engine for law: facts from a question, and what the rules derive from them."""

from moot.knowledge.norms import rules
from moot.knowledge.norms.rules import consult_rules

__all__ = ["consult_rules", "rules"]
