"""Goes back to a debate: checks what changed since, finds the end of a round, and makes the first state of a fork."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from langgraph.types import StateSnapshot
from pydantic import ValidationError

from moot.configs import load_profile
from moot.errors import InputError, ThreadError, UsageError
from moot.graph import Graph, list_nodes, topology
from moot.nodes import Context, hide_credentials
from moot.nodes.intake import identify_protocol
from moot.policies.critique.evidence import SYSTEM
from moot.state.ballot import Ballot
from moot.state.critiques import Critique, CritiqueItem
from moot.state.evidence import Evidence
from moot.state.protocol import Models, Profile, Protocol


def accept_protocol(
    values: Mapping[str, Any],
    wanted: Context,
    profile: str | Path | Profile | None,
    *,
    accept: bool,
    waits_in: Collection[str] = (),
) -> Protocol | None:
    """Compare the protocol a debate started with to the one in force now; None when nothing changed.

    Profiles are compared by what they say: settings that a later release added have their defaults in both. Another
    graph goes on with a debate as long as it has the nodes that the debate waits in.
    """
    old: Protocol = values["protocol"]
    new = _protocol_now(old, wanted, profile)
    changed = [name for name in sorted(old.parts) if _differs(name, old, new)]
    if new.profile.seat_ids != old.profile.seat_ids:
        raise ThreadError(
            f"the debate's {' and '.join(name for name in ('graph', 'profile') if name in changed)} changed: "
            "another graph cannot go on with it; branch it with: moot fork THREAD --round N"
        )
    gone = sorted(set(waits_in) - list_nodes(new.profile)) if "graph" in changed else []
    if gone:
        raise ThreadError(
            f"the debate waits in {gone[0]!r}, which is no part of the graph any more; "
            "branch it with: moot fork THREAD --round N"
        )
    if not changed:
        return None
    if not accept:
        raise ThreadError(f"changed since the debate started: {', '.join(changed)}; go on anyway with --accept-changes")
    return new


def _differs(part: str, old: Protocol, new: Protocol) -> bool:
    if part == "profile":
        # Which files are written changes nothing in how a debate is decided.
        return old.profile.model_dump(exclude={"records"}) != new.profile.model_dump(exclude={"records"})
    return old.parts[part] != new.parts.get(part)


def _protocol_now(old: Protocol, wanted: Context, profile: str | Path | Profile | None) -> Protocol:
    base = old.profile if profile is None else load_profile(profile)
    new_profile = load_profile(base, wanted.overrides) if wanted.overrides else base
    models = Models(
        model=wanted.model or old.models.model,
        base_url=hide_credentials(wanted.base_url) or old.models.base_url,
        by_seat={**old.models.by_seat, **wanted.seat_models},
    )
    return identify_protocol(new_profile, models, topology(new_profile))


async def find_round(graph: Graph, config: Any, number: int) -> StateSnapshot:
    """Find the moment when all seats of a round had spoken and nothing was decided yet."""
    rounds: set[int] = set()
    async for snapshot in graph.aget_state_history(config):
        spoken = snapshot.values.get("round", 0)
        if snapshot.next == ("checkpoint",):
            rounds.add(spoken)
            if spoken == number:
                return snapshot
    known = ", ".join(map(str, sorted(rounds))) or "none"
    raise ThreadError(f"--round {number}: the debate has no such round; finished rounds: {known}")


async def find_critiqued(graph: Graph, config: Any, number: int) -> StateSnapshot:
    """Find the moment when all critiques of a round were made and nobody had answered them yet."""
    async for snapshot in graph.aget_state_history(config):
        criticised = any(sheet.round == number for sheet in snapshot.values.get("sheets") or [])
        if criticised and snapshot.next == ("open_round",) and snapshot.values.get("round") == number:
            return snapshot
    raise ThreadError(f"--round {number}: nobody was criticised after it, or nobody had to answer that")


def drop_critique(
    values: Mapping[str, Any], ended: Mapping[str, Any], name: str, number: int
) -> tuple[dict[str, Any], str]:
    """Leave one critique out of a state in which it was made, and name the node that leads to the next round."""
    wanted = next((each for each in ended.get("critiques") or [] if each.id == name), None)
    if wanted is None or wanted.round != number:
        raise UsageError(f"--without-critique {name}: no such critique after round {number}; `moot show` lists them")
    sheets, found = [], False
    for sheet in values["sheets"]:
        kept = sheet.items
        if (sheet.agent, sheet.round) == (wanted.agent, number):
            kept = tuple(each for each in sheet.items if not _says_the_same(each, wanted))
            found = found or len(kept) < len(sheet.items)
        sheets.append(sheet.model_copy(update={"items": kept}))
    if not found:
        raise UsageError(f"--without-critique {name}: it was made by the system, which finds it again")
    last = [seat for seat in values["protocol"].profile.seat_ids if any(each.agent == seat for each in sheets)][-1]
    return {**values, "sheets": sheets}, f"critique_{last}"


def _says_the_same(item: CritiqueItem, critique: Critique) -> bool:
    return (item.target, item.description) == (critique.target, critique.description)


_ASKED = ("position_", "answer", "revise_", "methodologist", "force_decision")
"""How the nodes begin without whose answer a debate fails."""


async def rewind(graph: Graph, config: Any) -> Any:
    """Find where to begin again after a round in which every seat failed; None when the debate really ended."""
    outcome = None
    async for snapshot in graph.aget_state_history(config):
        outcome = outcome or snapshot.values.get("outcome")
        if outcome is None or outcome.status != "failed":
            return None
        if any(name.startswith(_ASKED) for name in snapshot.next):
            return snapshot.config
    return None


def fork_state(
    values: Mapping[str, Any],
    thread: str,
    wanted: Context,
    without: Sequence[str],
    evidence: Sequence[Mapping[str, str]],
    profile: str | Path | Profile | None = None,
) -> tuple[dict[str, Any], str]:
    """Make the state a branch begins with, and name the node it seems to come from."""
    old: Protocol = values["protocol"]
    seats = _remaining(old.profile, without)
    overrides = {**wanted.overrides, **({"seats": list(seats)} if without else {})}
    protocol = _protocol_now(old, replace(wanted, overrides=overrides), profile)
    seats = protocol.profile.seat_ids
    strangers = [seat for seat in seats if seat not in old.profile.seat_ids]
    if strangers:
        raise ThreadError(f"--profile: {strangers[0]!r} has said nothing in this debate; a fork keeps or drops seats")
    case, routing, wave = values["case"], values["routing"], values["wave"]
    state = dict(values)
    for channel, name in (
        ("positions", "seat"),
        ("sheets", "agent"),
        ("critiques", "agent"),
        ("settlements", "agent"),
        ("hypotheses", "seat"),
    ):
        state[channel] = [each for each in state.get(channel) or [] if getattr(each, name) in (*seats, SYSTEM)]
    state["critiques"] = [each for each in state["critiques"] if each.target in seats]
    state |= {
        "protocol": protocol,
        # What a whole debate was forecast to use says nothing about a branch.
        "case": case.model_copy(update={"ancestry": (*case.ancestry, thread), "expected": None}),
        "routing": routing.model_copy(
            update={
                "seats": tuple(seat for seat in routing.seats if seat in seats),
                "critics": tuple(seat for seat in routing.critics if seat in seats),
            }
        ),
        "wave": wave.model_copy(update={"seats": tuple(seat for seat in wave.seats if seat in seats)}),
        "evidence": [*(state.get("evidence") or []), *_given(evidence)],
        # The checkpoint looks for conflicts again, among those who stay.
        "conflict_report": None,
        "conflict_debates": [each for each in state.get("conflict_debates") or [] if set(each.parties) <= set(seats)],
    }
    if state.get("ballot") is not None:
        state["ballot"] = _keep_votes(state["ballot"], seats)
    # The checkpoint comes after whoever judged or compared the round, also after a wave nobody is left of.
    if without:
        # Votes that settled the question may be gone: the round is closed by the profile's own rule.
        state["ladder"] = None
    if protocol.profile.ladder.enabled:
        return state, "ladder"
    return state, "judge" if protocol.profile.judge.enabled else "ballot"


def _keep_votes(ballot: Ballot, seats: Sequence[str]) -> Ballot:
    """Keep the options of the earlier rounds, and the votes of those who stay."""
    options = tuple(
        each.model_copy(update={"seats": tuple(seat for seat in each.seats if seat in seats)})
        for each in ballot.options
    )
    votes = tuple(vote for vote in ballot.votes if vote.seat in seats)
    return ballot.model_copy(update={"options": options, "votes": votes})


def _remaining(profile: Profile, without: Sequence[str]) -> tuple[str, ...]:
    for seat in without:
        if seat not in profile.seat_ids:
            raise UsageError(f"--without {seat}: there is no such seat; there are {', '.join(profile.seat_ids)}")
    left = tuple(seat for seat in profile.seat_ids if seat not in without)
    if len(left) < 2:
        raise UsageError("--without: at least two seats have to stay")
    return left


def _given(evidence: Sequence[Mapping[str, str]]) -> list[Evidence]:
    try:
        return [Evidence.model_validate(each) for each in evidence]
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InputError(f"--evidence: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
