"""Gathers what the warrant of a root cause looks at: what there was to see, and who judged it."""

from moot.policies.root_cause import names_cause, shows_no_incident
from moot.policies.root_cause.evidence import agree_on_none, check_evidence, is_supported
from moot.policies.root_cause.material import has_history, has_log
from moot.policies.verdict.warrant.facts import DataFacts, SettlementFacts
from moot.state.debate import MultiAgentState


def gather_judgement(state: MultiAgentState) -> SettlementFacts:
    """The judge decides a root cause, where it scored the best one itself (R-46)."""
    cause = state.get("root_cause")
    best = cause.final_hypothesis if cause else None
    scored = best is not None and any(
        each.hypothesis_id == best.hypothesis_id and not each.fallback
        for judged in state.get("judgements") or []
        if judged.round == best.final_round
        for each in judged.evaluated_hypotheses
    )
    return SettlementFacts(authority="judge" if scored else None)


def gather_data(state: MultiAgentState) -> DataFacts:
    """Find what a root cause stands on: data, an incident in it, evidence that holds, and the judge's score."""
    profile, incident, cause = state["protocol"].profile, state.get("incident"), state.get("root_cause")
    best = cause.final_hypothesis if cause else None
    seen = state.get("inspections") or []
    checks = check_evidence(best, incident, seen) if best is not None and incident is not None else ()
    return DataFacts(
        observed=has_log(incident) or has_history(incident),
        departs=not shows_no_incident(incident),
        agreed_calm=agree_on_none(state.get("hypotheses") or []),
        names_cause=best is None or names_cause(best),
        supported=is_supported(checks),
        score=best.judge_score if best else None,
        floor=profile.judge.floor,
    )
