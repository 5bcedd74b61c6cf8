"""Seats an agent who argues: states a position, revises it, or argues a conflict."""

from collections.abc import Mapping, Sequence

from moot.models import Answer, Offer
from moot.nodes.asking import (
    Ask,
    ask_again,
    count_unsupported,
    instruct,
    tell_guidance,
    tell_points,
    unsupported_claims,
)
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.disputes import tell_proposal, view_disputes, view_reservations, was_reopened_by_person
from moot.nodes.labels import call_seats, labels_of
from moot.nodes.retrieving import add_findings, look_things_up, resolve_citations
from moot.policies.agreement import STRATEGIES
from moot.policies.agreement.ballot import open_ballot
from moot.policies.conflicts import name_decider, name_mediator
from moot.policies.conflicts.boardroom import keep_open
from moot.policies.critique import list_open_blind_spots
from moot.policies.critique.claims import count_claims
from moot.policies.critique.evidence import SYSTEM
from moot.policies.rounds import compose_revision, limit_rounds
from moot.policies.verdict.warrant import find_norm_conflicts
from moot.prompts import Prompt, explain_named, render_prompt, unlabel
from moot.prompts.critiques import (
    critiques_to_answer,
    digest_agreements,
    digest_blind_spots,
    digest_closed,
    digest_critiques,
    digest_norm_conflicts,
)
from moot.prompts.disputes import (
    digest_disputes,
    explain_critique_answers,
    explain_critique_reasons,
    explain_decider,
    explain_reasons,
    explain_scope,
)
from moot.prompts.findings import digest_evidence
from moot.prompts.positions import (
    describe_seat,
    digest_left_open,
    digest_own_position,
    digest_positions,
    digest_rebuttals,
    evidence_rule,
    explain_settling,
    name_law,
    name_remedy,
    tell_stage,
)
from moot.prompts.votes import (
    digest_options,
    digest_points,
    explain_agreement,
    explain_reservation,
    explain_together,
    explain_votes,
    list_choices,
)
from moot.state.ballot import NEW_OPTION, NO_OPTION, BallotOption
from moot.state.bookkeeping import NormConflict
from moot.state.conflicts import Conflict
from moot.state.critiques import BlindSpot, CritiqueSheet
from moot.state.debate import MultiAgentState
from moot.state.facts import Fact, Sayings
from moot.state.positions import Argument, Position, Revision
from moot.state.protocol import Seat

_SHOWN_ELSEWHERE = frozenset({"agreement.declared", "agreement.open_critique"})
"""Facts about a round that a prompt shows in a part of their own, as they stand now."""


def make_debater(seat: Seat, ask: Ask) -> AsyncNode:
    """Seat an agent who states its position without seeing the others."""

    async def debater(state: MultiAgentState) -> StateUpdate:
        told, found = await look_things_up(state, seat, ask, "position")
        prompt = render_prompt(
            "position",
            persona=describe_seat(seat),
            agreement=_explain_agreement(told),
            law=name_law(told["protocol"].profile.roles),
            **common_variables(told, offer_votes(told)),
        )
        return add_findings(await _speak(told, seat, ask, prompt, Position, "position"), found)

    return debater


def make_reviser(seat: Seat, ask: Ask) -> AsyncNode:
    """Seat an agent who answers its critics, or argues the conflicts it is part of."""

    async def reviser(state: MultiAgentState) -> StateUpdate:
        told, found = await look_things_up(state, seat, ask, "revise")
        if told.get("conflict_debates"):
            spoken = await _speak(told, seat, ask, _argument(told, seat), Argument, "revise")
        else:
            spoken = await _speak(told, seat, ask, _revision(told, seat), Revision, "revise")
        return add_findings(spoken, found)

    return reviser


