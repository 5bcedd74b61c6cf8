"""Derives evidence for a legal question from rules of law."""

from moot.knowledge.norms.rules import consult_rules

__all__ = ["consult_rules"]
