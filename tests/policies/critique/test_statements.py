"""Do the figures, dates, names and denials of a claim agree with its source, quoted or not?"""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.critique.ledger.entries import judge_claims
from moot.policies.critique.ledger.sources import read_source
from moot.policies.critique.ledger.statements import check_statement
from moot.state.evidence import Evidence
from moot.state.protocol import ClaimRules
from tests.policies.critique.claim_cases import TUNED, TUNED_SOURCES, ClaimCase
from tests.policies.critique.eighth_held_out_claims import EIGHTH_HELD_OUT, EIGHTH_HELD_OUT_SOURCES
from tests.policies.critique.fifth_held_out_claims import FIFTH_HELD_OUT, FIFTH_HELD_OUT_SOURCES
from tests.policies.critique.fourth_held_out_claims import FOURTH_HELD_OUT, FOURTH_HELD_OUT_SOURCES
from tests.policies.critique.held_out_claims import HELD_OUT, HELD_OUT_SOURCES
from tests.policies.critique.neighbouring_claims import NEIGHBOURING, NEIGHBOURING_SOURCES
from tests.policies.critique.second_held_out_claims import SECOND_HELD_OUT, SECOND_HELD_OUT_SOURCES
from tests.policies.critique.seventh_held_out_claims import SEVENTH_HELD_OUT, SEVENTH_HELD_OUT_SOURCES
from tests.policies.critique.sixth_held_out_claims import SIXTH_HELD_OUT, SIXTH_HELD_OUT_SOURCES
from tests.policies.critique.third_held_out_claims import THIRD_HELD_OUT, THIRD_HELD_OUT_SOURCES
from tests.policies.voices import claim, position


def judge(case: ClaimCase, sources: dict[str, str], kind: str = "fact") -> str:
    evidence = [Evidence(id=name, text=text) for name, text in sources.items()]
    made = claim("C1", statement=case.statement, evidence=(case.source,), kind=kind)
    return judge_claims(1, [position("cfo", 1, claims=(made,))], evidence, ClaimRules()).verdicts[0].verdict


@pytest.mark.parametrize(
    ("cases", "sources"),
    [
        pytest.param(TUNED, TUNED_SOURCES, id="tuned on"),
        pytest.param(HELD_OUT, HELD_OUT_SOURCES, id="looked at once"),
        pytest.param(SECOND_HELD_OUT, SECOND_HELD_OUT_SOURCES, id="looked at once, the second lot"),
        pytest.param(THIRD_HELD_OUT, THIRD_HELD_OUT_SOURCES, id="not tuned on"),
        pytest.param(FOURTH_HELD_OUT, FOURTH_HELD_OUT_SOURCES, id="looked at once, the fourth lot"),
        pytest.param(FIFTH_HELD_OUT, FIFTH_HELD_OUT_SOURCES, id="looked at once, the fifth lot"),
        pytest.param(SIXTH_HELD_OUT, SIXTH_HELD_OUT_SOURCES, id="looked at once, the sixth lot"),
        pytest.param(SEVENTH_HELD_OUT, SEVENTH_HELD_OUT_SOURCES, id="looked at once, the seventh lot"),
        pytest.param(EIGHTH_HELD_OUT, EIGHTH_HELD_OUT_SOURCES, id="looked at once, the eighth lot"),
        pytest.param(NEIGHBOURING, NEIGHBOURING_SOURCES, id="what is said of neighbours"),
    ],
)
def test_false_claims_are_caught_and_true_ones_are_not_refused(
    cases: tuple[ClaimCase, ...], sources: dict[str, str]
) -> None:
    """L-02, L-27: at least 0.95 of the false or unstated ones, at most 0.05 of the true ones, without a model."""
    false, true = [each for each in cases if each.wrong], [each for each in cases if not each.wrong]
    missed = [each.statement for each in false if judge(each, sources) != "unsupported"]
    refused = [each.statement for each in true if judge(each, sources) != "supported"]
    assert len(missed) <= 0.05 * len(false), missed
    assert len(refused) <= 0.05 * len(true), refused


@pytest.mark.parametrize(
    ("lot", "caught"),
    [
        *((lot, 0.95) for lot in ("nine", "ten", "eleven", "twelve", "thirteen", "sixteen", "seventeen", "eighteen")),
        ("fourteen", 0.78),
        ("fifteen", 0.92),
        ("nineteen", 0.93),
        ("twenty", 0.95),
        ("twenty-one", 0.95),
        ("twenty-two", 0.95),
        ("twenty-three", 0.95),
        ("twenty-four", 0.88),
        ("forms", 0.95),
    ],
)
def test_lots_in_three_languages(lot: str, caught: float) -> None:
    """L-02, L-27: what a source does not state counts as false claims do."""
    reports = yaml.safe_load(Path("tests/data/claims/lots.yaml").read_text(encoding="utf-8"))[lot]
    sources = {f"s{at}": each["source"] for at, each in enumerate(reports)}
    cases = {
        kind: [ClaimCase(f"s{at}", said, "") for at, each in enumerate(reports) for said in each[kind]]
        for kind in ("true", "false", "unstated")
    }
    wrong = [*cases["false"], *cases["unstated"]]
    missed = [each.statement for each in wrong if judge(each, sources) != "unsupported"]
    refused = [each.statement for each in cases["true"] if judge(each, sources) != "supported"]
    assert len(missed) <= (1 - caught) * len(wrong), missed
    assert len(refused) <= 0.05 * len(cases["true"]), refused


