"""Tells the whole story of a debate: rounds, positions, critiques, agreement, who looked at it, and what it cost.

The report as text is the answer and this story. Where the circuit breaker stopped the debate its block stands first
(D-52). A search for root causes keeps its own form (R-32): there the best hypothesis so far is reported, nothing is
escalated, and the report names the limit itself.
"""

from collections.abc import Iterable, Iterator, Mapping

from moot.catalogue import frame_language, say, speaking
from moot.program import name_program
from moot.state.audit import Audit
from moot.state.ballot import Ballot
from moot.state.critiques import Critique
from moot.state.debate import MultiAgentState
from moot.state.evidence import ClaimVerdict
from moot.state.findings import RoundRecord
from moot.state.hypotheses import RootCause
from moot.state.outcome import Divergence
from moot.state.positions import Claim, Position
from moot.state.refinement import RefinementResult
from moot.state.remarks import Remark
from moot.state.warrant import Warrant
from moot.views.lines import blank_controls, bullets, clean_line, clip_line, hang, name_place
from moot.views.result import Result
from moot.views.terminal.answer import find_left_open, write_answer
from moot.views.terminal.breaker_block import draw_breaker
from moot.views.terminal.checks_story import tell_council, tell_evidence
from moot.views.terminal.opposition_story import tell_acceptances, tell_conflicts, tell_norms
from moot.views.terminal.root_cause_report import report_root_cause, tell_cause
from moot.views.wording import capital, say_kind, say_literal, say_stop, say_target
from moot.views.wording.agreement import (
    has_agreed,
    name_measure,
    say_agreement,
    say_audit,
    say_lead,
    say_opposed,
    say_option,
    say_source,
    say_vote_changes,
)
from moot.views.wording.disputes import (
    list_held_reservations,
    list_last_acceptances,
    say_acceptance,
    say_hearing,
)
from moot.views.wording.figures import join_names, say_confidence, say_count, say_time, say_usage, whole_percent
from moot.views.wording.names import name_actor, name_seat, never_started, say_aim
from moot.views.wording.refinement import find_asked_question, list_origin, list_reservations, list_wishes, say_filled
from moot.views.wording.warrants import list_conditions, say_judged, say_standing

_LABEL = 13
"""As wide as the column of labels."""

_NAME = 40
"""As long as the name of a seat may be."""


def write_report(state: MultiAgentState, result: Result) -> str:
    """Write the report of a debate."""
    if result.rca is not None:
        with speaking(frame_language(result.language), result.seat_titles):
            return report_root_cause(state, result.rca, result.warrant)
    with speaking(frame_language(result.language), result.seat_titles):
        block = f"{draw_breaker(result.circuit_breaker)}\n\n" if result.circuit_breaker else ""
    return f"{block}{write_answer(result, whole=True)}\n{tell_story(result)}"


def tell_story(result: Result, store: str | None = None) -> str:
    """Tell what happened, from the question to the price; a debate that never started has only its question."""
    parts = [_head(result)] if never_started(result) else [*_tell_parts(result, store)]
    with speaking(frame_language(result.language), result.seat_titles):
        told = [list(part) for part in parts]
    return "\n\n".join("\n".join(map(blank_controls, lines)) for lines in told if lines) + "\n"


def _tell_parts(result: Result, store: str | None) -> tuple[Iterator[str], ...]:
    return (
        _head(result),
        _refinement(result.refinement),
        *(part for record in result.rounds for part in (_round(result, record), _audit(result.audit, record.number))),
        _unclosed(result),
        _causes(result.rca),
        _ballot(
            result.ballot,
            agreed=has_agreed(result),
            judged=result.rca is not None,
            decided=result.status == "decided",
        ),
        tell_conflicts(result),
        tell_norms(result),
        tell_acceptances(result),
        _escalation(result),
        tell_council(result),
        _open(result),
        _review(result, store),
        _remarks(result.remarks),
        _warrant(result.warrant),
        tell_evidence(result),
        _usage(result),
    )


def _head(result: Result) -> Iterator[str]:
    question = find_asked_question(result)
    if result.refinement is not None and result.refinement.idea != question:
        yield from hang(_head_label("idea"), result.refinement.idea)
    yield from hang(_head_label("question"), question)
    yield f"{_head_label('thread')}{result.thread_id}"
    profile = say("story.profile", profile=_name_profile(result), route=result.route, language=result.language)
    yield f"{_head_label('profile')}{profile}"
    if result.ancestry:
        yield f"{_head_label('forked')}{' -> '.join(result.ancestry)}"
    if result.stop_reason:
        # While a person is waited for, only the rounds are over.
        label = _head_label("argued" if result.status == "needs_review" else "stopped")
        yield f"{label}{capital(say_stop(result))}"
    for caveat in result.caveats:
        yield from hang(_head_label("caveat"), str(caveat))


