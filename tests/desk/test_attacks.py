"""Attacks on the desk: each is refused, none changes anything, and no secret gets into the log."""

import logging
import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from moot import show
from moot.desk.access import DeskSettings, Sessions, read_settings
from moot.desk.app import make_app
from moot.desk.store_backend import StoreBackend
from moot.errors import UsageError
from moot.stores import Store
from tests.desk.conftest import HOME, Browser, mark_of, settle

TOKEN = "correct-horse-battery-staple"
SECRETS = (TOKEN, "sk-live-0123456789abcdef", "wrong-horse-battery-staple")
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def guarded(backend: StoreBackend) -> Starlette:
    return make_app(backend, DeskSettings(hosts=frozenset({"desk.example", "127.0.0.1"}), token=TOKEN))


@pytest.fixture
async def stranger(guarded: Starlette) -> AsyncIterator[Browser]:
    opened = Browser(guarded, home="http://desk.example", client="203.0.113.9")
    yield opened
    await opened.http.aclose()


async def come_in(browser: Browser, token: str = TOKEN, name: str = "Ana") -> httpx.Response:
    await browser.open("/login")
    return await browser.send("/login", {"token": token, "name": name, "next": "/"})


def assert_no_secret(log: pytest.LogCaptureFixture) -> None:
    assert not [secret for secret in SECRETS if secret in log.text]


async def answer(browser: Browser, **changes: Any) -> httpx.Response:
    """Approve as the page would, with something changed."""
    page = await browser.open("/debates/t/review")
    form = {"mark": mark_of(page.text), "kind": "approve", "reviewer": "ana", "confirmed": "1"}
    return await browser.send("/debates/t/review", {**form, **changes.pop("form", {})}, **changes)


# Saying and stopping.


@pytest.mark.parametrize("deed", ["say", "stop"])
async def test_nobody_speaks_or_stops_without_the_proof_of_the_page(
    browser: Browser, pause: Callable[..., Any], store: Store, deed: str
) -> None:
    await pause()
    await browser.open("/debates/t")
    form = {"text": "Heard?"}
    forged = await browser.send(f"/debates/t/{deed}", {**form, "csrf": "forged"})
    foreign = await browser.send(f"/debates/t/{deed}", form, headers={"origin": "http://evil.example"})
    assert (forged.status_code, foreign.status_code) == (403, 403)
    assert list(await store.remarks("t")) == []


@pytest.mark.parametrize("deed", ["say", "stop"])
async def test_without_a_token_nobody_speaks_or_stops(
    stranger: Browser, pause: Callable[..., Any], store: Store, deed: str
) -> None:
    await pause()
    await stranger.open("/login")
    assert (await stranger.send(f"/debates/t/{deed}", {"text": "Heard?"})).status_code == 403
    assert list(await store.remarks("t")) == []


async def test_words_are_bounded_and_shown_as_words(browser: Browser, pause: Callable[..., Any], store: Store) -> None:
    await pause()
    await browser.open("/debates/t")
    assert (await browser.send("/debates/t/say", {"text": "x" * 2_001})).status_code == 400
    assert (await browser.send("/debates/t/say", {"text": " "})).status_code == 400
    assert (await browser.send("/debates/nowhere/say", {"text": "Heard?"})).status_code == 404
    assert (await browser.send("/debates/t/stop")).status_code == 400
    kept = await browser.send("/debates/t/say", {"text": SCRIPT})
    assert kept.headers["location"] == "/debates/t?told=waits_for_person"
    told = await browser.open("/debates/t?told=waits_for_person")
    assert "waits for a review" in told.text
    assert SCRIPT not in told.text
    assert SCRIPT not in (await browser.open(f"/debates/t?told={SCRIPT}")).text
    assert [each.author for each in await store.remarks("t")] == ["ana"]


# Who comes in.


