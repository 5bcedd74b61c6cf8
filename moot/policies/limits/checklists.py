"""Fills in the three checklists of a debate: before, during and after it.

Each item is one machine check. A failed item before the debate blocks its start (D-90); a later one is
recorded.

Rules where the sources are silent:
- The limits are configured when each is a number or is switched off on purpose; those switched off are named (X-78).
- The breaker and two agents are asked for where agents argue (debate, council); one agent is enough elsewhere (X-15).
- A timeout is prolonged when a seat ran out of time in two rounds in a row.
- Agreement progresses when it rises, is reached, or was measured fewer than two times.
- The queries are in order up to and including the allowance (X-18); the time only below the limit.
"""

from collections.abc import Sequence
from typing import Literal

from moot.policies.language import words
from moot.policies.limits.budget import limit_total
from moot.state.budget import Spent
from moot.state.findings import Check, Checklist, Convergence, Escalation, Loop, RoundRecord
from moot.state.outcome import Council, Outcome, Review, Synthesis
from moot.state.protocol import Profile, RetrievalRules, Route
from moot.state.routing import Routing

_LONGEST_QUESTION = 20_000
"""A longer question is not clear (Q-02)."""

_FEWEST_WORDS = 2

_Knowledge = Literal["not_needed", "available", "missing"]


def check_before(
    profile: Profile, question: str, routing: Routing, *, log_started: bool, knowledge: _Knowledge = "not_needed"
) -> Checklist:
    """Check whether a debate may start (D-90)."""
    checks = (
        _check_question(question),
        _check_agents(profile, routing),
        _check_timeouts(profile),
        _check_retrieval(profile.rag, knowledge),
        _check_breaker(profile, routing.route),
        _check("log_started", log_started, "the log has begun", "the log has not begun"),
    )
    return Checklist(stage="before", checks=checks)


def check_during(
    profile: Profile,
    rounds: Sequence[RoundRecord],
    convergence: Convergence | None,
    loop: Loop | None,
    spent: Spent,
) -> Checklist:
    """Check a running debate after a round (D-91)."""
    total, queries = limit_total(profile.timeout, spent), profile.rag.internal.max_queries
    used = f"{spent.seconds:g} s of {'no limit' if total is None else f'{total:g} s'}"
    asked = f"{spent.queries} of {queries} queries"
    checks = (
        _check_prolonged(rounds),
        _check_progress(rounds, convergence),
        _check("no_loop", loop is None or not loop.detected, "no loop", loop.reason if loop else ""),
        _check("time_left", total is None or spent.seconds < total, used, used),
        _check("queries_within_limit", spent.queries <= queries, asked, asked),
    )
    return Checklist(stage="during", round=rounds[-1].number if rounds else 0, checks=checks)


def check_after(
    synthesis: Synthesis | None,
    confidence: float | None,
    escalation: Escalation | None,
    outcome: Outcome | None,
    *,
    council: Council | None = None,
    reviews: Sequence[Review] = (),
    log_closed: bool,
) -> Checklist:
    """Check a finished debate (D-92)."""
    checks = (
        _check("synthesis_produced", synthesis is not None, "there is a synthesis", "there is no synthesis"),
        _check("confidence_computed", confidence is not None, f"it is {confidence}", "there is no confidence"),
        _check_escalated(escalation, council, reviews),
        _check("log_closed", log_closed, "the log is closed", "the log is still open"),
        _check_decision(outcome),
    )
    return Checklist(stage="after", checks=checks)


def _check_question(question: str) -> Check:
    """Check whether a question is clear enough to argue about (Q-02)."""
    if len(question) > _LONGEST_QUESTION:
        return _fail("question_clear", f"it has {len(question)} characters, at most {_LONGEST_QUESTION} are read")
    count = len(words(question))
    if count < _FEWEST_WORDS:
        return _fail("question_clear", "it is empty" if not question.strip() else "it needs at least two words")
    return Check(item="question_clear", passed=True, reason=f"it has {count} words")


