"""Evaluations on scripted models: conditions, what is run again and what is not, budgets, failures, recordings."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from moot import load_profile, open_store
from moot.errors import InputError, ModelError, MootError, ProfileError
from moot.evaluation.dataset import DatasetItem
from moot.evaluation.evaluating import EvaluationSetup, evaluate
from moot.evaluation.plan import EvaluationLimits, EvaluationPlan, RecordingFolders
from moot.evaluation.report.text import write_evaluation_text
from moot.evaluation.rules.recorded import read_recorded
from moot.evaluation.runs import EvaluationRun
from moot.evaluation.scores import ArmScore, EvaluationReport
from tests.support.scripts import EXECUTIVES, Script, criticise, listen, say, synthesis, write

ITEMS = (
    DatasetItem(id="capital", question="What is the capital of France?", gold="B", choices={"A": "Lyon", "B": "Paris"}),
    DatasetItem(id="months", question="How many months has a year?", gold="12"),
)
RIGHT = {"capital": "ANSWER: (B)", "months": "ANSWER: 12"}
CHOICE = {"capital": "B", "months": None}
"""What a seat chooses where there is something to choose from."""


def answers(**wrong: list[str]) -> list[dict[str, Any]]:
    """Seats that know both answers, but for those named as wrong about a question."""
    entries = []
    for name, words in RIGHT.items():
        for seat in wrong.get(name, []):
            false = {"answer": "ANSWER: (A) 7", "confidence": 60}
            stated = {"recommendation": "ANSWER: (A) 7", "stance": "seven", "timing": "now", "confidence": 60}
            chosen = {"choice": "A"} if CHOICE[name] else {}
            entries += [say("answer", seat, prompt=name, reply=false)]
            entries += [say(["position", "revise"], seat, prompt=name, reply={**stated, **chosen})]
        stated = {"recommendation": words, "stance": name, "timing": "now", "confidence": 80}
        chosen = {"choice": letter} if (letter := CHOICE[name]) else {}
        entries += [say("answer", prompt=name, reply={"answer": words, "confidence": 90})]
        entries += [say(["position", "revise"], prompt=name, reply={**stated, **chosen})]
        entries += [say("synthesize", prompt=name, reply={"decision": words, "confidence": 85})]
    return entries


class CrashError(MootError):
    """Stands for a process that is killed: nothing handles it."""


class Bench:
    """Runs evaluations in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.told = folder, list[EvaluationRun]()

    async def run(
        self, *parts: Script, items: tuple[DatasetItem, ...] = ITEMS, **options: Any
    ) -> tuple[EvaluationReport, bool]:
        """Evaluate on a script; `limits`, `recordings`, `settings` and `out` may be given."""
        out, settings = options.pop("out", "out"), options.pop("settings", {})
        model = options.pop("model", None) or write(self.folder, *parts)
        profile = load_profile("conclave", settings)
        what = EvaluationSetup("questions.jsonl", items, EvaluationPlan(profile, model), self.folder / out, **options)
        async with open_store(f"sqlite:///{self.folder / out}.db") as store:
            return await evaluate(what, store, lambda _, run: self.told.append(run))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def arm(report: EvaluationReport, name: str) -> ArmScore:
    return next(each for each in report.arms if each.name == name)


def convince(*seats: str) -> list[dict[str, Any]]:
    """Seats that were wrong about the months, until a critique says what is wrong."""
    told = {"what": "The count was wrong.", "because": ["K1", "K2"]}
    heard = [{"critique_id": name, "outcome": "accepted", "reason": "right"} for name in ("K1", "K2")]
    settled = [{"critique_id": name, "verdict": "answered", "reason": "it says 12 now"} for name in ("K1", "K2")]
    right = {"recommendation": "ANSWER: 12", "stance": "months", "timing": "now", "confidence": 80, "choice": "B"}
    revised = {**right, "keeps_position": "no", "changes": [told], "answers": heard}
    wrong = {"id": "C1", "statement": "There are 7", "kind": "hypothesis", "evidence": [], "confidence": 60}
    claims = {
        "recommendation": "ANSWER: (A) 7",
        "stance": "seven",
        "timing": "now",
        "claims": [wrong],
        "confidence": 60,
    }
    return [
        *(say("position", seat, prompt="months", reply=claims) for seat in seats),
        *(say("revise", seat, prompt="months", reply=revised) for seat in seats),
        criticise("coo", *({"target": seat} for seat in seats)),
        say("settle", "coo", prompt="months", reply={"verdicts": settled}),
    ]


