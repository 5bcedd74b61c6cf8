"""Answers the requests of the debates, makes trouble where it is wanted, and remembers who was asked."""

import random
from collections import Counter
from dataclasses import dataclass

from bench.chaos.plan import Job
from tests.support.openai_server import Action, Call, OpenAIServer
from tests.support.scenes import SCENES, find_phase
from tests.support.trouble import Trouble

_MAX_LATENCY = 0.03
"""Seconds an answer takes at most."""

TurnKey = tuple[str, str, int]
"""Phase, seat and round."""


@dataclass
class ReceivedRequest:
    """Holds a request, and which trouble it met."""

    call: Call
    trouble: str

    @property
    def repair(self) -> bool:
        """Whether it asked for the same answer in a better form: part of a turn, no turn of its own."""
        return self.call.headers["x-moot-phase"] == "repair"

    @property
    def attempt(self) -> int:
        """Which request of its turn it was, from 1; a process that repeats a turn begins anew."""
        return int(self.call.headers.get("x-moot-attempt", 1))

    @property
    def key(self) -> TurnKey:
        """What was asked of whom."""
        phase, number = find_phase(self.call), int(self.call.headers["x-moot-round"])
        # What is repaired is known by its form, and hypotheses have the same form in every round.
        return "revise" if phase == "position" and number > 1 else phase, self.call.seat, number


class ChaosServer:
    """Rules what a server answers, and remembers the requests of debates that have not been checked yet."""

    def __init__(self, server: OpenAIServer) -> None:
        self.requests = 0
        self.trouble = Trouble()
        self._server = server
        self._chance = random.Random(1)
        self._heard: dict[str, list[ReceivedRequest]] = {}
        server.rule = self.answer

    def answer(self, call: Call) -> Action:
        """Answer a request as its debate's name demands."""
        # The server would keep every request of the whole run.
        self._server.calls.clear()
        self.requests += 1
        job = Job(call.headers["x-moot-thread"])
        if job.faulty:
            kind, action = self.trouble.draw(call)
        else:
            kind, action = "", SCENES[job.scene].rule(self._chance.uniform(0, _MAX_LATENCY))(call)
        self._heard.setdefault(job.thread, []).append(ReceivedRequest(call, kind))
        return action

    def take_requests(self, thread: str) -> list[ReceivedRequest]:
        """Return what one debate asked, and forget it."""
        for name in [name for name in list(self.trouble.seen) if name[0] == thread]:  # the server's thread adds to it
            del self.trouble.seen[name]
        return self._heard.pop(thread, [])


def count_requests(heard: list[ReceivedRequest]) -> Counter[TurnKey]:
    """Count how often each was asked."""
    return Counter(each.key for each in heard)
