"""Seats are asked in steps until their votes are settled; they debate only over a split (DESIGN 11)."""

from pathlib import Path
from typing import Any

import pytest

from moot import Result, debate, open_store, resume
from moot.errors import ProfileError
from moot.evaluation.rules import write_calibration
from moot.policies.agreement.ladder import read_pattern
from moot.state.calibration import PatternCount, TalkCount, VoteCalibration
from moot.views.terminal import write_answer
from tests.support.scripts import (
    EXECUTIVES,
    Heard,
    Watch,
    council,
    criticise,
    group,
    hold,
    listen,
    run,
    say,
    synthesis,
    write,
)

OPTIONS = ("Expand into Europe", "Stay at home", "Wait a year")
LADDER = {"ladder.enabled": True}
VOICES = ("voice_1", "voice_2", "voice_3")


class Crash(BaseException):
    """The process is gone."""


def votes(choices: str, seats: tuple[str, ...] = EXECUTIVES, later: str = "") -> list[Any]:
    """Everybody votes alone, and in round 2 as before or as told."""
    first = [hold(seat, choice=choice) for seat, choice in zip(seats, choices, strict=False)]
    second = [
        hold(seat, 2, choice=choice, keeps_position="no", changes=[{"what": "vote", "because": ["K1"]}])
        for seat, choice in zip(seats, later or choices, strict=False)
    ]
    doubt = criticise(seats[0], {"target": seats[1], "severity": "MINOR", "target_claim_id": "recommendation"})
    return [*first, *second, doubt, synthesis(85, decision=f"{OPTIONS[0]}.", choice="A"), *council()]


async def climb(tmp_path: Path, choices: str, **options: Any) -> tuple[Result, Heard]:
    later = options.pop("later", "")
    settings = {"options": OPTIONS, "overrides": LADDER, **options}
    seats = VOICES if options.get("profile") == "quick" else EXECUTIVES
    with listen() as heard:
        return await run(tmp_path, votes(choices, seats, later), **settings), heard


async def test_three_who_agree_spare_the_fourth(tmp_path: Path) -> None:
    result, heard = await climb(tmp_path, "AAAA")
    assert heard.seats("position") == ["cro", "cfo", "coo"]
    assert (result.status, result.stop_reason, result.usage.calls) == ("decided", "converged", 4)
    assert result.ladder is not None
    assert (result.ladder.answered_by, result.ladder.step, result.ladder.not_asked) == ("alone", 2, ("cmo",))
    assert [(step.seats, step.outcome) for step in result.ladder.steps] == [
        (("cro",), "asking"),
        (("cfo", "coo"), "settled"),
    ]
    costs = {(cost.kind, cost.number): cost for cost in result.ladder.costs}
    assert [cost.taken for cost in costs.values()] == [True, True, False, False]
    assert costs["alone", 3].calls == 1
    assert costs["debate", 0].calls == 8
    assert costs["debate", 0].prompt_tokens > costs["alone", 3].prompt_tokens
    assert result.warrant is not None
    quorum = next(each for each in result.warrant.conditions if each.id == "quorum")
    assert quorum.detail == "3 of 3 answered; not asked, the votes were settled: CMO"
    told = " ".join(write_answer(result).split())
    assert "3 of 4 seats were asked alone: their votes settled it in step 2 not asked: CMO" in told


async def test_off_by_default(tmp_path: Path) -> None:
    result, heard = await climb(tmp_path, "AAAA", overrides={})
    assert sorted(heard.seats("position")) == sorted(EXECUTIVES)
    assert result.ladder is None


async def test_a_split_is_debated_by_everybody(tmp_path: Path) -> None:
    result, heard = await climb(tmp_path, "ABAB", later="AAAA")
    assert heard.seats("position") == list(EXECUTIVES)
    assert sorted(heard.seats("revise", 2)) == sorted(EXECUTIVES)
    assert result.ladder is not None
    assert (result.ladder.answered_by, result.ladder.step) == ("debate", None)
    assert {cost.kind: cost.taken for cost in result.ladder.costs} == {"alone": True, "debate": True}


async def test_a_minority_is_heard_where_the_warrant_wants_it(tmp_path: Path) -> None:
    """The ladder never lets an unmet condition through: a majority of round 1 waits for the rebuttal (X-21a)."""
    strict, _ = await climb(tmp_path, "AABA", overrides={**LADDER, "rounds.max": 2})
    assert strict.ladder is not None
    assert strict.ladder.steps[-1].blocked == "contested"
    assert len(strict.rounds) == 2
    loose, _ = await climb(tmp_path, "AABA", overrides={**LADDER, "warrant.heard": "reported"})
    assert loose.ladder is not None
    assert (loose.status, len(loose.rounds), loose.ladder.step) == ("decided", 1, 2)


async def test_agreement_without_evidence_settles_nothing_that_has_sources(tmp_path: Path) -> None:
    given = [{"id": "E1", "text": "Demand fell by 4 % in 2025."}]
    result, heard = await climb(tmp_path, "AAAA", context=given)
    assert heard.seats("position", 1) == list(EXECUTIVES)
    assert result.ladder is not None
    assert result.ladder.steps[-1].blocked == "uncited"


async def test_quick_asks_the_fewest(tmp_path: Path) -> None:
    result, heard = await climb(tmp_path, "AAA", profile="quick", overrides={})
    assert heard.seats("position") == ["voice_1", "voice_2"]
    assert (result.status, result.usage.calls) == ("decided", 3)
    split, heard = await climb(tmp_path, "ABA", profile="quick", overrides={})
    assert heard.seats("position") == list(VOICES)
    assert (split.status, len(split.rounds)) == ("decided", 1)


