"""Tests of moot.runs."""