def _name_profile(result: Result) -> str:
    """Name the profile; where a question was refined and argued, whose seats did which."""
    found = result.refinement
    if found is None or not found.argued_by:
        return result.profile
    return say("story.two_profiles", refined=found.refined_by, argued=found.argued_by)


def _head_label(name: str) -> str:
    return f"{say(f'story.label.{name}'):<{_LABEL}}"


def _round(result: Result, record: RoundRecord) -> Iterator[str]:
    share = "" if record.convergence is None else f" {say_agreement(record)}"
    agreement = f", {name_measure(result.strategy)}{share}" if share else ""
    kind = say_kind(record.kind).lower() if result.rca is None else _say_search(record.number).lower()
    yield f"{say('story.round', round=record.number)}: {kind}, {say_time(record.duration_ms)}{agreement}"
    for name, seats in (("timeout", record.timed_out), ("failed", record.failed)):
        if seats:
            yield f"  {say_literal(name)}: {join_names(seats)}"
    verdicts = {(each.seat, each.claim_id): each for each in result.evidence.claims if each.round == record.number}
    for position in result.positions:
        if position.round == record.number:
            yield from _position(position, verdicts)
    yield from _hypotheses(result.rca, record.number)
    yield from _critiques([each for each in result.critiques if each.round == record.number])
    if record.position_changes:
        bare = say("story.unexplained", n=record.unexplained_changes) if record.unexplained_changes else ""
        votes = say_vote_changes(result.ballot, record.number)
        yield from hang("  ", f"{say('story.changed', n=record.position_changes, votes=votes)}{bare}")


def _position(position: Position, verdicts: Mapping[tuple[str, str], ClaimVerdict]) -> Iterator[str]:
    sure = f", {_say_sure(position.confidence)}" if position.confidence is not None else ""
    state = "" if position.status == "ok" else f" [{say_literal(position.status)}]"
    said = position.recommendation or position.error or say("story.nothing")
    yield from hang(f"  {name_seat(position.seat)}{sure}{state}: ", said)
    found = {
        claim.id: verdicts[position.seat, claim.id]
        for claim in position.claims
        if (position.seat, claim.id) in verdicts
    }
    if (position.reasoning or "").strip():
        yield from hang(f"      {say('story.reasoning')}: ", position.reasoning or "")
    yield from _claims(position.claims, found)
    if position.reservation.strip():
        yield from hang(f"      {say('story.reservation')}: ", position.reservation)
    if position.accepts:
        yield f"      {say('story.accepts', seats=position.accepts)}"
    for taken in position.takes_over:
        code = "story.takes_over_except" if taken.exception.strip() else "story.takes_over"
        yield from hang("      ", say(code, part=taken.part, seat=taken.seat, text=taken.exception))
    for change in position.changes:
        because = f" ({say('story.because', what=change.because)})" if change.because else ""
        yield from hang(f"      {say('story.change')}: ", f"{change.what}{because}")


def _say_sure(share: float) -> str:
    return say("story.sure", level=say_confidence(share))


def _critiques(critiques: Iterable[Critique]) -> Iterator[str]:
    for each in critiques:
        end = say("story.resolved" if each.resolved else "story.open")
        if each.resolved and each.verdict is None and each.resolution:
            # Its author did not close it: what did, stands with it.
            end = say("story.closed_as", why=str(each.resolution).rstrip(" ."))
        target = say_aim(each.target, each.target_claim_id)
        head = say(
            "story.critique_lowered" if each.first_severity else "story.critique",
            id=each.id,
            agent=name_actor(each.agent),
            target=target,
            first=each.first_severity,
            severity=each.severity,
            end=end,
        )
        yield from hang("    ", f"{head} {each.description}")
        weighed = each.first_severity or each.severity
        for step in each.history:
            # An author that restates how grave it was has lowered nothing.
            code = "story.step_lowered" if step.severity not in (None, weighed) else "story.step"
            weighed = step.severity or weighed
            said = say(code, round=step.round, seat=name_actor(step.seat), said=step.said, severity=step.severity)
            yield from hang("      ", f"{said}{f': {step.reason}' if step.reason else ''}")


