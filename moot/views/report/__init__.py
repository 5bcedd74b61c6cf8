"""Renders the report as one HTML page, and its parts for the desk."""

from moot.views.report.page import render_headline, render_report, render_sections
from moot.views.report.story import Story

__all__ = ["Story", "render_headline", "render_report", "render_sections"]
