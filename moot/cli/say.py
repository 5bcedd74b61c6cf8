"""`moot say`: tells a running debate something; it is heard from the next wave on, and nothing pauses."""

import asyncio
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from moot.cli.options import JsonOption, LanguageOption, StoreOption, choose_store

if TYPE_CHECKING:
    from moot.runs.live import SaidRemark

_EXIT_BY_FATE = {"heard": 0, "heard_next": 0, "waits_for_resume": 0, "waits_for_person": 3, "not_heard": 4}
"""0: it is heard; 3: the debate waits for a person first; 4: it ended before anybody could hear it."""


def say_command(
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The debate; see `moot list`.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What everyone is to hear; - reads it from stdin.")],
    author: Annotated[str, typer.Option("--as", metavar="NAME", help="Who says it; kept with the words.")] = "",
    wait: Annotated[bool, typer.Option("--wait", help="Return when it was heard, or the debate has ended.")] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
    language: LanguageOption = None,  # noqa: ARG001  # chosen by the option itself
) -> None:
    """Tell a running debate something without pausing it: all seats hear it from the next wave on.

    Exit code 3: it waits for a person, and keeps your words. 4: it had ended, and its record keeps them.

    Example: moot say THREAD "The lease ends in March"
    """
    from moot.catalogue import frame_language, speaking
    from moot.program import name_commands
    from moot.views.lines import name_place
    from moot.views.wording.disputes import say_fate

    said, spoken = asyncio.run(_say(thread, sys.stdin.read() if text == "-" else text, author, store, wait=wait))
    if as_json:
        from moot.cli.json_documents import SaidDocument

        document = SaidDocument(thread_id=thread, fate=said.fate, status=said.status, remark=said.remark)
        typer.echo(document.model_dump_json(indent=2))
    else:
        with speaking(frame_language(spoken)):
            typer.echo(name_commands(say_fate(said.fate, name_place(thread, store), said.status, said.remark)))
    raise typer.Exit(_EXIT_BY_FATE[said.fate])


async def _say(thread: str, text: str, author: str, store: str | None, *, wait: bool) -> "tuple[SaidRemark, str]":
    """Say it, and find the language of the debate it was said to; one that has not begun has none."""
    from moot.runs import inspect
    from moot.runs.live import say_to
    from moot.stores import open_store

    said = await say_to(thread, text, author=author, store=choose_store(store), wait=wait)
    async with open_store(choose_store(store)) as opened:
        case = (await inspect(thread, store=opened)).values.get("case")
    return said, case.language if case is not None else ""
