"""Declares the options that commands share, and reads the question and the thread that callers give.

A command that takes a parameter annotated with one of these classes gets all its fields as options: `expand_options`
turns the parameter into them before typer reads the signature, and puts the values together again when the command is
called.
"""

import functools
import inspect
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from importlib.resources import files
from typing import Annotated, Any, Literal, get_type_hints
from uuid import uuid4

import typer

from moot.errors import InputError, UsageError
from moot.program import name_store

_THREAD = re.compile(r"[\w.:@+-]{1,128}", re.ASCII)


def complete_profile(incomplete: str) -> list[str]:
    """List the profiles that begin like this, for a shell that completes; reads no more than a folder."""
    names = (file.name.partition(".yaml")[0] for file in files("moot.configs").joinpath("profiles").iterdir())
    return sorted(name for name in names if name.startswith(incomplete))


StoreOption = Annotated[
    str | None,
    typer.Option("--store", metavar="URL", help="sqlite:///path, postgresql://... or memory:  [env MOOT_STORE]"),
]
LogFormatOption = Annotated[
    Literal["text", "json"], typer.Option("--log-format", help="json: progress and logs as JSON lines on stderr.")
]


def _choose_language(wanted: str | None) -> str | None:
    """Let moot speak the language of the option, else of the environment, else of each debate."""
    language = wanted or os.environ.get("MOOT_LANGUAGE")
    if language:
        from moot.catalogue import CATALOGUE_LANGUAGES, choose_frame_language

        if language not in CATALOGUE_LANGUAGES:
            place = "--language" if wanted else "MOOT_LANGUAGE"
            raise UsageError(f"{place} {language!r}: moot does not speak it; use {', '.join(CATALOGUE_LANGUAGES)}")
        choose_frame_language(wanted or "")
    elif catalogue := sys.modules.get("moot.catalogue"):
        catalogue.choose_frame_language("")
    return wanted


LanguageOption = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="L",
        callback=_choose_language,
        help="What moot itself says: en, pt or id; otherwise the debate's language  [env MOOT_LANGUAGE]",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")]
SettingsOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Any profile key, such as rounds.max=2; repeatable."),
]


@dataclass(frozen=True, kw_only=True, slots=True)
class OutputOptions:
    """Options that say where results go: every command that goes on with a debate has these."""

    store: StoreOption = None
    out: Annotated[str | None, typer.Option("--out", metavar="DIR", help="Write the records into this folder.")] = None
    as_json: JsonOption = False
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False
    log_format: LogFormatOption = "text"
    language: LanguageOption = None
    record: Annotated[str | None, typer.Option(metavar="FILE", help="Keep every exchange with the models.")] = None
    replay: Annotated[str | None, typer.Option(metavar="FILE", help="Answer from a recording.")] = None


