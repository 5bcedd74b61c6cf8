"""Builds the super-graph of a profile: one skeleton for all five protocols, with the seats as static nodes."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph

from moot.configs import load_profile
from moot.graph.compiled import Graph, Junction, as_debate_graph
from moot.graph.registration import register_values
from moot.graph.routers import (
    Router,
    make_route_after_ballot,
    make_route_after_ladder,
    make_route_after_seat,
    route_after_acceptance,
    route_after_answer,
    route_after_bind,
    route_after_checkpoint,
    route_after_council,
    route_after_escalate,
    route_after_intake,
    route_after_methodologist,
    route_after_orchestrator,
    route_after_refined,
    route_after_review,
    route_after_route,
    route_after_ruling,
    route_after_settle,
    route_to_disputes,
    route_to_stronger,
    route_wave,
)
from moot.graph.schemas import (
    DebateOutput,
    GraphState,
    IntakeState,
)
from moot.nodes import (
    Ask,
    AsyncNode,
    Connections,
    Context,
    after_others,
    make_dispute_reader,
    survive_answers,
    under_protocol,
)
from moot.nodes.chat import HEARING_STEPS, hear_remarks, telling, telling_ending
from moot.nodes.closing import make_auditor, make_ballot, make_cause_ballot, make_checkpoint, make_verifier
from moot.nodes.intake import has_debate, make_intake, make_router
from moot.nodes.opening import make_convener, make_ladder, make_reopening
from moot.nodes.refinement import (
    make_forced_decision,
    make_handover,
    make_methodologist,
    make_orchestrator,
    make_structurer,
)
from moot.nodes.review import (
    make_guidance,
    make_guidance_request,
    make_question_request,
    make_question_review,
    make_review,
    make_review_request,
)
from moot.nodes.root_cause import make_judge, make_reasoner, make_refiner
from moot.nodes.seats import (
    make_answerer,
    make_critic,
    make_debater,
    make_reviser,
    make_settler,
    make_settling,
    make_stronger,
)
from moot.nodes.synthesis import (
    make_acceptance_recorder,
    make_acceptor,
    make_binder,
    make_ruling_binder,
    make_synthesizer,
)
from moot.nodes.verdict import (
    make_council_advocate,
    make_council_critic,
    make_council_ruling,
    make_council_synthesizer,
    make_emitter,
    make_gate,
)
from moot.policies.agreement import Strategy
from moot.policies.limits import STRONGER
from moot.state.debate import DebateInput
from moot.state.protocol import Profile

_Builder = StateGraph[GraphState, Context, DebateInput, DebateOutput]

_FORMER_BALLOT = "compare"
"""The node of debates of earlier versions that a model compares: a stored one may wait in it. No way leads there."""

_STEPS = 500
"""A debate is ended by its own limits; this only catches a graph that runs in circles."""


def build_graph(
    profile: str | Path | Profile = "conclave",
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    strategy: Strategy | None = None,
    served: bool = False,
    connections: Connections | None = None,
) -> Graph:
    """Build the graph of a profile; without a checkpointer for servers, which bring their own.

    `strategy` judges agreement in the place of the profile's: any function from a closed round to a finding. A `served`
    graph is run for clients who must not name files on its machine. Graphs that are given the same `connections` share
    what is learnt about models; otherwise each has its own.
    """
    register_values()
    loaded = profile if isinstance(profile, Profile) else load_profile(profile)
    # Clients of a server show whatever streams by; what a seat says becomes a message when it is finished.
    own = connections or Connections(shows_tokens=not served)
    builder = _draw(loaded, Ask(own), strategy, served=served)
    compiled = as_debate_graph(builder.compile(checkpointer=checkpointer, name=loaded.name))
    return compiled.with_config(recursion_limit=_STEPS)


def _draw(profile: Profile, ask: Ask, strategy: Strategy | None = None, *, served: bool = False) -> _Builder:
    """Lay out nodes and edges, before compiling."""
    builder: _Builder = StateGraph(
        GraphState,
        context_schema=Context,
        input_schema=DebateInput,
        # A server's clients get what they asked for; who runs a graph in Python reads all of it.
        output_schema=DebateOutput if served else GraphState,
    )
    intake = make_intake(profile, cache(lambda: _digest_wiring(builder)), served=served)
    builder.add_node("intake", intake, input_schema=IntakeState)
    _add(builder, "route", make_router(ask))
    _add(builder, "emit", telling_ending(make_emitter()))
    builder.add_edge(START, "intake")
    answered = ["human_review"] * has_debate(profile)
    answered += ["ask_user", "review_question"] if profile.refinement.enabled else []
    _branch(builder, "intake", route_after_intake, ["route", *answered])
    builder.add_edge("emit", END)
    routes = ["emit"]
    if has_debate(profile):
        routes += ["answer", "open_round"]
        _add_debate(builder, profile, ask, strategy)
    if profile.refinement.enabled:
        routes += ["orchestrator"]
        _add_refinement(builder, profile, ask)
    _branch(builder, "route", route_after_route, routes)
    return builder


def _add(builder: _Builder, name: str, node: AsyncNode) -> None:
    surviving = survive_answers(node)
    builder.add_node(name, under_protocol(hear_remarks(surviving, name) if name in HEARING_STEPS else surviving))


def _branch(builder: _Builder, source: str, route: Router, targets: list[str]) -> None:
    builder.add_conditional_edges(source, Junction(route), targets)


def _add_debate(builder: _Builder, profile: Profile, ask: Ask, strategy: Strategy | None) -> None:
    _add(builder, "answer", telling(make_answerer(ask), "answer", "answer"))
    _add(builder, "open_round", make_convener())
    _add(builder, "checkpoint", make_checkpoint(strategy))
    _add(builder, "synthesize", make_synthesizer(ask))
    _add(builder, "escalate", make_gate())
    _add(builder, "request_review", make_review_request())
    _add(builder, "human_review", make_review())
    builder.add_edge("request_review", "human_review")
    _add(builder, "reopen", make_reopening())
    after_wave = _add_ballot(builder, profile, ask, strategy)
    _add_seats(builder, profile, ask, after_wave)
    speakers = [f"{phase}_{seat}" for phase in ("position", "revise") for seat in profile.seat_ids]
    critics = [f"critique_{seat}" for seat in profile.seat_ids] if profile.critique.enabled else []
    _branch(builder, "open_round", route_wave, [*speakers, "checkpoint"])
    after_round, route = ["synthesize", "open_round", "emit", *critics], route_after_checkpoint
    if profile.ladder.enabled and profile.ladder.models and not profile.conflicts.enabled:
        _add(builder, STRONGER, make_stronger(ask))
        builder.add_edge(STRONGER, "synthesize")
        after_round, route = [*after_round, STRONGER], route_to_stronger
    if profile.audit.unanimity:
        _add(builder, "audit", make_auditor(ask))
        _branch(builder, "audit", route, after_round)
        after_round = [*after_round, "audit"]
    _branch(builder, "checkpoint", route, after_round)
    _branch(builder, "answer", route_after_answer, ["synthesize", "emit"])
    if profile.conflicts.enabled:
        _add_acceptance(builder, profile, ask)
    else:
        _add(builder, "bind", make_binder(ask))
        _branch(builder, "bind", route_after_bind, ["synthesize", "escalate"])
    builder.add_edge("synthesize", "bind")
    builder.add_edge("reopen", "open_round")
    gate = ["emit", "request_review"]
    if profile.council.enabled:
        gate += ["council_critic", "council_advocate"]
        _add_council(builder, ask)
    _branch(builder, "escalate", route_after_escalate, gate)
    # After a person's guidance met a limit, the council may look for the first time.
    _branch(builder, "human_review", route_after_review, ["reopen", *gate])


def _add_ballot(builder: _Builder, profile: Profile, ask: Ask, strategy: Strategy | None) -> str:
    """Add what counts the votes of a round and settles its critiques, and name where its wave leads."""
    # The ballot is there whatever the comparator is, so that another one makes no other graph.
    if profile.judge.enabled:
        _add(builder, "judge", make_judge(ask))
        _add(builder, "ballot", make_cause_ballot(ask))
        builder.add_edge("judge", "ballot")
        builder.add_edge("ballot", "checkpoint")
        return "judge"
    _add(builder, "ballot", make_ballot(ask, strategy))
    end = "settle" if profile.critique.enabled else "checkpoint"
    onward, ways = make_route_after_ballot(end), list(dict.fromkeys(("verify", end, "checkpoint")))
    following, targets = (route_to_disputes, ["disputes"]) if profile.conflicts.enabled else (onward, ways)
    _add(builder, "verify", make_verifier(ask))
    builder.add_edge("verify", end)
    if profile.ladder.enabled:
        _add(builder, "ladder", make_ladder())
        builder.add_edge("ballot", "ladder")
        voices = [f"position_{seat}" for seat in profile.seat_ids]
        _branch(builder, "ladder", make_route_after_ladder(following), [*voices, *targets])
    elif not profile.conflicts.enabled:
        _branch(builder, "ballot", onward, ways)
    else:
        builder.add_edge("ballot", "disputes")
    if profile.conflicts.enabled:
        _add(builder, "disputes", make_dispute_reader())
        _branch(builder, "disputes", onward, ways)
    if profile.critique.enabled:
        _add_settling(builder, profile, ask)
    if profile.convergence.comparator == "model":
        _add(builder, _FORMER_BALLOT, make_ballot(ask, strategy))
        builder.add_edge(_FORMER_BALLOT, targets[0])
    return "ballot"


def _add_seats(builder: _Builder, profile: Profile, ask: Ask, after_wave: str) -> None:
    searches = profile.judge.enabled
    # LangGraph starts the nodes of a step by name.
    places = {seat: place for place, seat in enumerate(sorted(profile.seat_ids))}

    def add(phase: str, seat: str, node: AsyncNode) -> None:
        _add(builder, f"{phase}_{seat}", telling(after_others(node, places[seat]), phase, seat))

    for seat in profile.seats:
        add("position", seat.id, make_reasoner(seat, ask) if searches else make_debater(seat, ask))
        add("revise", seat.id, make_refiner(seat, ask) if searches else make_reviser(seat, ask))
        _chain(builder, profile, "position", seat.id, after_wave)
        _chain(builder, profile, "revise", seat.id, after_wave)
        if profile.critique.enabled:
            add("critique", seat.id, make_critic(seat, ask))
            _chain(builder, profile, "critique", seat.id, "open_round")


def _add_settling(builder: _Builder, profile: Profile, ask: Ask) -> None:
    """Let critics judge the answers before a round closes.

    It stands whoever settles critiques, so that another setting makes no other graph.
    """
    _add(builder, "settle", make_settling())
    _branch(builder, "settle", route_after_settle, [*(f"settle_{seat}" for seat in profile.seat_ids), "checkpoint"])
    for place, seat in enumerate(profile.seats):
        _add(builder, f"settle_{seat.id}", after_others(make_settler(seat, ask), place))
        builder.add_edge(f"settle_{seat.id}", "checkpoint")


def _chain(builder: _Builder, profile: Profile, phase: str, seat: str, after: str) -> None:
    """Let a seat be followed by whoever may speak after it in turn, else by the node after the wave."""
    later = profile.seat_ids[profile.seat_ids.index(seat) + 1 :]
    execution = profile.rounds.execution
    in_turn = "sequential" in (
        [execution.revise, execution.final] if phase == "revise" else [getattr(execution, phase)]
    )
    if not in_turn:
        builder.add_edge(f"{phase}_{seat}", after)
        return
    targets = [f"{phase}_{each}" for each in later] + [after]
    _branch(builder, f"{phase}_{seat}", make_route_after_seat(seat, after), targets)


def _add_acceptance(builder: _Builder, profile: Profile, ask: Ask) -> None:
    """Ask the parties of a conflict about its ruling before anybody is told of a decision."""
    _add(builder, "acceptance", make_acceptance_recorder())
    for place, seat in enumerate(sorted(profile.seats, key=lambda each: each.id)):
        _add(builder, f"accept_{seat.id}", after_others(make_acceptor(seat, ask), place))
        builder.add_edge(f"accept_{seat.id}", "acceptance")
    _add(builder, "bind", make_ruling_binder(ask))
    parties = [f"accept_{each}" for each in profile.seat_ids]
    _branch(builder, "bind", route_after_ruling, ["synthesize", *parties, "escalate"])
    _branch(builder, "acceptance", route_after_acceptance, ["open_round", "escalate"])


def _add_council(builder: _Builder, ask: Ask) -> None:
    _add(builder, "council_critic", make_council_critic(ask))
    _add(builder, "council_advocate", make_council_advocate(ask))
    _add(builder, "council_synthesizer", make_council_synthesizer(ask))
    builder.add_edge("council_critic", "council_synthesizer")
    builder.add_edge("council_advocate", "council_synthesizer")
    _add(builder, "council_ruling", make_council_ruling(ask))
    builder.add_edge("council_synthesizer", "council_ruling")
    _branch(builder, "council_ruling", route_after_council, ["emit", "request_review", "reopen"])


def _add_refinement(builder: _Builder, profile: Profile, ask: Ask) -> None:
    _add(builder, "orchestrator", telling(make_orchestrator(ask), "classify", "orchestrator"))
    _add(builder, "structurer", telling(make_structurer(ask), "structure", "structurer"))
    _add(builder, "methodologist", telling(make_methodologist(ask), "methodology", "methodologist"))
    _add(builder, "force_decision", telling(make_forced_decision(ask), "force", "methodologist"))
    _add(builder, "request_guidance", make_guidance_request())
    _add(builder, "ask_user", make_guidance())
    builder.add_edge("request_guidance", "ask_user")
    _add(builder, "refined", make_handover())
    steps = ["structurer", "force_decision", "request_guidance", "refined"]
    _branch(builder, "orchestrator", route_after_orchestrator, ["structurer", "methodologist"])
    builder.add_edge("structurer", "methodologist")
    _branch(builder, "methodologist", route_after_methodologist, steps)
    _branch(builder, "ask_user", route_after_methodologist, steps)
    builder.add_edge("force_decision", "refined")
    _add(builder, "request_question", make_question_request())
    _add(builder, "review_question", make_question_review())
    builder.add_edge("request_question", "review_question")
    after = ["emit", "open_round"] if has_debate(profile) else ["emit"]
    _branch(builder, "refined", route_after_refined, [*after, "request_question"])
    _branch(builder, "review_question", route_after_refined, [*after, "structurer"])


def topology(profile: Profile) -> str:
    """Digest a profile's graph: a debate resumed on a differently wired one is another debate."""
    return _digest_wiring(_draw(profile, Ask(Connections())))


def list_nodes(profile: Profile) -> frozenset[str]:
    """List the nodes of a profile's graph: where a debate can wait."""
    return frozenset(_draw(profile, Ask(Connections())).nodes)


def _digest_wiring(builder: _Builder) -> str:
    branches = [
        f"{source} ? {sorted(str(end) for end in branch.ends or ())}"
        for source, named in builder.branches.items()
        for branch in named.values()
    ]
    nodes = sorted(name for name in builder.nodes if name != _FORMER_BALLOT)
    edges = sorted(f"{start} > {end}" for start, end in builder.edges if start != _FORMER_BALLOT)
    wiring = [*nodes, *edges, *sorted(branches)]
    return sha256("\n".join(wiring).encode()).hexdigest()
