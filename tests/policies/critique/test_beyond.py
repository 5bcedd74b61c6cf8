"""What is concluded from a true quotation is compared with its source, and not borne out by the quotation."""

import pytest

from moot.policies.critique.ledger import judge_claim, judge_claims, list_unverified, read_verification
from moot.policies.critique.ledger.beyond import says_more
from moot.state.evidence import ClaimVerification, Evidence
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules

BENDESA = (
    "Wawancara dengan Jro Bendesa I Nengah Puja, 14 Maret 2024: 'bapaknya pernah bilang di depan saya dan dua saksi, "
    "sawah sertifikat itu untuk Sekar. Tapi tidak ditulis.'"
)
PAWOS = "Awig-awig, Pawos 41: (4) Karang desa tan dados kadol, kagadeang utawi kaepahang (tidak boleh dijual)."
LEASE = "Lease of the mill, clause 7: The tenant may end the lease with ninety days' notice. The rent is 4,100 euros."
ATA = "Ata da assembleia de 3 de maio de 2024: O síndico pode contratar obras de até R$ 20.000 sem nova votação."
EVIDENCE = tuple(
    Evidence(id=name, text=text) for name, text in {"jro": BENDESA, "pawos": PAWOS, "lease": LEASE, "ata": ATA}.items()
)
ONLY_QUOTED = [
    ("jro", "Jro Bendesa mengatakan 'sawah sertifikat itu untuk Sekar'."),
    ("pawos", "Pawos 41 ayat (4) menyatakan: “Karang desa tan dados kadol, kagadeang utawi kaepahang”."),
    ("lease", 'Clause 7 of the lease says that "the tenant may end the lease with ninety days\' notice".'),
    ("ata", "Segundo a ata da assembleia de 3 de maio de 2024, “o síndico pode contratar obras de até R$ 20.000”."),
    ("jro", "“sawah sertifikat itu untuk Sekar”, kata Jro Bendesa I Nengah Puja."),
]
SAYS_MORE = [
    ("jro", "Jro Bendesa mengatakan 'sawah sertifikat itu untuk Sekar', sehingga hibah lisan itu sah dan mengikat."),
    ("jro", "Karena hibah itu sah, Jro Bendesa mengatakan 'sawah sertifikat itu untuk Sekar'."),
    ("pawos", "Pawos 41 menyatakan “Karang desa tan dados kadol”, jadi karang desa jatuh kepada keponakan."),
    ("jro", "'sawah sertifikat itu untuk Sekar': I Made Rata tidak berhak."),
    ("lease", 'Clause 7 says "ninety days\' notice", so the landlord owes damages.'),
    ("lease", 'The clause does not mean "the tenant may end the lease".'),
    ("ata", "A ata diz “o síndico pode contratar obras de até R$ 20.000”, portanto a obra do telhado é regular."),
]
RULES = ClaimRules(evidence_required="all")


def _claim(name: str, statement: str) -> Claim:
    return Claim(id="C1", statement=statement, kind="fact", evidence=(name,), confidence=0.8)


def _position(claim: Claim) -> Position:
    return Position(seat="nla", round=1, recommendation="x", claims=(claim,))


def _judge(claim: Claim) -> tuple[str, bool]:
    position = _position(claim)
    asked = list_unverified([position], EVIDENCE, RULES)
    return judge_claim(position, claim, EVIDENCE, RULES).verdict, bool(asked)


@pytest.mark.parametrize(("name", "statement"), ONLY_QUOTED)
def test_a_quotation_with_its_place_needs_nobody(name: str, statement: str) -> None:
    """L-02, D-141: who said it and where is no claim of its own."""
    assert _judge(_claim(name, statement)) == ("supported", False)
    assert not says_more(statement, [next(each.text for each in EVIDENCE if each.id == name)])


@pytest.mark.parametrize(("name", "statement"), SAYS_MORE)
def test_what_is_concluded_is_asked_about(name: str, statement: str) -> None:
    """L-02: without a reader it is unknown, and never supported by the quotation alone."""
    verdict, asked = _judge(_claim(name, statement))
    assert (verdict != "supported", asked) == (True, True)


@pytest.mark.parametrize(
    ("verdict", "span", "expected"),
    [
        ("not_stated", "sawah sertifikat itu untuk Sekar", "unsupported"),
        ("contradicted", "Tapi tidak ditulis", "unsupported"),
        ("entailed", "sawah sertifikat itu untuk Sekar", "supported"),
    ],
)
def test_the_reader_decides(verdict: str, span: str, expected: str) -> None:
    """L-27: a conclusion that the source does not bear counts as unsupported, whatever it quotes."""
    claim = _claim(*SAYS_MORE[0])
    position = _position(claim)
    asked = list_unverified([position], EVIDENCE, RULES)
    said = ClaimVerification.model_validate({"claim_id": "nla C1", "verdict": verdict, "span": span})
    found = read_verification(1, [said], asked, EVIDENCE)
    (judged,) = judge_claims(1, [position], EVIDENCE, RULES, checked=found.claims).verdicts
    assert judged.verdict == expected
