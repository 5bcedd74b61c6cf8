"""`moot rca`: finds the root cause of what a log tells."""

import asyncio
import os
import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from moot.cli.options import DebateCommandOptions, choose_store, expand_options
from moot.errors import StoreError, UsageError

if TYPE_CHECKING:
    from moot.runs import Watcher
    from moot.stores import Store
    from moot.views.result import Result

_USUAL_PROFILE = "rca"


@expand_options
def rca_command(
    logs: Annotated[
        list[str],
        typer.Argument(metavar="LOG...", help="Text logs, also packed with gzip, or folders of them; - is stdin."),
    ],
    options: DebateCommandOptions,
    incidents: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Past incidents to add to the incident graph: a JSON list of objects with id and, as far as known, "
            "timestamp, description, root_cause, category (hardware, software, network, config, resource), resolution, "
            "components, errors, events.",
        ),
    ] = None,
    history: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The incident graph: a file; memory: is none  [env MOOT_INCIDENTS]"),
    ] = None,
    question: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What to ask; its words and times steer what is shown.")
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it began: 2026-03-02T14:00, 14:00, 30m (before the end).")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it was over; the rest is the baseline.")
    ] = None,
    zone: Annotated[
        str | None,
        typer.Option(metavar="ZONE", help="The zone of times that state none: Europe/Lisbon, -03:00  [UTC]"),
    ] = None,
    learn: Annotated[bool, typer.Option("--learn", help="Keep the cause found, unconfirmed, for later.")] = False,
) -> None:
    """Find the root cause of an incident in its logs: read them, recall similar ones, debate, report.

    Example: moot rca app.log --incidents past.json --question "Why did checkout fail at noon?"
    """
    from moot.catalogue import frame_language, say, speaking
    from moot.cli.driving import drive, naming_default_model, tell
    from moot.cli.incidents import ReadingFocus, gather_incident
    from moot.knowledge.incidents.memory import find_incident_graph, learn_cause
    from moot.policies.language import find_language
    from moot.views.lines import name_place

    thread = options.choose_thread()
    profile = _choose_profile(options)
    settings = {**options.read_settings(), "profile": profile}
    place = find_incident_graph(history)
    asked = ReadingFocus(question or "", since, until, zone or "")
    with speaking(frame_language(find_language(question or "") or "")):
        incident, log = gather_incident(logs, incidents, place, thread, asked, quiet=options.quiet)
    model = options.model or os.environ.get("MOOT_MODEL")

    async def start(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.runs import debate

        result = await debate(
            question or _usual_question(logs),
            store=store,
            thread=thread,
            watch=naming_default_model(watch, model, options.replay),
            incident=incident.model_dump(),
            log=log,
            **settings,
        )
        cause = result.rca.final_hypothesis if result.rca else None
        found = result.rca is not None and not result.rca.missing
        if learn and cause is not None and found:
            try:
                await asyncio.to_thread(learn_cause, incident, cause, place, name=thread)
            except StoreError as error:
                tell(f"{error}; the cause was not kept")
        kept = not (choose_store(options.store) or "").startswith("memory:")
        if kept and found and not options.quiet:
            graph = f" --history {shlex.quote(history)}" if history and not history.startswith("memory:") else ""
            review = f"moot review {name_place(thread, options.store)} --approve{graph}"
            with speaking(frame_language(result.language), result.seat_titles):
                tell(say("cause.keep", thread=thread, command=review))
        return result

    with log:
        drive(start, thread, options)


def _choose_profile(options: DebateCommandOptions) -> str:
    """Choose the profile: one that searches root causes, whatever is usual elsewhere."""
    from moot.configs import load_profile

    if options.profile is not None:
        if not load_profile(options.profile, options.overrides).judge.enabled:
            raise UsageError(f"--profile {options.profile}: looks for no root cause; use rca, or one with a judge")
        return options.profile
    usual = os.environ.get("MOOT_PROFILE")
    return usual if usual and load_profile(usual).judge.enabled else _USUAL_PROFILE


def _usual_question(logs: list[str]) -> str:
    from moot.cli.incidents import name_logs

    place = "this log" if logs == ["-"] else name_logs(logs)
    return f"What is the root cause of the incident in {place}?"