@pytest.mark.parametrize("kind", ["recommendation", "hypothesis"])
def test_what_is_only_proposed_may_name_figures_of_its_own(kind: str) -> None:
    """D-141: a plan to buy two ovens is not a statement about the source it rests on."""
    case = ClaimCase("bakery", "Buy 2 ovens from Unox for € 50,000 by 3 May 2027.")
    assert judge(case, TUNED_SOURCES, kind) == "unknown"
    assert judge(case, TUNED_SOURCES) == "unsupported"


SUBSIDY = "The subsidy pays 35 % for applications filed before 31 December; from January it pays 20 %."
PUMPS = (
    "The pumps cost 418,000 euros. The city pays 35 % for applications before 31 December, from January it pays 20 %. "
    "The fund has 190,000 euros, of which 60,000 euros must stay."
)


@pytest.mark.parametrize(
    ("statement", "source", "stands"),
    [
        pytest.param("It costs 1,200.", "It costs 1.200.", True, id="separators"),
        pytest.param("It costs 1.2 million.", "It costs 1,200,000.", True, id="millions"),
        pytest.param("It takes two weeks.", "It takes 14 days.", True, id="weeks and days"),
        pytest.param("Leva dois anos e meio.", "Leva 30 meses.", True, id="two and a half years"),
        pytest.param("It takes 10 weeks.", "It takes 10 days.", False, id="another unit"),
        pytest.param("It costs R$ 5.", "It costs US$ 5.", False, id="another currency"),
        pytest.param("It met on 03/04/2026.", "It met on 4 March 2026.", True, id="a date read both ways"),
        pytest.param("It met in April 2026.", "It met on 4 March 2026.", False, id="another month"),
        pytest.param("It met at 2 pm.", "It met at 14:00.", True, id="the hours of a day"),
        pytest.param("Reuniu-se na terça-feira.", "It met on Tuesday.", True, id="a weekday in another language"),
        pytest.param("Custa pelo menos 30 euros.", "Custa no máximo 30 euros.", False, id="at least, at most"),
        pytest.param("Nearly 13 % left.", "12.5 % left.", True, id="nearly"),
        pytest.param(
            "The BNDES lends.", "O Banco Nacional de Desenvolvimento Econômico e Social.", True, id="initials"
        ),
        pytest.param("Lufthansa raised its fares.", "Condor raised its fares.", False, id="another first word"),
        pytest.param("It is not only cheap.", "It is cheap.", True, id="not only denies nothing"),
        pytest.param("Refunds go unreviewed.", "Refunds are not reviewed.", True, id="a denial by prefix"),
        pytest.param("Vendas não caíram.", "Vendas caíram.", False, id="a denial added"),
        pytest.param("271,700 euros remain.", PUMPS, True, id="less a percentage"),
        pytest.param("281,700 euros remain.", PUMPS, False, id="less no percentage that is named"),
        pytest.param("Waiting costs 62,700 euros.", PUMPS, True, id="the difference two percentages make"),
        pytest.param("141,700 euros are missing.", PUMPS, True, id="less a percentage, less what is free"),
        pytest.param("142,700 euros are missing.", PUMPS, False, id="no chain of these figures"),
        pytest.param("Filing after 31 December lowers it from 35 to 20 %.", SUBSIDY, True, id="a change at a date"),
        pytest.param("Under 18 it is free.", "Under 16 it is free.", False, id="another limit"),
        pytest.param("Under 18 it is free.", "At 16 it is free.", True, id="a limit that holds it"),
        pytest.param(
            "Sales grew 5 % in 2024.", "In 2024 they were 5 % higher than in 2023.", True, id="a year compared"
        ),
        pytest.param("It is free of lead.", "It contains no lead.", True, id="free of"),
        pytest.param("It is free of lead.", "It contains lead.", False, id="free of what it has"),
        pytest.param("It did not pass the test.", "It failed the test.", True, id="not passed is failed"),
        pytest.param("It failed the test.", "It passed the test.", False, id="failed is not passed"),
        pytest.param("In 2023 it sold 40.", "It sold 50 in 2024 and 40 the year before.", True, id="the year before"),
        pytest.param("In 2022 it sold 40.", "It sold 50 in 2024 and 40 the year before.", False, id="no such year"),
        pytest.param("It employs 120 people.", "The contract runs for ten years.", False, id="months of ten years"),
        pytest.param("The fine is 5 %.", "The fine is 0.5 % a day, at most 10 %.", False, id="a share of a share"),
        pytest.param("It closes in 2035.", "It closes by 2030.", False, id="no year is near another"),
        pytest.param(
            "With old seed it was 4.3 tons.", "It was 5.8 tons, compared with 4.3 with old seed.", True, id="compared"
        ),
        pytest.param(
            "The maker did not pay for it.", "It was paid for by a fund, not by the maker.", True, id="put right"
        ),
        pytest.param("The maker paid for it.", "It was paid for by a fund, not by the maker.", False, id="not so"),
        pytest.param("A fábrica demitiu dez.", "A fábrica não demitiu ninguém.", False, id="one denial in two words"),
        pytest.param("Some streets were without light.", "No street was without light.", False, id="two denials"),
        pytest.param(
            "It bought the new oven.",
            "It cancelled the purchase of the oven and bought no other.",
            False,
            id="called off",
        ),
        pytest.param("Girls slept longer than boys.", "Girls slept less than boys.", False, id="less, longer"),
        pytest.param("Posts fell from 340.", "It cut 22 posts, leaving 318.", True, id="told together"),
        pytest.param("It rose from 72 to 81.", "It is 72, down from 81.", False, id="told backwards"),
        pytest.param("Joan voted against it.", "Dev voted against it; Joan voted for it.", False, id="voted for"),
        pytest.param("The pump cost 36 euros.", "The failed pump cost 36 euros.", True, id="failed denies nothing"),
        pytest.param("18 docks are not cooled.", "It has 26 docks, eight of them cooled.", True, id="what is left"),
        pytest.param(
            "18 docks are cooled.", "It has 26 docks, eight of them cooled.", False, id="what is left, told so"
        ),
        pytest.param("8 % were not asked.", "It asked 92 % of them.", True, id="what is left of a hundred"),
        pytest.param("8 % were asked.", "It asked 92 % of them.", False, id="nothing is left of what was asked"),
        pytest.param(
            "UNICEF pays 160.", "Of the 640 UNICEF pays a quarter.", True, id="a share of what is told with it"
        ),
        pytest.param("It took 12 months.", "It was done within a year.", True, id="a year"),
        pytest.param("It took 9 months.", "It was done within a year.", False, id="no year"),
        pytest.param(
            "The fault lasted 3.5 hours.", "The fault lasted from 8:15 to 11:45.", True, id="between two times"
        ),
        pytest.param("The lease ends in May 2030.", "The lease runs five years from 1 June 2025.", True, id="an end"),
        pytest.param("The lease began in May 2030.", "The lease runs five years from 1 June 2025.", False, id="no end"),
        pytest.param("It began on 28 June.", "It ran from 3 March to 28 June.", False, id="the other end"),
        pytest.param("It ships in the first quarter.", "It ships in the third quarter.", False, id="another quarter"),
        pytest.param("It moved 1.4 cm.", "It moved 14 mm.", True, id="measures"),
        pytest.param("It costs £2.8m.", "It costs 2.8 million pounds.", True, id="m for millions"),
        pytest.param("It costs nearly 2,000.", "It costs 1,900.", True, id="no year"),
        pytest.param(
            "Customs stay open until August.",
            "The depot stays open until August except for customs.",
            False,
            id="except",
        ),
        pytest.param("Foreigners get no grant.", "All get a grant, except foreigners.", True, id="excepted"),
        pytest.param("The CEO is Ann Day.", "Ann Day is the chief executive.", True, id="a word, not a name"),
        pytest.param("Ana deixa o cargo.", "Ana deixa o cargo em maio.", True, id="left is not denied"),
        pytest.param("The plan was approved.", "The plan has not yet been agreed.", False, id="not yet"),
        pytest.param("Lumen does not offer mortgages.", "Lumen does not charge a fee.", False, id="denied unheard"),
        pytest.param("", "It costs 5.", True, id="nothing is claimed"),
        pytest.param("It costs 5.", "", False, id="nothing is stated"),
    ],
)
def test_what_agrees(statement: str, source: str, stands: bool) -> None:
    check = check_statement(statement, read_source(source))
    assert check.stands is stands, check.reason


_WORDS = st.lists(
    st.sampled_from(
        [
            "The",
            "Porto",
            "shop",
            "sold",
            "1,200",
            "loaves",
            "not",
            "on",
            "12",
            "March",
            "2026",
            "for",
            "€",
            "5",
            ",",
            ".",
            "and",
            "7",
            "%",
            "a",
            "fifth",
            "half",
            "dua",
        ]
    ),
    max_size=25,
).map(" ".join)


@given(text=_WORDS, source=_WORDS)
def test_every_text_can_be_checked(text: str, source: str) -> None:
    check = check_statement(text, read_source(source))
    assert check.stands is not bool(check.reason)


@given(text=st.text(max_size=60))
def test_a_text_agrees_with_itself_in_figures_and_names(text: str) -> None:
    reason = check_statement(text, read_source(text)).reason
    assert "does not stand" not in reason
