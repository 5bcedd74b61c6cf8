"""A refined question is decided only when its gaps are filled and the user's subject is kept (F-17, X-70, X-72)."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.ideas import ELSEWHERE, IDEAS, Idea
from tests.acceptance.table import Document, Table, conditions, entry, hold, released, synthesis, unmet
from tests.support.scenario import Entry

PARIS = "Qual a capital da França em 2020?"
Z = "Z melhora W"
V1 = "Como Z impacta W?"
V2 = "Como Z reduz W em 30 % em adultos de 18 a 40 anos, medido por exames por mês?"
WHO = {"aspect": "população", "gap": "Não especificada", "suggestion": "Definir: adultos de 18 a 40 anos"}
HOW = {"aspect": "métricas", "gap": "W não é mensurável", "suggestion": "Contar exames"}
VAGUE = entry("classify", reply={"classification": "vague", "reasoning": "it names nobody"})


def structured(*questions: str, **fields: Any) -> list[Entry]:
    """Let the structurer write these versions, the last one again and again."""
    replies = [{"structured_question": each, **fields} for each in questions]
    return [*(entry("structure", reply=each, times=1) for each in replies[:-1]), entry("structure", reply=replies[-1])]


def wants(*gaps: Document, times: int = 1) -> Entry:
    reply = {"status": "needs_refinement", "justification": "Promising.", "improvements": list(gaps)}
    return entry("methodology", reply=reply, times=times)


def approves(spans: Mapping[str, str] | None = None, phase: str | list[str] = "methodology", **fields: Any) -> Entry:
    """Approve; gap by gap, where spans are given."""
    gaps = [{"gap": gap, "verdict": "filled" if span else "open", "span": span} for gap, span in (spans or {}).items()]
    reply = {"status": "approved", "justification": "Testable.", "improvements": [], "gaps": gaps, **fields}
    return entry(phase, reply=reply)


def refine(table: Table, idea: str, *entries: Entry, options: tuple[str, ...] = ()) -> tuple[int, Document]:
    """Refine an idea: the exit code and the result document."""
    table.play(*entries)
    done = table.command("refine", idea, *table.where, "--thread", "case", "--json", "--quiet", *options)
    assert done.out, done.err
    return done.code, done.document


EVERYTHING = {"G1": PARIS, "G2": "capital da França"}


@pytest.mark.parametrize(
    "entries",
    [
        pytest.param([*structured(PARIS), approves()], id="approved at once"),
        pytest.param([*structured(PARIS), approves(subject="kept")], id="called the same subject"),
        pytest.param([*structured(V1, PARIS), wants(WHO, HOW), approves(EVERYTHING)], id="called filled"),
        pytest.param([*structured(V1, V1, PARIS), wants(WHO, times=2), approves(EVERYTHING)], id="in the last version"),
        pytest.param(
            [*structured(V1, V1, PARIS), wants(WHO, HOW, times=9), approves(EVERYTHING, "force")], id="by force"
        ),
        pytest.param(
            [*structured(PARIS, V1, PARIS), wants(WHO, times=2), approves(EVERYTHING)], id="left, back, left again"
        ),
    ],
)
def test_a_question_about_something_else_is_never_approved(table: Table, entries: list[Entry]) -> None:
    """F-17: "Qual a capital da França em 2020?" is no version of "Z melhora W"."""
    code, document = refine(table, Z, VAGUE, *entries)
    assert (code, document["status"], unmet(document)) == (3, "needs_review", ["filled"])
    assert document["refinement"]["status"] != "approved"
    assert not document["refinement"]["subject_kept"]
    assert "left the user's subject" in conditions(document)["filled"]["detail"]
    assert "left the user's subject" in table.show()
    assert all(each["feedback"]["status"] != "approved" for each in document["refinement"]["hypothesis_versions"])


def test_who_leaves_the_subject_is_sent_back_once(table: Table) -> None:
    """F-17: with the user's own words; a version that returns is judged as any other."""
    code, document = refine(table, Z, VAGUE, *structured(PARIS, V1), approves())
    assert (code, document["decision"]) == (0, V1)
    back = [call for call in table.scenario.calls if call.headers["x-moot-phase"] == "structure"][1]
    assert "Z melhora W" in back.prompt


