"""Comparisons of candidates: paired, budgeted, resumable, and the same as the recorded debates they leave."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot import load_profile, open_store
from moot.cli.main import main
from moot.configs import read_comparison
from moot.errors import ModelError, MootError
from moot.evaluation import (
    DatasetItem,
    EvaluationLimits,
    EvaluationPlan,
    EvaluationRun,
    run_pool,
)
from moot.evaluation.comparison import (
    CandidateDefaults,
    ComparisonReport,
    ComparisonSetup,
    compare,
    plan_candidates,
    write_comparison_text,
)
from moot.evaluation.comparison.page import render_comparison
from moot.evaluation.comparison.scores import compare_candidates
from moot.evaluation.rules import evaluate_rules, read_recorded
from moot.stores import RUNNING, Entry, Store
from moot.views.result import Result
from tests.evaluation.test_runner import ITEMS, answers, convince
from tests.support.scripts import Script, say, write

FILE = """
baseline: alone
candidates:
  debate: {profile: conclave}
  quick: {profile: quick}
  others: {profile: conclave, model: "OTHER"}
  alone: {profile: conclave, alone: true}
"""


class Lab:
    """Runs comparisons in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.told = folder, list[EvaluationRun]()

    async def run(self, text: str, *parts: Script, **options: Any) -> tuple[ComparisonReport, bool]:
        """Compare on a script; `other` is the script of those who have a model of their own."""
        for name in ("mine", "other"):
            (self.folder / name).mkdir(exist_ok=True)
        other = write(self.folder / "other", *options.pop("other", [answers(capital=["cro", "cfo", "cmo"])]))
        file, out = self.folder / "candidates.yaml", options.pop("out", "out")
        file.write_text(text.replace("OTHER", other), encoding="utf-8")
        comparison = read_comparison(file)
        plans = plan_candidates(comparison, CandidateDefaults(model=write(self.folder / "mine", *parts)))
        items = options.pop("items", ITEMS)
        what = ComparisonSetup("q.jsonl", items, comparison.baseline, plans, self.folder / out, **options)
        async with open_store(f"sqlite:///{self.folder / out}.db") as store:
            return await compare(what, store, lambda _, run: self.told.append(run))


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path)


KNOWS_LATER = [convince("cro", "cfo"), answers(months=["cro", "cfo"])]


async def test_candidates_are_compared_question_by_question(lab: Lab) -> None:
    report, complete = await lab.run(FILE, *KNOWS_LATER)
    assert complete
    assert {each.name: each.accuracy.value for each in report.candidates} == {
        "debate": 1.0, "quick": 1.0, "others": 0.5, "alone": 0.5,
    }  # fmt: skip
    first = report.pairs[0]
    assert (first.one, first.other, first.difference.value) == ("alone", "debate", 0.5)
    assert (first.both_right, first.only_one, first.only_other, first.both_wrong) == (1, 0, 1, 0)
    assert [pair.one == "alone" for pair in report.pairs] == [True] * 3 + [False] * 3
    by_name = {each.name: each for each in report.candidates}
    assert by_name["alone"].calls == 1
    assert by_name["alone"].first_vote is None
    assert by_name["debate"].tokens_per_right == by_name["debate"].tokens
    assert by_name["others"].tokens_per_right == pytest.approx(2 * by_name["others"].tokens)
    assert by_name["debate"].calibration is not None
    # What the disagreement looked like: who voted for what, and what the first round would have said.
    months = next(each for each in report.disagreements if each.item == "months")
    debated = next(each for each in months.answers if each.candidate == "debate")
    assert (debated.first, debated.answer, debated.votes, debated.split) == ("7", "12", {"12": 4}, "split")
    text = write_comparison_text(report)
    assert "debate against alone" in text
    assert "7 led in round 1" in text
    page = render_comparison(report)
    assert page.count("<svg") >= 3
    assert "What each disagreement looked like" in page