@pytest.mark.parametrize(
    "path", ["/", "/debates/t", "/debates/t/review", "/start", "/compare?a=t&b=t", "/debates/t/fork"]
)
async def test_without_a_token_nobody_sees_a_page(stranger: Browser, pause: Callable[..., Any], path: str) -> None:
    await pause()
    reply = await stranger.open(path, follow_redirects=False)
    assert reply.status_code == 303
    assert reply.headers["location"].startswith("/login?next=")
    assert "Europe" not in reply.text


@pytest.mark.parametrize("path", ["/debates/t/views", "/debates/t/events", "/debates/t/result.json"])
async def test_without_a_token_nobody_gets_a_part_of_a_page(
    stranger: Browser, pause: Callable[..., Any], path: str
) -> None:
    await pause()
    reply = await stranger.open(path, follow_redirects=False)
    assert (reply.status_code, reply.text) == (401, "")


@pytest.mark.parametrize(
    "token",
    ["", "wrong-horse-battery-staple", TOKEN[:-1], f"{TOKEN}x", f" {TOKEN}\x00x", "x" * 5_000],
    ids=["none", "wrong", "too short", "too long", "with a zero byte", "endless"],
)
async def test_a_wrong_token_opens_nothing(
    stranger: Browser, token: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moot.desk.sign_in._WRONG_TOKEN_DELAY", 0)
    caplog.set_level(logging.DEBUG)
    reply = await come_in(stranger, token)
    assert reply.status_code in (400, 403)
    assert (await stranger.open("/", follow_redirects=False)).status_code == 303
    assert_no_secret(caplog)


async def test_the_right_token_opens_the_desk_and_its_cookie_is_locked_down(stranger: Browser) -> None:
    reply = await come_in(stranger)
    cookie = reply.headers["set-cookie"].lower()
    assert reply.status_code == 303
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert TOKEN not in cookie
    assert (await stranger.open("/", follow_redirects=False)).status_code == 200


async def test_a_planted_session_is_worth_nothing_after_coming_in(stranger: Browser) -> None:
    await stranger.open("/login")
    planted = stranger.http.cookies["moot_desk"]
    await come_in(stranger)
    assert stranger.http.cookies["moot_desk"] != planted


async def test_guessing_is_slowed_down_and_the_right_token_is_never_shut_out(
    stranger: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moot.desk.sign_in._WRONG_TOKEN_DELAY", 0)
    monkeypatch.setattr("moot.desk.sign_in._GUESSING_DELAY", 0)
    replies = [await come_in(stranger, f"guess-number-{number:04}") for number in range(11)]
    assert [reply.status_code for reply in replies] == [403] * 10 + [429]
    assert (await come_in(stranger)).status_code == 303


def test_one_client_does_not_slow_down_another() -> None:
    sessions = Sessions()
    for _ in range(10):
        sessions.note_wrong("203.0.113.9")
    assert sessions.is_guessing("203.0.113.9")
    assert not sessions.is_guessing("203.0.113.10")


async def test_without_a_token_only_this_machine_is_served(app: Starlette) -> None:
    reply = await Browser(app, client="203.0.113.9").open("/")
    assert reply.status_code == 403


@pytest.mark.parametrize(
    ("address", "environment", "told"),
    [
        pytest.param("0.0.0.0", {}, "MOOT_DESK_TOKEN", id="all addresses without a token"),
        pytest.param("192.168.1.5", {}, "MOOT_DESK_TOKEN", id="another address without a token"),
        pytest.param("192.168.1.5", {"MOOT_DESK_TOKEN": "short"}, "at least 16", id="a token that can be guessed"),
        pytest.param("0.0.0.0", {"MOOT_DESK_TOKEN": TOKEN}, "--allow-host", id="all addresses without a name"),
        pytest.param("::", {"MOOT_DESK_TOKENS": "ana"}, "NAME=TOKEN", id="people without tokens"),
    ],
)
def test_a_desk_that_others_could_reach_is_not_opened(address: str, environment: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told) as raised:
        read_settings(address, environment=environment)
    assert "short" not in str(raised.value)


# Changes.


@pytest.mark.parametrize(
    ("options", "status"),
    [
        pytest.param({"form": {"csrf": ""}}, 403, id="CSRF: no proof"),
        pytest.param({"form": {"csrf": "x" * 43}}, 403, id="CSRF: a wrong proof"),
        pytest.param({"form": {"csrf": "ü"}}, 403, id="CSRF: a proof in another script"),
        pytest.param({"headers": {"origin": "https://evil.example"}}, 403, id="a foreign origin"),
        pytest.param({"headers": {"origin": "null"}}, 403, id="an origin that hides itself"),
        pytest.param({"headers": {"origin": "http://127.0.0.1:8701"}}, 403, id="the same machine, another port"),
        pytest.param({"headers": {"origin": ""}}, 403, id="no origin"),
        pytest.param({"headers": {"origin": "", "referer": "https://evil.example/a"}}, 403, id="a foreign referer"),
        pytest.param({"headers": {"sec-fetch-site": "cross-site"}}, 403, id="the browser says: another site"),
        pytest.param({"headers": {"host": "evil.example"}}, 421, id="a foreign host name (DNS rebinding)"),
        pytest.param({"headers": {"host": "127.0.0.1.evil.example:8700"}}, 421, id="a host name that looks like ours"),
        pytest.param({"headers": {"host": ""}}, 421, id="no host name"),
        pytest.param({"headers": {"content-type": "application/json"}}, 415, id="not a form"),
        pytest.param({"headers": {"content-type": "text/plain"}}, 415, id="a form in disguise"),
        pytest.param({"form": {"text_edit": "x" * 300_000}}, 413, id="a body beyond the limit"),
        pytest.param({"form": {f"f{n}": "x" for n in range(200)}}, 400, id="a form with too many fields"),
        pytest.param({"form": {"mark": "0" * 32}}, 409, id="a pause that never was"),
        pytest.param({"form": {"mark": ""}}, 409, id="no pause at all"),
    ],
)
async def test_a_forged_answer_changes_nothing(
    browser: Browser,
    store: Store,
    pause: Callable[..., Any],
    options: dict[str, Any],
    status: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    await pause()
    reply = await answer(browser, **options)
    assert reply.status_code == status
    assert (await show("t", store=store)).status == "needs_review"
    assert browser.proof not in caplog.text


async def test_another_sessions_proof_does_not_count(app: Starlette, store: Store, pause: Callable[..., Any]) -> None:
    await pause()
    one, other = Browser(app), Browser(app)
    await other.open("/")
    reply = await answer(one, form={"csrf": other.proof})
    assert reply.status_code == 403


async def test_fifty_megabytes_are_refused_before_they_are_read(app: Starlette) -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        for _ in range(50):
            read += 1
            yield b"x" * 1_000_000

    browser = Browser(app)
    await browser.open("/start")
    headers = {"origin": HOME, "content-type": "application/x-www-form-urlencoded"}
    reply = await browser.http.post("/start", content=endless(), headers=headers)
    assert reply.status_code == 413
    reply = await browser.http.post("/start", content=b"x", headers={**headers, "content-length": "50000000"})
    assert reply.status_code == 413


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({"origin": "https://evil.example"}, 403, id="a script of another origin"),
        pytest.param(
            {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403, id="a picture of another site"
        ),
        pytest.param({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 200, id="a link of another site"),
        pytest.param({"host": "evil.example"}, 421, id="another host name"),
    ],
)
async def test_another_site_cannot_read(browser: Browser, headers: dict[str, str], status: int) -> None:
    assert (await browser.open("/", headers=headers)).status_code == status


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
async def test_other_methods_do_nothing(browser: Browser, method: str) -> None:
    assert (await browser.http.request(method, "/debates/t/review")).status_code == 405


@pytest.mark.parametrize(
    "thread",
    ["..%2F..%2Fetc%2Fpasswd", "..", "%2e%2e", "a%00b", "a b", "x" * 129, "t'--", "sqlite:%2F%2F%2Fetc", "%ff", "ünï"],
)
async def test_an_id_that_names_no_debate_finds_none(browser: Browser, thread: str) -> None:
    for path in (f"/debates/{thread}", f"/debates/{thread}/review", f"/compare?a={thread}&b=t"):
        reply = await browser.open(path)
        assert reply.status_code in (200, 404) if thread in ("..", "%2e%2e") else reply.status_code == 404, path
        assert "root:" not in reply.text


@pytest.mark.parametrize(
    "path", ["/static/..%2fapp.py", "/static/../app.py", "/static/%2e%2e/settings.py", "/static//etc/passwd"]
)
async def test_only_what_is_static_is_served(browser: Browser, path: str) -> None:
    reply = await browser.open(path)
    assert reply.status_code in (404, 405)
    assert "import" not in reply.text


@pytest.mark.parametrize(
    "search", ["' OR 1=1 --", "%", "_", "'; DROP TABLE moot_debates; --", '" OR ""="', "\x00", "Europe%"]
)
async def test_sql_in_the_search_is_only_text(tmp_path: Any, script: str, search: str) -> None:
    from moot import debate, open_store

    async with open_store(f"sqlite:///{tmp_path}/desk.db") as store:
        await debate("Should we expand into Europe?", thread="t", store=store, model=script)
        browser = Browser(make_app(StoreBackend(store)))
        page = (await browser.open("/", params={"show": "all", "q": search})).text
        assert ("/debates/t" in page) == (search == "\x00")
        assert "/debates/t" in (await browser.open("/?show=all")).text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("model", "scripted:/etc/passwd", id="a scripted model"),
        pytest.param("model", "local:/etc/passwd", id="a local file as model"),
        pytest.param("model", "openai:gpt-9", id="a model nobody offers"),
        pytest.param("profile", "/etc/passwd.yaml", id="a path as profile"),
        pytest.param("profile", "../configs/x.yaml", id="a relative path as profile"),
        pytest.param("set.rounds.max", "1000000", id="rounds without end"),
        pytest.param("set.rounds.max", "nan", id="no number"),
        pytest.param("set.convergence.threshold", "nan", id="not a number as a number"),
        pytest.param("set.timeout.total", "-1", id="a negative limit"),
        pytest.param("value_at_risk", "inf", id="an infinite value"),
        pytest.param("risk", "huge", id="no such risk"),
        pytest.param("route", "shell", id="no such route"),
        pytest.param("question", "", id="no question"),
        pytest.param("question", "x" * 8_001, id="a question without end"),
    ],
)
async def test_nothing_but_what_is_offered_can_be_started(
    browser: Browser, store: Store, field: str, value: str
) -> None:
    await browser.open("/start")
    reply = await browser.send("/start", {"question": "Shall we?", "profile": "conclave", field: value})
    assert reply.status_code == 400
    assert not await store.entries()


@pytest.mark.parametrize(
    "extra", ["base_url", "store", "knowledge", "record", "replay", "thread", "set.rag.internal.scope", "seat_models"]
)
async def test_fields_nobody_asked_for_are_ignored(browser: Browser, store: Store, extra: str) -> None:
    await browser.open("/start")
    reply = await browser.send(
        "/start", {"question": "Shall we?", "profile": "conclave", extra: "http://evil.example/x"}
    )
    assert reply.status_code == 303
    thread = reply.headers["location"].rsplit("/", 1)[1]
    assert "evil" not in (await settle(store, thread)).model_dump_json()
    assert "evil" not in (await browser.open(f"/debates/{thread}")).text


async def test_script_in_every_text_stays_text(browser: Browser, store: Store, tmp_path: Any) -> None:
    """What agents, callers and reviewers wrote is shown, and never runs."""
    from tests.support.scripts import council, criticise, synthesis, views, write

    said: Any = {"recommendation": SCRIPT, "stance": SCRIPT, "premises": [SCRIPT], "risks": [SCRIPT], "timing": SCRIPT,
            "reasoning": SCRIPT, "limitations": [SCRIPT], "open_questions": [SCRIPT],
            "claims": [{"id": "C1", "statement": SCRIPT, "evidence": ["E1", SCRIPT],
                        "assumptions": [SCRIPT]}]}  # fmt: skip
    model = write(
        tmp_path,
        views((0, 0, 0, 0), **said), views((0, 0, 0, 0), 2, **said), views((0, 0, 0, 0), 3, **said),
        criticise("cfo", {"target": "cro", "description": SCRIPT, "suggested_fix": SCRIPT}),
        synthesis(40, SCRIPT, gaps=[SCRIPT], consensus_points=[SCRIPT], tensions=[SCRIPT],
                  divergences=[{"theme": SCRIPT, "sides": [{"seat": "cro", "view": SCRIPT}], "impact": SCRIPT}]),
        council(40, decision=SCRIPT),
    )  # fmt: skip
    from moot import debate

    context = [{"id": "E1", "text": SCRIPT, "locator": SCRIPT}]
    await debate(f"{SCRIPT}?", thread="t", model=model, store=store, context=context)
    for path in (
        "/",
        "/?show=all&q=" + SCRIPT,
        "/debates/t",
        "/debates/t/review",
        "/debates/t/fork",
        "/compare?a=t&b=t",
    ):
        page = (await browser.open(path)).text
        assert SCRIPT not in page, path
        assert "&lt;script&gt;" in page, path
    form = {"kind": "respond", "text_respond": SCRIPT, "reviewer": SCRIPT}
    unconfirmed = await answer(browser, form={**form, "confirmed": ""})
    refused = await answer(browser, form={**form, "kind": SCRIPT})
    done = await answer(browser, form={"kind": "edit", "text_edit": SCRIPT, "reviewer": SCRIPT})
    late = await browser.send("/debates/t/review", {"mark": "x", **form})
    begun = await browser.send("/start", {"question": SCRIPT, "profile": SCRIPT, "evidence": SCRIPT, "model": SCRIPT})
    final = await browser.open("/debates/t")
    assert done.status_code == 303
    for reply in (unconfirmed, refused, late, begun, final):
        assert SCRIPT not in reply.text


@pytest.mark.parametrize(
    "next_path", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]
)
async def test_coming_in_leads_nowhere_else(stranger: Browser, next_path: str) -> None:
    await stranger.open("/login")
    reply = await stranger.send("/login", {"token": TOKEN, "name": "Ana", "next": next_path})
    assert reply.headers["location"] == "/"