@pytest.mark.parametrize(
    "approval",
    [
        pytest.param(approves(), id="silent"),
        pytest.param(approves({"G1": "Z impacta W", "G2": "Como Z"}), id="with words that were there before"),
        pytest.param(approves({"G1": "adultos de 18 a 40 anos", "G2": "exames"}), id="with words that are not there"),
        pytest.param(approves({"G1": "", "G2": ""}), id="although it says that both are open"),
        pytest.param(approves(improvements=[WHO, HOW]), id="although it lists both again"),
    ],
)
def test_an_unchanged_version_with_open_gaps_is_no_silent_decision(table: Table, approval: Entry) -> None:
    """F-17, F-26: nothing was filled, whatever anybody says; a person is asked and told what is open."""
    claimed = {"addressed_gaps": ["população", "métricas"]}
    code, document = refine(table, Z, VAGUE, *structured(V1, **claimed), wants(WHO, HOW), approval)
    assert (code, document["status"], unmet(document)) == (3, "needs_review", ["filled"])
    assert [each["aspect"] for each in document["refinement"]["open_gaps"]] == ["população", "métricas"]
    for told in (table.show(), table.command("review", "case").out):
        assert "Não especificada" in told
        assert "W não é mensurável" in told


def test_a_question_that_fills_its_gaps_is_decided(table: Table) -> None:
    """W-F1, W-F13, F-06: two versions, and what fills each gap stands with it."""
    said = approves({"G1": "adultos de 18 a 40 anos", "G2": "exames por mês"})
    code, document = refine(table, Z, VAGUE, *structured(V1, V2), wants(WHO, HOW), said)
    assert (code, document["decision"]) == (0, V2)
    assert released(document)
    versions = document["refinement"]["hypothesis_versions"]
    assert [each["feedback"]["status"] for each in versions] == ["needs_refinement", "approved"]
    assert [len(each["feedback"]["improvements"]) for each in versions] == [2, 0]
    assert [each["span"] for each in versions[1]["gaps"]] == ["adultos de 18 a 40 anos", "exames por mês"]


def test_a_plain_model_that_does_not_answer_gap_by_gap(table: Table) -> None:
    """W-F1, F-17: an approval holds where the text has what the gaps asked for, and it says what was not confirmed."""
    code, document = refine(table, Z, VAGUE, *structured(V1, V2), wants(WHO, HOW), approves())
    assert (code, document["decision"]) == (0, V2)
    assert "not said gap by gap" in conditions(document)["filled"]["detail"]
    assert "Unconfirmed" in table.show()


def force_with_gap(table: Table, *options: str) -> tuple[int, Document]:
    """Refine an idea up to a forced approval that leaves one gap open and has figures nobody stated."""
    half = "Como Z reduz W em 30 % em adultos de 18 a 40 anos?"
    declared = {"assumptions": ["adultos de 18 a 40 anos"]}
    still = [{"gap": "G1", "verdict": "filled", "span": "adultos de 18 a 40 anos"}]
    more = {"status": "needs_refinement", "justification": "A medida falta.", "improvements": [HOW], "gaps": still}
    answers = [*structured(V1, half, **declared), wants(WHO, HOW), entry("methodology", reply=more)]
    return refine(table, Z, VAGUE, *answers, approves(phase="force", justification="Basta."), options=options)