async def _speak(
    state: MultiAgentState, seat: Seat, ask: Ask, prompt: Prompt, schema: type[Position], phase: str
) -> StateUpdate:
    rules, offer = state["protocol"].profile.claims, offer_votes(state)
    wanted = (*offer, *_offer_answers(state), *_offer_conflicts(state), *_offer_conditions(state, seat))
    wanted = wanted if schema is Revision else offer
    ladder = state.get("ladder")
    # Steps of the ladder follow each other, so each of them is a wave of its own when time is added up.
    turn = len(ladder.steps) if ladder is not None and phase == "position" else 1
    answer = await ask(state, prompt, schema, seat=seat.id, phase=phase, number=turn, offer=wanted)
    turns = [answer.turn]
    position = _position(seat, state, answer, offer, revises=phase == "revise")
    counted = count_claims(position, rules)
    if counted.outcome == "refused":
        shorter = ask_again(prompt, answer.raw, instruct(counted.reason))
        again = await ask(
            state, shorter, schema, seat=seat.id, phase=phase, number=turn + 1, after=answer, offer=wanted
        )
        turns.append(again.turn)
        if again.whole:
            position = _position(seat, state, again, offer, revises=phase == "revise")
        if len(position.claims) > rules.max:
            # after one repair the valid part is used, and says so.
            flags = (*position.flags, "claims_cut")
            position = position.model_copy(update={"claims": position.claims[: rules.max], "flags": flags})
    elif counted.outcome == "warn":
        position = position.model_copy(update={"flags": (*position.flags, "many_claims")})
    position, articles = await resolve_citations(state, position)
    return {"positions": [position], "turns": turns, "evidence": articles}


def _position(seat: Seat, state: MultiAgentState, answer: Answer, offer: Offer, *, revises: bool) -> Position:
    """Make a position of what arrived; a field that did not arrive stays None (X-21b).

    A choice is the exception: who was held to the options and named none of them votes for none, whereas a revision
    that leaves its choice out votes as before.
    """
    named, taken = answer.fields.get("accepts") or (), answer.fields.get("takes_over") or ()
    labels = labels_of(state) if named or taken else {}
    taken_over = tuple(
        each.model_copy(update={"seat": other})
        for each in taken
        if (other := unlabel(each.seat, labels)) and other != seat.id
    )
    accepted = tuple(dict.fromkeys(other for name in named if (other := unlabel(name, labels)) and other != seat.id))
    lost = bool(offer and answer.fields) and not answer.whole and "choice" not in answer.fields
    fields = {**answer.fields, "choice": NO_OPTION} if lost else answer.fields
    # A null in a revision is an unchanged field, which the position of a field that may not be null takes over.
    said = {name: value for name, value in fields.items() if value is not None}
    position = Position(
        **{**said, "accepts": accepted, "takes_over": taken_over},
        seat=seat.id,
        round=state["round"],
        status=answer.counts_as,
        stated=tuple(said) if revises else (),
        flags=answer.flags,
        error=answer.error,
        raw=answer.raw if "raw" in answer.flags else "",
    )
    return compose_revision(_last_word(state, seat), position, _moved_to(state, position)) if revises else position


def _moved_to(state: MultiAgentState, position: Position) -> str:
    """Give the wording of the option that a seat chooses, where it voted for another one before."""
    ballot = state.get("ballot")
    chosen = ballot.option(position.choice) if ballot is not None and position.choice else None
    before = ballot.last_vote(position.seat) if ballot is not None else None
    return chosen.wording if chosen is not None and before not in (None, chosen.id) else ""


def _last_word(state: MultiAgentState, seat: Seat) -> Position | None:
    """Find what a seat said when it last spoke, before this round."""
    spoke = [each for each in state.get("positions") or [] if each.seat == seat.id and each.spoke]
    earlier = [each for each in spoke if each.round < state["round"]]
    return max(earlier, key=lambda each: each.round, default=None)


def _options(state: MultiAgentState) -> tuple[BallotOption, ...]:
    """List what seats can vote for: what the last round left, else what the caller gave."""
    ballot = state.get("ballot")
    return ballot.options if ballot is not None else open_ballot(state["case"].options)


def offer_votes(state: MultiAgentState) -> Offer:
    """Offer the options as choices, once there are any; something new where the ballot is open (DESIGN 9)."""
    options, ballot = _options(state), state.get("ballot")
    if not options:
        return ()
    new = (NEW_OPTION,) if ballot is not None and ballot.open else ()
    return (("choice", (*(option.id for option in options), *new)),)


def _offer_answers(state: MultiAgentState) -> Offer:
    """Ask what is answered to critiques, where somebody writes them."""
    return (("answers", ()),) if state["protocol"].profile.critique.enabled else ()


def _offer_conflicts(state: MultiAgentState) -> Offer:
    """Ask how conflicts of laws are resolved, where one is open."""
    open_ = tuple(each.id for each in find_norm_conflicts(state) if not each.resolved)
    return (("reconciles", open_),) if open_ else ()


