"""`moot report`: writes one debate as a page."""

import asyncio
import os
from pathlib import Path
from typing import Annotated

import typer

from moot.cli.options import JsonOption, StoreOption
from moot.errors import InputError


def report(
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The debate; see `moot list`.")],
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE.html", help="The file to write.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write one self-contained page about a debate, with plots: to read on any screen, to print, to send.

    Example: moot report THREAD -o report.html
    """
    import json

    if Path(out).is_dir():
        raise InputError(f"-o {out}: is a folder; name a file, such as {Path(out) / 'report.html'}")
    _write(Path(out), asyncio.run(_render(thread, store)))
    document = {"thread_id": thread, "file": out}
    typer.echo(json.dumps(document, ensure_ascii=False, indent=2) if as_json else out)


async def _render(thread: str, url: str | None) -> str:
    from moot.runs import inspect, read_result
    from moot.stores import open_store
    from moot.views.report import render_report

    async with open_store(url or os.environ.get("MOOT_STORE")) as store:
        snapshot = await inspect(thread, store=store)
    return render_report(read_result(snapshot, thread), snapshot.values)  # type: ignore[arg-type]  # a state


def _write(path: Path, page: str) -> None:
    from moot.views.records import replace_file

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, page)
    except OSError as error:
        raise InputError(f"-o {path}: cannot be written: {error.strerror}; choose another place") from error
