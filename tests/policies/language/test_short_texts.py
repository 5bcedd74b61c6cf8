"""Short texts are told apart; the 300 sentences in each of the `HELD_OUT` folders tuned nothing."""

from pathlib import Path

import pytest

from moot.policies.language import LANGUAGES, find_language, find_other_language, guess_language

FOLDER = Path(__file__).resolve().parents[2] / "data" / "languages"
HELD_OUT = ("held_out", "held_out_second", "held_out_third", "held_out_fourth")


def read(language: str) -> list[str]:
    return (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    "text", ["Z melhora W", "Observei X", "Vacinas causam autismo", "Café reduz sono"], ids=lambda text: text
)
def test_short_portuguese_ideas(text: str) -> None:
    assert find_language(text) == "pt"


def test_held_out_sentences() -> None:
    held = [(language, text) for language in LANGUAGES for text in read(language)[1::2]]
    right = sum(guess_language(text) == language for language, text in held)
    assert right / len(held) >= 0.95


@pytest.mark.parametrize("folder", HELD_OUT)
def test_three_hundred_sentences_that_tuned_nothing(folder: str) -> None:
    """At least 95 % are right, doubt counts as wrong, none is taken for a language that moot does not speak."""
    held = [
        (language, text)
        for language in LANGUAGES
        for text in (FOLDER / folder / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    ]
    assert len(held) == len(set(held)) == 300
    assert sum(len(text.split()) for _, text in held) / len(held) <= 4
    assert not [text for _, text in held if find_other_language(text)]
    right = sum(find_language(text) == language for language, text in held)
    assert right / len(held) >= 0.95


def test_with_no_language_ruled_out() -> None:
    """A hundred more sentences are told, and of twenty in other languages hardly one is taken for one of ours."""
    folder = FOLDER / "open"
    ours = [
        (language, text)
        for language in LANGUAGES
        for text in (folder / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    ]
    others = [line.split("\t") for line in (folder / "other.txt").read_text(encoding="utf-8").splitlines()]
    assert (len(ours), len(others)) == (100, 20)
    right = sum((find_other_language(text) or find_language(text)) == language for language, text in ours)
    assert right >= 95
    assert sum(find_other_language(text) == language for language, text in others) >= 17


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("هل نفتح المتجر؟", "ar", id="Arabic"),
        pytest.param("آیا باید فروشگاه را ببندیم؟ چرا؟", "fa", id="Persian has letters of its own"),
        pytest.param("האם לפתוח חנות?", "he", id="Hebrew"),
        pytest.param("Открываем магазин?", "ru", id="Russian"),
        pytest.param("Чи відкриємо крамницю?", "uk", id="Ukrainian has letters of its own"),
        pytest.param("我们应该开店吗？", "zh", id="Chinese"),
        pytest.param("店を開くべきか", "ja", id="Japanese is told by its kana"),
        pytest.param("¿Abrimos la tienda?", "es", id="Spanish by a mark and a small word"),
        pytest.param("Las ventas bajan", "es", id="Spanish by one word that Portuguese lacks"),
        pytest.param("La inversión pública", None, id="Spanish by one shared word is not told"),
        pytest.param("Los Angeles fica longe", None, id="such a word before a name"),
        pytest.param("Perlukah syarikat mengambil pekerja?", "ms", id="Malay by a word that Indonesian lacks"),
        pytest.param("Adakah yang mau menyewa gudang?", None, id="Indonesian by words that Malay has too"),
        pytest.param("Faut-il ouvrir les magasins ?", "fr", id="French"),
        pytest.param("Sollen wir die Läden öffnen und wann?", "de", id="German"),
        pytest.param("Dobbiamo aprire il negozio?", "it", id="Italian"),
        pytest.param("Moeten wij een winkel openen?", "nl", id="Dutch"),
        pytest.param("Pitäisikö meidän avata uusi myymälä?", "fi", id="Finnish"),
        pytest.param("Onko tämä hyvä idea?", "fi", id="a short question in Finnish"),
        pytest.param("Ska vi öppna nya butiker i mars?", "sv", id="Swedish"),
        pytest.param("Czy powinniśmy otworzyć nowe sklepy?", "pl", id="Polish"),
        pytest.param("Mart ayında yeni mağazalar açmalı mıyız?", "tr", id="Turkish"),
        pytest.param("Skal vi åbne nye butikker?", "und", id="Danish, which nobody names, by a letter"),
        pytest.param("Máme otevřít nové obchody?", "und", id="Czech, which nobody names, by a letter"),
        pytest.param("Chúng ta có nên mở cửa hàng mới không?", "und", id="Vietnamese, by its letters"),
        pytest.param("ᎠᏎᏃ ᎤᎾᏓᏅᏖᎸ", "und", id="letters that nobody knows"),
        pytest.param("große Hunde kaufen?", "de", id="a letter that German alone has"),
        pytest.param("Bäckerei sonntags öffnen", "und", id="a letter of several, and no word of ours"),
        pytest.param("Freqüência aumenta lucro", None, id="Portuguese of older days"),
        pytest.param("Jalapeño prices rise", None, id="a borrowed word without a small word"),
        pytest.param("Should we hire Müller in Malmö?", None, id="names have letters of other languages"),
        pytest.param("Is a naïve model enough?", None, id="a borrowed word"),
        pytest.param("Z melhora W", None, id="single letters are no words"),
        pytest.param("Devemos abrir a loja em Las Vegas?", None, id="a name is no small word more"),
        pytest.param("X Y", None, id="nothing tells"),
        pytest.param("Open the café in São Paulo", None, id="an English sentence with a Portuguese name"),
    ],
)
def test_other_languages(text: str, code: str | None) -> None:
    assert find_other_language(text) == code


def test_nothing_tells() -> None:
    assert find_language("X Y") is None