def _offer_conditions(state: MultiAgentState, seat: Seat) -> Offer:
    """Ask whether the condition of another's vote is accepted, where one is open."""
    ballot = state.get("ballot")
    others = tuple(each for each in ballot.unaccepted if each != seat.id) if ballot is not None else ()
    return (("takes_over", others),) if others else ()


def common_variables(state: MultiAgentState, offer: Offer, *, revising: bool = False) -> dict[str, str | int | None]:
    """Collect what every prompt that asks for a position shows to all seats of the wave."""
    profile = state["protocol"].profile
    offered = dict(offer).get("choice", ())
    return {
        "question": state["question"],
        "evidence": digest_evidence(state.get("evidence") or []),
        "options": digest_options(_options(state), labels_of(state)),
        "choices": list_choices(offered, revising=revising),
        "guidance": explain_named(tell_guidance(state), labels_of(state), call_seats(state)),
        "max_claims": profile.claims.warn,
        "evidence_rule": evidence_rule(profile.claims),
        "language": state["case"].written_in,
    }


def _explain_agreement(state: MultiAgentState) -> str | None:
    """Say how agreement is counted: by everything that is compared, or by votes alone."""
    rules = state["protocol"].profile.convergence
    if state["protocol"].profile.conflicts.enabled:
        return explain_together(proposed=bool(state.get("guidance")) and state.get("synthesis") is not None)
    if STRATEGIES.get(rules.strategy).reads_pairs:
        return explain_agreement(rules)
    return explain_votes(rules.threshold, len(state["routing"].seats)) if offer_votes(state) else None


def _revision(state: MultiAgentState, seat: Seat) -> Prompt:
    labels, number = labels_of(state), state["round"]
    before = [position for position in state.get("positions") or [] if position.round < number]
    now = [position for position in state.get("positions") or [] if position.round == number]
    critiques = [critique for critique in state.get("critiques") or [] if not critique.resolved]
    convergence, sheets = state.get("convergence"), _sheets(state, number - 1)
    overlooked = list_open_blind_spots([each for each in state.get("sheets") or [] if each.round < number], before)
    to_answer, more_critiques = critiques_to_answer(seat.id, critiques, labels, before)
    conflicts, bare = find_norm_conflicts(state), count_unsupported(state, seat.id)
    authors = {each.agent for each in critiques if each.target == seat.id}
    return render_prompt(
        "revise",
        positions=digest_positions(before, labels, claims=True, disputed=critiques),
        critiques=join_parts(digest_critiques(critiques, labels, before), digest_blind_spots(overlooked, labels)),
        unsupported=unsupported_claims(state, labels),
        bare=bare,
        remedy=name_remedy(state["protocol"].profile.claims) if bare else None,
        law=name_law(state["protocol"].profile.roles),
        conflicts=digest_norm_conflicts(conflicts, labels),
        to_reconcile=", ".join(each.id for each in conflicts if not each.resolved),
        to_take_over=", ".join(labels[each] for _, others in _offer_conditions(state, seat) for each in others) or None,
        agreements=digest_agreements(sheets, labels),
        closed=join_parts(
            digest_points(_list_points(convergence.agreed, conflicts, labels), labels) if convergence else "",
            digest_closed(state.get("critiques") or [], labels) if _judges_critiques(state) else "",
        ),
        open=digest_points(_list_points(convergence.open, conflicts, labels), labels) if convergence else None,
        left_open=digest_left_open(before, labels),
        earlier=tell_proposal(state, labels),
        **_explain_answering(state, seat, overlooked),
        agreement=_explain_agreement(state),
        stage=tell_stage(number, limit_rounds(state).max),
        heard=digest_rebuttals(now, labels, before) if now else None,
        own_position=digest_own_position(seat.id, before, labels, disputed=critiques),
        persona=describe_seat(seat),
        label=labels[seat.id],
        to_answer=to_answer,
        more_critiques=more_critiques,
        settled_by=explain_settling(
            state["protocol"].profile.critique, peers=bool(authors - {SYSTEM}), system=SYSTEM in authors
        ),
        reserving=explain_reservation(
            # After the last round nobody writes critiques any more.
            dict(offer_votes(state)).get("choice", ()),
            critiques=state["protocol"].profile.critique.enabled and number < limit_rounds(state).max,
        ),
        **common_variables(state, offer_votes(state), revising=True),
    )


