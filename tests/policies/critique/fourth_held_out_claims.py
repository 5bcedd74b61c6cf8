"""Sixty claims about a museum, a winery and a weaving mill, written before anything was corrected by them.

At first sight 34 of the 36 false ones were caught (0.94) and 3 of the 24 true ones refused (0.13). What that showed was
then corrected by kind: shares that come out by chance, a rise from more to less, one in four, "there is none" for "took
out none", and a sentence that points back to the one before it.
"""

from tests.policies.critique.claim_cases import ClaimCase

FOURTH_HELD_OUT_SOURCES = {
    "museum": (
        "The Harrow Museum received 214,000 visitors in 2024, against 198,500 in 2023. Admission is £ 11 for "
        "adults and £ 6 for students. In the 2023 pilot with night openings, 72 percent of tickets were sold "
        "online and 9.4 percent of visitors asked for a refund. The roof was repaired in March 2022 at a cost "
        "of £ 1.3 million; the heritage fund paid £ 0.4 million of it. Director Naomi Ferris presented the "
        "plan on 6 November 2024. The trustees have not approved the sale of the Whitby collection. "
        "Photography is prohibited in the textile gallery. The cafe is leased to Barrow Catering until 30 "
        "April 2028. A quarter of the guides are volunteers. Energy costs fell by 18 percent after the new "
        "heating started."
    ),
    "vinicola": (
        "A Vinícola Serra Clara engarrafou 940 mil garrafas em 2024, 6% a mais que em 2023. O preço médio de "
        "exportação foi de R$ 38,50 por garrafa, contra R$ 29,00 no mercado interno. O enólogo Dante Moretti "
        "saiu em 15 de janeiro de 2025 e foi substituído por Clarice Antunes. A geada de setembro destruiu "
        "22% da safra de Merlot. A empresa não contratou seguro agrícola. O novo galpão custou R$ 5,8 milhões "
        "e ficou pronto em agosto de 2024. O banco Sicredi emprestou R$ 3,5 milhões, a serem pagos em 48 "
        "meses. Dois quintos das garrafas vão para o Uruguai. Visitas são permitidas apenas aos sábados. A "
        "dívida caiu de R$ 12 milhões para R$ 9,6 milhões."
    ),
    "tenun": (
        "Pabrik tenun Sinar Baru di Pekalongan mempekerjakan 235 orang, 40 di antaranya pekerja musiman. "
        "Produksi tahun 2024 mencapai 1,6 juta meter kain, turun dari 1,9 juta meter pada tahun 2023. Harga "
        "benang naik 14 persen menjadi Rp 52.000 per kilogram. Direktur Ratna Kusuma menandatangani kontrak "
        "dengan PT Lestari Busana pada 18 Juni 2024. Kontrak itu berakhir pada 17 Juni 2027. Perusahaan tidak "
        "membuang limbah ke sungai. Pemerintah kota menolak izin perluasan. Sepertiga produksi diekspor ke "
        "Malaysia. Mesin celup baru berharga Rp 4,8 miliar dan mulai dipakai pada Oktober 2024. Tingkat cacat "
        "turun dari 5,2 persen menjadi 3,1 persen."
    ),
}

