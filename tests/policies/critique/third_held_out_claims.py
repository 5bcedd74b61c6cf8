"""Sixty claims written after the checks were last corrected, and before they were tried: nothing was tuned on them.

35 of the 36 false ones are caught (not "aumentou 9%" for "9% a menos") and 1 of the 24 true ones is refused ("from
2.1 to 2.4 million" for two figures in millions). Correct the checks by another lot than this one.
"""

from tests.policies.critique.claim_cases import ClaimCase

THIRD_HELD_OUT_SOURCES = {
    "airline": (
        "Falkirk Air flew 2.4 million passengers in 2025, up from 2.1 million in 2024. Fuel made up 31 % of its "
        "costs. Chief executive Ruth Calder resigned on 9 May 2025 and was followed by Owen Blake. The airline has"
        " not ordered new aircraft. Flights to Bergen were suspended in November 2024. The pilots accepted a pay "
        "rise of 4.5 %. The airport of Dundee charges £ 12 per passenger. Pets are not allowed in the cabin. Seven"
        " of its 28 aircraft are leased from Aercap. The insurance policy expires on 15 August 2027."
    ),
    "usina": (
        "A usina solar de Jatobá produziu 58.300 MWh em 2024, 9% a menos que em 2023. O investimento foi de R$ 210"
        " milhões. A gerente Lívia Sampaio tomou posse em 2 de agosto de 2021. A prefeitura não cobrou a taxa de "
        "licença. A empresa Solaris forneceu 140 mil painéis. Um quarto dos painéis precisa ser trocado. As obras "
        "da linha de transmissão começaram em outubro de 2025. O preço médio da energia caiu de R$ 240 para R$ 198"
        " por MWh. Menores de idade não podem visitar a usina. O contrato de manutenção dura cinco anos."
    ),
    "koperasi": (
        "Koperasi Sumber Rejeki di Sleman memiliki 860 anggota, bertambah 45 orang sejak tahun 2023. Bunga "
        "pinjaman adalah 11 persen per tahun. Ketua koperasi, Agus Prasetyo, dipilih pada 12 November 2022. "
        "Koperasi belum memiliki gudang sendiri. Panen kopi pada tahun 2025 mencapai 320 ton. PT Kopi Merapi "
        "membeli tiga perempat panen itu. Anggota wajib menyetor Rp 150 ribu setiap bulan. Rapat menolak usulan "
        "kenaikan gaji. Pinjaman Bank Mandiri jatuh tempo pada 30 September 2028. Mesin baru mulai dipakai pada "
        "Februari 2026."
    ),
}

