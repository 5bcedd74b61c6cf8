"""Groups the seats of a round by what they recommend: one question to a model, where words do not settle it."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from moot.nodes.asking import Ask, announce, next_number
from moot.nodes.context import AsyncNode, StateUpdate
from moot.policies.agreement import Strategy
from moot.policies.comparison import COMPARATORS, compare_lexically, hold_unexplained
from moot.policies.language import words
from moot.policies.root_cause import same_root_cause, tops_by_reasoner
from moot.policies.rounds import close_round, gate_positions, is_plain, needs_grouping
from moot.prompts import Prompt, digest_causes, digest_options, digest_positions, render_prompt, unlabel
from moot.state.ballot import Grouping, OptionGroup, SharedPoint
from moot.state.debate import MultiAgentState
from moot.state.findings import RoundAgreement
from moot.state.positions import Position

COMPARER = "comparer"
"""The role that compares meanings."""

_SHOWN = 10_000
"""Tokens of all positions together: those of a usual team are shown whole."""


def make_ballot(ask: Ask, strategy: Strategy | None = None) -> AsyncNode:
    """Seat the comparer: at most one question a round, none when votes and words settle it (DESIGN 9).

    `strategy` judges agreement in the place of the profile's, as at the checkpoint.
    """

    async def ballot(state: MultiAgentState) -> StateUpdate:
        profile, language, number = state["protocol"].profile, state["case"].language, state["round"]
        comparator = COMPARATORS.get(profile.convergence.comparator)
        if not comparator.asks_model:
            return {}
        speakers = hold_unexplained(number, gate_positions(state))

        def by_words(reason: str, note: str = "") -> RoundAgreement:
            pairs = compare_lexically(speakers, language)
            return RoundAgreement(round=number, pairs=pairs, reason=reason, note=note)

        if is_plain(speakers, language) or not needs_grouping(
            close_round(state, strategy), speakers, state["case"].options, profile.convergence
        ):
            return {"agreements": [by_words("Votes and words settle every comparison.")]}
        if comparator.automatic and not await ask.can_answer(state, COMPARER, "ballot"):
            note = "Wording was compared: the model of this debate is not asked to compare meanings."
            return {"agreements": [by_words(note, note)]}
        turn = next_number(state, COMPARER, "ballot")
        prompt = _prompt(state, speakers)
        answer = await ask(state, prompt, Grouping, seat=COMPARER, phase="ballot", number=turn)
        # Half an answer may lack the very option, or the opposition, that matters.
        grouping = _read_grouping(answer.fields, speakers) if answer.whole else None
        if grouping is None:
            problem = answer.error or ("it placed nobody" if answer.whole else answer.status)
            note = f"Wording was compared: the comparing model gave no usable answer ({problem})."
            announce("fallback", seat=COMPARER, phase="ballot", reason=problem)
            return {"agreements": [by_words(f"{note} The words decide.", note)], "turns": [answer.turn]}
        found = by_words("").model_copy(update={"by": "model", "grouping": grouping})
        return {"agreements": [found], "turns": [answer.turn]}

    return ballot


def make_cause_ballot(ask: Ask) -> AsyncNode:
    """Seat the comparer of causes: at most one question a round, none when the words of all name the same (X-62)."""

    async def cause_ballot(state: MultiAgentState) -> StateUpdate:
        profile, language, number = state["protocol"].profile, state["case"].language, state["round"]
        comparator = COMPARATORS.get(profile.convergence.comparator)
        tops = tops_by_reasoner(number, state.get("hypotheses") or [], state.get("judgements") or [])
        alike = all(
            same_root_cause(one, other, language, profile.convergence.same_hypothesis)
            for one, other in combinations(tops.values(), 2)
        )
        if not comparator.asks_model or alike:
            return {}
        if comparator.automatic and not await ask.can_answer(state, COMPARER, "ballot"):
            return {}
        turn, known = next_number(state, COMPARER, "ballot"), state.get("ballot")
        options = known.options if known is not None else ()
        prompt = render_prompt(
            "same_cause",
            question=state["question"],
            causes=digest_causes(tops),
            options=digest_options(options, {seat: seat for seat in tops}),
            seats=", ".join(tops),
            known=", ".join(option.id for option in options),
            language=language,
        )
        answer = await ask(state, prompt, Grouping, seat=COMPARER, phase="ballot", number=turn)
        voices = [Position(seat=seat, round=number) for seat in tops]
        grouping = _read_grouping(answer.fields, voices) if answer.whole else None
        note = "" if grouping else "Wording was compared: the comparing model gave no usable answer."
        by = "model" if grouping else "lexical"
        found = RoundAgreement(round=number, by=by, grouping=grouping, reason=note, note=note)
        return {"agreements": [found], "turns": [answer.turn]}

    return cause_ballot


def _prompt(state: MultiAgentState, speakers: Sequence[Position]) -> Prompt:
    """Show what every seat holds, under its own id: whoever compares votes on nothing."""
    order = [seat for seat in state["protocol"].profile.seat_ids if any(each.seat == seat for each in speakers)]
    names, known = {seat: seat for seat in order}, state.get("ballot")
    options = known.options if known is not None else ()
    return render_prompt(
        "ballot",
        question=state["question"],
        positions=digest_positions(speakers, names, tokens=_SHOWN),
        options=digest_options(options, names),
        seats=", ".join(order),
        known=", ".join(option.id for option in options),
        language=state["case"].language,
    )


def _read_grouping(fields: Mapping[str, Any], speakers: Sequence[Position]) -> Grouping | None:
    """Keep of an answer what concerns the seats that spoke; None when it places nobody."""
    names = {each.seat: each.seat for each in speakers}

    def known(said: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(seat for name in said if (seat := unlabel(name, names)) is not None))

    groups: dict[tuple[str, ...], OptionGroup] = {}
    for option in fields.get("options") or ():
        seats = known(option.seats)
        if not seats:
            continue
        name = words(option.label) or seats  # two without a word are not the same
        same = groups.setdefault(name, OptionGroup(label=option.label))
        groups[name] = same.model_copy(update={"seats": (*same.seats, *seats)})
    if not groups:
        return None
    points: Sequence[SharedPoint] = fields.get("points") or ()
    read = [each.model_copy(update={"seats": known(each.seats), "against": known(each.against)}) for each in points]
    opposed = [
        tuple(dict.fromkeys(groups[words(label)].label for label in pair if words(label) in groups))
        for pair in fields.get("opposed") or ()
    ]
    return Grouping(
        options=tuple(groups.values()),
        opposed=tuple(pair for pair in opposed if len(pair) > 1),
        points=tuple(each for each in read if each.seats or each.against),
    )
