"""Puts questions of nodes to models: within a lease, and telling whoever watches."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from langgraph.config import get_stream_writer

from moot.catalogue import speak_to_models
from moot.models import Answer, Offer
from moot.nodes.checkpoint_journal import CheckpointJournals
from moot.nodes.connections import Connections
from moot.nodes.context import current_run
from moot.nodes.moments import time_turn
from moot.nodes.surviving import list_heard_turns, note_answer, take_heard_answer
from moot.policies.critique.ledger import latest_verdicts
from moot.policies.limits import derive_spent, read_execution
from moot.policies.limits.leases import lease_wave, settle_lease
from moot.prompts import Prompt, render_prompt
from moot.prompts.findings import count_claims_of, digest_guidance, digest_ledger, digest_remarks
from moot.prompts.positions import tell_today
from moot.prompts.refinement import introduce_question
from moot.state.base import Value
from moot.state.budget import Lease, Spent, Turn
from moot.state.debate import MultiAgentState
from moot.state.evidence import Ledger
from moot.state.facts import Fact, Saying, Sayings

COUNCIL = ("council_critic", "council_advocate", "council_synthesizer")
"""The first two speak at once, so each leaves the others their part of what is left."""

_ON_THE_SIDE = ("retrieve", "inspect")
"""What a seat of a wave asks before it speaks."""

_CORE = ("recommendation", "decision", "answer", "structured_question", "justification", "reason")
"""The fields that say what an answer comes to, as far as it has them."""


def announce(event: str, **details: Any) -> None:
    """Tell whoever watches the run what happens; nobody has to listen."""
    get_stream_writer()({"event": event, **details})


def spent_so_far(state: MultiAgentState, *, with_lost: bool = True) -> Spent:
    """Add up what the debate has used, by its turns; `with_lost`, also what calls of unknown fate can have used."""
    rounds = state["protocol"].profile.rounds
    return derive_spent(state.get("turns") or [], state.get("queries") or [], rounds, with_lost=with_lost)


def tell_guidance(state: MultiAgentState) -> str:
    """Tell everyone the date, where a refined question comes from, what was asked so far, and what people said."""
    responses = [each.response for each in state.get("reviews") or [] if each.response is not None]
    asked = digest_guidance(state.get("guidance") or [], {each.text for each in responses if each.text})
    said = (
        tell_today(state["case"].started_at),
        _tell_origin(state),
        asked,
        digest_remarks(state.get("remarks") or []),
    )
    return "\n".join(filter(None, said))


def _tell_origin(state: MultiAgentState) -> str:
    """Tell those who argue a refined question what the user wrote, and what in it is assumed."""
    versions = state.get("hypothesis_versions") or []
    return introduce_question(state["user_input"], versions[-1], state["question"]) if versions else ""


def unsupported_claims(state: MultiAgentState, labels: Mapping[str, str]) -> str | None:
    """List the claims, as each seat last stated them, that do not stand on what they cite."""
    bare = _list_unsupported(state)
    return digest_ledger(bare, labels) if bare else None


def count_unsupported(state: MultiAgentState, seat: str) -> str | None:
    """Tell a seat how many of its claims do not stand on what they cite: it may repair them."""
    bare = _list_unsupported(state)
    count = sum(each.seat == seat for each in bare.verdicts) if bare else 0
    return count_claims_of(count) if count else None


def _list_unsupported(state: MultiAgentState) -> Ledger | None:
    ledgers = state.get("ledgers") or []
    if not ledgers:
        return None
    # Who was not asked in the last round still stands by what it claimed before.
    bare = tuple(each for each in latest_verdicts(ledgers) if each.verdict == "unsupported")
    return ledgers[-1].model_copy(update={"verdicts": bare})


def list_said(state: MultiAgentState) -> list[str]:
    """List what people told a refinement on the way, word by word."""
    return list(dict.fromkeys((*(state.get("guidance") or ()), *(each.text for each in state.get("remarks") or ()))))


def tell_points(points: Sayings, labels: Mapping[str, str] | None = None) -> list[str]:
    """Tell facts to models, in English like everything they are told, and of seats by their labels."""
    return [speak_to_models().tell(_label_seats(each, labels or {})) for each in points]


def _label_seats(point: Saying, labels: Mapping[str, str]) -> Saying:
    """Name who shares a point and who denies it by their labels: the words of the point are left as they were said."""
    if not isinstance(point, Fact):
        return point
    sides = {name: each for name in ("seats", "against") if isinstance(each := point.values.get(name), tuple)}
    named = {name: tuple(labels.get(str(seat), seat) for seat in side) for name, side in sides.items()}
    return point.model_copy(update={"values": {**point.values, **named}}) if named else point


def lease_for(state: MultiAgentState, seat: str, phase: str) -> Lease:
    """Find what an actor may use: the lease of its wave, or one of its own when it acts alone."""
    number, wave = state.get("round", 0), state.get("wave")
    speakers: tuple[str, ...] = COUNCIL if phase in COUNCIL[:2] else (seat,)
    if wave is not None and (wave.phase, wave.round) == (phase, number) and seat in wave.seats:
        if wave.execution == "parallel":
            return next(lease for lease in state["leases"] if lease.seat == seat)
        # what is left is divided again by those still to speak, so a quick seat's rest reaches the others.
        speakers = wave.seats[wave.seats.index(seat) :]
    turns = state.get("turns") or []
    leases = lease_wave(state["protocol"].profile, spent_so_far(state), speakers, phase, number, turns)
    return next(lease for lease in leases if lease.seat == seat)


class Ask:
    """Asks the models of whichever debate runs; every actor that needs a model is given one of these."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._journals = CheckpointJournals()

    async def can_answer(self, state: MultiAgentState, seat: str, phase: str) -> bool:
        """Tell whether this actor's model is up to a question that the debate can do without."""
        served = await self._connections.find(state["protocol"], current_run()).open(seat)
        return served.can_answer(phase)

    async def __call__(
        self,
        state: MultiAgentState,
        prompt: Prompt,
        schema: type[Value],
        *,
        seat: str,
        phase: str,
        number: int = 1,
        after: Answer | None = None,
        lease: Lease | None = None,
        offer: Offer = (),
    ) -> Answer:
        """Ask this actor's model within its lease, and say when it started and how it ended.

        A second question of the same turn names the answer it comes `after`: it may use what that one left. A question
        on the side, which may use only part of what the actor has, brings a `lease` of its own.
        """
        if (heard := take_heard_answer()) is not None:
            return heard
        round_number, lease = state.get("round", 0), lease or lease_for(_add_heard(state, after), seat, phase)
        if after is not None:
            lease = _rest(lease, after.turn)
        announce("seat_started", seat=seat, phase=phase, round=round_number, seconds=lease.seconds)
        run = current_run()
        edge = self._connections.find(state["protocol"], run)
        answer = await edge(
            prompt,
            schema,
            lease,
            seat=seat,
            phase=phase,
            round=round_number,
            number=number,
            offer=offer,
            journal=run.journal or await self._journals.find(),
            alone=not _is_among_others(state, seat, phase),
        )
        if _is_at_once(state, seat, phase):
            answer = replace(answer, turn=answer.turn.model_copy(update={"at_once": True}))
        answer = replace(answer, turn=time_turn(answer.turn))
        note_answer(answer)
        announce("seat_finished", **describe_turn(answer.turn, answer.fields))
        return answer


