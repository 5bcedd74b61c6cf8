"""`moot export`: writes the records of a debate."""

import asyncio
import os
from pathlib import Path
from typing import Annotated

import typer

from moot.cli.options import JsonOption, StoreOption


def export(
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The debate; see `moot list`.")],
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder to write into.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the records of a debate into a folder, and name the files.

    Example: moot export THREAD --out records
    """
    files = [str(path) for path in asyncio.run(_export(thread, out, store))]
    from moot.cli.documents import ExportedRecords

    document = ExportedRecords(thread_id=thread, folder=out, files=tuple(files))
    typer.echo(document.model_dump_json(indent=2) if as_json else "\n".join(files))


async def _export(thread: str, out: str, url: str | None) -> tuple[Path, ...]:
    from moot.cli import driving
    from moot.stores import open_store

    async with open_store(url or os.environ.get("MOOT_STORE")) as store:
        return await driving.export(thread, store, out)
