"""Takes a question in: what the caller gave, the protocol in force, and the way it takes (D-07)."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, get_args

from langgraph.runtime import Runtime
from pydantic import ValidationError

from moot.catalogue import find_machine_language
from moot.configs import load_profile
from moot.errors import InputError, ProfileError
from moot.knowledge.norms import consult_rules
from moot.models import DEFAULT_MODEL
from moot.nodes.addresses import hide_credentials
from moot.nodes.asking import Ask, announce
from moot.nodes.chat import make_question_message
from moot.nodes.context import AsyncNode, Context, RunContext, StateUpdate, with_environment
from moot.nodes.intake.reopening import begin_anew, find_question, read_reply
from moot.nodes.intake.run_settings import check_settings
from moot.nodes.intake.server_guard import check_visitor
from moot.nodes.moments import take_moment
from moot.nodes.refinement import REFINERS
from moot.policies.language import find_language, find_other_language, guess_language
from moot.policies.limits.breaker import check_before
from moot.policies.root_cause import SearchFacts, conclude_root_cause
from moot.policies.root_cause.material import has_history, has_log, list_idle_reasoners
from moot.policies.routing import DomainLabel, accept_route, choose_route, list_routes, read_label
from moot.prompts import fingerprint_prompts, render_prompt
from moot.prompts.positions import digest_seats
from moot.state.budget import Event
from moot.state.debate import DebateInput, MultiAgentState
from moot.state.evidence import Evidence
from moot.state.facts import state_fact
from moot.state.findings import Convergence
from moot.state.incident import Incident
from moot.state.outcome import Case
from moot.state.protocol import Models, Profile, Protocol
from moot.state.routing import RouteChoice, Routing

if TYPE_CHECKING:
    from moot.knowledge.documents import Library


def make_intake(built: Profile, topology: Callable[[], str], *, served: bool = False) -> AsyncNode:
    """Seat the intake of a graph built for a profile; `topology` identifies the graph.

    A `served` one takes its settings from clients of a server, who must not name files of ours.
    """

    async def intake(state: DebateInput, runtime: Runtime[Context]) -> StateUpdate:
        answer = read_reply(state)
        if answer is not None:
            return answer
        run = RunContext.read(runtime.context)
        context = with_environment(run)
        profile = effective_profile(built, context)
        if served:
            check_settings(runtime.context, profile)
            check_visitor(run, profile, built)
        models = Models(
            model=context.model, base_url=hide_credentials(context.base_url), by_seat=dict(context.seat_models)
        )
        question, chatted = find_question(state)
        case = _case(state, profile, question, run)
        if case.domain_hint is not None:
            check_hint(case.domain_hint)
        routing = choose_route(profile, case, question)
        check_route(profile, routing.route)
        evidence = _evidence(state)
        incident = await _find_incident(state, profile, evidence)
        if profile.judge.enabled:
            idle = list_idle_reasoners(incident, routing.seats)
            present = tuple(seat for seat in routing.seats if seat not in idle)
            routing = routing.model_copy(update={"seats": present or routing.seats, "sat_out": idle if present else ()})
        rules, note = await _apply_rules(profile, case, question, evidence)
        checklist = check_before(
            profile,
            question,
            routing,
            started_at=case.started_at,
            knowledge="not_needed" if run.library is None else "available",
        )
        opening: StateUpdate = {
            "messages": [] if chatted else [make_question_message(case, question)],
            "question": question,
            "user_input": question,
            "conversation_history": [question],
            "case": case,
            "protocol": identify_protocol(profile, models, topology()),
            "routing": routing,
            "evidence": [*evidence, *rules],
            "events": [Event(at_ms=0, kind="rules", text=note)] if note else [],
            "incident": incident,
            **_refuse_search(profile, routing, incident),
            "checklists": [checklist],
            "round": 0,
            "refinements": 0,
            "refinement_iteration": 0,
            "max_refinements": profile.refinement.max,
            "current_stage": "classifying",
        }
        return begin_anew(state, opening)

    return intake


async def _apply_rules(
    profile: Profile, case: Case, question: str, given: list[Evidence]
) -> tuple[list[Evidence], str]:
    """Find what the rules of law say of a legal question, as evidence (L-08); other protocols have no rules."""
    if profile.routing.keywords != "legal":
        return [], ""
    known = [each.id for each in given]
    found, note = await asyncio.to_thread(consult_rules, question, case.language, known)
    announce("rules", count=len(found), reason=note)
    return found, note


def effective_profile(built: Profile, context: Context) -> Profile:
    """Apply the run's overrides to a profile; they may not ask for what the graph does not have."""
    if not context.overrides:
        return built
    if "calibration" in context.overrides:
        raise ProfileError("override calibration: it names a file to read; set it in the profile itself")
    profile = load_profile(built, context.overrides)
    _check_wiring(profile, built)
    return profile


