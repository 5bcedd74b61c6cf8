"""Sixty more claims that say how well the checks carry over, written before anybody looked at the checks again.

At first sight 35 of the 36 false ones were caught (not "under 18" for "under 16") and 2 of the 24 true ones refused:
"grew by 12 percent in 2024" for "12 % more than in 2023", and "free of errors" for "no errors". They were corrected
since.
"""

from tests.policies.critique.claim_cases import ClaimCase

SECOND_HELD_OUT_SOURCES = {
    "clinic": (
        "Northgate Clinic in Leeds treated 18,450 patients in 2024, 12 % more than in 2023. The waiting time for a"
        " first appointment fell from 41 to 29 days. Dr Amina Yusuf became medical director on 3 September 2024. "
        "The clinic does not offer surgery. The new scanner, supplied by Siemens, cost £ 1.9 million and has been "
        "in use since May 2025. Patients under 16 must be accompanied by an adult. The audit found no errors in "
        "billing. A third of the nurses work part time. The lease ends on 31 March 2029."
    ),
    "porto": (
        "O porto de Itaguara movimentou 7,6 milhões de toneladas em 2024, contra 6,9 milhões no ano anterior. A "
        "tarifa de atracação é de R$ 1.250 por hora. O engenheiro Caio Menezes dirige o terminal desde 14 de "
        "fevereiro de 2022. A dragagem do canal não foi concluída. A empresa Navemar opera dois dos seis berços. É"
        " proibida a entrada de caminhões à noite. O seguro cobre danos até R$ 40 milhões. A greve durou nove "
        "dias. O contrato com a Petrolux vence em 30 de junho de 2027."
    ),
    "sekolah": (
        "Sekolah Tunas Harapan di Malang memiliki 1.340 siswa dan 72 guru. Biaya sekolah naik 8 persen pada tahun "
        "2025 menjadi Rp 4,2 juta per semester. Kepala sekolah Sri Wahyuni mulai bertugas pada 5 Januari 2021. "
        "Perpustakaan tidak buka pada hari Minggu. Gedung baru selesai dibangun pada Agustus 2024 dengan biaya Rp "
        "15 miliar. Yayasan Bina Kasih membayar setengah dari biaya itu. Siswa tidak boleh membawa telepon ke "
        "kelas. Sebanyak 94 persen siswa lulus ujian. Pendaftaran ditutup pada 20 April 2026."
    ),
}

