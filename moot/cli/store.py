"""`moot list` and `moot prune`: show the debates in the store, those that wait for a person, and remove old ones."""

import asyncio
import re
import shutil
import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from moot.cli.options import JsonOption, LanguageOption, StoreOption, choose_store
from moot.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from moot.catalogue import Translator
    from moot.stores import Entry
    from moot.views.result import ListedDebate

_WIDE = 118
_QUESTION = 30
"""A question needs so much room to be recognised."""
_AGE_FORM = re.compile(r"(\d{1,6})\s*(h|d|w)")
_SECONDS = {"h": 3_600, "d": 86_400, "w": 604_800}


def list_command(
    pending: Annotated[bool, typer.Option("--pending", help="Only those that wait for a person.")] = False,
    search: Annotated[str, typer.Option(metavar="TEXT", help="Only those whose question or id has it.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=10_000, metavar="N", help="How many at most.")] = 20,
    store: StoreOption = None,
    as_json: JsonOption = False,
    language: LanguageOption = None,  # noqa: ARG001  # chosen by the option itself
) -> None:
    """List the debates in the store, the newest first.

    Example: moot list --pending
    """
    found = asyncio.run(_read_index(store, pending=pending, search=search, limit=limit))
    if as_json:
        from moot.views.result import LISTED

        document = LISTED.dump_json(tuple(_describe_entry(entry) for entry in found), indent=2)
        typer.echo(document.decode())
    elif found:
        now, width = time.time(), _width()
        typer.echo(draw_inbox(found, width, now=now, store=store) if pending else draw_debates(found, width, now=now))
    else:
        typer.echo(_say_nothing(search, pending=pending))


def _say_nothing(search: str, *, pending: bool) -> str:
    from moot.catalogue import find_machine_language, frame_language, say, speaking
    from moot.program import name_commands

    with speaking(frame_language(find_machine_language())):
        if search:
            return say("list.none_waiting_has" if pending else "list.none_has", text=repr(search))
        return name_commands(say("list.nothing_waits" if pending else "list.empty"))


async def _read_index(url: str | None, *, pending: bool, search: str, limit: int) -> list["Entry"]:
    from moot.runs.index import list_debates
    from moot.stores import open_store

    async with open_store(choose_store(url)) as store:
        return await list_debates(store, pending=pending, search=search, limit=limit)


def _describe_entry(entry: "Entry") -> "ListedDebate":
    """Describe one debate as JSON says it."""
    from moot.views.result import ListedDebate

    return ListedDebate(
        thread_id=entry.thread,
        profile=entry.profile,
        status=entry.status,
        question=entry.question,
        created_at=_iso(entry.created_at),
        updated_at=_iso(entry.updated_at),
        reason=entry.reason,
        value_at_risk=entry.value_at_risk,
        parent=entry.parent or None,
    )


def draw_debates(entries: list["Entry"], width: int = _WIDE, *, now: float) -> str:
    """Draw id, age, profile, status and question; one debate per line where it fits, else two."""
    rows = []
    for entry in entries:
        with _speaking_as(entry) as translator:
            age, status = say_age(now - entry.updated_at), translator.word("list.status", entry.status)
        rows.append((entry.thread, age, entry.profile, status))
    lines = [_lines(cells, entry.question, width) for cells, entry in zip(_aligned(rows), entries, strict=True)]
    return "\n".join(line for each in lines for line in each)


def draw_inbox(entries: list["Entry"], width: int = _WIDE, *, now: float, store: str | None = None) -> str:
    """Draw who waits, since when, why, what is at risk, and how to answer."""
    from moot.catalogue import find_machine_language, frame_language, say, speaking
    from moot.program import name_program
    from moot.views.lines import hang, name_place

    rows = []
    for entry in entries:
        with _speaking_as(entry):
            rows.append((entry.thread, say("list.waits", age=say_age(now - entry.updated_at)), entry.profile))
    lines: list[str] = []
    for cells, entry in zip(_aligned(rows), entries, strict=True):
        lines += _lines(cells, entry.question, width)
        with _speaking_as(entry) as translator:
            if entry.reason:
                lines += hang(f"    {say('list.because')}: ", entry.reason.replace(".;", ";"), width)
            if entry.value_at_risk is not None:
                lines.append(f"    {say('list.at_risk')}: {translator.number(entry.value_at_risk, 2)}")
    spoken = {_find_language(entry) for entry in entries}
    with speaking(frame_language(spoken.pop() if len(spoken) == 1 else find_machine_language())):
        command = f"{name_program()} review {name_place('THREAD', store)}"
        return "\n".join([*lines, f"{say('list.answer_with')}: {command}"])


def _speaking_as(entry: "Entry") -> "AbstractContextManager[Translator]":
    """Say everything inside in the language of a debate."""
    from moot.catalogue import frame_language, speaking

    return speaking(frame_language(_find_language(entry)))


def _find_language(entry: "Entry") -> str:
    """Find the language of a debate by its question, in doubt that of the machine."""
    from moot.catalogue import find_machine_language
    from moot.policies.language import find_language

    return find_language(entry.question) or find_machine_language()


def _aligned(rows: "Sequence[tuple[str, ...]]") -> list[str]:
    from moot.views.lines import clean_line

    shown = [tuple(map(clean_line, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in shown]


def _lines(cells: str, question: str, width: int) -> list[str]:
    from moot.views.lines import clip_line

    room = width - len(cells) - 2
    return (
        [f"{cells}  {clip_line(question, room)}"]
        if room >= _QUESTION
        else [cells, f"    {clip_line(question, width - 4)}"]
    )


def _width() -> int:
    """Return the width of the terminal; what goes elsewhere has a fixed width."""
    return max(40, shutil.get_terminal_size().columns - 1) if sys.stdout.isatty() else _WIDE


def say_age(seconds: float) -> str:
    """Say how long ago, in the largest unit that fits."""
    from moot.catalogue import say

    for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= length:
            return say(f"list.age.{unit}", n=int(seconds // length))
    return say("list.age.seconds", n=max(0, int(seconds)))


def _iso(moment: float) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")


def prune_command(
    older_than: Annotated[str, typer.Option(metavar="AGE", help="Such as 12h, 30d or 8w.")],
    include_pending: Annotated[
        bool, typer.Option("--include-pending", help="Also those that still wait for a person.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say which.")] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Forget debates that nobody touched for a while; one that runs stays.

    Example: moot prune --older-than 30d
    """
    gone = asyncio.run(_prune(read_age(older_than), store, include_pending=include_pending, dry_run=dry_run))
    threads = [entry.thread for entry in gone]
    if as_json:
        from moot.cli.json_documents import PrunedDebates

        typer.echo(PrunedDebates(pruned=tuple(threads), dry_run=dry_run).model_dump_json(indent=2))
    else:
        done = "would be forgotten" if dry_run else "forgotten"
        typer.echo("\n".join([*threads, f"{len(threads)} debate{'' if len(threads) == 1 else 's'} {done}"]))


def read_age(text: str) -> float:
    """Read an age such as 30d as seconds."""
    found = _AGE_FORM.fullmatch(text.strip().lower())
    if found is None:
        raise UsageError(f"--older-than {text!r}: not an age; use hours, days or weeks, such as 12h, 30d or 8w")
    return int(found[1]) * _SECONDS[found[2]]


async def _prune(age: float, url: str | None, *, include_pending: bool, dry_run: bool) -> "Sequence[Entry]":
    from moot.runs.index import prune_debates
    from moot.stores import open_store

    async with open_store(choose_store(url)) as store:
        return await prune_debates(store, age, include_pending=include_pending, dry_run=dry_run)
