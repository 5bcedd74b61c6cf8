"""Doors of rooms that are heavy: a name is imported when it is first asked for."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any


def load_export(room: str, homes: Mapping[str, str], name: str) -> Any:
    """Import a name from the module it lives in; a home that ends with the name is the module itself."""
    if name not in homes:
        raise AttributeError(f"module {room!r} has no attribute {name!r}")
    home = import_module(homes[name])
    return home if homes[name] == f"{room}.{name}" else getattr(home, name)
