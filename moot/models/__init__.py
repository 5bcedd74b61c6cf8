"""Asks chat models for typed answers, and says whether they came whole, in part or not at all."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "DEFAULT_MODEL",
    "KEY_MODEL",
    "PROVIDERS",
    "Answer",
    "BatchingJournal",
    "Estimate",
    "Forecast",
    "FoundModel",
    "Journal",
    "ModelEdge",
    "ModelProbe",
    "Offer",
    "PastUse",
    "Request",
    "Settings",
    "Size",
    "Sizes",
    "WayProbe",
    "check_model",
    "clean_data",
    "clean_text",
    "find_best_model",
    "find_local_servers",
    "find_price",
    "forecast",
    "has_embedded_model",
    "json_schema",
    "one_line",
    "parse_model",
    "probe_model",
    "read_key",
    "redact",
    "wire_model",
]

_HOMES = {
    "Answer": "moot.models.answer",
    "DEFAULT_MODEL": "moot.models.settings",
    "Estimate": "moot.models.forecasting",
    "Forecast": "moot.models.forecasting",
    "PastUse": "moot.models.forecasting",
    "BatchingJournal": "moot.models.journal",
    "FoundModel": "moot.models.discovery",
    "Journal": "moot.models.journal",
    "ModelEdge": "moot.models.ask",
    "KEY_MODEL": "moot.models.discovery",
    "ModelProbe": "moot.models.probe",
    "Offer": "moot.models.wire",
    "PROVIDERS": "moot.models.providers",
    "Request": "moot.models.request",
    "Settings": "moot.models.settings",
    "Size": "moot.models.bounds",
    "Sizes": "moot.models.forecasting",
    "WayProbe": "moot.models.probe",
    "check_model": "moot.models.providers",
    "clean_data": "moot.models.cleaning",
    "clean_text": "moot.models.cleaning",
    "find_best_model": "moot.models.discovery",
    "find_local_servers": "moot.models.discovery",
    "find_price": "moot.models.usage",
    "forecast": "moot.models.forecasting",
    "has_embedded_model": "moot.models.discovery",
    "json_schema": "moot.models.schemas",
    "one_line": "moot.models.redaction",
    "parse_model": "moot.models.providers",
    "probe_model": "moot.models.probe",
    "read_key": "moot.models.providers",
    "redact": "moot.models.redaction",
    "wire_model": "moot.models.wire",
}
"""Where each name lives; imported on first use, because what is behind it is heavy."""

if TYPE_CHECKING:
    from moot.models.answer import Answer
    from moot.models.ask import ModelEdge
    from moot.models.bounds import Size
    from moot.models.cleaning import clean_data, clean_text
    from moot.models.discovery import KEY_MODEL, FoundModel, find_best_model, find_local_servers, has_embedded_model
    from moot.models.forecasting import Estimate, Forecast, PastUse, Sizes, forecast
    from moot.models.journal import BatchingJournal, Journal
    from moot.models.probe import ModelProbe, WayProbe, probe_model
    from moot.models.providers import PROVIDERS, check_model, parse_model, read_key
    from moot.models.redaction import one_line, redact
    from moot.models.request import Request
    from moot.models.schemas import json_schema
    from moot.models.settings import DEFAULT_MODEL, Settings
    from moot.models.usage import find_price
    from moot.models.wire import Offer, wire_model


def __getattr__(name: str) -> Any:
    """Import a name of this room the first time somebody asks for it."""
    return load_export(__name__, _HOMES, name)
