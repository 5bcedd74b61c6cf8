"""Chooses the way of a question: the caller's word, the rules, or a model where the profile says so (D-07)."""

from moot.models import wire
from moot.nodes.asking import announce, put_question
from moot.nodes.context import AsyncNode, StateUpdate
from moot.policies.routing import accept_route
from moot.prompts import digest_seats, render_prompt
from moot.state.debate import MultiAgentState

ROUTES = "simple | debate | council"


def make_router() -> AsyncNode:
    """Seat the router; the rules have already chosen, a model may choose otherwise."""

    async def router(state: MultiAgentState) -> StateUpdate:
        profile, case, routing = state["protocol"].profile, state["case"], state["routing"]
        if profile.routing.by != "model" or case.route is not None:
            announce("routed", route=routing.route, seats=list(routing.seats), by=routing.by)
            return {}
        prompt = render_prompt(
            "route",
            question=state["question"],
            seats=digest_seats(profile.seats),
            routes=f"{ROUTES} | refine" if profile.refinement.enabled else ROUTES,
            language=case.language,
        )
        answer = await put_question(state, prompt, wire.Route, seat="router", phase="route")
        fields = answer.fields
        chosen = accept_route(
            profile, case, state["question"], fields.get("route"), fields.get("seats") or (), fields.get("reason") or ""
        )
        announce("routed", route=chosen.route, seats=list(chosen.seats), by=chosen.by)
        return {"routing": chosen, "turns": [answer.turn]}

    return router
