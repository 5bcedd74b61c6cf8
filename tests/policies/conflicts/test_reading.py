"""What a text asserts and denies: negation, concession, questions, objects, money, order, plain contradiction."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.conflicts.extraction import extract_position
from moot.policies.conflicts.reading import needed_languages, read_stands
from moot.policies.conflicts.reading.statements import read_number
from moot.policies.conflicts.reading.text_reading import _WEAK, RECOMMENDED, STATED, TextReading
from moot.policies.language import Language
from moot.state.conflicts import AgentPosition
from tests.policies.conflict_cases import LEXICONS, detect, find


def read(text: str, language: Language | None = None) -> TextReading:
    return read_stands({"agent": text}, LEXICONS, language)["agent"].reading


@pytest.mark.parametrize(
    ("text", "asserted", "denied"),
    [
        # Portuguese
        pytest.param("Não expandir.", set(), {"expand"}, id="pt negation does not assert"),
        pytest.param("Não acho que devemos expandir.", set(), {"expand"}, id="pt negation reaches over a verb"),
        pytest.param("Não é hora, vamos expandir.", {"expand"}, set(), id="pt a comma ends its reach"),
        pytest.param("Evitar cortes.", set(), {"cut"}, id="pt avoid"),
        pytest.param("Não deixar de investir.", {"invest"}, set(), id="pt two negations"),
        pytest.param("Não vamos expandir nem investir.", set(), {"expand", "invest"}, id="pt negations in concord"),
        pytest.param("Não só investir.", {"invest"}, set(), id="pt not only"),
        pytest.param("Sem dúvida devemos expandir.", {"expand"}, set(), id="pt no doubt"),
        pytest.param("Expandir é um erro.", set(), {"expand"}, id="pt a judgement behind it"),
        pytest.param("Expandir não é um erro.", {"expand"}, set(), id="pt a denied judgement"),
        pytest.param("Expandir agora não faz sentido.", set(), {"expand"}, id="pt makes no sense"),
        pytest.param("É prematuro expandir.", set(), {"expand"}, id="pt a judgement before it"),
        pytest.param("Em vez de expandir, consolidar.", {"consolidate"}, {"expand"}, id="pt instead of"),
        pytest.param("Crescer sem sacrificar a margem.", {"growth", "margin"}, set(), id="pt without sacrificing"),
        pytest.param("Reduzir o investimento.", {"reduce"}, {"invest"}, id="pt what is reduced is turned"),
        pytest.param("Não reduzir o investimento.", {"invest"}, {"reduce"}, id="pt not reducing keeps it"),
        pytest.param("Cortar custos e investir.", {"cut", "cost", "invest"}, set(), id="pt costs stay a topic"),
        pytest.param("Não expandir neste ano e cortar.", {"cut"}, {"expand"}, id="pt and ends the reach"),
        pytest.param("Não expandir ou investir.", set(), {"expand", "invest"}, id="pt or does not"),
        # English
        pytest.param("We should not expand.", set(), {"expand"}, id="en negation does not assert"),
        pytest.param("I don't think that we should expand.", set(), {"expand"}, id="en negation reaches over a verb"),
        pytest.param("It's not the time, so expand.", {"expand"}, set(), id="en a comma ends its reach"),
        pytest.param("We must avoid cuts.", set(), {"cut"}, id="en avoid"),
        pytest.param("We cannot stop investing.", {"invest"}, set(), id="en two negations"),
        pytest.param("Not only do we invest.", {"invest"}, set(), id="en not only"),
        pytest.param("There is no doubt that we should expand.", {"expand"}, set(), id="en no doubt"),
        pytest.param("Expansion is a mistake.", set(), {"expand"}, id="en a judgement behind it"),
        pytest.param("To expand now makes no sense.", set(), {"expand"}, id="en makes no sense"),
        pytest.param("Consolidate instead of expanding.", {"consolidate"}, {"expand"}, id="en instead of"),
        pytest.param("Do not expand this year and cut.", {"cut"}, {"expand"}, id="en and ends the reach"),
        pytest.param("Reduce the investment.", {"reduce"}, {"invest"}, id="en what is reduced is turned"),
        pytest.param("Increase the whole marketing budget.", {"invest"}, set(), id="en a phrase with a gap"),
        # Indonesian
        pytest.param("Jangan ekspansi.", set(), {"expand"}, id="id negation does not assert"),
        pytest.param("Kita belum perlu berinvestasi.", set(), {"invest"}, id="id not yet"),
        pytest.param("Hindari pemotongan.", set(), {"cut"}, id="id avoid"),
        pytest.param("Tidak boleh berhenti berinvestasi.", {"invest"}, set(), id="id two negations"),
        pytest.param("Tidak hanya berinvestasi.", {"invest"}, set(), id="id not only"),
        pytest.param("Ekspansi adalah kesalahan.", set(), {"expand"}, id="id a judgement behind it"),
        pytest.param("Ekspansi tidak masuk akal.", set(), {"expand"}, id="id makes no sense"),
        pytest.param("Tumbuh tanpa mengorbankan laba.", {"growth", "profit"}, set(), id="id without sacrificing"),
        pytest.param("Kurangi investasi.", {"reduce"}, {"invest"}, id="id what is reduced is turned"),
    ],
)
def test_negation(text: str, asserted: set[str], denied: set[str]) -> None:
    reading = read(text)
    assert (set(reading.asserted), set(reading.denied)) == (asserted, denied)


@pytest.mark.parametrize(
    ("text", "concept", "level"),
    [
        pytest.param("Recomendo expandir.", "expand", RECOMMENDED, id="recommended"),
        pytest.param("Consolidar a base.", "consolidate", RECOMMENDED, id="opens with an action"),
        pytest.param("A expansão avança.", "expand", STATED, id="stated"),
        pytest.param("Sim. Recomendo esperar, pois a expansão avança.", "expand", STATED, id="a cause is no advice"),
        pytest.param("Um estudo antes de expandir.", "expand", _WEAK, id="W-C3 put off"),
        pytest.param("Embora a expansão avance, espero.", "expand", _WEAK, id="conceded"),
        pytest.param("Se expandir, contratamos.", "expand", _WEAK, id="conditional"),
        pytest.param("Sem expansão, perdemos.", "expand", _WEAK, id="a condition with without"),
        pytest.param("A expansão foi boa no ano passado.", "expand", _WEAK, id="C-07 reported"),
        pytest.param("Devemos expandir?", "expand", _WEAK, id="a question"),
    ],
)
def test_firmness(text: str, concept: str, level: int) -> None:
    assert read(text, "pt").asserted[concept] == level


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        pytest.param("Reduzir erros.", "reduce", id="reducing errors is no cutting"),
        pytest.param("Manter a qualidade.", "maintain", id="keeping quality"),
        pytest.param("Um risco baixo.", "risk", id="a low risk"),
        pytest.param("É claro que sim.", "clear", id="of course"),
        pytest.param("A economia brasileira.", "save", id="the economy"),
        pytest.param("Investigar o caso.", "invest", id="X-37 investigate is not invest"),
        pytest.param("Um recorte do mapa.", "cut", id="X-37 whole words"),
    ],
)
def test_a_neighbour_or_a_longer_word_is_another_meaning(text: str, concept: str) -> None:
    reading = read(text, "pt")
    assert concept not in reading.asserted
    assert concept not in reading.denied


@pytest.mark.parametrize(
    ("a", "b", "pairs"),
    [
        pytest.param("Expandir.", "Não expandir.", ("expandir vs não expandir",), id="asserted and denied"),
        pytest.param("Não expandir.", "Consolidar.", (), id="not expanding agrees with consolidating"),
        pytest.param("Não cortar.", "Não investir.", (), id="two denials leave room"),
        pytest.param("Não cortar.", "Reduzir.", ("não cortar vs reduzir",), id="a denial opposes a synonym"),
        pytest.param("Crescer com margem.", "Margem acima de tudo.", (), id="C-07 holding both sides is no lean"),
        pytest.param("Investir. Cortar.", "Cortar.", (), id="C-07 one complements the other"),
        pytest.param(
            "A loja vende. O crescimento segue.", "A loja vende. O custo segue.", (), id="C-07 topics nobody recommends"
        ),
        pytest.param(
            "A loja vende. Foco no crescimento.",
            "A loja vende. O custo segue.",
            ("crescimento vs custo",),
            id="C-16 topics one side recommends",
        ),
        pytest.param(
            "O crescimento segue.",
            "O custo segue.",
            ("crescimento vs custo",),
            id="C-16 the only sentence is the position",
        ),
        pytest.param("Aprovar o plano.", "Não aprovar o plano.", ("aprovar vs não aprovar",), id="a lexicon word"),
        pytest.param(
            "Devemos pintar a sede de azul.",
            "Não devemos pintar a sede de azul.",
            ("pintar sede azul vs não pintar sede azul",),
            id="C-01 the same words denied need no lexicon",
        ),
        pytest.param("Pintar a sede.", "Não vender a sede.", (), id="another thing denied"),
    ],
)
def test_oppositions(a: str, b: str, pairs: tuple[str, ...]) -> None:
    conflict = find(analyst=a, reviewer=b)
    assert (conflict.key_differences if conflict else ()) == pairs


@pytest.mark.parametrize(
    ("text", "invested", "returned"),
    [
        pytest.param("Investir $500K.", 5e5, None, id="C-04 letters as scale"),
        pytest.param("Investir R$ 1,2 milhão.", 1.2e6, None, id="C-04 decimal comma"),
        pytest.param("Investir US$ 1.200.000.", 1.2e6, None, id="C-04 thousands"),
        pytest.param("Investimento de $500K com retorno de $300K.", 5e5, 3e5, id="C-04 both in one sentence"),
        pytest.param("Investir em 12 lojas.", None, None, id="a count is no money"),
        pytest.param("Investir. São 300 mil clientes.", None, None, id="another sentence"),
        pytest.param("Retorno de 300 mil reais.", None, 3e5, id="the currency behind it"),
    ],
)
def test_money(text: str, invested: float | None, returned: float | None) -> None:
    money = read(text, "pt").money
    assert (money.invested.value if money.invested else None) == invested
    assert (money.returned.value if money.returned else None) == returned


@pytest.mark.parametrize(
    ("a", "b", "found"),
    [
        pytest.param("Investir $500K.", "O retorno é de $300K.", True, id="C-04 falls short"),
        pytest.param("Investir $500K.", "O retorno é de $900K.", False, id="C-04 pays off"),
        pytest.param("O retorno é de $300K.", "Investir $500K.", True, id="C-17 either way round"),
        pytest.param("Uma feira de $500K.", "O retorno é de $300K.", False, id="nobody invests"),
    ],
)
def test_a_return_below_its_cost(a: str, b: str, found: bool) -> None:
    conflict = find(market=a, reviewer=b)
    assert (conflict is not None and conflict.conflict_type == "financial") is found


@pytest.mark.parametrize(
    ("number", "value"),
    [("500", 500), ("1.5", 1.5), ("1,5", 1.5), ("1.500", 1500), ("1.234.567", 1234567), ("1,234.5", 1234.5)],
)
def test_numbers(number: str, value: float) -> None:
    assert read_number(number) == value


@pytest.mark.parametrize(
    ("a", "b"),
    [
        pytest.param("Primeiro contratar, depois treinar.", "Primeiro treinar, depois contratar.", id="pt first, then"),
        pytest.param("Contratar antes de treinar.", "Treinar antes de contratar.", id="pt before"),
        pytest.param("Antes de treinar, contratar.", "Antes de contratar, treinar.", id="pt before, in front"),
        pytest.param("Treinar depois de contratar.", "Treinar antes de contratar.", id="pt after against before"),
        pytest.param("Expandir antes de consolidar.", "Consolidar antes de expandir.", id="X-35 opposites as steps"),
        pytest.param(
            "Repair the roof first, then paint.", "Paint first, then repair the roof.", id="en first behind it"
        ),
        pytest.param("Launch the app, then renew the site.", "Renew the site, then launch the app.", id="en then"),
        pytest.param("Luncurkan aplikasi sebelum situs.", "Situs sebelum meluncurkan aplikasi.", id="id before"),
    ],
)
def test_reversed_steps_are_a_priority_conflict(a: str, b: str) -> None:
    """C-06, X-35: low, never debated, whatever the least severity is."""
    conflict = find(analyst=a, market=b)
    assert conflict is not None
    assert (conflict.conflict_type, conflict.severity, conflict.requires_debate) == ("priority", "low", False)
    assert not conflict.mutual_exclusivity


@pytest.mark.parametrize(
    ("a", "b"),
    [
        pytest.param("Contratar antes de treinar.", "Contratar antes de treinar a equipe.", id="C-07 the same order"),
        pytest.param("Contratar antes de treinar.", "Vender antes de contratar.", id="X-35 not the same two items"),
        pytest.param("Contratar antes de treinar.", "Treinar e contratar.", id="C-07 no order on one side"),
    ],
)
def test_other_orders_are_no_conflict(a: str, b: str) -> None:
    assert find(analyst=a, market=b) is None


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        pytest.param(
            "pt",
            "Vimos 3 lojas.\nRecomendo abrir.\nPorque há demanda.",
            {"position": "Recomendo abrir.", "reasoning": "Porque há demanda.", "confidence": 0.7},
            id="C-22 first line with a recommendation, first with a cause",
        ),
        pytest.param(
            "pt",
            "Há demanda.\nAbrir já.",
            {"position": "Há demanda.", "reasoning": "Abrir já."},
            id="C-22 else the first and the second line",
        ),
        pytest.param("pt", "Certamente abrir, talvez.", {"confidence": 0.9}, id="C-22 certainty before doubt"),
        pytest.param("pt", "Talvez abrir.", {"confidence": 0.5}, id="C-22 doubt"),
        pytest.param("pt", "Pode ser bom.", {"confidence": 0.5}, id="C-22 a doubt phrase"),
        pytest.param(
            "pt",
            "1 a\n2 b\nc\n3 d\n4 e",
            {"supporting_evidence": ("1 a", "2 b", "3 d")},
            id="C-22 up to three lines with a digit",
        ),
        pytest.param("pt", "x" * 300, {"position": "x" * 199 + "…"}, id="C-22 at most 200 characters"),
        pytest.param(
            "pt",
            "a" * 250 + ". Recomendo abrir.",
            {"position": "Recomendo abrir."},
            id="C-22 the recommending sentence of a long line",
        ),
        pytest.param(
            "en", "I suggest opening.\nBecause of demand.", {"position": "I suggest opening."}, id="C-22 English"
        ),
        pytest.param(
            "id", "Ada 3 toko.\nSaya sarankan buka.", {"position": "Saya sarankan buka."}, id="C-22 Indonesian"
        ),
        pytest.param("en", "We should maybe open.", {"confidence": 0.5}, id="C-22 English doubt"),
        pytest.param("id", "Mungkin buka saja.", {"confidence": 0.5}, id="C-22 Indonesian doubt"),
    ],
)
def test_positions_are_taken_from_texts(language: Language, text: str, expected: dict[str, object]) -> None:
    found = extract_position("agent", text, read(text, language))
    assert {name: getattr(found, name) for name in expected} == expected


@given(st.text())
def test_any_text_has_a_position(text: str) -> None:
    found = extract_position("agent", text, read(text))
    assert isinstance(found, AgentPosition)
    assert len(found.position) <= 200
    assert len(found.reasoning) <= 300


def test_only_the_languages_of_the_texts_are_needed() -> None:
    assert needed_languages(["Devemos expandir o que temos.", " "]) == ("pt",)
    assert needed_languages(["Devemos expandir o que temos.", "Kita harus ekspansi."]) == ("pt", "en", "id")
    assert needed_languages(["Expandir."]) == ("pt", "en", "id")


def test_a_long_text_without_punctuation_is_read() -> None:
    assert detect({"analyst": "não expandir " * 5000, "market": "expandir " * 5000}).total_conflicts == 1
