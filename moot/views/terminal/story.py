"""Tells the whole story of a debate: rounds, positions, critiques, agreement, who looked at it, and what it cost.

The report as text is the answer and this story. Where the circuit breaker stopped the debate its block stands first
(D-52). A search for root causes keeps its own form (R-32): there the best hypothesis so far is reported, nothing is
escalated, and the report names the limit itself.
"""

from collections.abc import Iterable, Iterator

from moot.state.audit import Audit
from moot.state.ballot import Ballot
from moot.state.critiques import Critique
from moot.state.debate import MultiAgentState
from moot.state.findings import RoundRecord
from moot.state.hypotheses import RootCause
from moot.state.positions import Claim, Position
from moot.state.refinement import RefinementResult
from moot.state.warrant import Warrant
from moot.views.result import Result
from moot.views.terminal.answer import write_answer
from moot.views.terminal.breaker_block import draw_breaker
from moot.views.terminal.lines import blank_controls, bullets, clean_line, clip_line, hang
from moot.views.terminal.root_cause_report import report_root_cause
from moot.views.wording import (
    join_names,
    list_conditions,
    list_reservations,
    name_measure,
    say_audit,
    say_confidence,
    say_count,
    say_filled,
    say_flag,
    say_lead,
    say_met,
    say_opposed,
    say_option,
    say_percent,
    say_source,
    say_stop,
    say_time,
    say_usage,
    whole_percent,
)

_NAME = 40
"""As long as the name of a seat may be."""

_KINDS = {"positions": "positions", "rebuttals": "rebuttals", "refinement": "refinement"}


def write_report(state: MultiAgentState, result: Result) -> str:
    """Write the report of a debate."""
    if result.rca is not None:
        return report_root_cause(state, result.rca, result.warrant)
    block = f"{draw_breaker(result.circuit_breaker)}\n\n" if result.circuit_breaker else ""
    return f"{block}{write_answer(result)}\n{tell_story(result)}"


def tell_story(result: Result) -> str:
    """Tell what happened, from the question to the price."""
    parts = [
        _head(result),
        _refinement(result.refinement),
        *(part for record in result.rounds for part in (_round(result, record), _audit(result.audit, record.number))),
        _unclosed(result),
        _causes(result.rca),
        _ballot(result.ballot),
        _conflicts(result),
        _escalation(result),
        _council(result),
        _review(result),
        _warrant(result.warrant),
        _evidence(result),
        _usage(result),
    ]
    return "\n\n".join("\n".join(map(blank_controls, lines)) for lines in map(list, parts) if lines) + "\n"


def _head(result: Result) -> Iterator[str]:
    if result.refinement is not None and result.refinement.idea:
        yield from hang("Idea        ", result.refinement.idea)
    yield from hang("Question    ", result.question)
    yield f"Thread      {result.thread_id}"
    yield f"Profile     {result.profile}, route {result.route}, language {result.language}"
    if result.ancestry:
        yield f"Forked from {' -> '.join(result.ancestry)}"
    if result.stop_reason:
        yield f"Stopped by  {result.stop_reason}: {say_stop(result)}"
    for caveat in result.caveats:
        yield from hang("Caveat      ", caveat)


def _round(result: Result, record: RoundRecord) -> Iterator[str]:
    share = "" if record.convergence is None else f" {say_percent(record.convergence)}"
    agreement = f", {name_measure(result.strategy)}{share}" if share else ""
    yield f"ROUND {record.number}: {_KINDS[record.kind]}, {say_time(record.duration_ms)}{agreement}"
    for name, seats in (("out of time", record.timed_out), ("failed", record.failed)):
        if seats:
            yield f"  {name}: {join_names(seats)}"
    for position in result.positions:
        if position.round == record.number:
            yield from _position(position)
    yield from _critiques([each for each in result.critiques if each.round == record.number])
    if record.position_changes:
        unexplained = f", {record.unexplained_changes} without a reason" if record.unexplained_changes else ""
        yield f"  {say_count(record.position_changes, 'seat')} changed position{unexplained}"


