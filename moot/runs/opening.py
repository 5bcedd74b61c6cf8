"""What whoever watches a debate is told before anything happens: who sits there, and what may be used."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from moot.policies.limits import ROUND_PHASES, derive_spent
from moot.state.budget import Turn
from moot.state.positions import Position
from moot.state.protocol import Profile


def describe_opening(thread: str, question: str, profile: Profile, values: Mapping[str, Any]) -> dict[str, Any]:
    """The event `began`; of a debate that goes on, it says how far it had come."""
    spent = derive_spent(values.get("turns") or [], values.get("queries") or [], profile.rounds)
    convergence = values.get("convergence")
    return {
        "event": "began",
        "thread": thread,
        "profile": profile.name,
        "question": question,
        "seats": list(profile.seat_ids),
        "strategy": profile.convergence.strategy,
        "threshold": profile.convergence.threshold,
        "limits": {
            "rounds": profile.rounds.max,
            "seconds": profile.timeout.total,
            "cost": profile.budget.cost,
            "tokens": profile.budget.tokens,
        },
        "round": values.get("round", 0),
        "convergence": convergence.value if convergence else None,
        "standing": _stand(_present(values.get("turns") or [], profile), values.get("positions") or []),
        "spent": {
            "seconds": spent.seconds + spent.council_seconds,
            "tokens": spent.prompt_tokens + spent.completion_tokens,
            "cost": spent.cost,
            "unpriced": spent.unpriced_calls,
        },
    }


def _present(turns: Sequence[Turn], profile: Profile) -> list[Turn]:
    """The turns of those who sit here; a fork may have left a seat out."""
    return [turn for turn in turns if turn.phase not in ROUND_PHASES or turn.seat in profile.seat_ids]


def _stand(turns: Sequence[Turn], positions: Sequence[Position]) -> list[dict[str, Any]]:
    """What each actor did last, and everything it used so far."""
    last = {turn.seat: turn for turn in turns}
    said = {position.seat: position for position in positions}
    tokens: Counter[str] = Counter()
    for turn in turns:
        tokens[turn.seat] += sum(usage.prompt_tokens + usage.completion_tokens for usage in turn.usages)
    return [
        {
            "seat": seat,
            "phase": turn.phase,
            "round": turn.round,
            "status": turn.status,
            "tokens": tokens[seat],
            "confidence": said[seat].confidence if seat in said else None,
            "said": turn.error or (said[seat].recommendation if seat in said else "") or "",
        }
        for seat, turn in last.items()
    ]
