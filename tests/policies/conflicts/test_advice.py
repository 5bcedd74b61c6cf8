"""What a text advises on a question, and whether two texts take opposite sides (C-01, X-34)."""

import pytest

from moot.policies.conflicts.detection import detect_conflicts
from moot.policies.conflicts.reading.advice import list_advice
from moot.policies.conflicts.reading.advice_index import index_advice
from moot.policies.conflicts.reading.asking import read_asked
from moot.policies.conflicts.reading.lexicon_index import tokenize
from moot.policies.conflicts.reading.verdicts import take_side
from moot.policies.language import LANGUAGES, Language
from moot.state.protocol import ConflictRules
from tests.policies.conflict_cases import LEXICONS

FOR, AGAINST, NEITHER = 1, -1, 0

QUESTIONS: dict[Language, str] = {
    "en": "Should we buy the bakery in Ghent?",
    "pt": "Devemos comprar a padaria de Gante?",
    "id": "Apakah kita perlu membeli toko roti di Gent?",
}
SIDES: list[tuple[Language, int, str]] = [
    ("en", FOR, "I would go ahead with the purchase."),
    ("en", FOR, "Yes, and soon."),
    ("en", FOR, "I see no reason not to buy it."),
    ("en", FOR, "Nothing speaks against the purchase."),
    ("en", FOR, "The rent is high.\n\n**Recommendation**\n\n- Buy the bakery this spring."),
    ("en", FOR, "Although some would wait, I recommend buying the bakery."),
    ("en", AGAINST, "I would rather wait."),
    ("en", AGAINST, "My advice is to turn the offer down and to put the money into the ovens."),
    ("en", AGAINST, "I see no reason to buy the bakery."),
    ("en", AGAINST, "Buying the bakery would be a mistake."),
    ("en", AGAINST, "Buying the bakery now is, to my mind, a step we ought not to take."),
    ("en", AGAINST, "Let us keep to the two shops that we have."),
    ("en", AGAINST, "I'd train our own bakers rather than buy the bakery."),
    ("en", AGAINST, "I'm not persuaded that the bakery would earn enough for three families."),
    ("en", AGAINST, "The bakery is too dear for us at present and should be declined."),
    ("en", AGAINST, "My answer is no; two shops are plenty of work."),
    ("en", AGAINST, "The oven is old and it is still the wiser course to leave the bakery alone."),
    ("en", NEITHER, "Please explain to the owner that we would buy flour for a while."),
    ("en", NEITHER, "The bakery has eleven ovens and was built in 1960."),
    ("en", NEITHER, "Some colleagues want to buy the bakery."),
    ("en", NEITHER, "If we buy the bakery, the lease has to be read first."),
    ("en", AGAINST, "I could support the purchase only once the oven has been repaired."),
    ("en", NEITHER, "The figures alone do not say whether the bakery would pay."),
    ("pt", FOR, "Eu compraria a padaria ainda este ano."),
    ("pt", AGAINST, "Eu compraria a padaria apenas quando o forno for trocado."),
    ("pt", NEITHER, "Os números não dizem se vale a pena comprar a padaria."),
    ("pt", FOR, "Sim, quanto antes."),
    ("pt", FOR, "Não vejo motivo para não comprar a padaria."),
    ("pt", FOR, "Recomendação: fechar o negócio em maio."),
    ("pt", AGAINST, "O mais prudente me parece adiar a compra."),
    ("pt", AGAINST, "Não vejo nenhum motivo para comprar a padaria."),
    ("pt", AGAINST, "Melhor seria seguir com as duas lojas atuais."),
    ("pt", AGAINST, "Comprar a padaria seria um erro."),
    ("pt", FOR, "A padaria se paga em quatro anos; o conselho pode aprovar a compra."),
    ("pt", AGAINST, "Por enquanto eu ficaria longe da padaria."),
    ("pt", AGAINST, "Não estou convencido de que a padaria caiba no nosso caixa neste ano."),
    ("pt", NEITHER, "A padaria foi comprada em 1960 e tem onze fornos."),
    ("pt", NEITHER, "Há quem queira comprar a padaria."),
    ("id", FOR, "Saya mendukung pembelian itu."),
    ("id", FOR, "Perlu. Harganya wajar."),
    ("id", FOR, "Tidak ada alasan untuk menunda pembelian."),
    ("id", FOR, "Rekomendasi: belilah toko itu tahun ini."),
    ("id", AGAINST, "Sebaiknya kita tunda dulu pembeliannya."),
    ("id", AGAINST, "Menurut saya toko roti itu tidak perlu dibeli."),
    ("id", AGAINST, "Lebih baik pertahankan dua toko yang ada."),
    ("id", AGAINST, "Untuk saat ini saya tidak setuju toko roti itu dibeli."),
    ("id", AGAINST, "Saya menyarankan agar toko roti itu tidak dibeli."),
    ("id", AGAINST, "Toko roti itu terlalu mahal dan tawarannya harus ditolak."),
    ("id", NEITHER, "Angka itu tidak menunjukkan apakah pembelian toko roti menguntungkan."),
    ("id", NEITHER, "Toko roti itu memiliki sebelas oven."),
    ("id", NEITHER, "Ada yang ingin membeli toko roti itu."),
]


