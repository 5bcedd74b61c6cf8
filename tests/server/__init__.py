"""Debates in a LangGraph server."""
