"""`moot attribute`: says who moved a decision: counts its votes without one voice or one reason, or forks it."""

import asyncio
import json
from typing import TYPE_CHECKING, Annotated

import typer

from moot.cli.options import JsonOption, LanguageOption, StoreOption, choose_store
from moot.errors import UsageError

if TYPE_CHECKING:
    from moot.policies.agreement.voting import Influence
    from moot.runs.reruns import ForkLimits


def attribute_command(
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The debate; see `moot list`.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
    forks: Annotated[
        int, typer.Option("--forks", metavar="N", min=0, help="Run at most so many forks where votes do not suffice.")
    ] = 0,
    max_tokens: Annotated[int | None, typer.Option(metavar="N", min=1, help="Tokens for all forks together.")] = None,
    max_cost: Annotated[float | None, typer.Option(metavar="X", help="US dollars for all forks together.")] = None,
    language: LanguageOption = None,  # noqa: ARG001  # chosen by the option itself
) -> None:
    """Leave out one seat, one critique or one piece of evidence at a time and count the votes again; nobody is asked.

    With --forks models are asked what they would have said instead. The report of the debate shows what was found.

    Example: moot attribute 6f1c2a80-51a2-4f0c-9c53-0a7d3c1c8a11 --forks 3 --max-cost 0.50
    """
    from moot.runs.reruns import ForkLimits

    if not forks and (max_tokens is not None or max_cost is not None):
        raise UsageError("--max-tokens, --max-cost: they limit forks; say how many with --forks N")
    found, spoken, titles = asyncio.run(_attribute(thread, store, ForkLimits(forks, max_tokens, max_cost)))
    if as_json:
        typer.echo(json.dumps([each.model_dump(mode="json") for each in found], indent=2))
        return
    from moot.catalogue import frame_language, say, speaking

    with speaking(frame_language(spoken), titles):
        for each in found:
            typer.echo(_tell_influence(each))
        open_ones = sum(not each.suffices and each.fork is None for each in found)
        if open_ones:
            typer.echo(say("influence.only_counted", n=open_ones), err=True)


def _tell_influence(each: "Influence") -> str:
    from moot.catalogue import say
    from moot.views.wording.names import name_seat

    votes = ", ".join(f"{option} {count}" for option, count in each.votes.items()) or say("influence.no_votes")
    leads = say("report.influence_leads", option=each.leads) if each.leads else say("report.influence_tied")
    moved = f"; {say('influence.moved', seats=each.moved)}" if each.moved else ""
    mark = say("influence.decisive")
    shown = mark if each.decisive or (each.fork is not None and each.fork.changed) else " " * len(mark)
    what = say(f"report.influence_{each.kind}")
    who = name_seat(each.id) if each.kind == "seat" else each.id
    told = f"{shown} {say('influence.without', what=what, id=who)}: {leads} ({votes}){moved}"
    if each.fork is None:
        return told
    ended = each.fork.option or say("report.influence_nothing")
    how = "otherwise" if each.fork.changed else "same"
    return f"{told}; {say(f'influence.{how}', status=each.fork.status, option=ended, tokens=each.fork.tokens)}"


async def _attribute(
    thread: str, url: str | None, limits: "ForkLimits"
) -> "tuple[tuple[Influence, ...], str, dict[str, str]]":
    """Find what moved a debate, the language it is in, and what its own profile calls its seats."""
    from moot.runs import inspect
    from moot.runs.reruns import attribute
    from moot.stores import open_store
    from moot.views.result import read_seat_titles

    async with open_store(choose_store(url)) as store:
        found = await attribute(thread, store, limits)
        values = (await inspect(thread, store=store)).values
        return found, values["case"].language, read_seat_titles(values)