THIRD_HELD_OUT = (
    ClaimCase("airline", "In 2025 the airline carried 2.4 million passengers."),
    ClaimCase("airline", "Passenger numbers rose from 2.1 to 2.4 million."),
    ClaimCase("airline", "Fuel accounts for 31 percent of the costs of Falkirk Air."),
    ClaimCase("airline", "Owen Blake followed Ruth Calder as chief executive."),
    ClaimCase("airline", "No new aircraft have been ordered."),
    ClaimCase("airline", "The pilots got 4.5 % more pay."),
    ClaimCase("airline", "A quarter of the aircraft are leased."),
    ClaimCase("airline", "Pets may not travel in the cabin."),
    ClaimCase("airline", "The airline flew 4.2 million passengers in 2025.", "figure"),
    ClaimCase("airline", "In 2024 it flew 2.4 million passengers.", "figure"),
    ClaimCase("airline", "Fuel made up 13 % of its costs.", "figure"),
    ClaimCase("airline", "Ruth Calder resigned on 19 May 2025.", "date"),
    ClaimCase("airline", "Chief executive Martin Calder resigned in 2025.", "name"),
    ClaimCase("airline", "The airline has ordered new aircraft.", "negation"),
    ClaimCase("airline", "Flights to Tromsø were suspended in November 2024.", "name"),
    ClaimCase("airline", "Flights to Bergen were suspended in January 2024.", "date"),
    ClaimCase("airline", "The pilots rejected a pay rise of 4.5 %.", "negation"),
    ClaimCase("airline", "Pets are allowed in the cabin.", "negation"),
    ClaimCase("airline", "The insurance policy expires in 2029.", "date"),
    ClaimCase("airline", "Falkirk Air employs 1,150 people.", "figure"),
    ClaimCase("usina", "A usina de Jatobá produziu 58300 MWh em 2024."),
    ClaimCase("usina", "A produção caiu 9 por cento em 2024."),
    ClaimCase("usina", "Foram investidos 210 milhões de reais."),
    ClaimCase("usina", "Lívia Sampaio é gerente desde agosto de 2021."),
    ClaimCase("usina", "A taxa de licença não foi cobrada pela prefeitura."),
    ClaimCase("usina", "É preciso trocar 25% dos painéis."),
    ClaimCase("usina", "A energia ficou mais barata: de R$ 240 passou a R$ 198 por MWh."),
    ClaimCase("usina", "A manutenção está contratada por 5 anos."),
    ClaimCase("usina", "A usina produziu 53.800 MWh em 2024.", "figure"),
    ClaimCase("usina", "A produção aumentou 9% em 2024.", "negation"),
    ClaimCase("usina", "O investimento foi de R$ 120 milhões.", "figure"),
    ClaimCase("usina", "Lívia Sampaio tomou posse em 2 de agosto de 2022.", "date"),
    ClaimCase("usina", "A gerente Carla Sampaio tomou posse em 2021.", "name"),
    ClaimCase("usina", "A prefeitura cobrou a taxa de licença.", "negation"),
    ClaimCase("usina", "A empresa Heliotec forneceu 140 mil painéis.", "name"),
    ClaimCase("usina", "Um terço dos painéis precisa ser trocado.", "figure"),
    ClaimCase("usina", "As obras da linha de transmissão começaram em outubro de 2024.", "date"),
    ClaimCase("usina", "O preço médio da energia subiu para R$ 198 por MWh.", "negation"),
    ClaimCase("usina", "Menores de idade podem visitar a usina.", "negation"),
    ClaimCase("usina", "A usina ocupa 430 hectares.", "figure"),
    ClaimCase("koperasi", "Koperasi itu memiliki 860 anggota."),
    ClaimCase("koperasi", "Jumlah anggota bertambah 45 sejak tahun 2023."),
    ClaimCase("koperasi", "Pinjaman berbunga 11% per tahun."),
    ClaimCase("koperasi", "Agus Prasetyo menjadi ketua sejak November 2022."),
    ClaimCase("koperasi", "Gudang sendiri belum dimiliki koperasi."),
    ClaimCase("koperasi", "PT Kopi Merapi membeli 75 persen panen kopi."),
    ClaimCase("koperasi", "Setiap bulan anggota menyetor Rp 150.000."),
    ClaimCase("koperasi", "Usulan kenaikan gaji tidak diterima rapat."),
    ClaimCase("koperasi", "Koperasi memiliki 680 anggota.", "figure"),
    ClaimCase("koperasi", "Jumlah anggota berkurang sejak tahun 2023.", "negation"),
    ClaimCase("koperasi", "Bunga pinjaman adalah 17 persen per tahun.", "figure"),
    ClaimCase("koperasi", "Agus Prasetyo dipilih pada 21 November 2022.", "date"),
    ClaimCase("koperasi", "Ketua koperasi, Bambang Prasetyo, dipilih pada tahun 2022.", "name"),
    ClaimCase("koperasi", "Koperasi sudah memiliki gudang sendiri.", "negation"),
    ClaimCase("koperasi", "Panen kopi pada tahun 2025 mencapai 230 ton.", "figure"),
    ClaimCase("koperasi", "PT Aroma Jaya membeli tiga perempat panen itu.", "name"),
    ClaimCase("koperasi", "Rapat menyetujui usulan kenaikan gaji.", "negation"),
    ClaimCase("koperasi", "Pinjaman Bank Mandiri jatuh tempo pada 30 September 2026.", "date"),
    ClaimCase("koperasi", "Mesin baru mulai dipakai pada April 2026.", "date"),
    ClaimCase("koperasi", "Koperasi mempekerjakan 34 karyawan.", "figure"),
)
