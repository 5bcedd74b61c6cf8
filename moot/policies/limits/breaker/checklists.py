"""Fills in the three checklists of a debate: before, during and after it.

Each item is one machine check. A failed item before the debate blocks its start (D-90); a later one is
recorded.

Rules where the sources are silent:
- The limits are configured when an agent that never answers is stopped by one of them; those switched off are named
  (X-78). The log has started when the debate knows when it began, and is closed when every round that was opened has
  its record and the debate knows when it ended.
- The breaker and two agents are asked for where agents argue (debate, council); one agent is enough elsewhere (X-15).
- An idea that is to be refined need not be clear, only be there. Where nobody argued there is no synthesis, no
  confidence and no gate: what does not apply is not listed, and so cannot fail.
- A timeout is prolonged when a seat ran out of time in two rounds in a row.
- Agreement progresses when it rises, is reached, or was measured fewer than two times.
- The queries are in order up to and including the allowance (X-18); the time only below the limit.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from moot.policies.language import words
from moot.policies.limits.budget import limit_total
from moot.state.budget import Spent
from moot.state.facts import Fact, FactValue, Saying, state_fact
from moot.state.findings import Check, Checklist, Convergence, Escalation, Loop, RoundRecord
from moot.state.outcome import Council, Outcome, Review, Synthesis
from moot.state.protocol import Profile, RetrievalRules, Route
from moot.state.routing import Routing

_LONGEST_QUESTION = 20_000
"""A longer question is not clear (Q-02)."""

_FEWEST_WORDS = 2

_Knowledge = Literal["not_needed", "available", "missing"]


def check_before(
    profile: Profile, question: str, routing: Routing, *, started_at: str, knowledge: _Knowledge = "not_needed"
) -> Checklist:
    """Check whether a debate may start (D-90)."""
    checks = (
        _check_question(question, "idea_given" if routing.route == "refine" else "question_clear"),
        _check_agents(profile, routing),
        _check_timeouts(profile),
        _check_retrieval(profile.rag, knowledge),
        _check_breaker(profile, routing.route),
        _check_started(started_at),
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
    used = (
        _fact("seconds", used=spent.seconds) if total is None else _fact("seconds_of", used=spent.seconds, total=total)
    )
    allowed = profile.rag.internal.enabled or spent.queries
    asked = _fact("queries", used=spent.queries, most=queries) if allowed else _fact("retrieval_off")
    checks = (
        _check_prolonged(rounds),
        _check_progress(rounds, convergence),
        _check("no_loop", loop is None or not loop.detected, _fact("no_loop"), loop.reason if loop else ""),
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
    rounds: Sequence[RoundRecord] = (),
    opened: int = 0,
    argued: bool = True,
) -> Checklist:
    """Check a finished debate, of which so many rounds were opened, or a refinement that nobody argued (D-92)."""
    closed = (_check_closed(outcome, rounds, opened), _check_decision(outcome))
    if not argued:
        return Checklist(stage="after", checks=closed)
    checks = (
        _check("synthesis_produced", synthesis is not None, _fact("synthesis"), _fact("no_synthesis")),
        _check(
            "confidence_computed", confidence is not None, _fact("confidence", value=confidence), _fact("no_confidence")
        ),
        _check_escalated(escalation, council, reviews),
        *closed,
    )
    return Checklist(stage="after", checks=checks)


def _check_question(question: str, item: str = "question_clear") -> Check:
    """Check whether a question is clear enough to argue about (Q-02), or an idea is there to be refined."""
    if len(question) > _LONGEST_QUESTION:
        return _fail(item, _fact("too_long", length=len(question), most=_LONGEST_QUESTION))
    count = len(words(question))
    if count < _FEWEST_WORDS:
        return _fail(item, _fact("empty" if not question.strip() else "too_short"))
    return Check(item=item, passed=True, reason=_fact("words", n=count))


def _check_agents(profile: Profile, routing: Routing) -> Check:
    chosen = (*routing.seats, *routing.critics)
    strangers = [seat for seat in chosen if seat not in profile.seat_ids]
    if strangers:
        return _fail("agents_selected", _fact("stranger", seat=strangers[0], profile=profile.name))
    needed = 2 if _argues(routing.route) else 1
    seats = len(set(chosen))
    return _check(
        "agents_selected", seats >= needed, _fact("agents", n=seats), _fact("too_few_agents", n=seats, needed=needed)
    )


def _check_timeouts(profile: Profile) -> Check:
    unlimited = [name for name in type(profile.timeout).model_fields if getattr(profile.timeout, name) is None]
    reason = _fact("unlimited", names=tuple(unlimited)) if unlimited else _fact("limited")
    bounded = any(
        limit is not None for limit in (profile.timeout.per_agent, profile.timeout.per_round, profile.timeout.total)
    )
    return _check("timeouts_configured", bounded, reason, _fact("unbounded"))


def _check_started(started_at: str) -> Check:
    return _check("log_started", _is_moment(started_at), _fact("began", at=started_at), _fact("no_beginning"))


def _check_closed(outcome: Outcome | None, rounds: Sequence[RoundRecord], opened: int) -> Check:
    missing = [str(number) for number in range(1, opened + 1) if number not in {record.number for record in rounds}]
    if missing:
        return _fail("log_closed", _fact("unrecorded", rounds=tuple(missing)))
    ended = outcome.ended_at if outcome else ""
    return _check("log_closed", _is_moment(ended), _fact("ended", at=ended), _fact("no_end"))


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _check_retrieval(rules: RetrievalRules, knowledge: _Knowledge) -> Check:
    if not rules.internal.enabled:
        return Check(item="retrieval_available", passed=True, reason=_fact("retrieval_off"))
    return Check(item="retrieval_available", passed=knowledge != "missing", reason=_fact(f"retrieval_{knowledge}"))


def _check_breaker(profile: Profile, route: Route) -> Check:
    on = profile.circuit_breaker.enabled
    if not on and not _argues(route):
        return Check(item="breaker_active", passed=True, reason=_fact("no_argument"))
    return _check("breaker_active", on, _fact("breaker_on"), _fact("breaker_off"))


def _check_prolonged(rounds: Sequence[RoundRecord]) -> Check:
    slow = sorted(set(rounds[-1].timed_out) & set(rounds[-2].timed_out)) if len(rounds) > 1 else []
    late = _fact("late_twice", seats=tuple(slow))
    return _check("no_prolonged_timeout", not slow, _fact("nobody_late"), late)


def _check_progress(rounds: Sequence[RoundRecord], convergence: Convergence | None) -> Check:
    values = [record.convergence for record in rounds if record.convergence is not None]
    if convergence is not None and convergence.converged:
        return Check(item="convergence_progressing", passed=True, reason=_fact("agreed"))
    if len(values) < 2:
        return Check(item="convergence_progressing", passed=True, reason=_fact("not_compared"))
    moved = _fact("moved", before=values[-2], now=values[-1])
    return _check("convergence_progressing", values[-1] > values[-2], moved, moved)


def _check_escalated(escalation: Escalation | None, council: Council | None, reviews: Sequence[Review]) -> Check:
    if escalation is None:
        return _fail("escalation_done", _fact("no_escalation"))
    if escalation.target == "none":
        return Check(item="escalation_done", passed=True, reason=_fact("no_look_needed"))
    done = bool(reviews) or (escalation.target == "council" and council is not None and not escalation.then_human)
    target = "human" if escalation.target == "human" or escalation.then_human else "council"
    return _check("escalation_done", done, _fact("looked", who=target), _fact("not_looked", who=target))


def _check_decision(outcome: Outcome | None) -> Check:
    if outcome is None:
        return _fail("decision_clear", _fact("no_outcome"))
    if outcome.status != "decided":
        return Check(item="decision_clear", passed=True, reason=_fact("no_decision", status=outcome.status))
    text = (outcome.decision or "").strip()
    return _check("decision_clear", bool(words(text)), _fact("stated"), _fact("decision_empty"))


def _argues(route: Route) -> bool:
    return route in ("debate", "council")


def _check(item: str, passed: bool, good: Saying, bad: Saying) -> Check:
    return Check(item=item, passed=passed, reason=good if passed else bad)


def _fail(item: str, reason: Saying) -> Check:
    return Check(item=item, passed=False, reason=reason)


def _fact(name: str, **values: FactValue) -> Fact:
    return state_fact(f"checklist.{name}", **values)