@dataclass(frozen=True, kw_only=True, slots=True)
class DebateCommandOptions(OutputOptions):
    """Options of every command that runs a debate (INTERFACES 2)."""

    profile: Annotated[
        str | None,
        typer.Option(
            metavar="P",
            help="A profile's name, or the path of a .yaml file  [env MOOT_PROFILE]",
            autocompletion=complete_profile,
        ),
    ] = None
    model: Annotated[
        str | None,
        typer.Option(metavar="M", help="openai:NAME, provider:NAME, local or scripted:FILE  [env MOOT_MODEL]"),
    ] = None
    base_url: Annotated[
        str | None, typer.Option(metavar="U", help="An OpenAI-compatible server  [env MOOT_BASE_URL]")
    ] = None
    seat_model: Annotated[
        list[str] | None, typer.Option(metavar="SEAT=M", help="Another model for one seat or role; repeatable.")
    ] = None
    thread: Annotated[str | None, typer.Option(metavar="ID", help="The debate's id; made up when left out.")] = None
    settings: SettingsOption = None
    max_cost: Annotated[
        str | None,
        typer.Option(metavar="X", help="Stop before more US dollars are spent; `forecast`: than are likely needed."),
    ] = None
    max_tokens: Annotated[int | None, typer.Option(metavar="N", help="Stop before more tokens are used.")] = None

    @property
    def seat_models(self) -> dict[str, str]:
        """Read the models of single seats."""
        found = {}
        for text in self.seat_model or ():
            seat, equals, model = text.partition("=")
            if not (equals and seat.strip() and model.strip()):
                raise UsageError(f"--seat-model {text!r}: not of the form SEAT=MODEL, for example cfo=openai:gpt-5")
            found[seat.strip()] = model.strip()
        return found

    @property
    def overrides(self) -> dict[str, Any]:
        """Read the changed settings of the profile."""
        from moot.configs import parse_override

        given = dict(parse_override(setting) for setting in self.settings or ())
        if self.max_tokens is not None:
            given["budget.tokens"] = self.max_tokens
        return given if self.max_cost is None else {**given, "budget.cost": self._read_cost(given)}

    def _read_cost(self, given: dict[str, Any]) -> float:
        """Read the limit of money: an amount, or what a debate is likely to cost."""
        if self.max_cost == "forecast":
            from moot.cli.checkup import forecast_cost

            return forecast_cost(self.profile, self.model, given, choose_store(self.store))
        try:
            return float(self.max_cost or "")
        except ValueError:
            text = f"--max-cost {self.max_cost!r}: neither an amount of US dollars nor `forecast`; for example 0.50"
            raise UsageError(text) from None

    def choose_thread(self) -> str:
        """Return the id a new debate is to have: the given one, or one that is made up."""
        return _check_thread(self.thread) if self.thread is not None else str(uuid4())

    def read_settings(self) -> dict[str, Any]:
        """Return what the functions that run debates take as keywords; what is wrong is told before anything runs."""
        return {
            "profile": self.profile,
            "model": self.model,
            "base_url": self.base_url,
            "overrides": self.overrides,
            "seat_models": self.seat_models,
            "record": self.record,
            "replay": self.replay,
        }


def choose_store(url: str | None) -> str | None:
    """Return the URL of the store: the option's, else the environment's, else none."""
    name_store(url)
    return url or os.environ.get("MOOT_STORE")


def _check_thread(thread: str) -> str:
    """Refuse an id that could not be sent in a header or typed again."""
    if not _THREAD.fullmatch(thread):
        raise UsageError(f"--thread {thread!r}: use up to 128 letters, digits and . _ : @ + -")
    return thread


def read_question(text: str) -> str:
    """Return the question of the command line, or of stdin when it is `-`."""
    if text == "-":
        from moot.knowledge.documents import MAX_CONTEXT_BYTES, decode_context

        text = decode_context(sys.stdin.buffer.read(MAX_CONTEXT_BYTES + 1), "stdin")
    if not text.strip():
        raise InputError("the question is empty; ask something, for example 'Should we open a second shop?'")
    return text.strip()


def expand_options(command: Callable[..., None]) -> Callable[..., None]:
    """Turn a parameter that is one of these classes into its options."""
    hints = get_type_hints(command, include_extras=True)
    plain = [each for each in inspect.signature(command).parameters.values() if not is_dataclass(hints[each.name])]
    groups = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
    options = [option for group in groups.values() for option in _options(group)]
    parameters = [each.replace(annotation=hints[each.name]) for each in plain] + options

    @functools.wraps(command)
    def expanded(**values: Any) -> None:
        gathered = {
            name: group(**{each.name: values.pop(each.name) for each in fields(group)})  # type: ignore[operator]  # a class of options
            for name, group in groups.items()
        }
        command(**values, **gathered)

    expanded.__signature__ = inspect.Signature(_as_keywords(parameters))  # type: ignore[attr-defined]  # what typer reads
    expanded.__annotations__ = {each.name: each.annotation for each in parameters}
    return expanded


def _options(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(each.name, inspect.Parameter.KEYWORD_ONLY, default=each.default, annotation=hints[each.name])
        for each in fields(group)
    ]


def _as_keywords(parameters: list[inspect.Parameter]) -> list[inspect.Parameter]:
    """Make parameters keyword-only: those may stand in any order, whether or not they have a default."""
    return [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
