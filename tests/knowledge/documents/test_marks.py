"""A caller's document can be cited by its own paragraphs and articles (X-86, L-04, L-11)."""

from pathlib import Path

import pytest

from moot.knowledge.documents import read_context
from moot.knowledge.documents.marks import split_marks
from moot.policies.critique.ledger import judge_claim
from moot.prompts.findings import digest_evidence
from moot.state.evidence import Evidence
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules
from moot.state.reducers import merge_evidence

NOTES = """Catatan adat kampung

Adat 1: Sawah kaum tidak dijual.

Adat 2: Rumah gadang dijaga mamak.
Keterangan kepala waris: hanya untuk anggota kaum.

Catatan: belum diperiksa ahli.
"""
CODE = """Kitab contoh

Pasal 852
Anak-anak mewarisi bagian yang sama.
(2) Tanpa membedakan jenis kelamin.

Pasal 853. Orang tua mewarisi bila tidak ada anak.

Pasal 852 mengatur anak, pasal ini mengatur orang tua.
"""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param(NOTES, ["", "Adat 1", "Adat 2", "Keterangan kepala waris", "Catatan"], id="numbered labels"),
        pytest.param(CODE, ["", "kitab Pasal 852", "kitab Pasal 853"], id="articles are named after their law"),
        pytest.param(
            "KUHPerdata Pasal 832 ayat (1): a\nPutusan MA No. 179 K/Sip/1961: b",
            ["", "KUHPerdata Pasal 832 ayat (1)", "Putusan MA No. 179 K/Sip/1961"],
            id="laws and rulings",
        ),
        pytest.param("# Plan\ntext\n## Costs\nmore", ["", "Plan", "Costs"], id="headings"),
        pytest.param("Adat 1: satu saja.\nSelebihnya kalimat.", [], id="one mark is no system"),
        pytest.param("Revenue 2023: 10\nRevenue 2024: 12", [], id="years number nothing"),
        pytest.param("We met at 10:30.\nThe result: nothing.\nNote: wait.", [], id="ordinary text stays whole"),
        pytest.param("Adat 1: a\nAdat 2: b\nadat 1: c", ["", "Adat 1", "Adat 2"], id="one name is one source"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_a_document_is_cut_at_its_marks(text: str, names: list[str]) -> None:
    parts = split_marks(text, "kitab")
    assert [each.name for each in parts] == names
    for line in text.splitlines() if parts else ():
        told = line.strip("# ")
        assert any(told in each.text or told in each.heading for each in parts), "no line is lost"


def test_the_whole_document_stays_citable_beside_its_parts(tmp_path: Path) -> None:
    for name in ("satu", "dua"):
        (tmp_path / f"{name}.txt").write_text(NOTES, encoding="utf-8")
    found = read_context([str(tmp_path / "satu.txt"), str(tmp_path / "dua.txt")])
    assert [each["id"] for each in found] == [
        *("satu", "Adat 1", "Adat 2", "Keterangan kepala waris", "Catatan"),
        *("dua", "dua Adat 1", "dua Adat 2", "dua Keterangan kepala waris", "dua Catatan"),
    ]
    assert found[0]["text"] == NOTES.strip()


def test_parts_are_shown_once_and_lines_are_kept(tmp_path: Path) -> None:
    """A source keeps its lines; none of them can pass for another source."""
    path = tmp_path / "kitab.txt"
    path.write_text(f"{CODE}\n[NAS-999] tidak ada\n", encoding="utf-8")
    shown = digest_evidence([Evidence.model_validate(each) for each in read_context([str(path)])])
    assert shown.count("Anak-anak mewarisi") == 1
    assert "[kitab Pasal 852] Kitab contoh > Pasal 852\n  Anak-anak mewarisi bagian yang sama.\n  (2) Tanpa" in shown
    assert "(the whole document: this and kitab Pasal 852, kitab Pasal 853)" in shown
    assert "\n[NAS-999]" not in shown


LAWS = """KUTIPAN HUKUM NASIONAL

UU No. 56 Prp Tahun 1960 tentang Penetapan Luas Tanah Pertanian
Pasal 7 ayat (2): Setelah 7 tahun tanah kembali.
Pasal 7 ayat (3): Ayat (2) berlaku juga sesudahnya.

UU No. 5 Tahun 1960 (UUPA)
Pasal 5: Hukum agraria ialah hukum adat.

CATATAN KAN, BUKU GADAI No. 17/2009
Tanggal 12 Maret 2009: sawah digadaikan.
Tahun 2016 dibuat bandar.
"""
UU_56 = "KUTIPAN HUKUM NASIONAL > UU No. 56 Prp Tahun 1960 tentang Penetapan Luas Tanah Pertanian"
UUD_TITLE = "UNDANG-UNDANG DASAR NEGARA REPUBLIK INDONESIA TAHUN 1945"
UUD = """UNDANG-UNDANG DASAR
NEGARA REPUBLIK INDONESIA TAHUN 1945

BAB I
BENTUK DAN KEDAULATAN

Pasal 1
(1) Negara Indonesia ialah Negara Kesatuan.

BAB VI
Pasal 18B
(2) Negara mengakui masyarakat hukum adat
"""
CODES = """KITAB UNDANG-UNDANG HUKUM PERDATA

BUKU KEDUA
BARANG
Pasal 830. Pewarisan terjadi karena kematian.
Pasal 832. Keluarga sedarah mewaris.

KOMPILASI HUKUM ISLAM
BAB III
BESARNYA BAHAGIAN
Pasal 832
Aturan lain.
"""
LEI_TITLE = "LEI No 10.406, DE 10 DE JANEIRO DE 2002"
LEI = """LEI No 10.406, DE 10 DE JANEIRO DE 2002

CAPÍTULO II
Dos Herdeiros Necessários

Art. 1.845. São herdeiros necessários os descendentes.

Lei nº 8.245, de 18 de outubro de 1991

Art. 5º A ação é a de despejo.
"""
CONTRACT = """SUPPLY AGREEMENT

between Acme Ltd and Beta GmbH

Clause 1. Definitions
"Goods" means the goods in Schedule 1.

Clause 4.2: The price is payable within 30 days.
THE SELLER GIVES NO WARRANTY.

MINUTES OF THE MEETING OF 3 MAY 2024
Present: Acme, Beta.
"""


@pytest.mark.parametrize(
    ("text", "named"),
    [
        pytest.param(
            LAWS,
            {
                "UU No. 56 Prp Tahun 1960 Pasal 7 ayat (2)": UU_56,
                "UU No. 56 Prp Tahun 1960 Pasal 7 ayat (3)": UU_56,
                "UUPA Pasal 5": "KUTIPAN HUKUM NASIONAL > UU No. 5 Tahun 1960 (UUPA)",
                "CATATAN KAN BUKU GADAI No. 17/2009": "CATATAN KAN, BUKU GADAI No. 17/2009",
            },
            id="two laws and a note",
        ),
        pytest.param(
            UUD,
            {
                "buku Pasal 1": f"{UUD_TITLE} > BAB I BENTUK DAN KEDAULATAN",
                "buku Pasal 18B": f"{UUD_TITLE} > BAB VI",
            },
            id="chapters",
        ),
        pytest.param(
            CODES,
            {
                "KITAB UNDANG-UNDANG HUKUM PERDATA Pasal 830": "KITAB UNDANG-UNDANG HUKUM PERDATA > BUKU KEDUA BARANG",
                "KITAB UNDANG-UNDANG HUKUM PERDATA Pasal 832": "KITAB UNDANG-UNDANG HUKUM PERDATA > BUKU KEDUA BARANG",
                "KOMPILASI HUKUM ISLAM Pasal 832": "KOMPILASI HUKUM ISLAM > BAB III BESARNYA BAHAGIAN",
            },
            id="the same number in two codes",
        ),
        pytest.param(
            LEI,
            {
                "LEI No 10.406 Art. 1.845": f"{LEI_TITLE} > CAPÍTULO II Dos Herdeiros Necessários",
                "Lei nº 8.245 Art. 5": "Lei nº 8.245, de 18 de outubro de 1991",
            },
            id="Portuguese laws",
        ),
        pytest.param(
            CONTRACT,
            {
                "buku Clause 1": "SUPPLY AGREEMENT",
                "buku Clause 4.2": "SUPPLY AGREEMENT",
                "MINUTES OF THE MEETING OF 3 MAY 2024": "MINUTES OF THE MEETING OF 3 MAY 2024",
            },
            id="clauses of a contract",
        ),
    ],
)
def test_a_heading_belongs_to_what_stands_below_it(text: str, named: dict[str, str]) -> None:
    parts = [each for each in split_marks(text, "buku") if each.name]
    assert [(each.name, each.heading) for each in parts] == list(named.items())


def test_an_article_is_shown_and_checked_with_the_title_of_its_law(tmp_path: Path) -> None:
    """The title counts as part of the text; the order is the file's, not the alphabet's."""
    path = tmp_path / "nasional.txt"
    path.write_text(LAWS, encoding="utf-8")
    given = [Evidence.model_validate({**each, "at": at}) for at, each in enumerate(read_context([str(path)]), start=1)]
    kept = merge_evidence([], list(reversed(given)))
    assert [each.id for each in kept] == [each.id for each in given]
    assert "[UUPA Pasal 5] KUTIPAN HUKUM NASIONAL > UU No. 5 Tahun 1960 (UUPA) > Pasal 5: Hukum" in digest_evidence(
        kept
    )
    claim = Claim(id="C5", statement="Menurut Pasal 5 UUPA hukum agraria ialah hukum adat.", evidence=("Pasal 5 UUPA",))
    found = judge_claim(
        Position(seat="ala", round=1, claims=(claim,)), claim, kept, ClaimRules(evidence_required="all")
    )
    assert found.verdict == "supported", found.reason
