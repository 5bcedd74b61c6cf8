"""Tells stderr how far an evaluation has come, one line per run."""

import time
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from moot.evaluation import Item, Run

_NAMES = {"debate": "debate", "no_critique": "debate without critiques"}


class EvalProgress:
    """Writes what every run gave; results have stdout to themselves."""

    def __init__(self, questions: int, *, quiet: bool) -> None:
        self._questions, self._quiet, self._began = questions, quiet, time.monotonic()
        self._seen: set[str] = set()

    def __call__(self, item: "Item", run: "Run") -> None:
        """Take note of a run."""
        self._seen.add(item.id)
        if self._quiet:
            return
        name = _NAMES.get(run.arm, f"agent {run.sample + 1} alone")
        spent = f"calls {run.calls}, tokens {run.tokens:,}, {run.wall_ms / 1000:.1f} s"
        line = f"[{time.monotonic() - self._began:6.1f} s] {len(self._seen)} of {self._questions}: {item.id}, {name}: "
        typer.echo(line + f"{_judge(item, run)} ({spent})", err=True)


def log_run(item: "Item", run: "Run") -> None:
    """Tell the log what a run gave."""
    from moot.evaluation import is_right
    from moot.runs import EVENTS

    kept = run.model_dump(include={"item", "arm", "sample", "thread", "status", "calls", "wall_ms", "error"})
    fields = {**kept, "tokens": run.tokens, "right": is_right(run.answer, item)}
    EVENTS.info("evaluated", extra={"fields": fields})


def _judge(item: "Item", run: "Run") -> str:
    from moot.evaluation import is_right

    if not run.done:
        return f"{run.status}: {run.error or 'no answer'}" if run.status == "failed" else "cut short by the budget"
    if run.answer is None:
        return "no answer could be read"
    return "right" if is_right(run.answer, item) else "wrong"
