"""What moot aims at beside its peers, and whether the figures of a run reach it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bench.peers.process import BARE, MOOT

Figures = Mapping[str, Any]
STORED, PLAIN, AUTOGEN = "moot, SQLite", "LangGraph with Send", "AutoGen core"


@dataclass(frozen=True)
class Aim:
    """One figure of ours, at least or at most so many times somebody else's."""

    what: str
    ours: str
    theirs: str
    get: Callable[[Figures], float]
    limit: float = 1.0
    at_least: bool = False

    def write(self, peers: Mapping[str, Figures]) -> str:
        """Say what was aimed at, what was measured, and whether that is enough; nothing where somebody is missing."""
        if self.ours not in peers or self.theirs not in peers:
            return ""
        ratio = self.get(peers[self.ours]) / self.get(peers[self.theirs])
        reached = ratio >= self.limit if self.at_least else ratio <= self.limit
        bound = "at least" if self.at_least else "at most"
        said = "reached" if reached else "**missed**"
        return f"| {self.what}, {self.ours} | {bound} {self.limit:g} of {self.theirs} | {ratio:.2f} | {said} |"


AIMS = (
    Aim("debates/s, all at once", MOOT.name, BARE.name, lambda each: each["per_second"], 0.55, at_least=True),
    Aim("debates/s, all at once", STORED, MOOT.name, lambda each: each["per_second"], 0.9, at_least=True),
    Aim("wall, 3 agents", STORED, AUTOGEN, lambda each: each["wall_over_path"]),
    Aim("wall, 12 agents", STORED, PLAIN, lambda each: each["sizes"]["12x3"]["wall_over_path"]),
    Aim("CPU per debate", STORED, AUTOGEN, lambda each: each["cpu_ms"]),
)


WHY = """What moot's own work costs: eighteen steps of its graph where a plain one has seven, with a hundred channels;
forms that are checked field by field; and policies that read what was said."""


def write_aims(peers: Mapping[str, Figures]) -> str:
    """The aims beside what was measured."""
    rows = [row for aim in AIMS if (row := aim.write(peers))]
    return "\n".join(("| aim | | measured | |", "| --- | --- | ---: | --- |", *rows, "", WHY)) if rows else ""