@pytest.mark.parametrize("reported", [False, True])
def test_invented_values_and_open_gaps_stand_in_every_output(table: Table, tmp_path: Path, reported: bool) -> None:
    """X-70, X-72: forced, the last verdict, the open gap and the assumptions, whether a person is asked or not."""
    level = ("--set", "warrant.filled=reported") if reported else ()
    code, document = force_with_gap(table, *level, "--out", str(tmp_path / "records"))
    assert (code, document["status"]) == ((0, "decided") if reported else (3, "needs_review"))
    last = document["refinement"]["hypothesis_versions"][-1]
    assert (last["version"], last["forced_decision"]) == (3, True)
    assert [each["gap"] for each in last["feedback"]["improvements"]] == [HOW["gap"]]
    assert document["refinement"]["last_verdict"]["justification"] == "A medida falta."
    assert document["refinement"]["assumptions"] == ["adultos de 18 a 40 anos", "30 %"]
    records = tmp_path / "records"
    outputs = {
        "show": table.show(),
        "report.txt": (records / "report.txt").read_text(),
        "report.html": (records / "report.html").read_text(),
        "result.json": (records / "result.json").read_text(),
        "resumed": table.command("resume", "case", "--quiet").out if reported else table.command("review", "case").out,
    }
    for name, text in outputs.items():
        plain = " ".join(text.split())
        for told in (HOW["gap"], "30 %", "adultos de 18 a 40 anos", "A medida falta."):
            assert told in plain, f"{told!r} is not in {name}"
        # What a person is asked is in the debate's language.
        assert "forced" in plain or "forçada" in plain, f"forced is not in {name}"


def test_a_person_takes_a_forced_approval_on(table: Table) -> None:
    """X-72, X-85: whoever approves is named beside what was open."""
    force_with_gap(table)
    done = table.command("review", "case", "--approve", "--reviewer", "Ana", "--json", "--quiet")
    assert (done.code, done.document["decider"]) == (0, "human: Ana")
    told = conditions(done.document)["filled"]["detail"]
    assert told.startswith("approved by a forced decision")
    assert told.endswith("Ana approved it all the same")
    assert "The approval was forced" in done.document["caveats"][0]
    assert HOW["gap"] in table.show()


SILENT: Mapping[str, Document] = {
    "refused": {"fault": "refused"},
    "nonsense": {"fault": "nonsense"},
    "empty": {"reply": {"structured_question": ""}},
}


@pytest.mark.parametrize("silent", SILENT)
@pytest.mark.parametrize(
    "entries",
    [
        pytest.param([approves()], id="approved at once"),
        pytest.param([wants(WHO), approves({"G1": "Em que"})], id="approved later"),
        pytest.param([wants(WHO, times=9), approves({"G1": "Em que"}, "force")], id="by force"),
    ],
)
def test_a_question_nobody_worded_is_no_silent_decision(table: Table, silent: str, entries: list[Entry]) -> None:
    """F-26, F-27: what a rule put together because the structurer gave nothing passes no gate by itself."""
    code, document = refine(table, Z, VAGUE, entry(["structure", "repair"], **SILENT[silent]), *entries)
    assert (code, document["status"], unmet(document)) == (3, "needs_review", ["filled"])
    assert document["refinement"]["hypothesis_versions"][-1]["composed"]
    assert "put together by rule" in conditions(document)["filled"]["detail"]
    for told in (table.show(), table.command("review", "case").out):
        assert any(words in " ".join(told.split()) for words in ("put together by rule", "composta por regra"))


def test_a_person_takes_on_or_words_what_a_rule_put_together(table: Table) -> None:
    """X-85: an approval is flagged for good; who edits the question words it."""
    silent = entry(["structure", "repair"], fault="nonsense")
    refine(table, Z, VAGUE, silent, approves())
    done = table.command("review", "case", "--approve", "--reviewer", "Ana", "--json", "--quiet")
    assert done.document["decider"] == "human: Ana"
    assert "put together by rule" in conditions(done.document)["filled"]["detail"]
    assert any("put together by rule" in each for each in done.document["caveats"])
    refine(table, Z, VAGUE, silent, approves(), options=("--thread", "edited"))
    done = table.command("review", "edited", "--edit", V2, "--json", "--quiet")
    assert (done.document["status"], done.document["decision"]) == ("decided", V2)
    assert not any("put together by rule" in each for each in done.document["caveats"])


