"""Finds the models within reach, and tries what they can do."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "KEY_MODEL",
    "FoundModel",
    "ModelProbe",
    "WayProbe",
    "find_best_model",
    "find_local_servers",
    "has_embedded_model",
    "probe_model",
]

_HOMES = {
    "FoundModel": "moot.models.discovery.discovery",
    "KEY_MODEL": "moot.models.discovery.discovery",
    "ModelProbe": "moot.models.discovery.probe",
    "WayProbe": "moot.models.discovery.probe",
    "find_best_model": "moot.models.discovery.discovery",
    "find_local_servers": "moot.models.discovery.discovery",
    "has_embedded_model": "moot.models.discovery.discovery",
    "probe_model": "moot.models.discovery.probe",
}
"""Where each name lives; imported on first use, because what is behind it is heavy."""

if TYPE_CHECKING:
    from moot.models.discovery.discovery import (
        KEY_MODEL,
        FoundModel,
        find_best_model,
        find_local_servers,
        has_embedded_model,
    )
    from moot.models.discovery.probe import ModelProbe, WayProbe, probe_model


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