async def test_every_condition_is_run_and_compared_on_the_same_questions(bench: Bench) -> None:
    report, complete = await bench.run(convince("cro", "cfo"), answers(months=["cro", "cfo"]))
    assert complete
    assert (report.questions, report.complete) == (2, 2)
    accuracy = {each.name: each.accuracy.value for each in report.arms}
    # The first seat alone is wrong about the months; in round 1 and in a vote two stand against two. Without critiques
    # nobody has a reason to come over, so a person is asked.
    assert accuracy == {"debate": 1.0, "no_critique": 0.5, "single": 0.5, "vote_calls": 0.5, "vote_tokens": 0.5}
    assert (arm(report, "no_critique").asked_a_person, arm(report, "no_critique").answered) == (0.5, 0.5)
    debated = arm(report, "debate")
    assert (debated.first_vote, debated.asked_a_person) == (0.5, 0.0)
    assert debated.against_single.value == 0.5
    assert (debated.wrong_to_right, debated.right_to_wrong) == (0.5, 0.0)
    assert debated.calls == arm(report, "vote_calls").calls
    assert arm(report, "vote_tokens").tokens <= debated.tokens
    assert arm(report, "single").calls == 1
    assert debated.calibration is not None
    assert debated.calibration.count == 2


async def test_agents_alone_take_turns_and_are_as_many_as_the_debate_made_calls(bench: Bench) -> None:
    with listen() as heard:
        await bench.run(answers(), items=ITEMS[:1])
    asked = Counter(each.seat for each in heard.of("answer"))
    debated = next(run for run in bench.told if run.arm == "debate")
    assert sum(asked.values()) >= debated.calls == 5
    assert set(asked) == set(EXECUTIVES)
    assert max(asked.values()) - min(asked.values()) <= 1


async def test_a_second_start_asks_nothing_again(bench: Bench) -> None:
    first, _ = await bench.run(answers())
    with listen() as heard:
        again, complete = await bench.run(answers())
    assert heard.requests == []
    assert complete
    assert again == first


async def test_what_is_missing_is_run_and_torn_lines_are_no_harm(bench: Bench) -> None:
    first, _ = await bench.run(answers())
    results = bench.folder / "out" / "results.jsonl"
    lines = results.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if '"item":"months"' not in line]
    results.write_text("\n".join([*kept, lines[-1][:40]]), encoding="utf-8")
    again, complete = await bench.run(answers(), out="out")
    assert complete
    assert {each.name: each.accuracy for each in again.arms} == {each.name: each.accuracy for each in first.arms}


async def test_a_run_that_was_interrupted_is_gone_on_with(bench: Bench) -> None:
    crashed = False

    def crash(request: Any) -> BaseException | None:
        nonlocal crashed
        if request.phase == "synthesize" and not crashed:
            crashed = True
            return CrashError()
        return None

    limits = EvaluationLimits(concurrency=1)
    with listen(crash), pytest.raises(CrashError):
        await bench.run(answers(), items=ITEMS[:1], limits=limits)
    with listen() as heard:
        _, complete = await bench.run(answers(), items=ITEMS[:1], limits=limits)
    assert complete
    # The debate itself was asked for its synthesis only; the four positions are those of the run without critiques.
    assert len(heard.of("position")) == 4
    assert len(heard.of("synthesize")) == 2


async def test_other_settings_need_another_folder(bench: Bench) -> None:
    await bench.run(answers(), items=ITEMS[:1])
    with pytest.raises(InputError, match=r"made with other settings \(profile_digest\)"):
        await bench.run(answers(), items=ITEMS[:1], settings={"rounds.max": 2})
    (bench.folder / "other").mkdir()
    (bench.folder / "other" / "results.jsonl").write_text("not ours\n", encoding="utf-8")
    with pytest.raises(InputError, match="not a results file"):
        await bench.run(answers(), items=ITEMS[:1], out="other")


async def test_a_question_that_was_changed_is_asked_again(bench: Bench) -> None:
    await bench.run(answers(), items=ITEMS[1:])
    changed = (ITEMS[1].model_copy(update={"question": "How many months has a leap year?"}),)
    with listen() as heard:
        await bench.run(answers(), items=changed)
    assert heard.of("synthesize")


async def test_the_budget_holds_and_what_was_done_counts(bench: Bench) -> None:
    full, _ = await bench.run(answers(), out="full")
    # Every answer is leased more than it needs, so a debate starts only with some room.
    limit = 9_000
    limits = EvaluationLimits(concurrency=2, max_tokens=limit)
    report, complete = await bench.run(answers(), limits=limits)
    assert not complete
    assert 0 < report.used_tokens <= limit
    # More money, and the same command goes on.
    again, complete = await bench.run(answers(), limits=EvaluationLimits(max_tokens=100 * full.used_tokens))
    assert complete
    assert again.complete == 2


async def test_no_budget_no_run(bench: Bench) -> None:
    with listen() as heard:
        report, complete = await bench.run(answers(), limits=EvaluationLimits(max_tokens=0))
    assert (heard.requests, complete, report.arms, report.complete) == ([], False, (), 0)