def test_a_structurer_that_answers_later_has_worded_the_question(table: Table) -> None:
    """F-26: the fallback of the first version does not stick to the next."""
    late = entry(["structure", "repair"], fault="nonsense", times=2)
    said = approves({"G1": "adultos de 18 a 40 anos"})
    code, document = refine(table, Z, VAGUE, late, *structured(V2), wants(WHO), said)
    assert (code, document["decision"]) == (0, V2)
    assert [each["composed"] for each in document["refinement"]["hypothesis_versions"]] == [True, False]


@pytest.mark.parametrize(
    ("profile", "seats"),
    [
        pytest.param(None, {"cro", "cfo", "coo", "cmo"}, id="conclave unless named"),
        pytest.param("boardroom", {"analyst", "commercial", "financial", "market", "reviewer"}, id="boardroom"),
    ],
)
def test_an_approved_question_is_argued_by_those_who_know_the_field(
    table: Table, tmp_path: Path, profile: str | None, seats: set[str]
) -> None:
    """INTERFACES 7 `refinement.then: debate`: one run, one record, and never the structurer or the methodologist."""
    named = ("--set", f"refinement.debate_profile={profile}") if profile else ()
    said = approves({"G1": "adultos de 18 a 40 anos", "G2": "exames por mês"})
    answers = [
        *structured(V1, V2),
        wants(WHO, HOW),
        said,
        hold(None, "medir dez clínicas"),
        synthesis("Medir dez clínicas"),
    ]
    options = ("--set", "refinement.then=debate", *named, "--out", str(tmp_path / "records"))
    code, document = refine(table, Z, VAGUE, *answers, options=options)
    assert {call.seat for call in table.scenario.calls if call.headers["x-moot-phase"] == "position"} == seats
    assert all(V2 in call.prompt for call in table.scenario.calls if call.headers["x-moot-phase"] == "position")
    assert (document["question"], document["route"], document["refinement"]["idea"]) == (V2, "debate", Z)
    assert conditions(document)["filled"]["met"]
    assert len(table.command("list", "--json").document) == 1
    kept = json.loads((tmp_path / "records" / "result.json").read_text())
    assert (kept["thread_id"], len(kept["refinement"]["hypothesis_versions"])) == ("case", 2)
    assert {each["seat"] for each in kept["positions"]} == seats
    if profile is None:
        assert (code, document["decision"]) == (0, "Medir dez clínicas")
    for text in (table.show(), (tmp_path / "records" / "report.txt").read_text()):
        assert "Assumed" in text
        assert "30 %" in text


@pytest.mark.parametrize("profile", ["conclave", "boardroom", "legal", "rca", "research"])
def test_every_profile_refines_on_demand(table: Table, profile: str) -> None:
    """INTERFACES 2: `--route refine`."""
    said = approves({"G1": "adultos de 18 a 40 anos", "G2": "exames por mês"})
    table.play(VAGUE, *structured(V1, V2), wants(WHO, HOW), said)
    code, document = table.run("--route", "refine", "--profile", profile, question=Z)
    assert (code, document["profile"], document["route"], document["decision"]) == (0, profile, "refine", V2)
    assert document["positions"] == []


def test_the_three_choices_are_printed_without_a_terminal(table: Table) -> None:
    """F-47, W-F15: the request and refine, research, other; nothing is answered, and it keeps waiting."""
    on_demand = ("--set", "refinement.mode=on_demand")
    refine(table, Z, VAGUE, *structured(V1, V2), wants(WHO, HOW), options=on_demand)
    done = table.command("review", "case")
    assert done.code == 3
    for told in (
        V1,
        "Não especificada",
        "refine ",
        "research ",
        "other ",
        "--approve",
        "--respond research",
        "--reject",
    ):
        assert told in done.out
    assert table.command("list", "--pending", "--json").document[0]["thread_id"] == "case"


