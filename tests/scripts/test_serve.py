"""`make serve`: which model debates run on."""

from pathlib import Path

import pytest

from scripts.serve import choose_model, read_env
from tests.support.openai_server import OpenAIServer


@pytest.mark.parametrize(
    ("named", "model"),
    [
        pytest.param({"MOOT_MODEL": "openai:x"}, None, id="a model that is named"),
        pytest.param({"OPENAI_API_KEY": "k"}, "openai:gpt-4.1-mini", id="a key"),
        pytest.param({}, "local", id="nothing: the embedded model"),
    ],
)
def test_the_best_model_is_chosen(named: dict[str, str], model: str | None) -> None:
    chosen, why = choose_model(named, ports={})
    assert chosen.get("MOOT_MODEL") == model
    assert (model or named["MOOT_MODEL"]).removeprefix("local") in why


def test_a_server_without_models_is_passed_over() -> None:
    with OpenAIServer() as server:
        port = int(server.url.rsplit(":", 1)[1].split("/")[0])
        assert choose_model({}, ports={port: "a server"})[0]["MOOT_MODEL"] == "local"


def test_an_empty_value_sets_nothing(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text('# A=1\nB=\nC="x y"\n', encoding="utf-8")
    assert read_env(tmp_path / ".env") == {"C": "x y"}
