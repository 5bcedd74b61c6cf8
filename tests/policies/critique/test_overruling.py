"""What a model found of a claim is kept as it was given; the program overrules it only with a reason (D-141, L-02)."""

import pytest

from moot.catalogue import speak
from moot.policies.critique.ledger import judge_claims, list_unverified, read_verification
from moot.state.evidence import CheckedClaim, ClaimVerdict, ClaimVerification, Evidence
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules

QUOTES = Evidence(
    id="quotes",
    text="Plant: capital cost 3.2 million euros. Operating cost 0.21 euros per m3 treated. 20 months from order to"
    " operation.\nBulk water: connecting main 1.1 million euros, 11 months to build. Price 0.58 euros per m3."
    " Take-or-pay for 600,000 m3 a year.",
)
DEED = Evidence(
    id="deed",
    text="Pada tahun 1987 ia menghibahkan tanah pusaka tinggi seluas 4.200 m2 kepada anaknya dengan surat yang"
    " ditandatangani tiga dari tujuh ninik mamak kaum.",
)
NOTE = Evidence(id="note", text="The bank offers a 20-year loan at 4.1 % a year. The cooperative delivers 899,000 m3.")
PERSON = Evidence(
    id="PERSON1",
    kind="person",
    text="I checked it: 'connecting main 1.1 million euros, 11 months to build' stands there word for word.",
)
SURVEY = Evidence(
    id="survey",
    text="Colne runs at 88 percent of its vat hours. Its effluent plant is consented for 1,150 cubic metres a day and"
    " discharges 1,020 on an average day; the Ashby volume would add about 310. Ashby creamery made 4,100 tonnes of"
    " cheese. Colne made 9,600 tonnes.",
)
EFFLUENT = (
    "The effluent of 1,300 tonnes would be about 98 cubic metres a day, inside the 130 that are free:"
    " 310 * 1300 / 4100 = 98."
)
FREE = "consented for 1,150 cubic metres a day and discharges 1,020 on an average day"
SPARE = "9600 / (88/100) - 9600 = 1309; "
SOURCES = (QUOTES, NOTE, PERSON, DEED, SURVEY)


def _judge(statement: str, cited: tuple[str, ...], said: dict[str, str] | None) -> ClaimVerdict:
    claim = Claim(id="C1", statement=statement, kind="fact", evidence=cited)
    position = Position(seat="coo", round=1, recommendation="x", claims=(claim,))
    checked: tuple[CheckedClaim, ...] = ()
    if said is not None:
        answer = ClaimVerification.model_validate({"claim_id": "coo C1", **said})
        asked = {"coo C1": claim}
        checked = read_verification(1, [answer], asked, SOURCES).claims
    (verdict,) = judge_claims(1, [position], SOURCES, ClaimRules(), checked=checked).verdicts
    return verdict


ANNUITY = "3200000 * 0.041 / (1 - 1.041^-20) + 899000 * 0.21"
SPAN = "capital cost 3.2 million euros. ... 20-year loan at 4.1 % a year"


