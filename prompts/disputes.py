"""Writes disputes, what was argued about them, and what was decided or proposed, for a prompt.

A dispute is told as it stands now: who stood for which side at first, who does now, and which reservation is open. The
words in which a conflict was found first are shown only where they are whole and nothing else tells what it is about.
"""

from collections.abc import Iterable, Mapping, Sequence

from moot.prompts.fitting import Line, arrange, squash
from moot.prompts.positions import percent
from moot.state.conflicts import Acceptance, ConflictDebate, ConsensusResult, Dispute, DisputeSide
from moot.state.outcome import Divergence, Synthesis

_ARGUMENTS = 4_000
_CUT = "…"
_ENDS: Mapping[str | None, str] = {
    "converged": "agreed",
    "repeated": "open, the parties repeat themselves",
    "max_rounds": "open after the last round",
    "timeout": "open, time ran out",
    None: "open",
}
_STANCES: Mapping[str | None, str] = {
    "accepts": "accepts it",
    "accepts_with_reservation": "accepts it with a reservation",
    "opposes": "opposes it",
    None: "did not answer",
}


def digest_disputes(disputes: Iterable[Dispute], labels: Mapping[str, str]) -> str:
    """Show who stands against whom by now, each pair of options once (C-25); the options are listed beside it."""
    listed = list(disputes)
    return "\n".join((*(_tell(each, labels) for each in listed), *_tell_reservations(listed, labels)))


def _tell_reservations(disputes: Iterable[Dispute], labels: Mapping[str, str]) -> list[str]:
    """Tell each reservation once, however many disputes it keeps open."""
    held = dict.fromkeys(each for dispute in disputes for each in dispute.reservations)
    return [
        f"reservation of {labels.get(each.seat, each.seat)}, not accepted by the others: {squash(each.text)}"
        for each in held
    ]


def _tell(dispute: Dispute, labels: Mapping[str, str], *, worded: bool = False) -> str:
    one, other = dispute.sides
    if one.option and other.option:
        told = _tell_options(one, other, labels, worded=worded)
    else:
        about = "" if _CUT in dispute.topic else f", about {squash(dispute.topic)}"
        told = f"{_names(one.at_first, labels)} against {_names(other.at_first, labels)}{about}: by now {_hold(one)}"
        told += f" against {_hold(other)}"
    elsewhere = [f"{_names(each.now, labels)} for {each.option}" for each in dispute.elsewhere]
    return "; ".join((told, ", ".join(elsewhere))) if elsewhere else told


def _hold(side: DisputeSide) -> str:
    return f'"{squash(side.text)}"'


def _tell_options(one: DisputeSide, other: DisputeSide, labels: Mapping[str, str], *, worded: bool) -> str:
    texts = [f"option {each.option}" + (f" ({squash(each.text)})" if worded else "") for each in (one, other)]
    first = f"{texts[0]} against {texts[1]}: "
    then = f"{_names(one.at_first, labels)} against {_names(other.at_first, labels)}"
    if {*one.now} == {*one.at_first} and {*other.now} == {*other.at_first}:
        return first + then
    now = f"{_names(one.now, labels)} for {one.option}, {_names(other.now, labels)} for {other.option}"
    return f"{first}at first {then}; now {now}"


def _names(seats: Sequence[str], labels: Mapping[str, str]) -> str:
    return ", ".join(labels.get(seat, seat) for seat in seats) or "nobody"


def digest_debates(
    disputes: Iterable[Dispute],
    debates: Iterable[ConflictDebate],
    labels: Mapping[str, str],
    *,
    tokens: int = _ARGUMENTS,
) -> str:
    """Show every dispute with how it ended, and what was argued in which round, to whoever decides (C-37, C-38).

    Each argument is shown once: most seats argue several conflicts with the same words.
    """
    listed = list(disputes)
    lines = [
        Line(f"{_tell(each, labels)} ({each.conflict_type}, {each.severity}; {_tell_end(each)})", 0) for each in listed
    ]
    lines += [Line(text, 0) for text in _tell_reservations(listed, labels)]
    said: dict[tuple[str, str], int] = {}
    for debate in debates:
        for closed in debate.rounds:
            for seat, text in closed.arguments.items():
                place = (labels.get(seat, seat), squash(text))
                said[place] = min(closed.round_number, said.get(place, closed.round_number))
    newest = max(said.values(), default=0)
    # What was argued last gives way last.
    lines += [
        Line(f"round {number}, {name}: {text}", 1 + newest - number, "arguments")
        for (name, text), number in sorted(said.items(), key=lambda each: each[1])
    ]
    return arrange(lines, tokens)