def _explain_answering(state: MultiAgentState, seat: Seat, overlooked: Sequence[BlindSpot]) -> dict[str, str | None]:
    """Say what is answered, and what may move a seat: where nobody writes critiques, there are none to name."""
    if not state["protocol"].profile.critique.enabled:
        labels = labels_of(state)
        peer = next((label for other, label in labels.items() if other != seat.id), "")
        return {"reasons": explain_reasons(peer), "answering": None}
    mine = [each.id for each in overlooked if each.target == seat.id]
    return {
        "reasons": explain_critique_reasons([each.id for each in overlooked]),
        "answering": explain_critique_answers(mine),
    }


def _judges_critiques(state: MultiAgentState) -> bool:
    """Tell whether critiques end this debate: then everybody has to know which are closed."""
    return STRATEGIES.get(state["protocol"].profile.convergence.strategy).subject == "critiques"


def _list_points(points: Sayings, conflicts: Sequence[NormConflict], labels: Mapping[str, str]) -> list[str]:
    """Tell what a round left closed or open, without what the prompt shows whole elsewhere: critiques, for one."""
    shown = {f"{each.id}: {each.text}" for each in conflicts}
    coded = (each for each in points if not (isinstance(each, Fact) and each.code in _SHOWN_ELSEWHERE))
    return tell_points(tuple(each for each in coded if each not in shown), labels)


def _sheets(state: MultiAgentState, number: int) -> list[CritiqueSheet]:
    return [sheet for sheet in state.get("sheets") or [] if sheet.round == number]


def join_parts(*texts: str) -> str:
    """Put the parts of a prompt below each other, without the empty ones."""
    return "\n".join(text for text in texts if text)


def _tell_deciding(state: MultiAgentState, seat: Seat, conflicts: Sequence[Conflict]) -> str | None:
    """Say to whoever decides that it does, when and why (X-42, X-51, X-85)."""
    rules, debates = state["protocol"].profile.conflicts, state.get("conflict_debates") or []
    before = [each for each in state.get("positions") or [] if each.round < state["round"]]
    deciders = [name_decider(each, before, rules) for each in conflicts]
    mine = next((each for each in deciders if each is not None and each.agent == seat.id), None)
    if mine is None:
        return None
    return explain_decider(mine.rule, mediates=name_mediator(debates, before, rules) == seat.id)


def _argument(state: MultiAgentState, seat: Seat) -> Prompt:
    labels, number, report = labels_of(state), state["round"], state.get("conflict_report")
    positions, debates = state.get("positions") or [], state.get("conflict_debates") or ()
    before = [position for position in positions if position.round < number]
    argued = {each.conflict_id for each in keep_open(debates)}
    conflicts = [each for each in report.conflicts if each.conflict_id in argued] if report else []
    disputes = [each for each in view_disputes(state) if each.argued_in]
    # A first answer changed nothing; who speaks in turn hears those before it.
    last = [position for position in positions if position.round > max(1, number - 2)]
    parties = _between(conflicts, labels)
    peer = next(reversed(parties.values()), "")
    return render_prompt(
        "argue",
        disputes=digest_disputes(disputes, labels, view_reservations(state), positions),
        positions=digest_positions(before, parties, claims=True),
        unsupported=unsupported_claims(state, labels),
        bare=count_unsupported(state, seat.id),
        history=digest_rebuttals(last, parties, before) if last else None,
        left_open=digest_left_open(before, labels),
        earlier=tell_proposal(state, labels),
        stage=tell_stage(number, limit_rounds(state).max),
        scope=explain_scope(reopened=was_reopened_by_person(state)),
        reasons=explain_reasons(peer),
        answering=None,
        peer=peer,
        own_position=digest_own_position(seat.id, before, parties),
        persona=describe_seat(seat),
        label=labels[seat.id],
        deciding=_tell_deciding(state, seat, conflicts),
        reserving=explain_reservation(dict(offer_votes(state)).get("choice", ()), critiques=False),
        **common_variables(state, offer_votes(state), revising=True),
    )


def _between(conflicts: Sequence[Conflict], labels: dict[str, str]) -> dict[str, str]:
    """Keep the labels of those who are parties to the conflicts."""
    parties = {seat for each in conflicts for seat in each.agents_involved}
    return {seat: label for seat, label in labels.items() if seat in parties}
