"""`moot resume`: goes on with a debate that was interrupted, crashed or killed."""

from typing import TYPE_CHECKING, Annotated

import typer

from moot.cli.options import RunOptions, spread
from moot.errors import UsageError

if TYPE_CHECKING:
    from moot.runs import Watcher
    from moot.stores import Store
    from moot.views.result import Result


@spread
def resume(
    options: RunOptions,
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
    from moot.cli.driving import drive, tell_stored_model

    wanted = debate or options.thread
    if wanted is None:
        raise UsageError("which debate? `moot list` shows them; then: moot resume THREAD")
    if debate and options.thread and debate != options.thread:
        raise UsageError(f"two debates are named, {debate} and --thread {options.thread}; name one")
    overrides, seat_models = options.overrides, options.seat_models

    async def go_on(store: "Store", watch: "Watcher | None") -> "Result":
        from moot.runs import debates as api

        await tell_stored_model(wanted, store, options.model, options.replay)
        return await api.resume(
            wanted,
            profile=options.profile,
            model=options.model,
            base_url=options.base_url,
            seat_models=seat_models,
            overrides=overrides,
            store=store,
            accept_changes=accept_changes,
            knowledge=knowledge,
            record=options.record,
            replay=options.replay,
            watch=watch,
        )

    drive(go_on, wanted, options)
