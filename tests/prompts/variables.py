"""Which variables a prompt needs, and which of them it trusts."""

from moot.prompts.library import _source


def variables_of(phase: str) -> frozenset[str]:
    return _source(phase).names


def plain_variables_of(phase: str) -> frozenset[str]:
    return _source(phase).plain
