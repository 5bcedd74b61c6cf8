"""An installed distribution brings a provider; a model's name finds it, and its models answer."""

import sys
from collections.abc import AsyncIterator, Iterator

import pytest

from moot import debate
from moot.errors import UnknownNameError
from moot.models import check_model
from tests.support.openai_server import OpenAIServer


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


@pytest.fixture
async def house(example_plugin: None) -> AsyncIterator[None]:
    """Close the client of the house when its models are no longer asked."""
    yield
    await sys.modules["moot_example.provider"].client.aclose()


@pytest.mark.usefixtures("house")
async def test_a_debate_on_a_model_of_the_plugin(server: OpenAIServer) -> None:
    result = await debate(
        "Where next?", model="house:small", base_url=server.url, store="memory:", overrides={"rounds.max": 1}
    )
    assert {(call.body["model"], call.way, call.headers["x-gateway"]) for call in server.calls} == {
        ("house/small", "schema", "house")
    }
    assert set(result.usage.by_seat) >= {"cro", "cfo"}


@pytest.mark.usefixtures("example_plugin")
def test_the_nearest_name_is_told() -> None:
    with pytest.raises(UnknownNameError, match=r"model 'hause:small': 'hause' is not a known provider.*'house'"):
        check_model("hause:small")
