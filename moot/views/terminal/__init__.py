"""Offers what is printed on a terminal; each name is imported when it is first used."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "CauseTexts",
    "describe_cause",
    "describe_request",
    "draw_breaker",
    "find_left_open",
    "find_reasons",
    "find_risks",
    "find_steps",
    "mark_evidence",
    "repeat_proposal",
    "show_conflicts",
    "tell_story",
    "write_answer",
    "write_report",
]

_HOMES = {
    "CauseTexts": "moot.views.terminal.root_cause_report",
    "describe_cause": "moot.views.terminal.root_cause_report",
    "describe_request": "moot.views.terminal.request_text",
    "draw_breaker": "moot.views.terminal.breaker_block",
    "find_left_open": "moot.views.terminal.answer",
    "find_reasons": "moot.views.terminal.answer",
    "find_risks": "moot.views.terminal.answer",
    "find_steps": "moot.views.terminal.answer",
    "mark_evidence": "moot.views.terminal.root_cause_report",
    "repeat_proposal": "moot.views.terminal.request_text",
    "show_conflicts": "moot.views.terminal.conflict_table",
    "tell_story": "moot.views.terminal.story",
    "write_answer": "moot.views.terminal.answer",
    "write_report": "moot.views.terminal.story",
}
"""The module that defines each name: an answer needs no board, and a board takes long to import."""

if TYPE_CHECKING:
    from moot.views.terminal.answer import find_left_open, find_reasons, find_risks, find_steps, write_answer
    from moot.views.terminal.breaker_block import draw_breaker
    from moot.views.terminal.conflict_table import show_conflicts
    from moot.views.terminal.request_text import describe_request, repeat_proposal
    from moot.views.terminal.root_cause_report import CauseTexts, describe_cause, mark_evidence
    from moot.views.terminal.story import tell_story, write_report


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
