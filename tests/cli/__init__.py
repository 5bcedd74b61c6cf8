"""Tests of moot.cli."""