def _is_among_others(state: MultiAgentState, seat: str, phase: str) -> bool:
    """Tell whether others may be asked at the same time; a seat of a wave also when it asks something on the side."""
    wave, number = state.get("wave"), state.get("round", 0)
    if wave is None or wave.execution != "parallel" or wave.round != number or seat not in wave.seats:
        return phase in COUNCIL[:2]
    # The wave stays in the state when it is over, and one of its seats may be who decides then.
    return phase in (wave.phase, *_ON_THE_SIDE, *COUNCIL[:2])


def _is_at_once(state: MultiAgentState, seat: str, phase: str) -> bool:
    """Tell whether a seat speaks at once with others although its wave is planned in turn (X-03)."""
    wave, number = state.get("wave"), state.get("round", 0)
    if wave is None or wave.execution != "parallel" or wave.round != number or seat not in wave.seats:
        return False
    return read_execution(phase, number, state["protocol"].profile.rounds) == "sequential"


def _add_heard(state: MultiAgentState, after: Answer | None) -> MultiAgentState:
    """Add what this node has asked besides: whoever is asked second may use only what the first one left."""
    known = state.get("turns") or []
    more = [turn for turn in list_heard_turns(after) if turn not in known]
    return {**state, "turns": [*known, *more]} if more else state


def _rest(lease: Lease, turn: Turn) -> Lease:
    for usage in turn.usages:
        lease = settle_lease(lease, usage)
    seconds = None if lease.seconds is None else max(0.0, lease.seconds - turn.wall_ms / 1000)
    return lease.model_copy(update={"seconds": seconds})


def instruct(said: Saying) -> str:
    """Say a fact to a model; prompts are in English, whatever language the model answers in."""
    return speak_to_models().tell(said)


def ask_again(prompt: Prompt, said: str, error: str) -> Prompt:
    """Write the same question again with what was wrong with its answer (Q-08)."""
    repair = render_prompt("repair", answer=said, error=error)
    return Prompt(prompt.system, prompt.shared, prompt.own + repair.own)


def next_number(state: MultiAgentState, seat: str, phase: str) -> int:
    """Number an actor's next turn of the phase in this round: a role may speak more than once."""
    number = state.get("round", 0)
    return 1 + sum((turn.seat, turn.phase, turn.round) == (seat, phase, number) for turn in state.get("turns") or [])


def describe_turn(turn: Turn, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a finished turn to whoever watches; as in the result, what no server answered for was not used."""
    used = [usage for usage in turn.usages if usage.answered]
    costs = [usage.cost for usage in used]
    return {
        "seat": turn.seat,
        "phase": turn.phase,
        "round": turn.round,
        "status": turn.status,
        "elapsed_ms": turn.wall_ms,
        "model": turn.model,
        "tokens": sum(usage.prompt_tokens + usage.completion_tokens for usage in used),
        "prompt_tokens": sum(usage.prompt_tokens for usage in used),
        "answer_tokens": sum(usage.completion_tokens for usage in used),
        "cost": None if None in costs else sum(cost or 0 for cost in costs),
        "confidence": fields.get("confidence"),
        "said": next((said for name in _CORE if (said := fields.get(name)) and isinstance(said, str)), ""),
        "error": turn.error,
    }
