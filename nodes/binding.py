"""Holds what is written down to what was voted for: asks whether a text states an option.

It is a node of its own, so that what was written is kept before anything else is asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from moot.models import Offer
from moot.nodes.asking import Ask, next_number
from moot.nodes.context import AsyncNode, StateUpdate
from moot.policies.verdict import (
    Stated,
    bind_synthesis,
    check_binding,
    find_ballot,
    find_settled,
    find_target,
    list_wordings,
    offer_choices,
    rebind_synthesis,
    states_option,
)
from moot.prompts import digest_ballot, digest_points, render_prompt
from moot.state.ballot import NO_OPTION, Ballot
from moot.state.base import Texts
from moot.state.budget import Turn
from moot.state.debate import MultiAgentState
from moot.state.findings import ComparedPair, Comparison, Extent
from moot.state.outcome import CouncilResolution, Synthesis
from moot.state.positions import Position

_TEXT, _OPTION = "decision", "option"
_SHOWN_WORDINGS = 3
_OPTION_TOKENS = 2_000

SUPERVISOR = "supervisor"
"""The role with the authority to decide a legal debate."""


@dataclass(frozen=True, slots=True)
class BallotView:
    """The ballot as whoever sums up a debate is shown it."""

    ballot: Ballot | None
    settled: str | None

    @property
    def offer(self) -> Offer:
        """The choices that go with the answer."""
        choices = offer_choices(self.ballot, self.settled) if self.ballot and self.ballot.options else ()
        return (("choice", choices),) if choices else ()

    @property
    def variables(self) -> dict[str, str | None]:
        """What a prompt shows of it."""
        if self.ballot is None or not self.offer:
            return {"ballot": None, "choices": None}
        return {
            "ballot": digest_ballot(self.ballot, self.settled),
            "choices": " | ".join(self.offer[0][1]),
        }


def view_ballot(state: MultiAgentState) -> BallotView:
    """See who votes for what, and what that settles."""
    ballot = find_ballot(state)
    return BallotView(ballot, find_settled(state, ballot))


def make_binder(ask: Ask) -> AsyncNode:
    """Seat whoever holds a synthesis to the votes: it states the settled option, is written once more, or is replaced.

    Who has the authority to decide is believed when it names the option and nobody can compare meanings; its words are
    never replaced.
    """

    async def binder(state: MultiAgentState) -> StateUpdate:
        synthesis, view = state.get("synthesis"), view_ballot(state)
        # What a rule found, or a mediator decided, is bound by no vote.
        if synthesis is None or synthesis.binding is not None or synthesis.author not in (SUPERVISOR, "synthesizer"):
            return {}
        if view.ballot is None or view.settled is None:
            return {"synthesis": synthesis.model_copy(update={"binding": "open"})}
        found, turns = await _check(state, ask, synthesis, view)
        authority = synthesis.author == SUPERVISOR
        named = authority and not turns and found == "unsure" and synthesis.choice in (None, view.settled)
        if found == "yes" or named:
            bound = bind_synthesis(synthesis, view.ballot, view.settled)
        elif not synthesis.rewritten:
            bound = synthesis.model_copy(update={"binding": "rewrite"})
        elif authority:
            bound = synthesis.model_copy(update={"binding": "unbound"})
        else:
            bound = rebind_synthesis(synthesis, view.ballot, view.settled, state.get("positions") or [])
        return {"synthesis": bound, "turns": turns}

    return binder


def explain_unbound(state: MultiAgentState) -> str:
    """Say why a synthesis is to be written once more."""
    view = view_ballot(state)
    return (
        f"The decision does not state option {view.settled}, which the votes settle: "
        f"{_quote(view, state.get('positions') or [])}"
    )


async def find_choice(
    state: MultiAgentState, ask: Ask, resolution: CouncilResolution
) -> tuple[CouncilResolution, list[Turn]]:
    """Find the option that a council's resolution states; what its text denies is not what it chooses."""
    view = view_ballot(state)
    if view.ballot is None or resolution.choice in (None, NO_OPTION):
        return resolution, []
    wordings = list_wordings(view.ballot, str(resolution.choice), state.get("positions") or [])
    found = states_option(resolution.decision, wordings, state["case"].language)
    turns: list[Turn] = []
    if found == "unsure":
        extent, turns = await _compare(state, ask, resolution.decision, wordings)
        found = "no" if extent == "none" else found
    return resolution.model_copy(update={"choice": NO_OPTION}) if found == "no" else resolution, turns


async def _check(state: MultiAgentState, ask: Ask, synthesis: Synthesis, view: BallotView) -> tuple[Stated, list[Turn]]:
    assert view.ballot is not None  # the votes settle something  # noqa: S101
    assert view.settled is not None  # noqa: S101
    positions, language = state.get("positions") or [], state["case"].language
    found = check_binding(synthesis, view.ballot, view.settled, positions, language)
    if found != "unsure":
        return found, []
    target = find_target(synthesis, view.ballot, view.settled)
    wordings = list_wordings(view.ballot, target, positions)
    extent, more = await _compare(state, ask, synthesis.decision, wordings)
    return "yes" if extent == "full" else "no" if extent else "unsure", more


async def _compare(state: MultiAgentState, ask: Ask, text: str, wordings: Texts) -> tuple[Extent | None, list[Turn]]:
    """Ask the comparer whether a text says the same as an option; None without an answer."""
    if not await _may_compare(state, ask):
        return None, []
    option = digest_points(wordings[:_SHOWN_WORDINGS], tokens=_OPTION_TOKENS)
    prompt = render_prompt("compare", question=state["question"], decision=text, option=option)
    turn = next_number(state, "comparer", "compare")
    answer = await ask(state, prompt, Comparison, seat="comparer", phase="compare", number=turn)
    pairs: Sequence[ComparedPair] = answer.fields.get("pairs") or ()
    rows = (each.recommendation for each in pairs if {each.a, each.b} == {_TEXT, _OPTION})
    return next(chain(rows, (None,))), [answer.turn]


async def _may_compare(state: MultiAgentState, ask: Ask) -> bool:
    name = state["protocol"].profile.convergence.comparator
    if name == "auto":
        return await ask.can_answer(state, "comparer", "compare")
    return name == "model"


def _quote(view: BallotView, positions: Sequence[Position]) -> str:
    assert view.ballot is not None  # the votes settle something  # noqa: S101
    wordings = list_wordings(view.ballot, str(view.settled), positions)
    return " / ".join(wordings[:_SHOWN_WORDINGS])
