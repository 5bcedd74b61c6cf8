"""Does each claim stand on evidence this debate has?"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.critique.ledger.entries import (
    discount_unsupported,
    find_unfounded,
    judge_claims,
    lacks_evidence,
    latest_shares,
    share_claims,
)
from moot.state.evidence import ClaimVerdict, Evidence, Ledger
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules
from tests.policies.voices import claim, position
from tests.support.words import english

FACTS, ALL = ClaimRules(), ClaimRules(evidence_required="all")
REFUNDS = (
    "A refund above R$ 1,200 must be approved by the finance commit-\ntee within ten days.\n"
    "Smaller refunds are not reviewed; in 2025 they were 12.5 % of all refunds."
)
MARKET = "“Não há demanda suficiente”, diz o relatório: as vendas caíram 7% em São Paulo."
RENTS = "Rents in the old town rose by a fifth. The landlord offers a lease of five years."
EVIDENCE = (
    Evidence(id="E1", text=REFUNDS),
    Evidence(id="CG001_042", kind="chunk", text=MARKET, locator="knowledge/market.md"),
    Evidence(id="RE007_001", kind="chunk", text=RENTS, locator="knowledge/rents.md"),
)


def judge(*claims: Claim, rules: ClaimRules = FACTS, evidence: tuple[Evidence, ...] = EVIDENCE) -> Ledger:
    said = [position("cfo", 1, recommendation="go", claims=claims)]
    return judge_claims(1, said, evidence, rules, stored=["CG001_043"])


def cites(*ids: str, statement: str = "Refunds take time.", **fields: Any) -> dict[str, Any]:
    return {"statement": statement, "evidence": ids, **fields}


def quotes(text: str, *ids: str) -> dict[str, Any]:
    return cites(*(ids or ("E1",)), statement=f"The rules say {text}.")


YES = [
    pytest.param(cites("E1"), id="D-141 a fact with its source"),
    pytest.param(cites("[RAG:CG001_042]"), id="D-57 W-D19 cited as a chunk"),
    pytest.param(cites("RAG:cg001_042"), id="D-57 without brackets, in any case"),
    pytest.param(cites("E1, CG001_042"), id="L-02 two sources in one entry"),
    pytest.param(cites("E1 (second sentence)"), id="L-02 a remark after the id"),
    pytest.param(cites(" E1 "), id="L-02 spaces do not matter"),
    pytest.param(cites("E1", ""), id="L-02 a blank besides a source"),
    pytest.param({"statement": "Demand falls [RAG:CG001_042]."}, id="D-57 cited inside the statement"),
    pytest.param(quotes("“must be approved by the finance committee within ten days”"), id="hyphenation, line break"),
    pytest.param(quotes('"Smaller refunds\n are  not reviewed"'), id="line breaks and blanks in the quotation"),
    pytest.param(quotes("‘smaller refunds are not reviewed’"), id="typographic single quotes, case"),
    pytest.param(quotes("«Nao ha demanda suficiente»", "CG001_042"), id="accents and inner quotes"),
    pytest.param(quotes("„as vendas caíram 7 % em Sao Paulo“", "CG001_042"), id="low quotes, a blank before the sign"),
    pytest.param(quotes("“in 2025 they were 12.5% of all refunds”"), id="numbers as they are"),
    pytest.param(quotes("“approved by finance committee within ten days”"), id="an article left out"),
    pytest.param(quotes("“approved by the finance comittee”"), id="a slip of the pen"),
    pytest.param(quotes("“A refund … must be approved … within ten days”"), id="marked omissions"),
    pytest.param(quotes("“[a refund] must be approved”"), id="an editor's brackets"),
    pytest.param(quotes("the term “refund window”"), id="a term is no quotation"),
    pytest.param(
        quotes("“they were 12.5 % of all refunds. Rents in the old town”", "E1", "RE007_001"), id="across two sources"
    ),
    pytest.param(
        cites("E1", statement="Refunds may fall, because in 2025 they were 12.5 %.", kind="hypothesis"),
        id="D-141 a hypothesis may cite too",
    ),
]
NO = [
    pytest.param({}, "cites no evidence", id="L-02 a fact without one"),
    pytest.param(cites("", " "), "cites no evidence", id="L-02 blanks are no source"),
    pytest.param(cites("E9"), "There is no evidence 'E9'", id="L-27 an id that does not exist"),
    pytest.param(cites("E1", "E9"), "There is no evidence 'E9'", id="L-27 whatever else it cites"),
    pytest.param(cites("E1, E9"), "There is no evidence 'E9'", id="L-27 in one entry with a real one"),
    pytest.param(cites("https://example.org/report"), "There is no evidence", id="D-55 an address"),
    pytest.param(cites("../../etc/passwd"), "There is no evidence", id="L-27 a path"),
    pytest.param(cites("our own sales report"), "There is no evidence", id="L-27 a source in words"),
    pytest.param(cites("[RAG:CG001_043]"), "was not retrieved in this debate", id="D-56 a chunk nobody retrieved"),
    pytest.param(cites("[RAG:CG001_999]"), "There is no evidence", id="D-57 a chunk that does not exist"),
    pytest.param({"statement": "It falls [RAG:GHOST_001]."}, "GHOST_001", id="D-57 invented inside the statement"),
    pytest.param(cites("E9", kind="hypothesis"), "There is no evidence", id="L-27 an invented source harms any claim"),
    pytest.param(quotes("“must be approved by the legal committee”"), "'legal'", id="an altered word"),
    pytest.param(quotes("“may be approved by the finance committee”"), "'may'", id="an altered modal verb"),
    pytest.param(quotes("“must not be approved by the finance committee”"), "adds 'not'", id="a negation added"),
    pytest.param(quotes("“Smaller refunds are reviewed”"), "leaves out 'not'", id="a negation left out"),
    pytest.param(quotes("“in 2025 they were 12.6 % of all refunds”"), "'12.5'", id="a changed number"),
    pytest.param(quotes("“in 2024 they were 12.5 % of all refunds”"), "'2025'", id="a changed year"),
    pytest.param(quotes("“a refund above R$ 1200”"), "'1200'", id="a number set otherwise"),
    pytest.param(quotes("“within twelve days”"), "'ten'", id="a number word changed"),
    pytest.param(quotes("“a refund above € 1,200”"), "does not stand", id="another currency"),
    pytest.param(quotes("“as vendas caíram 70% em São Paulo”", "CG001_042"), "'7'", id="a digit more"),
    pytest.param(quotes("“the landlord offers a lease of five years”"), "stands in RE007_001", id="another chunk"),
    pytest.param(quotes("“refunds are a burden on every shop”"), "does not stand", id="made up altogether"),
    pytest.param(quotes("“the finance committee approves a refund”"), "does not stand", id="words in another order"),
    pytest.param(quotes("“must be approved … within twenty days”"), "does not stand", id="one part of two is altered"),
    pytest.param(
        quotes("“smaller refunds are not reviewed” and “every refund is paid at once”"), "paid at once", id="one of two"
    ),
]


@pytest.mark.parametrize("fields", YES)
def test_what_stands(fields: dict[str, Any]) -> None:
    """L-02, D-141: the id exists, was given or retrieved here, and a quotation stands in it."""
    (judged,) = judge(claim("C1", **fields)).verdicts
    assert (judged.verdict, judged.seat, judged.round, judged.claim_id) == ("supported", "cfo", 1, "C1"), judged.reason


@pytest.mark.parametrize(("fields", "reason"), NO)
def test_what_does_not_stand(fields: dict[str, Any], reason: str) -> None:
    """L-02, L-27: no source, an invented one, or a quotation that does not stand in it."""
    (judged,) = judge(claim("C1", **fields)).verdicts
    assert judged.verdict == "unsupported"
    assert reason in english(judged.reason)


@pytest.mark.parametrize(
    ("fields", "rules", "evidence", "verdict"),
    [
        pytest.param({"kind": "recommendation"}, FACTS, EVIDENCE, "unknown", id="D-141 a recommendation needs none"),
        pytest.param({"kind": "hypothesis"}, FACTS, EVIDENCE, "unknown", id="D-141 nor does a hypothesis"),
        pytest.param({"kind": "hypothesis", "evidence": ("",)}, FACTS, EVIDENCE, "unknown", id="D-141 nor a blank"),
        pytest.param({}, FACTS, (), "unknown", id="D-141 without any source nothing could be cited"),
        pytest.param({}, ALL, (), "unsupported", id="L-02 the legal profile is strict even then"),
        pytest.param({"evidence": ("E1",)}, FACTS, (), "unsupported", id="L-27 an invented id is one even then"),
        pytest.param({"kind": "recommendation"}, ALL, EVIDENCE, "unsupported", id="INTERFACES 7 all need it here"),
        pytest.param({"kind": "hypothesis", "evidence": ("E1",)}, ALL, EVIDENCE, "supported", id="INTERFACES 7 has it"),
    ],
)
def test_what_needs_evidence(
    fields: dict[str, Any], rules: ClaimRules, evidence: tuple[Evidence, ...], verdict: str
) -> None:
    (judged,) = judge(claim("C1", **fields), rules=rules, evidence=evidence).verdicts
    assert judged.verdict == verdict
    assert english(judged.reason).endswith(".")


def test_the_share_of_a_seat() -> None:
    """L-27, X-56h: of its claims that can be checked; a seat that claims nothing has no share."""
    claims = (claim("C1", evidence=("E1",)), claim("C2"), claim("C3", kind="hypothesis"), claim("C4"))
    said = [position("cfo", 1, claims=claims), position("coo", 1), position("cmo", 2, claims=(claim("C1"),))]
    ledger = judge_claims(1, said, EVIDENCE, FACTS)
    assert ledger.unsupported_share == {"cfo": 0.666666667}
    # Another round has its own ledger.
    assert {each.seat for each in ledger.verdicts} == {"cfo"}


@pytest.mark.parametrize(
    ("without", "names"),
    [pytest.param(3, [], id="W-L8 exactly 30 percent"), pytest.param(4, ["CFO"], id="W-L8 40 percent")],
)
def test_who_claims_too_much(without: int, names: list[str]) -> None:
    """L-27, X-56h: strictly more than the limit, per agent."""
    claims = tuple(claim(f"C{at}", evidence=() if at < without else ("E1",)) for at in range(10))
    ledger = judge_claims(1, [position("cfo", 1, claims=claims), position("coo", 1)], EVIDENCE, ALL)
    assert [each.partition(":")[0] for each in english(find_unfounded([ledger], ALL))] == names


def test_the_last_claims_of_a_seat_count() -> None:
    """L-27: who repaired its claims is not sent to review for what it said before; who fell silent is."""
    first = Ledger(round=1, unsupported_share={"cfo": 1.0, "coo": 0.5})
    second = Ledger(round=2, unsupported_share={"cfo": 0.0})
    assert latest_shares([second, first]) == {"cfo": 0.0, "coo": 0.5}
    assert english(find_unfounded([first, second], FACTS)) == (
        "COO: 50 % of the claims that can be checked do not stand on evidence (at most 30 %).",
    )


def _judged(seat: str, *found: str) -> tuple[ClaimVerdict, ...]:
    """Make verdicts; of a `silent` source a reader found nothing said, and a `figure` is refuted by words as well."""
    kinds: dict[str, dict[str, Any]] = {
        "ok": {"verdict": "supported"},
        "silent": {"verdict": "unsupported", "source_says": "not_stated"},
        "figure": {"verdict": "unsupported", "source_says": "not_stated", "doubted": True},
        "bare": {"verdict": "unsupported"},
        "otherwise": {"verdict": "unsupported", "source_says": "contradicted"},
        "open": {"verdict": "unknown"},
    }
    return tuple(
        ClaimVerdict(seat=seat, round=1, claim_id=f"C{at}", reason="as said", **kinds[each])
        for at, each in enumerate(found)
    )


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        pytest.param(_judged("cro", "silent", "ok") + _judged("cfo", *["ok"] * 4), [], id="beyond, and 1 of 6"),
        pytest.param(
            _judged("cro", "silent", "ok") + _judged("cfo", "silent", "ok", "ok", "open"),
            ["2 of 5 claims that could be checked do not stand on what they cite (at most 30 %)."],
            id="beyond, and 2 of 5",
        ),
        *(
            pytest.param(
                _judged("cro", each, "ok") + _judged("cfo", *["ok"] * 8),
                ["CRO: 50 % of the claims that can be checked do not stand on evidence (at most 30 %)."],
                id=f"wrong: {each}",
            )
            for each in ("bare", "figure", "otherwise")
        ),
        pytest.param(_judged("cro", "silent", "bare", "ok", "ok") + _judged("cfo", *["ok"] * 8), [], id="one of each"),
        pytest.param(_judged("cro", "open", "open"), [], id="nothing could be checked"),
    ],
)
def test_who_is_wrong_and_what_goes_beyond(verdicts: tuple[ClaimVerdict, ...], told: list[str]) -> None:
    """DESIGN 9: what is wrong counts against its seat, what only goes beyond a source in the share of all claims."""
    shares = {each.seat: 0.0 for each in verdicts}
    ledger = Ledger(round=1, verdicts=verdicts, unsupported_share=shares)
    assert list(english(find_unfounded([ledger], FACTS))) == told


@given(st.lists(st.sampled_from(["ok", "silent", "figure", "bare", "otherwise", "open"]), max_size=9), st.booleans())
def test_nothing_wrong_is_lost_from_the_shares(found: list[str], per_agent: bool) -> None:
    """What is held against a seat is never above all that it claims without support, and per agent it is all of it."""
    verdicts = _judged("cro", *found)
    checked = len(found) - found.count("open")
    bad = checked - found.count("ok")
    ledger = Ledger(round=1, verdicts=verdicts, unsupported_share={"cro": bad / checked if checked else 0.0})
    shares = share_claims([ledger], per_agent=per_agent)
    counted = bad if per_agent else bad - found.count("silent")
    assert (shares.unsupported, shares.checked) == (bad, checked)
    assert shares.by_seat["cro"] == pytest.approx(counted / checked if checked else 0.0)


def test_unsupported_claims_lose_their_evidence() -> None:
    """L-02: whoever judges agreement sees only the evidence that stands."""
    claims = (claim("C1", evidence=("E1",)), claim("C2", evidence=("E1", "E9")), claim("C3", kind="hypothesis"))
    (seen,) = discount_unsupported([position("cfo", 1, claims=claims)], EVIDENCE, FACTS)
    assert [each.evidence for each in seen.claims] == [("E1",), (), ()]
    clean = position("cfo", 1, claims=claims[:1])
    assert discount_unsupported([clean], EVIDENCE, FACTS) == (clean,)


@pytest.mark.parametrize(
    ("said", "evidence", "lacking"),
    [
        pytest.param({}, EVIDENCE, True, id="X-84 nobody claims anything"),
        pytest.param({"claims": (claim("C1"),)}, EVIDENCE, True, id="X-84 a claim without a source"),
        pytest.param({"claims": (claim("C1", evidence=("E9",)),)}, EVIDENCE, True, id="X-84 an invented source"),
        pytest.param({"claims": (claim("C1", evidence=("E1",)),)}, EVIDENCE, False, id="X-84 a source that stands"),
        pytest.param({"changes": ({"what": "x", "because": ("E1",)},)}, EVIDENCE, False, id="X-84 moved by a source"),
        pytest.param({"changes": ({"what": "x", "because": ("K1",)},)}, EVIDENCE, False, id="X-84 by a critique"),
        pytest.param({"changes": ({"what": "x", "because": ("K9",)},)}, EVIDENCE, True, id="X-84 by nothing known"),
        pytest.param({}, (), False, id="X-84 D-141 without sources nothing could be cited"),
    ],
)
def test_whether_anybody_argued_by_the_sources(
    said: dict[str, Any], evidence: tuple[Evidence, ...], lacking: bool
) -> None:
    first, second = position("cfo", 1, recommendation="go", **said), position("coo", 2, recommendation="go")
    assert lacks_evidence([first, second], evidence, FACTS, {"K1", "E1"}) is lacking


_CLAIMS = st.lists(
    st.builds(
        Claim,
        id=st.text(max_size=3),
        statement=st.one_of(st.text(max_size=5), st.just("It says “rents in the old town” and “1 of 2”")),
        kind=st.sampled_from(["fact", "recommendation", "hypothesis"]),
        evidence=st.lists(
            st.sampled_from(["E1", "E9", "", "[RAG:E1]", "[RAG:]", "\ud800", "RE007_001, E1"]), max_size=3
        ).map(tuple),
    ),
    max_size=4,
).map(tuple)
_SAID = st.tuples(*(st.builds(Position, seat=st.just(seat), round=st.just(1), claims=_CLAIMS) for seat in "abc"))


@given(said=_SAID, rules=st.sampled_from([FACTS, ALL]))
def test_every_claim_is_judged_once_in_any_order(said: tuple[Position, ...], rules: ClaimRules) -> None:
    ledger = judge_claims(1, said, EVIDENCE, rules)
    assert len(ledger.verdicts) == sum(len(each.claims) for each in said)
    assert judge_claims(1, said[::-1], EVIDENCE[::-1], rules) == ledger
    assert set(ledger.unsupported_share) == {each.seat for each in said if each.claims}
    # What needs evidence under the looser rule needs it under the stricter one, so that never finds less.
    strict = judge_claims(1, said, EVIDENCE, ALL)
    pairs = zip(ledger.verdicts, strict.verdicts, strict=True)
    assert all(other.verdict == "unsupported" for one, other in pairs if one.verdict == "unsupported")
