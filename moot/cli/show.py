"""`moot show`: the whole story of one debate."""

import asyncio
import os
from typing import TYPE_CHECKING, Annotated

import typer

from moot.cli.options import JsonOption, StoreOption

if TYPE_CHECKING:
    from moot.stores import Entry
    from moot.views.result import Result


def show(
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The debate; see `moot list`.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell the whole story of a debate: rounds, positions, critiques, agreement and cost.

    Example: moot show 6f1c2a80-51a2-4f0c-9c53-0a7d3c1c8a11
    """
    result, entry = asyncio.run(_read(thread, store))
    if as_json:
        typer.echo(result.model_dump_json(indent=2))
        return
    from moot.views.text import tell_story, write_answer
    from moot.views.wording import name_place

    if entry is not None and entry.status in ("running", "interrupted"):
        remedy = "" if entry.status == "running" else f"; go on with: moot resume {name_place(thread, store)}"
        typer.echo(f"This debate is {entry.status}{remedy}\n\n{tell_story(result)}", nl=False)
    else:
        typer.echo(f"{write_answer(result, store=store)}\n{tell_story(result)}", nl=False)


async def _read(thread: str, url: str | None) -> tuple["Result", "Entry | None"]:
    from moot.runs import correct_status
    from moot.runs import debates as api
    from moot.stores import open_store

    async with open_store(url or os.environ.get("MOOT_STORE")) as store:
        result, entry = await api.show(thread, store=store), await store.entry(thread)
        return result, await correct_status(store, entry) if entry is not None else None
