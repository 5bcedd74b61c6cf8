"""Statutes: articles, their validity, and the ways in which they are cited."""

import pytest

from moot.knowledge.documents.chunks import Passage
from moot.knowledge.documents.cited_articles import parse_articles
from moot.knowledge.documents.statutes import Article, name_statute, split_articles

CODE = """Kitab Undang-Undang Hukum Perdata (Burgerlijk Wetboek)
Mulai berlaku: 1 Mei 1848
BAB XII Pewarisan
Pasal 832
Ahli waris ialah keluarga sedarah.
Pasal 833 mengatur hal lain.
Pasal 852
Anak-anak mewaris bagian yang sama.
[Diubah dengan UU 16/2019, 15 Oktober 2019]
BAB XIII Surat wasiat
Tentang wasiat
Pasal 875
Repealed 2012-02-17
Surat wasiat ialah sebuah akta."""


def test_a_statute_is_cut_by_article() -> None:
    """Chapters stand between articles; a sentence that begins with an article is no heading."""
    found = split_articles([Passage(CODE)])
    assert found is not None
    assert [each.place for each in found] == [
        "Pasal 832; enacted 1848-05-01",
        "Pasal 852; enacted 1848-05-01; amended 2019-10-15 (UU 16/2019)",
        "Pasal 875; enacted 1848-05-01; annulled 2012-02-17",
    ]
    assert found[0].text == "Ahli waris ialah keluarga sedarah.\nPasal 833 mengatur hal lain."
    assert found[0].heading == "Kitab Undang-Undang Hukum Perdata (Burgerlijk Wetboek) > Pasal 832"
    assert "wasiat" not in found[1].text


def test_a_document_may_hold_several_statutes_and_notes() -> None:
    text = """UU No. 56 Prp Tahun 1960 tentang Tanah Pertanian
Pasal 7 ayat (1): Satu.
Pasal 7 ayat (2): Dua.

UU No. 5 Tahun 1960 (UUPA)
Mulai berlaku: 24 September 1960
Pasal 5: Tiga.

CATATAN KAN
Tanggal 12 Maret 2009: sawah digadaikan."""
    found = split_articles([Passage(each) for each in text.split("\n\n")])
    assert found is not None
    assert [(each.heading, each.place) for each in found if "Mulai" not in each.text] == [
        ("UU No. 56 Prp Tahun 1960 tentang Tanah Pertanian > Pasal 7", "Pasal 7"),
        ("UU No. 5 Tahun 1960 (UUPA) > Pasal 5", "Pasal 5; enacted 1960-09-24"),
        ("CATATAN KAN", ""),
    ]
    assert found[0].text == "ayat (1): Satu.\nayat (2): Dua."


def test_headings_of_markdown_are_articles() -> None:
    title = "Undang-Undang Nomor 1 Tahun 1974 tentang Perkawinan"
    parts = [("", "Diundangkan: 2 Januari 1974"), (" > Pasal 7", "Umur 19 tahun."), (" > Pasal 35", "Harta bersama.")]
    found = split_articles([Passage(text, f"{title}{under}") for under, text in parts])
    assert found is not None
    assert [(each.text, each.place) for each in found] == [
        ("Umur 19 tahun.", "Pasal 7; enacted 1974-01-02"),
        ("Harta bersama.", "Pasal 35; enacted 1974-01-02"),
    ]


def test_a_remark_ends_where_the_article_begins() -> None:
    """A long article that was annulled is annulled, and its words are not told as the remark."""
    long = "warisan jatuh pada orang tua yang masih hidup, dan bila keduanya telah meninggal, pada saudara-saudara " * 2
    text = (
        "Diundangkan 1 Mei 1848.\n\nPasal 852. Anak-anak mewaris.\n\n"
        f"Pasal 853. (dicabut 2 Januari 1974) Bila tidak ada keturunan, {long}\n\n"
        "Pasal 854. Diubah dengan Undang-Undang Nomor 1 Tahun 1974. Bapak dan ibu masing-masing mendapat sepertiga.\n"
    )
    found = split_articles([Passage(text, "Kitab Undang-Undang Hukum Perdata (KUHPerdata)")])
    assert found is not None
    assert [each.place for each in found] == [
        "Pasal 852; enacted 1848-05-01",
        "Pasal 853; enacted 1848-05-01; annulled 1974-01-02",
        "Pasal 854; enacted 1848-05-01; amended Undang-Undang Nomor 1 Tahun 1974",
    ]


