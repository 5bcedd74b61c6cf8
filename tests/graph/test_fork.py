"""Going back: a branch off a finished round, and going on after a crash or a change."""

from pathlib import Path
from typing import Any

import pytest

from moot import Result, debate, fork, open_store, resume, show
from moot.errors import InputError, MootError, ThreadError, UsageError
from moot.models import Request
from moot.stores import Store
from tests.support.scripts import (
    EXECUTIVES,
    QUESTION,
    Levels,
    Watch,
    council,
    hold,
    listen,
    say,
    synthesis,
    views,
    write,
)

AGREED: Levels = (1, 1, 1, 1)
CLOSE: Levels = (1, 1, 0.5, 0)
ENOUGH: Levels = (1, 1, 0, 1)


@pytest.fixture
def store() -> Store:
    return open_store("memory:")


def script() -> list[Any]:
    """67.5 in round 1, 75 in round 2, all in round 3."""
    return [*views(CLOSE), *views(ENOUGH, 2), *views(AGREED, 3), synthesis(85), *council(75)]


async def finished(tmp_path: Path, store: Store, **options: Any) -> Result:
    return await debate(QUESTION, model=write(tmp_path, script()), store=store, thread="old", **options)


# Fork.


async def test_a_branch_with_changed_settings(tmp_path: Path, store: Store) -> None:
    """Issue 4 (9): a higher threshold makes the branch argue on; the original is untouched."""
    old = await finished(tmp_path, store)
    assert len(old.rounds) == 2
    with listen() as heard:
        new = await fork("old", round=2, overrides={"convergence.threshold": 0.9}, store=store, new_thread="new")
    assert [each.number for each in new.rounds] == [1, 2, 3]
    assert (new.thread_id, new.ancestry, new.status) == ("new", ("old",), "decided")
    # What was said up to the branch is not asked again.
    assert not heard.of("position")
    assert not heard.of("revise", 2)
    assert new.positions[:8] == old.positions[:8]
    assert await show("old", store=store) == old
    assert new.fingerprint != old.fingerprint
    entry = await store.entry("new")
    assert entry is not None
    assert (entry.parent, entry.question) == ("old", QUESTION)


async def test_a_branch_of_a_branch_keeps_its_ancestry(tmp_path: Path, store: Store) -> None:
    await finished(tmp_path, store)
    await fork("old", round=1, store=store, new_thread="child")
    grandchild = await fork("child", round=1, store=store)
    assert grandchild.ancestry == ("old", "child")
    assert grandchild.thread_id not in ("old", "child")


async def test_a_branch_without_a_seat(tmp_path: Path, store: Store) -> None:
    """Issue 4 (9): its positions are gone, and nobody asks it again."""
    odd = hold("cmo", 1, stance="retreat", recommendation="retreat", premises=["x"], risks=["y"], timing="never")
    model = write(tmp_path, odd, views(ENOUGH), views(ENOUGH, 2), views(AGREED, 3), synthesis(85), council(75))
    old = await debate(QUESTION, model=model, store=store, thread="old")
    assert old.rounds[0].convergence is not None
    assert old.rounds[0].convergence < 0.7
    with listen() as heard:
        new = await fork("old", round=1, without=["cmo"], store=store)
    assert {each.seat for each in new.positions} == set(EXECUTIVES) - {"cmo"}
    assert new.rounds[0].convergence == pytest.approx(0.75)
    assert new.rounds[0].responded == EXECUTIVES[:3]
    assert "cmo" not in {each.seat for each in heard.requests}
    assert (new.stop_reason, len(new.rounds)) == ("converged", 1)
    assert await show("old", store=store) == old


async def test_a_branch_with_more_evidence(tmp_path: Path, store: Store) -> None:
    """Issue 4 (9): what comes later sees it, and may be moved by it."""
    moved = [
        hold(seat, 2, stance="expand into Europe", recommendation="expand into Europe", premises=["demand grows"],
             risks=["currency swings"], timing="within six months", changes=[{"what": "all", "because": ["E7"]}],
             confidence=70)
        for seat in EXECUTIVES
    ]  # fmt: skip
    model = write(tmp_path, views((0, 1, 1, 1)), moved, synthesis(85), council(75))
    old = await debate(QUESTION, model=model, store=store, thread="old", overrides={"rounds.max": 2})
    # Nobody knows E7 there, so nothing counts as explained; only the confidence moved, so it is no loop.
    assert old.rounds[1].unexplained_changes == 4
    assert old.stop_reason == "max_rounds"
    with listen() as heard:
        new = await fork("old", round=1, evidence=[{"id": "E7", "text": "Rents fell by half."}], store=store)
    assert all("Rents fell by half." in each.prompt for each in heard.of("revise", 2))
    assert (new.stop_reason, new.rounds[1].unexplained_changes) == ("converged", 0)


