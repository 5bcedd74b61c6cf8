"""Tests of moot.models."""
