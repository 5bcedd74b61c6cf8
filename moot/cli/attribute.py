"""`moot attribute`: says who moved a decision, by counting its votes again without one voice or one reason."""

import asyncio
import json
from typing import TYPE_CHECKING, Annotated

import typer

from moot.cli.options import JsonOption, StoreOption, choose_store
from moot.errors import InputError

if TYPE_CHECKING:
    from moot.policies.agreement import Influence


def attribute_command(
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The debate; see `moot list`.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Leave out one seat, one critique or one piece of evidence at a time and count the votes again; nobody is asked.

    Example: moot attribute 6f1c2a80-51a2-4f0c-9c53-0a7d3c1c8a11
    """
    found = asyncio.run(_attribute(thread, store))
    if as_json:
        typer.echo(json.dumps([each.model_dump(mode="json") for each in found], indent=2))
        return
    for each in found:
        votes = ", ".join(f"{option} {count}" for option, count in each.votes.items()) or "none"
        leads = f"{each.leads} leads" if each.leads else "no option leads"
        moved = f"; it moved {', '.join(each.moved)}" if each.moved else ""
        mark = "DECISIVE" if each.decisive else "        "
        typer.echo(f"{mark} without {each.kind} {each.id}: {leads} ({votes}){moved}")


async def _attribute(thread: str, url: str | None) -> "tuple[Influence, ...]":
    from moot.policies.agreement import attribute_votes
    from moot.runs import inspect
    from moot.stores import open_store

    async with open_store(choose_store(url)) as store:
        values = (await inspect(thread, store=store)).values
    ballot = values.get("ballot")
    if ballot is None or not ballot.votes:
        raise InputError(f"{thread}: nobody voted in this debate, so no vote can be left out")
    sources = [each.id for each in values.get("evidence") or []]
    return attribute_votes(ballot, values.get("positions") or [], sources)
