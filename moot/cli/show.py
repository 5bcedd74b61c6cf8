"""`moot show`, `moot export` and `moot report`: tell one debate as text, as records or as a page."""

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from moot.cli.options import JsonOption, LanguageOption, StoreOption, choose_store
from moot.errors import InputError

if TYPE_CHECKING:
    from moot.stores import Entry
    from moot.views.result import Result


def show_command(
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The debate; see `moot list`.")],
    following: Annotated[
        bool, typer.Option("--follow", "-f", help="Watch it while another process drives it, until it ends or pauses.")
    ] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
    language: LanguageOption = None,  # noqa: ARG001  # chosen by the option itself
) -> None:
    """Tell the whole story of a debate: rounds, positions, critiques, agreement and cost.

    Example: moot show 6f1c2a80-51a2-4f0c-9c53-0a7d3c1c8a11 --follow
    """
    if following:
        asyncio.run(_follow(thread, store))
    result, entry = asyncio.run(_read_debate(thread, store))
    if as_json:
        typer.echo(result.model_dump_json(indent=2))
        return
    from moot.program import name_program
    from moot.views.lines import name_place
    from moot.views.terminal import tell_story, write_answer

    if entry is not None and entry.status in ("running", "interrupted"):
        from moot.catalogue import frame_language, say, speaking

        with speaking(frame_language(result.language), result.seat_titles):
            status = say(f"story.is_{entry.status}", command=f"{name_program()} resume {name_place(thread, store)}")
        typer.echo(f"{status}\n\n{tell_story(result, store)}", nl=False)
    else:
        typer.echo(f"{write_answer(result, store=store, whole=True)}\n{tell_story(result, store)}", nl=False)


async def _follow(thread: str, url: str | None) -> None:
    """Show on stderr what happens in a debate that another process drives."""
    from moot.cli.driving import watch_debate
    from moot.runs.live import follow
    from moot.stores import open_store

    async with open_store(choose_store(url)) as store:
        with watch_debate(quiet=False) as watch:
            if watch is not None:
                await follow(thread, watch, store=store)


async def _read_debate(thread: str, url: str | None) -> tuple["Result", "Entry | None"]:
    from moot.runs import show
    from moot.runs.index import correct_status
    from moot.stores import open_store

    async with open_store(choose_store(url)) as store:
        result, entry = await show(thread, store=store), await store.entry(thread)
        return result, await correct_status(store, entry) if entry is not None else None


def export_command(
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The debate; see `moot list`.")],
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder to write into.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
    language: LanguageOption = None,  # noqa: ARG001  # chosen by the option itself
) -> None:
    """Write the records of a debate into a folder, and name the files.

    Example: moot export THREAD --out records
    """
    files = [str(path) for path in asyncio.run(_export(thread, out, store))]
    from moot.cli.json_documents import ExportedRecords

    document = ExportedRecords(thread_id=thread, folder=out, files=tuple(files))
    typer.echo(document.model_dump_json(indent=2) if as_json else "\n".join(files))


async def _export(thread: str, out: str, url: str | None) -> tuple[Path, ...]:
    from moot.cli.driving import write_debate_records
    from moot.stores import open_store

    async with open_store(choose_store(url)) as store:
        return await write_debate_records(thread, store, out)


def report_command(
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The debate; see `moot list`.")],
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE.html", help="The file to write; THREAD.html here.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
    language: LanguageOption = None,  # noqa: ARG001  # chosen by the option itself
) -> None:
    """Write one self-contained page about a debate, with plots: to read on any screen, to print, to send.

    Example: moot report THREAD -o report.html
    """
    from moot.cli.json_documents import WrittenReport

    out = out or f"{re.sub(r'[^A-Za-z0-9_.@+-]', '_', thread)}.html"
    if Path(out).is_dir():
        raise InputError(f"-o {out}: is a folder; name a file, such as {Path(out) / 'report.html'}")
    asyncio.run(write_report_page(thread, Path(out), store))
    document = WrittenReport(thread_id=thread, file=out)
    typer.echo(document.model_dump_json(indent=2) if as_json else out)


async def write_report_page(thread: str, path: Path, url: str | None) -> None:
    """Write the report of a debate into a file."""
    from moot.cli.driving import render_debate_page
    from moot.stores import open_store

    async with open_store(choose_store(url)) as store:
        page = await render_debate_page(thread, store)
    _write_page(path, page)


def _write_page(path: Path, page: str) -> None:
    from moot.views.records import replace_file

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, page)
    except OSError as error:
        raise InputError(f"-o {path}: cannot be written: {error.strerror}; choose another place") from error
