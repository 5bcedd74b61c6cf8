"""Lists abbreviations that are words rather than names, with what they stand for: the CEO is the chief executive."""

from collections.abc import Collection

_MEANT: dict[str, str] = {
    "ceo": "chief executive, managing director, diretor presidente, diretora presidente, presidente executivo, "
    "presidente executiva, direktur utama",
    "cfo": "chief financial, finance director, diretor financeiro, diretora financeira, direktur keuangan",
    "coo": "chief operating, operations director, diretor operacoes, diretora operacoes, direktur operasi",
    "cto": "chief technology, diretor tecnologia, diretora tecnologia, direktur teknologi",
    "hr": "human resources, personnel",
    "rh": "recursos humanos, pessoal",
    "sdm": "sumber daya manusia, personalia",
    "it": "information technology, computer",
    "ti": "tecnologia informacao, informatica",
    "icu": "intensive care",
    "uti": "terapia intensiva, cuidados intensivos",
    "igd": "gawat darurat",
    "phk": "pemutusan hubungan kerja, pemecatan, dipecat, diberhentikan",
    "plts": "tenaga surya, panel surya",
    "vat": "value added tax, sales tax",
    "pib": "produto interno bruto",
    "pdb": "produk domestik bruto",
    "gdp": "gross domestic product",
    "uk": "united kingdom, britain, british",
    "us": "united states, american",
    "usa": "united states, american",
    "eua": "estados unidos, americano, americana",
    "as": "amerika serikat",
    "eu": "european union, european",
    "ue": "uniao europeia, europeu, europeia",
    "ipo": "public offering, oferta publica, penawaran umum",
    "ri": "indonesia, republik",
}
"""Folded; each meaning is a list of words that a text has in this order, small words aside."""
_MEANINGS = {each: tuple(tuple(one.split()) for one in meant.split(", ")) for each, meant in _MEANT.items()}


def is_spelt_out(abbreviation: str, words: Collection[str]) -> bool:
    """Say whether a text has all words of something that an abbreviation stands for; `words` are folded."""
    return any(all(word in words for word in each) for each in _MEANINGS.get(abbreviation.lower(), ()))
