"""Scripts for scripted models, written in Python: who says what in which round, and who listens.

    model = write(tmp_path, views((1, 1, 0.5, 0)), synthesis(85))
    result = await debate("Should we expand?", model=model, store="memory:")

`views` makes all seats of a round agree to exactly the wanted extent; `say` writes any other answer. Entries are tried
in order, so what is special goes before what is general; what no entry fits gets a minimal answer.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import pytest

from moot import Result, debate
from moot.models import Request
from moot.models.testing import ScriptedChatModel

Entry = dict[str, Any]
Script = Entry | Iterable[Entry]
Levels = tuple[float, float, float, float]
"""How far all pairs of seats agree on recommendation, premises, risks and timing: 1, 0.5 or 0 each (D-95).

A recommendation agrees or not: seats vote for the same option, or for different ones; only a model finds it half.
"""

QUESTION = "Should we expand into Europe?"
EXECUTIVES = ("cro", "cfo", "coo", "cmo")
_OWN = ("amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath")
"""A word of its own for each seat: no two of them are alike to the comparator."""


def say(phase: str | list[str], seat: str | list[str] | None = None, round: int | None = None, **rest: Any) -> Entry:  # noqa: A002
    """Answer some requests; `rest` is `reply`, `delay`, `fail` and the other keys of a script.

    `prompt`, `attempt`, `mode` and `schema` narrow down which requests are meant.
    """
    narrow = {name: rest.pop(name) for name in [*rest] if name in {"prompt", "attempt", "mode", "schema"}}
    when: dict[str, Any] = {"phase": phase, "seat": seat, "round": round, **narrow}
    return {"when": {name: value for name, value in when.items() if value is not None}, **rest}


def hold(seat: str | list[str] | None = None, round: int = 1, **fields: Any) -> Entry:  # noqa: A002
    """Let a seat hold a position in round 1, or its revision in a later round."""
    return say("position" if round == 1 else "revise", seat, round, reply=fields)


def views(levels: Levels, round: int = 1, seats: Sequence[str] = EXECUTIVES, **fields: Any) -> list[Entry]:  # noqa: A002
    """Let every two seats of a round agree to exactly this extent; `fields` are the same for all of them.

    The confidence differs from round to round, so that rounds with equal levels are no loop.
    """
    recommendation, premises, risks, timing = levels
    entries = []
    team = _OWN[: len(seats)]
    for own, seat in zip(team, seats, strict=False):
        said = {
            "recommendation": _advice(recommendation, own),
            "stance": _advice(recommendation, own),
            "premises": _points(premises, "demand grows", own, team),
            "risks": _points(risks, "currency swings", own, team),
            "timing": _when(timing, own),
            "reasoning": f"{own} argues in round {round}",
            "confidence": 91 - 6 * round,
        }
        entries.append(hold(seat, round, **{**said, **fields}))
    return entries


def _advice(level: float, own: str) -> str:
    return {1: "expand into Europe", 0.5: f"expand into Europe via {own}"}.get(level, f"{own} {own}ing first")


def _points(level: float, shared: str, own: str, team: Sequence[str]) -> list[str]:
    if level:
        return [shared] if level == 1 else [shared, f"{own} point"]
    # Who merely sees other points agrees in part: here each seat denies a point of every other one.
    topic = shared.partition(" ")[0]
    return [
        f"{own}{other} {topic}" if own < other else f"not {other}{own} {topic}" for other in team if other != own
    ] or [f"{own} {topic}"]


def _when(level: float, own: str) -> str:
    return {1: "within six months", 0.5: f"spring launch {own}"}.get(level, f"after {_OWN.index(own) + 2} quarters")


def criticise(seat: str, *items: Mapping[str, Any], round: int = 1, **fields: Any) -> Entry:  # noqa: A002
    """Let a seat criticise its peers; each item names at least its target."""
    usual = {
        "target_claim_id": "C1",
        "issue_type": "logic_gap",
        "description": "The step does not follow.",
        "severity": "MAJOR",
        "suggested_fix": "Name the missing step.",
    }
    return say("critique", seat, round, reply={"critiques": [{**usual, **item} for item in items], **fields})


def synthesis(confidence: int = 85, decision: str = "Expand into Europe with a pilot.", **fields: Any) -> Entry:
    """Let the synthesizer sum up."""
    return say("synthesize", reply={"decision": decision, "confidence": confidence, **fields})


def council(
    confidence: int = 75,
    marks: Sequence[int] = (16, 16, 16, 16, 16),
    decision: str = "Expand into Europe, pilot first.",
    **fields: Any,
) -> list[Entry]:
    """Let the council look: the critic's five marks, an advocate, and the synthesizer's path."""
    names = ("premises", "evidence", "logic", "alternatives", "conflicts")
    dissent = {
        "weakest_premise": "Demand is assumed.",
        "undiscussed_risk": "A rival enters first.",
        "probability": "medium",
        "impact": "high",
        "regret_scenario": "A year later the pilot has no customers.",
        "ignored_alternative": "License the product instead.",
    }
    resolution = {
        "decision": decision,
        "confidence": confidence,
        "residual_risks": ["currency"],
        "next_steps": ["hire", "open", "measure"],
        "reversal_criteria": ["if no customer signs within 90 days then stop"],
    }
    return [
        say("council_critic", reply={**dict(zip(names, marks, strict=True)), "gaps": ["who pays"]}),
        say("council_advocate", reply=dissent),
        say("council_synthesizer", reply={**resolution, **fields}),
    ]


def group(
    *options: Sequence[str],
    round: int | None = None,  # noqa: A002
    opposed: Sequence[Sequence[str]] = (),
    points: Sequence[Any] = (),
) -> Entry:
    """Let the comparing model group the seats: each option is its label and the seats that stand for it."""
    grouped = [{"label": label, "seats": seats} for label, *seats in options]
    return say("ballot", None, round, reply={"options": grouped, "opposed": list(opposed), "points": list(points)})


def share(criterion: str, *seats: str, against: Sequence[str] = (), text: str = "the same in other words") -> Entry:
    """Describe a point that seats share in substance, and that others contradict."""
    return {"criterion": criterion, "text": text, "seats": list(seats), "against": list(against)}


def write(
    folder: Path, *parts: Script, name: str = "script", otherwise: Literal["minimal", "error"] = "minimal"
) -> str:
    """Write a script and name it as a model: `scripted:FILE`."""
    entries: list[Entry] = []
    for part in parts:
        entries += [part] if isinstance(part, dict) else list(part)
    # JSON is YAML, and nothing in it can be misread. A process reads a script once, so another one gets another name.
    text = json.dumps({"otherwise": otherwise, "answers": entries}, ensure_ascii=False)
    path = folder / f"{name}-{sha256(text.encode()).hexdigest()[:12]}.yaml"
    path.write_text(text, encoding="utf-8")
    return f"scripted:{path}"


async def run(folder: Path, *parts: Script, question: str = QUESTION, **options: Any) -> Result:
    """Run a debate on a script, by default of the conclave and in a store of its own."""
    return await debate(question, **{"model": write(folder, *parts), "store": "memory:", **options})


@dataclass
class Watch:
    """Keeps everything a run tells: pass it as `watch`."""

    seen: list[tuple[str, Any]] = field(default_factory=list)

    def __call__(self, mode: str, data: Any) -> None:
        """Take one piece of the stream."""
        self.seen.append((mode, data))

    @property
    def events(self) -> list[dict[str, Any]]:
        """The custom events, in order."""
        return [data for mode, data in self.seen if mode == "custom"]

    def named(self, event: str) -> list[dict[str, Any]]:
        """The events of one kind."""
        return [each for each in self.events if each["event"] == event]

    def nodes(self) -> list[str]:
        """The nodes that finished, in order."""
        return [node for mode, data in self.seen if mode == "updates" for node in data]


@dataclass
class Heard:
    """Every request that scripted models were asked while somebody listened."""

    requests: list[Request] = field(default_factory=list)

    def of(self, phase: str, round: int | None = None) -> list[Request]:  # noqa: A002
        """The requests of a phase, in order of arrival."""
        return [each for each in self.requests if each.phase == phase and round in (None, each.round)]

    def seats(self, phase: str, round: int | None = None) -> list[str]:  # noqa: A002
        """Who was asked, in order of arrival."""
        return [each.seat for each in self.of(phase, round)]

    def count(self) -> dict[tuple[str, str, int], int]:
        """How often each (phase, seat, round) was asked."""
        counted: dict[tuple[str, str, int], int] = {}
        for each in self.requests:
            key = (each.phase, each.seat, each.round)
            counted[key] = counted.get(key, 0) + 1
        return counted


@contextmanager
def listen(fault: Callable[[Request], BaseException | None] = lambda _: None) -> Iterator[Heard]:
    """Hear every request to a scripted model; `fault` may make one of them raise, as a crash would."""
    heard, answer = Heard(), ScriptedChatModel.take_steps

    def take_steps(self: ScriptedChatModel, request: Request) -> Iterator[Any]:
        heard.requests.append(request)
        error = fault(request)
        if error is not None:
            raise error
        return answer(self, request)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ScriptedChatModel, "take_steps", take_steps)
        yield heard
