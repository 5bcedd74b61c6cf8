"""Which claims a model compares with what they cite, and what of its answer counts."""

import pytest

from moot.policies.critique.ledger import judge_claims, list_unverified, read_verification
from moot.prompts.findings import digest_checked_claims
from moot.state.evidence import ClaimVerification, Evidence
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules
from tests.support.words import english

SOURCE = Evidence(id="E1", text="The plant in Porto runs two shifts. Output rose to 410 tonnes in March.")
RULES = ClaimRules()


def claim(statement: str, *evidence: str, kind: str = "fact", name: str = "C1") -> Claim:
    return Claim.model_validate({"id": name, "statement": statement, "kind": kind, "evidence": evidence})


def position(*claims: Claim, seat: str = "cro") -> Position:
    return Position(seat=seat, round=1, claims=claims)


@pytest.mark.parametrize(
    ("made", "asked"),
    [
        pytest.param(claim("The Porto plant works around the clock", "E1"), True, id="D-141 nothing refutes it"),
        pytest.param(claim("Output rose to 510 tonnes in March", "E1"), True, id="D-141 doubted by words alone"),
        pytest.param(claim('It "runs three shifts" there', "E1"), False, id="D-141 a false quotation"),
        pytest.param(claim('It "runs two shifts" there', "E1"), False, id="D-141 quoted word for word"),
        pytest.param(claim("It works around the clock", "E9"), False, id="D-141 a source that does not exist"),
        pytest.param(claim("It works around the clock"), False, id="D-141 cites nothing"),
        pytest.param(claim("Close it", "E1", kind="recommendation"), False, id="D-141 needs no evidence"),
    ],
)
def test_only_what_nothing_else_settles_is_asked(made: Claim, asked: bool) -> None:
    found = list_unverified([position(made)], [SOURCE], RULES)
    assert list(found) == (["cro C1"] if asked else [])


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        pytest.param(("cro C1", "contradicted", "runs two shifts"), "unsupported", id="D-141 denied, with the span"),
        pytest.param(("C1", "contradicted", "runs two shifts"), "unsupported", id="D-141 the claim's own id is enough"),
        pytest.param(("cro C1", "entailed", "runs two shifts"), "supported", id="D-141 said, with the span"),
        pytest.param(("cro C1", "not_stated", ""), "unsupported", id="D-141 not said"),
        pytest.param(("cro C1", "contradicted", "runs three shifts"), "supported", id="D-141 an invented span"),
        pytest.param(("cro C1", "contradicted", ""), "supported", id="D-141 no span"),
        pytest.param(("cfo C7", "contradicted", "runs two shifts"), "supported", id="D-141 a claim nobody made"),
    ],
)
def test_a_word_counts_only_with_what_stands_there(said: tuple[str, str, str], verdict: str) -> None:
    spoken = position(claim("The Porto plant works around the clock", "E1"))
    asked = list_unverified([spoken], [SOURCE], RULES)
    answer = ClaimVerification.model_validate(dict(zip(("claim_id", "verdict", "span"), said, strict=True)))
    found = read_verification(1, [answer], asked, [SOURCE])
    ledger = judge_claims(1, [spoken], [SOURCE], RULES, checked=found.claims)
    assert ledger.verdicts[0].verdict == verdict
    assert not list_unverified([spoken], [SOURCE], RULES, found.claims) or not found.claims


def test_an_id_that_two_seats_used_needs_its_seat() -> None:
    two = [position(claim("It works around the clock", "E1")), position(claim("It never stops", "E1"), seat="cfo")]
    asked = list_unverified(two, [SOURCE], RULES)
    answers = [ClaimVerification(claim_id=name, verdict="not_stated") for name in ("C1", "cfo C1")]
    assert [each.statement for each in read_verification(1, answers, asked, [SOURCE]).claims] == ["It never stops"]