ACT = """Tenancy Deposits Act 1998
Commencement: 1 June 1998

Section 1. Deposits
A landlord must hold a deposit in a separate account.

Section 2. Return
(1) The deposit must be returned within 21 days.
[Amended by the Housing Act 2011, in force 1 January 2012]

s. 3A Penalties
[Repealed by the Deregulation Act 2015, with effect from 1 July 2015]
"""
CIVIL_CODE = """# Código Civil (Lei nº 10.406, de 10 de janeiro de 2002)

Vigência: 11 de janeiro de 2003

Art. 1.790. A companheira participará da sucessão. (Declarado inconstitucional pelo RE 878.694, em 10 de maio de 2017)

Art. 1.829. A sucessão legítima defere-se na ordem seguinte:
I - aos descendentes;

Art. 1.240-A. Aquele que exercer a posse adquire o domínio. (Incluído pela Lei nº 12.424, de 2011)
"""
LAW = """UNDANG-UNDANG REPUBLIK INDONESIA
NOMOR 41 TAHUN 2004
TENTANG WAKAF

Pasal 40
Harta benda wakaf dilarang:
a. dijadikan jaminan;
b. dijual.

Pasal 43
Ketentuan tentang nazhir asing.
Pasal 43 dinyatakan tidak mempunyai kekuatan hukum mengikat oleh Putusan MK Nomor 12/PUU-X/2012 tanggal 13 Maret 2012.
"""


@pytest.mark.parametrize(
    ("text", "places"),
    [
        pytest.param(
            ACT,
            [
                "Section 1; enacted 1998-06-01",
                "Section 2; enacted 1998-06-01; amended 2012-01-01 (the Housing Act 2011)",
                "Section 3a; enacted 1998-06-01; annulled 2015-07-01 (the Deregulation Act 2015)",
            ],
            id="an act in sections",
        ),
        pytest.param(
            CIVIL_CODE,
            [
                "Art. 1790; enacted 2003-01-11; annulled 2017-05-10 (RE 878.694)",
                "Art. 1829; enacted 2003-01-11",
                "Art. 1240-a; enacted 2003-01-11; amended Lei nº 12.424, de 2011",
            ],
            id="a code with remarks behind its articles",
        ),
        pytest.param(
            LAW,
            ["Pasal 40", "Pasal 43; annulled 2012-03-13 (Putusan MK Nomor 12/PUU-X/2012)"],
            id="a law with a title of three lines",
        ),
    ],
)
def test_the_validity_of_articles_is_told(text: str, places: list[str]) -> None:
    assert [each.place for each in split_articles([Passage(text)]) or ()] == places


@pytest.mark.parametrize(
    ("cited", "title"),
    [
        *((cited, "Tenancy Deposits Act 1998") for cited in ("s. 2(1) Tenancy Deposits Act", "TDA 1998, section 2")),
        *(
            (cited, "Código Civil (Lei nº 10.406, de 10 de janeiro de 2002)")
            for cited in (
                "art. 1.829, I, do CC",
                "artigo 1829, inciso II, do Código Civil brasileiro",
                "art. 1.829, § 1º, do CC/2002",
                "art. 1.829, caput, da Lei nº 10.406",
                "Lei 10.406/2002, art. 1.829",
            )
        ),
        *(
            (cited, "UNDANG-UNDANG REPUBLIK INDONESIA NOMOR 41 TAHUN 2004 TENTANG WAKAF")
            for cited in ("Pasal 40 huruf b UU 41/2004", "UU No. 41 Tahun 2004 Pasal 40", "Pasal 40 UU Wakaf")
        ),
    ],
)
def test_a_statute_answers_to_the_names_it_is_cited_by(cited: str, title: str) -> None:
    found = parse_articles(cited)
    assert found is not None
    assert found.named[0].statute in name_statute(title, "knowledge/law.txt")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Section 1\nScope.\n\nSection 2\nTerms.",
        "Rents rose by 4 percent.",
        "Pasal 1\nHanya satu.",
        "Lihat Pasal 1 dan Pasal 2.",
    ],
)
def test_other_documents_are_left_as_they_are(text: str) -> None:
    assert split_articles([Passage(text)]) is None


