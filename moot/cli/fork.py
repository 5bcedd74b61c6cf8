"""`moot fork`: branches a new debate off a round of an old one."""

from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from moot.cli.options import RunOptions, check_thread, spread

if TYPE_CHECKING:
    from moot.runs import Watcher
    from moot.stores import Store
    from moot.views.result import Result


@spread
def fork(
    debate: Annotated[str, typer.Argument(metavar="THREAD", help="The debate to branch off; it stays as it is.")],
    options: RunOptions,
    round_number: Annotated[int, typer.Option("--round", metavar="N", min=1, help="The round to go on from.")],
    without: Annotated[list[str] | None, typer.Option(metavar="SEAT", help="Leave a seat out; repeatable.")] = None,
    evidence: Annotated[list[str] | None, typer.Option(metavar="FILE", help="Add evidence; repeatable.")] = None,
) -> None:
    """Go on from a round with other settings, without a seat, or with more evidence; --thread names the new debate.

    Example: moot fork THREAD --round 1 --set rounds.max=4 --without cmo
    """
    from moot.cli.driving import drive, tell_stored_model
    from moot.cli.inputs import read_evidence

    added = read_evidence(evidence or ())
    branch = check_thread(options.thread) if options.thread is not None else str(uuid4())
    overrides, seat_models = options.overrides, options.seat_models

    async def start(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.runs import debates as api

        await tell_stored_model(debate, store, options.model, options.replay)
        return await api.fork(
            debate,
            round=round_number,
            profile=options.profile,
            overrides=overrides,
            without=without or (),
            evidence=added,
            model=options.model,
            base_url=options.base_url,
            seat_models=seat_models,
            store=store,
            new_thread=branch,
            record=options.record,
            replay=options.replay,
            watch=watch,
        )

    drive(start, branch, options)