def _remarks(remarks: Iterable[Remark]) -> Iterator[str]:
    for place, each in enumerate(remarks):
        if not place:
            yield say("story.remarks")
        yield from hang("  ", f"{each.author or say('word.role.human')}, {say_hearing(each)}: {each.text}")


def _unclosed(result: Result) -> Iterator[str]:
    """Tell what was said outside a closed round: to a simple question, or before somebody stopped the debate."""
    closed = {record.number for record in result.rounds}
    said = [each for each in result.positions if each.round not in closed]
    if said and said[0].round:
        yield f"{say('story.round', round=said[0].round)}: {say('story.not_closed')}"
    for position in said:
        verdicts = {(each.seat, each.claim_id): each for each in result.evidence.claims if each.round == position.round}
        yield from _position(position, verdicts)


def _ballot(ballot: Ballot | None, *, agreed: bool, judged: bool, decided: bool) -> Iterator[str]:
    """Tell who votes for what, who voted otherwise before, and how the votes were told apart."""
    if ballot is None or not ballot.options:
        return
    lead = f"{say_lead(ballot, agreed=agreed, judged=judged, decided=decided)} {say_source(ballot)}".strip()
    yield from hang(f"{say('story.ballot', round=ballot.round)}: ", lead)
    for option in ballot.options:
        yield from hang("  ", say_option(ballot, option, judged=judged))
    if opposed := say_opposed(ballot):
        yield f"  {opposed}"
    for number in sorted({vote.round for vote in ballot.votes if vote.round < ballot.round}):
        votes = ", ".join(f"{name_seat(vote.seat)} {vote.option}" for vote in ballot.votes if vote.round == number)
        yield from hang(f"  {say('story.votes_in_round', round=number)}: ", votes)


def _warrant(warrant: Warrant | None) -> Iterator[str]:
    """Tell of every condition whether it was needed and met, and why."""
    if warrant is None:
        return
    yield say("story.warrant_complete" if warrant.complete else "story.warrant_incomplete")
    for each in list_conditions(warrant):
        yield from hang(f"  {say_standing(each)}: ", str(each.detail))


def _refinement(found: RefinementResult | None) -> Iterator[str]:
    if found is None:
        return
    yield say("story.refinement", status=found.status, done=found.refinement_iteration, n=found.max_refinements)
    for title, text in list_origin(found):
        yield from hang(f"  {title}: ", text)
    for version in found.hypothesis_versions:
        forced = f", {say('story.forced')}" if version.forced_decision else ""
        marks = forced + ("" if version.subject_kept else f", {say('report.left_subject')}")
        yield from hang(f"  V{version.version} ({say_literal(version.feedback.status)}{marks}): ", version.question)
        yield from hang("    ", version.feedback.justification)
        if version.overruled is not None:
            before = version.overruled
            yield from hang("    ", say("story.overruled", status=before.status, why=before.justification))
        yield from bullets(list_wishes(version), indent="      ")
        filled = (say_filled(each) for each in version.gaps if each.state == "filled")
        yield from bullets(filled, indent="      ")
    for title, texts in list_reservations(found):
        yield f"  {title}:"
        yield from bullets(texts, indent="      ")


def _audit(audit: Audit | None, number: int) -> Iterator[str]:
    if audit is None or audit.round != number:
        return
    yield from hang(f"{say('story.audit')}: ", f"{say_audit(audit)}. {audit.reason}")
    sure = f", {_say_sure(audit.confidence)}" if audit.confidence is not None else ""
    if audit.answer:
        yield from hang(f"  {say('story.auditor')}{sure}: ", audit.answer)
    yield from _claims(audit.claims, {})
    yield from bullets((f"{say('story.limit')}: {text}" for text in audit.limitations), indent="      ")


def _claims(claims: Iterable[Claim], verdicts: Mapping[str, ClaimVerdict]) -> Iterator[str]:
    """List claims with what they cite; one that does not stand is marked where it is printed."""
    for claim in claims:
        source = f" [{', '.join(claim.evidence)}]" if claim.evidence else ""
        found = verdicts.get(claim.id)
        assuming = any(each.strip() for each in claim.assumptions)
        told = found is not None and (found.verdict == "unsupported" or assuming)
        mark = f" ({say_judged(found, claim.assumptions)})" if found is not None and told else ""
        yield from hang(f"      {claim.id} ", f"{claim.statement}{source}{mark}")


def _say_search(number: int) -> str:
    return say("cause.initial" if number == 1 else "cause.refined")


