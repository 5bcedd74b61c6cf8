"""Projections of a finished debate: logs, files and reports."""
