"""An answer that breaks its reader costs one seat, and is not asked for again."""

from collections.abc import Iterator
from typing import Any

import pytest

from moot import debate
from moot.policies.critique.claims import count_claims
from tests.support.openai_server import OpenAIServer
from tests.support.scenes import SCENES


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


async def test_the_seat_fails_and_the_debate_goes_on(server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.rule = SCENES["council"].rule()

    def break_on_one_seat(position: Any, rules: Any) -> Any:
        if position.seat == "cfo" and position.recommendation:
            raise ZeroDivisionError
        return count_claims(position, rules)

    monkeypatch.setattr("moot.nodes.seats.debater.count_claims", break_on_one_seat)
    result = await debate(
        "Should we?", model="m", base_url=server.url, store="memory:", overrides={"rounds.max": 1, "rounds.planned": 1}
    )
    by_seat = {each.seat: each for each in result.positions if each.round == 1}
    assert by_seat["cfo"].status == "failed"
    assert by_seat["cfo"].error == "the answer could not be used: ZeroDivisionError"
    assert {seat for seat, each in by_seat.items() if each.status == "ok"} == {"cro", "coo", "cmo"}
    asked = [call.seat for call in server.calls if call.headers["x-moot-phase"] == "position"]
    assert sorted(asked) == ["cfo", "cmo", "coo", "cro"]


@pytest.mark.parametrize("scene", ["council", "legal", "boardroom", "rca", "research"])
async def test_no_number_of_calls_is_passed(server: OpenAIServer, scene: str) -> None:
    """A node that asks two actors one after the other is the case: its first answer is not in the state yet."""
    played = SCENES[scene]
    settings = {**played.settings}
    overrides = settings.pop("overrides", {})
    for calls in range(5, 15):
        server.reset()
        server.rule = played.rule()
        limits = {**overrides, "budget.calls": calls}
        await debate(
            played.question,
            profile=played.profile,
            model="m",
            base_url=server.url,
            store="memory:",
            overrides=limits,
            **settings,
        )
        assert len(server.calls) <= calls
