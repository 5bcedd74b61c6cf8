"""Writes a request to a person for the terminal: the question, the proposal, both sides, and what is missing."""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from moot.catalogue import SOURCE_LANGUAGE, frame_language, say, speaking
from moot.state.ballot import Ballot
from moot.state.bookkeeping import NormConflict
from moot.state.warrant import Warrant
from moot.views.lines import TEXT_WIDTH, bullets, hang
from moot.views.result import read_details
from moot.views.wording import say_closed_critique, say_council, say_open_critique
from moot.views.wording.agreement import say_opposed, say_option, say_source
from moot.views.wording.disputes import list_party_views, say_norm_conflict, say_terms
from moot.views.wording.figures import join_names, say_confidence, say_count, say_money, say_number
from moot.views.wording.names import name_seat
from moot.views.wording.refinement import say_wish
from moot.views.wording.warrants import list_conditions, say_standing

_Request = Mapping[str, Any]
_LABEL = 13
"""As wide as the column of labels."""


def describe_request(request: _Request) -> str:
    """Write everything a person needs to decide, in the language of the debate."""
    details = read_details(request)
    with speaking(frame_language(str(details.get("language") or SOURCE_LANGUAGE)), details.get("seat_titles")):
        return _describe(request)


def repeat_proposal(request: _Request, *, below: int) -> str:
    """Write the proposal once more where it has scrolled off by the time somebody is asked; else nothing.

    `below` are the lines that follow the request on the screen.
    """
    lines = shutil.get_terminal_size().lines
    if describe_request(request).count("\n") + below < lines:
        return ""
    with speaking(frame_language(str(read_details(request).get("language") or SOURCE_LANGUAGE))):
        width = min(TEXT_WIDTH, shutil.get_terminal_size().columns - 1)
        return "\n".join(_proposal(read_details(request), width)) + "\n"


def _describe(request: _Request) -> str:
    width = min(TEXT_WIDTH, shutil.get_terminal_size().columns - 1)
    arguments = read_details(request)
    blocks = [
        list(_head(arguments, width)),
        _block(say("request.caveats"), arguments.get("caveats"), width),
        _block(say("request.why"), arguments.get("reasons"), width),
        _warrant(arguments, width),
        _ballot(arguments, width),
        _block(say("request.agreed"), arguments.get("consensus"), width),
        _block(say("request.grounds"), arguments.get("grounds"), width),
        _block(say("request.acceptances"), list_party_views(arguments), width),
        *_sides(arguments.get("sides") or (), width),
        _block(say("request.open"), (_divergence(each) for each in arguments.get("divergences") or ()), width),
        _block(say("request.norms"), (_norm(each) for each in arguments.get("norm_conflicts") or ()), width),
        _block(say("request.critiques"), map(say_open_critique, arguments.get("critiques") or ()), width),
        _block(say("request.settled_by"), map(say_closed_critique, arguments.get("closed_critiques") or ()), width),
        _block(say("request.unsupported"), (_doubt(each) for each in arguments.get("unsupported") or ()), width),
        _block(say("request.gaps"), (say_wish(gap) for gap in arguments.get("improvements") or ()), width),
        _block(say("request.assumed"), arguments.get("assumptions"), width),
        _block(say("request.council"), say_council(arguments.get("council") or {}), width),
        _block(say("request.find_out"), (arguments.get("missing") or {}).get("find_out"), width),
        list(_cost(arguments)),
        hang(f"{say('request.problem')}: ", str(request["problem"]), width) if request.get("problem") else [],
    ]
    return "\n" + "\n\n".join("\n".join(lines) for lines in blocks if lines) + "\n"


def _head(arguments: _Request, width: int) -> Iterator[str]:
    if arguments.get("idea"):
        yield from hang(_label("idea"), str(arguments["idea"]), width)
    # Where a question is still to be found, what the user typed is an idea.
    asked = _label("idea" if arguments.get("refined_from_idea") else "question")
    yield from hang(asked, str(arguments.get("question", "")), width)
    yield from _proposal(arguments, width)
    if arguments.get("confidence") is not None:
        steps = "; ".join(map(str, arguments.get("confidence_steps") or ()))
        told = f"{say_confidence(arguments['confidence'])}{f' ({steps})' if steps else ''}"
        yield from hang(_label("confidence"), told, width)
    stakes = list(_stakes(arguments))
    if stakes:
        yield from hang(_label("at_risk"), ", ".join(stakes), width)


def _proposal(arguments: _Request, width: int) -> list[str]:
    return hang(_label("proposed"), str(arguments.get("decision") or say("request.nothing")), width)


def _stakes(arguments: _Request) -> Iterator[str]:
    if arguments.get("value_at_risk") is not None:
        yield f"{arguments.get('currency') or ''} {say_number(arguments['value_at_risk'], 2)}".strip()
    if arguments.get("risk"):
        yield say("request.worst", risk=arguments["risk"])
    if arguments.get("irreversible"):
        yield say("request.irreversible")


def _block(title: str, texts: Iterable[Any] | None, width: int) -> list[str]:
    lines = bullets((str(text) for text in texts or () if text), width)
    return [title, *lines] if lines else []


def _warrant(arguments: _Request, width: int) -> list[str]:
    """Write what a decision needed and what of it was met; a person who approves answers for the rest."""
    given = arguments.get("warrant")
    if not given:
        return []
    conditions = list_conditions(Warrant.model_validate(given))
    lines = (f"{say_standing(each)}: {each.detail}" for each in conditions)
    return _block(say("request.warrant"), lines, width)


def _ballot(arguments: _Request, width: int) -> list[str]:
    """Write who votes for what, and how the votes were told apart."""
    given = arguments.get("ballot")
    if not given or not given["options"]:
        return []
    ballot = Ballot.model_validate(given)
    options = (say_option(ballot, option) for option in ballot.options)
    return _block(say("request.ballot"), (*options, say_opposed(ballot), say_source(ballot)), width)


def _sides(sides: Iterable[Mapping[str, Any]], width: int) -> Iterator[list[str]]:
    """Write who says what, on which evidence."""
    for side in sides:
        evidence = f" [{', '.join(side['evidence'])}]" if side.get("evidence") else ""
        claims = [str(claim) for claim in side.get("claims") or ()]
        yield [
            *hang(f"{join_names(side['seats'])}: ", f"{side['view']}{evidence}", width),
            # All of them: what decides may be the last one.
            *bullets([*say_terms(side), *claims], width),
        ]


def _divergence(divergence: Mapping[str, Any]) -> str:
    told = divergence.get("sides") or ()
    sides = "; ".join(f"{name_seat(side['seat'])}: {side['view'].removesuffix('.')}" for side in told)
    return f"{divergence['theme']} ({sides})" if sides else str(divergence["theme"])


def _doubt(claim: Mapping[str, Any]) -> str:
    return f"{name_seat(claim['seat'])} {claim['claim_id']}: {claim['statement']} ({claim['reason']})"


def _norm(given: Mapping[str, Any]) -> str:
    return say_norm_conflict(NormConflict.model_validate(given))


def _cost(arguments: _Request) -> Iterator[str]:
    cost = arguments.get("cost") or {}
    if cost:
        money = f", {say_money(cost.get('money'))}"
        rounds = f"{say_count(arguments['rounds'], 'rounds')}, " if arguments.get("rounds") else ""
        used = f"{say_count(cost.get('calls', 0), 'calls')}, {say_count(cost.get('tokens', 0), 'tokens')}"
        yield f"{_label('so_far')}{rounds}{used}{money}"


def _label(name: str) -> str:
    return f"{say(f'request.label.{name}'):<{_LABEL}}"
