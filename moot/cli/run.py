"""`moot run`: puts a question to the agents."""

import os
from typing import TYPE_CHECKING, Annotated, Literal
from uuid import uuid4

import typer

from moot.cli.options import RunOptions, check_thread, spread

if TYPE_CHECKING:
    from moot.runs import Watcher
    from moot.stores import Store
    from moot.views.result import Result


@spread
def run(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What is to be decided; - reads stdin.")],
    options: RunOptions,
    context: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help="Evidence: a text, or JSON with ids; repeatable.")
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
) -> None:
    """Put a question to the agents of a profile.

    Example: moot run "Should we open a second shop?" --profile conclave --value-at-risk 80000
    """
    from moot.cli.driving import drive, tell_default_model
    from moot.cli.inputs import read_evidence, read_question

    asked, evidence = read_question(question), read_evidence(context or ())
    thread = check_thread(options.thread) if options.thread is not None else str(uuid4())
    overrides, seat_models = options.overrides, options.seat_models
    tell_default_model(options.model or os.environ.get("MOOT_MODEL"), options.replay)

    async def start(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.runs import debate

        return await debate(
            asked,
            profile=options.profile,
            model=options.model,
            base_url=options.base_url,
            seat_models=seat_models,
            store=store,
            thread=thread,
            context=evidence,
            knowledge=knowledge,
            overrides=overrides,
            value_at_risk=value_at_risk,
            irreversible=irreversible,
            risk=risk,
            route=route,
            domain_hint=domain_hint,
            record=options.record,
            replay=options.replay,
            watch=watch,
        )

    drive(start, thread, options)
