import pytest

from moot.policies.critique.claims.claims import compare_claims, count_claims, summarise_claims
from moot.policies.critique.evidence.weighing import flag_risks, share_without_evidence, weigh_evidence
from moot.state.critiques import Point
from moot.state.positions import Position
from moot.state.protocol import ClaimRules
from tests.policies.voices import claim, critique, position, sheet
from tests.support.words import english

LEGAL = ClaimRules(evidence_required="all")


def claiming(seat: str, total: int, bare: int, number: int = 1, kind: str = "fact") -> Position:
    """A seat with so many claims, of which so many cite nothing."""
    made = (claim(f"C{at}", kind=kind, evidence=() if at <= bare else ("E1",)) for at in range(1, total + 1))
    return position(seat, number, recommendation="x", claims=tuple(made))


@pytest.mark.parametrize(
    ("count", "outcome"),
    [
        pytest.param(0, "ok", id="L-32 none"),
        pytest.param(8, "ok", id="X-56b eight"),
        pytest.param(9, "warn", id="W-L11 nine"),
        pytest.param(10, "warn", id="X-56b ten"),
        pytest.param(11, "refused", id="W-L11 eleven"),
    ],
)
def test_claim_limits(count: int, outcome: str) -> None:
    found = count_claims(claiming("nla", count, 0), LEGAL)
    assert (found.outcome, found.count) == (outcome, count)
    assert "National Law Agent" in english(found.reason)


def test_changed_claims() -> None:
    """L-50."""
    before = position(
        "nla", 1, claims=(claim("C1"), claim("C2"), claim("C3"), claim("C4"), claim("C5", confidence=0.9))
    )
    after = position(
        "nla",
        2,
        claims=(
            claim("C1"),
            claim("C2", statement="Something else"),
            claim("C3", evidence=("E1",)),
            claim("C5", confidence=0.5),
            claim("C6"),
        ),
    )
    found = compare_claims(before, after)
    assert found.before_claims == ("C1", "C2", "C3", "C4", "C5")
    assert found.after_claims == ("C1", "C2", "C3", "C5", "C6")
    assert found.changed_claims == ("C2", "C3", "C5", "C6")
    assert found.withdrawn_claims == ("C4",)


@pytest.mark.parametrize(
    ("total", "bare", "over"),
    [
        pytest.param(10, 3, False, id="W-L8 X-56h 30 % is not more than 30 %"),
        pytest.param(10, 4, True, id="W-L8 L-27 40 %"),
        pytest.param(3, 1, True, id="L-27 a third"),
        pytest.param(0, 0, False, id="no claims"),
    ],
)
def test_evidence_shares(total: int, bare: int, over: bool) -> None:
    found = weigh_evidence([claiming("nla", total, bare), claiming("ala", 2, 0)], LEGAL)
    assert found.over_limit == (("nla",) if over else ())
    assert found.shares == {"ala": 0.0, "nla": pytest.approx(bare / total if total else 0.0)}
    assert len(found.risk_flags["nla"]) == len(found.uncertainties["nla"]) == bare
    assert ("National Law Agent" in english(found.reason)) is over


@pytest.mark.parametrize(
    ("kind", "rules", "flagged"),
    [
        pytest.param("fact", ClaimRules(), True, id="D-141 a fact needs evidence"),
        pytest.param("recommendation", ClaimRules(), False, id="D-141 a recommendation does not"),
        pytest.param("hypothesis", ClaimRules(), False, id="D-141 nor a hypothesis"),
        pytest.param("recommendation", LEGAL, True, id="L-02 every claim of a legal debate does"),
        pytest.param("hypothesis", LEGAL, True, id="L-02 hypotheses too"),
    ],
)
def test_which_claims_need_evidence(kind: str, rules: ClaimRules, flagged: bool) -> None:
    """X-56 risk_flags."""
    assert flag_risks(claiming("nla", 1, 1, kind=kind), rules) == (("C1",) if flagged else ())


def test_opinions_do_not_hide_an_unproven_fact() -> None:
    said = position("cfo", claims=(claim("C1"), *(claim(f"C{at}", kind="recommendation") for at in range(2, 9))))
    assert share_without_evidence(said, ClaimRules()) == 1.0


def test_blank_sources_are_no_evidence() -> None:
    assert flag_risks(position("nla", claims=(claim("C1", evidence=(" ",)),)), LEGAL) == ("C1",)


def test_the_last_position_counts() -> None:
    """A seat that supplies its evidence in round 2 is no longer over the limit; a failed round changes nothing."""
    said = [claiming("nla", 10, 9), claiming("nla", 10, 0, number=2), position("nla", 3, status="failed")]
    assert weigh_evidence(said, LEGAL).over_limit == ()


def test_claims_are_agreed_disputed_or_uncontested() -> None:
    """W-L15, L-29."""
    said = [
        position("nla", 1, claims=(claim("C1", statement="An older claim"),)),
        position(
            "nla",
            2,
            claims=(
                claim("C1", statement="The land is ancestral property"),
                claim("C2", statement="The sale is void"),
                claim("C3", statement="The court in Padang is competent"),
            ),
        ),
        position(
            "ala",
            2,
            claims=(
                claim("C1", statement="This land is ancestral property."),
                claim("C2", statement="The clan must consent"),
                claim("C3", statement="Custom allows a pledge"),
            ),
        ),
    ]
    critiques = [
        critique(1, agent="ala", target="nla", claim_id="C2", severity="MINOR"),
        critique(2, agent="nla", target="ala", claim_id="C3", resolved=True),
    ]
    sheets = [sheet("nla", agreements=(Point(target="ala", point="I agree with C2"), Point(target="nla", point="C3")))]
    found = summarise_claims(said, critiques, sheets, "en")
    assert [(note.seat, note.claim_id) for note in found.agreed] == [("ala", "C1"), ("ala", "C2"), ("nla", "C1")]
    assert [(note.seat, note.claim_id) for note in found.disputed] == [("nla", "C2")]
    assert [(note.seat, note.claim_id) for note in found.uncontested] == [("ala", "C3"), ("nla", "C3")]
    assert "K1 of Adat Law Agent" in english(found.disputed[0].reason)


def test_a_claim_both_make_is_disputed_while_a_critique_is_open() -> None:
    same = {"statement": "The land is ancestral property"}
    said = [position("nla", claims=(claim("C1", **same),)), position("ala", claims=(claim("C1", **same),))]
    found = summarise_claims(said, [critique(1, agent="ala", target="nla", claim_id="C1")], [], "en")
    assert [note.seat for note in found.disputed] == ["nla"]
    assert [note.seat for note in found.agreed] == ["ala"]


@pytest.mark.parametrize(
    ("one", "other", "agreed"),
    [
        ("The widow receives 50 percent of the estate", "The widow gets 25 percent of the estate", False),
        ("The fine is at most Rp 1.000.000", "The fine is at most Rp 1.000", False),
        ("The share of the widow is 1/2", "The share of the widow is 1/4", False),
        ("The widow receives 50 percent of the estate", "The widow receives 50% percent of this estate.", True),
        ("By article 832 the blood relatives inherit", "The blood relatives inherit", True),
    ],
)
def test_claims_with_other_figures_are_not_agreed(one: str, other: str, agreed: bool) -> None:
    """W-L15: words alike, figures not."""
    said = [
        position("nla", claims=(claim("C1", statement=one),)),
        position("ala", claims=(claim("C1", statement=other),)),
    ]
    assert [bool(note) for note in summarise_claims(said, [], [], "en").agreed] == [True, True] * agreed
