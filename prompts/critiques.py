"""Writes who criticised what, what was answered, and what critics found shared or overlooked, for a prompt.

A critique that a seat has to answer is always shown to it whole. Everybody is shown the most severe ones first, as
many as fit; what is left out is counted by its severity.
"""

from collections.abc import Iterable, Mapping

from moot.catalogue import SOURCE_LANGUAGE, speak
from moot.prompts.fitting import Line, arrange, choose_lines, list_lines, squash
from moot.state.critiques import Critique, CritiqueSheet
from moot.state.positions import CritiqueAnswer, Position

_instruct = speak(SOURCE_LANGUAGE)
"""Who tells models what policies found: prompts are in English."""
_SEVERITIES = ("CRITICAL", "MAJOR", "MINOR")
_CRITIQUES = 2_500
"""Tokens for the open critiques that everybody is shown."""
_EXCHANGES = 3_500
_POINTS = 600


def _number(critique: Critique) -> int:
    return int(critique.id[1:]) if critique.id[1:].isdigit() else 0


def _write(critique: Critique, labels: Mapping[str, str]) -> str:
    author, target = (labels.get(seat, seat) for seat in (critique.agent, critique.target))
    place = critique.target_claim_id or "as a whole"
    head = f"{critique.id} {author} on {target} {place}, {critique.severity} {critique.issue_type}:"
    # What its author still misses tells whoever answers more than the critique itself.
    missing = f" Last answer: {_instruct.tell(critique.resolution)}" if critique.verdict == "not_answered" else ""
    return squash(f"{head} {critique.description} Fix: {critique.suggested_fix}{missing}")


def _line(critique: Critique, labels: Mapping[str, str]) -> Line:
    rank = _SEVERITIES.index(critique.severity) + 1
    return Line(_write(critique, labels), rank, f"{critique.severity} critiques")


def digest_critiques(critiques: Iterable[Critique], labels: Mapping[str, str], *, tokens: int = _CRITIQUES) -> str:
    """Show everyone what was criticised and how it could be repaired, the most severe first."""
    return arrange([_line(each, labels) for each in sorted(critiques, key=_number)], tokens)


def critiques_to_answer(
    seat: str, critiques: Iterable[Critique], labels: Mapping[str, str], *, tokens: int = _CRITIQUES
) -> tuple[str, str]:
    """List the ids a seat has to answer, and in words those that the digest with this budget leaves out."""
    ordered = sorted(critiques, key=_number)
    shown = choose_lines([_line(each, labels) for each in ordered], tokens)
    mine = [each for each in ordered if each.target == seat]
    unseen = [each for place, each in enumerate(ordered) if each.target == seat and place not in shown]
    return ", ".join(each.id for each in mine), "\n".join(_write(each, labels) for each in unseen)


def digest_exchanges(
    critiques: Iterable[Critique],
    positions: Iterable[Position],
    labels: Mapping[str, str],
    *,
    tokens: int = _EXCHANGES,
) -> str:
    """Show whoever sums up each critique with the answer it got and whether it is closed, the open ones first."""
    answers: dict[str, CritiqueAnswer] = {}
    for position in sorted(positions, key=lambda each: each.round):
        answers |= {answer.critique_id: answer for answer in position.answers}
    lines = []
    for critique in sorted(critiques, key=_number):
        answer = answers.get(critique.id)
        told = f"Answer: {answer.outcome}, {answer.reason or 'no reason'}" if answer else "Answer: none"
        standing = "closed" if critique.resolved else "OPEN"
        rank = _SEVERITIES.index(critique.severity) + (4 if critique.resolved else 1)
        text = squash(f"{_write(critique, labels)} {told} [{standing}]")
        lines.append(Line(text, rank, f"{'closed' if critique.resolved else 'open'} {critique.severity} critiques"))
    return arrange(lines, tokens)


def digest_blind_spots(sheets: Iterable[CritiqueSheet], labels: Mapping[str, str], *, tokens: int = _POINTS) -> str:
    """List what seats found overlooked by others (D-40)."""
    points = [
        f"{labels.get(sheet.agent, sheet.agent)} on {labels.get(spot.target, spot.target)}: {spot.point}"
        for sheet in sheets
        for spot in sheet.blind_spots
    ]
    return list_lines(points, tokens, "blind spots")


def digest_agreements(sheets: Iterable[CritiqueSheet], labels: Mapping[str, str], *, tokens: int = _POINTS) -> str:
    """List what critics declared to share with others: it counts as agreement (D-40)."""
    points = [
        f"{labels.get(sheet.agent, sheet.agent)} with {labels.get(point.target, point.target)}: {point.point}"
        for sheet in sheets
        for point in sheet.agreements
    ]
    return list_lines(points, tokens, "agreements")
