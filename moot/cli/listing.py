"""`moot list`: the debates in the store, and the inbox of those that wait for a person."""

import asyncio
import os
import shutil
import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from moot.cli.options import JsonOption, StoreOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from moot.stores import Entry
    from moot.views.result import ListedDebate

WIDE = 118
_QUESTION = 30
"""A question needs so much room to be recognised."""


def list_debates(
    pending: Annotated[bool, typer.Option("--pending", help="Only those that wait for a person.")] = False,
    search: Annotated[str, typer.Option(metavar="TEXT", help="Only those whose question or id has it.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=10_000, metavar="N", help="How many at most.")] = 20,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the debates in the store, the newest first.

    Example: moot list --pending
    """
    found = asyncio.run(_read(store, pending=pending, search=search, limit=limit))
    if as_json:
        from moot.views.result import LISTED

        document = LISTED.dump_json(tuple(describe_entry(entry) for entry in found), indent=2)
        typer.echo(document.decode())
    elif found:
        now, width = time.time(), _width()
        typer.echo(draw_inbox(found, width, now=now, store=store) if pending else draw_table(found, width, now=now))
    elif search:
        typer.echo(f"no debate{' that waits' if pending else ''} has {search!r} in its question or id")
    else:
        typer.echo("nothing waits for a person" if pending else "no debates yet; start one with: moot run QUESTION")


async def _read(url: str | None, *, pending: bool, search: str, limit: int) -> list["Entry"]:
    from moot.runs import debate_index as shelf
    from moot.stores import open_store

    async with open_store(url or os.environ.get("MOOT_STORE")) as store:
        return await shelf.list_debates(store, pending=pending, search=search, limit=limit)


def describe_entry(entry: "Entry") -> "ListedDebate":
    """One debate of the list as JSON says it."""
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


def draw_table(entries: list["Entry"], width: int = WIDE, *, now: float) -> str:
    """Id, age, profile, status and question; one debate per line where it fits, else two."""
    rows = [(entry.thread, say_age(now - entry.updated_at), entry.profile, entry.status) for entry in entries]
    lines = [_lines(cells, entry.question, width) for cells, entry in zip(_aligned(rows), entries, strict=True)]
    return "\n".join(line for each in lines for line in each)


def draw_inbox(entries: list["Entry"], width: int = WIDE, *, now: float, store: str | None = None) -> str:
    """Who waits, since when, why, what is at risk, and how to answer."""
    from moot.views.wording import hang, name_place

    rows = [(entry.thread, f"waits {say_age(now - entry.updated_at)}", entry.profile) for entry in entries]
    lines: list[str] = []
    for cells, entry in zip(_aligned(rows), entries, strict=True):
        lines += _lines(cells, entry.question, width)
        if entry.reason:
            lines += hang("    because: ", entry.reason.replace(".;", ";"), width)
        if entry.value_at_risk is not None:
            lines.append(f"    at risk: {entry.value_at_risk:,.2f}")
    return "\n".join([*lines, f"answer with: moot review {name_place('THREAD', store)}"])


def _aligned(rows: "Sequence[tuple[str, ...]]") -> list[str]:
    from moot.views.wording import one_line

    shown = [tuple(map(one_line, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in shown]


def _lines(cells: str, question: str, width: int) -> list[str]:
    from moot.views.wording import clip

    room = width - len(cells) - 2
    return [f"{cells}  {clip(question, room)}"] if room >= _QUESTION else [cells, f"    {clip(question, width - 4)}"]


def _width() -> int:
    """As wide as the terminal; what goes elsewhere is as wide as it used to be."""
    return max(40, shutil.get_terminal_size().columns - 1) if sys.stdout.isatty() else WIDE


def say_age(seconds: float) -> str:
    """How long ago, in the largest unit that fits."""
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= length:
            return f"{int(seconds // length)} {unit}"
    return f"{max(0, int(seconds))} s"


def _iso(moment: float) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