def _tell_end(dispute: Dispute) -> str:
    if dispute.argued_in and dispute.is_given_up:
        return "both given up"
    return _ENDS[dispute.ended_by] if dispute.argued_in else "not argued"


def explain_deciding(disputes: Iterable[Dispute], *, again: bool) -> str:
    """Say to whoever decides what is left to decide; `again`, that an earlier decision was sent back by a person."""
    argued = [each for each in disputes if each.argued_in]
    told = "The parties have argued their conflicts; you decide what is open between them."
    if argued and all(each.ended_by == "converged" for each in argued):
        told = "The parties have come to stand for the same option; write down what is decided, with all its terms."
    if again:
        told += " A person sent the earlier proposal back: answer what they ask, and say what it changes."
    return told


CRITIQUE_REASONS = "critique or evidence ids"
CRITIQUE_ANSWERS = "one per critique of you {critique_id, outcome: accepted | rejected | partly, reason}"


def explain_reasons(peer: str) -> str:
    """Say what a party may name for a change of mind, where nobody writes critiques."""
    return f"evidence ids, claims of others with their name (such as {peer} C1), or guidance: what a person said"


def explain_scope(*, reopened: bool) -> str:
    """Say what is argued in this round: what is disputed, and what a person asked."""
    if reopened:
        return "A person sent the proposal back: answer what they ask, and argue what is disputed."
    return "Argue what is disputed; nothing else is open."


def explain_decider(rule: str, *, mediates: bool) -> str:
    """Say to a party that it decides, when and why (X-42, X-51, X-85)."""
    if mediates:
        return (
            "After the last round you are asked to decide, because you come first in the order of decision. Argue as "
            "a party now: say which position you lean to, and answer the strongest point against it."
        )
    why = "you come first in the order of decision" if rule == "priority" else "you are the most confident party"
    return (
        f"You decide, because {why}: what you argue last stands. Choose a position, yours or another, justify it in "
        "reasoning, answer the strongest point against it and name the trade-offs."
    )


def digest_ruling(
    disputes: Iterable[Dispute],
    results: Iterable[ConsensusResult],
    synthesis: Synthesis | None,
    labels: Mapping[str, str],
) -> str:
    """Show what was decided and why, once, to the parties who are asked whether they accept it."""
    listed = list(disputes)
    rows = [("dispute", _tell(each, labels, worded=True)) for each in listed]
    rows += [("open", text) for text in _tell_reservations(listed, labels)]
    if synthesis is None:
        return _rows([*rows, *(("decision", text) for text in dict.fromkeys(each.final_decision for each in results))])
    rows += [("decision", synthesis.decision), ("confidence of who decided", percent(synthesis.confidence))]
    rows += [("because", text) for text in synthesis.consensus_points]
    rows += [("given up", text) for text in synthesis.tensions]
    rows += [("still open", _tell_divergence(each, labels)) for each in synthesis.divergences]
    rows += [("not known", text) for text in synthesis.gaps]
    rows += [("next", text) for text in synthesis.next_steps]
    return _rows(rows)


def digest_proposal(
    synthesis: Synthesis | None,
    acceptances: Iterable[Acceptance],
    reasons: Iterable[str],
    labels: Mapping[str, str],
) -> str:
    """Show what was proposed before a person sent it back: what stayed open, who accepted it, why they were asked."""
    if synthesis is None:
        return ""
    rows = [("proposed decision", synthesis.decision)]
    rows += [("left open", _tell_divergence(each, labels)) for each in synthesis.divergences]
    rows += [("not known", text) for text in synthesis.gaps]
    rows += [
        (f"{labels.get(each.seat, each.seat)} {_STANCES[each.stance]}", each.because or "no reason given")
        for each in acceptances
    ]
    rows += [("a person was asked because", text) for text in reasons]
    return _rows(rows)


def _tell_divergence(divergence: Divergence, labels: Mapping[str, str]) -> str:
    sides = "; ".join(f"{labels.get(side.seat, side.seat)}: {side.view}" for side in divergence.sides)
    impact = f" (left open, it costs: {divergence.impact})" if divergence.impact else ""
    return f"{divergence.theme}: {sides}{impact}" if sides else f"{divergence.theme}{impact}"


def _rows(rows: Iterable[tuple[str, str]]) -> str:
    """Write named rows, without the empty ones."""
    return "\n".join(f"{name}: {squash(text)}" for name, text in rows if text.strip())