async def test_nothing_is_paid_for_twice_and_a_new_candidate_is_added(lab: Lab) -> None:
    await lab.run(FILE, *KNOWS_LATER)
    lab.told.clear()
    again, _ = await lab.run(FILE, *KNOWS_LATER)
    assert lab.told == []
    more, complete = await lab.run(FILE + "  adaptive: {strategy: adaptive}\n", *KNOWS_LATER)
    assert complete
    assert {run.candidate for run in lab.told} == {"adaptive"}
    assert more.pairs[:3] == again.pairs[:3]
    lab.told.clear()
    changed = FILE.replace("quick: {profile: quick}", "quick: {profile: quick, set: {rounds.max: 1}}")
    await lab.run(changed, *KNOWS_LATER)
    assert {run.candidate for run in lab.told} == {"quick"}


async def test_the_budget_holds_for_all_candidates_together(lab: Lab) -> None:
    limits = EvaluationLimits(max_tokens=9000)
    short, complete = await lab.run(FILE, *KNOWS_LATER, limits=limits)
    assert not complete
    assert short.used_tokens <= 9000
    assert short.complete < short.questions
    whole, complete = await lab.run(FILE, *KNOWS_LATER)
    assert complete
    unlimited, _ = await lab.run(FILE, *KNOWS_LATER, out="unlimited")
    assert [each.accuracy for each in whole.candidates] == [each.accuracy for each in unlimited.candidates]


class KilledError(MootError):
    """Stands for a process that is killed: nothing handles it."""


class KilledAt(list[EvaluationRun]):
    """Is told of runs until one of a candidate comes, then everything ends."""

    def __init__(self, candidate: str) -> None:
        super().__init__()
        self._candidate = candidate

    def append(self, run: EvaluationRun) -> None:
        if run.candidate == self._candidate:
            raise KilledError("killed")
        super().append(run)


async def test_a_killed_comparison_goes_on(lab: Lab) -> None:
    lab.told = KilledAt("others")
    with pytest.raises(KilledError):
        await lab.run(FILE, *KNOWS_LATER)
    assert (lab.folder / "out" / "report.html").exists()
    lab.told = []
    report, complete = await lab.run(FILE, *KNOWS_LATER)
    assert (complete, report.complete) == (True, 2)


