"""`moot doctor`: checks the model, the price and the store; what it does is imported when it runs."""

import asyncio
from typing import Annotated

import typer

from moot.cli.options import JsonOption, complete_profile


def doctor_command(
    model: Annotated[str | None, typer.Option(metavar="M", envvar="MOOT_MODEL", help="The model to try.")] = None,
    base_url: Annotated[
        str | None, typer.Option(metavar="U", envvar="MOOT_BASE_URL", help="An OpenAI-compatible server.")
    ] = None,
    profile: Annotated[
        str,
        typer.Option(
            metavar="P", envvar="MOOT_PROFILE", help="The profile to forecast.", autocompletion=complete_profile
        ),
    ] = "conclave",
    store: Annotated[
        str | None, typer.Option(metavar="URL", envvar="MOOT_STORE", help="Where debates are kept.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check the model, its structured output, the price and the store before a debate.

    Example: moot doctor --model openai:gpt-5-mini --profile legal
    """
    from moot.cli.checkup import check_up, describe_checkup
    from moot.configs import load_profile
    from moot.models import DEFAULT_MODEL, Settings

    rules = load_profile(profile)
    if model is None:
        typer.echo("no model is configured; trying the embedded one (--model, or MOOT_MODEL, names another)", err=True)
    found = asyncio.run(check_up(Settings(model=model or DEFAULT_MODEL, base_url=base_url), rules, store))
    typer.echo(found.model_dump_json(indent=2) if as_json else describe_checkup(found))
    if not found.ok:
        raise typer.Exit(1)
