"""Asks chat models for typed answers, and says whether they came whole, in part or not at all."""

from typing import TYPE_CHECKING, Any

from moot.doors import load_export

__all__ = [
    "DEFAULT_MODEL",
    "PROVIDERS",
    "Answer",
    "Estimate",
    "Forecast",
    "Journal",
    "ModelEdge",
    "ModelProbe",
    "Offer",
    "Request",
    "Settings",
    "Size",
    "Sizes",
    "WayProbe",
    "check_model",
    "clean_data",
    "clean_text",
    "find_price",
    "forecast",
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
    "Journal": "moot.models.journal",
    "ModelEdge": "moot.models.ask",
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
    "find_price": "moot.models.usage",
    "forecast": "moot.models.forecasting",
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
    from moot.models.forecasting import Estimate, Forecast, Sizes, forecast
    from moot.models.journal import Journal
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
