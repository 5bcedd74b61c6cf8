"""Compares candidates, each a profile with its models, on the same questions."""

from moot.evaluation.comparison.comparing import CandidateDefaults, ComparisonSetup, compare, plan_candidates
from moot.evaluation.comparison.scores import ComparisonReport
from moot.evaluation.comparison.text import write_comparison_text

__all__ = [
    "CandidateDefaults",
    "ComparisonReport",
    "ComparisonSetup",
    "compare",
    "plan_candidates",
    "write_comparison_text",
]
