"""What machines ask the desk: health, metrics, and pages below a path."""

from pathlib import Path

import httpx
import pytest

from moot import debate, open_store
from moot.cli.main import main
from moot.desk import DeskSettings, StoreBackend, make_app, put_under
from moot.errors import UsageError
from tests.support.scripts import QUESTION, synthesis, views, write

TOKEN = "a-token-of-sixteen-signs"


async def get(path: str, folder: Path, prefix: str = "", token: str = "", **headers: str) -> httpx.Response:
    store = open_store("memory:")
    model = write(folder, views((1, 1, 1, 1)), synthesis(40))
    await debate(QUESTION, model=model, store=store, thread="t", overrides={"rounds.max": 1})
    app = put_under(prefix, make_app(StoreBackend(store), DeskSettings(token=token)))
    transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 4711))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8700", headers=headers) as web:
        return await web.get(path)


async def test_health_says_nothing_but_health(tmp_path: Path) -> None:
    answer = await get("/health", tmp_path, token=TOKEN)
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert QUESTION not in answer.text


async def test_metrics_count_debates(tmp_path: Path) -> None:
    answer = await get("/metrics", tmp_path)
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert 'moot_debates{status="needs_review"} 1' in lines
    assert 'moot_debates{status="decided"} 0' in lines
    assert any(line.startswith("moot_longest_wait_seconds ") for line in lines)


@pytest.mark.parametrize(("header", "status"), [("", 401), ("Bearer wrong", 401), (f"Bearer {TOKEN}", 200)])
async def test_metrics_of_a_guarded_desk_need_its_token(tmp_path: Path, header: str, status: int) -> None:
    assert (await get("/metrics", tmp_path, token=TOKEN, authorization=header)).status_code == status


@pytest.mark.parametrize("path", ["/team/desk/", "/"])
async def test_the_desk_works_below_a_path(tmp_path: Path, path: str) -> None:
    """Whether the proxy keeps the path or cuts it off."""
    answer = await get(path, tmp_path, prefix="/team/desk")
    assert answer.status_code == 200
    assert 'href="/team/desk/' in answer.text
    assert 'href="/static' not in answer.text


def test_a_prefix_that_is_no_path_is_refused() -> None:
    with pytest.raises(UsageError, match="write it as /desk"):
        put_under("desk?", make_app(StoreBackend(open_store("memory:"))))


@pytest.mark.parametrize(
    ("content", "told"),
    [(None, "cannot be read"), ("", "it is empty"), ("a b", "one token, or one"), ("short", "at least 16 signs")],
)
def test_a_wrong_token_file_is_one_clear_line(
    tmp_path: Path, content: str | None, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    assert main(["serve", "--token-file", str(file), "--store", "memory:"]) == 2
    shown = capsys.readouterr().err
    assert told in shown
    assert shown.count("\n") == 1
