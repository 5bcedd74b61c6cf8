"""Rules on recorded debates: what each stops at, what it answers, what that is worth, and the split of questions."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.errors import InputError
from moot.evaluation.rules.recorded import RecordedDebate, read_recorded, tidy_answer
from moot.evaluation.rules.report import render_rules, write_rules
from moot.evaluation.rules.rules import list_rules
from moot.evaluation.rules.scores import (
    RecordedReport,
    RuleReport,
    _choose_later,
    _score_rule,
    _split_questions,
    _WeightCandidate,
    evaluate_rules,
)
from moot.evaluation.stats import Bootstrap

RECORDED = Path(__file__).parents[1] / "data" / "recorded_debates.jsonl"


def debate(*rounds: str, gold: str = "A", question: str = "q", tokens: tuple[int, ...] = ()) -> RecordedDebate:
    """One letter per agent; a dot is an answer that could not be read."""
    answers = tuple(tuple(None if letter == "." else letter for letter in row) for row in rounds)
    return RecordedDebate(
        question=question,
        gold=gold,
        answers=answers,
        tokens=tokens or tuple(10 ** (at + 1) for at in range(len(rounds))),
    )


def play(name: str, recorded: RecordedDebate) -> tuple[int, str | None]:
    rule = next(each for each in list_rules([recorded]) if each.name == name)
    return rule.play(recorded)[:2]


@pytest.mark.parametrize(
    ("name", "rounds", "ended"),
    [
        pytest.param("fixed_1", ["AAB", "BBB", "BBB"], (1, "A"), id="one round"),
        pytest.param("fixed_3", ["AAB", "BBB", "BBB"], (3, "B"), id="three rounds"),
        pytest.param("fixed_1", ["CAB", "AAA"], (1, "C"), id="a tie: the first agent's answer"),
        pytest.param("fixed_1", ["...", "AAA"], (1, None), id="nobody answered"),
        pytest.param("threshold", ["AAB", "AAA", "AAA"], (2, "A"), id="D-18 two of three are below 70 %"),
        pytest.param("threshold", ["AAAB", "BBBB"], (1, "A"), id="D-18 three of four are above"),
        pytest.param("threshold", ["AAAAAAABBB", "B" * 10], (1, "A"), id="W-D5 exactly 70 % is enough"),
        pytest.param("threshold", ["AA.", "BBB"], (2, "B"), id="an unread answer counts as a voice that is missing"),
        pytest.param("threshold", ["AB", "BA", "AB"], (3, "A"), id="never: the last round"),
        pytest.param("majority", ["AAB", "BBB"], (1, "A"), id="more than half"),
        pytest.param("majority", ["AB", "BB"], (2, "B"), id="exactly half is no majority"),
        pytest.param("unanimous", ["AAB", "AAA", "BBB"], (2, "A"), id="all agree"),
        pytest.param("stable", ["AAB", "ABB", "BBA"], (3, "B"), id="the leader stayed once"),
        pytest.param("stable", ["AAB", "AAB", "BBB"], (2, "A"), id="stable in round 2"),
        pytest.param("pooled", ["AAA", "BBA", "BBA"], (3, "A"), id="all voices added"),
        pytest.param("kept", ["AAB", "BBB", "BBB"], (3, "A"), id="a majority of round 1 is kept"),
        pytest.param("kept", ["ABC", "BBB", "BBB"], (3, "B"), id="without one the last round counts"),
        pytest.param("adaptive", ["AAA", "BBB", "BBB"], (1, "A"), id="settled at once"),
        pytest.param("adaptive", ["AAB", "AAB", "AAB"], (2, "A"), id="settled by staying"),
        pytest.param("adaptive", ["AAABB", "AABBB", "AABBB"], (3, "A"), id="late flips do not settle"),
        pytest.param(
            "adaptive", ["ABC", "ABC", "ABC"], (3, "A"), id="no signal: the threshold, which is never reached"
        ),
        pytest.param("adaptive", ["AA", "BB"], (1, "A"), id="two agents: the threshold decides"),
        pytest.param("oracle", ["BBB", "AAA", "BBB"], (2, "A"), id="the first round that is right"),
        pytest.param("oracle", ["BBB", "CCC"], (1, "B"), id="never right: nothing to gain"),
    ],
)
def test_when_a_rule_stops_and_what_it_answers(name: str, rounds: list[str], ended: tuple[int, str | None]) -> None:
    assert play(name, debate(*rounds)) == ended


@given(st.lists(st.text("ABC.", min_size=4, max_size=4), min_size=1, max_size=4), st.sampled_from("ABC"))
def test_no_rule_but_the_oracle_looks_at_the_gold_answer(rounds: list[str], gold: str) -> None:
    for rule in list_rules([debate(*rounds)]):
        one, other = (rule.play(debate(*rounds, gold=each)) for each in (gold, "Z"))
        assert rule.name == "oracle" or one == other
        assert 1 <= one.rounds <= len(rounds)


def test_a_score_counts_tokens_calls_and_flips() -> None:
    debates = [
        debate("AAA", "AAA", tokens=(10, 90), question="q1"),
        debate("AAB", "BBB", tokens=(10, 90), question="q2"),
        debate("BBA", "AAA", tokens=(10, 90), question="q3"),
        debate("BBB", "BBB", tokens=(10, 90), question="q4"),
    ]
    last = next(rule for rule in list_rules(debates) if rule.name == "fixed_2")
    first = next(rule for rule in list_rules(debates) if rule.name == "fixed_1")
    draws = Bootstrap([each.question for each in debates])
    full, quick = _score_rule(last, debates, draws), _score_rule(first, debates, draws)
    assert (full.accuracy.value, full.right_to_wrong, full.wrong_to_right, full.saved.value) == (0.5, 0.25, 0.25, 0)
    assert (quick.accuracy.value, quick.right_to_wrong, quick.wrong_to_right, quick.saved.value) == (0.5, 0, 0, 0.9)
    assert (quick.calls, quick.tokens, quick.rounds, quick.changed) == (3, 10, 1, 0.5)
    assert quick.difference.value == 0


def test_the_split_is_by_question_even_and_always_the_same() -> None:
    questions = [f"question {number}" for number in range(43)]
    tuning = _split_questions([*questions, *questions])
    assert len(tuning) == 22
    assert tuning == _split_questions(reversed(questions))
    assert tuning < set(questions)


@pytest.fixture(scope="module")
def report() -> RecordedReport:
    return evaluate_rules(read_recorded(RECORDED), source="recorded_debates.jsonl")


def rule_of(report: RecordedReport, name: str) -> RuleReport:
    return next(each for each in report.rules if each.name == name)


def test_the_report_covers_both_halves(report: RecordedReport) -> None:
    assert (report.debates, report.questions, report.tuning_questions) == (48, 12, 6)
    for rule in report.rules:
        assert rule.tuning.debates + rule.held_back.debates == rule.all.debates == 48
        assert 0 <= rule.all.saved.value <= 1
    assert evaluate_rules(read_recorded(RECORDED), source="recorded_debates.jsonl") == report


def test_what_a_rule_saves_and_the_oracle_bounds_every_rule_that_stops(report: RecordedReport) -> None:
    accuracy = {rule.name: rule.all.accuracy.value for rule in report.rules}
    stopping = ("fixed_1", "fixed_2", "fixed_3", "threshold", "majority", "unanimous", "stable")
    assert all(accuracy[name] <= accuracy["oracle"] for name in stopping)
    saved = {rule.name: rule.all.saved.value for rule in report.rules}
    assert saved["fixed_3"] == saved["pooled"] == 0
    assert saved["fixed_1"] > saved["adaptive"] > saved["unanimous"]


def test_adaptive_spoils_less_than_it_could(report: RecordedReport) -> None:
    adaptive, full = rule_of(report, "adaptive").all, rule_of(report, "fixed_3").all
    assert adaptive.right_to_wrong <= full.right_to_wrong
    assert adaptive.difference.holds_zero
    assert adaptive.error_bound is not None
    assert adaptive.error_bound <= 0.3


def test_what_is_tuned_is_right_most_then_costs_least_then_spoils_least(report: RecordedReport) -> None:
    def candidate(later: float, spoiled: float, right: float, saved: float) -> _WeightCandidate:
        score = report.candidates[0].tuning
        changed = score.model_copy(
            update={
                "right_to_wrong": spoiled,
                "accuracy": score.accuracy.model_copy(update={"value": right}),
                "saved": score.saved.model_copy(update={"value": saved}),
            }
        )
        return _WeightCandidate(later=later, tuning=changed, held_back=score)

    assert _choose_later([candidate(1, 0.01, 0.9, 0.1), candidate(0.5, 0, 0.7, 0.9)]) == 1
    assert _choose_later([candidate(1, 0, 0.8, 0.1), candidate(0.5, 0.01, 0.8, 0.2)]) == 0.5
    assert _choose_later([candidate(1, 0.01, 0.8, 0.1), candidate(0.5, 0, 0.8, 0.1)]) == 0.5


def test_the_texts_say_what_was_measured(report: RecordedReport) -> None:
    text, page = write_rules(report), render_rules(report)
    assert "Held-back half (24 debates)" in text
    assert "adaptive: stop at 70 % support" in text
    assert "The tuning half chooses" in text
    assert "(ECE)" in text
    assert page.count("<svg") == 2
    assert "http-equiv" in page
    assert "<script" not in page


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param("{", "line 1: no JSON at character 2", id="broken JSON"),
        pytest.param('{"question": "q", "gold": "A"}', "line 1: answers: Field required", id="no answers"),
        pytest.param('{"question": "q", "gold": "A", "answers": []}', "at least one round", id="no rounds"),
        pytest.param('{"question": "q", "gold": "A", "answers": [[]]}', "at least one agent", id="no agents"),
        pytest.param(
            '{"question": "q", "gold": "A", "answers": [["A"]], "tokens": [1, 2]}', "1 rounds need", id="tokens"
        ),
        pytest.param(
            '{"question": "q", "gold": "A", "answers": [["A"]], "confidences": [[0.5, 0.5]]}', "same shape", id="shape"
        ),
        pytest.param(
            '{"question": "q", "gold": "A", "answers": [["A"]], "confidences": [[50]]}', "confidences", id="share"
        ),
        pytest.param(
            '{"question": "q", "gold": "A", "answers": [["A"]], "prompt_tokens": [1], "completion_tokens": []}',
            "do not fit together",
            id="tokens of different length",
        ),
        pytest.param(
            '{"question": "q", "gold": "A", "answers": [["A"]], "prompt_tokens": ["x"], "completion_tokens": [1]}',
            "line 1: tokens have to be numbers",
            id="tokens that are no numbers",
        ),
        pytest.param("[]", "line 1: ", id="no object"),
        pytest.param("", "holds no debate", id="empty"),
    ],
)
def test_a_wrong_file_is_named_with_its_line(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "recorded.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_recorded(path)


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_recorded(tmp_path / "none.jsonl")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not UTF-8"):
        read_recorded(tmp_path / "binary")


@pytest.mark.parametrize(
    ("fields", "tokens"),
    [
        pytest.param({"tokens": [5, 6]}, (5, 6), id="given"),
        pytest.param(
            {"prompt_tokens_est": [1, 2], "completion_tokens_est": [3, 4]}, (4, 6), id="estimated, in two parts"
        ),
        pytest.param({}, (2, 2), id="unknown: every answer counts as one"),
    ],
)
def test_where_tokens_come_from(tmp_path: Path, fields: dict[str, Any], tokens: tuple[int, ...]) -> None:
    path = tmp_path / "recorded.jsonl"
    line = {"question": "q", "gold": 7, "answers": [["7", None], ["7", "8"]], "model": "ignored", **fields}
    path.write_text(json.dumps(line), encoding="utf-8")
    (found,) = read_recorded(path)
    assert (found.tokens, found.gold) == (tokens, "7")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param("1,200", "1200.0", True, id="numbers"),
        pytest.param(" 42 ", "\\boxed{42}", True, id="a frame"),
        pytest.param("(A)", "a", True, id="a letter"),
        pytest.param("The red door.", "the  red door", True, id="words"),
        pytest.param("ANSWER: 7", "7", True, id="what the question asks for"),
        pytest.param("\\frac{1}{2}", "\\frac{12}{}", False, id="signs count"),
        pytest.param("x+1", "x-1", False, id="a sign"),
        pytest.param("2n", "2N", False, id="capitals beside figures"),
    ],
)
def test_answers_that_are_written_otherwise_are_the_same(one: str, other: str, *, same: bool) -> None:
    assert (tidy_answer(one) == tidy_answer(other)) is same
    assert tidy_answer("  ") is None


def test_what_is_not_known_is_left_out_and_told(tmp_path: Path) -> None:
    """A debate without a gold answer scores nothing; where some have no tokens, those of the others count for none."""
    path = tmp_path / "recorded.jsonl"
    rows = [
        {"question": "a", "gold": "1", "answers": [["1", "1"], ["1"]], "tokens": [900, 500]},
        {"question": "b", "gold": "2", "answers": [["2", "3"]]},
        {"question": "c", "gold": None, "answers": [["2", "3"]]},
        {"question": "d", "answers": [["2", "3"]]},
    ]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    report = evaluate_rules(read_recorded(path), source="recorded.jsonl")
    assert (report.debates, report.shape.without_gold, report.shape.without_tokens) == (2, 2, 1)
    assert (report.shape.shorter, report.shape.shrinking) == (1, 1)
    assert {rule.name: rule.all.tokens for rule in report.rules}["fixed_2"] == pytest.approx(2.5)
    told = write_rules(report)
    assert "In 1 debates no tokens were recorded" in told
    assert "2 debates have no gold answer and were left out." in told


def test_a_file_without_any_gold_answer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "recorded.jsonl"
    path.write_text('{"question": "q", "answers": [["1"]]}', encoding="utf-8")
    with pytest.raises(InputError, match="no debate has a gold answer"):
        evaluate_rules(read_recorded(path), source="recorded.jsonl")