async def test_a_debate_killed_before_it_began_is_asked_again(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store then knows nothing but its name."""

    async def die(question: str, *, store: Store, thread: str, **_: Any) -> Result:
        await store.note(Entry(thread, 1.0, 1.0, "conclave", RUNNING, question))
        raise KilledError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(run_pool, "debate", die)
        with pytest.raises(KilledError):
            await lab.run(FILE, *KNOWS_LATER)
    report, complete = await lab.run(FILE, *KNOWS_LATER)
    assert (complete, report.complete) == (True, 2)


async def test_a_candidate_whose_model_is_not_there_is_named(lab: Lab) -> None:
    items = [each.model_copy(update={"id": f"{each.id}{at}"}) for at in range(2) for each in ITEMS]
    text = FILE.replace("  quick: {profile: quick}\n", "")
    with pytest.raises(ModelError, match="3 runs of others in a row failed"):
        await lab.run(text, *KNOWS_LATER, other=[[say(["position", "answer"], fail=500)]], items=items)


async def test_live_and_recorded_scoring_agree(lab: Lab) -> None:
    report, _ = await lab.run(FILE, *KNOWS_LATER)
    for candidate in report.candidates:
        if candidate.name == "alone":
            continue
        recorded = evaluate_rules(read_recorded(lab.folder / "out" / f"{candidate.name}.debates.jsonl"))
        rules = {rule.name: rule.all for rule in recorded.rules}
        assert rules["decided"].accuracy.value == candidate.accuracy.value
        assert rules["fixed_1"].accuracy.value == candidate.first_vote
        assert rules["decided"].tokens == pytest.approx(candidate.tokens)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions, file = tmp_path / "q.jsonl", tmp_path / "c.yaml"
    questions.write_text(json.dumps({"question": "How many months has a year?", "gold": 12}) + "\n")
    file.write_text("candidates:\n  debate: {}\n  alone: {alone: true}\n")
    model, out = write(tmp_path, answers()), tmp_path / "o"
    assert main(["eval", str(questions), "--compare", str(file), "--model", model, "--out", str(out), "--json"]) == 0
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert (found["kind"], found["baseline"], found["complete"]) == ("comparison", "debate", 1)
    assert "1 of 1: q1, alone: right (calls 1" in told.err
    assert {"report.html", "report.json", "debate.debates.jsonl"} <= {each.name for each in out.iterdir()}
    assert main(["eval", str(questions), "--compare", str(file), "--calibrate", "x.json"]) == 2
    assert "run the comparison" in capsys.readouterr().err
    assert main(["eval", "--recorded", str(questions), "--compare", str(file)]) == 2
    assert main(["eval", "--compare", str(file)]) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("candidates: [a, b]", "no candidates", id="a list"),
        pytest.param("candidates: {a: {}}", "1 of them; name 2 to 12", id="one"),
        pytest.param("candidates: {a: {}, b: {profil: quick}}", "did you mean 'profile'", id="unknown key"),
        pytest.param("basline: a\ncandidates: {a: {}, b: {}}", "did you mean 'baseline'", id="unknown part"),
        pytest.param("baseline: c\ncandidates: {a: {}, b: {}}", "'c' is none of the candidates", id="baseline"),
        pytest.param("candidates: {a: {}, b: {route: refine}}", "route", id="nothing to compare"),
        pytest.param("candidates: {a: {}, '': {}}", "is no name", id="no name"),
        pytest.param("candidates: {a: {}, b: {models: [x, x, x, x, x]}}", "models: 5", id="too many models"),
        pytest.param("candidates: {a: {}, b: {strategy: adaptve}}", "adaptive", id="no such strategy"),
        pytest.param(
            "candidates: {a: {}, b: {set: {rounds.mx: 1}}}", "candidate b: .*rounds.max", id="no such setting"
        ),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "c.yaml"
    file.write_text(text)
    with pytest.raises(MootError, match=told) as raised:
        plan_candidates(read_comparison(file), CandidateDefaults())
    assert "\n" not in str(raised.value)


def test_a_profile_beside_the_file_is_found(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text("extends: conclave\nname: small\nrounds: {max: 1, planned: 1}\n")
    file = tmp_path / "c.yaml"
    file.write_text("candidates: {a: {profile: small.yaml}, b: {models: [x, y]}}")
    plans = plan_candidates(read_comparison(file), CandidateDefaults())
    assert plans[0].profile.name == "small"
    assert dict(plans[1].seat_models) == {"cro": "x", "cfo": "y", "coo": "x", "cmo": "y"}


_RUNS = st.lists(st.lists(st.sampled_from(["1", "2", None]), min_size=3, max_size=3), min_size=1, max_size=8)


@given(_RUNS)
def test_pairs_count_every_question_once(rows: list[list[str | None]]) -> None:
    items = [DatasetItem(id=str(at), question="How many?", gold="1") for at in range(len(rows))]
    names = ("a", "b", "c")
    plans = [EvaluationPlan(load_profile("conclave"), name=name) for name in names]
    answered = {
        str(at): {
            name: EvaluationRun(item=str(at), candidate=name, arm="debate", status="decided", answer=answer)
            for name, answer in zip(names, row, strict=True)
        }
        for at, row in enumerate(rows)
    }
    report = compare_candidates("q", items, plans, answered, "b", 1)
    accuracy = {each.name: each.accuracy.value for each in report.candidates}
    for pair in report.pairs:
        assert pair.both_right + pair.only_one + pair.only_other + pair.both_wrong == len(rows)
        assert pair.difference.value == pytest.approx(accuracy[pair.other] - accuracy[pair.one], abs=1e-6)
        assert 0 < pair.chance <= 1
    assert len(report.disagreements) == sum(len(set(row)) > 1 for row in rows)
    render_comparison(report)
    write_comparison_text(report)
