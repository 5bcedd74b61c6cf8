"""The last message of a conversation."""

import pytest

from moot import debate, open_store
from moot.views.chat import write_ending


@pytest.mark.parametrize(
    ("question", "why"),
    [
        pytest.param("", "the question is empty", id="nothing asked"),
        pytest.param("Buy?", "the question needs at least two words", id="one word"),
        pytest.param("Shall we buy the hall?", "the connection failed", id="no model"),
    ],
)
async def test_a_debate_that_failed_says_why(question: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.models.retries._FIRST_WAIT", 0.01)
    result = await debate(question, model="any", base_url="http://127.0.0.1:9/v1", store=open_store("memory:"))
    assert result.status == "failed"
    assert why in write_ending(result)
