"""A whole legal debate that was answered by hand: its verdict says what the two sides said, and so does every view.

Whether its claims stand on their evidence is for the tests of the ledger: nothing here depends on it.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.acceptance.table import Document, Table, conditions
from tests.support.scenario import Entry

DATA: Document = yaml.safe_load(
    (Path(__file__).parent.parent / "data/hand_answered/waris_bali.yaml").read_text(encoding="utf-8")
)
GUIDANCE = "Apakah bagian Ayu tetap dua per sembilan dari gunakaya kedua orang tua, dan siapa mengelola duwe tengah?"
WITHOUT = ("evidence", "reviewed")
"""The conditions that depend on what the ledger says of the claims."""


def play(table: Table, folder: Path, *first: Entry, answers: list[Entry] | None = None) -> Document:
    table.play(*first, *(DATA["answers"] if answers is None else answers))
    files = []
    for name, text in DATA["context"].items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
        files += ["--context", str(folder / f"{name}.txt")]
    options = ("--profile", "legal", "--language", "id", "--out", str(folder / "out"))
    return table.run(*options, *files, question=DATA["question"])[1]


def prompt(table: Table, phase: str, seat: str, number: int) -> str:
    wanted = {"x-moot-phase": phase, "x-moot-seat": seat, "x-moot-round": str(number)}
    return next(each.prompt for each in table.scenario.calls if wanted.items() <= each.headers.items())


def part(text: str, name: str) -> str:
    """What a prompt shows between two tags; empty when it has no such part."""
    return text.partition(f"<{name} ")[2].partition(f"</{name} ")[0]


@pytest.fixture
def told(table: Table, tmp_path: Path) -> tuple[Table, Document]:
    return table, play(table, tmp_path)


def test_it_settles_in_round_3(told: tuple[Table, Document], tmp_path: Path) -> None:
    """X-54, W-L16: both vote for D, nothing is open, and the way one side resolves KON-001 is confirmed."""
    _, document = told
    assert (len(document["rounds"]), document["stop_reason"], document["convergence"]) == (3, "converged", 1.0)
    assert document["circuit_breaker"] is None
    assert (document["ballot"]["settled"], document["supervision"]["label"]) == ("D", "C")
    met = {name: each["met"] for name, each in conditions(document).items() if name not in WITHOUT}
    assert all(met.values()), met
    assert (
        conditions(document)["settled"]["detail"]
        == "suara menetapkan opsi D, dengan catatan: Agen Hukum Nasional: 2:1 belum setara"
    )
    reasons = " ".join(document["escalation"]["reasons"])
    assert not [word for word in ("KON-001", "sepakat", "Dihentikan", "batas") if word in reasons]
    (conflict,) = document["norm_conflicts"]
    assert (conflict["resolved"], conflict["reconciliations"][0]["confirmed_by"]) == (True, ["nla"])
    assert [each["id"] for each in document["critiques"] if not each["resolved"]] == []
    rounds = [each["convergence"] for each in document["rounds"]]
    assert rounds == sorted(rounds)
    assert rounds[1] < 0.6, "opposed options, a MAJOR critique and a conflict of laws are open"
    summary = json.loads((tmp_path / "out/debate_summary.json").read_text(encoding="utf-8"))
    assert [each for each in summary["conflicts"] if each["kind"] != "divergence"] == []
    found = {each["reason"] for each in summary["uncontested_claims"]}
    assert {"tidak ada yang mengkritiknya", "dikritik dalam K2, dan itu sudah selesai"} <= found


@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        pytest.param({"verdicts": []}, [], id="nobody answers"),
        pytest.param(
            {"verdicts": [{"critique_id": "KON-001", "verdict": "not_answered", "reason": "Pasal 28I dilewati."}]},
            ["nla"],
            id="the other side refuses it",
        ),
    ],
)
def test_what_is_not_confirmed_is_told_as_open(
    table: Table, tmp_path: Path, changed: Mapping[str, Any], refused: list[str]
) -> None:
    """W-L16, closed by default: a person is asked about the very point, and nobody is said to disagree."""
    kept = [each for each in _verdicts("settle", "nla", 3) if each["critique_id"] != "KON-001"]
    reply = {"verdicts": [*kept, *changed["verdicts"]]}
    document = play(table, tmp_path, {"when": {"phase": "settle", "seat": "nla", "round": 3}, "reply": reply})
    assert document["stop_reason"] == "max_rounds"
    assert document["norm_conflicts"][0]["reconciliations"][0]["refused_by"] == refused
    breaker = document["circuit_breaker"]
    assert breaker["agents_in_conflict"] == []
    assert [each.partition(":")[0] for each in breaker["divergences"]] == ["KON-001"]
    assert any("Ayu Rp 1,333 miliar" in each for each in breaker["consensus"])
    assert "conflict(" not in json.dumps(document["escalation"])
    assert [each for each in document["escalation"]["reasons"] if "KON-001" in each] == [
        each for each in document["escalation"]["reasons"] if not each.startswith("bukti")
    ]
    texts = f"{table.show()} {(tmp_path / 'out/report.txt').read_text(encoding='utf-8')}"
    assert "tanpa kesepakatan" not in texts
    assert "tidak sepakat" not in texts


def _verdicts(phase: str, seat: str, number: int) -> list[Document]:
    wanted = {"phase": phase, "seat": seat, "round": number}
    found: list[Document] = next(each["reply"]["verdicts"] for each in DATA["answers"] if each["when"] == wanted)
    return found


def test_what_the_seats_are_shown(told: tuple[Table, Document]) -> None:
    """Every part of a prompt says what is so: real answers, all that is open, names and numbers that exist."""
    table, _ = told
    revise, critique = prompt(table, "revise", "nla", 3), prompt(table, "critique", "ala", 2)
    for shown in (part(revise, "critiques"), part(critique, "own_critiques")):
        assert "Last answer of nla: rejected, Duwe tengah sepertiga tidak dikenal" in shown
        assert "Still missing for ala: Bahwa duwe tengah" in shown
    assert all(f"{name} " in part(revise, "critiques") for name in ("K9", "K10", "K11", "K13"))
    told_open = part(revise, "open").splitlines()[1:]
    assert told_open == ["- The answers of ala and nla exclude each other."], "critiques and conflicts have parts"
    assert "KON-001, OPEN" in part(revise, "conflicts")
    assert "withdrew" not in part(revise, "left_open")
    assert "when both agents choose it" in revise
    assert "target: the id of the other agent you criticise" in critique
    assert "You are ala; criticise nla." in critique
    assert "(votes:" not in part(prompt(table, "ballot", "comparer", 2), "options")
    settle = prompt(table, "settle", "nla", 3)
    assert "[BAL-002]" in part(settle, "evidence")
    assert "[NAS-001]" in part(revise, "evidence")
    assert "[NAS-001]" not in part(settle, "evidence"), "sources that nobody judged cites are left out"
    assert "nla (" not in part(settle, "positions")
    assert part(settle, "own_position").partition("\n")[2].startswith("nla ("), "what it advises itself by now"
    supervise = prompt(table, "synthesize", "supervisor", 3)
    assert "nla: 2:1 belum setara." in part(supervise, "summary")
    assert "exclude each other" not in part(supervise, "ballot")
    assert "label: national_law | customary_law | both_laws | unknown_law" in supervise
    compare = prompt(table, "compare", "comparer", 3)
    assert part(compare, "option").count("\n- ") == 3
    assert "Every pair of agents" not in compare


def test_what_people_read(told: tuple[Table, Document], tmp_path: Path) -> None:
    """Words belong to the seat that said them, a critique keeps its story, and views that differ are told with both."""
    _, document = told
    text = " ".join((tmp_path / "out/report.txt").read_text(encoding="utf-8").split())
    dissent = text.partition("Perbedaan ")[2].partition("Risiko ")[0]
    assert dissent.startswith("Pandangan berbeda (“")
    assert "Agen Hukum Nasional: 2:1 belum setara" in dissent
    story = text.partition("K9 Agen Hukum Adat terhadap Agen Hukum Nasional C4")[2].partition("K10")[0]
    steps = ["ditolak", "belum terjawab", "diterima", "terjawab"]
    places = [story.find(f"({each})") for each in steps]
    assert places == sorted(places), story
    assert -1 not in places, story
    assert "Agen Hukum Nasional memilih dengan catatan: 2:1 belum setara." in text
    if document["review"] is not None:
        sides = document["review"]["request"]["details"]["sides"]
        said = {each["seats"][0]: each["view"] for each in sides}
        assert "tidak boleh dijual tanpa persetujuan Ayu" in said["ala"]
        assert "tidak boleh dijual" not in said["nla"]


def test_after_guidance_the_supervisor_sees_what_was_before(table: Table, tmp_path: Path) -> None:
    """What was proposed and why a person was asked is shown; null keeps what was left open."""
    refusing = {"when": {"phase": "settle", "seat": "nla", "round": 3}, "reply": {"verdicts": []}}
    play(table, tmp_path, refusing)
    done = table.command("review", "case", "--respond", GUIDANCE, "--json", "--quiet")
    assert done.document["rounds"][-1]["number"] == 4
    earlier = part(prompt(table, "synthesize", "supervisor", 4), "earlier")
    assert "proposed decision: Pengadilan Negeri Gianyar sebaiknya menolak" in earlier
    assert "KON-001" in earlier
    last = {each["seat"]: each for each in done.document["positions"] if each["round"] == 4}
    assert last["nla"]["left_open"][0].startswith("Kesesuaian 2:1")
    assert last["nla"]["reservation"] == "2:1 belum setara."
