"""Reads the script of a scripted model: which answer is given to which request, and what goes wrong.

Entries are tried from top to bottom; the first one that fits the request answers it. An entry
without `when` fits every request, so a general answer belongs at the end.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import BaseModel, BeforeValidator, Field, ValidationError, field_validator, model_validator

from moot.configs.yaml_files import read_yaml
from moot.errors import InputError
from moot.state.base import Value

_Phase = Literal[
    "route", "classify", "structure", "methodology", "force", "position", "critique", "revise", "judge", "compare",
    "synthesize", "council_critic", "council_advocate", "council_synthesizer", "answer", "retrieve", "repair",
    "probe", "audit", "ballot", "settle", "accept", "verify", "inspect",
]  # fmt: skip
"""Every kind of request a debate makes."""

AnswerMode = Literal["schema", "function", "prompt"]
"""The ways a structured answer is asked for."""

_FAULTS = ("drop", "hang", "refusal", "empty", "malformed")
_Pause = Annotated[float, Field(ge=0, le=3600)]


def _as_tuple(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else (value,)


def _check_fault(value: Any) -> Any:
    if value in _FAULTS or (type(value) is int and 400 <= value <= 599):
        return value
    raise ValueError(f"{value!r} is neither a failing HTTP status (400 to 599) nor one of {', '.join(_FAULTS)}")


def _check_usage(value: Any) -> Any:
    if value is None or value == "none" or isinstance(value, Mapping | BaseModel):
        return value
    raise ValueError(f"{value!r} is neither 'none' nor a mapping with prompt_tokens and completion_tokens")


_Names = Annotated[tuple[str, ...], BeforeValidator(_as_tuple)]
_Numbers = Annotated[tuple[int, ...], BeforeValidator(_as_tuple)]


class ScriptCondition(Value):
    """Says which requests an entry answers; what is left out fits anything, a list fits each of its members."""

    phase: Annotated[tuple[_Phase, ...], BeforeValidator(_as_tuple)] = ()
    seat: _Names = ()
    round: _Numbers = ()
    attempt: _Numbers = ()
    mode: Annotated[tuple[AnswerMode, ...], BeforeValidator(_as_tuple)] = ()
    schema_name: _Names = Field(default=(), alias="schema")
    prompt: str = ""
    """A regular expression that must be found in the prompt."""

    @field_validator("prompt")
    @classmethod
    def _is_pattern(cls, pattern: str) -> str:
        return _check_pattern(pattern)


class _StreamCut(Value):
    """Says where a stream stops before its end, and what follows."""

    after: Annotated[int, Field(ge=0)]
    """So many characters arrive."""
    then: Literal["end", "hang", "drop"] = "end"


class _ReportedUsage(Value):
    """Holds what the model says it used."""

    prompt_tokens: Annotated[int, Field(ge=0)]
    completion_tokens: Annotated[int, Field(ge=0)]
    cached_tokens: Annotated[int, Field(ge=0)] = 0


class ScriptEntry(Value):
    """Holds one answer, or one thing that goes wrong."""

    when: ScriptCondition = ScriptCondition()
    times: Annotated[int, Field(ge=1)] | None = None
    """How often the entry answers; then the next one that fits does."""
    reply: dict[str, Any] | str | None = None
    """An object is laid over a minimal answer of the right shape; a text is sent as it stands."""
    delay: _Pause = 0
    """Seconds before anything arrives."""
    piece_delay: _Pause = 0
    """Seconds before every word."""
    cut: Annotated[_StreamCut | None, BeforeValidator(lambda cut: {"after": cut} if isinstance(cut, int) else cut)] = (
        None
    )
    fail: (
        Annotated[int | Literal["drop", "hang", "refusal", "empty", "malformed"], BeforeValidator(_check_fault)] | None
    ) = None
    retry_after: _Pause | None = None
    """What a failing server says about when to come back."""
    usage: Annotated[_ReportedUsage | Literal["none"] | None, BeforeValidator(_check_usage)] = None
    """`none`: the server does not report its usage. Left out: counted from the texts."""

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        for pattern in _list_patterns(self.reply):
            _check_pattern(pattern)
        if self.cut is not None and self.fail is not None:
            raise ValueError("cut and fail exclude each other; keep one of them")
        if self.retry_after is not None and not isinstance(self.fail, int):
            raise ValueError("retry_after needs a failing status, for example fail: 429")
        return self


class Script(Value):
    """Holds everything a scripted model says."""

    otherwise: Literal["minimal", "error"] = "minimal"
    """What happens to a request that no entry fits: a minimal valid answer, or an error that names it."""
    answers: tuple[ScriptEntry, ...] = ()


def load_script(path: str | Path) -> Script:
    """Read a script from a YAML file."""
    return make_script(read_yaml(Path(path)), str(path))


def make_script(raw: Any, where: str = "script") -> Script:
    """Check a script given as plain values: a mapping, or just the list of its answers."""
    if raw is None:
        raise InputError(f"{where}: empty; write a list of answers, for example - reply: {{stance: wait}}")
    try:
        return Script.model_validate({"answers": raw} if isinstance(raw, list | tuple) else raw)
    except ValidationError as error:
        raise InputError(f"{where}: {_first_problem(error)}") from error


_MATCH_START = "${match:"


def find_match_patterns(text: str) -> Iterator[tuple[int, int, str]]:
    """Find every `${match:REGEX}` of a text as start, end and REGEX; braces inside the expression are balanced."""
    start = text.find(_MATCH_START)
    while start >= 0:
        depth, place = 1, start + len(_MATCH_START)
        while depth and place < len(text):
            if text[place] == "\\":
                place += 1
            else:
                depth += {"{": 1, "}": -1}.get(text[place], 0)
            place += 1
        if depth:
            raise ValueError(f"{text[start : start + 40]!r} has no closing brace")
        yield start, place, text[start + len(_MATCH_START) : place - 1]
        start = text.find(_MATCH_START, place)


def _list_patterns(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from (pattern for _, _, pattern in find_match_patterns(value))
    elif isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _list_patterns(part)


def _check_pattern(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"{pattern!r} is not a regular expression: {error}") from error
    return pattern


_SECTIONS: Mapping[str, type[BaseModel]] = {
    "when": ScriptCondition,
    "cut": _StreamCut,
    "usage": _ReportedUsage,
    "answers": ScriptEntry,
}
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "phase": get_args(_Phase),
    "mode": get_args(AnswerMode),
    "then": ("end", "hang", "drop"),
    "otherwise": ("minimal", "error"),
}


def _first_problem(error: ValidationError) -> str:
    """Write the first problem as one line: where it is, what is wrong, what was probably meant."""
    problems = error.errors(include_url=False)
    # Of a choice between shapes pydantic reports each one that failed; an unknown key says most.
    first = next((problem for problem in problems if problem["type"] == "extra_forbidden"), problems[0])
    unknown = {first["loc"][-1]} if first["type"] == "extra_forbidden" else set()
    # The names of the shapes of a choice are no part of the file.
    place = [part for part in first["loc"] if isinstance(part, int) or part in _KEYS | unknown]
    written = ".".join(str(part) for part in place)
    if first["type"] == "extra_forbidden":
        section = next((_SECTIONS[str(part)] for part in reversed(place[:-1]) if part in _SECTIONS), Script)
        return f"unknown key {written!r}; {_hint(place[-1], _keys(section))}"
    key = next((part for part in reversed(place) if isinstance(part, str)), "")
    if first["type"] == "literal_error" and key in _CHOICES:
        return f"{written}: {first['input']!r} is not known; {_hint(first['input'], _CHOICES[key])}"
    if first["type"] in {"model_type", "dict_type"}:
        return f"{written or 'the file'}: a mapping is needed here, not {first['input']!r}"
    return f"{written}: {first['msg'].removeprefix('Value error, ')}"


def _keys(section: type[BaseModel]) -> tuple[str, ...]:
    return tuple(field.alias or name for name, field in section.model_fields.items())


_KEYS: frozenset[int | str] = frozenset(_keys(Script)).union(*(_keys(section) for section in _SECTIONS.values()))


def _hint(word: object, known: tuple[str, ...]) -> str:
    close = get_close_matches(str(word), known, n=1, cutoff=0.5)
    return f"did you mean {close[0]!r}?" if close else f"known are {', '.join(known)}"
