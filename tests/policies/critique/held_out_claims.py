"""Sixty claims that say how well the checks carry over.

At first sight all false ones were caught and 3 of the 24 true ones refused: "to 74 percent" of a rise from 61 to 74;
"did not pass" for "failed"; and 40 % for two of five. All three were corrected since.
"""

from tests.policies.critique.claim_cases import ClaimCase

HELD_OUT_SOURCES = {
    "hotel": (
        "The Seaview Hotel in Brighton has 212 rooms and was renovated in 2022 for £ 6.3 million. Occupancy rose from "
        "61 % to 74 % last year. Manager Olivia Grant left on 28 February 2025; Peter Nolan replaced her. The kitchen "
        "failed the hygiene inspection in June. Guests may not smoke on balconies. The loan from Barclays must be "
        "repaid by 2030. Breakfast is not included in the price of £ 95 per night. Two of the five lifts are out of "
        "order."
    ),
    "fazenda": (
        "A fazenda Boa Vista, em Goiás, cultiva 4.800 hectares de milho. A produtividade aumentou 6% e chegou a 105 "
        "sacas por hectare. O agrônomo Rafael Duarte assumiu em 1º de julho de 2023. A seca de 2024 não afetou a "
        "colheita. O silo novo custou R$ 2,7 milhões e comporta 12 mil toneladas. A cooperativa Agromais comprou "
        "metade da safra. O uso de drones foi autorizado. O financiamento do Banco do Brasil termina em dezembro de "
        "2028."
    ),
    "kereta": (
        "Kereta Nusantara mengangkut 9,4 juta penumpang pada tahun 2024, naik dari 8,1 juta pada tahun 2023. Harga "
        "tiket rata-rata Rp 185 ribu. Jalur Bandung ke Cirebon ditutup sejak 17 Maret 2025. Direktur Hendra Gunawan "
        "mengatakan perbaikan memakan waktu delapan bulan. Perusahaan belum membeli lokomotif baru. Penumpang "
        "dilarang merokok. Subsidi pemerintah berakhir pada tahun 2026. Seperlima kereta terlambat."
    ),
}

HELD_OUT = (
    ClaimCase("hotel", "The hotel has two hundred and twelve rooms."),
    ClaimCase("hotel", "Its renovation in 2022 cost £6,300,000."),
    ClaimCase("hotel", "Occupancy increased to 74 percent."),
    ClaimCase("hotel", "Peter Nolan succeeded Olivia Grant as manager."),
    ClaimCase("hotel", "In June the kitchen did not pass the hygiene inspection."),
    ClaimCase("hotel", "Smoking on balconies is prohibited."),
    ClaimCase("hotel", "The price of £95 a night does not include breakfast."),
    ClaimCase("hotel", "40 % of the lifts are out of order."),
    ClaimCase("hotel", "The hotel has 221 rooms.", "figure"),
    ClaimCase("hotel", "The renovation cost £ 3.6 million.", "figure"),
    ClaimCase("hotel", "Occupancy fell to 74 % last year.", "negation"),
    ClaimCase("hotel", "Occupancy rose to 61 % last year.", "figure"),
    ClaimCase("hotel", "Manager Olivia Grant left on 18 February 2025.", "date"),
    ClaimCase("hotel", "Simon Nolan replaced her.", "name"),
    ClaimCase("hotel", "The kitchen passed the hygiene inspection.", "negation"),
    ClaimCase("hotel", "Guests may smoke on balconies.", "negation"),
    ClaimCase("hotel", "The loan from Lloyds must be repaid by 2030.", "name"),
    ClaimCase("hotel", "The loan must be repaid by 2035.", "date"),
    ClaimCase("hotel", "Breakfast is included in the price.", "negation"),
    ClaimCase("hotel", "The spa has 8 treatment rooms.", "figure"),
    ClaimCase("fazenda", "São 4800 hectares de milho em Goiás."),
    ClaimCase("fazenda", "A produtividade subiu 6 por cento."),
    ClaimCase("fazenda", "Rafael Duarte é o agrônomo desde julho de 2023."),
    ClaimCase("fazenda", "A colheita não foi afetada pela seca de 2024."),
    ClaimCase("fazenda", "O silo de R$ 2.700.000 comporta 12.000 toneladas."),
    ClaimCase("fazenda", "A Agromais ficou com 50% da safra."),
    ClaimCase("fazenda", "É permitido usar drones."),
    ClaimCase("fazenda", "O financiamento vai até dezembro de 2028."),
    ClaimCase("fazenda", "A fazenda cultiva 8.400 hectares de milho.", "figure"),
    ClaimCase("fazenda", "A produtividade diminuiu 6%.", "negation"),
    ClaimCase("fazenda", "A produtividade chegou a 150 sacas por hectare.", "figure"),
    ClaimCase("fazenda", "O agrônomo Rafael Siqueira assumiu em 2023.", "name"),
    ClaimCase("fazenda", "O agrônomo assumiu em 1º de junho de 2023.", "date"),
    ClaimCase("fazenda", "A seca de 2024 afetou a colheita.", "negation"),
    ClaimCase("fazenda", "O silo novo custou R$ 7,2 milhões.", "figure"),
    ClaimCase("fazenda", "O silo novo comporta 21 mil toneladas.", "figure"),
    ClaimCase("fazenda", "A cooperativa Coopersul comprou metade da safra.", "name"),
    ClaimCase("fazenda", "O uso de drones foi proibido.", "negation"),
    ClaimCase("fazenda", "O financiamento termina em setembro de 2028.", "date"),
    ClaimCase("fazenda", "A fazenda tem 35 empregados.", "figure"),
    ClaimCase("kereta", "Penumpang tahun 2024 berjumlah 9.400.000 orang."),
    ClaimCase("kereta", "Tiket rata-rata seharga Rp185.000."),
    ClaimCase("kereta", "Sejak Maret 2025 jalur Bandung ke Cirebon ditutup."),
    ClaimCase("kereta", "Menurut Hendra Gunawan, perbaikan butuh 8 bulan."),
    ClaimCase("kereta", "Lokomotif baru belum dibeli perusahaan."),
    ClaimCase("kereta", "Penumpang tidak boleh merokok."),
    ClaimCase("kereta", "Sekitar 20 persen kereta terlambat."),
    ClaimCase("kereta", "Subsidi selesai tahun 2026."),
    ClaimCase("kereta", "Pada tahun 2023 penumpang mencapai 9,4 juta.", "figure"),
    ClaimCase("kereta", "Jumlah penumpang turun menjadi 9,4 juta pada tahun 2024.", "negation"),
    ClaimCase("kereta", "Harga tiket rata-rata Rp 158 ribu.", "figure"),
    ClaimCase("kereta", "Jalur Bandung ke Cirebon ditutup sejak 7 Maret 2025.", "date"),
    ClaimCase("kereta", "Jalur Bandung ke Semarang ditutup.", "name"),
    ClaimCase("kereta", "Jalur Bandung ke Cirebon dibuka sejak 17 Maret 2025.", "negation"),
    ClaimCase("kereta", "Direktur Hendra Saputra mengatakan perbaikan memakan waktu delapan bulan.", "name"),
    ClaimCase("kereta", "Perbaikan memakan waktu delapan belas bulan.", "figure"),
    ClaimCase("kereta", "Perusahaan sudah membeli lokomotif baru.", "negation"),
    ClaimCase("kereta", "Penumpang boleh merokok.", "negation"),
    ClaimCase("kereta", "Subsidi pemerintah berakhir pada tahun 2028.", "date"),
    ClaimCase("kereta", "Sepertiga kereta terlambat.", "figure"),
)
