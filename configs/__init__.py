"""Reads profiles and other YAML files; nothing else reads them."""

from moot.configs.comparison import Candidate, CandidateSet, read_comparison
from moot.configs.keys import KEY_ALIASES, flatten_settings
from moot.configs.profile import dump_derived_profile, dump_profile, load_profile, parse_override, profile_names
from moot.configs.yaml_files import MAX_YAML_BYTES, parse_yaml

__all__ = [
    "KEY_ALIASES",
    "MAX_YAML_BYTES",
    "Candidate",
    "CandidateSet",
    "dump_derived_profile",
    "dump_profile",
    "flatten_settings",
    "load_profile",
    "parse_override",
    "parse_yaml",
    "profile_names",
    "read_comparison",
]