def side_of(text: str, question: str, language: Language) -> int:
    words = index_advice(LEXICONS, language)
    return take_side(list_advice(tokenize(text), words), read_asked(tokenize(question), words), words).side


@pytest.mark.parametrize(("language", "side", "text"), SIDES, ids=lambda value: str(value)[:40])
def test_the_side_of_a_text(language: Language, side: int, text: str) -> None:
    assert side_of(text, QUESTIONS[language], language) == side


@pytest.mark.parametrize(
    ("question", "text", "side"),
    [
        ("Should we renew the lease?", "I would not move elsewhere.", FOR),
        ("Should we renew the lease?", "I'd let the lease lapse.", AGAINST),
        ("Should we close the Leeds plant?", "I recommend keeping the plant.", AGAINST),
        ("Should we close the Leeds plant?", "Refusing to close the plant would be reckless.", FOR),
        ("Should we raise our prices?", "I would leave the prices where they are.", AGAINST),
        ("Should we postpone the opening?", "I would open in May as announced.", AGAINST),
        ("Should we launch in September?", "Stick to the September date.", FOR),
        ("Should engineers work remotely?", "Everybody should be in the office.", AGAINST),
        ("Lease or buy the vans?", "I would buy them.", AGAINST),
        ("Which supplier should we take, Harlow or Petrov?", "Award the contract to Harlow.", FOR),
    ],
)
def test_what_speaks_for_a_proposal_depends_on_its_act(question: str, text: str, side: int) -> None:
    """To keep speaks against buying, and for renewing; of two alternatives the first counts as for."""
    assert side_of(text, question, "en") == side


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Should we sell?", "proposal"),
        ("The board asks whether to sell the mill.", "proposal"),
        ("Buy or lease?", "choice"),
        ("How much should we spend?", "amount"),
        ("When should we open?", "time"),
        ("Sales are falling. What should we do?", "open"),
        ("How should we prepare the fair?", "other"),
        ("", "nothing"),
    ],
)
def test_what_a_question_asks(question: str, kind: str) -> None:
    assert read_asked(tokenize(question), index_advice(LEXICONS, "en")).kind == kind


