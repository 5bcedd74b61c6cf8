"""Profiles, lexicons and literals as YAML, and the only code that reads them."""

from moot.configs.comparison import Candidate, CandidateSet, read_comparison
from moot.configs.keys import KEY_ALIASES, flatten_settings
from moot.configs.lexicons import load_lexicons, load_literals, write_literal
from moot.configs.prices import ModelPrice, load_prices
from moot.configs.profile import dump_derived_profile, dump_profile, load_profile, parse_override, profile_names
from moot.configs.rehearsals import Rehearsal, load_rehearsal, rehearsal_languages
from moot.configs.script import (
    AnswerMode,
    Script,
    ScriptCondition,
    ScriptEntry,
    find_match_patterns,
    load_script,
    make_script,
)
from moot.configs.yaml_files import MAX_YAML_BYTES, parse_yaml

__all__ = [
    "KEY_ALIASES",
    "MAX_YAML_BYTES",
    "AnswerMode",
    "Candidate",
    "CandidateSet",
    "ModelPrice",
    "Rehearsal",
    "Script",
    "ScriptCondition",
    "ScriptEntry",
    "dump_derived_profile",
    "dump_profile",
    "find_match_patterns",
    "flatten_settings",
    "load_lexicons",
    "load_literals",
    "load_prices",
    "load_profile",
    "load_rehearsal",
    "load_script",
    "make_script",
    "parse_override",
    "parse_yaml",
    "profile_names",
    "read_comparison",
    "rehearsal_languages",
    "write_literal",
]