def _check_agents(profile: Profile, routing: Routing) -> Check:
    chosen = (*routing.seats, *routing.critics)
    strangers = [seat for seat in chosen if seat not in profile.seat_ids]
    if strangers:
        return _fail("agents_selected", f"{strangers[0]!r} has no seat in {profile.name}")
    needed = 2 if _argues(routing.route) else 1
    seats = len(set(chosen))
    return _check("agents_selected", seats >= needed, f"{seats} agents", f"{seats} agents, {needed} are needed")


def _check_timeouts(profile: Profile) -> Check:
    unlimited = [name for name in type(profile.timeout).model_fields if getattr(profile.timeout, name) is None]
    reason = f"no limit for {', '.join(unlimited)}" if unlimited else "every limit is set"
    return Check(item="timeouts_configured", passed=True, reason=reason)


def _check_retrieval(rules: RetrievalRules, knowledge: _Knowledge) -> Check:
    if not rules.internal.enabled:
        return Check(item="retrieval_available", passed=True, reason="retrieval is switched off")
    reason = {"not_needed": "not needed", "available": "available", "missing": "needed, but there is no store"}[
        knowledge
    ]
    return Check(item="retrieval_available", passed=knowledge != "missing", reason=reason)


def _check_breaker(profile: Profile, route: Route) -> Check:
    on = profile.circuit_breaker.enabled
    if not on and not _argues(route):
        return Check(item="breaker_active", passed=True, reason="not needed: nobody argues")
    return _check("breaker_active", on, "it is on", "circuit_breaker.enabled is false; switch it on")


def _check_prolonged(rounds: Sequence[RoundRecord]) -> Check:
    slow = sorted(set(rounds[-1].timed_out) & set(rounds[-2].timed_out)) if len(rounds) > 1 else []
    late = f"{', '.join(slow)} ran out of time in two rounds in a row"
    return _check("no_prolonged_timeout", not slow, "nobody is late twice in a row", late)


def _check_progress(rounds: Sequence[RoundRecord], convergence: Convergence | None) -> Check:
    values = [record.convergence for record in rounds if record.convergence is not None]
    if convergence is not None and convergence.converged:
        return Check(item="convergence_progressing", passed=True, reason="agreement is reached")
    if len(values) < 2:
        return Check(item="convergence_progressing", passed=True, reason="measured fewer than two times")
    moved = f"from {values[-2]:.2f} to {values[-1]:.2f}"
    return _check("convergence_progressing", values[-1] > values[-2], moved, moved)


def _check_escalated(escalation: Escalation | None, council: Council | None, reviews: Sequence[Review]) -> Check:
    if escalation is None:
        return _fail("escalation_done", "nobody decided whether to escalate")
    if escalation.target == "none":
        return Check(item="escalation_done", passed=True, reason="not needed")
    done = bool(reviews) or (escalation.target == "council" and council is not None and not escalation.then_human)
    target = "a person" if escalation.target == "human" or escalation.then_human else "the council"
    return _check("escalation_done", done, f"{target} has looked", f"{target} has not looked")


def _check_decision(outcome: Outcome | None) -> Check:
    if outcome is None:
        return _fail("decision_clear", "there is no outcome")
    if outcome.status != "decided":
        return Check(item="decision_clear", passed=True, reason=f"no decision is claimed: {outcome.status}")
    text = (outcome.decision or "").strip()
    return _check("decision_clear", bool(words(text)), "it is stated", "the decision is empty")


def _argues(route: Route) -> bool:
    return route in ("debate", "council")


def _check(item: str, passed: bool, good: str, bad: str) -> Check:
    return Check(item=item, passed=passed, reason=good if passed else bad)


def _fail(item: str, reason: str) -> Check:
    return Check(item=item, passed=False, reason=reason)
