"""The rules of law in a whole debate: what is derived can be cited, and a conflict of norms keeps it open."""

from html import unescape

import pytest

from tests.graph.test_legal import ANSWERS, answers, argue, claim, minor, openings, repeats, supervises
from tests.support.records import read_records
from tests.support.scripts import say
from tests.support.stage import Stage

QUESTION = "Apakah anak berhak atas pusako tinggi ayahnya menurut adat Minangkabau, atau berlaku KUHPerdata?"


async def test_rules_are_evidence_for_both_sides(stage: Stage) -> None:
    """L-05, L-08, L-43: what the rules derive stands under its id in every prompt, and may be cited."""
    cited = [claim(1, "Anak bukan ahli waris pusako tinggi.", ("MIN-004", "KON-001")), claim(2), claim(3)]
    how = "Tanah kaum bukan milik pewaris, maka pasal waris hanya berlaku atas harta pencaharian."
    ways = [{"conflict_id": "KON-001", "how": how}]
    ran = await argue(
        stage,
        openings(),
        *(minor(), answers(2, "ala", claims=cited, reconciles=ways), answers(2, "nla"), supervises()),
        say("settle", "nla", reply={"verdicts": [{"critique_id": "KON-001", "verdict": "answered", "reason": "Ya."}]}),
        question=QUESTION,
    )
    for seat in ("nla", "ala"):
        shown = ran.prompt("position", seat)
        assert "[MIN-004] Anak tidak berhak atas pusako tinggi kaum ayahnya" in shown
        meant = "adat Minangkabau, hukum nasional, KUHPerdata, anak, pusako tinggi"
        assert f"[conflict(minangkabau,nasional,child,pusako_tinggi): {meant}]" in shown
        assert "belum diverifikasi ahli; dibaca dari «Minangkabau»; «pusako tinggi»; «anak»; «tinggi ayahnya»" in shown
    verdicts = {(each.seat, each.round, each.claim_id): each.verdict for each in ran.result.evidence.claims}
    assert verdicts["ala", 2, "C1"] == "supported"
    assert (ran.result.status, len(ran.result.rounds)) == ("decided", 2)
    (told,) = ran.watch.named("rules")
    assert (told["count"] > 5, told["reason"]) == (True, "")
    # Issue 15: whoever reads what is told of a debate sees which words of the case a cited rule rests on.
    assert {"MIN-004", "KON-001"} <= {*ran.result.evidence.notes}
    records = read_records(ran.state, ran.result)  # type: ignore[arg-type]  # a state's values
    for name in ("report.txt", "report.html"):
        text = " ".join(unescape(records[name]).split())
        assert "dibaca dari «Minangkabau»; «pusako tinggi»; «anak»; «tinggi ayahnya»" in text, name
    assert "MIN-001" not in ran.result.evidence.notes, "nobody cites it"


async def test_a_derived_conflict_that_nobody_justifies_calls_a_person(stage: Stage) -> None:
    """L-22, W-L16: it blocks finishing, and after the last round a person is asked."""
    ran = await argue(stage, openings(), minor(1), minor(2), repeats(2, 3), supervises(), question=QUESTION)
    assert len(ran.result.rounds) == 3
    assert (ran.result.status, ran.result.needs_human_review) == ("needs_review", True)
    assert any("KON-001" in each for each in ran.result.escalation.reasons)


async def test_without_the_engine_the_debate_goes_on(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """L-08: the rule engine is used when it is there; when it is not, the log says so."""
    monkeypatch.setattr("moot.knowledge.norms.rules.find_spec", lambda name: None)
    ran = await argue(stage, openings(), minor(), repeats(2), supervises(), question=QUESTION)
    assert ran.result.status == "decided"
    missing = "no rules were applied: the rule engine needs an extra; install it with: pip install 'moot[legal]'"
    assert [each.text for each in ran.state["events"] if each.kind == "rules"] == [missing]
    assert ran.watch.named("rules")[0]["reason"] == missing


@pytest.mark.parametrize(
    ("question", "label", "step"),
    [
        pytest.param("Apakah adat Minangkabau bertentangan dengan KUHPerdata?", "C", 4, id="L-48 a conflict"),
        pytest.param("Bagaimana pusako dan mamak menurut adat?", "B", 3, id="L-48 adat alone"),
        pytest.param("Bagaimana putusan ini dibaca?", "A", 5, id="L-48 national law"),
        pytest.param("Apakah poligami menurut adat Jawa sah?", "A", 2, id="L-48 a final rule"),
        pytest.param("Apakah kawin paksa menurut adat sah?", "A", 1, id="L-48 a human right"),
    ],
)
async def test_the_ladder_stands_in_for_the_supervisor(stage: Stage, question: str, label: str, step: int) -> None:
    """L-47, L-48: when the supervisor's model fails, words and derived rules give the label."""
    final = [claim(1, evidence=("E1", "KON-003")), claim(2), claim(3)]
    ran = await argue(
        stage,
        openings(),
        *(minor(), *(answers(2, seat, claims=final) for seat in ANSWERS)),
        say(["synthesize", "repair"], "supervisor", fail="refusal"),
        question=question,
        context=[
            {"id": "E1", "text": "KUHPerdata 852"},
            {"id": "KON-003", "text": "Aturan ini sudah dijelaskan oleh pemberi konteks."},
        ],
    )
    synthesis = ran.result.synthesis
    assert synthesis is not None
    assert (synthesis.author, synthesis.label, synthesis.step) == ("deterministic", label, step)
