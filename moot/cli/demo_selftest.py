"""Runs a short real debate on the embedded model: does everything work on this machine?

Every limit counts what the model computes for that seat: the seats queue for one slot, a clock starts only when its
turn has come, and on a busy machine, where computing takes longer, the clock is as patient as the machine is slow. The
limits of all turns add up to what the self-test may compute.
"""

import asyncio
import time
from typing import TYPE_CHECKING, Any

import typer

from moot.catalogue import say
from moot.cli.options import OutputOptions
from moot.errors import MootError

if TYPE_CHECKING:
    from moot.runs import Watcher
    from moot.stores import Store
    from moot.views.result import Result

EMBEDDED_PROFILE: dict[str, Any] = {
    "name": "embedded",
    "seats": ["cro", "cfo", "coo"],
    "rounds.planned": 2,
    "rounds.max": 2,
    "rounds.execution.revise": "parallel",
    "timeout.per_agent": 120,
    "timeout.per_round": None,
    "timeout.total": None,
    "council.enabled": False,
}
"""What is changed in `conclave` for a small model on a laptop: fewer seats, patient limits, nobody above a person."""

_SECONDS = 13
"""What one turn may compute; on two idle cores it takes about half of it."""

_TRIAL, _PATIENCE = 0.5, 4.0
"""Seconds of computing by which the machine is tried, and how many times slower it may be before we give up on it."""

_SELFTEST: dict[str, Any] = {
    **EMBEDDED_PROFILE,
    "name": "selftest",
    "seats": ["cro", "cfo"],
    "rounds.planned": 1,
    "rounds.max": 1,
    "timeout.per_agent": _SECONDS,
    "convergence.strategy": "adaptive",
    "critique.enabled": False,
    "rag.internal.enabled": False,
    "escalation.enabled": False,
    "on_limit": "decide",
    "warrant.critiques": "reported",
    "warrant.evidence": "reported",
}
_TURNS = 3
"""Two positions and the synthesis."""


class _Turns:
    """Tells of every turn whether it came whole, and counts them: what so small a model says is not worth reading."""

    modes = ("custom",)

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.asked, self.whole = 0, 0

    def __call__(self, mode: str, data: Any) -> None:
        from moot.cli.progress import stamp_time
        from moot.views.wording.names import name_actor

        if mode != "custom" or data.get("event") != "seat_finished":
            return
        whole = data["status"] == "ok"
        self.asked, self.whole = self.asked + 1, self.whole + whole
        line = say("demo.turn_whole" if whole else "demo.turn_late", who=name_actor(data["seat"]))
        typer.echo(f"{stamp_time(self._began)} {line}", err=True)


def run_selftest(*, skip: bool = False) -> None:
    """Run the self-test and say in two lines what came of it; that it cannot run is no failure of the demo."""
    from moot.cli.demo_words import write_heading
    from moot.models.discovery import has_embedded_model
    from moot.program import name_program, name_program_with

    write_heading("selftest", say("demo.selftest_note", seconds=_SECONDS * _TURNS))
    if not has_embedded_model():
        typer.echo(say("demo.no_embedded", command=f"{name_program_with('xllamacpp')} demo"))
        return
    if skip:
        typer.echo(say("demo.selftest_skipped", command=f"{name_program()} demo"))
        return
    try:
        # Fetching and loading the weights is no part of the debate.
        asyncio.run(_warm_up())
        began, turns = time.monotonic(), _Turns()
        result = _debate(turns)
    except MootError as error:
        typer.echo(say("demo.fails", reason=error))
        return
    typer.echo(_describe(result, turns, time.monotonic() - began))


async def _warm_up() -> None:
    from moot.models.testing import open_local_model

    await asyncio.to_thread(open_local_model)


def _debate(turns: _Turns) -> "Result":
    from moot.cli.driving import watch_job

    slowness = _measure_slowness()

    async def start(store: "Store", _: "Watcher | None") -> "Result":
        from moot.configs import load_profile
        from moot.runs import debate

        return await debate(
            say("demo.selftest_question"),
            profile=load_profile("conclave", {**_SELFTEST, "timeout.per_agent": round(_SECONDS * slowness)}),
            model="local",
            options=[say("demo.selftest_yes"), say("demo.selftest_no")],
            thread="selftest",
            store=store,
            watch=turns,
        )

    # Nobody needs it afterwards.
    return watch_job(start, "selftest", OutputOptions(store="memory:", quiet=True)).result


def _measure_slowness() -> float:
    """Find how many times longer than its computing something takes here and now, because others compute as well."""
    began, computed = time.monotonic(), time.thread_time()
    while time.thread_time() - computed < _TRIAL:
        pass
    return min(_PATIENCE, max(1.0, (time.monotonic() - began) / _TRIAL))


def _describe(result: "Result", turns: _Turns, seconds: float) -> str:
    """Say how the seats voted, and whether everything ran as it should; how sure such a model is says nothing."""
    options = result.ballot.options if result.ballot else ()
    votes = "; ".join(f"{each.text}: {len(each.seats)}" for each in options)
    figures = {"whole": turns.whole, "asked": turns.asked, "seconds": round(seconds)}
    ran = say("demo.works", calls=result.usage.calls, tokens=_sum_tokens(result), **figures)
    return "\n".join(
        [
            say("demo.votes", votes=votes),
            ran if turns.whole == turns.asked else say("demo.limps", **figures),
        ]
    )


def _sum_tokens(result: "Result") -> int:
    return result.usage.prompt_tokens + result.usage.completion_tokens
