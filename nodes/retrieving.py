"""Lets a seat look things up before it speaks: one question to its model, then its queries through the gate.

Looking up is a turn of its own. It may use at most half of what its seat was leased, so that the answer always has the
other half; its time counts for the round and the total, not for the seat's own limit, as a query has a limit of its own
(D-26).
Where nothing can be looked up nobody is asked, and nothing is spent.
"""

import asyncio
import time
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from moot.catalogue import speak
from moot.nodes.asking import Ask, announce, lease_for, spent_so_far
from moot.nodes.context import StateUpdate, current_run
from moot.nodes.moments import time_turn
from moot.policies.critique.evidence import QUESTION, list_citations
from moot.policies.critique.ledger import cite_quoted
from moot.policies.limits.leases import halve_lease, lease_wave, settle_lease
from moot.prompts import render_prompt
from moot.prompts.findings import cite, digest_evidence
from moot.prompts.positions import describe_seat
from moot.state.budget import Event, Lease, Turn
from moot.state.debate import MultiAgentState
from moot.state.evidence import Evidence, Queries, Query
from moot.state.positions import Position
from moot.state.protocol import Profile, Seat

if TYPE_CHECKING:
    from moot.knowledge.documents import Article, Library


async def look_things_up(
    state: MultiAgentState, seat: Seat, ask: Ask, phase: str
) -> tuple[MultiAgentState, StateUpdate]:
    """Let a seat look things up; the state it goes on with, and what the debate keeps of it."""
    library, lease = current_run().library, lease_for(state, seat.id, phase)
    if library is None or lease.queries < 1:
        return state, {}
    from moot.knowledge.documents import Asker, look_up

    texts, turn = await _choose_queries(state, seat, ask, lease)
    started = time.monotonic()
    profile, number = state["protocol"].profile, state.get("round", 0)
    heard: MultiAgentState = {**state, "turns": [*(state.get("turns") or []), turn]}
    limits = _limit_query(profile, _renew(heard, lease).seconds)
    asker = Asker(seat.id, number, lease.queries)
    found = await look_up(library, texts, asker, limits, state.get("queries") or [])
    spent = time_turn(turn.model_copy(update={"wall_ms": turn.wall_ms + round((time.monotonic() - started) * 1000)}))
    new = _keep_new(found.evidence, state.get("evidence") or [])
    announce("looked_up", seat=seat.id, round=number, queries=len(found.queries), found=len(found.evidence))
    update: StateUpdate = {
        "turns": [spent],
        "queries": list(found.queries),
        "evidence": new,
        "events": _events(heard, found.queries),
    }
    return _go_on(state, lease, update), update


def add_findings(update: StateUpdate, found: StateUpdate) -> StateUpdate:
    """Put what a seat looked up into what it returns."""
    evidence = [*found.get("evidence", ()), *update.get("evidence", ())]
    return {**found, **update, "turns": [*found.get("turns", ()), *update["turns"]], "evidence": evidence}


async def resolve_citations(state: MultiAgentState, position: Position) -> tuple[Position, list[Evidence]]:
    """Let claims cite what they name or quote: articles by their names, a source by its very words.

    Only what is cited is read, so it needs no query; an id that the debate has is left as it is. Who names several
    articles at once cites each; one that its statute does not have stays named, as a source that does not exist.
    """
    evidence, library = state.get("evidence") or [], current_run().library
    known = {QUESTION, *(each.id for each in evidence)}
    entries = {entry for claim in position.claims for entry in claim.evidence if entry.strip() not in known}
    strangers = {name for claim in position.claims for name in list_citations(claim, known).strangers}
    articles = await asyncio.to_thread(_find_articles, strangers, entries, evidence, library) if entries else {}

    def rename(entry: str) -> tuple[str, ...]:
        found = articles.get(entry) or next((each for name, each in articles.items() if name in entry), None)
        return (*map(cite, found.articles), *found.missing) if found else (entry,)

    claims = [
        claim.model_copy(update={"evidence": tuple(dict.fromkeys(chain.from_iterable(map(rename, claim.evidence))))})
        if articles
        else claim
        for claim in position.claims
    ]
    quoted = tuple(cite_quoted(claim, evidence) for claim in claims)
    new = {each.id: each for found in articles.values() for each in found.articles if each.id not in known}
    return (position if quoted == position.claims else position.model_copy(update={"claims": quoted})), [*new.values()]


class _NamedArticles(NamedTuple):
    """The articles that a citation names, and those it names that no statute has."""

    articles: tuple[Evidence, ...]
    missing: tuple[str, ...] = ()


