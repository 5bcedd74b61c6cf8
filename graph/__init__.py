"""Wiring only: the graphs, their routers and their entry points."""
