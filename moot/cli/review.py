"""`moot review`: shows what a debate asks a person, and passes the answer on."""

import asyncio
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from moot.cli.options import Output, spread
from moot.errors import UsageError

if TYPE_CHECKING:
    from moot.runs import Watcher
    from moot.stores import Store
    from moot.views.result import Result

Answer = dict[str, Any]


@spread
def review(
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The debate that waits; see `moot list --pending`.")],
    options: Output,
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="With --reject: why.")] = None,
    approve: Annotated[bool, typer.Option("--approve", help="The proposed decision stands.")] = False,
    edit: Annotated[str | None, typer.Option(metavar="TEXT", help="Decide this instead.")] = None,
    reject: Annotated[bool, typer.Option("--reject", help="No decision; a TEXT may say why.")] = False,
    respond: Annotated[str | None, typer.Option(metavar="TEXT", help="Tell the agents, who argue once more.")] = None,
    reviewer: Annotated[str, typer.Option(metavar="NAME", help="Who decides; kept with the decision.")] = "",
) -> None:
    """Answer a debate that waits for a person; without an answer, on a terminal, it asks.

    Example: moot review THREAD --respond "Assume the loan is refused" --reviewer "Ana"
    """
    from moot.cli.driving import drive, tell_stored_model

    if text is not None and not reject:
        raise UsageError(f"unexpected text {text!r}; a text goes with --edit, --respond or --reject")
    asked: str | None = None
    given = _given(approve=approve, edit=edit, reject=reject, respond=respond, text=text or "")
    if given is None:
        if not sys.stdin.isatty():
            raise UsageError("no answer given; use --approve, --edit TEXT, --reject [TEXT] or --respond TEXT")
        from moot.cli.dialogue import ask_person
        from moot.cli.progress import say_loading

        # Asked outside the event loop, which would hold Ctrl-C back until somebody presses Enter.
        with say_loading(quiet=options.quiet):
            request, asked = asyncio.run(_read_request(thread, options.store))
        given = ask_person(request)
    answered = given

    async def answer(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.runs import debates as api

        named, decision = await _order(store, thread, answered)
        await tell_stored_model(named, store, None, options.replay)
        return await api.review(
            named,
            {"decisions": [decision]},
            store=store,
            reviewer=reviewer,
            asked=asked,
            record=options.record,
            replay=options.replay,
            watch=watch,
        )

    drive(answer, thread, options)


def _given(*, approve: bool, edit: str | None, reject: bool, respond: str | None, text: str) -> Answer | None:
    """The one answer of the options; None when there is none."""
    answers: list[Answer] = [
        *([{"type": "approve"}] if approve else []),
        *([{"type": "edit", "text": edit}] if edit is not None else []),
        *([{"type": "reject", "text": text}] if reject else []),
        *([{"type": "respond", "text": respond}] if respond is not None else []),
    ]
    if len(answers) > 1:
        raise UsageError("more than one answer given; use one of --approve, --edit, --reject and --respond")
    return answers[0] if answers else None


async def _order(store: "Store", thread: str, given: Answer) -> tuple[str, Answer]:
    """Tell thread and reason apart: `--reject REASON THREAD` is as good as `THREAD --reject REASON`."""
    text = given.get("text", "") if given["type"] == "reject" else ""
    if text and await store.entry(thread) is None and await store.entry(text) is not None:
        return text, {"type": "reject", "text": thread}
    return thread, given


async def _read_request(thread: str, url: str | None) -> tuple[Mapping[str, Any], str]:
    """What the debate asks, and the id of its pause: an answer to a pause that is over goes nowhere."""
    from moot.runs import inspect, read_result
    from moot.stores import open_store

    async with open_store(url or os.environ.get("MOOT_STORE")) as store:
        snapshot = await inspect(thread, store=store)
    if snapshot.interrupts:
        return snapshot.interrupts[0].value, snapshot.interrupts[0].id
    result = read_result(snapshot, thread)
    if result.rca is not None and result.rca.final_hypothesis is not None:
        raise UsageError(
            f"debate {thread} waits for nobody; confirm or correct its cause with --approve or --edit TEXT"
        )
    raise UsageError(f"debate {thread} waits for nobody (it is {result.status}); see: moot show {thread}")
