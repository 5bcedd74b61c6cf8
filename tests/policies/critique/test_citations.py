"""Which sources a claim cites, however their ids are written."""

import pytest

from moot.policies.critique.critiques import number_critiques
from moot.policies.critique.evidence.citations import (
    SYSTEM,
    criticise_fabrications,
    list_citations,
    settle_fabrications,
)
from moot.policies.critique.ledger.entries import discount_unsupported
from moot.policies.critique.settling import settle_critiques
from moot.state.critiques import Critique, CritiqueSheet
from moot.state.evidence import Evidence
from moot.state.positions import Claim, CritiqueAnswer, Position
from moot.state.protocol import ClaimRules
from tests.policies.voices import claim, position
from tests.support.words import english

KNOWN = ("E1", "CG001_042", "Q3 report", "can_inherit(ana)", "doc-1")


@pytest.mark.parametrize(
    ("evidence", "known", "strangers"),
    [
        pytest.param(("[RAG:CG001_042]",), ("CG001_042",), (), id="D-57 as chunks are cited"),
        pytest.param(("RAG: cg001_042",), ("CG001_042",), (), id="D-57 without brackets, in any case"),
        pytest.param(("E1; doc-1",), ("E1", "doc-1"), (), id="L-02 two in one entry"),
        pytest.param(("[E1][doc-1]",), ("E1", "doc-1"), (), id="L-02 side by side"),
        pytest.param(("E1 and E9",), ("E1",), ("E9",), id="L-27 one of two exists"),
        pytest.param(("E1, p. 3",), ("E1",), (), id="L-02 a remark is no id"),
        pytest.param(("E1: the second line",), ("E1",), (), id="L-02 a remark after a colon"),
        pytest.param(("Q3 report",), ("Q3 report",), (), id="X-86 an id with a blank"),
        pytest.param(("[can_inherit(ana)]",), ("can_inherit(ana)",), (), id="X-86 an id with brackets of its own"),
        pytest.param(("E7, E8",), (), ("E7", "E8"), id="L-27 several that do not exist"),
        pytest.param(("our report, of last year",), (), ("our report, of last year",), id="L-27 a source in words"),
        pytest.param(("E1", "E1", " [E1] "), ("E1",), (), id="L-02 each once"),
        pytest.param(("", "[]", " "), (), (), id="L-02 blanks"),
    ],
)
def test_what_is_cited(evidence: tuple[str, ...], known: tuple[str, ...], strangers: tuple[str, ...]) -> None:
    found = list_citations(claim("C1", evidence=evidence), KNOWN)
    assert (found.known, found.strangers) == (known, strangers)


def test_a_statement_cites_too() -> None:
    """D-57: a chunk named inside the statement is cited."""
    found = list_citations(claim("C1", statement="Rents fall [RAG:CG001_042], and so on [RAG:X1]."), KNOWN)
    assert (found.known, found.strangers) == (("CG001_042",), ("X1",))


EVIDENCE = [Evidence(id="E1", text="Rents fall.")]
RULES = ClaimRules()


REJECTED = CritiqueAnswer(critique_id="K1", outcome="rejected", reason="no")


def said(number: int, *claims: Claim, seat: str = "cfo", **fields: object) -> Position:
    return position(seat, number, recommendation=f"go {number}", claims=claims, **fields)


def invented(positions: list[Position]) -> CritiqueSheet:
    sheet = criticise_fabrications(1, positions, EVIDENCE, stored=["RE007_001"])
    assert sheet is not None
    return sheet


def test_the_sheet_of_the_system() -> None:
    """L-13: one MAJOR evidence gap per claim that cites what does not exist, by seat."""
    positions = [
        said(1, claim("C1", evidence=("E9", "E1"))),
        said(1, claim("C1", evidence=("E1",)), claim("C2", evidence=("RE007_001",)), seat="coo"),
        said(2, claim("C1", evidence=("E8",)), seat="cmo"),
    ]
    sheet = invented(positions)
    assert (sheet.agent, sheet.round) == (SYSTEM, 1)
    assert [(each.target, each.target_claim_id, each.issue_type, each.severity) for each in sheet.items] == [
        ("cfo", "C1", "evidence_gap", "MAJOR"),
        ("coo", "C2", "evidence_gap", "MAJOR"),
    ]
    assert "'E9'" in sheet.items[0].description
    assert "was not retrieved" in sheet.items[1].description
    assert criticise_fabrications(1, positions[1:2], [*EVIDENCE, Evidence(id="RE007_001", text="x")]) is None


