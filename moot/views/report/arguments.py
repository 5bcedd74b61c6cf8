"""Describes what the seats hold: where each stands, what it claims, who attacked it, and what became of it.

A claim is shown in its last wording. One that its seat no longer makes is marked as withdrawn; a critique of a claim
that nobody ever made stands at the end of its target's list.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from moot.catalogue import say
from moot.policies.critique import has_changed
from moot.policies.critique.evidence import SYSTEM
from moot.state.critiques import Critique, Point
from moot.state.positions import Claim, Position
from moot.views.report.story import Story
from moot.views.wording import say_word
from moot.views.wording.figures import say_count
from moot.views.wording.warrants import say_verdict

_WITHDRAWN = "withdrawn"
"""What became of a claim that its seat no longer makes."""

_UNFOLDED = 16
"""Up to so many claims the whole map is unfolded."""


class SeatPositions(NamedTuple):
    """Where the seats stand, beside their last positions."""

    stances: Mapping[str, Sequence[str]]
    """Every stance a seat held, in order; empty where it never moved."""
    silent: Sequence[tuple[str, str]]
    """The seats that gave no usable answer, and why."""


def describe_positions(story: Story) -> SeatPositions:
    """Describe how each seat came to where it stands, and who said nothing."""
    spoke = {each.seat for each in story.latest}
    errors = {each.seat: each.error or each.status for each in story.result.positions if each.seat not in spoke}
    return SeatPositions(
        stances={seat: _stances(story, seat) for seat in spoke},
        silent=[(seat, errors[seat]) for seat in story.seats if seat in errors],
    )


def _stances(story: Story, seat: str) -> Sequence[str]:
    held = sorted((each for each in story.result.positions if each.seat == seat), key=lambda each: each.round)
    stances = list(dict.fromkeys(each.stance for each in held if each.stance))
    if len(stances) < 2:
        return ()
    return stances


def describe_audit(story: Story) -> list[str]:
    """Describe the claims of an auditor with their sources."""
    claims = story.result.audit.claims if story.result.audit else ()
    return [f"{each.statement} [{', '.join(each.evidence)}]" if each.evidence else each.statement for each in claims]


class _ArguedClaim(NamedTuple):
    """A claim, what is to be known of it, and the critiques on it."""

    claim: Claim
    about: str
    withdrawn: bool
    attacks: Sequence[Critique]


class _SeatArguments(NamedTuple):
    """What one seat claims, and what was held against it."""

    seat: str
    counts: str
    claims: Sequence[_ArguedClaim]
    stray: Sequence[Critique]
    """Critiques of what the seat did not claim."""


class ArgumentMap(NamedTuple):
    """The facts of the section."""

    seats: Sequence[_SeatArguments]
    unfolded: bool
    targets: Sequence[str]
    critics: Sequence[tuple[str, Sequence[str]]]
    """Every critic, with how often it criticised each target."""
    conceded: Sequence[tuple[str, Point]]
    blind_spots: Sequence[tuple[str, Point]]


def describe_arguments(story: Story) -> ArgumentMap:
    """Describe the claims of every seat with the critiques on them, and what seats conceded to each other (D-40)."""
    made = story.result.critiques
    claims = {seat: _claims(story, seat) for seat in story.seats}
    aimed = {seat: [each for each in made if each.target == seat] for seat in story.seats}
    seats = [seat for seat in story.seats if claims[seat] or aimed[seat]]
    targets = [seat for seat in story.seats if aimed[seat]]
    critics = [seat for seat in (*story.seats, SYSTEM) if any(each.agent == seat for each in made)]
    sheets = story.state.get("sheets") or []
    return ArgumentMap(
        seats=[_seat(seat, claims[seat], aimed[seat], _mark_unsupported(story, seat)) for seat in seats],
        unfolded=sum(len(claims[seat]) for seat in seats) <= _UNFOLDED,
        targets=targets,
        critics=[
            (critic, [_count([each for each in aimed[target] if each.agent == critic]) for target in targets])
            for critic in critics
        ],
        conceded=_points([(sheet.agent, point) for sheet in sheets for point in sheet.agreements]),
        blind_spots=_points([(sheet.agent, point) for sheet in sheets for point in sheet.blind_spots]),
    )


def _count(made: Sequence[Critique]) -> str:
    if not made:
        return "–"
    left = sum(not each.resolved for each in made)
    return f"{len(made)} ({left} {say('report.open')})" if left else str(len(made))


def _points(points: Sequence[tuple[str, Point]]) -> list[tuple[str, Point]]:
    return [(agent, point) for agent, point in dict.fromkeys(points) if agent != point.target]


def _claims(story: Story, seat: str) -> Mapping[str, tuple[Claim, str]]:
    """Find every claim of a seat in its last wording, and what became of it."""
    found: dict[str, tuple[Claim, str]] = {}
    last: Position | None = None
    for position in story.result.positions:
        if position.seat != seat or not position.claims:
            continue
        for claim in position.claims:
            before = found.get(claim.id)
            reworded = before is not None and has_changed(before[0], claim)
            note = say("report.revised_in", round=position.round) if reworded else before[1] if before else ""
            found[claim.id] = (claim, note)
        last = position
    kept = {claim.id for claim in last.claims} if last else set()
    return {name: (claim, note if name in kept else _WITHDRAWN) for name, (claim, note) in found.items()}


def _mark_unsupported(story: Story, seat: str) -> dict[str, str]:
    """Say of the claims of a seat that do not stand what was found of them last."""
    last = {each.claim_id: each for each in story.result.evidence.claims if each.seat == seat}
    return {name: say_verdict(each) for name, each in last.items() if each.verdict == "unsupported"}


def _seat(
    seat: str, claims: Mapping[str, tuple[Claim, str]], aimed: Sequence[Critique], marks: Mapping[str, str]
) -> _SeatArguments:
    left = sum(not each.resolved for each in aimed)
    return _SeatArguments(
        seat=seat,
        counts=f"{say_count(len(claims), 'claims')}, {say_count(len(aimed), 'critiques')}"
        + (f", {left} {say('report.open')}" if left else ""),
        claims=[
            _ArguedClaim(
                claim=claim,
                about=_about(claim, note, marks.get(name, "")),
                withdrawn=note == _WITHDRAWN,
                attacks=[each for each in aimed if each.target_claim_id == name],
            )
            for name, (claim, note) in claims.items()
        ],
        stray=[each for each in aimed if each.target_claim_id not in claims],
    )


def _about(claim: Claim, note: str, mark: str) -> str:
    sure = say("report.sure", share=claim.confidence) if claim.confidence is not None else ""
    cites = say("report.cites", names=claim.evidence) if claim.evidence else ""
    became = say("report.withdrawn") if note == _WITHDRAWN else note
    return " · ".join(filter(None, (claim.id, say_word("word.claim", claim.kind), sure, cites, mark, became)))
