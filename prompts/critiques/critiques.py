"""Writes who criticised what, what was answered, and what critics found shared or overlooked, for a prompt.

A critique that a seat has to answer is always shown to it whole. Everybody is shown the most severe ones first, as
many as fit; what is left out is counted by its severity. An open critique that was answered before is shown with that
answer, in the words of the criticised side, and with what its author still misses.
"""

from collections.abc import Iterable, Mapping

from moot.catalogue import speak_to_models
from moot.prompts.fitting import Line, arrange, choose_lines, list_lines, squash
from moot.state.critiques import BlindSpot, Critique, CritiqueSheet
from moot.state.positions import CritiqueAnswer, Position

_instruct = speak_to_models()
"""Who tells models what policies found: prompts are in English."""
_SEVERITIES = ("CRITICAL", "MAJOR", "MINOR")
_CRITIQUES = 2_500
"""Tokens for the open critiques that everybody is shown."""
_EXCHANGES = 3_500
_CLOSED = 800
_POINTS = 600


def _number(critique: Critique) -> int:
    return int(critique.id[1:]) if critique.id[1:].isdigit() else 0


def _name(critique: Critique, labels: Mapping[str, str]) -> str:
    author, target = (labels.get(seat, seat) for seat in (critique.agent, critique.target))
    place = critique.target_claim_id or "as a whole"
    return (
        f"{critique.id} {author} on {target} {place}{tell_version(critique)}, {critique.severity} {critique.issue_type}"
    )


def tell_version(critique: Critique) -> str:
    """Say which words an open critique is about, where they no longer stand: else it reads as one of today's claim."""
    if critique.resolved or critique.target_now == "same":
        return ""
    return f" (as of round {critique.round}, {critique.target_now} since)"


def _write(critique: Critique, labels: Mapping[str, str], answers: Mapping[str, CritiqueAnswer] | None = None) -> str:
    said = f"{_name(critique, labels)}: {critique.description} Fix: {critique.suggested_fix}"
    answer = (answers or {}).get(critique.id)
    if answer is not None:
        said += f" Last answer of {labels.get(critique.target, critique.target)}: {_reply(answer)}"
    if critique.verdict == "not_answered":
        # What its author still misses tells whoever answers more than the critique itself.
        missing = critique.verdict_reason or _instruct.tell(critique.resolution)
        before = ", before its last answer" if critique.answered_since else ""
        said += f" Still missing for {labels.get(critique.agent, critique.agent)}{before}: {missing}"
    return squash(said)


def _reply(answer: CritiqueAnswer) -> str:
    return f"{answer.outcome}, {answer.reason or 'no reason'}"


def _last_answers(positions: Iterable[Position]) -> dict[str, CritiqueAnswer]:
    found: dict[str, CritiqueAnswer] = {}
    for position in sorted(positions, key=lambda each: each.round):
        found |= {answer.critique_id.strip().upper(): answer for answer in position.answers}
    return found


def _line(critique: Critique, labels: Mapping[str, str], answers: Mapping[str, CritiqueAnswer]) -> Line:
    rank = _SEVERITIES.index(critique.severity) + 1
    return Line(_write(critique, labels, answers), rank, f"{critique.severity} critiques")


def digest_critiques(
    critiques: Iterable[Critique],
    labels: Mapping[str, str],
    positions: Iterable[Position] = (),
    *,
    tokens: int = _CRITIQUES,
) -> str:
    """Show everyone what was criticised and how it could be repaired, the most severe first, with its last answer."""
    answers = _last_answers(positions)
    return arrange([_line(each, labels, answers) for each in sorted(critiques, key=_number)], tokens)


def critiques_to_answer(
    seat: str,
    critiques: Iterable[Critique],
    labels: Mapping[str, str],
    positions: Iterable[Position] = (),
    *,
    tokens: int = _CRITIQUES,
) -> tuple[str, str]:
    """List the ids a seat has to answer, and in words those that the digest with this budget leaves out."""
    ordered, answers = sorted(critiques, key=_number), _last_answers(positions)
    shown = choose_lines([_line(each, labels, answers) for each in ordered], tokens)
    mine = [each for each in ordered if each.target == seat]
    unseen = [each for place, each in enumerate(ordered) if each.target == seat and place not in shown]
    return ", ".join(each.id for each in mine), "\n".join(_write(each, labels, answers) for each in unseen)


def digest_closed(critiques: Iterable[Critique], labels: Mapping[str, str], *, tokens: int = _CLOSED) -> str:
    """List the critiques that are closed, each with what its author found settled."""
    closed = [each for each in sorted(critiques, key=_number) if each.resolved]
    points = [
        f"{_name(each, labels)}: " + (f"{each.verdict}: {each.verdict_reason}" if each.verdict else "closed")
        for each in closed
    ]
    return list_lines(points, tokens, "closed critiques")


def digest_exchanges(
    critiques: Iterable[Critique],
    positions: Iterable[Position],
    labels: Mapping[str, str],
    *,
    tokens: int = _EXCHANGES,
) -> str:
    """Show whoever sums up each critique with the answer it got and whether it is closed, the open ones first."""
    answers = _last_answers(positions)
    lines = []
    for critique in sorted(critiques, key=_number):
        answer = answers.get(critique.id)
        told = f"Answer: {_reply(answer)}" if answer else "Answer: none"
        found = f": {critique.verdict_reason}" if critique.verdict and critique.verdict_reason else ""
        standing = f"closed{found}" if critique.resolved else "OPEN"
        rank = _SEVERITIES.index(critique.severity) + (4 if critique.resolved else 1)
        text = squash(f"{_write(critique, labels)} {told} [{standing}]")
        lines.append(Line(text, rank, f"{'closed' if critique.resolved else 'open'} {critique.severity} critiques"))
    return arrange(lines, tokens)


def digest_blind_spots(spots: Iterable[BlindSpot], labels: Mapping[str, str], *, tokens: int = _POINTS) -> str:
    """List what seats found overlooked by others, each under its id (D-40)."""
    points = [
        f"{each.id} {labels.get(each.agent, each.agent)} on {labels.get(each.target, each.target)}, overlooked: "
        f"{each.point}"
        for each in spots
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
