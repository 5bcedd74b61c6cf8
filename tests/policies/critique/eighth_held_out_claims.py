"""Thirty-six claims about six short reports, tried after the seventh lot.

At first sight 21 of the 24 false or unstated ones were caught (0.88) and 3 of the 12 true ones refused (0.25). What it
showed was then corrected: numbers that name a line, surnames that end otherwise, and what was suspended. Which of two
figures is the smallest is left to whoever can judge meaning.
"""

from tests.policies.critique.claim_cases import ClaimCase

EIGHTH_HELD_OUT_SOURCES = {
    "p1": (
        "Line 4 of the tramway opened on 2 May 2018 and is 9.6 km long. It carries 41,000 passengers a day; "
        "line 2 carries 58,000. Operator Velta did not reach its punctuality target of 95%. Mayor Sofia "
        "Lindgren has postponed the extension to Harwell until 2027."
    ),
    "p2": (
        "The committee received 212 applications and funded 38 of them, with grants between $5,000 and "
        "$40,000. Chair Omar Haddad abstained from the vote on project Lumen. No grant was given to private "
        "companies. Reports are due on 15 January 2025."
    ),
    "p3": (
        "O armazém de Sines recebe 1.900 contentores por semana e emprega 164 pessoas. O sindicato rejeitou a"
        " proposta de aumento de 3,2%. A greve começou em 12 de novembro de 2023 e durou nove dias. A "
        "ministra Ana Salgado não participou nas negociações."
    ),
    "p4": (
        "A biblioteca comprou 2.300 livros em 2023, dos quais 700 infantis, e emprestou 48 mil. O horário "
        "noturno foi suspenso em abril de 2024. O diretor Jorge Pimenta pediu R$ 450 mil para o telhado. A "
        "sala de música ainda não tem isolamento."
    ),
    "p5": (
        "Puskesmas Tirta melayani 23.000 warga dengan 6 dokter dan 19 perawat. Imunisasi mencapai 92 persen "
        "pada 2023, naik dari 85 persen pada 2022. Kepala puskesmas Lina Hartati tidak menyetujui jam layanan"
        " malam. Gedung baru dibuka pada 5 Mei 2024."
    ),
    "p6": (
        "Kontrak dengan CV Mandala bernilai Rp 1,8 miliar dan berlaku sampai 31 Maret 2026. Pekerjaan jalan "
        "selesai 70 persen, pekerjaan drainase 45 persen. Denda belum dikenakan. Pengawas proyek adalah Yusuf"
        " Ramadhan."
    ),
}

EIGHTH_HELD_OUT = (
    ClaimCase("p1", "Line 4 carries 41,000 passengers per day."),
    ClaimCase("p1", "Line 4 carries 58,000 passengers a day.", "figure"),
    ClaimCase("p1", "Velta reached its punctuality target of 95%.", "negation"),
    ClaimCase("p1", "The Harwell extension will not come before 2027."),
    ClaimCase("p1", "Line 4 opened in May 2016.", "date"),
    ClaimCase("p1", "A ticket on line 4 costs 3.20 euros.", "unstated"),
    ClaimCase("p2", "38 of 212 applications were funded."),
    ClaimCase("p2", "The smallest grant was $40,000.", "figure"),
    ClaimCase("p2", "Private companies received grants.", "negation"),
    ClaimCase("p2", "Omar Haddad did not vote on project Lumen."),
    ClaimCase("p2", "Chair Omar Haidari abstained from the vote on Lumen.", "name"),
    ClaimCase("p2", "The committee did not publish its criteria.", "unstated"),
    ClaimCase("p3", "A greve durou 9 dias."),
    ClaimCase("p3", "O sindicato aceitou a proposta de aumento de 3,2%.", "negation"),
    ClaimCase("p3", "O armazém emprega 146 pessoas.", "figure"),
    ClaimCase("p3", "Ana Salgado ficou fora das negociações."),
    ClaimCase("p3", "A greve começou em 21 de novembro de 2023.", "date"),
    ClaimCase("p3", "A greve custou 4 milhões de euros.", "unstated"),
    ClaimCase("p4", "Dos 2.300 livros comprados em 2023, 700 são infantis."),
    ClaimCase("p4", "A biblioteca emprestou 2.300 livros em 2023.", "figure"),
    ClaimCase("p4", "A sala de música já tem isolamento.", "negation"),
    ClaimCase("p4", "Desde abril de 2024 não há horário noturno."),
    ClaimCase("p4", "O diretor Jorge Pimentel pediu verba para o telhado.", "name"),
    ClaimCase("p4", "O telhado será refeito pela empresa Telhanorte.", "unstated"),
    ClaimCase("p5", "Cakupan imunisasi 92 persen pada 2023."),
    ClaimCase("p5", "Pada 2022 imunisasi mencapai 92 persen.", "figure"),
    ClaimCase("p5", "Lina Hartati menyetujui jam layanan malam.", "negation"),
    ClaimCase("p5", "Ada 19 perawat dan 6 dokter di Puskesmas Tirta."),
    ClaimCase("p5", "Gedung baru dibuka pada 5 Maret 2024.", "date"),
    ClaimCase("p5", "Anggaran obat tahun ini Rp 700 juta.", "unstated"),
    ClaimCase("p6", "Kontrak berakhir pada 31 Maret 2026."),
    ClaimCase("p6", "Pekerjaan drainase selesai 70 persen.", "figure"),
    ClaimCase("p6", "Denda sudah dikenakan.", "negation"),
    ClaimCase("p6", "Sejauh ini tidak ada denda."),
    ClaimCase("p6", "Pengawas proyek adalah Yusuf Ramdani.", "name"),
    ClaimCase("p6", "Subkontraktornya PT Bina Jalan.", "unstated"),
)
