"""`moot refine`: makes a testable question of a vague idea."""

import os
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from moot.cli.options import RunOptions, check_thread, spread

if TYPE_CHECKING:
    from moot.runs import Watcher
    from moot.stores import Store
    from moot.views.result import Result

PROFILE = "research"


@spread
def refine(
    idea: Annotated[str, typer.Argument(metavar="IDEA", help="What you have in mind; - reads stdin.")],
    options: RunOptions,
) -> None:
    """Refine an idea until a methodologist approves it, or the refinements run out.

    Example: moot refine "Does remote work make teams faster?" --set refinement.mode=on_demand
    """
    from moot.cli.driving import drive, tell_default_model
    from moot.cli.inputs import read_question

    asked = read_question(idea)
    thread = check_thread(options.thread) if options.thread is not None else str(uuid4())
    overrides, seat_models = options.overrides, options.seat_models
    tell_default_model(options.model or os.environ.get("MOOT_MODEL"), options.replay)

    async def start(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.runs import debate

        return await debate(
            asked,
            profile=options.profile or os.environ.get("MOOT_PROFILE") or PROFILE,
            model=options.model,
            base_url=options.base_url,
            seat_models=seat_models,
            store=store,
            thread=thread,
            overrides=overrides,
            route="refine",
            record=options.record,
            replay=options.replay,
            watch=watch,
        )

    drive(start, thread, options)