@pytest.mark.parametrize("named", ["research", "nobody"])
def test_a_profile_that_does_not_argue_is_refused(table: Table, named: str) -> None:
    options = ("--set", "refinement.then=debate", "--set", f"refinement.debate_profile={named}")
    done = table.command("refine", Z, *table.where, *options)
    assert (done.code, len(done.err.strip().splitlines())) == (2, 1)
    assert named in done.err


def gaps_of(idea: Idea) -> tuple[Document, Document]:
    who = {"aspect": "população", "gap": "nobody is named", "suggestion": idea.who}
    return who, {"aspect": "métricas", "gap": "nothing is measured", "suggestion": idea.measure}


def play(idea: Idea, behaviour: str) -> list[Entry]:
    """Let a structurer and a methodologist behave well or badly over one idea."""
    vague, half = f"{idea.text}?", f"{idea.text} {idea.who}?"
    whole, gone = f"{idea.text} {idea.who}, {idea.measure}?", ELSEWHERE[idea.language]
    both, spans = {"addressed_gaps": ["população", "métricas"]}, {"G1": idea.who, "G2": idea.measure}
    second, verdict = {
        "good": (whole, approves(spans)),
        "good, and silent": (whole, approves()),
        "half, and called whole": (half, approves(spans)),
        "half, and silent": (half, approves()),
        "half, and said to be": (half, approves({"G1": idea.who, "G2": ""})),
        "unchanged": (vague, approves(spans)),
        "gone": (gone, approves({"G1": gone, "G2": gone})),
        "never satisfied": (
            half,
            entry("methodology", reply={"status": "needs_refinement", "improvements": [gaps_of(idea)[1]]}),
        ),
    }[behaviour]
    forced = entry("force", reply={"status": "approved", "justification": "Enough.", "gaps": []})
    return [VAGUE, *structured(vague, second, **both), wants(*gaps_of(idea)), verdict, forced]


BEHAVIOURS = (
    "good", "good, and silent", "half, and called whole", "half, and silent", "half, and said to be", "unchanged",
    "gone", "never satisfied",
)  # fmt: skip


@pytest.mark.parametrize(
    ("idea", "behaviour"),
    [
        pytest.param(idea, BEHAVIOURS[place % len(BEHAVIOURS)], id=f"{idea.language} {idea.subject}")
        for place, idea in enumerate(IDEAS)
    ],
)
def test_no_question_is_approved_that_left_the_subject_or_keeps_a_gap(table: Table, idea: Idea, behaviour: str) -> None:
    """F-17, X-72: forty vague ideas; decided means who and measure stand in a question about the subject."""
    code, document = refine(table, idea.text, *play(idea, behaviour), options=("--set", f"language={idea.language}"))
    good = behaviour.startswith("good")
    assert (code, document["status"]) == ((0, "decided") if good else (3, "needs_review"))
    told = table.show()
    if good:
        assert idea.subject in document["decision"]
        assert idea.who in document["decision"]
        assert idea.measure in document["decision"]
        assert ("Unconfirmed" in told) == (behaviour == "good, and silent")
    elif behaviour == "never satisfied":
        assert document["refinement"]["forced_decision"]
        assert "approved because no refinement was left" in " ".join(told.split())
    if behaviour == "gone":
        assert "left the user's subject" in told
    elif not good:
        assert "gaps are open" in told
        assert "nothing is measured" in told
        assert ("nobody is named" in [each["gap"] for each in document["refinement"]["open_gaps"]]) == (
            behaviour == "unchanged"
        )


def test_forty_ideas_in_three_languages() -> None:
    assert len({idea.text for idea in IDEAS}) == 40
    assert {idea.language for idea in IDEAS} == {"pt", "en", "id"}
