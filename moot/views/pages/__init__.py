"""Offers what all pages are made with: the template engine, the shared style, and charts."""

from moot.views.pages.charts import COLOURS, Axes, Chart, ChartLine, ChartPoint, chart_lines, chart_points
from moot.views.pages.environment import Section, make_environment, read_style, render_page, render_template

__all__ = [
    "COLOURS",
    "Axes",
    "Chart",
    "ChartLine",
    "ChartPoint",
    "Section",
    "chart_lines",
    "chart_points",
    "make_environment",
    "read_style",
    "render_page",
    "render_template",
]
