"""`moot prune`: forgets old debates."""

import asyncio
import os
import re
from typing import TYPE_CHECKING, Annotated

import typer

from moot.cli.options import JsonOption, StoreOption
from moot.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from moot.stores import Entry

_AGE = re.compile(r"(\d{1,6})\s*(h|d|w)")
_SECONDS = {"h": 3_600, "d": 86_400, "w": 604_800}


def prune(
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
        from moot.cli.documents import PrunedDebates

        typer.echo(PrunedDebates(pruned=tuple(threads), dry_run=dry_run).model_dump_json(indent=2))
    else:
        done = "would be forgotten" if dry_run else "forgotten"
        typer.echo("\n".join([*threads, f"{len(threads)} debate{'' if len(threads) == 1 else 's'} {done}"]))


def read_age(text: str) -> float:
    """Seconds of an age such as 30d."""
    found = _AGE.fullmatch(text.strip().lower())
    if found is None:
        raise UsageError(f"--older-than {text!r}: not an age; use hours, days or weeks, such as 12h, 30d or 8w")
    return int(found[1]) * _SECONDS[found[2]]


async def _prune(age: float, url: str | None, *, include_pending: bool, dry_run: bool) -> "Sequence[Entry]":
    from moot.runs import debate_index as shelf
    from moot.stores import open_store

    async with open_store(url or os.environ.get("MOOT_STORE")) as store:
        return await shelf.prune(store, age, include_pending=include_pending, dry_run=dry_run)