async def test_a_branch_with_another_model(tmp_path: Path, store: Store) -> None:
    await finished(tmp_path, store)
    other = write(tmp_path, synthesis(90, decision="Expand into Europe, in another model's words."), name="other")
    new = await fork("old", round=2, seat_models={"synthesizer": other}, store=store)
    assert (new.decision, len(new.rounds)) == ("Expand into Europe, in another model's words.", 2)


async def test_a_branch_of_a_paused_debate(tmp_path: Path, store: Store) -> None:
    """Issue 4 (9): the branch goes its own way while the original still waits."""
    model = write(tmp_path, views(AGREED), synthesis(40))
    old = await debate(QUESTION, model=model, store=store, thread="old")
    assert old.status == "needs_review"
    new = await fork("old", round=1, overrides={"escalation.human": 0.3, "escalation.emit": 0.35}, store=store)
    assert new.status == "decided"
    assert (await show("old", store=store)).status == "needs_review"


async def test_a_branch_where_a_model_compares(tmp_path: Path, store: Store) -> None:
    """DESIGN 6: the comparison of the branched round is kept, that of the next is asked for."""
    await finished(tmp_path, store)
    watch = Watch()
    new = await fork(
        "old", round=1, overrides={"convergence.comparator": "model", "convergence.threshold": 0.5}, store=store,
        watch=watch,
    )  # fmt: skip
    assert new.stop_reason == "converged"
    assert new.rounds[0].convergence == pytest.approx(0.675)


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        pytest.param({"round": 9}, ThreadError, "finished rounds: 1, 2", id="issue 4 (9) no such round"),
        pytest.param({"round": 1, "without": ["ceo"]}, UsageError, "cro, cfo, coo, cmo", id="issue 4 (9) no such seat"),
        pytest.param({"round": 1, "without": ["cro", "cfo", "coo"]}, UsageError, "two seats", id="D-104 one is left"),
        pytest.param({"round": 1, "evidence": [{"id": "E"}]}, InputError, "text", id="L-08 evidence without a text"),
        pytest.param({"round": 1, "overrides": {"rounds.mx": 1}}, UsageError, "rounds.max", id="X-20 unknown key"),
        pytest.param({"round": 1, "new_thread": "old"}, ThreadError, "exists already", id="issue 4 (9) taken"),
    ],
)
async def test_a_wrong_branch_is_refused(
    tmp_path: Path, store: Store, options: dict[str, Any], error: type[Exception], said: str
) -> None:
    old = await finished(tmp_path, store)
    with pytest.raises(error, match=said):
        await fork("old", store=store, **options)
    assert await show("old", store=store) == old
    assert len(await store.entries()) == 1


async def test_only_what_exists_is_branched(store: Store) -> None:
    with pytest.raises(ThreadError, match="not in the store"):
        await fork("nobody", round=1, store=store)


# Resume.


class CrashError(MootError):
    """Whatever a model's own package raises is an answer that failed; this ends the run."""


class UnexpectedError(RuntimeError):
    """Something nobody expected."""


def crash_at(phase: str, seat: str, number: int) -> Any:
    done: list[bool] = []

    def fault(request: Request) -> BaseException | None:
        if not done and (request.phase, request.seat, request.round) == (phase, seat, number):
            done.append(True)
            return CrashError(f"{phase} of {seat}")
        return None

    return fault


@pytest.mark.parametrize(
    ("phase", "seat", "number"),
    [
        pytest.param("position", "cfo", 1, id="issue 4 (7) in round 1, parallel"),
        pytest.param("critique", "coo", 1, id="issue 4 (7) in a critique"),
        pytest.param("revise", "coo", 2, id="issue 4 (7) in round 2, in turn"),
        pytest.param("synthesize", "synthesizer", 2, id="issue 4 (7) in the synthesis"),
    ],
)
async def test_what_was_answered_is_not_asked_again(tmp_path: Path, phase: str, seat: str, number: int) -> None:
    """Issue 4 (7): the debate goes on at the last finished task, and ends as if nothing had happened."""
    url = f"sqlite:///{tmp_path}/debates.db"
    model = write(tmp_path, script())
    whole = await debate(QUESTION, model=model, store="memory:")
    with listen(crash_at(phase, seat, number)) as heard:
        with pytest.raises(CrashError):
            await debate(QUESTION, model=model, store=url, thread="t")
        async with open_store(url) as opened:
            entry = await opened.entry("t")
        assert entry is not None
        assert entry.status == "interrupted"
        result = await resume("t", store=url)
    again = {key for key, times in heard.count().items() if times > 1}
    # Only the interrupted call, and siblings that were in flight with it.
    assert (phase, seat, number) in again
    assert {key[0] for key in again} == {phase}
    assert (result.decision, result.rounds[0].convergence) == (whole.decision, whole.rounds[0].convergence)
    assert [each.model_dump() for each in result.positions] == [each.model_dump() for each in whole.positions]
    assert result.usage.calls == whole.usage.calls


