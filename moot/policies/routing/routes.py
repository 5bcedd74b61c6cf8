"""Chooses which way a question takes, and which agents are seated.

The first rule that holds decides (D-07, Q-02):
1. the caller's route;
2. a profile that refines ideas refines them;
3. one seat alone answers simply;
4. a matter the caller called irreversible, severe or catastrophic goes to the council, where there is one. The amount
   at risk does not choose the route: the gate after the synthesis looks at it;
5. the profile's default.

A simple route seats one agent, the first chosen one. In a legal question of one domain its own agent argues and the
other only criticises, once (X-56l). A model's proposal is taken as far as it names known routes and seats; what it
does not say validly falls back to the rules, and says so.
"""

from collections.abc import Sequence
from typing import Literal

from moot.policies.language import fold
from moot.policies.limits.leases import sort_seats
from moot.policies.routing.domains import DomainLabel, classify_domain
from moot.state.facts import Fact, state_fact
from moot.state.outcome import Case
from moot.state.protocol import Profile, Route
from moot.state.routing import Routing

_ROUTES: dict[str, Route] = {"simple": "simple", "debate": "debate", "council": "council", "refine": "refine"}
_OWN_SEAT: dict[DomainLabel, str] = {"pure_national": "nla", "pure_adat": "ala"}


def choose_route(profile: Profile, case: Case, question: str = "", seats: Sequence[str] | None = None) -> Routing:
    """Choose the route of a question by fixed rules (D-07)."""
    chosen = sort_seats(seats or profile.seat_ids, profile.seat_ids)
    route, reason = _pick_route(profile, case, len(chosen))
    by: Literal["caller", "rules"] = "rules" if case.route is None else "caller"
    return _seat_agents(Routing(route=route, seats=chosen, reason=reason, by=by), profile, case, question)


def accept_route(
    profile: Profile, case: Case, question: str, route: object, seats: Sequence[str] = (), reason: str = ""
) -> Routing:
    """Accept a model's proposal where it is valid; the caller's own route still wins."""
    if case.route is not None:
        return choose_route(profile, case, question)
    known = _ROUTES.get(fold(route).strip()) if isinstance(route, str) else None
    if known not in list_routes(profile):
        return _fall_back(choose_route(profile, case, question), state_fact("route.unknown", route=str(route)))
    chosen = sort_seats((seat for seat in seats if seat in profile.seat_ids), profile.seat_ids)
    if len(chosen) < (2 if known in ("debate", "council") else 1):
        chosen = profile.seat_ids
    draft = Routing(route=known, seats=chosen, reason=reason or state_fact("route.by_model"), by="model")
    return _seat_agents(draft, profile, case, question)


def list_routes(profile: Profile) -> tuple[Route, ...]:
    """List the ways a question can take under a profile: arguing, refining, or both."""
    argues = not profile.refinement.enabled or profile.refinement.then == "debate"
    refine: tuple[Route, ...] = ("refine",) if profile.refinement.enabled else ()
    return (*(("simple", "debate", "council") if argues else ()), *refine)


def _is_critical(case: Case) -> bool:
    """Say whether the caller called the matter critical (Q-02)."""
    return case.irreversible or case.risk in ("severe", "catastrophic")


def _tell_critical(case: Case) -> Fact:
    """Tell in which of its words the caller called the matter critical."""
    undone = (state_fact("route.irreversible"),) if case.irreversible else ()
    grave = (state_fact("route.risk", risk=case.risk),) if case.risk in ("severe", "catastrophic") else ()
    return state_fact("route.row", reasons=(*grave, *undone))


def _seat_agents(draft: Routing, profile: Profile, case: Case, question: str) -> Routing:
    """Seat the agents of a route: one, all, or those whose domain the question is."""
    if draft.route == "simple":
        return draft.model_copy(update={"seats": draft.seats[:1]})
    if profile.routing.keywords == "none" or draft.route == "refine":
        return draft
    domain = classify_domain(question, case.domain_hint)
    own = _OWN_SEAT.get(domain.label)
    critics = tuple(seat for seat in draft.seats if seat != own)
    seats = tuple(seat for seat in draft.seats if seat == own)
    if not seats or profile.routing.pure_domains == "full":
        seats, critics = draft.seats, ()
    return draft.model_copy(
        update={
            "seats": seats,
            "critics": critics,
            "critique_rounds": 1 if critics else None,
            "reason": state_fact("route.row", reasons=(draft.reason, domain.reason)),
            "label": domain.label,
            "scores": domain.scores,
        }
    )


def _pick_route(profile: Profile, case: Case, seats: int) -> tuple[Route, Fact]:
    if case.route is not None:
        return case.route, state_fact("route.by_caller")
    if profile.refinement.enabled:
        return "refine", state_fact("route.refines")
    if seats == 1:
        return "simple", state_fact("route.one_agent")
    if _is_critical(case) and profile.council.enabled and profile.escalation.enabled:
        return "council", _tell_critical(case)
    return profile.routing.default, state_fact("route.default")


def _fall_back(routing: Routing, why: Fact) -> Routing:
    reason = state_fact("route.row", reasons=(why, routing.reason))
    return routing.model_copy(update={"by": "fallback", "reason": reason})
