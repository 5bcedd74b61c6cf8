"""`moot run`, `moot refine`, `moot resume` and `moot fork`: the commands that run a debate."""

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from moot.cli.options import DebateCommandOptions, choose_store, expand_options, read_question
from moot.errors import UsageError

if TYPE_CHECKING:
    from moot.runs import Watcher
    from moot.stores import Store
    from moot.views.result import Result

_REFINING_PROFILE = "research"


@expand_options
def run_command(  # noqa: PLR0913, PLR0917  # options of a command
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What is to be decided; - reads stdin.")],
    options: DebateCommandOptions,
    context: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE", help="Evidence, as often as needed: a text, or JSON with ids; with --profile rca a log."
        ),
    ] = None,
    knowledge: Annotated[
        str | None, typer.Option(metavar="DIR", help="A folder of documents to look things up in.")
    ] = None,
    value_at_risk: Annotated[float | None, typer.Option(metavar="X", min=0, help="What may be lost.")] = None,
    irreversible: Annotated[bool, typer.Option("--irreversible", help="It cannot be undone.")] = False,
    risk: Annotated[
        Literal["low", "moderate", "severe", "catastrophic"] | None, typer.Option(help="How bad the worst case is.")
    ] = None,
    route: Annotated[
        Literal["simple", "debate", "council", "refine"] | None, typer.Option(help="Which way it takes.")
    ] = None,
    domain_hint: Annotated[
        str | None, typer.Option(metavar="H", help="For legal: pure_national, pure_adat, conflict or consensus.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="An answer to choose from, 2 to 12; repeatable.")
    ] = None,
    models: Annotated[
        str | None, typer.Option(metavar="M,M,...", help="A model for each seat, in order; see council-of-models.")
    ] = None,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Ask seats in steps, and stop when their votes are settled.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print calls, tokens and cost at least, likely and at most; ask nobody.")
    ] = False,
) -> None:
    """Put a question to the agents of a profile.

    Example: moot run "Should we open a second shop?" --profile conclave --value-at-risk 80000
    """
    from moot.cli.driving import drive, naming_default_model
    from moot.knowledge.documents import read_context

    asked = read_question(question)
    searches = _looks_for_causes(options)
    evidence = [] if searches else read_context(context or ())
    if option:
        from moot.nodes.intake import read_options

        read_options(option)
    thread, settings = options.choose_thread(), options.read_settings()
    if ladder:
        settings["overrides"] |= {"ladder.enabled": True}
    if options.max_cost == "forecast":
        settings["overrides"] |= {"budget.cost": _forecast_cost(options, settings["overrides"], evidence, asked)}
    if dry_run:
        _print_forecast(options, settings["overrides"], evidence, asked)
        return
    opened: ExitStack = ExitStack()
    if searches and context:
        from moot.cli.incidents import ReadingFocus, gather_incident
        from moot.knowledge.incidents.memory import find_incident_graph

        graph = find_incident_graph(None)
        incident, log = gather_incident(context, None, graph, thread, ReadingFocus(asked), quiet=options.quiet)
        settings |= {"incident": incident.model_dump(), "log": opened.enter_context(log)}
    model = options.model or models or os.environ.get("MOOT_MODEL")
    named = models.split(",") if models is not None else []

    async def start(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.cli.checkup import expect_use
        from moot.runs import debate

        return await debate(
            asked,
            store=store,
            thread=thread,
            watch=naming_default_model(watch, model, options.replay),
            expected=None
            if options.replay
            else await expect_use(store, {**settings, "models": named}, route, evidence, asked),
            context=evidence,
            knowledge=knowledge,
            value_at_risk=value_at_risk,
            irreversible=irreversible,
            risk=risk,
            route=route,
            domain_hint=domain_hint,
            options=option or (),
            models=named,
            **settings,
        )

    with opened:
        drive(start, thread, options)


def _forecast_cost(
    options: DebateCommandOptions, overrides: dict[str, Any], evidence: Sequence[Mapping[str, str]], question: str
) -> float:
    """Forecast what this debate is likely to cost, with what its prompts show: that is its limit."""
    from moot.cli.checkup import forecast_cost

    free = {name: value for name, value in overrides.items() if name != "budget.cost"}
    return forecast_cost(options.profile, options.model, free, choose_store(options.store), evidence, question)


def _print_forecast(
    options: DebateCommandOptions, overrides: dict[str, Any], evidence: Sequence[Mapping[str, str]], question: str
) -> None:
    """Print what the debate would take, without asking anybody."""
    from moot.cli.checkup import forecast_debate, write_forecast

    found = forecast_debate(options.profile, options.model, overrides, choose_store(options.store), evidence, question)
    typer.echo(found.model_dump_json(indent=2) if options.as_json else write_forecast(found))


def _looks_for_causes(options: DebateCommandOptions) -> bool:
    """Tell whether the profile of a command looks for root causes: what it is given to read is then a log."""
    from moot.configs import load_profile

    named = options.profile or os.environ.get("MOOT_PROFILE")
    return named is not None and load_profile(named, options.overrides).judge.enabled


@expand_options
def refine_command(
    idea: Annotated[str, typer.Argument(metavar="IDEA", help="What you have in mind; - reads stdin.")],
    options: DebateCommandOptions,
) -> None:
    """Refine an idea until a methodologist approves it, or the refinements run out.

    Example: moot refine "Does remote work make teams faster?" --set refinement.mode=on_demand
    """
    from moot.cli.driving import drive, naming_default_model

    asked = read_question(idea)
    thread, settings = options.choose_thread(), options.read_settings()
    settings["profile"] = options.profile or os.environ.get("MOOT_PROFILE") or _REFINING_PROFILE
    model = options.model or os.environ.get("MOOT_MODEL")

    async def start(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.runs import debate

        told = naming_default_model(watch, model, options.replay)
        return await debate(asked, store=store, thread=thread, watch=told, route="refine", **settings)

    drive(start, thread, options)


@expand_options
def resume_command(
    options: DebateCommandOptions,
    debate: Annotated[str | None, typer.Argument(metavar="THREAD", help="The debate; see `moot list`.")] = None,
    accept_changes: Annotated[
        bool, typer.Option("--accept-changes", help="Go on although profile, prompts or models changed.")
    ] = False,
    knowledge: Annotated[
        str | None, typer.Option(metavar="DIR", help="Another folder of documents than it was started with.")
    ] = None,
) -> None:
    """Go on with a debate; agents that had answered are not asked again.

    Example: moot resume 6f1c2a80-51a2-4f0c-9c53-0a7d3c1c8a11
    """
    from moot.cli.driving import drive, naming_stored_model

    wanted = debate or options.thread
    if wanted is None:
        raise UsageError("which debate? `moot list` shows them; then: moot resume THREAD")
    if debate and options.thread and debate != options.thread:
        raise UsageError(f"two debates are named, {debate} and --thread {options.thread}; name one")
    settings = options.read_settings()

    async def go_on(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.runs import resume

        told = await naming_stored_model(watch, wanted, store, options.model, options.replay)
        return await resume(
            wanted, store=store, watch=told, accept_changes=accept_changes, knowledge=knowledge, **settings
        )

    drive(go_on, wanted, options)


@expand_options
def fork_command(
    debate: Annotated[str, typer.Argument(metavar="THREAD", help="The debate to branch off; it stays as it is.")],
    options: DebateCommandOptions,
    round_number: Annotated[int, typer.Option("--round", metavar="N", min=1, help="The round to go on from.")],
    without: Annotated[list[str] | None, typer.Option(metavar="SEAT", help="Leave a seat out; repeatable.")] = None,
    evidence: Annotated[list[str] | None, typer.Option(metavar="FILE", help="Add evidence; repeatable.")] = None,
    without_critique: Annotated[
        str | None, typer.Option(metavar="ID", help="Leave out a critique of that round, such as K3.")
    ] = None,
) -> None:
    """Go on from a round with other settings, without a seat, or with more evidence; --thread names the new debate.

    Example: moot fork THREAD --round 1 --set rounds.max=4 --without cmo
    """
    from moot.cli.driving import drive, naming_stored_model
    from moot.knowledge.documents import read_context

    added = read_context(evidence or ())
    branch, settings = options.choose_thread(), options.read_settings()

    async def start(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.runs import fork

        model = options.model or os.environ.get("MOOT_MODEL")
        told = await naming_stored_model(watch, debate, store, model, options.replay)
        return await fork(
            debate,
            round=round_number,
            new_thread=branch,
            without=without or (),
            without_critique=without_critique,
            evidence=added,
            store=store,
            watch=told,
            **settings,
        )

    drive(start, branch, options)
