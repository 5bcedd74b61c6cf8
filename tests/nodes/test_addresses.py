"""What is secret in the address of a model server is used, and stored nowhere."""

from base64 import b64encode
from pathlib import Path

import pytest

from moot import debate, resume
from moot.nodes.addresses import hide_credentials, restore_secrets
from moot.nodes.context import RunContext
from tests.support.hostile_server import HostileServer
from tests.support.openai_server import OpenAIServer
from tests.support.scenes import SCENES


@pytest.mark.parametrize(
    ("url", "stored"),
    [
        (None, None),
        ("http://127.0.0.1:1/v1", "http://127.0.0.1:1/v1"),
        ("https://user:pass@host/v1", "https://host/v1"),
        ("https://host/v1?api-version=2&sig=abc", "https://host/v1?api-version=&sig="),
        ("https://host/v1?abc", "https://host/v1?abc="),
        ("https://me@host:8/v1?key=a%20b#part", "https://host:8/v1?key="),
    ],
)
def test_what_is_stored_of_an_address(url: str | None, stored: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOOT_BASE_URL", raising=False)
    assert hide_credentials(url) == stored
    assert restore_secrets(stored, RunContext(base_url=url)) == url
    assert restore_secrets(stored, RunContext()) == stored
    assert restore_secrets(stored, RunContext(base_url="http://elsewhere/v1")) == stored


def find_in_files(folder: Path, words: bytes) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file() and words in file.read_bytes()]


async def test_a_query_is_sent_with_every_request_and_not_stored(tmp_path: Path) -> None:
    scene, store = SCENES["legal"], f"sqlite:///{tmp_path}/d.db"
    with OpenAIServer() as server:
        server.rule = scene.rule()
        address = f"{server.url}?sig=hush&version=7"
        await debate(scene.question, profile="legal", model="m", base_url=address, store=store, thread="one")
        queries = {call.headers[":query"] for call in server.calls}
    assert queries == {"sig=hush&version=7"}
    assert not find_in_files(tmp_path, b"hush")


async def test_user_and_password_are_sent_in_place_of_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_API_KEY", "not-for-this-one")
    scene, store = SCENES["legal"], f"sqlite:///{tmp_path}/d.db"
    with OpenAIServer() as server:
        server.rule = scene.rule()
        address = server.url.replace("://", "://me:hu%40sh@")
        await debate(scene.question, profile="legal", model="m", base_url=address, store=store, thread="one")
        sent = {call.headers["authorization"] for call in server.calls}
    own = b64encode(b"me:hu@sh")
    assert sent == {f"Basic {own.decode()}"}
    assert not [found for words in (b"hu%40sh", b"hu@sh", own) for found in find_in_files(tmp_path, words)]


async def test_an_error_does_not_tell_the_query(tmp_path: Path) -> None:
    """The client's message for an answer that is no HTTP names the whole address."""
    scene, store = SCENES["legal"], f"sqlite:///{tmp_path}/d.db"
    with HostileServer() as server:
        address = f"{server.address('no_status', 'legal')}?tenant=hush&version=7"
        result = await debate(scene.question, profile="legal", model="m", base_url=address, store=store, thread="one")
    assert "tenant=***&version=***" in str([each.error for each in result.positions])
    assert not find_in_files(tmp_path, b"hush")


async def test_a_debate_is_resumed_by_the_whole_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, store = SCENES["legal"], f"sqlite:///{tmp_path}/d.db"
    with OpenAIServer() as server:
        address = f"{server.url}?sig=hush"
        server.rule = scene.rule()
        server.refused = frozenset({"schema", "function", "prompt"})
        first = await debate(scene.question, profile="legal", model="m", base_url=address, store=store, thread="one")
        assert first.status == "failed"
        server.refused, server.calls = frozenset(), []
        monkeypatch.setenv("MOOT_BASE_URL", address)
        await resume("one", store=store)
        assert {call.headers[":query"] for call in server.calls} == {"sig=hush"}
