"""Profiles, lexicons and literals as YAML, and the only code that reads them."""

from moot.configs.keys import ALIASES, flatten
from moot.configs.lexicons import load_lexicons
from moot.configs.literals import literal, load_literals
from moot.configs.prices import ModelPrice, load_prices
from moot.configs.profile import dump_profile, load_profile, parse_override, profile_names
from moot.configs.script import Mode, Script, ScriptEntry, When, find_matches, load_script, make_script
from moot.configs.yaml_files import LIMIT, parse_yaml

__all__ = [
    "ALIASES",
    "LIMIT",
    "Mode",
    "ModelPrice",
    "Script",
    "ScriptEntry",
    "When",
    "dump_profile",
    "find_matches",
    "flatten",
    "literal",
    "load_lexicons",
    "load_literals",
    "load_prices",
    "load_profile",
    "load_script",
    "make_script",
    "parse_override",
    "parse_yaml",
    "profile_names",
]
