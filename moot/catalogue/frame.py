"""Keeps the language of whatever is being written: the debate's own, unless somebody chose another for moot's words.

Whoever writes something for people says once in which language (`with speaking(...)`), and everything below it uses
`say`. The choice belongs to the running task, so debates in several languages never mix.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from moot.catalogue.sentences import CATALOGUE_LANGUAGES, SOURCE_LANGUAGE
from moot.catalogue.titles import calling
from moot.catalogue.translator import Translator, speak

_CHOSEN: ContextVar[str] = ContextVar("moot_chosen_language", default="")
_SPOKEN: ContextVar[str] = ContextVar("moot_spoken_language", default=SOURCE_LANGUAGE)


def choose_frame_language(language: str) -> None:
    """Let moot's own words be in this language, whatever a debate is in; empty leaves it to MOOT_LANGUAGE."""
    _CHOSEN.set(language)


def find_machine_language() -> str:
    """Find the language of the machine's locale; empty for one that has no catalogue."""
    named = (os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "")[:2].lower()
    return named if named in CATALOGUE_LANGUAGES else ""


def chosen_frame_language() -> str:
    """Return the language somebody chose for moot's own words, in this process or by MOOT_LANGUAGE; else nothing."""
    chosen = _CHOSEN.get() or os.environ.get("MOOT_LANGUAGE", "")
    return chosen if chosen in CATALOGUE_LANGUAGES else ""


def frame_language(debate: str) -> str:
    """Find in which language moot speaks about a debate: the one somebody chose, else the debate's, else English."""
    wanted = chosen_frame_language() or debate
    return wanted if wanted in CATALOGUE_LANGUAGES else SOURCE_LANGUAGE


@contextmanager
def speaking(language: str, titles: Mapping[str, str] | None = None) -> Iterator[Translator]:
    """Say everything inside in this language, and call seats by these titles where their profile is somebody's own."""
    before = _SPOKEN.set(language)
    try:
        with calling(titles):
            yield speak(language)
    finally:
        _SPOKEN.reset(before)


def current_translator() -> Translator:
    """Find who speaks the language of what is being written."""
    return speak(_SPOKEN.get())


def say(code: str, /, **values: Any) -> str:
    """Say a sentence of the catalogue in the language of what is being written."""
    return current_translator()(code, **values)