async def test_every_answer_forbids_foreign_script(browser: Browser, pause: Callable[..., Any]) -> None:
    await pause()
    for path in ("/", "/debates/t", "/debates/t/review", "/start", "/nowhere", "/static/desk.css", "/debates/none"):
        reply = await browser.open(path)
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", reply.text), path


# Answers.


async def test_a_replayed_answer_is_refused(browser: Browser, store: Store, pause: Callable[..., Any]) -> None:
    await pause()
    page = await browser.open("/debates/t/review")
    form = {
        "mark": mark_of(page.text),
        "kind": "respond",
        "text_respond": "Once more.",
        "reviewer": "ana",
        "confirmed": "1",
    }
    assert (await browser.send("/debates/t/review", form)).status_code == 303
    before = await settle(store, "t")
    replayed = await browser.send("/debates/t/review", form)
    assert replayed.status_code == 409
    assert "sent it back with guidance" in replayed.text
    assert "Once more." in replayed.text
    assert await show("t", store=store) == before


async def test_who_came_in_with_a_token_decides_under_their_own_name(
    backend: StoreBackend, store: Store, pause: Callable[..., Any]
) -> None:
    await pause()
    desk = make_app(backend, DeskSettings(people={"Ana": TOKEN, "Budi": "another-horse-battery"}))
    browser = Browser(desk)
    await come_in(browser, "another-horse-battery", "Ana")
    await answer(browser, form={"reviewer": "Ana"})
    assert (await show("t", store=store)).decider == "human: Budi"