def _find_articles(
    strangers: Iterable[str], entries: Iterable[str], evidence: Sequence[Evidence], library: "Library | None"
) -> dict[str, _NamedArticles]:
    """Find the articles that citations name, among what the debate has, then in the library.

    Of what is known only a list is read again: `KUHPerdata Pasal 852, 853` may begin with an id that the debate has.
    """
    from moot.knowledge.documents import parse_articles

    cited = {name: parse_articles(name) for name in sorted({*strangers, *entries})}
    wanted = {name: found for name, found in cited.items() if found and (name in strangers or len(found.named) > 1)}
    if not wanted:
        return {}
    named = ((each, parse_articles(each.id)) for each in evidence)
    here = {found.named[0]: each for each, found in named if found and not found.bare and len(found.named) == 1}
    found: dict[str, _NamedArticles] = {}
    for name, asked in wanted.items():

        def find(article: "Article", *, bare: bool = asked.bare) -> Evidence | None:
            return here.get(article) or (library.find_article(article, bare=bare) if library is not None else None)

        articles = {article: find(article) for article in (*asked.named, *asked.between)}
        held = tuple(each for each in articles.values() if each is not None)
        lost = tuple(f"{each.statute} {each.number}" for each in asked.named if articles[each] is None)
        if held:
            found[name] = _NamedArticles(held, lost)
    return found


async def find_stored(state: MultiAgentState) -> frozenset[str]:
    """Find the ids cited in this round that nobody retrieved, but that the library does hold."""
    library = current_run().library
    if library is None:
        return frozenset()
    known, number = {QUESTION, *(each.id for each in state.get("evidence") or [])}, state["round"]
    claims = [claim for each in state.get("positions") or [] if each.round == number for claim in each.claims]
    strangers = {name for claim in claims for name in list_citations(claim, known).strangers}
    return frozenset(await asyncio.to_thread(lambda: [name for name in sorted(strangers) if library.holds(name)]))


async def _choose_queries(state: MultiAgentState, seat: Seat, ask: Ask, lease: Lease) -> tuple[tuple[str, ...], Turn]:
    """Ask what the seat wants to know."""
    prompt = render_prompt(
        "retrieve",
        question=state["question"],
        known=digest_evidence(state.get("evidence") or []),
        max_queries=lease.queries,
        persona=describe_seat(seat),
    )
    half = halve_lease(lease)
    answer = await ask(state, prompt, Queries, seat=seat.id, phase="retrieve", lease=half)
    return tuple(answer.fields.get("queries") or ()), answer.turn


def _limit_query(profile: Profile, left: float | None) -> Profile:
    """Let a query leave half of the time to the answer where the round or the debate is about to end."""
    own, limit = profile.timeout.per_agent, profile.timeout.rag_query
    if left is None or (own is not None and left >= own):
        return profile
    short = max(0.05, left / 2 if limit is None else min(limit, left / 2))
    return profile.model_copy(update={"timeout": profile.timeout.model_copy(update={"rag_query": short})})


def _keep_new(found: tuple[Evidence, ...], known: list[Evidence]) -> list[Evidence]:
    """Drop what was found under an id that the caller gave to something else."""
    given = {each.id for each in known if each.kind != "chunk"}
    return [each for each in found if each.id not in given]


def _go_on(state: MultiAgentState, lease: Lease, update: StateUpdate) -> MultiAgentState:
    """Make the state in which the seat now speaks: it sees first what it found, and has what it left."""
    new: list[Evidence] = update["evidence"]
    names = {each.id for each in new}
    told: dict[str, Any] = {
        **state,
        "evidence": [*new, *(each for each in state.get("evidence") or [] if each.id not in names)],
        "queries": [*(state.get("queries") or []), *update["queries"]],
    }
    heard: MultiAgentState = told  # type: ignore[assignment]  # the same keys
    return charge_lease(heard, lease, update["turns"][0])


def charge_lease(state: MultiAgentState, lease: Lease, turn: Turn) -> MultiAgentState:
    """Make the state in which a seat goes on after a question on the side: its lease has what that one left."""
    heard: MultiAgentState = {**state, "turns": [*(state.get("turns") or []), turn]}
    rest = _renew(heard, lease)
    for usage in turn.usages:
        rest = settle_lease(rest, usage)
    heard["leases"] = [rest if each.seat == lease.seat else each for each in state.get("leases") or []]
    return heard


def _renew(state: MultiAgentState, lease: Lease) -> Lease:
    """Renew a lease with the time that is left now."""
    turns = state.get("turns") or []
    now = lease_wave(state["protocol"].profile, spent_so_far(state), (lease.seat,), lease.phase, lease.round, turns)
    limits = [each for each in (now[0].seconds, lease.seconds) if each is not None]
    return lease.model_copy(update={"seconds": min(limits, default=None)})


def _events(state: MultiAgentState, queries: tuple[Query, ...]) -> list[Event]:
    """Log every query that was refused or came to nothing (X-18, W-D17)."""
    at_ms, say = round(spent_so_far(state).seconds * 1000), speak(state["case"].language)
    return [
        Event(at_ms=at_ms, kind=f"query_{each.outcome}", seat=each.seat, phase="retrieve", round=each.round,
              text=say("retrieval.event", why=each.reason, number=each.number, text=each.text))
        for each in queries
        if each.outcome != "succeeded"
    ]  # fmt: skip