@pytest.mark.parametrize(
    ("cited", "article"),
    [
        pytest.param("KUHPerdata Pasal 852", Article("kuhperdata", "852"), id="statute first"),
        pytest.param("Pasal 852 KUH Perdata", Article("kuhperdata", "852"), id="article first"),
        pytest.param("BW Art. 852", Article("kuhperdata", "852"), id="another name"),
        pytest.param("KUHPer ps. 852", Article("kuhperdata", "852"), id="short names"),
        pytest.param("Psl 852 KUHPdt", Article("kuhperdata", "852"), id="shorter still"),
        pytest.param("art. 852 of the Civil Code", Article("kuhperdata", "852"), id="in English"),
        pytest.param("artigo 852 do Código Civil", Article("kuhperdata", "852"), id="in Portuguese"),
        pytest.param("Pasal 35 ayat (1) UU No. 1 Tahun 1974", Article("uu 1 1974", "35"), id="paragraph"),
        pytest.param("UU 1/1974 Pasal 28B", Article("uu 1 1974", "28b"), id="letter"),
        pytest.param("CC art. 1.845", Article("cc", "1845"), id="thousands"),
        pytest.param("Pasal 852", None, id="of which statute?"),
        pytest.param("RAG:KU161_002", None, id="a chunk"),
        pytest.param("Yurisprudensi tetap", None, id="no article"),
    ],
)
def test_how_articles_are_cited(cited: str, article: Article | None) -> None:
    found = parse_articles(cited)
    assert (found.named if found else ()) == ((article,) if article else ())


@pytest.mark.parametrize(
    ("cited", "numbers", "between"),
    [
        ("Pasal 852 dan 853 KUHPerdata", "852 853", ""),
        ("KUHPerdata Pasal 832, 852, dan 853", "832 852 853", ""),
        ("Pasal 852 jo. Pasal 854 KUHPerdata", "852 854", ""),
        ("Pasal 832 ayat (1) dan Pasal 852 ayat (2) KUHPerdata", "832 852", ""),
        ("Pasal 852-855 KUHPerdata", "852 855", "853 854"),
        ("KUHPerdata Pasal 852 s.d. Pasal 854", "852 854", "853"),
        ("BW 853 sampai dengan 855", "853 855", "854"),
        ("KUHPerdata 854", "854", ""),
        ("KUHPerdata 832, 852", "832 852", ""),
        ("arts. 1.829 a 1.831 do CC", "1829 1831", "1830"),
        ("art. 1.829, § 1º, e art. 1.830 do Código Civil", "1829 1830", ""),
        ("Código Civil 1.829", "1829", ""),
        ("Tenancy Deposits Act 1998 ss. 12 and 14", "12 14", ""),
        ("sections 12 to 14 of the Tenancy Deposits Act 1998", "12 14", "13"),
        ("UU 5/1960 Pasal 5, 24 September 1960", "5", ""),
        ("UU 1/1974 Pasal 7, berlaku 2 Januari 1974", "7", ""),
        ("Lei 10.406, arts. 1 a 2.046", "1 2046", ""),
    ],
)
def test_several_articles_are_cited_at_once(cited: str, numbers: str, between: str) -> None:
    """A range too long to be meant article by article names its ends."""
    found = parse_articles(cited)
    assert found is not None
    assert [each.number for each in found.named] == numbers.split()
    assert [each.number for each in found.between] == between.split()


@pytest.mark.parametrize(("cited", "bare"), [("KUHPerdata 854", True), ("KUHPerdata Pasal 854", False)])
def test_a_number_without_a_word_is_told_apart(cited: str, bare: bool) -> None:
    found = parse_articles(cited)
    assert found is not None
    assert found.bare is bare


def test_dates_of_a_statute_in_one_line() -> None:
    text = """Kitab Undang-Undang Hukum Perdata
Diumumkan dengan maklumat tanggal 30 April 1847; mulai berlaku 1 Mei 1848

Pasal 7
Satu. [Diubah dengan UU Nomor 16 Tahun 2019, berlaku 15 Oktober 2019]

Pasal 8
Dua."""
    assert [each.place for each in split_articles([Passage(text)]) or ()] == [
        "Pasal 7; enacted 1848-05-01; amended 2019-10-15 (UU Nomor 16 Tahun 2019)",
        "Pasal 8; enacted 1848-05-01",
    ]
    act = "Harbour Act 1950\nPassed and came into force on 2 March 1950.\n\nSection 1. A.\n\nSection 2. B."
    assert [each.place for each in split_articles([Passage(act)]) or ()] == [
        "Section 1; enacted 1950-03-02",
        "Section 2; enacted 1950-03-02",
    ]


def test_the_names_of_a_statute() -> None:
    names = name_statute("Undang-Undang Nomor 1 Tahun 1974 tentang Perkawinan > Pasal 7", "knowledge/uu-1-1974.md")
    assert {"uu 1 1974", "uu perkawinan"} <= names
    assert {"kuhperdata"} <= name_statute("Kitab Undang-Undang Hukum Perdata (Burgerlijk Wetboek)", "law/code.txt")
    divided = name_statute("Código Civil — Lei nº 10.406, de 10 de janeiro de 2002", "law/text.md")
    assert {"cc", "kuhperdata", "lei 10406"} <= divided
