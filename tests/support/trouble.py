"""A server in trouble: it plays the scenes, but fails, hangs and talks nonsense as the dice say."""

import random
from collections import Counter
from collections.abc import Callable

from tests.support.openai_server import Action, Call, Drop, Fail, Hang, Say
from tests.support.scenes import SCENES

FAILURES, HANGS, MALFORMED = 0.10, 0.05, 0.10


class Trouble:
    """Answers by scene, except when the dice say otherwise; the same request meets the same trouble on every run.

    A debate's thread begins with the name of its scene.
    """

    def __init__(self) -> None:
        self.seen: Counter[tuple[str, ...]] = Counter()
        self.made: Counter[str] = Counter()

    def __call__(self, call: Call) -> Action:
        """Answer a request, somehow."""
        return self.draw(call)[1]

    def draw(self, call: Call) -> tuple[str, Action]:
        """What kind of trouble a request meets (none: empty), and what happens to it."""
        name = tuple(call.headers[f"x-moot-{part}"] for part in ("thread", "phase", "seat", "round", "attempt"))
        self.seen[name] += 1
        chance = random.Random(repr((name, self.seen[name])))
        said = SCENES[name[0].partition("-")[0]].rule(chance.uniform(0, 0.02))(call)
        drawn = chance.random()
        if drawn < FAILURES:
            return self._make("failed", chance.choice(FAILED)(said))
        if drawn < FAILURES + HANGS:
            return self._make("hung", chance.choice((Hang(), Say(said.reply, cut=20, then="hang"))))
        if drawn < FAILURES + HANGS + MALFORMED:
            return self._make("malformed", spoil(said, chance))
        return "", said

    def _make(self, kind: str, action: Action) -> tuple[str, Action]:
        self.made[kind] += 1
        return kind, action


FAILED: tuple[Callable[[Say], Action], ...] = (
    lambda _: Fail(429, retry_after="0"),
    lambda _: Fail(500),
    lambda _: Fail(502),
    lambda _: Fail(503),
    lambda _: Drop(),
    lambda said: Say(said.reply, cut=40, then="drop"),
    lambda said: Say(said.reply, cut=40, error="overloaded"),
)
"""The ways to fail: a status, a connection that is cut, an error in the middle of an answer."""


def spoil(said: Say, chance: random.Random) -> Say:
    """An answer that is cut off, broken, refused, empty, or not in the form that was asked for."""
    return chance.choice(
        (
            Say(said.reply, cut=chance.randrange(1, 60)),
            Say(said.reply, cut=30, then="broken"),
            Say(said.reply, cut=50, finish="length"),
            Say("I would rather not answer in JSON."),
            Say('{"recommendation": 7, "confidence": "very"}'),
            Say(""),
            Say(refusal="I cannot help with that."),
        )
    )
