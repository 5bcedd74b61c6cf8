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
    "Result": "moot.views.result.document",
    "build_graph": "moot.graph.build",
    "debate": "moot.runs.debates",
    "fork": "moot.runs.debates",
    "inspect": "moot.runs.debates",
    "load_profile": "moot.configs.profile",
    "open_store": "moot.stores",
    "resume": "moot.runs.debates",
    "review": "moot.runs.debates",
    "show": "moot.runs.debates",
}
"""Where each public name lives; imported on first use, so `import moot` stays instant."""

if TYPE_CHECKING:
    from moot.configs import load_profile
    from moot.graph import build_graph
    from moot.runs import debate, fork, inspect, resume, review, show
    from moot.stores import open_store
    from moot.views.result import Result


def __getattr__(name: str) -> Any:
    """Import a public name the first time somebody asks for it."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'moot' has no attribute {name!r}")
