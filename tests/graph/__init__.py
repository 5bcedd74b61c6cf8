"""Tests of the compiled graphs, end to end."""
