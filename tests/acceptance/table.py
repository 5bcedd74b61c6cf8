"""Runs commands on a scripted server, and writes the answers that the cases have in common."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.cli.program import Done, Program
from tests.support.openai_server import OpenAIServer
from tests.support.scenario import Entry, Scenario

Document = dict[str, Any]

QUESTION = "Should we open the new shops in March?"
SEATS = ("cro", "cfo", "coo", "cmo")
COUNCIL = ("council_critic", "council_advocate", "council_synthesizer")


class Table:
    """The command line, and the server its models are on."""

    def __init__(self, server: OpenAIServer, program: Program) -> None:
        self.server, self.program = server, program
        self.scenario = Scenario()

    @property
    def where(self) -> tuple[str, ...]:
        """Name the server on the command line."""
        return ("--model", "scripted-server", "--base-url", self.server.url)

    def play(self, *entries: Entry) -> Scenario:
        """Let the server answer so from now on."""
        self.server.rule = self.scenario = Scenario(*entries)
        return self.scenario

    def command(self, name: str, *arguments: str) -> Done:
        """Run a command on the store of this test."""
        return self.program(name, *arguments)

    def run(self, *arguments: str, question: str = QUESTION, thread: str = "case") -> tuple[int, Document]:
        """Run a debate: the exit code and the result document."""
        done = self.command("run", question, *self.where, "--thread", thread, "--json", "--quiet", *arguments)
        assert done.out, done.err
        return done.code, done.document

    def show(self, thread: str = "case") -> str:
        """Print the story of a debate for a person."""
        return self.command("show", thread).out


def entry(phase: str | Sequence[str], seat: str | Sequence[str] | None = None, **rest: Any) -> Entry:
    """Answer the requests of a phase; `round`, `times`, `fault` and `reply` as in a scenario."""
    when = {
        "phase": phase if isinstance(phase, str) else list(phase),
        **({} if seat is None else {"seat": seat if isinstance(seat, str) else list(seat)}),
        **({"round": rest.pop("round")} if "round" in rest else {}),
    }
    return {"when": when, **rest}


def position(stance: str, recommendation: str | None = None, **fields: Any) -> Document:
    """Write a position that says as much as a careful seat would."""
    return {
        "recommendation": recommendation or stance,
        "stance": stance,
        "premises": ["Demand in the town holds"],
        "risks": ["The permits come late"],
        "timing": "this spring",
        "reasoning": "The figures of the last two years carry this.",
        "confidence": 80,
        **fields,
    }


def hold(seats: str | Sequence[str] | None, stance: str, recommendation: str | None = None, **fields: Any) -> Entry:
    """Let seats say the same in every round."""
    reply = position(stance, recommendation, **{"keeps_position": "yes", **fields})
    return entry(("position", "revise"), seats, reply=reply)


def synthesis(decision: str, confidence: int = 80, **fields: Any) -> Entry:
    """Let the synthesizer write a decision, also when it is asked again."""
    sure = {"critical_divergence": False, "uncertainty": "none", "next_steps": ["Sign the leases"]}
    reply = {"decision": decision, "confidence": confidence, **sure, **fields}
    return {"when": {"schema": "Synthesis"}, "reply": reply}


def council(decision: str, confidence: int = 80, **fields: Any) -> list[Entry]:
    """Let a council look that gives everything it has to give."""
    marks = dict.fromkeys(("premises", "evidence", "logic", "alternatives", "conflicts"), 16)
    dissent = {
        "weakest_premise": "That demand holds",
        "undiscussed_risk": "A rival signs the corner first",
        "probability": "low",
        "impact": "medium",
        "regret_scenario": "A year later two shops stand empty.",
        "ignored_alternative": "Rent for one season first",
    }
    resolution = {
        "decision": decision,
        "confidence": confidence,
        "modifications": ["Open one shop before the others"],
        "residual_risks": ["Late permits; the coo asks for them in January"],
        "next_steps": ["Sign the leases", "Ask for the permits", "Hire ten people"],
        "reversal_criteria": ["If two leases fall through by February then stop"],
    }
    return [
        {"when": {"schema": "CouncilCritique"}, "reply": {**marks, "gaps": []}},
        {"when": {"schema": "CouncilDissent"}, "reply": dissent},
        {"when": {"schema": "CouncilResolution"}, "reply": {**resolution, **fields}},
    ]


def ballot(
    options: Mapping[str, Sequence[str]], opposed: Sequence[Sequence[str]] = (), points: Sequence[Document] = ()
) -> Entry:
    """Let the comparer group the seats: label -> seats."""
    reply = {
        "options": [{"label": label, "seats": list(seats)} for label, seats in options.items()],
        "opposed": [list(pair) for pair in opposed],
        "points": list(points),
    }
    return {"when": {"phase": "ballot"}, "reply": reply}


def conditions(document: Document) -> dict[str, Document]:
    """List the conditions of a result's warrant by id."""
    return {each["id"]: each for each in document["warrant"]["conditions"]}


def unmet(document: Document) -> list[str]:
    """List the needed conditions that a result does not meet."""
    return [each["id"] for each in document["warrant"]["conditions"] if each["needed"] and not each["met"]]


def released(document: Document) -> bool:
    """Tell whether a decision was released; never without a complete warrant."""
    assert document["warrant"]["complete"] == (not unmet(document))
    if document["status"] != "decided":
        return False
    assert document["warrant"]["complete"], document["warrant"]
    assert document["decision"]
    return True
