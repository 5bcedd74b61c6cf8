"""Reads scripts that answer in the place of a model, and the rehearsals made of them."""

from moot.configs.scripts.rehearsals import Rehearsal, load_rehearsal, rehearsal_languages
from moot.configs.scripts.script import (
    AnswerMode,
    Script,
    ScriptCondition,
    ScriptEntry,
    find_match_patterns,
    load_script,
    make_script,
)

__all__ = [
    "AnswerMode",
    "Rehearsal",
    "Script",
    "ScriptCondition",
    "ScriptEntry",
    "find_match_patterns",
    "load_rehearsal",
    "load_script",
    "make_script",
    "rehearsal_languages",
]
