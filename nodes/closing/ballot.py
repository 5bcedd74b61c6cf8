"""Groups the seats of a round by what they recommend: one question to a model, where words do not settle it."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from moot.catalogue import frame_language, speak
from moot.nodes.asking import Ask, announce, next_number
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.labels import tell_aliases
from moot.policies.agreement import Strategy
from moot.policies.agreement.ballot import open_ballot
from moot.policies.comparison import COMPARATORS, compare_lexically
from moot.policies.comparison.stances import hold_unexplained
from moot.policies.language import words
from moot.policies.root_cause import same_root_cause, tops_by_reasoner
from moot.policies.rounds import close_round, gate_positions, is_plain, needs_grouping
from moot.prompts import Prompt, render_prompt, unlabel
from moot.prompts.findings import digest_evidence
from moot.prompts.hypotheses import digest_causes
from moot.prompts.positions import digest_positions
from moot.prompts.votes import digest_options
from moot.state.ballot import NEW_OPTION, BallotOption, Grouping, OptionGroup, SharedPoint
from moot.state.debate import MultiAgentState
from moot.state.evidence import Evidence
from moot.state.facts import Saying, state_fact
from moot.state.findings import RoundAgreement
from moot.state.positions import Position

COMPARER = "comparer"
"""The role that compares meanings."""

_SHOWN = 10_000
"""Tokens of all positions together: those of a usual team are shown whole."""
_SOURCES = 3_000
"""Tokens of all sources together: enough to see what two recommendations both need."""


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

        def by_words(reason: Saying, note: Saying = "") -> RoundAgreement:
            pairs = compare_lexically(speakers, language)
            return RoundAgreement(round=number, pairs=pairs, reason=reason, note=note)

        closing = close_round(state, strategy)
        if is_plain(speakers, language) or not needs_grouping(
            closing.ballot,
            closing.convergence,
            speakers,
            state["case"].options,
            profile.convergence,
            votes_only=_is_climbing(state),
        ):
            return {"agreements": [by_words(state_fact("ballot.plain"))]}
        if comparator.automatic and not await ask.can_answer(state, COMPARER, "ballot"):
            note = state_fact("ballot.not_asked")
            return {"agreements": [by_words(note, note)]}
        turn = next_number(state, COMPARER, "ballot")
        prompt = _prompt(state, speakers)
        answer = await ask(state, prompt, Grouping, seat=COMPARER, phase="ballot", number=turn)
        # Half an answer may lack the very option, or the opposition, that matters.
        chosen = bool(state["case"].options)
        grouping = read_grouping(answer.fields, speakers, votes_known=chosen) if answer.whole else None
        if grouping is None:
            problem = answer.error or (state_fact("ballot.placed_nobody") if answer.whole else answer.status)
            note = state_fact("ballot.unusable_because", problem=problem)
            announce("fallback", seat=COMPARER, phase="ballot", reason=speak(frame_language(language)).tell(problem))
            return {"agreements": [by_words(note, note)], "turns": [answer.turn]}
        found = by_words("").model_copy(update={"by": "model", "grouping": grouping})
        return {"agreements": [found], "turns": [answer.turn]}

    return ballot


def _is_climbing(state: MultiAgentState) -> bool:
    """Tell whether a step of the ladder is under way, after which only votes are looked at."""
    ladder = state.get("ladder")
    return ladder is not None and state["round"] == 1 and ladder.last.outcome == "asking"


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
            language=state["case"].written_in,
        )
        answer = await ask(state, prompt, Grouping, seat=COMPARER, phase="ballot", number=turn)
        voices = [Position(seat=seat, round=number) for seat in tops]
        grouping = read_grouping(answer.fields, voices) if answer.whole else None
        note: Saying = "" if grouping else state_fact("ballot.unusable")
        by = "model" if grouping else "lexical"
        found = RoundAgreement(round=number, by=by, grouping=grouping, reason=note, note=note)
        return {"agreements": [found], "turns": [answer.turn]}

    return cause_ballot


def _prompt(state: MultiAgentState, speakers: Sequence[Position]) -> Prompt:
    order = [seat for seat in state["protocol"].profile.seat_ids if any(each.seat == seat for each in speakers)]
    known, case = state.get("ballot"), state["case"]
    named = sorted(speakers, key=lambda each: order.index(each.seat))
    # Where departments argue only what excludes each other, what both need may stand in the sources alone.
    sources = state.get("evidence") or [] if state["protocol"].profile.conflicts.enabled else []
    options = known.options if known else open_ballot(case.options)
    aliases = tell_aliases(state) if state["round"] > 1 else None
    return ask_grouping(named, state["question"], case.written_in, options, sources, aliases=aliases)


def ask_grouping(
    speakers: Sequence[Position],
    question: str,
    language: str,
    options: Sequence[BallotOption] = (),
    sources: Sequence[Evidence] = (),
    *,
    aliases: str | None = None,
) -> Prompt:
    """Ask who recommends the same: what every seat holds, under its own id, for whoever compares votes on nothing."""
    names = {each.seat: each.seat for each in speakers}
    return render_prompt(
        "ballot",
        question=question,
        evidence=digest_evidence(sources, tokens=_SOURCES),
        positions=digest_positions(speakers, names, tokens=_SHOWN),
        # Who voted for what before is no longer so; who chose an option by its id is not asked about.
        options=digest_options([_show_chosen(each, speakers) for each in options], names, chosen=True),
        seats=", ".join(names),
        known=", ".join(option.id for option in options),
        aliases=aliases,
        new=_list_new(speakers) if options else None,
        chosen=", ".join(each.seat for each in speakers if each.choice in {option.id for option in options}),
        language=language,
    )


def _show_chosen(option: BallotOption, speakers: Sequence[Position]) -> BallotOption:
    return option.model_copy(update={"seats": tuple(each.seat for each in speakers if each.choice == option.id)})


def _list_new(speakers: Sequence[Position]) -> str | None:
    """List who chose none of the options: each says that it stands for something else."""
    return ", ".join(each.seat for each in speakers if each.choice == NEW_OPTION) or None


def read_grouping(
    fields: Mapping[str, Any], speakers: Sequence[Position], *, votes_known: bool = False
) -> Grouping | None:
    """Keep of an answer what concerns the seats that spoke; None when it places nobody whose vote is not known."""
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
    if not groups and not votes_known:
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
