"""Decides when a request is sent a second time.

Two moments are read from what the model has shown so far: when nearly all of its answers had begun, and when nearly all
were complete. A request that has shown nothing at the first moment hangs, or waits in a queue that another one may not
meet; one that is not complete at the second is among the slowest. Sending again earlier than after a second is not
worth its price, and neither is a second request that most likely would not be answered in the time that is left.
Without enough observations, or beyond the share of extra requests that is allowed, nothing is sent again. Half of that
share is kept for requests that show nothing: where all of it went to the slowest, debates lost more answers
(bench/bench_tails.py).
"""

import math
from collections.abc import Sequence

from moot.state.base import Value
from moot.state.hedging import HedgeRules

_FEWEST = 8
"""So many answers must have been seen before something is said about the slowest."""
_EARLIEST = 1.0
"""Seconds that everybody waits anyway."""


class SeenLatencies(Value):
    """What a model has shown in this process."""

    requests: int = 0
    """All that were sent, second ones left out."""
    extra: int = 0
    """Second requests among those that were sent."""
    begun: tuple[float, ...] = ()
    """Seconds until the first piece of an answer."""
    complete: tuple[float, ...] = ()
    """Seconds until the end of an answer; of a cancelled request, how long it had taken by then."""


class ResendPlan(Value):
    """When to send a request again, in seconds after it was sent."""

    silent_after: float
    """If nothing has come by then."""
    late_after: float | None
    """If it is not complete by then; None: it is waited for, to keep what is allowed for the silent, or being late."""


def plan_resend(seen: SeenLatencies, rules: HedgeRules, left: float = math.inf) -> ResendPlan | None:
    """Say when a request that is sent now is sent again, if so much time is left for it; None when it is not."""
    if not rules.enabled or min(len(seen.begun), len(seen.complete)) < _FEWEST:
        return None
    if seen.extra + 1 > rules.max_extra * seen.requests:
        return None
    latest = left - _find_quantile(seen.complete, 0.5)
    silent = max(_EARLIEST, _find_quantile(seen.begun, rules.after))
    late = max(_EARLIEST, silent, _find_quantile(seen.complete, rules.after))
    if silent > latest:
        return None
    plentiful = 2 * (seen.extra + 1) <= rules.max_extra * seen.requests
    return ResendPlan(silent_after=silent, late_after=late if plentiful and late <= latest else None)


def _find_quantile(times: Sequence[float], share: float) -> float:
    """Find the time within which this share of the requests was done: one that was seen, never one in between."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]
