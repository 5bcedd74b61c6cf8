"""Keeps what became of each run of an evaluation, line by line, so that nothing is paid for twice.

The first line of a results file says with which settings it was made; every other line is one run. A run that failed or
was cut short by the budget is kept too, but run again; the last line of a run counts. A line that was torn when a
process was killed is left out.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from moot.errors import InputError
from moot.evaluation.answers import read_decision, read_votes
from moot.evaluation.dataset import DatasetItem
from moot.evaluation.grading import find_answer_kind, is_right
from moot.state.base import Confidence, Value
from moot.state.findings import Target
from moot.views.result import Result

Arm = Literal["debate", "no_critique", "sample"]
"""A whole debate, the same without critiques, or one agent alone."""

_UNFINISHED = ("failed", "cut")


class EvaluationRun(Value):
    """Holds one debate, or one agent's answer, about one question."""

    item: str
    candidate: str = ""
    """Which of the candidates of a comparison it was; empty where one profile is evaluated."""
    arm: Arm
    sample: int = 0
    digest: str = ""
    """Of the question as it was put: a question that was changed is asked again."""
    thread: str = ""
    status: str
    said: str = ""
    """The decision, or what a person was asked to approve, in its own words."""
    answer: str | None = None
    """The answer users got; none where nothing was decided."""
    confidence: Confidence | None = None
    probability: Confidence | None = None
    """The chance of being right, where the profile has a calibration."""
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    wall_ms: int = 0
    rounds: int = 0
    target: Target = "none"
    """Who had to look at the result."""
    stop_reason: str | None = None
    votes: tuple[tuple[str | None, ...], ...] = ()
    """What each seat voted for in each round."""
    confidences: tuple[tuple[Confidence | None, ...], ...] = ()
    round_tokens: tuple[int, ...] = ()
    error: str | None = None

    @property
    def tokens(self) -> int:
        """Count the tokens that were sent and that came back."""
        return self.prompt_tokens + self.completion_tokens

    @property
    def done(self) -> bool:
        """Tell whether it need not be run again."""
        return self.status not in _UNFINISHED

    @property
    def asked_a_person(self) -> bool:
        """Tell whether it paused for a person instead of answering."""
        return self.status == "needs_review"


QuestionRuns = Mapping[tuple[Arm, int], EvaluationRun]
"""The finished runs of one question."""


class _ResultsHeading(Value):
    """Holds the settings a results file was made with."""

    kind: Literal["evaluation"] = "evaluation"
    version: int = 1
    settings: dict[str, str]


class ResultsFile:
    """Holds the runs of an evaluation so far, and writes them to a file."""

    def __init__(self, path: Path, settings: dict[str, str]) -> None:
        self._path = path
        self._runs: defaultdict[tuple[str, str], dict[tuple[Arm, int], EvaluationRun]] = defaultdict(dict)
        self.used_tokens, self.used_cost = 0, 0.0
        self.priced = True
        """Whether the price of every call so far is known."""
        if path.exists() and path.stat().st_size:
            for run in _read_runs(path, settings):
                self._take(run)
        else:
            self._append(_ResultsHeading(settings=settings).model_dump_json())

    def find(self, item: str, arm: Arm, sample: int, digest: str, candidate: str = "") -> EvaluationRun | None:
        """Find a finished run of the same question; None when it has to be run."""
        run = self._runs[item, candidate].get((arm, sample))
        return run if run is not None and run.done and run.digest == digest else None

    def of(self, item: str, candidate: str = "") -> QuestionRuns:
        """Return every finished run of one question."""
        return {place: run for place, run in self._runs[item, candidate].items() if run.done}

    def add(self, run: EvaluationRun) -> None:
        """Keep a run, on disk before anything else happens."""
        self._append(run.model_dump_json())
        self._take(run)

    def _take(self, run: EvaluationRun) -> None:
        self._runs[run.item, run.candidate][run.arm, run.sample] = run
        self.used_tokens += run.tokens
        self.used_cost += run.cost or 0.0
        self.priced = self.priced and (run.cost is not None or not run.calls)

    def _append(self, line: str) -> None:
        # Opened for each line: nothing is unwritten however the process ends.
        with self._path.open("ab", buffering=0) as file:
            file.write(f"{line}\n".encode())


def _read_runs(path: Path, settings: dict[str, str]) -> Iterator[EvaluationRun]:
    lines = path.read_bytes().split(b"\n")
    try:
        heading = _ResultsHeading.model_validate_json(lines[0])
    except ValidationError as error:
        raise InputError(f"{path}: not a results file of moot eval; name another --out") from error
    changed = sorted(key for key in settings if heading.settings.get(key) != settings[key])
    if changed:
        raise InputError(
            f"{path}: was made with other settings ({', '.join(changed)}); name another --out, or remove the file"
        )
    for line in lines[1:]:
        try:
            yield EvaluationRun.model_validate(json.loads(line))
        except (ValueError, ValidationError):
            continue  # torn when a process was killed; the run is made again


_MAX_SAID_CHARS = 4000


def read_run(run: EvaluationRun, item: DatasetItem, result: Result, values: Mapping[str, Any]) -> EvaluationRun:
    """Fill a run with what an evaluation keeps of a finished debate."""
    seats = values["protocol"].profile.seat_ids
    numbers = sorted({each.round for each in result.positions if each.round > 0})
    said = {(each.round, each.seat): each for each in result.positions}
    rounds = [[said.get((number, seat)) for seat in seats] for number in numbers]
    tokens: dict[int, int] = dict.fromkeys(numbers, 0)
    for turn in values.get("turns") or []:
        used = sum(usage.prompt_tokens + usage.completion_tokens for usage in turn.usages)
        # What comes after the last round belongs to it: a synthesis is paid for whenever a debate stops.
        place = turn.round if turn.round in tokens else max(tokens, default=None)
        if place is not None:
            tokens[place] += used
    usage, said_last = result.usage, result.decision or ""
    return run.model_copy(
        update={
            "status": result.status,
            "said": said_last[-_MAX_SAID_CHARS:],
            "answer": read_decision(result, item),
            "confidence": result.confidence,
            "probability": result.probability.value if result.probability else None,
            "calls": usage.calls,
            "prompt_tokens": usage.prompt_tokens,
            "completion_tokens": usage.completion_tokens,
            "cost": usage.cost,
            "wall_ms": usage.wall_ms,
            "rounds": len(numbers),
            "target": result.escalation.target,
            "stop_reason": result.stop_reason,
            "votes": tuple(read_votes(result, item, seats, number) for number in numbers),
            "confidences": tuple(tuple(each.confidence if each else None for each in row) for row in rounds),
            "round_tokens": tuple(tokens[number] for number in numbers),
            "error": next((each.error for each in result.positions if each.error), None),
        }
    )


def write_recorded(item: DatasetItem, run: EvaluationRun) -> str:
    """Write a debate as a recorded one; its gold answer in the form in which answers are read."""
    if not run.votes:
        return ""
    said = [answer for row in (*run.votes, (run.answer,)) for answer in row if answer is not None]
    right = tuple(dict.fromkeys(answer for answer in said if is_right(answer, item)))
    gold = item.letter if find_answer_kind(item) == "choice" else item.gold
    recorded = {
        "id": item.id,
        "question": item.question,
        "gold": right[0] if right else gold,
        "accepted": right[1:],
        "answers": run.votes,
        "confidences": run.confidences,
        "tokens": run.round_tokens,
        "decided": run.answer,
        "asked_a_person": run.asked_a_person,
    }
    return json.dumps(recorded, ensure_ascii=False)
