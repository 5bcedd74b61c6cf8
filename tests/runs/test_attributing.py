"""Who moved a decision, by votes where they suffice and by forks under a budget where they do not (issue 23)."""

from pathlib import Path
from typing import Any

import pytest

from moot import debate, fork, open_store, show
from moot.errors import ThreadError, UsageError
from moot.policies.agreement.voting import Influence
from moot.runs import inspect, read_result
from moot.runs.reruns import ForkLimits, attribute
from moot.stores import Store
from moot.views.report import render_report
from tests.support.scripts import EXECUTIVES, council, criticise, hold, listen, say, synthesis, write

FACT = {"id": "C1", "statement": "It costs 10.", "kind": "fact", "evidence": ["E1"], "confidence": 80}
CONTEXT = [{"id": "E1", "text": "It costs 10."}, {"id": "E2", "text": "It rains."}]


def told(seat: str, choice: str, phase: str = "position", **more: Any) -> dict[str, Any]:
    """A seat that votes for an option; with `prompt` only where the prompt says so."""
    stated = {"recommendation": choice, "stance": choice, "timing": "now", "confidence": 80, "choice": choice}
    prompt = more.pop("prompt", None)
    return say(phase, seat, reply={**stated, **more}, **({"prompt": prompt} if prompt else {}))


def script() -> list[Any]:
    """Two against two; a critique brings the cmo over. Without it, or without E1, the cmo stays."""
    over = {
        "keeps_position": "no",
        "changes": [{"what": "The price.", "because": ["K1"]}],
        "answers": [{"critique_id": "K1", "outcome": "accepted", "reason": "It does cost 10."}],
    }
    return [
        told("cro", "A", claims=[FACT], prompt="It costs 10"),
        *(told(seat, "A") for seat in ("cro", "cfo")),
        *(told(seat, "B") for seat in ("coo", "cmo")),
        criticise("cro", {"target": "cmo", "description": "It forgets the price of ten."}),
        told("cmo", "A", "revise", prompt="It forgets the price of ten", **over),
        told("cmo", "B", "revise", keeps_position="yes"),
        *(told(seat, "A", "revise", keeps_position="yes") for seat in ("cro", "cfo")),
        told("coo", "A", "revise", prompt="It forgets the price of ten", **{**over, "answers": []}),
        told("coo", "B", "revise", keeps_position="yes"),
        say("settle", reply={"verdicts": [{"critique_id": "K1", "verdict": "answered", "reason": "yes"}]}),
        synthesis(85, choice="A"),
    ]


async def debated(folder: Path, store: Store) -> None:
    model = write(folder, script())
    result = await debate(
        "Should we?", store=store, thread="t", model=model, options=("go", "stay"), context=CONTEXT,
        overrides={"rounds.max": 2, "rounds.min": 2, "council.enabled": False},
    )  # fmt: skip
    assert result.ballot is not None
    assert [each.round for each in result.critiques][:1] == [1]


@pytest.fixture
def store() -> Store:
    return open_store("memory:")


def find(found: tuple[Influence, ...], name: str) -> Influence:
    return next(each for each in found if each.id == name)


async def test_votes_alone_ask_nobody_and_say_what_they_cannot_say(tmp_path: Path, store: Store) -> None:
    await debated(tmp_path, store)
    with listen() as heard:
        found = await attribute("t", store)
    assert not heard.requests
    assert {each.id for each in found} == {*EXECUTIVES, "K1", "E1"}  # nobody cites E2
    assert find(found, "K1").moved
    assert not any(each.suffices or each.fork for each in found)


async def test_forks_leave_out_a_critique_a_seat_and_evidence(tmp_path: Path, store: Store) -> None:
    await debated(tmp_path, store)
    before = await show("t", store=store)
    with listen() as heard:
        found = await attribute("t", store, ForkLimits(forks=9))
    critique = find(found, "K1").fork
    assert critique is not None
    assert critique.thread == "t:without:K1"
    assert critique.changed  # nobody comes over, so nothing is settled
    # Positions and critiques stand; only the answers and what follows are asked again.
    assert not [
        each for each in heard.requests if each.thread == "t:without:K1" and each.phase in ("position", "critique")
    ]
    assert [each for each in heard.requests if each.thread == "t:without:K1" and each.phase == "revise"]
    again = find(found, "E1").fork
    assert again is not None
    assert len([each for each in heard.requests if each.thread == again.thread and each.phase == "position"]) == 4
    assert all("It costs 10" not in each.prompt for each in heard.requests if each.thread == again.thread)
    assert find(found, "coo").fork is not None
    assert await show("t", store=store) == before


async def test_a_fork_is_run_once_and_shown_in_the_report(tmp_path: Path, store: Store) -> None:
    await debated(tmp_path, store)
    await attribute("t", store, ForkLimits(forks=1))
    with listen() as heard:
        again = await attribute("t", store)
    assert not heard.requests
    assert [each.id for each in again if each.fork] == ["K1"]
    snapshot = await inspect("t", store=store)
    page = render_report(read_result(snapshot, "t"), snapshot.values, again)  # type: ignore[arg-type]  # a state
    assert "Who moved it" in page
    assert "It ends otherwise" in page
    plain = render_report(read_result(snapshot, "t"), snapshot.values)  # type: ignore[arg-type]  # a state
    assert "Who moved it" in plain
    assert "It ends otherwise" not in plain


async def test_the_budget_of_all_forks_holds(tmp_path: Path) -> None:
    found = {}
    for limit in (None, 16_000, 50):
        store = open_store("memory:")
        await debated(tmp_path, store)
        forks = [each.fork for each in await attribute("t", store, ForkLimits(forks=9, max_tokens=limit))]
        found[limit] = [each.tokens for each in forks if each is not None]
    assert 0 < len(found[16_000]) < len(found[None])
    assert sum(found[16_000]) <= 16_000
    assert found[50] == []


async def test_one_round_needs_no_fork_of_a_seat(tmp_path: Path, store: Store) -> None:
    votes = [hold(seat, choice=choice) for seat, choice in zip(EXECUTIVES, "AAAB", strict=True)]
    model = write(tmp_path, votes, synthesis(85, choice="A"), council())
    await debate(
        "Should we?", store=store, thread="t", model=model, options=("go", "stay"), overrides={"rounds.max": 1}
    )
    with listen() as heard:
        found = await attribute("t", store, ForkLimits(forks=9))
    assert not heard.requests
    assert all(each.suffices for each in found if each.kind == "seat")


async def test_a_critique_that_is_not_there_is_named(tmp_path: Path, store: Store) -> None:
    await debated(tmp_path, store)
    with pytest.raises(UsageError, match="no such critique after round 1"):
        await fork("t", round=1, without_critique="K9", store=store)
    with pytest.raises(ThreadError, match="nobody was criticised"):
        await fork("t", round=2, without_critique="K1", store=store)
