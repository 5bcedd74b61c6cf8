"""Reads the rehearsed debate of `moot demo` in a language: the question, its evidence, who argues, every answer."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from moot.configs.profile import load_profile
from moot.configs.scripts.script import Script, make_script
from moot.configs.yaml_files import parse_yaml
from moot.errors import UnknownNameError
from moot.state.base import Texts, Value
from moot.state.protocol import Profile

_BASE = "conclave"
"""The profile that a rehearsal changes."""


class Rehearsal(Value):
    """Holds everything a rehearsed debate needs; only its texts were written beforehand."""

    question: str
    options: Texts
    irreversible: bool
    evidence: tuple[Mapping[str, str], ...]
    """What the seats cite, each piece with its id."""
    profile: Profile
    script: Script

    def without_pauses(self) -> Script:
        """Return the script as fast as it can be spoken."""
        hurried = (entry.model_copy(update={"delay": 0, "piece_delay": 0}) for entry in self.script.answers)
        return self.script.model_copy(update={"answers": tuple(hurried)})


@cache
def rehearsal_languages() -> tuple[str, ...]:
    """List the languages in which the debate was rehearsed."""
    folder = files("moot.configs") / "rehearsals"
    return tuple(sorted(entry.name.removesuffix(".yaml") for entry in folder.iterdir() if entry.name.endswith(".yaml")))


@cache
def load_rehearsal(language: str) -> Rehearsal:
    """Load the rehearsed debate in a language."""
    if language not in rehearsal_languages():
        known = ", ".join(rehearsal_languages())
        raise UnknownNameError(f"there is no rehearsal in {language!r}; known languages are {known}")
    where = f"rehearsal {language}"
    raw = parse_yaml((files("moot.configs") / "rehearsals" / f"{language}.yaml").read_text(encoding="utf-8"), where)
    profile = load_profile(_BASE, {**raw.pop("profile"), "language": language})
    script = make_script({"otherwise": "error", "answers": _pace(raw.pop("answers"), raw.pop("seconds_a_word"))}, where)
    return Rehearsal(**raw, profile=profile, script=script)


def _pace(answers: list[dict[str, Any]], seconds: float) -> list[dict[str, Any]]:
    """Let every answer arrive word by word."""
    return [{"piece_delay": seconds, **entry} for entry in answers]