def _check_wiring(profile: Profile, built: Profile) -> None:
    """Refuse settings that need nodes which a graph was built without."""
    missing = [seat for seat in profile.seat_ids if seat not in built.seat_ids]
    if missing:
        raise ProfileError(f"override seats: this graph has no seat {missing[0]!r}; build it with build_graph(profile)")
    if profile.rag.internal.retriever != built.rag.internal.retriever:
        raise ProfileError("override rag.internal.retriever: it names code to run; set it in the profile itself")
    for name in ("judge", "critique", "refinement", "council", "ladder"):
        if getattr(profile, name).enabled and not getattr(built, name).enabled:
            raise ProfileError(f"override {name}.enabled: this graph was built without; build it with build_graph")
    if profile.audit.unanimity and not built.audit.unanimity:
        raise ProfileError("override audit.unanimity: this graph was built without an auditor; use build_graph")
    if profile.ladder.models and not built.ladder.models:
        raise ProfileError("override ladder.models: this graph was built without a stronger model; use build_graph")
    unwired = sorted(_in_turn(profile) - _in_turn(built))
    if unwired:
        raise ProfileError(f"override rounds.execution: this graph's {unwired[0]} wave is parallel; use build_graph")
    if profile.refinement.then == "debate" and built.refinement.enabled and built.refinement.then != "debate":
        raise ProfileError("override refinement.then: this graph was built without a debate; use build_graph")


def _in_turn(profile: Profile) -> set[str]:
    """Find the waves that may be spoken in turn; the final one uses the nodes of the revisions."""
    modes = profile.rounds.execution.model_dump()
    return {"revise" if wave == "final" else wave for wave, mode in modes.items() if mode == "sequential"}


def has_debate(profile: Profile) -> bool:
    """Tell whether agents argue at all, or an idea is only refined."""
    return not profile.refinement.enabled or profile.refinement.then == "debate"


_MIN_OPTIONS, _MAX_OPTIONS = 2, 12


def read_options(options: Sequence[str]) -> tuple[str, ...]:
    """Read the answers a caller gives to choose from; those nobody could choose between are refused."""
    if isinstance(options, str) or not all(isinstance(each, str) for each in options):
        raise InputError('options: a list of texts is needed, such as ["open in March", "wait a year"]')
    read = tuple(" ".join(each.split()) for each in options)
    if "" in read:
        raise InputError(f"options: number {read.index('') + 1} is blank; write what can be chosen")
    if not _MIN_OPTIONS <= len(read) <= _MAX_OPTIONS:
        raise InputError(f"options: {len(read)} given; name {_MIN_OPTIONS} to {_MAX_OPTIONS} answers to choose from")
    folded = [each.casefold() for each in read]
    twice = next((each for at, each in enumerate(read) if each.casefold() in folded[:at]), None)
    if twice is not None:
        raise InputError(f"options: {twice!r} is given twice; every option has to be another answer")
    return read


def check_options(profile: Profile, options: Sequence[str]) -> tuple[str, ...]:
    """Read the options of a debate; a protocol in which nobody votes takes none."""
    if profile.judge.enabled or not has_debate(profile):
        raise InputError(f"options: nobody votes in the profile {profile.name}; use conclave, boardroom or legal")
    return read_options(options)


def check_route(profile: Profile, route: str) -> None:
    """Refuse a way that the profile does not know."""
    possible = list_routes(profile)
    if route not in possible:
        raise InputError(f"route {route!r}: the profile {profile.name} has no such route; use {' or '.join(possible)}")


def check_hint(hint: str) -> None:
    """Refuse a domain that nobody knows: the debate would go another way than its caller thinks."""
    if read_label(hint) is None:
        raise InputError(f"domain hint {hint!r}: no such domain; use {' or '.join(get_args(DomainLabel))}")


def identify_protocol(profile: Profile, models: Models, topology: str) -> Protocol:
    """Identify the protocol in force by one digest per part, so that a resume can tell what changed."""
    parts = {
        # Which files are written changes nothing in how a debate is decided.
        "profile": _digest(profile.model_dump_json(exclude={"records"})),
        "prompts": fingerprint_prompts(),
        # Who names no model gets the embedded one, and so does who names that.
        "models": _digest(models.model_copy(update={"model": models.model or DEFAULT_MODEL}).model_dump_json()),
        "graph": topology,
    }
    whole = _digest("\n".join(f"{name}={digest}" for name, digest in sorted(parts.items())))
    return Protocol(profile=profile, models=models, parts=parts, fingerprint=whole)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _case(state: Mapping[str, Any], profile: Profile, question: str, run: RunContext) -> Case:
    given = {
        name: state[name]
        for name in ("value_at_risk", "irreversible", "risk", "route", "domain_hint", "ancestry", "expected")
        if state.get(name) is not None
    }
    if state.get("options"):
        given["options"] = check_options(profile, state["options"])
    language, source, spoken = _choose_language(question, profile)
    if spoken:
        announce("frame", language=spoken)
    started = take_moment("intake")
    try:
        return Case.model_validate(
            {
                **given,
                "language": language,
                "language_source": source,
                "spoken": spoken,
                "started_at": started,
                "knowledge": _folder(run.library),
                "log": next(iter(_list_logs(run)), None),
                "more_logs": _list_logs(run)[1:],
                "heard_until": max((each.said_at for each in state.get("remarks") or ()), default=""),
            }
        )
    except ValidationError as error:
        raise InputError(_first(error, "input")) from error


