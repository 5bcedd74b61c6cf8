"""Writes what was measured as text and as a page."""

from moot.evaluation.report.page import PagePart, PageTable, render_evaluation, render_findings
from moot.evaluation.report.text import (
    draw_text_table,
    say_amount,
    say_difference,
    say_estimate,
    say_share,
    write_evaluation_text,
)

__all__ = [
    "PagePart",
    "PageTable",
    "draw_text_table",
    "render_evaluation",
    "render_findings",
    "say_amount",
    "say_difference",
    "say_estimate",
    "say_share",
    "write_evaluation_text",
]
