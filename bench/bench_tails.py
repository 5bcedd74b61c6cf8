"""What slow answers cost a debate, with and without sending them again: a simulation in simulated time.

Latencies are drawn from a log-normal distribution (median 4 s, 99 % within 40 s), 2 % of the requests hang for ever,
and the first piece of an answer comes after an eighth of its time. A debate has three seats, four waves of answers and
a synthesis; whoever has not answered within the limit is lost. When a request is sent again is decided by the same
function that decides it in a debate, from the latencies that were seen before. No model and no network are involved, so
that a busy machine changes nothing: the figures say what the rule does, not how fast this machine is.

    python bench/bench_tails.py [--debates 2000]
"""

import argparse
import math
import random
import sys
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from moot.policies.limits.calls import SeenLatencies, plan_resend
from moot.state.hedging import HedgeRules

MEDIAN, P99, HUNG = 4.0, 40.0, 0.02
SIGMA = math.log(P99 / MEDIAN) / 2.326
FIRST = 1 / 8
SEATS, WAVES = 3, 4
REMEMBERED = 200
WATCHDOG = "watchdog alone"


@dataclass
class Model:
    """What a model has shown, and what was asked of it."""

    dice: random.Random
    requests: int = 0
    extra: int = 0
    begun: deque[float] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    complete: deque[float] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    def draw(self) -> float:
        """Seconds that the next request takes."""
        return math.inf if self.dice.random() < HUNG else self.dice.lognormvariate(math.log(MEDIAN), SIGMA)

    def ask(self, limit: float, rules: HedgeRules, *, watchdog_only: bool) -> float:
        """Seconds until the first answer; the limit when there is none."""
        seen = SeenLatencies.model_construct(
            requests=self.requests, extra=self.extra, begun=tuple(self.begun), complete=tuple(self.complete)
        )
        plan = plan_resend(seen, rules, limit)
        self.requests += 1
        first = self.draw()
        answered = [first]
        if plan is not None:
            silent = plan.silent_after if first * FIRST > plan.silent_after else None
            again = silent if watchdog_only else (silent or plan.late_after)
            if again is not None and again < min(first, limit):
                self.extra += 1
                answered.append(again + self.draw())
        taken = min(*answered, limit) if len(answered) > 1 else min(first, limit)
        self.begun.append(min(first * FIRST, taken))
        self.complete.append(min(first, taken))
        return taken


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, math.ceil(share * len(times)) - 1)]


def simulate(debates: int, limit: float, rules: HedgeRules, *, watchdog_only: bool = False) -> str:
    """Run so many debates and describe them in one line."""
    model, walls, lost, harmed = Model(random.Random(7)), [], 0, 0
    for _ in range(debates):
        waves = [[model.ask(limit, rules, watchdog_only=watchdog_only) for _ in range(SEATS)] for _ in range(WAVES)]
        waves.append([model.ask(limit, rules, watchdog_only=watchdog_only)])
        missing = sum(taken >= limit for wave in waves for taken in wave)
        walls.append(sum(max(wave) for wave in waves))
        lost += missing
        harmed += bool(missing)
    times = "".join(f"{percentile(walls, share):>9.0f}" for share in (0.5, 0.95, 0.99))
    shares = (harmed / debates, lost / model.requests, model.extra / model.requests)
    return times + "".join(f"{share:>15.1%}" for share in shares)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--debates", type=int, default=2000)
    debates = parser.parse_args().debates
    answers = SEATS * WAVES + 1
    print(f"simulated: {debates:,} debates of {answers} answers, median {MEDIAN:g} s, 99 % {P99:g} s, 2 % hang\n")
    print(f"{'':30}{'p50 s':>9}{'p95 s':>9}{'p99 s':>9}{'lose an answer':>15}{'answers lost':>15}{'extra calls':>15}")
    for limit in (30.0, 120.0):
        for name, rules in (
            ("asked once", HedgeRules(enabled=False)),
            (WATCHDOG, HedgeRules()),
            ("watchdog and hedge", HedgeRules()),
            ("the same, max_extra 0.15", HedgeRules(max_extra=0.15)),
        ):
            print(f"{f'{limit:g} s, {name}':30}{simulate(debates, limit, rules, watchdog_only=name == WATCHDOG)}")


if __name__ == "__main__":
    main()