SECOND_HELD_OUT = (
    ClaimCase("clinic", "Northgate Clinic treated 18450 patients in 2024."),
    ClaimCase("clinic", "The number of patients grew by 12 percent in 2024."),
    ClaimCase("clinic", "A first appointment now takes 29 days instead of 41."),
    ClaimCase("clinic", "Amina Yusuf has been the medical director since September 2024."),
    ClaimCase("clinic", "Surgery is not offered at the clinic."),
    ClaimCase("clinic", "The Siemens scanner cost 1,900,000 pounds."),
    ClaimCase("clinic", "Billing was found to be free of errors in the audit."),
    ClaimCase("clinic", "One third of the nurses are part-time."),
    ClaimCase("clinic", "The clinic treated 14,850 patients in 2024.", "figure"),
    ClaimCase("clinic", "Patient numbers grew by 21 % in 2024.", "figure"),
    ClaimCase("clinic", "The waiting time for a first appointment rose from 29 to 41 days.", "negation"),
    ClaimCase("clinic", "Amina Yusuf became medical director on 13 September 2024.", "date"),
    ClaimCase("clinic", "Dr Amina Hassan became medical director in 2024.", "name"),
    ClaimCase("clinic", "The clinic offers surgery.", "negation"),
    ClaimCase("clinic", "The scanner was supplied by Philips.", "name"),
    ClaimCase("clinic", "The scanner has been in use since March 2025.", "date"),
    ClaimCase("clinic", "Patients under 18 must be accompanied by an adult.", "figure"),
    ClaimCase("clinic", "The audit found errors in billing.", "negation"),
    ClaimCase("clinic", "The lease ends on 31 March 2026.", "date"),
    ClaimCase("clinic", "The clinic has 85 beds.", "figure"),
    ClaimCase("porto", "Em 2024 o porto movimentou 7,6 milhões de toneladas."),
    ClaimCase("porto", "Atracar custa 1250 reais por hora."),
    ClaimCase("porto", "Caio Menezes dirige o terminal desde fevereiro de 2022."),
    ClaimCase("porto", "A dragagem do canal ainda não terminou."),
    ClaimCase("porto", "A Navemar opera 2 dos 6 berços."),
    ClaimCase("porto", "Caminhões não podem entrar à noite."),
    ClaimCase("porto", "O seguro cobre até 40 milhões de reais em danos."),
    ClaimCase("porto", "A greve durou 9 dias."),
    ClaimCase("porto", "O porto movimentou 6,7 milhões de toneladas em 2024.", "figure"),
    ClaimCase("porto", "A tarifa de atracação é de R$ 1.520 por hora.", "figure"),
    ClaimCase("porto", "A movimentação caiu em 2024 em relação a 2023.", "negation"),
    ClaimCase("porto", "Caio Menezes dirige o terminal desde 14 de março de 2022.", "date"),
    ClaimCase("porto", "O engenheiro Davi Menezes dirige o terminal.", "name"),
    ClaimCase("porto", "A dragagem do canal foi concluída.", "negation"),
    ClaimCase("porto", "A empresa Navemar opera três dos seis berços.", "figure"),
    ClaimCase("porto", "É permitida a entrada de caminhões à noite.", "negation"),
    ClaimCase("porto", "O seguro não cobre danos.", "negation"),
    ClaimCase("porto", "A greve durou dezenove dias.", "figure"),
    ClaimCase("porto", "O contrato com a Transoil vence em 2027.", "name"),
    ClaimCase("porto", "O porto emprega 640 pessoas.", "figure"),
    ClaimCase("sekolah", "Sekolah itu memiliki 1340 siswa."),
    ClaimCase("sekolah", "Ada 72 guru di Sekolah Tunas Harapan."),
    ClaimCase("sekolah", "Biaya per semester adalah Rp 4.200.000."),
    ClaimCase("sekolah", "Sri Wahyuni menjadi kepala sekolah sejak Januari 2021."),
    ClaimCase("sekolah", "Pada hari Minggu perpustakaan tutup."),
    ClaimCase("sekolah", "Yayasan Bina Kasih menanggung 50 persen dari biaya gedung baru."),
    ClaimCase("sekolah", "Telepon tidak boleh dibawa ke kelas."),
    ClaimCase("sekolah", "Pendaftaran berakhir pada 20 April 2026."),
    ClaimCase("sekolah", "Sekolah itu memiliki 1.430 siswa.", "figure"),
    ClaimCase("sekolah", "Biaya sekolah naik 18 persen pada tahun 2025.", "figure"),
    ClaimCase("sekolah", "Biaya sekolah turun pada tahun 2025.", "negation"),
    ClaimCase("sekolah", "Sri Wahyuni mulai bertugas pada 15 Januari 2021.", "date"),
    ClaimCase("sekolah", "Kepala sekolah Dewi Wahyuni mulai bertugas pada tahun 2021.", "name"),
    ClaimCase("sekolah", "Perpustakaan buka pada hari Minggu.", "negation"),
    ClaimCase("sekolah", "Gedung baru selesai dibangun pada Oktober 2024.", "date"),
    ClaimCase("sekolah", "Gedung baru menelan biaya Rp 51 miliar.", "figure"),
    ClaimCase("sekolah", "Yayasan Cipta Mulia membayar setengah dari biaya itu.", "name"),
    ClaimCase("sekolah", "Siswa boleh membawa telepon ke kelas.", "negation"),
    ClaimCase("sekolah", "Sebanyak 49 persen siswa lulus ujian.", "figure"),
    ClaimCase("sekolah", "Sekolah itu memiliki 12 laboratorium.", "figure"),
)