def _hypotheses(found: RootCause | None, number: int) -> Iterator[str]:
    """Tell what the reasoners proposed in a round, and how the judge scored it."""
    item = next((each for each in found.rounds if each.round_number == number), None) if found is not None else None
    if item is None:
        return
    judged = item.judge_evaluation.evaluated_hypotheses if item.judge_evaluation is not None else ()
    scores = {each.hypothesis_id: f", {each.judge_score}/100" for each in judged}
    for seat, made in item.hypotheses.items():
        for each in made:
            sure = f"{whole_percent(each.confidence)} %{scores.get(each.id, '')}"
            yield from hang(f"  {name_seat(seat)}, {each.id} ({sure}): ", each.hypothesis)


def _causes(found: RootCause | None) -> Iterator[str]:
    if found is None:
        return
    if found.final_hypothesis is not None or found.no_incident:
        yield from tell_cause(found)
    if not found.no_incident:
        scores = " -> ".join(map(str, found.improvement_trajectory)) or say("story.no_scores")
        yield say("story.cause", scores=scores, why=say(f"cause.stop.{found.stop_reason}"))


def _escalation(result: Result) -> Iterator[str]:
    if result.circuit_breaker is not None:
        # Where a protocol decides at its limit, reaching it has stopped nothing.
        stopped = result.circuit_breaker.target != "none"
        told = say("story.stopped" if stopped else "story.at_limit")
        yield from hang(f"{told}: ", str(result.circuit_breaker.explanation))
    if result.escalation.target != "none":
        answered = result.escalation.target == "human" and result.review is not None and result.review.response
        code = "story.was_escalated" if answered else "story.escalated"
        yield say(code, who=say_target(result.escalation.target))
        yield from bullets(map(str, result.escalation.reasons))


def _tell_reservations(result: Result) -> Iterator[str]:
    """Tell what seats reserve: of the decision, who was asked about it, else the condition of their vote."""
    asked = {each.seat: each for each in list_last_acceptances(result) if each.stance == "accepts_with_reservation"}
    for each in list_held_reservations(result):
        said = asked.get(each.seat)
        yield say_acceptance(said) if said else say("story.reserves", seat=each.seat, text=each.text)


def _open(result: Result) -> Iterator[str]:
    """Tell every point that nobody settled, whoever named it; each once."""
    synthesis = result.synthesis
    named = [
        *(_divergence(each) for each in (synthesis.divergences if synthesis else ())),
        *(
            say("story.overlooked", id=each.id, agent=each.agent, target=each.target, text=each.point)
            for each in result.blind_spots
            if not each.taken_up
        ),
        *(say("story.tension", text=text) for text in (synthesis.tensions if synthesis else ())),
        *(say("story.open_gap", text=text) for text in (synthesis.gaps if synthesis else ())),
        *find_left_open(result),
        *_tell_reservations(result),
        *(
            say("story.open_critique", id=each.id, severity=each.severity, text=each.description)
            for each in result.critiques
            if not each.resolved
        ),
    ]
    if named:
        yield f"{say('story.open_points')}:"
        yield from bullets(dict.fromkeys(named))


def _divergence(divergence: Divergence) -> str:
    sides = "; ".join(f"{name_seat(side.seat)}: {side.view.removesuffix('.')}" for side in divergence.sides)
    return f"{divergence.theme}: {sides}" if sides else divergence.theme


def _review(result: Result, store: str | None) -> Iterator[str]:
    given = result.responses or ((result.review.response,) if result.review and result.review.response else ())
    for answer in given:
        who = clean_line(answer.reviewer) or say("word.role.human")
        yield from hang(f"{say('story.review', type=answer.type, who=who)} ", answer.text)
    if result.review is not None and result.review.response is None:
        yield f"{say('story.review_waiting')}: {name_program()} review {name_place(result.thread_id, store)}"


def _usage(result: Result) -> Iterator[str]:
    usage = result.usage
    yield f"{say('story.cost')}: {say_usage(usage)}"
    names = {seat: clip_line(name_actor(seat), _NAME) for seat in usage.by_seat}
    width = max(map(len, names.values()), default=0)
    for seat, used in usage.by_seat.items():
        tokens = used.prompt_tokens + used.completion_tokens
        calls, spent = say_count(used.calls, "calls"), say_time(used.wall_ms)
        yield f"  {names[seat]:<{width}} {calls:>11} {say_count(tokens, 'tokens'):>16} {spent:>9}"