def _position(position: Position) -> Iterator[str]:
    sure = f", {say_confidence(position.confidence)}" if position.confidence is not None else ""
    state = "" if position.status == "ok" else f" [{position.status}]"
    said = position.recommendation or position.error or "nothing"
    yield from hang(f"  {position.seat}{sure}{state}: ", said)
    yield from _claims(position.claims)
    for change in position.changes:
        because = f" (because of {join_names(change.because)})" if change.because else ""
        yield from hang("      changed: ", f"{change.what}{because}")


def _critiques(critiques: Iterable[Critique]) -> Iterator[str]:
    for each in critiques:
        end = "resolved" if each.resolved else "open"
        head = f"  {each.id} {each.agent} on {each.target} {each.target_claim_id}, {each.severity}, {end}: "
        yield from hang("    ", f"{head.strip()} {each.description}")
        if each.verdict is not None:
            yield from hang("      ", each.resolution)


def _unclosed(result: Result) -> Iterator[str]:
    """Tell what was said outside a closed round: to a simple question, or before somebody stopped the debate."""
    closed = {record.number for record in result.rounds}
    said = [each for each in result.positions if each.round not in closed]
    if said and said[0].round:
        yield f"ROUND {said[0].round}: not closed"
    for position in said:
        yield from _position(position)


def _ballot(ballot: Ballot | None) -> Iterator[str]:
    """Tell who votes for what, who voted otherwise before, and how the votes were told apart."""
    if ballot is None or not ballot.options:
        return
    yield from hang(f"BALLOT after round {ballot.round}: ", f"{say_lead(ballot)} {say_source(ballot)}".strip())
    for option in ballot.options:
        yield from hang("  ", say_option(ballot, option))
    if opposed := say_opposed(ballot):
        yield f"  {opposed}"
    for number in sorted({vote.round for vote in ballot.votes if vote.round < ballot.round}):
        votes = ", ".join(f"{vote.seat} {vote.option}" for vote in ballot.votes if vote.round == number)
        yield from hang(f"  round {number}: ", votes)


def _warrant(warrant: Warrant | None) -> Iterator[str]:
    """Tell of every condition whether it was needed and met, and why."""
    if warrant is None:
        return
    yield f"WARRANT: {'complete' if warrant.complete else 'not complete'}"
    for each in list_conditions(warrant):
        yield from hang(f"  {each.id}, {'needed' if each.needed else 'reported'}, {say_met(each)}: ", each.detail)


def _refinement(found: RefinementResult | None) -> Iterator[str]:
    if found is None:
        return
    count = say_count(found.refinement_iteration, "refinement")
    yield f"REFINEMENT: {found.status}, {count} of {found.max_refinements}"
    for version in found.hypothesis_versions:
        marks = ", forced" * version.forced_decision + ", left the subject" * (not version.subject_kept)
        yield from hang(f"  V{version.version} ({version.feedback.status}{marks}): ", version.question)
        gaps = (f"{each.aspect}: {each.gap} ({each.suggestion})" for each in version.feedback.improvements)
        yield from bullets(gaps, indent="      ")
        filled = (say_filled(each) for each in version.gaps if each.state == "filled")
        yield from bullets(filled, indent="      ")
    for title, texts in list_reservations(found):
        yield f"  {title}:"
        yield from bullets(texts, indent="      ")


def _audit(audit: Audit | None, number: int) -> Iterator[str]:
    if audit is None or audit.round != number:
        return
    yield from hang("AUDIT: ", f"{say_audit(audit)}. {audit.reason}")
    sure = f", {say_confidence(audit.confidence)}" if audit.confidence is not None else ""
    if audit.answer:
        yield from hang(f"  auditor{sure}: ", audit.answer)
    yield from _claims(audit.claims)
    yield from bullets((f"limit: {text}" for text in audit.limitations), indent="      ")


