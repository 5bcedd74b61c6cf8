"""Sixty claims about sources of two or three sentences, tried after the sixth lot.

At first sight 33 of the 36 false or unstated ones were caught (0.92) and 3 of the 24 true ones refused (0.13). What it
showed was then corrected: who is meant by the end of an Indonesian word, by how much something rose, and numbers that
open a sentence. Whether Orbit Foods is the landlord is left to whoever can judge meaning.
"""

from tests.policies.critique.claim_cases import ClaimCase

SEVENTH_HELD_OUT_SOURCES = {
    "e1": (
        "The pilot ran in 14 stores from 4 April to 30 June 2024 and raised average basket value from $31.20 "
        "to $34.80. Customer complaints did not increase."
    ),
    "e2": (
        "Orbit Foods signed a five-year lease with Kestrel Property on 18 January 2023. Rent is £ 240,000 a "
        "year. The landlord pays for repairs to the roof."
    ),
    "e3": (
        "According to the audit by Lena Fischer, 9 of 40 invoices had no purchase order. None of the missing "
        "orders concerned foreign suppliers. The audit covered 2022 only."
    ),
    "e4": (
        "The new battery weighs 1.8 kg, 300 g less than the old one, and lasts 11 hours. It has not been "
        "tested below -20 degrees. Production starts in Gdansk in September 2025."
    ),
    "f1": (
        "A escola municipal Cecília Meireles tem 642 alunos e 38 professores. As aulas de reforço começaram "
        "em 7 de março de 2023. O transporte escolar não atende a zona rural."
    ),
    "f2": (
        "O consumo de água caiu 18% em 2022, para 126 litros por pessoa ao dia. A empresa Águas do Vale "
        "investiu R$ 4,5 milhões na troca de 23 km de tubos. O diretor Márcio Tavares prevê novo reajuste em "
        "2024."
    ),
    "f3": (
        "O museu fecha às segundas-feiras e a entrada custa 8 euros. A exposição de Vieira da Silva abriu em "
        "16 de setembro de 2021 e recebeu 54 mil visitantes. Não é permitido fotografar."
    ),
    "f4": (
        "A lei proíbe a venda de bebidas alcoólicas a menores de 18 anos. A multa vai de 500 a 3.000 euros. O"
        " deputado António Freire apresentou a proposta em maio de 2019."
    ),
    "g1": (
        "Perusahaan Sinar Abadi membuka 12 cabang baru pada tahun 2023 dan merekrut 340 karyawan. Laba bersih"
        " naik 9 persen menjadi Rp 78 miliar. Perusahaan tidak membagikan dividen."
    ),
    "g2": (
        "Jembatan Cisanti sepanjang 180 meter dibangun ulang setelah runtuh pada 3 Februari 2021. Biayanya Rp"
        " 46 miliar dan ditanggung pemerintah provinsi. Gubernur Ahmad Fauzi meresmikannya pada 20 Desember "
        "2022."
    ),
    "g3": (
        "Sekolah itu menerima 90 siswa baru, 52 di antaranya perempuan. Seragam tidak dipungut biaya. Kepala "
        "sekolah, Nyoman Suartika, pensiun pada Juli 2024."
    ),
    "g4": (
        "Harga beras di Pasar Legi naik dari Rp 12.500 menjadi Rp 14.000 per kilogram dalam dua bulan. Stok "
        "di gudang masih 620 ton. Impor belum diputuskan."
    ),
}