def test_it_is_numbered_after_the_seats() -> None:
    """L-14: numbers go on through the debate, whoever criticises."""
    positions = [said(1, claim("C1", evidence=("E9",))), said(1, claim("C1", evidence=("E1",)), seat="coo")]
    item = invented(positions).items[0].model_copy(update={"description": "No."})
    sheets = [invented(positions), CritiqueSheet(agent="coo", round=1, items=(item,))]
    intake = number_critiques(sheets, positions, ["cfo", "coo"])
    assert [(each.id, each.agent, each.downgraded) for each in intake.accepted] == [
        ("K1", "coo", False),
        ("K2", SYSTEM, False),
    ]
    assert not intake.rejected


@pytest.mark.parametrize(
    ("revision", "resolved", "why"),
    [
        pytest.param(None, False, "has not revised", id="X-55 not revised"),
        pytest.param(said(2, claim("C1", evidence=("E9",))), False, "still cites 'E9'", id="X-55 cited again"),
        pytest.param(said(2, claim("C1", evidence=("E7",))), False, "still cites 'E7'", id="X-55 another ghost"),
        pytest.param(said(2, claim("C1", evidence=("E1",))), True, "cites what exists", id="X-55 a real source"),
        pytest.param(said(2, claim("C1", kind="hypothesis")), True, "no longer cites", id="X-55 the id dropped"),
        pytest.param(said(2, claim("C2")), True, "withdrawn", id="X-55 the claim withdrawn"),
        pytest.param(
            said(2, claim("C1", evidence=("E9",)), answers=(REJECTED,)),
            False, "still cites", id="Q-06 an answer in words does not help",
        ),
    ],
)  # fmt: skip
def test_how_it_is_settled(revision: Position | None, resolved: bool, why: str) -> None:
    first = said(1, claim("C1", evidence=("E9",)))
    (critique,) = number_critiques([invented([first])], [first], ["cfo"]).accepted
    positions = [first] if revision is None else [first, revision]
    (settled,) = settle_fabrications([critique], positions, EVIDENCE)
    assert settled.resolved is resolved
    assert why in english(settled.resolution)


PEER = Critique(
    id="K1", agent="coo", round=1, target="cfo", target_claim_id="C1", issue_type="evidence_gap",
    description="Says who?", severity="MAJOR", suggested_fix="Cite it.",
)  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "outcome", "resolved"),
    [
        pytest.param((), ("E1",), None, True, id="X-55 real evidence was added"),
        pytest.param((), ("E9",), None, False, id="L-02 invented evidence is none"),
        pytest.param((), ("E9",), "accepted", False, id="L-02 nor does it change the claim"),
        pytest.param((), ("E9",), "rejected", False, id="L-02 nor carry a rejection"),
        pytest.param(("E1",), ("E1",), "rejected", True, id="Q-06 real evidence does"),
        pytest.param(("E9",), (), "accepted", True, id="X-55 dropping an invented source is a change"),
    ],
)
def test_unsupported_evidence_settles_nothing(
    before: tuple[str, ...], after: tuple[str, ...], outcome: str | None, resolved: bool
) -> None:
    """L-02: unsupported claims do not count toward convergence."""
    answer = () if outcome is None else (CritiqueAnswer(critique_id="K1", outcome=outcome, reason="because"),)  # type: ignore[arg-type]
    positions = [said(1, claim("C1", evidence=before)), said(2, claim("C1", evidence=after), answers=answer)]
    (settled,) = settle_critiques([PEER], positions, RULES, discount_unsupported(positions, EVIDENCE, RULES))
    assert settled.resolved is resolved, settled.resolution


RULING = "Putusan MA 179 K/Sip/1961 (23 Oktober 1961)"


@pytest.mark.parametrize(
    ("entry", "known", "strangers"),
    [
        pytest.param("Putusan MA 179 K/Sip/1961", (RULING,), (), id="D-57 begun"),
        pytest.param("[RAG: putusan ma 179 k/sip/1961]", (RULING,), (), id="D-57 case"),
        pytest.param("Adat", (), ("Adat",), id="D-57 the beginning of two"),
        pytest.param("Report 1", (), ("Report 1",), id="D-57 a number goes on"),
        pytest.param("Put", (), ("Put",), id="D-57 within a word"),
    ],
)  # fmt: skip
def test_the_beginning_of_one_id_is_that_id(entry: str, known: tuple[str, ...], strangers: tuple[str, ...]) -> None:
    ids = (RULING, "Adat 1", "Adat 2", "Report 1.5 on rents")
    found = list_citations(claim("C1", evidence=(entry,)), ids)
    assert (found.known, found.strangers) == (known, strangers)
