"""Reads the locale table: English ids inside, the literals of the sources outside (X-90)."""

import difflib
from functools import cache
from importlib.resources import files

from pydantic import ValidationError

from moot.configs.yaml_files import parse_yaml
from moot.errors import InputError, ProfileError
from moot.state.base import Value


class Literals(Value):
    """Literals by group and id, and further spellings that are understood."""

    groups: dict[str, dict[str, str]]
    aliases: dict[str, dict[str, str]] = {}


@cache
def load_literals() -> Literals:
    """Load the table that comes with moot."""
    text = (files("moot.configs") / "literals.yaml").read_text(encoding="utf-8")
    try:
        return Literals.model_validate(parse_yaml(text, "literals"))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ProfileError(f"literals {'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def literal(group: str, name: str) -> str:
    """The literal for one of our ids; an id that is not in the table is a mistake in the program."""
    return load_literals().groups[group][name]


def read_literal(group: str, text: str) -> str:
    """Our id for a literal; ids themselves and further spellings are understood, whatever their case."""
    table = load_literals()
    known = {written.casefold(): name for written, name in table.aliases.get(group, {}).items()}
    for name, written in table.groups[group].items():
        known[name.casefold()] = known[written.casefold()] = name
    found = known.get(text.strip().casefold())
    if found is None:
        close = difflib.get_close_matches(text.strip().casefold(), sorted(known), n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(table.groups[group].values())}"
        raise InputError(f"{group}: {text!r} is not known; {hint}")
    return found
