"""Starting and branching debates from the browser."""

from collections.abc import Callable
from typing import Any

import pytest

from moot.configs import load_profile
from moot.desk.page_request import split_evidence
from moot.desk.starting import offered_settings
from moot.errors import InputError
from moot.state.protocol import Profile
from moot.stores import Store
from tests.desk.conftest import Browser, settle
from tests.support.scripts import QUESTION


async def test_a_debate_is_started_with_its_settings(browser: Browser, store: Store) -> None:
    await browser.open("/start")
    form = {
        "question": QUESTION,
        "profile": "conclave",
        "value_at_risk": "250000",
        "risk": "severe",
        "irreversible": "1",
        "evidence": "Demand doubled.\n\n[S-1] Rents fell.",
        "set.rounds.max": "2",
        "set.convergence.threshold": "0.9",
    }
    reply = await browser.send("/start", form)
    assert reply.status_code == 303
    thread = reply.headers["location"].rsplit("/", 1)[1]
    await settle(store, thread)
    from moot import inspect

    values = (await inspect(thread, store=store)).values
    profile = values["protocol"].profile
    assert (profile.rounds.max, profile.convergence.threshold) == (2, 0.9)
    assert (values["case"].value_at_risk, values["case"].risk, values["case"].irreversible) == (250_000, "severe", True)
    assert [(each.id, each.text) for each in values["evidence"]] == [("E1", "Demand doubled."), ("S-1", "Rents fell.")]


def test_the_limits_on_the_form_are_those_of_the_schema() -> None:
    """What the form allows, the profile accepts; what the schema forbids, the form does not offer."""
    for setting in offered_settings():
        for value in (setting.least, setting.most):
            number = int(value) if setting.whole else value
            partner = {"escalation.emit": 1.0} if setting.key == "escalation.human" else {}
            partner |= {"escalation.human": 0.0} if setting.key == "escalation.emit" else {}
            partner |= {"rounds.max": 10} if setting.key == "rounds.min" else {}
            assert isinstance(load_profile("conclave", {**partner, setting.key: number}), Profile)
        with pytest.raises(InputError):
            setting.read(str(setting.most + 1))


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("One.\n\n\n \nTwo.", [("E1", "One."), ("E2", "Two.")], id="paragraphs"),
        pytest.param("[a.b] One\nstill one.", [("a.b", "One\nstill one.")], id="a name of one's own"),
        pytest.param("[not a name] text", [("E1", "[not a name] text")], id="brackets that name nothing"),
    ],
)
def test_evidence_is_split_at_empty_lines(text: str, pieces: list[tuple[str, str]]) -> None:
    assert [(each["id"], each["text"]) for each in split_evidence(text)] == pieces


def test_two_pieces_with_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="same id"):
        split_evidence("[x] a\n\n[x] b")


async def test_a_branch_stands_beside_its_original(browser: Browser, store: Store, pause: Callable[..., Any]) -> None:
    await pause()
    form = await browser.open("/debates/t/fork")
    assert "Go on from the end of round" in form.text
    reply = await browser.send(
        "/debates/t/fork", {"round": "1", "without": "cmo", "set.rounds.max": "2", "evidence": "Rents fell."}
    )
    assert reply.status_code == 303
    branch = reply.headers["location"].rsplit("=", 1)[1]
    await settle(store, branch)
    page = (await browser.open(reply.headers["location"])).text
    assert "Side by side" in page
    assert "rounds.max" in page
    assert "cro, cfo, coo" in page
    entry = await store.entry(branch)
    assert entry is not None
    assert entry.parent == "t"
    assert "Compare with the original" in (await browser.open(f"/debates/{branch}")).text


@pytest.mark.parametrize(
    ("form", "told"),
    [
        pytest.param({"round": "9"}, "no such round", id="no such round"),
        pytest.param({"round": "x"}, "name the round", id="no number"),
        pytest.param({"round": "1", "without": "judge"}, "no such seat", id="no such seat"),
        pytest.param({"round": "1", "set.rounds.max": "99"}, "between", id="beyond the limit"),
    ],
)
async def test_an_impossible_branch_is_refused(
    browser: Browser, store: Store, pause: Callable[..., Any], form: dict[str, str], told: str
) -> None:
    await pause()
    await browser.open("/debates/t/fork")
    reply = await browser.send("/debates/t/fork", form)
    assert reply.status_code == 400
    assert told in reply.text
    assert len(await store.entries()) == 1
