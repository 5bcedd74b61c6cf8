"""How figures that stand beside each other are read, in three languages (L-02, D-141)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.critique.ledger import figure_words as known
from moot.policies.critique.ledger.clauses import split_clauses
from moot.policies.critique.ledger.figures import agree, read_figures
from moot.policies.critique.ledger.sources import read_source
from moot.policies.critique.ledger.statements import check_statement
from moot.policies.language import Language

SPANS: list[tuple[Language, str, str]] = [
    # Enumerations of different things: each keeps its own unit.
    ("en", "connecting main 1.1 million euros, 11 months to build", "1100000 €, 11 month"),
    ("en", "3.2 million €, 20 months", "3200000 €, 20 month"),
    ("en", "USD 500, 11 months", "500 $, 11 month"),
    ("en", "500 dollars 11 months later", "500 $, 11 month"),
    ("en", "2026, 11 months", "2026, 11 month"),
    ("en", "in 2026, 11 wells", "2026, 11"),
    ("en", "62 %, 899,000 m3", "62 %, 899|899000"),
    ("en", "£40, £50 and 11 weeks", "40 £, 50 £, 110880 minute"),
    ("pt", "R$ 2,5 milhões, 12 meses", "2500000 R$, 12 month"),
    ("pt", "2,5 milhões de reais, 12 meses de obra", "2500000 R$, 12 month"),
    ("pt", "R$ 500, 12 lojas", "500 R$, 12"),
    ("pt", "em 2025, mil empresas fecharam", "2025, 1000"),
    ("pt", "cem, duzentos e trezentos reais", "100 R$, 200 R$, 300 R$"),
    ("id", "Rp 1,5 miliar, 11 bulan", "1500000000 Rp, 11 month"),
    ("id", "1,5 miliar rupiah, 11 bulan", "1500000000 Rp, 11 month"),
    ("id", "Rp500 juta, 3 tahun, 12 %", "500000000 Rp, 36 month, 12 %"),
    # Enumerations and ranges of one thing: the unit is shared.
    ("en", "3, 5 and 7 years", "36 month, 60 month, 84 month"),
    ("en", "3 or 5 weeks", "30240 minute, 50400 minute"),
    ("en", "9 to 12 years", "108 month, 144 month"),
    ("en", "9-12 years", "108 month, 144 month"),
    ("en", "9–12 years", "108 month, 144 month"),
    ("en", "2 to 3 million euros", "2|2000000 €, 3000000 €"),
    ("en", "10, 20 and 30 %", "10 %, 20 %, 30 %"),
    ("pt", "10.000, 20.000 e 30.000", "10|10000, 20|20000, 30|30000"),
    ("pt", "R$ 10.000, 20.000 e 30.000", "10|10000 R$, 20|20000 R$, 30|30000 R$"),
    ("pt", "de 5 a 8 anos", "60 month, 96 month"),
    ("pt", "5 ou 8 meses", "5 month, 8 month"),
    ("pt", "entre 2 e 3 milhões de reais", "2|2000000 R$, 3000000 R$"),
    ("id", "3, 5 dan 7 tahun", "36 month, 60 month, 84 month"),
    ("id", "5 sampai 8 bulan", "5 month, 8 month"),
    ("id", "2 atau 3 miliar rupiah", "2|2000000000 Rp, 3000000000 Rp"),
    # Figures side by side without a sign, tables and lists.
    ("en", "2021 38 mg/l; 2022 40 mg/l", "2021, 38, 2022, 40"),
    ("en", "Months to build: 11. Cost: 1.1", "11, 1.1"),
    ("en", "11\nmonths", "11 month"),
    ("en", "1.1\nmillion euros", "1100000 €"),
    ("en", "20-year loan", "240 month"),
    ("pt", "prazo de 30 (trinta) dias", "30, 43200 minute"),
    ("id", "30 (tiga puluh) hari", "30, 43200 minute"),
    # Footnote marks, measures and thousands.
    ("en", "11 months¹, 20 months²", "11 month, 20 month"),
    ("en", "11[3] months", "11 month"),
    ("en", "1.1 million[2] euros", "1100000 €"),
    ("en", "600,000 m³ and 10 m²", "600|600000, 10"),
    ("en", "600,000 m3", "600|600000"),
    ("en", "40 t of CO2", "40"),
    ("en", "1 450 000 m3", "1450000"),
    ("pt", "1\u00a0450 lojas", "1450"),
    ("en", "CHF 1'450'000", "1450000"),
]


def _read(text: str, language: Language) -> str:
    found = read_figures(split_clauses(text, language))
    return ", ".join(f"{'|'.join(f'{v:.10g}' for v in sorted(each.values))} {each.unit}".strip() for each in found)


@pytest.mark.parametrize(("language", "text", "read"), SPANS, ids=[text for _, text, _ in SPANS])
def test_figures_beside_each_other_are_read(language: Language, text: str, read: str) -> None:
    """A sign that parts two figures parts their units; a unit behind an enumeration or a range is shared."""
    assert _read(text, language) == read


NUMBERS = st.one_of(
    st.integers(2, 5_000).map(str),
    st.integers(1_000, 5_000_000).map("{:,}".format),
    st.integers(1_000, 5_000_000).map(lambda n: f"{n:,}".replace(",", ".")),
    st.tuples(st.integers(0, 400), st.integers(1, 99)).map(lambda n: f"{n[0]}.{n[1]}"),
    st.tuples(st.integers(0, 400), st.integers(1, 99)).map(lambda n: f"{n[0]},{n[1]}"),
)
UNITS: dict[Language, list[str]] = {
    "en": ["{} months", "{} years", "{} %", "{} euros", "{} million euros", "{} m3", "$ {}", "{} wells", "{}"],
    "pt": ["{} meses", "{} anos", "{} %", "{} reais", "R$ {} milhões", "R$ {}", "{} lojas", "{}"],
    "id": ["{} bulan", "{} tahun", "{} persen", "Rp {} miliar", "Rp {}", "{} juta rupiah", "{} toko", "{}"],
}
CONTEXTS = [
    "{}",
    "{}, {}",
    "{}; {}",
    "{} ({})",
    "{}. {}",
    "{}\n{}",
    "- {}\n- {}",
    "The main: {}, {} to build.",
    "{}¹ {}[2]",
    "Custa {} e leva {}.",
    "Biaya {} dan {}.",
    "x = {}: {}!",
]
PHRASES = st.sampled_from(list(UNITS)).flatmap(
    lambda language: st.tuples(
        st.just(language), *(st.tuples(NUMBERS, st.sampled_from(UNITS[language])) for _ in range(2))
    )
)


@given(PHRASES, st.sampled_from(CONTEXTS))
def test_a_printed_figure_is_found_again(
    phrases: tuple[Language, tuple[str, str], tuple[str, str]], context: str
) -> None:
    """Whatever stands around a figure in a source, a claim that prints it as the source does finds it."""
    language, *figures = phrases
    printed = [unit.format(number) for number, unit in figures]
    stated = read_figures(split_clauses(context.format(*printed), language))
    for each in printed[: context.count("{}")]:
        for claimed in read_figures(split_clauses(each, language)):
            assert any(agree(claimed, found) for found in stated), (each, context.format(*printed), stated)


@pytest.mark.parametrize(
    ("statement", "stands"),
    [
        ("The connecting main takes 11 months to build.", True),
        ("The main costs 1.1 million euros and takes 11 months.", True),
        ("The connecting main takes 12 months to build.", False),
        ("The main costs 11 euros.", False),
        ("The plant costs about 626,000 euros.", False),
    ],
)
def test_a_stated_figure_beside_another_stands(statement: str, stands: bool) -> None:
    """What stands behind an amount is no amount; what is near a figure of something else is not stated."""
    source = read_source(
        "Connecting main 1.1 million euros, 11 months to build. Take-or-pay for 600,000 m3, 410 euros per hectare."
    )
    assert check_statement(statement, source).stands is stands


class _Everything(frozenset[str]):
    """Contains every word."""

    def __contains__(self, word: object) -> bool:
        return True


WORDS = sorted(
    {"the", "of", "and", "por", "cento", "h", "pm", "setiap", "x", ".", ",", "12", "1,5", "2026", "/"} | known.OPENING
)


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), st.sampled_from(("en", "pt", "id")))
def test_the_words_that_open_a_figure_are_all_known(text: str, language: Language) -> None:
    """Nothing is passed over because its first word is thought to open no figure."""
    tokens = split_clauses(text, language)
    with pytest.MonkeyPatch.context() as patch:
        found = read_figures(tokens)
        patch.setattr(known, "OPENING", _Everything())
        patch.setattr(known, "MOMENT_WORDS", _Everything())
        assert found == read_figures(tokens)