async def test_a_model_that_is_not_there_ends_it_soon(bench: Bench) -> None:
    items = tuple(ITEMS[0].model_copy(update={"id": f"q{at}"}) for at in range(9))
    with listen() as heard, pytest.raises(ModelError, match="3 runs in a row failed"):
        await bench.run([{"fail": 401}], items=items, limits=EvaluationLimits(concurrency=1))
    assert len(heard.of("position")) == 3 * len(EXECUTIVES)
    assert (bench.folder / "out" / "report.json").is_file()


async def test_a_debate_that_failed_is_left_for_the_next_time(bench: Bench) -> None:
    model = write(bench.folder, say("position", prompt="months", times=4, fail=401), answers())
    report, complete = await bench.run(model=model)
    assert not complete
    assert (report.complete, report.questions) == (1, 2)


async def test_no_more_runs_at_once_than_allowed(bench: Bench) -> None:
    slow = [{**entry, "delay": 0.01} for entry in answers()]
    open_threads: set[str] = set()
    most = 0

    def watch(request: Any) -> None:
        nonlocal most
        open_threads.add(request.thread)
        most = max(most, len(open_threads))
        if request.phase in ("synthesize", "answer"):
            open_threads.discard(request.thread)

    with listen(watch):
        await bench.run(slow, limits=EvaluationLimits(concurrency=2))
    assert most <= 2


async def test_a_vote_ends_at_its_limit_and_the_report_says_so(bench: Bench) -> None:
    report, _ = await bench.run(answers(), limits=EvaluationLimits(most_votes=2))
    assert report.capped == 2
    assert arm(report, "vote_calls").calls == 2
    assert "--votes" in write_evaluation_text(report)


async def test_recordings_replay_without_a_model(bench: Bench) -> None:
    first, _ = await bench.run(
        answers(months=["cro", "cfo"]), recordings=RecordingFolders(record=bench.folder / "tape")
    )
    with listen() as heard:
        again, complete = await bench.run(
            [], out="again", recordings=RecordingFolders(replay=bench.folder / "tape"), model="scripted:nowhere.yaml"
        )
    assert complete
    assert heard.requests == []
    assert [each.accuracy for each in again.arms] == [each.accuracy for each in first.arms]
    assert again.used_tokens == first.used_tokens


async def test_a_debate_that_asks_a_person_gave_no_answer(bench: Bench) -> None:
    report, _ = await bench.run(synthesis(30, "ANSWER: (B)"), answers(), items=ITEMS[:1])
    debated = arm(report, "debate")
    # What it proposes is right, but nobody was given it.
    assert (debated.human, debated.council, debated.accuracy.value) == (1.0, 0.0, 0.0)
    assert (debated.asked_a_person, debated.answered, debated.first_vote) == (1.0, 0.0, 1.0)
    assert debated.calibration is None
    assert "It asked a person instead of answering 100.0 % of them" in write_evaluation_text(report)


async def test_a_debate_that_waits_is_not_run_again_when_its_result_was_lost(bench: Bench) -> None:
    first, _ = await bench.run(synthesis(30, "ANSWER: (B)"), answers(), items=ITEMS[:1])
    (bench.folder / "out" / "results.jsonl").unlink()
    with listen() as heard:
        again, complete = await bench.run(synthesis(30, "ANSWER: (B)"), answers(), items=ITEMS[:1])
    assert complete
    assert heard.of("position") == []
    assert [each.accuracy for each in again.arms] == [each.accuracy for each in first.arms]


async def test_the_folder_holds_reports_and_debates_to_judge_rules_on(bench: Bench) -> None:
    report, _ = await bench.run(answers(months=["cro"]))
    out = bench.folder / "out"
    assert json.loads((out / "report.json").read_text(encoding="utf-8")) == json.loads(report.model_dump_json())
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 6
    assert "<script" not in page
    recorded = {each.id: each for each in read_recorded(out / "debates.jsonl")}
    assert recorded["months"].gold == "12"
    assert recorded["months"].answers[0] == ("7", "12", "12", "12")
    assert recorded["months"].tokens[0] > 0
    assert recorded["capital"].confidences[0] == (0.8, 0.8, 0.8, 0.8)


async def test_evidence_of_a_question_reaches_the_agents(bench: Bench) -> None:
    item = ITEMS[1].model_copy(update={"context": ({"id": "E1", "text": "A year has twelve months."},)})
    with listen() as heard:
        await bench.run(answers(), items=(item,))
    assert all("A year has twelve months." in each.prompt for each in (*heard.of("position"), *heard.of("answer")))


def test_a_profile_in_which_nobody_argues_cannot_be_evaluated() -> None:
    with pytest.raises(ProfileError, match="nobody argues there"):
        EvaluationPlan(load_profile("research"))


@pytest.mark.parametrize(
    ("profile", "criticises"),
    [
        pytest.param("conclave", True, id="critiques can be left out"),
        pytest.param("legal", False, id="critiques decide"),
        pytest.param("rca", False, id="nobody criticises"),
    ],
)
def test_which_profiles_have_a_debate_without_critiques(profile: str, criticises: bool) -> None:
    assert EvaluationPlan(load_profile(profile)).criticises is criticises
