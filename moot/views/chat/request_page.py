"""Writes a request to a person as one page of Markdown: why it stopped, both sides, what is missing, what follows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from moot.catalogue import say, speaking
from moot.state.ballot import Ballot
from moot.state.bookkeeping import NormConflict
from moot.state.warrant import Condition, Warrant
from moot.views.chat.literal import keep_literal
from moot.views.wording import say_closed_critique, say_council, say_open_critique, say_word
from moot.views.wording.disputes import list_party_views, say_norm_conflict, say_terms
from moot.views.wording.figures import join_names, say_confidence, say_count, say_money, say_number
from moot.views.wording.names import say_seat
from moot.views.wording.refinement import say_wish
from moot.views.wording.warrants import list_conditions, name_condition_id

_Details = Mapping[str, Any]
_Action = Literal["decide", "refine", "question"]
_PROPOSED: dict[_Action, str] = {"decide": "proposed", "refine": "refined_question", "question": "proposed_question"}
_ANSWERS: dict[_Action, str] = {"decide": "", "refine": "refine_", "question": "question_"}
"""How the phrases begin that say what an answer does."""

_CLAIMS_LENGTH = 600
"""Claims of a side are shown up to so many signs; the report has them all."""


def write_request(details: _Details, allowed: Sequence[str], language: str, action: _Action = "decide") -> str:
    """Write everything a person needs to decide; only the Markdown that every client renders is used."""
    with speaking(language, details.get("seat_titles")):
        return keep_literal(_write(details, allowed, action))


def _write(details: _Details, allowed: Sequence[str], action: _Action) -> str:
    blocks = [
        *_head(details, _PROPOSED[action]),
        _section(say("request.caveats"), details.get("caveats")),
        _section(say("request.why"), details.get("reasons")),
        _section(say("chat.sides"), _sides(details)),
        _section(say("request.ballot"), _votes(details)),
        _section(say("request.agreed"), details.get("consensus")),
        _section(say("request.grounds"), details.get("grounds")),
        _section(say("request.acceptances"), list_party_views(details)),
        _section(say("request.open"), (_divergence(each) for each in details.get("divergences") or ())),
        _section(say("request.norms"), (_norm(each) for each in details.get("norm_conflicts") or ())),
        _section(say("chat.open_critiques"), (say_open_critique(each) for each in details.get("critiques") or ())),
        _section(say("request.settled_by"), map(say_closed_critique, details.get("closed_critiques") or ())),
        _section(say("request.unsupported"), (_doubt(each) for each in details.get("unsupported") or ())),
        _section(say("request.gaps"), (say_wish(each) for each in details.get("improvements") or ())),
        _section(say("request.assumed"), details.get("assumptions")),
        _section(say("request.find_out"), (details.get("missing") or {}).get("find_out")),
        _section(say("request.council"), say_council(details.get("council") or {})),
        _section(say("request.warrant"), _conditions(details)),
        _section(say("chat.stakes"), _stakes(details)),
        _cost(details),
        _section(say("chat.answers"), (say(f"chat.{_ANSWERS[action]}{kind}") for kind in allowed)),
    ]
    return "\n\n".join(filter(None, blocks))


def _head(details: _Details, proposed: str) -> Iterator[str]:
    yield f"## {_line(details.get('question', ''))}"
    if details.get("idea"):
        yield f"{say('chat.idea')}: {_line(details['idea'])}"
    decision = str(details.get("decision") or "")
    if not decision:
        yield say("chat.nothing_proposed")
        return
    quoted = "\n".join(f"> {line}" if line else ">" for line in decision.splitlines())
    yield f"**{say(f'chat.{proposed}')}**\n\n{quoted}"
    if details.get("confidence") is not None:
        steps = "; ".join(map(_line, details.get("confidence_steps") or ()))
        yield f"{say('report.confidence')}: {say_confidence(details['confidence'])}{f' ({steps})' if steps else ''}"


def _section(title: str, items: Iterable[Any] | None) -> str:
    lines = [f"- {_line(item)}" for item in items or () if item]
    return "\n".join((f"**{title}**", "", *lines)) if lines else ""


def _line(text: object) -> str:
    """Keep a text on one line: a line break inside would end the item of a list."""
    return " ".join(str(text).split())


def _sides(details: _Details) -> Iterator[str]:
    for side in details.get("sides") or ():
        named = join_names([say_seat(seat) for seat in side["seats"]])
        claims = _join_claims(list(dict.fromkeys(map(str, side.get("claims") or ()))))
        sources = f" ({say('report.evidence')}: {', '.join(side['evidence'])})" if side.get("evidence") else ""
        terms = "".join(f" ({each.rstrip('.')})" for each in say_terms(side))
        yield f"**{named}**: {side.get('view') or ''}{terms}{f' — {claims}' if claims else ''}{sources}"


def _join_claims(claims: Sequence[str]) -> str:
    """Join as many claims as fit, each whole and the first in any case; those left out are counted."""
    shown: list[str] = []
    for claim in claims:
        if shown and sum(map(len, shown)) + len(claim) > _CLAIMS_LENGTH:
            break
        shown.append(claim.rstrip("."))
    more = f" (+{len(claims) - len(shown)})" if len(shown) < len(claims) else ""
    return f"{'; '.join(shown)}{more}"


def _votes(details: _Details) -> Iterator[str]:
    given = details.get("ballot")
    if not given:
        return
    for option in Ballot.model_validate(given).options:
        voters = join_names([say_seat(seat) for seat in option.seats]) or say("ballot.no_voter")
        yield f"{option.id}: {option.wording} ({voters})"


def _divergence(divergence: Mapping[str, Any]) -> str:
    sides = "; ".join(f"{say_seat(side['seat'])}: {side['view']}" for side in divergence.get("sides") or ())
    return f"{divergence['theme']} ({sides})" if sides else str(divergence["theme"])


def _doubt(claim: Mapping[str, Any]) -> str:
    return f"{say_seat(claim['seat'])} {claim['claim_id']}: {claim['statement']} ({claim['reason']})"


def _norm(given: Mapping[str, Any]) -> str:
    return say_norm_conflict(NormConflict.model_validate(given))


def _conditions(details: _Details) -> Iterator[str]:
    """List the conditions: a person who approves answers for what is not met.

    A list and no table: Agent Inbox shows the line breaks of a table's source as empty lines above it.
    """
    given = details.get("warrant")
    for each in list_conditions(Warrant.model_validate(given)) if given else ():
        yield f"{name_condition_id(each)}: {_met(each)} — {each.detail}"


def _met(condition: Condition) -> str:
    if condition.needed:
        return say("warrant.is_met" if condition.met else "chat.not_met")
    return say("chat.reported")


def _stakes(details: _Details) -> Iterator[str]:
    if details.get("value_at_risk") is not None:
        amount = f"{details.get('currency') or ''} {say_number(details['value_at_risk'], 2)}".strip()
        yield f"{say('chat.value')}: {amount}"
    if details.get("risk"):
        yield f"{say('chat.risk')}: {say_word('word.risk', details['risk'])}"
    if details.get("irreversible"):
        yield say("request.irreversible")


def _cost(details: _Details) -> str:
    cost = details.get("cost") or {}
    if not cost:
        return ""
    counts = {"rounds": details.get("rounds") or None, "calls": cost["calls"], "tokens": cost["tokens"]}
    used = [say_count(number, name) for name, number in counts.items() if number is not None]
    return f"**{say('chat.cost')}**: {', '.join((*used, say_money(cost.get('money'))))}"
