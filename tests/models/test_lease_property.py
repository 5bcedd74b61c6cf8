"""No lease is ever exceeded, whatever the server does and whatever it says it used."""

import asyncio
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.configs.tables import load_prices
from moot.models import retries
from moot.models.ask import ModelEdge
from moot.models.retries import Unaffordable
from moot.models.settings import Settings
from moot.models.usage.counting import _SHORTEST_ANSWER, LeaseAccount
from moot.policies.limits.calls import CountedTokens
from moot.state.budget import Lease
from moot.state.positions import Position
from tests.models.conftest import PROMPT
from tests.support.openai_server import Action, Call, Drop, Fail, OpenAIServer, Say

CENTS = st.floats(0.0, 0.05) | st.none()


@given(
    st.integers(0, 5000) | st.none(),
    CENTS,
    st.integers(0, 6) | st.none(),
    st.lists(st.tuples(st.integers(0, 3000), st.floats(0, 1), st.floats(0, 1)), max_size=10),
    st.sampled_from(["gpt-4o", "gpt-4o-mini", "claude-opus-5", "local"]),
)
def test_the_tab(
    tokens: int | None, cost: float | None, calls: int | None, asked: list[tuple[int, float, float]], model: str
) -> None:
    """A server that counts no more prompt tokens than we do, and obeys max_tokens, cannot break the lease."""
    tab = LeaseAccount(Lease(seat="s", phase="position", tokens=tokens, cost=cost, calls=calls), load_prices())
    for prompt, share, said in asked:
        try:
            limit = tab.admit(model, prompt, 1200)
        except Unaffordable:
            continue
        assert min(_SHORTEST_ANSWER, 1200) <= limit <= 1200
        used = round(prompt * share)
        counted = CountedTokens(prompt=used, completion=round(limit * said), cached=round(used * said))
        tab.enter(tab.attempt, model, counted)
    spent = sum(usage.prompt_tokens + usage.completion_tokens for usage in tab.usages)
    assert tokens is None or spent <= tokens
    assert cost is None or sum(usage.cost or 0 for usage in tab.usages) <= cost * (1 + 1e-9)
    assert calls is None or len(tab.usages) <= calls


@settings(max_examples=25)
@given(
    st.integers(500, 6000),
    st.floats(0.001, 0.02),
    st.integers(1, 6),
    st.integers(0, 10_000),
)
def test_over_http(running_server: OpenAIServer, tokens: int, cost: float, calls: int, seed: int) -> None:
    """Failures, drops, malformed answers, random usage: what is charged stays within the lease."""
    server, dice = running_server, random.Random(seed)
    server.reset()

    def rule(call: Call) -> Action:
        used = (dice.randint(0, len(str(call.body)) // 4), dice.randint(0, call.limit))
        odds: list[Action] = [Fail(500), Drop(), Say(cut=40, usage=used), Say({"confidence": "?"}, usage=used)]
        return dice.choice([*odds, Say(usage=used)])

    server.rule = rule
    lease = Lease(seat="s", phase="position", seconds=5, tokens=tokens, cost=cost, calls=calls)
    ask = ModelEdge(Settings(model="gpt-4o", base_url=server.url))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(retries, "_FIRST_WAIT", 0.001)
        answer: Any = asyncio.run(ask(PROMPT, Position, lease, seat="s", phase="position", round=1))
    usages = answer.turn.usages
    assert sum(usage.prompt_tokens + usage.completion_tokens for usage in usages) <= tokens
    assert sum(usage.cost for usage in usages) <= cost
    assert len(usages) == len(server.calls) <= calls