def _claims(claims: Iterable[Claim]) -> Iterator[str]:
    for claim in claims:
        source = f" [{', '.join(claim.evidence)}]" if claim.evidence else ""
        yield from hang(f"      {claim.id} ", f"{claim.statement}{source}")


def _causes(found: RootCause | None) -> Iterator[str]:
    if found is None:
        return
    scores = " -> ".join(map(str, found.improvement_trajectory)) or "none"
    yield f"ROOT CAUSE: best scores {scores}, ended by {found.stop_reason}"
    for item in found.rounds:
        for name, made in item.hypotheses.items():
            seat = name.removesuffix("_hypotheses")
            texts = (f"{each.id} ({whole_percent(each.confidence)}%): {each.hypothesis}" for each in made)
            yield from bullets(texts, indent=f"  round {item.round_number} {seat} ", mark="")


def _conflicts(result: Result) -> Iterator[str]:
    report = result.conflict_report
    if report is None:
        return
    yield f"CONFLICTS: {report.total_conflicts} found"
    settled = {each.conflict_id: each for each in result.consensus_results or ()}
    for number, each in enumerate(report.conflicts, start=1):
        yield from hang(f"  {number}. {each.severity}: ", each.description)
        if each.conflict_id in settled:
            consensus = settled[each.conflict_id]
            outcome = "settled" if consensus.accepted else "not settled"
            yield from hang(f"     {outcome} by {consensus.resolver_agent}: ", consensus.final_decision)


def _escalation(result: Result) -> Iterator[str]:
    if result.circuit_breaker is not None:
        yield from hang("STOPPED: ", f"{result.circuit_breaker.reason}: {result.circuit_breaker.explanation}")
    if result.escalation.target != "none":
        yield f"ESCALATED to {result.escalation.target}"
        yield from bullets(result.escalation.reasons)


def _council(result: Result) -> Iterator[str]:
    council = result.council
    if council is None:
        return
    late = ", out of time" if council.timed_out else ""
    yield f"COUNCIL: confidence {say_confidence(council.confidence)}{late}"
    if council.critic is not None:
        yield f"  critic: {council.critic.total} of 100, {council.verdict or 'no verdict'}"
    if council.advocate is not None:
        yield from hang("  advocate: ", council.advocate.undiscussed_risk)
    if council.resolution is not None:
        yield from hang("  resolution: ", council.resolution.decision)
        for flag in council.flags:
            if flag.startswith("resolution_lacks:"):
                yield from hang("  ", say_flag(flag))


def _review(result: Result) -> Iterator[str]:
    if result.review is None:
        return
    answer = result.review.response
    if answer is None:
        yield f"REVIEW: waiting; answer with: moot review {result.thread_id}"
        return
    who = f" by {clean_line(answer.reviewer)}" if answer.reviewer else ""
    yield from hang(f"REVIEW: {answer.type}{who} ", answer.text)


def _evidence(result: Result) -> Iterator[str]:
    claims = result.evidence.claims
    if not claims:
        return
    supported, bare = (sum(each.verdict == verdict for each in claims) for verdict in ("supported", "unsupported"))
    yield f"EVIDENCE: {say_count(len(claims), 'claim')}, {supported} supported, {bare} unsupported"
    if result.rag.total or result.rag.refused:
        yield f"  queries: {result.rag.total} run, {result.rag.succeeded} answered, {result.rag.refused} refused"


def _usage(result: Result) -> Iterator[str]:
    usage = result.usage
    yield f"COST: {say_usage(usage)}"
    names = {seat: clip_line(seat, _NAME) for seat in usage.by_seat}
    width = max(map(len, names.values()), default=0)
    for seat, used in usage.by_seat.items():
        tokens = used.prompt_tokens + used.completion_tokens
        calls, spent = say_count(used.calls, "call"), say_time(used.wall_ms)
        yield f"  {names[seat]:<{width}} {calls:>9} {tokens:>9,} tokens {spent:>9}"
