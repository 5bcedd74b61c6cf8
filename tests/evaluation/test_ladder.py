"""The ladder on recorded debates: what it answers, what it costs, and whether its probabilities hold."""

import json
import random
from pathlib import Path

import pytest

from moot.cli.main import main
from moot.evaluation.rules import (
    RecordedDebate,
    choose_debated,
    evaluate_rules,
    fit_calibration,
    make_ladder_rule,
    play_voices,
)
from moot.evaluation.rules.calibration import measure_calibration
from moot.evaluation.rules.scores import RecordedReport
from moot.state.calibration import VoteCalibration


def debate(*rounds: str, gold: str = "A", question: str = "Which one?", tokens: tuple[int, ...] = ()) -> RecordedDebate:
    answers = [[None if each == "." else each for each in row] for row in rounds]
    return RecordedDebate.model_validate(
        {"question": question, "gold": gold, "answers": answers, "tokens": tokens or [100 * len(row) for row in rounds]}
    )


def simulate(count: int, seed: int = 7) -> list[RecordedDebate]:
    """Teams of five whose members know a question's answer with its own probability; talking does not help them."""
    chance = random.Random(seed)  # nothing secret is drawn
    made = []
    for number in range(count):
        ease = chance.random()
        rows = ["".join("A" if chance.random() < ease else chance.choice("BCD") for _ in range(5)) for _ in range(3)]
        made.append(debate(*rows, question=f"Question {number}", tokens=(500, 2500, 5000)))
    return made


@pytest.mark.parametrize(
    ("rows", "answer", "voices"),
    [
        pytest.param(("AAB", "BBB"), "A", 2, id="two of three agree"),
        pytest.param(("ABB", "BBB"), "B", 3, id="the last one decides"),
        pytest.param(("ABCD", "BBBB"), "A", 4, id="nobody agrees"),
        pytest.param(("....", "BBBB"), None, 4, id="nobody answers"),
    ],
)
def test_voices_alone(rows: tuple[str, ...], answer: str | None, voices: int) -> None:
    play = play_voices(debate(*rows))
    assert (play.rounds, play.answer, play.voices) == (1, answer, voices)


def test_talk_only_over_the_splits_that_are_debated() -> None:
    split, scattered, agreed = debate("AABB", "BBBB"), debate("ABCD", "BBBB"), debate("AAAB", "BBBB")
    play = make_ladder_rule(frozenset({"split"}))
    assert [play(each).answer for each in (split, scattered, agreed)] == ["B", "A", "A"]


def test_what_is_talked_over_is_what_gains_and_can_be_paid() -> None:
    helped = [debate("BBAAC", "AAAAA", question=str(number)) for number in range(5)]
    easy = [debate("AAAAA", "AAAAA", question=f"easy {number}") for number in range(40)]
    hopeless = [debate("BCDEF", "BCDEF", question=f"hard {number}") for number in range(40)]
    assert choose_debated([*helped, *easy]) == {"split", "scattered"}
    assert choose_debated(hopeless) == frozenset()
    assert "scattered" not in choose_debated([*helped, *easy, *hopeless])
    assert choose_debated(easy) == {"split", "scattered"}


@pytest.fixture(scope="module")
def report() -> RecordedReport:
    return evaluate_rules(simulate(400))


def test_the_ladder_keeps_the_accuracy_of_the_vote_and_costs_less(report: RecordedReport) -> None:
    """R-61: as right as the vote at no more than 0.9 of its tokens; with talk no more than half of all rounds."""
    rules = {rule.name: rule.held_back for rule in report.rules}
    vote, ladder, talked, whole = (rules[name] for name in ("fixed_1", "ladder", "ladder_debate", "fixed_3"))
    assert ladder.accuracy == vote.accuracy
    assert ladder.tokens <= 0.9 * vote.tokens
    assert ladder.calls < vote.calls
    assert talked.accuracy.value >= whole.accuracy.value
    assert talked.tokens <= 0.5 * whole.tokens


def test_the_report_says_whether_probabilities_hold(report: RecordedReport) -> None:
    found = report.calibration
    assert found is not None
    assert found.sizes.tuning + found.sizes.held_back == 400
    # One, two, three, four and five voices alone, and all of them after the last round.
    assert sum(each.count for each in found.table) == 6 * found.sizes.tuning
    many = report.random_halves
    assert many is not None
    assert many.ece.low <= many.ece.median <= many.ece.high <= 0.2
    assert many.ladder_tokens.high <= 0.9
    assert many.debate_tokens.median <= 0.5


def test_probabilities_hold_on_debates_they_were_not_fitted_on() -> None:
    halves = simulate(2000), simulate(2000, seed=8)
    found = measure_calibration("ladder", *halves, play_voices)
    assert found is not None
    assert found.ece <= 0.05
    assert found.brier < 0.2
    assert measure_calibration("ladder", halves[0], [], play_voices) is None


def test_the_same_debates_give_the_same_calibration() -> None:
    debates = simulate(60)
    known = fit_calibration(debates)
    assert known == fit_calibration(debates[::-1])
    assert {"majority", "split"} <= {each.kind for each in known.talk}
    assert sum(each.count for each in known.talk) == 60
    assert known.scope is not None
    assert (known.scope.shortest, known.scope.longest) == (2, 2)
    assert VoteCalibration.model_validate_json(known.model_dump_json()) == known


def test_uneven_debates_are_read_as_they_are() -> None:
    """Teams that stop early or shrink are neither filled up nor counted as a saving."""
    uneven = [debate("AAB", "AA", question="1"), debate("ABB", "BB", "B", question="2"), debate("AAA", question="3")]
    found = evaluate_rules(uneven)
    assert (found.shape.shorter, found.shape.shrinking, found.shape.fewest_rounds) == (2, 2, 1)
    whole = next(rule for rule in found.rules if rule.name == "fixed_3")
    assert whole.all.saved.value == 0.0
    assert whole.all.calls == pytest.approx((5 + 6 + 3) / 3)


def test_calibrating_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded, target = tmp_path / "debates.jsonl", tmp_path / "votes.json"
    recorded.write_text("".join(f"{each.model_dump_json()}\n" for each in simulate(60)))
    assert main(["eval", "--recorded", str(recorded), "--calibrate", str(target), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {"ladder", "ladder_debate"} <= {rule["name"] for rule in told["rules"]}
    assert {"ece", "brier", "sizes"} <= set(told["calibration"])
    assert VoteCalibration.model_validate_json(target.read_text()).debates == 60
    assert main(["eval", "--recorded", str(recorded), "--calibrate", str(tmp_path / "missing" / "x.json")]) == 2
    assert "cannot be written" in capsys.readouterr().err