@pytest.mark.parametrize(
    ("profile", "seats", "asked"),
    [
        pytest.param("boardroom", ("analyst", "commercial", "financial", "market", "reviewer"), 3, id="boardroom"),
        pytest.param("legal", ("nla", "ala"), 2, id="legal"),
        pytest.param("council-of-models", VOICES, 3, id="council of models"),
    ],
)
async def test_every_position_protocol_climbs(tmp_path: Path, profile: str, seats: tuple[str, ...], asked: int) -> None:
    """Where a protocol wants more rounds (legal), all are asked in steps and then debate as ever."""
    same = [hold(seat, recommendation="expand into Europe", stance="expand into Europe") for seat in seats]
    with listen() as heard:
        result = await run(tmp_path, same, synthesis(85), profile=profile, overrides=LADDER)
    assert len(heard.seats("position")) == asked
    assert result.ladder is not None
    assert result.ladder.steps[0].seats == seats[:1]
    assert result.rounds[0].number == 1
    assert set(result.rounds[0].responded) == set(result.ladder.asked)


async def test_meanings_are_compared_step_by_step(tmp_path: Path) -> None:
    """Found options: nobody is compared before two have answered, and equal votes end it."""
    words = ("Open the Lisbon office", "Start in Portugal from an office", "A Lisbon branch should begin")
    said = [hold(seat, stance=text, recommendation=text) for seat, text in zip(EXECUTIVES, words, strict=False)]
    grouped = group(("open an office in Lisbon", *EXECUTIVES))
    with listen() as heard:
        result = await run(tmp_path, said, grouped, synthesis(85, decision="Open the Lisbon office."), overrides=LADDER)
    assert heard.seats("ballot") == ["comparer"]
    assert heard.seats("position") == ["cro", "cfo", "coo"]
    assert result.ladder is not None
    assert result.ladder.answered_by in ("alone", None)
    assert result.ballot is not None
    assert result.ballot.settled == "A"


async def test_each_step_is_kept(tmp_path: Path) -> None:
    """A debate that breaks in the second step goes on there: nobody is asked twice."""
    store = open_store(f"sqlite:///{tmp_path / 'd.db'}")
    model = write(tmp_path, votes("AAAA"))
    settings: dict[str, Any] = {"store": store, "thread": "t", "model": model, "options": OPTIONS, "overrides": LADDER}
    async with store:
        with listen(lambda each: Crash() if each.seat == "cfo" else None), pytest.raises(Crash):
            await debate("Should we?", **settings)
        with listen() as heard:
            result = await resume("t", store=store)
    assert "cro" not in heard.seats("position")
    assert sorted(set(heard.seats("position"))) in (["cfo"], ["cfo", "coo"])
    assert (result.status, result.ladder and result.ladder.step) == ("decided", 2)


async def test_a_stronger_model_chooses_what_the_seats_leave_open(tmp_path: Path) -> None:
    strong = write(tmp_path, say("answer", reply={"answer": "Stay.", "choice": "B", "confidence": 80}), name="strong")
    wanted = {**LADDER, "ladder.models": [strong], "rounds.max": 2}
    script = [*votes("ABAB")[:-4], synthesis(85, decision="Stay at home.", choice="B"), *council()]
    result = await run(tmp_path, script, options=OPTIONS, overrides=wanted)
    assert (result.status, result.decision) == ("decided", "Stay at home.")
    assert result.ladder is not None
    assert result.ladder.answered_by == "stronger"
    assert result.warrant is not None
    told = {each.id: each.detail for each in result.warrant.conditions}
    assert told["settled"] == "decided by scripted"
    assert result.council is None
    silent = write(tmp_path, say("answer", fail=401), name="silent")
    other = await run(tmp_path, script, options=OPTIONS, overrides={**wanted, "ladder.models": [silent]})
    assert other.ladder is not None
    assert (other.ladder.answered_by, other.ladder.stronger[0].choice) == ("council", None)


async def test_a_hopeless_split_is_not_talked_over(tmp_path: Path) -> None:
    """No two agree, and known debates that began so were hardly ever right: somebody else is called at once."""
    seen = PatternCount(pattern=read_pattern(["A", "B", "C"], 3), right=5, count=60)
    talk = (
        TalkCount(kind="scattered", count=60, before=4, after=6),
        TalkCount(kind="split", count=60, before=30, after=40),
    )
    known = VoteCalibration(questions=60, debates=200, weights=(0.0,) * 4, patterns=(seen,), talk=talk)
    write_calibration(known, tmp_path / "votes.json")
    (tmp_path / "own.yaml").write_text("extends: quick\nname: own\ncalibration: votes.json\ncouncil.enabled: false\n")
    script = votes("ABC", VOICES)
    with listen() as heard:
        result = await run(tmp_path, script, options=OPTIONS, profile=str(tmp_path / "own.yaml"))
    assert not heard.of("critique")
    assert not heard.of("revise")
    assert (result.status, result.stop_reason) == ("needs_review", "scattered")
    assert result.probability is None


async def test_it_is_told_as_it_happens(tmp_path: Path) -> None:
    watch = Watch()
    await climb(tmp_path, "AAAA", watch=watch)
    assert [(each["step"], each["outcome"]) for each in watch.named("ladder_step")] == [(1, "asking"), (2, "settled")]


async def test_hypotheses_are_not_votes(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"ladder\.enabled counts votes"):
        await run(tmp_path, profile="rca", overrides=LADDER)
