"""Tests of the prompts and of what they show of a debate."""
