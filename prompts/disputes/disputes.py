"""Writes disputes, what was argued about them, and what was decided or proposed, for a prompt.

A dispute is told as it stands now: who votes for which side. What nobody disputes any more is told in one line, and
every reservation once, with who has taken it over. The words in which a conflict was found first are shown only where
they are whole and nothing else tells what it is about.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from moot.prompts.fitting import Line, arrange, percent, squash
from moot.state.conflicts import Acceptance, ConflictDebate, ConsensusResult, Dispute, DisputeSide, Reservation
from moot.state.outcome import CouncilDissent, CouncilResolution, Divergence, Synthesis, Treatment
from moot.state.positions import Position

_ARGUMENTS = 4_000
_CRITIQUE_ID = re.compile(r"\bK\d+\b")
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


def digest_disputes(
    disputes: Iterable[Dispute],
    labels: Mapping[str, str],
    reservations: Iterable[Reservation] = (),
    positions: Iterable[Position] = (),
) -> str:
    """Show who stands against whom by now, each pair of options once (C-25); the options are listed beside it.

    Who took over whose terms in `positions` is told before what is reserved.
    """
    told = _tell_disputes(disputes, labels), _tell_concessions(positions, labels)
    return "\n".join((*told[0], *told[1], *_tell_reservations(reservations, labels)))


def _tell_disputes(disputes: Iterable[Dispute], labels: Mapping[str, str], *, graded: bool = False) -> Iterator[str]:
    """Tell what is disputed by now, and in one line what is not any more; `graded` with how grave that was (C-37)."""
    listed = list(disputes)
    over = [each for each in listed if each.is_over]
    yield from (_tell(each, labels) for each in listed if each not in over)
    if len(over) == len(listed) and (common := _find_common(listed)):
        yield f"all of them vote for option {common} by now"
    if over:
        named = (f"{_name(each, labels)} ({_grade(each)})" if graded else _name(each, labels) for each in over)
        yield f"no longer disputed: {'; '.join(dict.fromkeys(named))}"


def _grade(dispute: Dispute) -> str:
    return f"{dispute.conflict_type} conflict of {dispute.severity} severity"


def _find_common(disputes: Iterable[Dispute]) -> str | None:
    """Find the one option that everybody in some disputes votes for."""
    sides = [side for each in disputes for side in (*each.sides, *each.elsewhere) if side.now]
    options = {side.option for side in sides}
    return options.pop() if len(options) == 1 else None


def _name(dispute: Dispute, labels: Mapping[str, str]) -> str:
    one, other = dispute.sides
    if one.option and other.option:
        return f"{one.option} against {other.option}"
    return f"{_names(one.at_first, labels)} against {_names(other.at_first, labels)}"


def _tell_reservations(reservations: Iterable[Reservation], labels: Mapping[str, str]) -> list[str]:
    """Tell each reservation once, however many disputes it keeps open."""
    return [
        f"{_name_reservation(each, labels)}, {_tell_takers(each, labels)}: {squash(each.text)}" for each in reservations
    ]


def _name_reservation(reservation: Reservation, labels: Mapping[str, str]) -> str:
    seat, of = (labels.get(each, each) for each in (reservation.seat, reservation.left_out_of))
    return f"what {seat} leaves out of the terms of {of}" if of else f"reservation of {seat}"


def _tell_takers(reservation: Reservation, labels: Mapping[str, str]) -> str:
    takers = _names(reservation.accepted_by, labels)
    return f"accepted by {takers}, not by all" if reservation.accepted_by else "not accepted by the others"


def _tell(dispute: Dispute, labels: Mapping[str, str]) -> str:
    one, other = dispute.sides
    if one.option and other.option:
        told = f"option {one.option} against option {other.option}: "
        told += f"{_names(one.now, labels)} against {_names(other.now, labels)}"
    else:
        told = f"{_names(one.at_first, labels)} against {_names(other.at_first, labels)}, about "
        told += f"{squash(dispute.topic)}: by now {_hold(one)} against {_hold(other)}"
    return told


def _hold(side: DisputeSide) -> str:
    return f'"{squash(side.text)}"'


def _names(seats: Sequence[str], labels: Mapping[str, str]) -> str:
    return ", ".join(labels.get(seat, seat) for seat in seats) or "nobody"


def digest_debates(
    disputes: Iterable[Dispute],
    debates: Iterable[ConflictDebate],
    labels: Mapping[str, str],
    *,
    reservations: Iterable[Reservation] = (),
    positions: Iterable[Position] = (),
    tokens: int = _ARGUMENTS,
) -> str:
    """Show every dispute as it stands, who took over whose terms, and what was argued, to whoever decides (C-37, C-38).

    Each argument is shown once: most seats argue several conflicts with the same words.
    """
    listed = list(disputes)
    live = [each for each in listed if not each.is_over]
    lines = [Line(f"{_tell(each, labels)} ({_grade(each)}; {_tell_end(each)})", 0) for each in live]
    over = [each for each in listed if each.is_over]
    lines += [Line(text, 0) for text in _tell_disputes(over, labels, graded=True)]
    lines += [Line(text, 0) for text in _tell_concessions(positions, labels)]
    lines += [Line(text, 0) for text in _tell_reservations(reservations, labels)]
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


def _tell_concessions(positions: Iterable[Position], labels: Mapping[str, str]) -> Iterator[str]:
    """Tell who took over whose terms or reservation, and in which round: what was added since is not taken over."""
    last: dict[tuple[str, str, str], str] = {}
    for each in sorted((each for each in positions if each.spoke), key=lambda each: each.round):
        who, until = labels.get(each.seat, each.seat), f"(round {each.round}, as it stood until then)"
        for of in each.accepts:
            told = f"{who} accepts the terms of {labels.get(of, of)}"
            last[each.seat, "terms", of] = f"{told} {until}"
        for taken in each.takes_over:
            told = f"{who} takes over the {taken.part} of {labels.get(taken.seat, taken.seat)}"
            but = f", except: {squash(taken.exception)}" if taken.exception.strip() else ""
            last[each.seat, taken.part, taken.seat] = f"{told} {until}{but}"
    yield from last.values()


def _tell_end(dispute: Dispute) -> str:
    return _ENDS[dispute.ended_by] if dispute.argued_in else "not argued"


def explain_deciding(disputes: Iterable[Dispute], *, again: bool) -> str:
    """Say to whoever decides what is left to decide; `again`, that an earlier decision was sent back by a person."""
    argued = [each for each in disputes if each.argued_in]
    told = "The parties have argued their conflicts; you decide what is open between them."
    if argued and all(each.ended_by == "converged" for each in argued):
        told = "The parties have come to stand for the same option; write down what is decided, with all its terms."
    elif argued and all(each.is_over for each in argued) and _find_common(argued):
        told = "All vote for the same option; you decide on the reservations that are open, and write down its terms."
    if again:
        told += " A person sent the earlier proposal back: answer what they ask, and say what it changes."
    return told


def explain_reading(*, contradicted: bool, again: bool) -> str:
    """Say to whoever reads all answers how they came about, and whether a contradiction between them is known."""
    if again:
        told = "A person sent the earlier proposal back, and the departments answered again: answer what they ask."
    else:
        told = "Every department answered alone."
    if contradicted:
        return f"{told} The contradictions that are known are listed above."
    return f"{told} No contradiction between them was found."


_CRITIQUE_REASONS = "critique or evidence ids"
_CRITIQUE_ANSWERS = "one per critique of you {critique_id, outcome: accepted | rejected | partly, reason}"


def explain_critique_answers(overlooked: Sequence[str]) -> str:
    """Say which critiques are answered, and that what was found overlooked is dealt with in the same way."""
    if not overlooked:
        return _CRITIQUE_ANSWERS
    return f"{_CRITIQUE_ANSWERS}; of {', '.join(overlooked)} too, if you have dealt with it or find it beside the point"


def explain_critique_reasons(overlooked: Sequence[str]) -> str:
    """Say what a seat may name for a change, where critiques are written and something was found overlooked."""
    return f"{_CRITIQUE_REASONS}, or {', '.join(overlooked)}" if overlooked else _CRITIQUE_REASONS


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
    reservations: Iterable[Reservation] = (),
) -> str:
    """Show what was decided and why, once, to the parties who are asked whether they accept it."""
    listed, held = list(disputes), list(reservations)
    rows = [("dispute", _tell(each, labels)) for each in listed if not each.is_over]
    rows += [("no longer disputed", "; ".join(dict.fromkeys(_name(each, labels) for each in listed if each.is_over)))]
    treated = {each.seat for each in synthesis.reservations} if synthesis else set()
    # What the ruling says of a reservation stands beside it, further down.
    rows += [("open", text) for text in _tell_reservations((each for each in held if each.seat not in treated), labels)]
    if synthesis is None:
        return _rows([*rows, *(("decision", text) for text in dict.fromkeys(each.final_decision for each in results))])
    said = synthesis.confidence if synthesis.stated_confidence is None else synthesis.stated_confidence
    rows += [("decision", synthesis.decision), ("confidence, as who decided said it", percent(said))]
    rows += [
        (_name_reservation(Reservation(seat=each.seat, text=""), labels), _tell_treatment(each, held))
        for each in synthesis.reservations
    ]
    rows += [("because", text) for text in synthesis.consensus_points]
    rows += [("trade-off", text) for text in synthesis.tensions]
    # Where nobody argued, what the ruling names is a conflict that it found and decides.
    named = "still open" if any(each.argued_in for each in listed) else "a contradiction it saw, and decides"
    rows += [(named, _tell_divergence(each, labels)) for each in synthesis.divergences]
    rows += [("not known", text) for text in synthesis.gaps]
    rows += [("not chosen", text) for text in synthesis.not_chosen]
    rows += [("next", text) for text in synthesis.next_steps]
    return _rows(rows)


def _tell_treatment(treatment: Treatment, held: Iterable[Reservation]) -> str:
    texts = (squash(each.text).rstrip(" .") for each in held if each.seat == treatment.seat)
    told = "; ".join(f'"{text}"' for text in texts)
    outcome = f"{treatment.outcome}: {treatment.why}" if treatment.why else treatment.outcome
    return f"{told}: {outcome}" if told else outcome


def digest_proposal(
    synthesis: Synthesis | None,
    resolution: CouncilResolution | None,
    acceptances: Iterable[Acceptance],
    reasons: Iterable[str],
    labels: Mapping[str, str],
    closed: Collection[str] = (),
    advocate: CouncilDissent | None = None,
) -> str:
    """Show what was proposed before it was sent back: what stayed open, who accepted it, why a person was asked.

    Where a council wrote a proposal of its own, that is what the person saw, with what its advocate holds against it.
    What rests on critiques that are closed by now is not told as open any more.
    """
    if synthesis is None:
        return ""
    told = [_tell_divergence(each, labels) for each in synthesis.divergences]
    rows = [("proposed decision", resolution.decision if resolution else synthesis.decision)]
    if resolution is not None:
        rows += [("changed by the council", text) for text in resolution.modifications]
        rows += [("risk that was left then", text) for text in resolution.residual_risks]
        rows += [("to be reversed", text) for text in resolution.reversal_criteria]
    if advocate is not None:
        rows += [
            ("weakest premise, as the council's advocate finds", advocate.weakest_premise),
            ("risk that nobody discussed, as the council's advocate finds", advocate.undiscussed_risk),
            ("alternative that was ignored, as the council's advocate finds", advocate.ignored_alternative),
        ]
    rows += [("left open then", text) for text in told if not _rests_on(text, closed)]
    rows += [("not known then", text) for text in synthesis.gaps]
    rows += [("not chosen then", text) for text in synthesis.not_chosen]
    rows += [
        (f"{labels.get(each.seat, each.seat)} {_STANCES[each.stance]}", each.because or "no reason given")
        for each in acceptances
    ]
    rows += [("a person was asked because", text) for text in reasons]
    return _rows(rows)


def _rests_on(text: str, closed: Collection[str]) -> bool:
    """Say whether a text names critiques, and only such as are closed."""
    named = set(_CRITIQUE_ID.findall(text))
    return bool(named) and named <= set(closed)


def _tell_divergence(divergence: Divergence, labels: Mapping[str, str]) -> str:
    sides = "; ".join(f"{labels.get(side.seat, side.seat)}: {side.view}" for side in divergence.sides)
    impact = f" (left open, it costs: {divergence.impact})" if divergence.impact else ""
    return f"{divergence.theme}: {sides}{impact}" if sides else f"{divergence.theme}{impact}"


def _rows(rows: Iterable[tuple[str, str]]) -> str:
    """Write named rows, without the empty ones."""
    return "\n".join(f"{name}: {squash(text)}" for name, text in rows if text.strip())
