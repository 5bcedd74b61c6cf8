"""Writes the answer for whoever has to act on it: plain words, one screen.

The decision stands in full; of every list only the first entries are shown, clipped to one line each, because the whole
story is one command away. What is empty is left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from moot.policies.comparison import Camp, group_camps
from moot.policies.critique import latest_by_seat
from moot.state.ballot import Ballot, BallotOption
from moot.views.result import Result, find_decided_option
from moot.views.terminal.lines import TEXT_WIDTH, blank_controls, clip_line, hang, name_place, wrap
from moot.views.wording import (
    RESERVATIONS,
    find_majority,
    find_missing_seats,
    find_overruled,
    join_names,
    list_reservations,
    name_measure,
    say_audit,
    say_confidence,
    say_flag,
    say_lead,
    say_opposed,
    say_option,
    say_percent,
    say_source,
    say_stop,
    say_unmet,
    say_usage,
    say_warrant,
)

_SHOWN = 3
"""So many entries of a list fit."""

_LABEL = 12
"""As wide as the column of labels."""

_DECISION_LINES = 18

_LAWS = {
    "A": "national law prevails",
    "B": "customary law prevails",
    "C": "conflict that needs synthesis",
    "D": "too little is known",
}
_WHOLE = ("Question", "Confidence", "Ballot", "Law", "Warrant", *RESERVATIONS)
"""What is said in full: it is the reason for the status, or what a person has to confirm."""


def write_answer(result: Result, *, records: str | None = None, store: str | None = None) -> str:
    """Say what was decided, how surely, why, who dissents, and what it cost.

    `records` and `store` are what the caller chose, for the hints at the end.
    """
    lines = [*_headline(result), ""]
    for label, texts in _sections(result):
        lines += _section(label, texts)
    lines += _section("Cost", [say_usage(result.usage)])
    lines += _section("More", list(_more(result, records, store)))
    return "\n".join(map(blank_controls, lines)) + "\n"


def _headline(result: Result) -> list[str]:
    refined = result.refinement.question if result.refinement and result.status == "needs_review" else ""
    text = wrap(result.decision or refined, TEXT_WIDTH - 2)
    shown = text if len(text) <= _DECISION_LINES else [*text[: _DECISION_LINES - 1], f"{text[_DECISION_LINES - 1]} …"]
    return [*_title(result), *(f"  {line}" for line in shown if line)]


def _title(result: Result) -> list[str]:
    """Say how it ended; beside a decision who is missing, and elsewhere the first condition that is not met."""
    title = _name_status(result)
    if result.status == "decided":
        missing = find_missing_seats(result)
        return wrap(f"{title}; did not answer: {join_names(missing)}" if missing else title)
    unmet = say_unmet(result.warrant)
    if not unmet:
        return wrap(title)
    status, _, proposal = title.partition("; ")
    return [*wrap(f"{status}; {unmet}"), *([proposal.capitalize()] if proposal else [])]


def _name_status(result: Result) -> str:
    match result.status:
        case "decided":
            return f"DECIDED by {result.decider}" if result.decider else "DECIDED"
        case "needs_review":
            if result.refinement is not None and not result.decision:
                return "WAITING FOR A PERSON; the question so far is"
            return "WAITING FOR A PERSON; proposed is" if result.decision else "WAITING FOR A PERSON"
        case "rejected":
            return f"NO DECISION: rejected by {result.decider}"
        case "inconclusive":
            return "NO DECISION: the debate is inconclusive"
        case "aborted":
            return "NO DECISION: the reviewer ended it"
        case "failed" if result.decider.startswith("checklist: "):
            return f"NOT STARTED: {result.decider.removeprefix('checklist: ')}"
        case "failed":
            return "NO DECISION: no agent gave a usable answer" if result.decider else "NOT FINISHED"
        case _:
            assert_never(result.status)


def _sections(result: Result) -> Iterator[tuple[str, list[str]]]:
    # What was argued is not what the user typed.
    yield "Question", [result.question] if result.refinement is not None and result.synthesis is not None else []
    yield "Confidence", _confidence(result)
    yield "Your call", list(_find_call(result)) if result.status == "needs_review" else []
    yield "Ballot", list(_ballot(result.ballot)) if result.ballot and result.ballot.options else []
    yield "Law", list(_find_law(result))
    yield "Warrant", list(say_warrant(result.warrant)) if result.warrant else []
    if result.refinement is not None:
        yield from list_reservations(result.refinement)
    yield "Why", list(find_reasons(result))
    yield "Dissent", list(find_dissent(result))
    yield "Audit", list(_find_audit(result))
    yield "Risks", list(find_risks(result))
    yield "Next steps", list(find_steps(result))
    yield "To find out", list(result.inconclusive.find_out) if result.inconclusive else []
    yield "Baselines", list(_baselines(result))


def _find_law(result: Result) -> Iterator[str]:
    """Say which body of law prevails, where a supervisor found one (L-47)."""
    found = result.supervision
    if found is None:
        return
    step = f", step {found.langkah_keputusan}" if found.langkah_keputusan else ""
    yield f"{found.label}{step}: {_LAWS.get(found.label, '')}; conflict of norms: {found.konflik_terdeteksi}"
    yield found.alasan_utama


def _section(label: str, texts: list[str]) -> list[str]:
    if not texts:
        return []
    if label == "More":
        # A command is copied, so it stays in one piece.
        return [f"{'' if at else label:<{_LABEL}} {text}" for at, text in enumerate(texts)]
    if label in _WHOLE:
        return [line for at, text in enumerate(texts) for line in hang(f"{'' if at else label:<{_LABEL}} ", text)]
    more = len(texts) - _SHOWN
    shown = [clip_line(text, TEXT_WIDTH - _LABEL - 1) for text in texts[:_SHOWN]]
    if more > 0:
        tail = f" (+{more} more)"
        shown[-1] = clip_line(texts[_SHOWN - 1], TEXT_WIDTH - _LABEL - 1 - len(tail)) + tail
    return [f"{'' if at else label:<{_LABEL}} {text}" for at, text in enumerate(shown)]


def _confidence(result: Result) -> list[str]:
    if result.confidence is None:
        return []
    marks = (say_confidence(result.confidence), _agreement(result), *map(say_flag, result.confidence_flags))
    likely = result.probability
    known = [f"right with {say_percent(likely.value)}: {likely.basis}"] if likely else []
    return ["; ".join(filter(None, marks)), *known, *result.caveats]


def _agreement(result: Result) -> str:
    """Say how far they agreed; where something else than agreement ends a debate, say why it ended."""
    if not result.rounds or result.convergence is None:
        return ""
    measure = name_measure(result.strategy)
    return f"{measure} {say_percent(result.convergence)}" if measure == "agreement" else say_stop(result)


def _ballot(ballot: Ballot) -> Iterator[str]:
    """Say who votes for what, which options exclude each other, and how that was found."""
    voted = sorted((option for option in ballot.options if option.seats), key=lambda option: -len(option.seats))
    yield from (say_option(ballot, option) for option in voted[:_SHOWN])
    if len(voted) > _SHOWN:
        yield f"and {len(voted) - _SHOWN} more options with votes"
    yield " ".join(filter(None, (say_lead(ballot), say_opposed(ballot), say_source(ballot))))


def _find_call(result: Result) -> Iterator[str]:
    """Find why a person is asked: the gaps of a question that is being refined, else what the gate found."""
    if result.refinement is None or result.synthesis is not None:
        yield from result.escalation.reasons
        return
    last = result.refinement.hypothesis_versions[-1]
    for gap in () if last.open_gaps and result.decision else last.feedback.improvements:
        yield f"{gap.aspect}: {gap.gap} ({gap.suggestion})"


def find_reasons(result: Result) -> Iterator[str]:
    """Find why the decision is what it is, the strongest source first."""
    if result.refinement is not None and result.synthesis is None:
        yield result.refinement.justification or result.refinement.status
        return
    for settled in result.consensus_results or ():
        yield settled.justification
    if result.synthesis is not None:
        yield from result.synthesis.consensus_points
    if result.inconclusive is not None:
        yield result.inconclusive.statement
    if result.status == "failed":
        yield from find_failures(result)


def find_failures(result: Result) -> Iterator[str]:
    """Find why the agents gave no answer that can be used, each reason once, in their own words."""
    errors = [each.error for each in result.positions if each.error]
    if result.rca is not None:
        errors += result.rca.warnings
    elif result.refinement is not None and not errors:
        errors.append(result.refinement.justification)
    yield from dict.fromkeys(errors)


def find_dissent(result: Result) -> Iterator[str]:
    """Find who does not agree, with what, and on which evidence."""
    latest = latest_by_seat(result.positions)

    def cited(seat: str) -> str:
        ids = dict.fromkeys(item for claim in latest[seat].claims for item in claim.evidence) if seat in latest else {}
        return f" [{', '.join(ids)}]" if ids else ""

    overruled = find_overruled(result)
    if overruled is not None:
        yield f"the majority, which the council overrides ({join_names(overruled.seats)}): {overruled.text}"
    divergences = result.synthesis.divergences if result.synthesis else ()
    for each in divergences:
        sides = "; ".join(f"{side.seat}: {side.view}{cited(side.seat)}" for side in each.sides)
        yield f"{each.theme}: {sides}" if sides else each.theme
    if not divergences and result.ballot is not None and result.rca is None:
        for option in _outvoted(result, result.ballot):
            yield f"{join_names(option.seats)}: {option.text}{cited(option.seats[0])}"
    elif not divergences:
        for camp in _others(group_camps(tuple(latest.values())), result.decider):
            yield f"{join_names(camp.seats)}: {camp.recommendation}{cited(camp.seats[0])}"
    for settled in result.consensus_results or ():
        if settled.opposing_agents:
            yield f"{join_names(settled.opposing_agents)} against: {settled.final_decision}"


def _outvoted(result: Result, ballot: Ballot) -> list[BallotOption]:
    """Find the options with votes that did not prevail: all but the decision's, else all but the majority's."""
    overruled = find_overruled(result)
    held = find_decided_option(result) or (None if overruled else find_majority(ballot))
    return [option for option in ballot.options if option.seats and option not in (held, overruled)]


def _others(camps: Sequence[Camp], decider: str) -> list[Camp]:
    """Find the camps that did not prevail: all but the decider's own, else all but the majority, if there is one."""
    voices = sum(len(camp.seats) for camp in camps)
    held = next((camp for camp in camps if decider in camp.seats), None)
    major = next((camp for camp in camps if len(camp.seats) * 2 > voices), None)
    return [camp for camp in camps if camp is not (held or major)]


