"""Puts facts into English, for tests that read what a person would."""

from typing import Any

from moot.catalogue import speak


def english(told: Any) -> Any:
    """Tell every fact in a value in English; words stay as they are."""
    return speak("en").tell_all(told)
