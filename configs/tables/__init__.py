"""Reads the lexicons, the literals of the protocols, and the prices of models."""

from moot.configs.tables.lexicons import load_lexicons, load_literals, write_literal
from moot.configs.tables.prices import ModelPrice, load_prices

__all__ = [
    "ModelPrice",
    "load_lexicons",
    "load_literals",
    "load_prices",
    "write_literal",
]