SEVENTH_HELD_OUT = (
    ClaimCase("e1", "Fourteen stores took part in the pilot."),
    ClaimCase("e1", "There was no rise in customer complaints."),
    ClaimCase("e1", "Average basket value rose from $31.20 to $38.40.", "figure"),
    ClaimCase("e1", "The pilot ended on 30 July 2024.", "date"),
    ClaimCase("e1", "The pilot cost $120,000.", "unstated"),
    ClaimCase("e2", "Orbit Foods pays £240,000 rent per year."),
    ClaimCase("e2", "Kestrel Property leased the premises to Orbit Foods for five years."),
    ClaimCase("e2", "Orbit Foods pays for repairs to the roof.", "name"),
    ClaimCase("e2", "The lease runs for fifteen years.", "figure"),
    ClaimCase("e2", "Orbit Foods may not sublet the premises.", "unstated"),
    ClaimCase("e3", "Nine of the 40 invoices lacked a purchase order."),
    ClaimCase("e3", "No foreign supplier was affected by the missing orders."),
    ClaimCase("e3", "19 of 40 invoices had no purchase order.", "figure"),
    ClaimCase("e3", "The audit was carried out by Lena Fiedler.", "name"),
    ClaimCase("e3", "The audit covered 2021 and 2022.", "date"),
    ClaimCase("e4", "The new battery is 300 g lighter than the old one."),
    ClaimCase("e4", "Production begins in September 2025."),
    ClaimCase("e4", "The new battery weighs 2.1 kg.", "figure"),
    ClaimCase("e4", "The battery has been tested below -20 degrees.", "negation"),
    ClaimCase("e4", "The battery costs 85 euros.", "unstated"),
    ClaimCase("f1", "A escola tem 38 professores e 642 alunos."),
    ClaimCase("f1", "Não há transporte escolar para a zona rural."),
    ClaimCase("f1", "O transporte escolar atende a zona rural.", "negation"),
    ClaimCase("f1", "As aulas de reforço começaram em 17 de março de 2023.", "date"),
    ClaimCase("f1", "A escola recebeu R$ 90 mil para reformas.", "unstated"),
    ClaimCase("f2", "O consumo de água diminuiu 18% em 2022."),
    ClaimCase("f2", "A Águas do Vale trocou 23 km de tubos."),
    ClaimCase("f2", "O consumo caiu para 162 litros por pessoa ao dia.", "figure"),
    ClaimCase("f2", "O consumo de água aumentou 18% em 2022.", "figure"),
    ClaimCase("f2", "As perdas na rede chegam a 31%.", "unstated"),
    ClaimCase("f3", "A exposição de Vieira da Silva teve 54 mil visitantes."),
    ClaimCase("f3", "É proibido fotografar no museu."),
    ClaimCase("f3", "É permitido fotografar no museu.", "negation"),
    ClaimCase("f3", "A exposição de Paula Rego abriu em 16 de setembro de 2021.", "name"),
    ClaimCase("f3", "A exposição segue depois para Madri.", "unstated"),
    ClaimCase("f4", "A multa máxima é de 3.000 euros."),
    ClaimCase("f4", "Menores de 18 anos não podem comprar bebidas alcoólicas."),
    ClaimCase("f4", "A venda de bebidas alcoólicas é proibida a menores de 16 anos.", "figure"),
    ClaimCase("f4", "A proposta é do deputado António Freitas.", "name"),
    ClaimCase("f4", "A lei entrou em vigor em janeiro de 2021.", "unstated"),
    ClaimCase("g1", "Sinar Abadi merekrut 340 karyawan pada tahun 2023."),
    ClaimCase("g1", "Tidak ada dividen yang dibagikan."),
    ClaimCase("g1", "Perusahaan membagikan dividen kepada pemegang saham.", "negation"),
    ClaimCase("g1", "Laba bersih turun 9 persen.", "figure"),
    ClaimCase("g1", "Utang perusahaan Rp 210 miliar.", "unstated"),
    ClaimCase("g2", "Jembatan Cisanti diresmikan pada Desember 2022."),
    ClaimCase("g2", "Pemerintah provinsi menanggung biaya Rp 46 miliar."),
    ClaimCase("g2", "Panjang jembatan itu 810 meter.", "figure"),
    ClaimCase("g2", "Jembatan itu runtuh pada 20 Desember 2022.", "date"),
    ClaimCase("g2", "Kontraktornya adalah PT Karya Utama.", "unstated"),
    ClaimCase("g3", "Dari 90 siswa baru, 52 orang perempuan."),
    ClaimCase("g3", "Siswa tidak membayar seragam."),
    ClaimCase("g3", "Seragam dipungut biaya.", "negation"),
    ClaimCase("g3", "Kepala sekolahnya bernama Nyoman Sudarma.", "name"),
    ClaimCase("g3", "Ada 24 guru di sekolah itu.", "unstated"),
    ClaimCase("g4", "Harga beras naik Rp 1.500 per kilogram."),
    ClaimCase("g4", "Belum ada keputusan tentang impor."),
    ClaimCase("g4", "Impor sudah diputuskan.", "negation"),
    ClaimCase("g4", "Harga beras di Pasar Legi naik menjadi Rp 12.500.", "figure"),
    ClaimCase("g4", "Petani tidak mendapat subsidi pupuk.", "unstated"),
)