def _find_audit(result: Result) -> Iterator[str]:
    """Find what was said against an agreement that came at once, and what came of it."""
    if result.audit is not None:
        yield f"{say_audit(result.audit)}: {result.audit.answer}" if result.audit.answer else say_audit(result.audit)


def find_risks(result: Result) -> Iterator[str]:
    """Find what may go wrong: the council's word, else everything the seats named."""
    council = result.council.resolution if result.council else None
    if council is not None and council.residual_risks:
        yield from council.residual_risks
        return
    named: Iterable[str] = (risk for each in latest_by_seat(result.positions).values() for risk in each.risks or ())
    yield from dict.fromkeys(named)


def find_steps(result: Result) -> Iterator[str]:
    """Find what to do next."""
    council = result.council.resolution if result.council else None
    if council is not None and council.next_steps:
        yield from council.next_steps
    elif result.synthesis is not None:
        yield from result.synthesis.next_steps


def _baselines(result: Result) -> Iterator[str]:
    single, vote = result.baselines.single, result.baselines.vote
    if single is not None and single.answer and result.route != "simple":
        yield f"{single.seat} alone would have said: {single.answer}"
    if vote is not None and vote.answer and result.route != "simple":
        yield f"a vote on round 1 would have said: {vote.answer} ({say_percent(vote.share)})"
    elif vote is not None and vote.tied:
        yield f"a vote on round 1 would have been tied: {'; '.join(vote.tied)}"


def _more(result: Result, records: str | None, store: str | None) -> Iterator[str]:
    if store is not None and store.startswith("memory:"):
        yield f"debate {result.thread_id}, not kept: the store is memory:"
    else:
        yield from _commands(result, name_place(result.thread_id, store))
    if records:
        yield f"records in {records}"


def _commands(result: Result, place: str) -> Iterator[str]:
    if result.status == "needs_review":
        yield f"moot review {place}"
    elif result.status == "failed" and not result.decider.startswith("checklist"):
        yield f"moot resume {place}"
    yield f"moot show {place}"