def test_what_a_reader_did_not_find_is_told_as_it_said_it() -> None:
    """The verdict of whoever read the sources is never explained by what words alone suggest."""
    claim = Claim(id="C1", statement="The law of 1960 covers 2 pawns.", kind="fact", evidence=("E1",))
    evidence = [Evidence(id="E1", text="The law of 1960 covers 7 years.")]
    said = [ClaimVerification(claim_id="cfo C1", verdict="not_stated", because="nothing about how many pawns")]
    checked = read_verification(1, said, {"cfo C1": claim}, evidence).claims
    position = Position(seat="cfo", round=1, claims=(claim,))
    (found,) = judge_claims(1, [position], evidence, ClaimRules(evidence_required="all"), checked=checked).verdicts
    assert (found.verdict, found.source_says) == ("unsupported", "not_stated")
    assert english(found.reason) == "It cites E1; nothing there says so: nothing about how many pawns."


ASKED = "Should Porto, which ships 38 crates a day, open on Sundays?"


def test_a_span_may_join_a_source_with_the_question() -> None:
    """The question is a source of every debate; alone it bears a claim that cites it."""
    both = claim("The plant with two shifts ships 38 crates a day", "E1", "question")
    source_only = claim("The plant ships crates", "E1", name="C2")
    asked = {"cro C1": both, "cro C2": source_only}
    said = [
        ClaimVerification(claim_id="C1", verdict="entailed", span="runs two shifts ... ships 38 crates a day"),
        ClaimVerification(claim_id="C2", verdict="entailed", span="ships 38 crates a day"),
    ]
    found = read_verification(1, said, asked, [SOURCE], ASKED)
    assert [each.spans for each in found.claims] == [(("E1", "runs two shifts"), ("question", "ships 38 crates a day"))]
    assert found.unplaced == {"The plant ships crates": "ships 38 crates a day"}


def test_what_rests_on_the_question_alone_goes_with_what_is_asked_anyway() -> None:
    rides = claim("Porto ships 38 crates a day", "question", name="C2")
    alone = list_unverified([position(rides)], [SOURCE], RULES, question=ASKED)
    joined = list_unverified([position(claim("It never stops", "E1"), rides)], [SOURCE], RULES, question=ASKED)
    assert (list(alone), list(joined)) == ([], ["cro C1", "cro C2"])


def test_who_is_asked_again_is_told_why() -> None:
    again = claim("The Porto plant works around the clock", "E1")
    said = ClaimVerification(claim_id="C1", verdict="entailed", span="runs three shifts")
    found = read_verification(1, [said], {"cro C1": again}, [SOURCE])
    assert found.claims == ()
    shown = digest_checked_claims({"cro C1": again}, found.unplaced)
    assert 'asked again: "runs three shifts" stands in none of these sources' in shown
    assert "asked again" not in digest_checked_claims({"cro C1": again})


def test_what_is_missing_is_told_beside_the_part_that_is_said() -> None:
    spoken = position(claim("The Porto plant runs two shifts at a loss", "E1"))
    said = ClaimVerification(claim_id="C1", verdict="not_stated", span="runs two shifts", because="Nothing on losses.")
    found = read_verification(1, [said], {"cro C1": spoken.claims[0]}, [SOURCE])
    told = english(judge_claims(1, [spoken], [SOURCE], RULES, checked=found.claims).verdicts[0].reason)
    assert "runs two shifts" in told
    assert "Nothing on losses." in told


@pytest.mark.parametrize(
    ("said", "mended", "told"),
    [
        pytest.param([], True, True, id="no verdict after nonsense"),
        pytest.param([], False, False, id="nothing to add to what words found"),
        pytest.param([("coo C9", "not_stated", "")], False, True, id="only on a claim that nobody asked about"),
        pytest.param([("cro C1", "not_stated", "")], True, False, id="one verdict"),
        pytest.param([("cro C1", "entailed", "runs three shifts")], False, False, id="one to be asked about again"),
    ],
)
def test_who_gives_no_verdict_has_not_answered(said: list[tuple[str, str, str]], mended: bool, told: bool) -> None:
    spoken = claim("The Porto plant works around the clock", "E1")
    answers = [ClaimVerification.model_validate({"claim_id": a, "verdict": b, "span": c}) for a, b, c in said]
    found = read_verification(1, answers, {"cro C1": spoken}, [SOURCE], mended=mended)
    assert ("no verdict" in english(found.problem)) == told
