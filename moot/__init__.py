"""Language-model agents argue a question and return a decision with its evidence, dissent and price."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__version__ = "0.2.0.dev0"

__all__ = [
    "LiveView",
    "Result",
    "__version__",
    "build_graph",
    "debate",
    "fork",
    "inspect",
    "load",
    "load_profile",
    "open_store",
    "resume",
    "review",
    "say_to",
    "show",
]

_HOMES = {
    "LiveView": "moot.views.notebook",
    "Result": "moot.views.result",
    "build_graph": "moot.graph",
    "debate": "moot.runs",
    "fork": "moot.runs",
    "inspect": "moot.runs",
    "load": "moot.runs",
    "load_profile": "moot.configs",
    "open_store": "moot.stores",
    "resume": "moot.runs",
    "review": "moot.runs",
    "say_to": "moot.runs.live",
    "show": "moot.runs",
}
"""The room that exports each public name; imported on first use, so `import moot` stays instant."""

if TYPE_CHECKING:
    from moot.configs import load_profile
    from moot.graph import build_graph
    from moot.runs import debate, fork, inspect, load, resume, review, show
    from moot.runs.live import say_to
    from moot.stores import open_store
    from moot.views.notebook import LiveView
    from moot.views.result import Result


def __getattr__(name: str) -> Any:
    """Import a public name the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
