"""Three refinements that somebody answered by hand in Portuguese, as a capable model would (F-17, X-70, X-72).

The answers stand in tests/data/refinements, word by word.
"""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.acceptance.table import Document, Table, conditions
from tests.support.scenario import Entry

FOLDER = Path(__file__).parent.parent / "data/refinements"
ENGLISH = re.compile(
    r"\b(?:the|approved|caller|chose|refinement|reviewed|ended|suggestion|answered|assumed)\b", re.IGNORECASE
)


def load(name: str) -> Document:
    story: Document = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return story


def play(table: Table, name: str, *options: str, more: tuple[Entry, ...] = ()) -> tuple[int, Document, Document]:
    """Refine the idea of a story: the story, the exit code and the result document."""
    story = load(name)
    table.play(*story["answers"], *story.get("answers_after", ()), *more)
    done = table.command(
        "refine", story["idea"], *table.where, "--thread", "case", "--json", "--quiet", "--language", "pt", *options
    )
    assert done.out, done.err
    return done.code, done.document, story


def prompts(table: Table, *phases: str) -> list[str]:
    return [call.prompt for call in table.scenario.calls if call.headers["x-moot-phase"] in phases]


def read_page(path: Path) -> str:
    """Read what a page says, without its marks."""
    text = re.sub(r"<(style|script).*?</\1>", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def plain(text: str) -> str:
    return " ".join(text.split())


def test_a_reworded_gap_is_confirmed_again(table: Table, tmp_path: Path) -> None:
    """F-17: version 3 words the dose otherwise; the methodologist is shown the gap again, and confirms it."""
    code, document, _ = play(table, "reminders", "--out", str(tmp_path))
    found = document["refinement"]
    assert (code, document["status"], found["open_gaps"]) == (0, "decided", [])
    gaps = found["hypothesis_versions"][-1]["gaps"]
    assert [(each["id"], each["version"], each["shown_by"]) for each in gaps] == [
        *((f"G{number}", 1, "methodologist") for number in range(1, 5)),
        ("G5", 2, "methodologist"),
    ]
    assert gaps[2]["span"] == "uma mensagem de lembrete 48 horas antes da consulta ou nenhum lembrete"
    assert "A confirmar" not in (tmp_path / "report.txt").read_text()
    assert found["addressed_gaps"] == ["testabilidade", "variáveis"]


def test_a_silent_approval_keeps_what_was_confirmed(table: Table) -> None:
    """F-17: the gap was listed, its words changed, and the version was approved without a word on it."""
    story = load("reminders")
    last: Any = story["answers"][-1]
    last["reply"]["gaps"] = last["reply"]["gaps"][3:]
    table.play(*story["answers"])
    done = table.command("refine", story["idea"], *table.where, "--thread", "case", "--json", "--quiet")
    gap = done.document["refinement"]["hypothesis_versions"][-1]["gaps"][2]
    assert (done.code, gap["state"], gap["shown_by"], gap["reworded"]) == (0, "filled", "methodologist", True)
    assert "com outras palavras" in plain(table.command("show", "case", "--language", "pt").out)


def test_gaps_keep_their_words_and_reach_both_sides_under_one_id(table: Table) -> None:
    """F-17, F-21: what was found first, when, and what is missing by now; filled ones are listed again."""
    play(table, "reminders")
    structured, judged = prompts(table, "structure"), prompts(table, "methodology")
    found = "G4 testabilidade (testability): 'Cansar' não está operacionalizado"
    now = "'Se cansam das mensagens' segue sem definição operacional"
    assert found in structured[1]
    assert now not in structured[1]
    assert all(text in structured[2] for text in (found, now, "G5 variáveis"))
    assert all(text in judged[2] for text in (found, now, "(found in version 1, open; missing by now:", "G1 população"))
    assert 'found in version 1, filled since by "uma mensagem de lembrete 48 horas antes da consulta, em' in judged[2]
    assert "gaps: one for each of G1, G2, G3, G4, G5:" in judged[2]
    for prompt in (*structured, *judged):
        assert ".." not in prompt.replace("...", "")
        assert "Suggestion" not in prompt
    assert "context: O usuário não diz onde" in judged[0]
    assert "context: O usuário não diz onde" in structured[1]


def test_the_same_assumption_is_listed_once(table: Table) -> None:
    """X-70: said at length in version 3, it takes the place of the short form."""
    _, document, _ = play(table, "reminders")
    assumed = document["refinement"]["assumptions"]
    assert len(assumed) == 8
    assert [each for each in assumed if "5 pontos percentuais" in each] == [
        "Diferença mínima relevante de 5 pontos percentuais na proporção mensal de faltas."
    ]


def test_what_is_settled_stays_so(table: Table) -> None:
    """X-69b: an evaluation that repeats nothing takes nothing back."""
    _, document, _ = play(table, "reminders")
    assert list(document["refinement"]["clarifications"]) == ["O que significa 'ajudar'?"]


@pytest.fixture
def answered(table: Table, tmp_path: Path) -> tuple[Document, Path]:
    """A forced approval with an open gap, to which a person says what fills it and what is wrong."""
    code, document, story = play(table, "night_study")
    assert (code, document["status"]) == (3, "needs_review")
    said = ("--respond", story["respond"], "--reviewer", "Ana", "--out", str(tmp_path), "--language", "pt")
    done = table.command("review", "case", *said, "--json", "--quiet")
    assert done.code == 0, done.err
    return done.document, tmp_path


def test_an_assumption_that_the_user_denies_is_withdrawn(table: Table, answered: tuple[Document, Path]) -> None:
    """X-70: she said that the school is private; no output assumes a public one."""
    document, folder = answered
    story, found = load("night_study"), document["refinement"]
    denied = "População: ensino médio de escolas públicas, 15 a 18 anos."
    assert denied not in found["assumptions"]
    assert found["withdrawn_assumptions"] == [denied]
    assert found["said"] == [story["respond"]]
    filled = conditions(document)["filled"]["detail"]
    assert "presumido: Madrugada" in filled
    assert denied not in filled
    told = plain((folder / "report.txt").read_text())
    assert f"Retirado {denied}" in told
    assert "A lista de suposições ainda fala em escolas públicas" in plain(table.show())
    assert "A confirmar" not in told
    assert "Retirado" in read_page(folder / "report.html")


def test_the_persons_words_are_shown_as_the_users(table: Table, answered: tuple[Document, Path]) -> None:
    """To structurer and methodologist, with the rule that they overrule what was assumed."""
    del answered
    story = load("night_study")
    for prompt in (prompts(table, "structure")[-1], prompts(table, "methodology")[-1]):
        assert re.search(rf"<user_said (\w+)>\n- {re.escape(story['respond'])}\n</user_said \1>", prompt)
        assert "user_said (1 remark) is the user's own word" in prompt
    assert "A1 População: ensino médio" in prompts(table, "structure")[-1]
    assert "Those of earlier versions are A1, A2, A3, A4" in prompts(table, "structure")[-1]
    assert "A1 População" not in prompts(table, "methodology")[-1]
    assert not any("<user_said" in each for each in prompts(table, "structure")[:-1])


def test_refinements_are_counted_against_what_was_allowed(answered: tuple[Document, Path]) -> None:
    """F-04: a person who asks for one more raises the number they are counted against."""
    document, folder = answered
    found = document["refinement"]
    assert (found["refinement_iteration"], found["max_refinements"]) == (3, 3)
    assert "3 de 3 refinamentos" in (folder / "report.txt").read_text()
    assert "3 de no máximo 3 refinamentos" in read_page(folder / "report.html")


def test_a_person_who_was_asked_is_in_the_log(answered: tuple[Document, Path]) -> None:
    """D-88: whoever decides on a question was called to it."""
    log = (answered[1] / "debate_log.yaml").read_text()
    assert "escalado_para: HUMANO" in log
    assert "# refined: Entre alunos do 2º ano" in log


def test_the_forced_decision_sees_what_is_assumed_and_may_not_send_back(table: Table) -> None:
    """F-37, F-38, X-70: two words to choose from, the assumptions, and gaps dated by when they were found."""
    play(table, "night_study")
    call = next(call for call in table.scenario.calls if call.headers["x-moot-phase"] == "force")
    assert call.schema is not None
    assert call.schema["properties"]["status"]["enum"] == ["approved", "rejected"]
    assert "A4 Dormir bem: média de pelo menos 8 horas" in call.prompt
    assert "G3 variáveis (variables): Horário de estudo e quantidade de sono estão misturados" in call.prompt
    assert "found in version 1, open; missing by now: O total de horas" in call.prompt
    assert "\nV2 lacked variáveis (variables): 'Dormem bem'" in call.prompt


def test_the_forced_decision_may_find_a_gap_filled(table: Table) -> None:
    """F-37: by words that were not there when it was found; called open before or not."""
    story = load("night_study")
    forced: Any = story["answers"][-1]
    forced["reply"]["gaps"][2] = {"gap": "G3", "verdict": "filled", "span": "em média pelo menos 8 horas por noite"}
    table.play(*story["answers"])
    done = table.command("refine", story["idea"], *table.where, "--thread", "case", "--json", "--quiet")
    assert (done.code, done.document["refinement"]["open_gaps"]) == (0, [])
    assert done.document["refinement"]["forced_decision"]


def test_a_pause_says_each_thing_once(table: Table) -> None:
    """X-72: the gap stands once, what is lacking is named as such, and nothing that is open counts as addressed."""
    story = load("night_study")
    table.play(*story["answers"])
    done = table.command("refine", story["idea"], *table.where, "--thread", "case", "--quiet", "--language", "pt")
    told = plain(done.out)
    assert told.count("quem estuda de madrugada e dorme 8 horas pertence aos dois") == 1
    assert "pergunta sem lacunas (restam lacunas)" in told
    assert "sem isso só se pode ler uma associação, não a causa." in told
    assert story["idea"] in told
    document = table.command("show", "case", "--json").document
    assert document["refinement"]["addressed_gaps"] == []


def test_a_person_who_approves_reads_what_stays_open(table: Table, tmp_path: Path) -> None:
    """X-72, X-85: the reservations stand in every output of the decision, without a mark twice."""
    play(table, "night_study")
    options = ("--approve", "--reviewer", "Ana", "--out", str(tmp_path), "--quiet", "--language", "pt")
    done = table.command("review", "case", *options)
    log = (tmp_path / "debate_log.yaml").read_text()
    assert "escalado_para: HUMANO" in log
    for text in (done.out, (tmp_path / "report.txt").read_text(), read_page(tmp_path / "report.html")):
        assert "O total de horas de estudo não é igualado" in plain(text)
        assert "orçada" in text
        assert not re.search(r"[.,;]\.(?!\.)|\.,", text.replace("...", "")), text


def test_where_a_question_comes_from_is_in_the_reports(table: Table, tmp_path: Path) -> None:
    """F-08, F-36: the idea, why it was called vague, context, problem and contribution; the question is the new one."""
    _, document, story = play(table, "reminders", "--out", str(tmp_path))
    found = document["refinement"]
    told = plain((tmp_path / "report.txt").read_text())
    for text in (told, read_page(tmp_path / "report.html")):
        for part in (*found["elements"].values(), found["classification_reasoning"], story["idea"]):
            assert plain(part) in text
    assert f"Pergunta {found['question']}" in told
    assert f"Ideia {story['idea']}" in told
    summary = json.loads((tmp_path / "debate_summary.json").read_text())
    assert (summary["idea"], summary["refined_question"]) == (story["idea"], found["question"])


def test_what_does_not_apply_to_a_refinement_is_not_checked(table: Table, tmp_path: Path) -> None:
    """D-90, D-92: no synthesis, no confidence and no gate; and a vague idea is not called a clear question."""
    play(table, "reminders", "--out", str(tmp_path))
    page = read_page(tmp_path / "report.html")
    assert "8 de 8 passaram" in page
    assert "há uma ideia" in page
    assert "pergunta clara" not in page


def test_a_portuguese_refinement_is_told_in_portuguese(table: Table, tmp_path: Path) -> None:
    play(table, "reminders", "--out", str(tmp_path))
    for name in ("report.txt", "report.html"):
        text = read_page(tmp_path / name) if name.endswith("html") else (tmp_path / name).read_text()
        assert not ENGLISH.findall(text), name


@pytest.fixture
def argued(table: Table, tmp_path: Path) -> tuple[int, Document, Document, Path]:
    """A refined question that four seats argue, with a source."""
    given = tmp_path / "evid.txt"
    given.write_text(load("homework")["context"], encoding="utf-8")
    options: tuple[str, ...] = (
        "--context",
        str(given),
        "--route",
        "refine",
        "--profile",
        "research",
        "--set",
        "refinement.then=debate",
    )
    story = load("homework")
    table.play(*story["answers"])
    out = tmp_path / "records"
    options = (*options, "--thread", "case", "--json", "--language", "pt", "--out", str(out))
    done = table.command("run", story["idea"], *table.where, *options)
    assert done.out, done.err
    (tmp_path / "err.txt").write_text(done.err)
    return done.code, done.document, story, tmp_path


def test_refiners_see_the_sources(table: Table, argued: tuple[int, Document, Document, Path]) -> None:
    """What the caller gave with --context is not kept from those who choose population, dose and threshold."""
    del argued
    for prompt in prompts(table, "structure", "methodology"):
        assert "[evid] Caderno da coordenação" in prompt
        assert "evidence (1 source) was given by the user" in prompt


def test_those_who_argue_see_the_idea_and_what_is_assumed(
    table: Table, argued: tuple[int, Document, Document, Path]
) -> None:
    """INTERFACES 7 `refinement.then: debate`: the idea, what is assumed and the verdict, to every seat."""
    _, document, story, _ = argued
    assert document["refinement"]["assumptions"]
    heard = prompts(table, "position", "critique", "revise", "synthesize")
    assert len(heard) > 10
    for prompt in heard:
        assert re.search(rf"<idea (\w+)>\n{re.escape(story['idea'])}\n</idea \1>", prompt)
        assert "- Limiar: 0,5 ponto na nota de prova de 0 a 10, em um semestre." in prompt
        assert "um ganho de 0,5 ponto ou mais a refutaria" in prompt
        assert "values that the user has not confirmed" in prompt


def test_the_idea_is_in_every_output_of_an_argued_question(
    table: Table, argued: tuple[int, Document, Document, Path]
) -> None:
    """The idea stands beside the question that was argued; who is asked first is named."""
    _, _, story, folder = argued
    records = folder / "records"
    review = table.command("review", "case", "--language", "pt").out
    outputs = {name: (records / name).read_text() for name in ("report.txt", "debate_log.yaml", "debate_summary.json")}
    outputs |= {"show": table.show(), "page": read_page(records / "report.html"), "review": review}
    for name, text in outputs.items():
        assert story["idea"] in plain(text), name
    told = (folder / "err.txt").read_text()
    assert re.search(r"com orquestrador, estruturador(, | e )metodologista", told), told[:400]
