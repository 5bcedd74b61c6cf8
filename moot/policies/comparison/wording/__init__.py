"""Compares texts by their words: whether two say the same, or deny each other."""

from moot.policies.comparison.wording.wording import (
    NEGATIONS,
    TIME_WORDS,
    Reading,
    contradict,
    count_matches,
    deny_items,
    likeness,
    match_items,
    may_differ,
    may_reverse,
    plainly_opposite,
    read_text,
    replaces_figures,
    same_words,
    says_the_same,
)

__all__ = [
    "NEGATIONS",
    "TIME_WORDS",
    "Reading",
    "contradict",
    "count_matches",
    "deny_items",
    "likeness",
    "match_items",
    "may_differ",
    "may_reverse",
    "plainly_opposite",
    "read_text",
    "replaces_figures",
    "same_words",
    "says_the_same",
]
