"""Language-model agents argue a question and return a decision with its evidence, dissent and price."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "Result",
    "__version__",
    "build_graph",
    "debate",
    "fork",
    "inspect",
    "load_profile",
    "open_store",
    "resume",
    "review",
    "show",
]

_HOMES = {
    "Result": "moot.records.result",
    "build_graph": "moot.graph.build",
    "debate": "moot.api",
    "fork": "moot.api",
    "inspect": "moot.api",
    "load_profile": "moot.configs.profile",
    "open_store": "moot.stores",
    "resume": "moot.api",
    "review": "moot.api",
    "show": "moot.api",
}
"""Where each public name lives; imported on first use, so `import moot` stays instant."""

if TYPE_CHECKING:
    from moot.api import debate, fork, inspect, resume, review, show
    from moot.configs.profile import load_profile
    from moot.graph.build import build_graph
    from moot.records.result import Result
    from moot.stores import open_store


def __getattr__(name: str) -> Any:
    """Import a public name the first time somebody asks for it."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'moot' has no attribute {name!r}")
