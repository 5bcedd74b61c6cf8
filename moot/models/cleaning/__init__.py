"""Cleans what models and people wrote: control characters, and secrets."""

from moot.models.cleaning.cleaning import DEEPEST, clean_data, clean_text
from moot.models.cleaning.redaction import (
    find_secrets,
    hide_secrets,
    one_line,
    redact,
    redact_address,
    remember_secret,
)

__all__ = [
    "DEEPEST",
    "clean_data",
    "clean_text",
    "find_secrets",
    "hide_secrets",
    "one_line",
    "redact",
    "redact_address",
    "remember_secret",
]