async def test_a_crash_of_any_kind_is_marked(tmp_path: Path, store: Store) -> None:
    """Issue 4 (7): the index does not say for ever that it runs."""
    from moot.policies.agreement import ClosedRound
    from moot.state.findings import Convergence

    def broken(closed: ClosedRound) -> Convergence:
        raise UnexpectedError(closed.round)

    model = write(tmp_path, script())
    with pytest.raises(UnexpectedError):
        await debate(QUESTION, model=model, store=store, thread="t", strategy=broken)
    entry = await store.entry("t")
    assert entry is not None
    assert entry.status == "interrupted"
    # Without the broken strategy it goes on with the profile's own, from the positions it has.
    with listen() as heard:
        result = await resume("t", store=store)
    assert not heard.of("position")
    assert result.status == "decided"


async def test_a_finished_debate_stays_as_it_is(tmp_path: Path, store: Store) -> None:
    old = await finished(tmp_path, store)
    with listen() as heard:
        assert await resume("old", store=store) == old
    assert not heard.requests


async def test_a_debate_in_which_every_seat_failed_begins_again(tmp_path: Path, store: Store) -> None:
    """INTERFACES 2: exit 1 keeps what was done; once the model answers again, the round is run anew."""
    dead = write(tmp_path, say("position", fail=401), name="dead")
    failed = await debate(QUESTION, model=dead, store=store, thread="t")
    assert failed.status == "failed"
    alive = write(tmp_path, views(AGREED), synthesis(85))
    result = await resume("t", model=alive, accept_changes=True, store=store)
    assert (result.status, result.convergence) == ("decided", 1.0)
    assert len(result.rounds) == 1


# The fingerprint.


async def stopped(tmp_path: Path, store: Store, **options: Any) -> str:
    """A debate that was interrupted in round 2; returns its model."""
    model = write(tmp_path, script())
    with listen(crash_at("revise", "cro", 2)), pytest.raises(CrashError):
        await debate(QUESTION, model=model, store=store, thread="t", **options)
    return model


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param({"overrides": {"convergence.threshold": 0.9}}, "profile", id="issue 4 (7) another setting"),
        pytest.param({"model": "scripted:elsewhere.yaml"}, "models", id="issue 4 (7) another model"),
        pytest.param({"seat_models": {"cfo": "scripted:x.yaml"}}, "models", id="issue 4 (7) another model for a seat"),
    ],
)
async def test_a_changed_debate_is_refused(tmp_path: Path, store: Store, options: dict[str, Any], said: str) -> None:
    """Issue 4 (7): with a list of what changed, and how to go on anyway."""
    await stopped(tmp_path, store)
    with listen() as heard, pytest.raises(ThreadError, match=f"changed since.*{said}.*--accept-changes"):
        await resume("t", store=store, **options)
    assert not heard.requests
    assert (await resume("t", store=store)).status == "decided"


async def test_changed_prompts_are_noticed(tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await stopped(tmp_path, store)
    monkeypatch.setattr("moot.nodes.intake.intake.fingerprint_prompts", lambda: "another wording")
    with pytest.raises(ThreadError, match="prompts"):
        await resume("t", store=store)
    assert (await resume("t", store=store, accept_changes=True)).status == "decided"


async def test_an_accepted_change_holds_from_there_on(tmp_path: Path, store: Store) -> None:
    """Issue 4 (7): the rest of the debate is decided by the new rules, and its fingerprint says so."""
    await stopped(tmp_path, store)
    before = (await show("t", store=store)).fingerprint
    result = await resume("t", overrides={"convergence.threshold": 0.9}, accept_changes=True, store=store)
    assert [each.number for each in result.rounds] == [1, 2, 3]
    assert result.fingerprint != before
    # It is the debate's own from now on.
    assert (await resume("t", store=store)).fingerprint == result.fingerprint


async def test_another_graph_cannot_go_on(tmp_path: Path, store: Store) -> None:
    """Issue 4 (7): who sits there is wired; such a change is a branch, not a resumption."""
    await stopped(tmp_path, store)
    with pytest.raises(ThreadError, match="moot fork"):
        await resume("t", overrides={"seats": ["cro", "cfo"]}, accept_changes=True, store=store)
    with pytest.raises(ThreadError, match="moot fork"):
        await resume("t", profile="rca", accept_changes=True, store=store)


async def test_the_rules_it_started_with(tmp_path: Path, store: Store) -> None:
    """DESIGN 4: without a change the overrides of the start still hold."""
    await stopped(tmp_path, store, overrides={"convergence.threshold": 0.9})
    result = await resume("t", store=store)
    assert len(result.rounds) == 3
