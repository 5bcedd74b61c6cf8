"""Holds what is written down to what was voted for: asks whether a text states an option.

It is a node of its own, so that what was written is kept before anything else is asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from moot.models import Offer
from moot.nodes.asking import Ask, next_number
from moot.nodes.context import AsyncNode, StateUpdate
from moot.policies.comparison.stances import keep_latest
from moot.policies.verdict.binding import (
    Stated,
    bind_synthesis,
    check_binding,
    find_target,
    hold_resolution,
    leaves_options,
    list_wordings,
    names_another,
    offer_choices,
    rebind_synthesis,
    weigh_alone,
    weigh_name,
)
from moot.policies.verdict.synthesis import compose_synthesis, keep_reservations
from moot.policies.verdict.warrant import find_ballot, find_settled
from moot.prompts import render_prompt
from moot.prompts.votes import digest_ballot, digest_points, explain_unsettled
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
            return {"ballot": None, "choices": None, "unsettled": None}
        return {
            "ballot": digest_ballot(self.ballot, self.settled),
            "choices": " | ".join(self.offer[0][1]),
            "unsettled": explain_unsettled(self.settled),
        }


def view_ballot(state: MultiAgentState) -> BallotView:
    """See who votes for what, and what that settles."""
    ballot = find_ballot(state)
    return BallotView(ballot, find_settled(state, ballot))


def compose_from_seats(state: MultiAgentState) -> Synthesis:
    """Sum up by rule what the seats said, with what they reserve on record."""
    order, positions = state["protocol"].profile.seat_ids, state.get("positions") or []
    composed = compose_synthesis(positions, state.get("convergence"), order, state["case"].language)
    return keep_reservations(composed, keep_latest(positions, order), state["case"].language)


def make_binder(ask: Ask) -> AsyncNode:
    """Seat whoever holds a synthesis to the votes: it states the settled option, is written once more, or is replaced.

    The words of who has the authority to decide are never replaced: what is not shown to state the option after that is
    unbound, also where it names the option and nobody can compare meanings.
    """

    async def binder(state: MultiAgentState) -> StateUpdate:
        synthesis, view = state.get("draft"), view_ballot(state)
        # What a rule found or composed is no draft, and bound by no vote.
        if synthesis is None:
            return {}
        if view.ballot is None or view.settled is None:
            return {"synthesis": synthesis.model_copy(update={"binding": "open"}), "draft": None}
        found, turns = await _check(state, ask, synthesis, view)
        authority = synthesis.author == SUPERVISOR
        if found == "yes":
            bound = bind_synthesis(synthesis, view.ballot, view.settled)
        elif leaves_options(synthesis):
            bound = synthesis.model_copy(update={"binding": "departs"})
        elif not synthesis.rewritten:
            return {"draft": synthesis.model_copy(update={"binding": "rewrite"}), "turns": turns}
        elif authority:
            bound = synthesis.model_copy(update={"binding": "unbound"})
        else:
            told = compose_from_seats(state)
            bound = rebind_synthesis(synthesis, told, view.ballot, view.settled, state.get("positions") or [])
        return {"synthesis": bound, "draft": None, "turns": turns}

    return binder


async def bind_mediator(
    state: MultiAgentState, ask: Ask, ruling: Synthesis, view: BallotView
) -> tuple[Synthesis, list[Turn]]:
    """Say whether a mediator's ruling states what the votes settle, where they settle something.

    A mediator has the authority to decide, so its words are never replaced; what is not shown to state the settled
    option is a departure, which a person has to accept (DESIGN 9).
    """
    if view.ballot is None or view.settled is None:
        return await _name_ruled(state, ask, ruling.model_copy(update={"binding": "open"}), view)
    found, turns = await _check(state, ask, ruling, view)
    if found == "yes":
        return bind_synthesis(ruling, view.ballot, view.settled), turns
    return ruling.model_copy(update={"binding": "unbound"}), turns


async def _name_ruled(
    state: MultiAgentState, ask: Ask, ruling: Synthesis, view: BallotView
) -> tuple[Synthesis, list[Turn]]:
    """Keep the option that a free ruling names only where its text is not shown to say something else."""
    if view.ballot is None or view.ballot.option(str(ruling.choice)) is None:
        return ruling, []
    found, turns = await _weigh(state, ask, view.ballot, str(ruling.choice), ruling.decision)
    return ruling.model_copy(update={"choice": NO_OPTION}) if found == "no" else ruling, turns


def explain_unbound(state: MultiAgentState, view: BallotView) -> str:
    """Say why a synthesis is to be written once more."""
    return (
        f"The decision does not state option {view.settled}, which the votes settle: "
        f"{_quote(view, state.get('positions') or [])}"
    )


async def find_choice(
    state: MultiAgentState, ask: Ask, resolution: CouncilResolution
) -> tuple[CouncilResolution, list[Turn]]:
    """Find the option that a council's resolution states; what its text is not shown to state it does not choose."""
    view = view_ballot(state)
    if view.ballot is None or resolution.choice in (None, NO_OPTION):
        return resolution, []
    found, turns = await _weigh(state, ask, view.ballot, str(resolution.choice), resolution.decision)
    return hold_resolution(resolution, view.settled, found), turns