FOURTH_HELD_OUT = (
    ClaimCase("museum", "The museum had 214,000 visitors in 2024, 15,500 more than a year earlier."),
    ClaimCase("museum", "Students pay £ 6, adults £ 11."),
    ClaimCase("museum", "In the 2023 night pilot 72 percent of the tickets were bought online."),
    ClaimCase("museum", "The roof repair of March 2022 cost £ 1.3 million, of which the fund carried £ 0.4 million."),
    ClaimCase("museum", "Naomi Ferris showed her plan in November 2024."),
    ClaimCase("museum", "The Whitby collection may not be sold so far: the trustees have not approved it."),
    ClaimCase("museum", "One in four guides works for nothing."),
    ClaimCase("museum", "Barrow Catering holds the cafe's lease until the end of April 2028."),
    ClaimCase("museum", "The museum had 241,000 visitors in 2024.", "figure"),
    ClaimCase("museum", "In 2023 the museum received 214,000 visitors.", "figure"),
    ClaimCase("museum", "In the 2023 pilot 82 percent of tickets were sold online.", "figure"),
    ClaimCase("museum", "In the pilot only 4.9 percent of visitors wanted their money back.", "figure"),
    ClaimCase("museum", "The heritage fund paid £ 1.3 million for the roof.", "figure"),
    ClaimCase("museum", "The roof was repaired in May 2022.", "date"),
    ClaimCase("museum", "Barrow Catering's lease ends on 30 April 2026.", "date"),
    ClaimCase("museum", "Director Paul Renshaw presented the plan on 6 November 2024.", "name"),
    ClaimCase("museum", "The trustees have approved the sale of the Whitby collection.", "negation"),
    ClaimCase("museum", "Photography is allowed in the textile gallery.", "negation"),
    ClaimCase("museum", "Energy costs rose by 18 percent after the new heating started.", "negation"),
    ClaimCase("museum", "The shop sold postcards for £ 64,000.", "unstated"),
    ClaimCase("vinicola", "A vinícola engarrafou 940 mil garrafas em 2024."),
    ClaimCase("vinicola", "Na exportação a garrafa rende R$ 9,50 a mais que no mercado interno."),
    ClaimCase("vinicola", "Clarice Antunes substituiu Dante Moretti em janeiro de 2025."),
    ClaimCase("vinicola", "A geada de setembro custou 22% da safra de Merlot."),
    ClaimCase("vinicola", "Não há seguro agrícola."),
    ClaimCase("vinicola", "O empréstimo do Sicredi, de R$ 3,5 milhões, vence em quatro anos."),
    ClaimCase("vinicola", "Cerca de 40% das garrafas seguem para o Uruguai."),
    ClaimCase("vinicola", "A dívida diminuiu R$ 2,4 milhões, de R$ 12 milhões para R$ 9,6 milhões."),
    ClaimCase("vinicola", "A vinícola engarrafou 840 mil garrafas em 2024.", "figure"),
    ClaimCase("vinicola", "O preço médio de exportação foi de R$ 29,00 por garrafa.", "figure"),
    ClaimCase("vinicola", "A geada destruiu 32% da safra de Merlot.", "figure"),
    ClaimCase("vinicola", "O galpão custou R$ 3,5 milhões.", "figure"),
    ClaimCase("vinicola", "Dante Moretti saiu em 15 de junho de 2025.", "date"),
    ClaimCase("vinicola", "O novo galpão ficou pronto em agosto de 2023.", "date"),
    ClaimCase("vinicola", "O banco Bradesco emprestou R$ 3,5 milhões.", "name"),
    ClaimCase("vinicola", "Dois quintos das garrafas vão para o Chile.", "name"),
    ClaimCase("vinicola", "A empresa contratou seguro agrícola.", "negation"),
    ClaimCase("vinicola", "A dívida subiu de R$ 12 milhões para R$ 9,6 milhões.", "negation"),
    ClaimCase("vinicola", "Visitas são proibidas aos sábados.", "negation"),
    ClaimCase("vinicola", "A loja da vinícola fatura R$ 700 mil por ano.", "unstated"),
    ClaimCase("tenun", "Pabrik Sinar Baru mempekerjakan 235 orang, termasuk 40 pekerja musiman."),
    ClaimCase("tenun", "Produksi kain turun 300 ribu meter menjadi 1,6 juta meter pada tahun 2024."),
    ClaimCase("tenun", "Harga benang kini Rp 52.000 per kilogram, naik 14 persen."),
    ClaimCase("tenun", "Kontrak dengan PT Lestari Busana berakhir pada pertengahan Juni 2027."),
    ClaimCase("tenun", "Izin perluasan ditolak oleh pemerintah kota."),
    ClaimCase("tenun", "Sekitar 33 persen produksi dijual ke Malaysia."),
    ClaimCase("tenun", "Mesin celup seharga Rp 4,8 miliar dipakai sejak Oktober 2024."),
    ClaimCase("tenun", "Tingkat cacat kini 3,1 persen, sebelumnya 5,2 persen."),
    ClaimCase("tenun", "Pabrik itu mempekerjakan 325 orang.", "figure"),
    ClaimCase("tenun", "Produksi tahun 2023 mencapai 1,6 juta meter kain.", "figure"),
    ClaimCase("tenun", "Harga benang naik 41 persen.", "figure"),
    ClaimCase("tenun", "Tingkat cacat turun menjadi 5,2 persen.", "figure"),
    ClaimCase("tenun", "Kontrak ditandatangani pada 18 Juli 2024.", "date"),
    ClaimCase("tenun", "Mesin celup baru mulai dipakai pada Oktober 2023.", "date"),
    ClaimCase("tenun", "Kontrak ditandatangani dengan PT Busana Abadi.", "name"),
    ClaimCase("tenun", "Sepertiga produksi diekspor ke Thailand.", "name"),
    ClaimCase("tenun", "Perusahaan membuang limbah ke sungai.", "negation"),
    ClaimCase("tenun", "Pemerintah kota menyetujui izin perluasan.", "negation"),
    ClaimCase("tenun", "Harga benang turun 14 persen.", "negation"),
    ClaimCase("tenun", "Pabrik itu membayar pajak Rp 310 juta.", "unstated"),
)