@pytest.mark.parametrize(
    ("statement", "cited", "said", "expected"),
    [
        pytest.param(
            "The connecting main takes 11 months to build, the plant 20 months.",
            ("quotes",),
            {"verdict": "entailed", "span": "connecting main 1.1 million euros, 11 months to build"},
            ("supported", "entailed", None),
            id="D-141 a span with the figure",
        ),
        pytest.param(
            "The main takes 11 months to build.",
            ("quotes", "PERSON1"),
            None,
            ("supported", None, None),
            id="L-02 quoted by a person",
        ),
        pytest.param(
            'The quotation says "connecting main 1.1 million euros, 11 months to build".',
            ("quotes",),
            None,
            ("supported", None, None),
            id="L-02 quoted by the claim",
        ),
        pytest.param(
            "connecting main 1.1 million euros, 11 months to build",
            ("PERSON1",),
            None,
            ("supported", None, None),
            id="L-02 word for word without marks",
        ),
        pytest.param(
            "With a 20-year loan at 4.1 % the plant costs about 426,000 euros a year.",
            ("quotes", "note"),
            {"verdict": "entailed", "span": SPAN, "reckoning": f"{ANNUITY} = 426341"},
            ("supported", "entailed", None),
            id="D-141 powers are read",
        ),
        pytest.param(
            "With a 20-year loan at 4.1 % the plant costs about 626,000 euros a year.",
            ("quotes", "note"),
            {"verdict": "entailed", "span": SPAN, "reckoning": f"{ANNUITY} = 626341"},
            ("unsupported", "entailed", "contradicted"),
            id="D-141 a false sum",
        ),
        pytest.param(
            "With a 20-year loan at 4.1 % the plant costs about 626,000 euros a year.",
            ("quotes", "note"),
            {"verdict": "entailed", "span": SPAN, "reckoning": f"{ANNUITY} = 426341"},
            ("unsupported", "entailed", "not_stated"),
            id="D-141 a sum that gives another figure",
        ),
        pytest.param(
            "With a 20-year loan at 4.1 % the plant costs about 626,000 euros a year.",
            ("quotes", "note"),
            {"verdict": "entailed", "span": SPAN, "reckoning": "PMT(4.1%; 20; 3200000) = 626341"},
            ("unknown", "entailed", None),
            id="D-141 a sum that cannot be read",
        ),
        pytest.param(
            "With a 20-year loan at 4.1 % the plant costs about 626,000 euros a year.",
            ("quotes", "note"),
            {"verdict": "entailed", "span": SPAN},
            ("unsupported", "entailed", "not_stated"),
            id="D-141 nothing given for it",
        ),
        pytest.param(
            "With a 20-year loan at 4.1 % the plant costs about 626,000 euros a year.",
            ("quotes", "note"),
            None,
            ("unsupported", "not_stated", None),
            id="D-141 nobody asked",
        ),
        pytest.param(
            "Surat ditandatangani tiga dari tujuh ninik mamak, jadi empat tidak menandatangani (7 - 3 = 4).",
            ("deed",),
            {"verdict": "entailed", "span": "ditandatangani tiga dari tujuh ninik mamak"},
            ("supported", "entailed", None),
            id="D-141 three of seven are known as three and as seven",
        ),
        pytest.param(
            "Surat ditandatangani tiga dari tujuh ninik mamak, jadi lima tidak menandatangani (7 - 3 = 5).",
            ("deed",),
            {"verdict": "entailed", "span": "ditandatangani tiga dari tujuh ninik mamak"},
            ("unsupported", "entailed", "contradicted"),
            id="D-141 a false sum in brackets",
        ),
        pytest.param(
            "Empat dari tujuh ninik mamak tidak menandatangani surat hibah.",
            ("deed",),
            {"verdict": "entailed", "span": "tiga dari tujuh ninik mamak", "reckoning": "7 - 3 = 4"},
            ("supported", "entailed", None),
            id="D-141 four of seven follow",
        ),
        pytest.param(
            "Lima dari tujuh ninik mamak tidak menandatangani surat hibah.",
            ("deed",),
            {"verdict": "entailed", "span": "tiga dari tujuh ninik mamak", "reckoning": "7 - 3 = 4"},
            ("unsupported", "entailed", "contradicted"),
            id="D-141 five of seven do not",
        ),
        pytest.param(
            "Buying costs 600,000 * 0.58 = 448,000 euros a year.",
            ("quotes",),
            None,
            ("unsupported", "contradicted", None),
            id="D-141 a false sum in the claim",
        ),
        pytest.param(
            "Buying costs 600,000 * 0.58 = 348,000 euros a year.",
            ("quotes",),
            None,
            ("supported", None, None),
            id="D-141 a right sum in the claim",
        ),
        pytest.param(
            EFFLUENT,
            ("survey",),
            {"verdict": "entailed", "span": FREE, "reckoning": f"{SPARE}310 * 1300 / 4100 = 98; 1150 - 1020 = 130"},
            ("supported", "entailed", None),
            id="D-141 a step uses what was reckoned before it as it is rounded",
        ),
        pytest.param(
            EFFLUENT.replace("1300", "1400").replace("1,300", "1,400").replace("98", "106"),
            ("survey",),
            {"verdict": "entailed", "span": FREE, "reckoning": f"{SPARE}310 * 1400 / 4100 = 106; 1150 - 1020 = 130"},
            ("unsupported", "entailed", "not_stated"),
            id="D-141 1,400 is not what 1,309 is rounded to",
        ),
        pytest.param(
            EFFLUENT,
            ("survey",),
            None,
            ("unsupported", "not_stated", None),
            id="D-141 what a sum gives is another quantity than the one it is near",
        ),
        pytest.param(
            "The permit was granted.",
            ("quotes",),
            {"verdict": "not_stated"},
            ("unsupported", "not_stated", None),
            id="D-141 followed",
        ),
    ],
)
def test_what_a_model_found_is_kept(
    statement: str, cited: tuple[str, ...], said: dict[str, str] | None, expected: tuple[str, str | None, str | None]
) -> None:
    found = _judge(statement, cited, said)
    assert (found.verdict, found.source_says, found.overruled) == expected
    told = speak("en").tell(found.reason)
    assert ("is not followed" in told) is (found.overruled is not None)


