"""`moot replay`: runs a recorded debate again, and compares it with what came out then."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from moot.cli.exit_codes import EXIT_BY_STATUS
from moot.cli.options import JsonOption
from moot.errors import InputError

_EXIT_DIFFERENT = 1


def replay_command(
    recording: Annotated[str, typer.Argument(metavar="FILE", help="What `moot run --record FILE` kept.")],
    expect: Annotated[
        str | None, typer.Option(metavar="FILE", help="A result.json; exit code 1 where the replay differs from it.")
    ] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="DIR", help="Write the records into this folder.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Run a recorded debate again without any model; a recording is a regression test.

    Example: moot replay debate.jsonl --expect result.json
    """
    from moot.runs.reruns import find_difference

    if not Path(recording).is_file():
        raise InputError(f"{recording}: there is no such recording; `moot run ... --record FILE` makes one")
    written = asyncio.run(_replay(recording, out))
    if expect is None:
        typer.echo(written.rstrip("\n"))
        return
    try:
        wanted = Path(expect).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"--expect {expect}: cannot be read: {error}; name a result.json") from error
    different = find_difference(wanted.rstrip("\n"), written.rstrip("\n"))
    if as_json:
        import json

        typer.echo(json.dumps({"same": not different, "difference": different or None}))
    else:
        typer.echo(f"{recording}: differs from {expect}: {different}" if different else f"{recording}: the same")
    raise typer.Exit(_EXIT_DIFFERENT if different else EXIT_BY_STATUS["decided"])


async def _replay(recording: str, out: str | None) -> str:
    from moot.cli.driving import write_debate_records
    from moot.runs.reruns import replay
    from moot.stores import open_store
    from moot.views.records import render_json

    async with open_store("memory:") as store:
        result = await replay(recording, store)
        if out is not None:
            await write_debate_records(result.thread_id, store, out)
    return render_json(result)
