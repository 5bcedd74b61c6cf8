"""Which model is used where nobody names one: a key, a server on this machine, the embedded one (INTERFACES 8)."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from moot.models.discovery import KEY_MODEL, find_best_model, find_local_servers


@contextmanager
def serving(answer: Any, code: int = 200) -> Iterator[tuple[int, list[str | None]]]:
    """A server that lists its models as told; what it saw of keys is kept."""
    keys: list[str | None] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            keys.append(self.headers.get("Authorization"))
            self.send_response(code)
            self.end_headers()
            self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port, keys
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def models(*names: str) -> dict[str, Any]:
    return {"object": "list", "data": [{"id": name} for name in names]}


@pytest.mark.parametrize(
    ("environment", "model", "source"),
    [
        pytest.param({"MOOT_MODEL": "openai:x", "OPENAI_API_KEY": "k"}, "openai:x", "named", id="named before a key"),
        pytest.param({"OPENAI_API_KEY": "k"}, KEY_MODEL, "key", id="a key"),
        pytest.param({"MOOT_API_KEY": "k"}, KEY_MODEL, "key", id="our own key"),
        pytest.param({"OPENAI_API_KEY": ""}, "local", "embedded", id="an empty key is none"),
        pytest.param({}, "local", "embedded", id="nothing: the embedded model"),
    ],
)
def test_the_best_model_is_chosen(environment: dict[str, str], model: str, source: str) -> None:
    found = find_best_model(environment, ports={})
    assert (found.model, found.source) == (model, source)
    assert found.settings == ({} if source == "named" else {"MOOT_MODEL": model})
    assert "k" not in found.settings.values()
    assert model.removeprefix("local") in found.reason


def test_a_key_goes_before_a_server() -> None:
    with serving(models("qwen2.5")) as (port, keys):
        assert find_best_model({"OPENAI_API_KEY": "k"}, {port: "Ollama"}).source == "key"
        assert keys == []


def test_a_server_on_this_machine_goes_before_the_embedded_model_and_is_sent_no_key() -> None:
    with serving(models("nomic-embed-text", "qwen2.5:7b")) as (port, keys):
        found = find_best_model({}, {port: "Ollama"})
    assert (found.model, found.base_url) == ("qwen2.5:7b", f"http://127.0.0.1:{port}/v1")
    assert found.settings == {"MOOT_MODEL": "qwen2.5:7b", "MOOT_BASE_URL": f"http://127.0.0.1:{port}/v1"}
    assert "Ollama" in found.reason
    assert keys == [None]


def test_an_address_that_was_set_is_asked_with_the_key_that_was_set() -> None:
    with serving(models("mixtral")) as (port, keys):
        found = find_best_model({"MOOT_BASE_URL": f"http://127.0.0.1:{port}/v1/", "MOOT_API_KEY": "k"}, ports={})
    assert (found.model, found.source) == ("mixtral", "server")
    assert keys == ["Bearer k"]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        pytest.param(models(), 200, id="no model"),
        pytest.param(models("bge-reranker", "text-embedding-3"), 200, id="none that can argue"),
        pytest.param(b"<html>a web page</html>", 200, id="another program at that port"),
        pytest.param({"data": "x"}, 200, id="another shape"),
        pytest.param(models("a"), 500, id="an error"),
        pytest.param(b'{"data": ' + b"[" * 100_000, 200, id="levels without end"),
        pytest.param(models("\x1b[2Jgone", "x" * 5000), 200, id="names that no model has"),
    ],
)
def test_a_server_that_offers_nothing_is_passed_over(answer: Any, code: int) -> None:
    with serving(answer, code) as (port, _):
        assert find_local_servers({port: "a server"}) == []
        assert find_best_model({}, {port: "a server"}).source == "embedded"


@pytest.mark.parametrize("answer", [b"hello\r\n", b"HTTP/1.1 200 OK\r\n" + b"x" * 100_000, b""])
def test_whatever_listens_there_is_passed_over_soon(answer: bytes) -> None:
    """It speaks another protocol, or answers byte by byte and is never done."""

    def drip(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            connection.recv(1000)
            connection.sendall(answer)
            while not answer:
                connection.sendall(b"H")
                time.sleep(0.1)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        Thread(target=drip, args=(listening,), daemon=True).start()
        started = time.monotonic()
        assert find_local_servers({listening.getsockname()[1]: "a server"}) == []
    assert time.monotonic() - started < 10


def test_a_key_follows_nobody_elsewhere() -> None:
    with serving(models("mixtral")) as (other, keys):

        class Redirect(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(302)
                self.send_header("location", f"http://127.0.0.1:{other}/v1/models")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        with HTTPServer(("127.0.0.1", 0), Redirect) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}/v1"
            found = find_best_model({"MOOT_BASE_URL": address, "MOOT_API_KEY": "k"}, ports={})
            server.shutdown()
    assert found.source == "embedded"
    assert keys == []