@pytest.mark.parametrize(
    ("months", "total", "today", "verdict"),
    [
        pytest.param(19, "1.74", "2026-11-19T22:00:00", "supported", id="from today to the month that is named"),
        pytest.param(25, "2.29", "2026-11-19T22:00:00", "unsupported", id="not so many"),
        pytest.param(19, "1.74", "", "unsupported", id="no day is known"),
    ],
)
def test_time_from_today_follows_by_the_calendar(months: int, total: str, today: str, verdict: str) -> None:
    memo = Evidence(id="memo", text="Ashby lost £1.1m before tax last year. The contract ends on 30 June 2028.")
    statement = f"The {months} months to June 2028 cost about £{total}m: 1.1 * {months} / 12 = {total}."
    claim = Claim(id="C5", statement=statement, kind="fact", evidence=("memo",))
    position = Position(seat="cro", round=1, recommendation="x", claims=(claim,))
    said = ClaimVerification(
        claim_id="cro C5",
        verdict="entailed",
        span="Ashby lost £1.1m before tax last year ... The contract ends on 30 June 2028",
        reckoning=f"1.1 * {months} / 12 = {total}",
    )
    checked = read_verification(1, [said], {"cro C5": claim}, [memo], today=today).claims
    (found,) = judge_claims(1, [position], [memo], ClaimRules(), checked=checked).verdicts
    assert found.verdict == verdict
    if verdict == "supported":
        assert found.reckoning[0] == "2028-06 − 2026-11-19 = 19"


def test_a_false_sum_is_named() -> None:
    """Whoever reads the mark sees which sum comes to what (D-141)."""
    said = {"verdict": "entailed", "span": SPAN, "reckoning": f"{ANNUITY} = 626341"}
    found = _judge("The plant costs about 626,000 euros a year.", ("quotes", "note"), said)
    told = speak("en").tell(found.reason)
    assert "1.041^-20) + 899000 * 0.21 comes to 426341.3, not to 626341" in told


def test_unread_arithmetic_is_not_counted_as_shown() -> None:
    """A claim that nobody could check is neither supported nor counted among those that were checked (L-27)."""
    claim = Claim(id="C1", statement="It costs 626,000 euros.", kind="fact", evidence=("quotes",))
    position = Position(seat="coo", round=1, recommendation="x", claims=(claim,))
    assert "coo C1" in list_unverified([position], SOURCES, ClaimRules())
    said = ClaimVerification(claim_id="coo C1", verdict="entailed", span="Price 0.58 euros", reckoning="f(600) = 626")
    checked = read_verification(1, [said], {"coo C1": claim}, SOURCES).claims
    ledger = judge_claims(1, [position], SOURCES, ClaimRules(), checked=checked)
    assert ledger.verdicts[0].verdict == "unknown"