def _choose_language(question: str, profile: Profile) -> tuple[str, str, str]:
    """Choose the language of a debate, and say how: the profile's, the question's, in doubt the machine's locale.

    The third is the question's own where moot has no words in it: agents write in it, and moot speaks English.
    """
    if profile.language != "auto":
        return profile.language, "profile", ""
    if (other := find_other_language(question)) is not None:
        return "en", "question", other
    if (found := find_language(question)) is not None:
        return found, "question", ""
    local = find_machine_language()
    return (local, "locale", "") if local else (guess_language(question), "default", "")


def _folder(library: "Library | None") -> str | None:
    """Say where this process lets agents look things up: never what a client says."""
    return str(library.root) if library is not None and library.root is not None else None


def _list_logs(run: RunContext) -> tuple[str, ...]:
    """Say where the logs stand that reasoners may ask; nothing for those that cannot be read again."""
    return run.log.sources if run.log is not None else ()


def _evidence(state: Mapping[str, Any]) -> list[Evidence]:
    given = []
    context = state.get("context") or []
    if not isinstance(context, str | Sequence):
        raise InputError('context: a text, a list of texts, or a list of {"id": "E1", "text": "..."} is needed')
    for number, item in enumerate([context] if isinstance(context, str) else context, start=1):
        # A bare text is cited by its place.
        named = {"id": f"E{number}", "text": item} if isinstance(item, str) else item
        try:
            known = named if isinstance(named, Evidence) else Evidence.model_validate(named)
            given.append(known.model_copy(update={"at": number}))
        except ValidationError as error:
            raise InputError(_first(error, f"context {number}")) from error
    return given


async def _find_incident(state: Mapping[str, Any], profile: Profile, evidence: Sequence[Evidence]) -> Incident | None:
    """Take the incident as it was given; where a cause is looked for, what was given as evidence is read as a log."""
    given = _incident(state)
    if given is not None or not profile.judge.enabled or not evidence:
        return given
    from moot.knowledge.incidents import read_given_logs

    incident, index = await asyncio.to_thread(read_given_logs, [each.text for each in evidence])
    index.close()
    return incident


def _refuse_search(profile: Profile, routing: Routing, incident: Incident | None) -> StateUpdate:
    """Find before anybody is asked that there is nothing to look for a cause in; only refining needs nothing."""
    refines_only = routing.route == "refine" and profile.refinement.then == "end"
    if not profile.judge.enabled or refines_only or has_log(incident) or has_history(incident):
        return {}
    reason = state_fact("agreement.nothing_to_search")
    return {
        "convergence": Convergence(converged=False, value=None, reason=reason, stop_reason="no_data"),
        "root_cause": conclude_root_cause([], [], "no_data", SearchFacts(floor=profile.judge.floor)),
    }


def _incident(state: Mapping[str, Any]) -> Incident | None:
    given = state.get("incident")
    if given is None or isinstance(given, Incident):
        return given
    try:
        return Incident.model_validate(_renamed(given))
    except ValidationError as error:
        raise InputError(_first(error, "incident")) from error


def _renamed(given: Any) -> Any:
    # X-58d: `errors` is accepted for `error_messages`.
    if isinstance(given, Mapping) and "errors" in given and "error_messages" not in given:
        return {**{key: value for key, value in given.items() if key != "errors"}, "error_messages": given["errors"]}
    return given


def _first(error: ValidationError, where: str) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return ": ".join(filter(None, (where, place, first["msg"])))


_ROUTES = "simple | debate | council"


def make_router(ask: Ask) -> AsyncNode:
    """Seat the router; the rules have already chosen, a model may choose otherwise."""

    async def router(state: MultiAgentState) -> StateUpdate:
        profile, case, routing = state["protocol"].profile, state["case"], state["routing"]
        if profile.routing.by != "model" or case.route is not None:
            _announce_route(routing)
            return {}
        prompt = render_prompt(
            "route",
            question=state["question"],
            seats=digest_seats(profile.seats),
            routes=f"{_ROUTES} | refine" if profile.refinement.enabled else _ROUTES,
            language=case.written_in,
        )
        answer = await ask(state, prompt, RouteChoice, seat="router", phase="route")
        fields = answer.fields
        chosen = accept_route(
            profile, case, state["question"], fields.get("route"), fields.get("seats") or (), fields.get("reason") or ""
        )
        _announce_route(chosen)
        return {"routing": chosen, "turns": [answer.turn]}

    return router


def _announce_route(routing: Routing) -> None:
    """Tell which way a question goes, and who is asked on it; a refinement has seats of its own."""
    seats = REFINERS if routing.route == "refine" else routing.seats
    announce("routed", route=routing.route, seats=list(seats), by=routing.by)
