"""The report as one HTML page, and the views the desk shares with it."""

from moot.views.report import page
from moot.views.report.agreement import find_confidences, find_pairs, weigh
from moot.views.report.decision import view_decision
from moot.views.report.element import NOTHING, Child, Html, join, number, tag, text
from moot.views.report.ledger import find_verdicts
from moot.views.report.page import SECTIONS, read_style, render_report
from moot.views.report.parts import facts, table
from moot.views.report.plots import Line, choose_ticks, draw_bar, draw_lines, draw_stack
from moot.views.report.story import Story

__all__ = [
    "NOTHING",
    "SECTIONS",
    "Child",
    "Html",
    "Line",
    "Story",
    "choose_ticks",
    "draw_bar",
    "draw_lines",
    "draw_stack",
    "facts",
    "find_confidences",
    "find_pairs",
    "find_verdicts",
    "join",
    "number",
    "page",
    "read_style",
    "render_report",
    "table",
    "tag",
    "text",
    "view_decision",
    "weigh",
]