async def _weigh(state: MultiAgentState, ask: Ask, ballot: Ballot, option: str, text: str) -> tuple[Stated, list[Turn]]:
    """Weigh the option that a ruling names by its text, and by whoever compares meanings where it says more."""
    wordings, language = list_wordings(ballot, option, state.get("positions") or []), state["case"].language
    found = weigh_alone(text, wordings, language)
    if found != "unsure":
        return found, []
    extent, turns = await _compare(state, ask, text, wordings)
    return weigh_name(text, wordings, language, extent, asked=bool(turns)), turns


async def _check(state: MultiAgentState, ask: Ask, synthesis: Synthesis, view: BallotView) -> tuple[Stated, list[Turn]]:
    assert view.ballot is not None  # the votes settle something  # noqa: S101
    assert view.settled is not None  # noqa: S101
    positions, language = state.get("positions") or [], state["case"].language
    found = check_binding(synthesis, view.ballot, view.settled, positions, language)
    target = find_target(synthesis, view.ballot, view.settled)
    wordings = list_wordings(view.ballot, target, positions)
    alone = weigh_alone(synthesis.decision, wordings, language)
    plain = found == alone == "yes"
    if leaves_options(synthesis):
        # Who declares a departure need not be asked; only the plain words of the option show that it is none.
        return ("yes" if plain else "no"), []
    if plain:
        return found, []
    if alone == "no" or names_another(synthesis, view.ballot, view.settled):
        return "no", []
    extent, more = await _compare(state, ask, synthesis.decision, wordings)
    return "yes" if extent == "full" else "no" if extent else found, more


async def _compare(state: MultiAgentState, ask: Ask, text: str, wordings: Texts) -> tuple[Extent | None, list[Turn]]:
    """Ask the comparer whether a text says the same as an option; None where it was not asked, or says nothing of it.

    A comparer that was to tell and did not answer has shown nothing.
    """
    if not await _may_compare(state, ask):
        return None, []
    # Of each voter: what one of them says is not what all of them vote for.
    option = digest_points(wordings, tokens=_OPTION_TOKENS)
    prompt = render_prompt("compare", question=state["question"], decision=text, option=option)
    turn = next_number(state, "comparer", "compare")
    answer = await ask(state, prompt, Comparison, seat="comparer", phase="compare", number=turn)
    pairs: Sequence[ComparedPair] = answer.fields.get("pairs") or ()
    rows = (each.recommendation for each in pairs if {each.a, each.b} == {_TEXT, _OPTION})
    return next(chain(rows, (None if answer.whole else "none",))), [answer.turn]


async def _may_compare(state: MultiAgentState, ask: Ask) -> bool:
    name = state["protocol"].profile.convergence.comparator
    if name == "auto":
        return await ask.can_answer(state, "comparer", "compare")
    return name == "model"


def _quote(view: BallotView, positions: Sequence[Position]) -> str:
    assert view.ballot is not None  # the votes settle something  # noqa: S101
    wordings = list_wordings(view.ballot, str(view.settled), positions)
    return " / ".join(wordings[:_SHOWN_WORDINGS])
