"""Asks chat models for typed answers, and says whether they came whole, in part or not at all."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "DEFAULT_MODEL",
    "PROVIDERS",
    "Answer",
    "BatchingJournal",
    "Journal",
    "ModelEdge",
    "Offer",
    "Request",
    "Settings",
    "Size",
    "check_model",
    "parse_model",
    "read_key",
]

_HOMES = {
    "Answer": "moot.models.answer",
    "BatchingJournal": "moot.models.journal",
    "DEFAULT_MODEL": "moot.models.settings",
    "Journal": "moot.models.journal",
    "ModelEdge": "moot.models.ask",
    "Offer": "moot.models.wire",
    "PROVIDERS": "moot.models.providers",
    "Request": "moot.models.request",
    "Settings": "moot.models.settings",
    "Size": "moot.models.bounds",
    "check_model": "moot.models.providers",
    "parse_model": "moot.models.providers",
    "read_key": "moot.models.providers",
}
"""Where each name lives; imported on first use, because what is behind it is heavy."""

if TYPE_CHECKING:
    from moot.models.answer import Answer
    from moot.models.ask import ModelEdge
    from moot.models.bounds import Size
    from moot.models.journal import BatchingJournal, Journal
    from moot.models.providers import PROVIDERS, check_model, parse_model, read_key
    from moot.models.request import Request
    from moot.models.settings import DEFAULT_MODEL, Settings
    from moot.models.wire import Offer


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
