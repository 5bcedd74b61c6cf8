"""Offers what is printed or drawn on a terminal; each name is imported when it is first used."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "TEXT_WIDTH",
    "Board",
    "CauseTexts",
    "bullets",
    "choose_signs",
    "clean_line",
    "clip_line",
    "describe_cause",
    "describe_request",
    "draw_board",
    "draw_breaker",
    "find_failures",
    "find_reasons",
    "find_risks",
    "find_steps",
    "hang",
    "mark_evidence",
    "name_place",
    "show_conflicts",
    "tell_story",
    "wrap",
    "write_answer",
    "write_report",
]

_HOMES = {
    "TEXT_WIDTH": "moot.views.terminal.lines",
    "Board": "moot.views.terminal.board",
    "bullets": "moot.views.terminal.lines",
    "choose_signs": "moot.views.terminal.board_view",
    "clean_line": "moot.views.terminal.lines",
    "clip_line": "moot.views.terminal.lines",
    "describe_request": "moot.views.terminal.request_text",
    "draw_board": "moot.views.terminal.board_view",
    "draw_breaker": "moot.views.terminal.breaker_block",
    "find_failures": "moot.views.terminal.answer",
    "find_reasons": "moot.views.terminal.answer",
    "find_risks": "moot.views.terminal.answer",
    "find_steps": "moot.views.terminal.answer",
    "hang": "moot.views.terminal.lines",
    "CauseTexts": "moot.views.terminal.root_cause_report",
    "describe_cause": "moot.views.terminal.root_cause_report",
    "mark_evidence": "moot.views.terminal.root_cause_report",
    "name_place": "moot.views.terminal.lines",
    "show_conflicts": "moot.views.terminal.conflict_table",
    "tell_story": "moot.views.terminal.story",
    "wrap": "moot.views.terminal.lines",
    "write_answer": "moot.views.terminal.answer",
    "write_report": "moot.views.terminal.story",
}
"""The module that defines each name: an answer needs no board, and a board takes long to import."""

if TYPE_CHECKING:
    from moot.views.terminal.answer import find_failures, find_reasons, find_risks, find_steps, write_answer
    from moot.views.terminal.board import Board
    from moot.views.terminal.board_view import choose_signs, draw_board
    from moot.views.terminal.breaker_block import draw_breaker
    from moot.views.terminal.conflict_table import show_conflicts
    from moot.views.terminal.lines import TEXT_WIDTH, bullets, clean_line, clip_line, hang, name_place, wrap
    from moot.views.terminal.request_text import describe_request
    from moot.views.terminal.root_cause_report import CauseTexts, describe_cause, mark_evidence
    from moot.views.terminal.story import tell_story, write_report


def __getattr__(name: str) -> Any:
    """Import a name of this room where it is defined."""
    return load_export(__name__, _HOMES, name)
