"""What is printed: the answer, the story, the breaker block and the text reports."""

from moot.views.text import report
from moot.views.text.answer import find_failures, find_reasons, find_risks, find_steps, write_answer
from moot.views.text.breaker_block import draw_breaker
from moot.views.text.report import render_report
from moot.views.text.root_cause_report import name_origin
from moot.views.text.story import tell_story

__all__ = [
    "draw_breaker",
    "find_failures",
    "find_reasons",
    "find_risks",
    "find_steps",
    "name_origin",
    "render_report",
    "report",
    "tell_story",
    "write_answer",
]
