"""Debates of the first build whose answers were written by hand, on today's protocols.

What their author meant: round 1 of the bicycles is three seats for a partial move against one that stays, however each
worded it; in the second boardroom the two parties end on the same accounts, the same cap and the same stop rule.
"""

import asyncio
import html
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from moot.policies.critique.evidence import latest_by_seat
from moot.state.positions import Position
from moot.views.report import render_report
from moot.views.terminal import tell_story, write_answer
from tests.acceptance.caution import DEBATES, list_answers, read_file
from tests.support.stage import Ran, Stage

_CUT = re.compile(r"\w(?:…|\.\.\.)(?=\s|$)")
_SHOWN = re.compile(r"^(?:C\d+ (?:fact|hypothesis|recommendation), confidence|K\d+ \w+.*? on) .*?: (.+)$", re.MULTILINE)
"""A claim or a critique as a prompt shows it."""
_TOLD = {told["name"]: told for told in DEBATES}
BICYCLES, BOARDROOM = "bicycles, by hand", "second boardroom, by hand"


@cache
def play(name: str) -> Ran:
    """Hold one of the debates again, once for all tests."""

    async def run(folder: str) -> Ran:
        told, source = _TOLD[name], read_file(_TOLD[name]["file"])
        options: dict[str, Any] = {"profile": "boardroom"} if name == BOARDROOM else {"context": source["evidence"]}
        question = told["command"][1] if name == BOARDROOM else source["question"]
        return await Stage(Path(folder)).run(question, [*told["added"], *list_answers(told)], **options)

    with TemporaryDirectory() as folder:
        return asyncio.run(run(folder))


def flat(text: str) -> str:
    """Put a text that was wrapped into one line."""
    return " ".join(text.split())


def read_story(ran: Ran) -> str:
    """Show the debate as `moot show` and report.txt tell it."""
    return flat(f"{write_answer(ran.result, whole=True)} {tell_story(ran.result)}")


def read_page(ran: Ran) -> str:
    """Show the debate as its page tells it, without the marks."""
    page = render_report(ran.result, ran.state)  # type: ignore[arg-type]  # a state's values
    return flat(html.unescape(re.sub(r"<[^>]+>", "", page)))


def list_critiques(ran: Ran) -> tuple[str, ...]:
    """List every critique that was made."""
    return tuple(flat(critique.description).rstrip(" .") for critique in ran.result.critiques)


def list_claims(positions: Iterable[Position]) -> tuple[str, ...]:
    """List what positions claim."""
    return tuple(flat(claim.statement).rstrip(" .") for position in positions for claim in position.claims)


def test_three_seats_for_a_partial_move_are_no_four_way_tie() -> None:
    result = play(BICYCLES).result
    assert result.ballot is not None
    first = {vote.seat: vote.option for vote in result.ballot.votes if vote.round == 1}
    assert first["cro"] == first["coo"] == first["cmo"] != first["cfo"]
    assert result.baselines.vote is not None
    assert (result.baselines.vote.share, result.baselines.vote.tied) == (0.75, ())
    text = read_story(play(BICYCLES))
    assert "a vote on round 1 would have said: Move part of it (75 %)" in text
    assert "would be tied" not in text


def test_the_parties_of_the_boardroom_are_read_as_agreed() -> None:
    result = play(BOARDROOM).result
    assert (result.status, result.stop_reason, result.convergence) == ("decided", "converged", 1.0)
    (settled,) = result.consensus_results or ()
    assert (settled.ended_by, settled.settled_by) == ("converged", "agreement")
    last = {each.seat: str(each.recommendation) for each in result.positions if each.round == 3}
    for term in ("20 contas", "8%", "um terço"):
        assert all(term in last[seat] for seat in ("commercial", "financial"))
        assert term in str(result.decision)


@pytest.mark.parametrize("name", [BICYCLES, BOARDROOM])
def test_no_claim_or_critique_is_cut_off_for_any_reader(name: str) -> None:
    ran, told = play(name), 0
    said = (*list_critiques(ran), *list_claims(ran.result.positions))
    for request in ran.requests:
        assert not [cut for cut in _CUT.findall(request.prompt) if not any(cut in text for text in said)]
        for line in _SHOWN.findall(request.prompt):
            assert flat(line).startswith(said), line
            told += 1
    assert told
    story, page = read_story(ran), read_page(ran)
    assert not [text for text in said if text not in story]
    # The page tells claims as each seat stated them last.
    last = list_claims(latest_by_seat(ran.result.positions).values())
    assert not [text for text in (*list_critiques(ran), *last) if text not in page]