@pytest.mark.parametrize(
    ("question", "one", "other", "debated"),
    [
        ("How large should the budget be?", "I would spend 100,000.", "Recommendation: allocate 450,000.", True),
        ("How large should the budget be?", "I would spend 100,000.", "I propose 105,000.", False),
        ("What discount should we give?", "I would authorise up to 25%.", "I'd hold the line at 5%.", True),
        ("What discount should we give?", "I would authorise up to 10%.", "I'd hold the line at 8%.", False),
        ("When should we leave the mill?", "Leave it in 2027.", "I would leave it in 2030.", True),
        ("How should we use the gift?", "About 70% should go to wells.", "Put two thirds of it into schools.", True),
        ("Should we lend without security?", "We should lend it.", "I would lend only with a guarantee.", True),
        ("Should we enlarge the shop or renovate the hall?", "Put it into the hall.", "The shop, I would say.", True),
        ("", "I recommend closing the mill in May.", "We should keep the mill.", True),
        ("", "I only accept leaving Europe.", "I only accept entering Europe.", True),
        ("", "The mill opened in 1990 with two wheels.", "The mill did not open in 1990 with two wheels.", False),
        ("", "I recommend closing the mill in May.", "We should keep the shop.", False),
        ("When should we open?", "Open this month.", "I would wait and open in 2031.", True),
        ("What should we do with the mill?", "I would sell it.", "My advice is to keep the mill.", True),
        ("How should we use the gift?", "Spend the whole gift on wells.", "I'd give the entire gift to schools.", True),
        ("How should we use the gift?", "I would begin with wells.", "I'd ask the schools first.", False),
        ("Should we buy the mill?", "I would buy the mill.", "I recommend the purchase, in two stages.", False),
        ("Should we buy the mill?", "I would buy the mill.", "The mill has two wheels.", False),
        ("Should we buy the mill?", "I would buy the mill.", "I'd hold off.", True),
        ("What should the fare be?", "Bring it down from 24 to 19 a month.", "I would move it up to 27.", True),
        ("What should the fare be?", "Bring it down from 24 to 19 a month.", "I would set it at 19.", False),
        ("How much should we spend?", "Plan 2 million for the year.", "The ceiling is 500,000.", True),
        ("What rise should we offer?", "We should go in with 4.5.", "I would offer 2 per cent.", True),
        ("How many vans should we buy?", "Buy all 60 now.", "I would buy ten vans.", True),
        ("Where should we open?", "Bristol would be my pick.", "Where: Leeds, in the old market.", True),
        ("Where should we open?", "Bristol would be my pick.", "I recommend that we go to Bristol.", False),
        ("Where should we build?", "The port is at Hull. I would build there.", "I'd build in Leeds.", True),
        ("When should we move?", "We should do it in March.", "I would do it in August.", True),
        ("When should we move?", "We should do it in March.", "I would start on 3 March.", False),
        ("When should the mill stop?", "The mill should stop in March.", "I would stop the mill now.", True),
        ("Should we raise the fee?", "I would raise the fee.", "The fee must not rise. Let us find sponsors.", True),
        ("Should we sell or wait?", "I would sell it all.", "My advice is to wait.", True),
    ],
)
def test_advice_that_excludes_other_advice_is_debated(question: str, one: str, other: str, debated: bool) -> None:
    outputs = {"market": one, "reviewer": other}
    report = detect_conflicts(outputs, LEXICONS, ConflictRules(), "x", question=question, language="en")
    assert report.requires_debate is debated


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["", ":", "? ! .", "- - -", "1. 2. 3.", "no", "###", "a" * 5000, "not " * 400])
def test_reading_advice_is_total(language: Language, text: str) -> None:
    assert side_of(text, text, language) in {FOR, AGAINST, NEITHER}


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("Should we sell the company?", "Sell the company.", "I am against it."),
        ("Devemos vender a empresa?", "Vender a empresa.", "Sou contra."),
        ("Apakah perusahaan dijual?", "Jual perusahaan.", "Saya menentangnya."),
        ("", "I only accept leaving Europe.", "I only accept entering Europe."),
        ("", "Só aceito sair da Europa.", "Só aceito entrar na Europa."),
        ("", "Saya hanya menerima keluar dari Eropa.", "Saya hanya menerima masuk ke Eropa."),
        ("", "Vender a empresa.", "Sou contra vender a empresa."),
    ],
)
def test_texts_of_a_few_words_are_debated_in_every_language(question: str, one: str, other: str) -> None:
    """X-34: no language is given, and each text has too few words to tell it."""
    report = detect_conflicts({"market": one, "reviewer": other}, LEXICONS, ConflictRules(), "x", question=question)
    assert report.requires_debate


def test_who_refuses_to_reduce_what_another_keeps_wants_the_same() -> None:
    """C-07: two denials of one change are no conflict, also where nobody asked."""
    texts = {
        "market": "Não devemos reduzir a manutenção do moinho velho.",
        "reviewer": "A manutenção do moinho velho deve seguir como está.",
    }
    assert not detect_conflicts(texts, LEXICONS, ConflictRules(), "x").conflicts
