"""Draws what is to be debated; every debate's thread says what happens to it, so that nobody is told twice."""

import random
from dataclasses import dataclass
from pathlib import Path

from tests.support.hostile_server import MODES
from tests.support.scenes import SCENES

SHORT_LIMITS = {"timeout.per_agent": 1, "timeout.per_round": 5, "timeout.total": 20, "timeout.council": 2}
"""Where calls hang, time is short."""

SOUND_SETTINGS = {"hedge.enabled": False}
"""Where nothing happens, what is asked and used is compared; a busy machine alone would send requests twice."""

SCENE_SHARES = {"council": 4, "pause": 3, "guided": 2, "legal": 3, "rca": 3, "boardroom": 3, "research": 3}
"""How often each scene is played."""

FORKED_SCENES = ("council", "pause", "legal", "boardroom")
"""What is also branched off after its first round, where nothing else happens to it."""

VICTIMS = {
    "conclave": "cfo",
    "boardroom": "financial",
    "legal": "nla",
    "rca": "log_focused",
    "research": "methodologist",
}
"""Whom a server that means ill picks in each protocol."""


@dataclass(frozen=True)
class Job:
    """Names one debate."""

    thread: str

    @classmethod
    def draw(cls, chance: random.Random, lane: str, number: int) -> "Job":
        """A debate at random: its scene, its server, and whether somebody answers when it waits.

        The server is sound, in trouble, or means ill to one seat; then the kind is how.
        """
        (scene,) = chance.choices([*SCENE_SHARES], [*SCENE_SHARES.values()])
        kind = chance.choice(("sound", "sound", "faulty", "faulty", chance.choice([*MODES])))
        forked = kind == "sound" and scene in FORKED_SCENES
        answered = chance.choice(("waits", "answered", *("forked" for _ in range(forked))))
        return cls(f"{scene}-{kind}-{answered}-{lane}-{number}")

    @property
    def scene(self) -> str:
        """Who says what."""
        return self.thread.split("-")[0]

    @property
    def faulty(self) -> bool:
        """Whether the server is in trouble, or means ill."""
        return self.thread.split("-")[1] != "sound"

    @property
    def mode(self) -> str:
        """How the server means ill; empty where it does not."""
        kind = self.thread.split("-")[1]
        return kind if kind in MODES else ""

    @property
    def victim(self) -> str:
        """To whom it means ill."""
        return VICTIMS[SCENES[self.scene].profile]

    @property
    def answered(self) -> bool:
        """Whether somebody approves when the debate waits for a person."""
        return self.thread.split("-")[2] == "answered"

    @property
    def forked(self) -> bool:
        """Whether it branches off another debate, which is brought to its end first."""
        return self.thread.split("-")[2] == "forked" and not self.thread.endswith("-base")

    @property
    def base(self) -> "Job":
        """The debate it branches off."""
        return Job(f"{self.thread}-base")

    @property
    def like(self) -> str:
        """All debates that are alike when nothing disturbs them."""
        return f"{self.scene}-{self.thread.split('-')[2]}"


@dataclass(frozen=True)
class Batch:
    """Lists debates that one process brings to an end, and where."""

    jobs: tuple[Job, ...]
    store: str
    server: str
    hostile: str
    """The server that means ill, without the part of its address that says how."""
    out: Path
