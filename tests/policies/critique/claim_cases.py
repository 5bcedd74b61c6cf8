"""Claims in three languages about short sources, each with what is wrong with it; nothing is quoted.

They were written in lots of sixty, each before it was tried; then the checks were corrected by what it showed. At first
sight the lots after the first had 0.94, 0.92, 0.94 and 0.94 of the false claims caught, and 0.33, 0.21, 0.08 and 0.13
of the true ones refused. The lot that they were not tuned on is in held_out_claims.py.
"""

from typing import NamedTuple


class ClaimCase(NamedTuple):
    """A claim, the source it cites, and what is wrong with it: nothing, or one of its parts."""

    source: str
    statement: str
    wrong: str = ""


TUNED_SOURCES = {
    "bakery": (
        "Minutes of 12 March 2026. The bakery in Porto sold 18,400 loaves in February, 7 % fewer than in January. "
        "Rent for the second shop is € 2,150 a month, and the lease starts on 1 June 2026 and ends on 31 May 2031. "
        "Helena Prado approved the oven for € 38,000; Tomás Reis did not approve the delivery van. The bank does not "
        "finance more than 60 % of the purchase. Staff may not be dismissed during the first two years. Flour prices "
        "rose by a fifth, while energy costs fell by 3.5 %."
    ),
    "clinica": (
        "Relatório anual de 2025. A Clínica Santa Rita atendeu 12.480 pacientes em 2025, contra 10.900 em 2024. O "
        "tempo médio de espera caiu de 45 para 28 minutos. A direção não renovou o contrato com a Medlab, que vencia "
        "em 30 de setembro de 2025. O custo por exame subiu 8,5% e chegou a R$ 96,00. Marcos Teixeira assumiu a "
        "direção em abril de 2025; Lúcia Farias continua na enfermagem. O seguro não cobre exames feitos sem pedido "
        "médico. Dois terços dos pacientes vêm de Niterói. A unidade abre de segunda-feira a sexta-feira, das 7h30 às "
        "19h."
    ),
    "koperasi": (
        "Rapat anggota pada 14 Agustus 2025 di Yogyakarta dihadiri 312 dari 480 anggota. Koperasi Tani Makmur menjual "
        "2.350 ton beras pada tahun 2024, naik 12 persen dari tahun sebelumnya. Harga pupuk turun menjadi Rp 8.400 "
        "per kilogram. Ibu Sulastri terpilih sebagai ketua, Pak Darmawan sebagai bendahara. Rapat tidak menyetujui "
        "pembelian traktor baru seharga Rp 275 juta. Pinjaman harus dilunasi paling lambat 31 Desember 2027. Anggota "
        "tidak boleh menjual lahan tanpa persetujuan pengurus. Setengah dari laba dibagikan kepada anggota."
    ),
    "ferry": (
        "The ferry line Northwind carries 1.2 million passengers a year between Bergen and Aberdeen. In 2023 it lost "
        "£4.6 million; in 2024 the loss was £1.9 million. The council voted on 3 October 2024 not to extend the "
        "subsidy beyond 2026. Captain Ingrid Solheim leads the safety team, which reported 14 incidents, none of them "
        "serious. Tickets cost between £45 and £120. Dogs are allowed on deck but prohibited in the cabins. A new "
        "ship must be ordered no later than March 2025 and takes 30 months to build."
    ),
    "escola": (
        "A Escola Monte Azul tem 860 alunos e 54 professores. A mensalidade é de R$ 1.350 e não aumentou em 2024. O "
        "conselho rejeitou a proposta de aulas aos sábados por 9 votos a 4. As obras da quadra começaram em 5 de "
        "fevereiro de 2024 e custaram R$ 240 mil, abaixo do orçamento de R$ 300 mil. A evasão caiu de 6% para 4,2%. A "
        "professora Renata Moura coordena o ensino médio; o professor Caio Brandão coordena o fundamental. Alunos sem "
        "uniforme não podem entrar. A prefeitura de Campinas paga um quarto das bolsas."
    ),
    "kapal": (
        "Pelabuhan Tanjung Biru melayani 75 kapal setiap bulan. Pada tahun 2023 volume barang mencapai 1,8 juta ton, "
        "sedangkan pada tahun 2024 hanya 1,5 juta ton. Direktur Bambang Wijaya mengumumkan pada 7 Mei 2025 bahwa "
        "dermaga baru belum selesai. Biaya sandar naik 15 persen menjadi Rp 4,2 juta. PT Samudra Jaya memenangkan "
        "tender; PT Karya Laut kalah. Kapal dilarang masuk setelah pukul 22.00. Pemerintah menanggung dua pertiga "
        "biaya. Pekerja tidak menerima bonus tahun ini. Izin berlaku paling lama lima tahun."
    ),
    "water": (
        "The Aldermoor water company serves 412,000 households in three counties. Leakage fell from 23 % in 2019 to "
        "16.5 % in 2024, and the regulator Ofwat fined it £ 8.2 million on 17 January 2025 for sewage spills. Chief "
        "executive Priya Raman resigned; her deputy Colin Hurst took over on 1 April. Bills will rise by 9 % next "
        "year. The company has not paid a dividend since 2021. Customers on low incomes are exempt from the increase. "
        "Replacing the main pipe will take 18 months and cost £ 64 million, of which the state pays a third."
    ),
    "cafe": (
        "A Cooperativa Serra Alta reúne 230 produtores de café em Minas Gerais. A safra de 2024 rendeu 41 mil sacas, "
        "12% menos que a de 2023. O preço médio da saca foi de R$ 1.480. A assembleia de 22 de junho de 2024 elegeu "
        "Joana Pimenta presidente e manteve Otávio Rocha como tesoureiro. O banco recusou o empréstimo de R$ 5 "
        "milhões. A certificação orgânica não foi renovada. A colheita mecanizada é proibida em encostas. Os sócios "
        "devem entregar pelo menos 80% da produção. O seguro contra geada vence em março de 2026."
    ),
    "sekolah": (
        "Universitas Cendana menerima 6.200 mahasiswa baru pada tahun 2025, turun dari 6.850 pada tahun 2024. Uang "
        "kuliah tidak naik dan tetap Rp 5,5 juta per semester. Rektor Siti Rahmawati dilantik pada 2 September 2024 "
        "di Kupang. Senat menolak usulan kelas malam dengan 21 suara melawan 8. Asrama baru selesai dibangun dengan "
        "biaya Rp 42 miliar. Mahasiswa wajib hadir minimal 75 persen perkuliahan. Perpustakaan buka dari pukul 08.00 "
        "sampai pukul 20.00. Beasiswa belum dibayarkan. Seperempat dosen bergelar doktor."
    ),
    "theatre": (
        "In the 2024/25 season the Orpheum Theatre sold 96,300 tickets, 11 % more than the year before. Its director, "
        "Hanna Weiss, will leave on 31 August 2026. The city grants € 2.4 million a year, the region of Tyrol € "
        "600,000. The orchestra refused the new shift plan. The roof was not repaired, although the engineers found "
        "27 cracks. A ticket costs € 32 on average. Smoking is forbidden in the foyer. The café opens at 17:30. The "
        "sponsor Nordbank cancelled its contract in November 2025, but Helvetia Foods signed for three years."
    ),
    "onibus": (
        "A empresa Via Litoral opera 148 ônibus em Santos e transporta 75 mil passageiros por dia. A tarifa subiu de "
        "R$ 4,60 para R$ 5,10 em 2 de janeiro de 2025. O sindicato não aceitou o reajuste de 3,8%. Os motoristas "
        "trabalham no máximo 44 horas por semana. A frota elétrica começa a circular em outubro de 2026. O diretor "
        "Álvaro Siqueira prometeu 60 veículos novos; a prefeita Débora Lins prometeu corredores exclusivos. Idosos "
        "não pagam passagem. O acidente de 9 de maio não deixou vítimas. Metade das linhas dá prejuízo."
    ),
    "rumahsakit": (
        "Rumah Sakit Bunda Kasih di Makassar memiliki 340 tempat tidur dan 58 dokter. Jumlah pasien rawat inap naik 9 "
        "persen pada tahun 2024 menjadi 15.700 orang. Dokter Anita Lestari memimpin unit gawat darurat sejak 1 Juli "
        "2023. Kementerian tidak memberikan izin untuk gedung kedua. Tarif kamar kelas tiga adalah Rp 350 ribu per "
        "malam. Obat generik wajib tersedia. Pengunjung dilarang membawa makanan. Kontrak dengan PT Medika berakhir "
        "pada 30 November 2026. Waktu tunggu rata-rata 40 menit. Dua perlima perawat bekerja pada malam hari."
    ),
    "solar": (
        "Brightfield Energy installed 3,150 solar panels in Cornwall during 2024, up from 2,700 in 2023. Revenue "
        "reached £ 21.4 million, while net profit was only £ 0.9 million. The plant in Truro employs 64 people. On 5 "
        "May 2025 the board rejected the takeover offer from Helios Group. Chairwoman Ruth Ashby voted against it; "
        "finance chief Daniel Okoro supported it. The warranty covers 25 years but does not cover storm damage. "
        "Panels lose less than 0.5 % of output per year. Deliveries are expected to resume in September 2025."
    ),
    "porto": (
        "O porto de Itaqui movimentou 36,5 milhões de toneladas em 2024, das quais 58% eram soja. O terminal emprega "
        "1.240 pessoas. A dragagem do canal, orçada em R$ 180 milhões, ainda não começou. O contrato com a Navemar "
        "foi assinado em 18 de março de 2023 e vale por dez anos. A diretora Beatriz Amorim anunciou que as tarifas "
        "não vão subir em 2025. Três dos sete guindastes estão parados. A greve durou quatro dias e terminou em 11 de "
        "outubro. Navios com mais de 300 metros não podem atracar."
    ),
    "batik": (
        "Pabrik batik Sekar Arum di Pekalongan memproduksi 48.000 lembar kain pada tahun 2024. Ekspor ke Jepang naik "
        "22 persen, tetapi ekspor ke Belanda turun 7 persen. Pemiliknya, Wulan Prasetyo, membuka toko kedua pada 9 "
        "Januari 2025. Upah minimum adalah Rp 2,4 juta per bulan. Pabrik tidak menggunakan pewarna sintetis. Pinjaman "
        "dari Bank Mandiri sebesar Rp 1,5 miliar disetujui. Serikat pekerja menolak jam kerja baru. Sebanyak 130 "
        "pekerja adalah perempuan dan 45 laki-laki."
    ),
}

TUNED = (
    # English: true
    ClaimCase("bakery", "February sales in Porto were 18400 loaves, a drop of 7 percent on January."),
    ClaimCase("bakery", "The lease runs until 31 May 2031."),
    ClaimCase("bakery", "The second shop costs €2,150 per month in rent."),
    ClaimCase("bakery", "Prado approved an oven that costs thirty-eight thousand euros."),
    ClaimCase("bakery", "The delivery van was not approved by Reis."),
    ClaimCase("bakery", "No employee can be dismissed in the first 24 months."),
    ClaimCase("bakery", "Flour became 20 % dearer and energy 3.5 % cheaper."),
    ClaimCase("bakery", "At most 60 % of the purchase is financed by the bank."),
    # English: false or not stated
    ClaimCase("bakery", "The bakery sold 14,800 loaves in February.", "figure"),
    ClaimCase("bakery", "February sales were 17 % below those of January.", "figure"),
    ClaimCase("bakery", "Rent for the second shop is € 2,510 a month.", "figure"),
    ClaimCase("bakery", "The lease ends on 1 June 2026.", "date"),
    ClaimCase("bakery", "The lease starts on 1 July 2026.", "date"),
    ClaimCase("bakery", "Helena Costa approved the oven for € 38,000.", "name"),
    ClaimCase("bakery", "Tomás Reis approved the delivery van.", "negation"),
    ClaimCase("bakery", "The bank finances more than 60 % of the purchase.", "negation"),
    ClaimCase("bakery", "Staff may be dismissed during the first two years.", "negation"),
    ClaimCase("bakery", "Energy costs rose by 3.5 %.", "negation"),
    ClaimCase("bakery", "The oven has a warranty of five years.", "figure"),
    ClaimCase("bakery", "The bakery in Lisbon sold 18,400 loaves in February.", "name"),
    # Portuguese: true
    ClaimCase("clinica", "Em 2025 a clínica atendeu 12480 pacientes."),
    ClaimCase("clinica", "A espera média passou de 45 minutos para 28."),
    ClaimCase("clinica", "O contrato com a Medlab não foi renovado e venceu em 30/09/2025."),
    ClaimCase("clinica", "Cada exame custa agora R$ 96, um aumento de 8,5 por cento."),
    ClaimCase("clinica", "Marcos Teixeira dirige a clínica desde abril de 2025."),
    ClaimCase("clinica", "Sem pedido médico, o seguro não cobre o exame."),
    ClaimCase("clinica", "Cerca de 67% dos pacientes são de Niterói."),
    ClaimCase("clinica", "Em 2024 foram atendidos 10.900 pacientes."),
    # Portuguese: false or not stated
    ClaimCase("clinica", "A Clínica Santa Rita atendeu 12.840 pacientes em 2025.", "figure"),
    ClaimCase("clinica", "Em 2024 a clínica atendeu 12.480 pacientes.", "figure"),
    ClaimCase("clinica", "O tempo médio de espera caiu para 18 minutos.", "figure"),
    ClaimCase("clinica", "O tempo médio de espera subiu para 28 minutos.", "negation"),
    ClaimCase("clinica", "A direção renovou o contrato com a Medlab.", "negation"),
    ClaimCase("clinica", "O contrato vencia em 30 de novembro de 2025.", "date"),
    ClaimCase("clinica", "O custo por exame subiu 5,8%.", "figure"),
    ClaimCase("clinica", "O custo por exame chegou a US$ 96,00.", "figure"),
    ClaimCase("clinica", "Paulo Teixeira assumiu a direção em abril de 2025.", "name"),
    ClaimCase("clinica", "Marcos Teixeira assumiu a direção em agosto de 2025.", "date"),
    ClaimCase("clinica", "O seguro cobre exames feitos sem pedido médico.", "negation"),
    ClaimCase("clinica", "A unidade tem 35 leitos.", "figure"),
    # Indonesian: true
    ClaimCase("koperasi", "Sebanyak 312 anggota hadir dalam rapat 14-08-2025."),
    ClaimCase("koperasi", "Penjualan beras tahun 2024 mencapai 2350 ton, naik 12%."),
    ClaimCase("koperasi", "Pupuk sekarang seharga Rp8.400 per kilogram."),
    ClaimCase("koperasi", "Rapat tidak menyetujui traktor seharga 275 juta rupiah."),
    ClaimCase("koperasi", "Pinjaman harus lunas sebelum akhir Desember 2027."),
    ClaimCase("koperasi", "Darmawan terpilih sebagai bendahara koperasi."),
    ClaimCase("koperasi", "Lima puluh persen dari laba dibagikan kepada anggota."),
    ClaimCase("koperasi", "Tanpa persetujuan pengurus, anggota tidak boleh menjual lahan."),
    # Indonesian: false or not stated
    ClaimCase("koperasi", "Rapat anggota dihadiri 321 anggota.", "figure"),
    ClaimCase("koperasi", "Koperasi menjual 2.530 ton beras pada tahun 2024.", "figure"),
    ClaimCase("koperasi", "Penjualan beras turun 12 persen pada tahun 2024.", "negation"),
    ClaimCase("koperasi", "Harga pupuk turun menjadi Rp 4.800 per kilogram.", "figure"),
    ClaimCase("koperasi", "Rapat menyetujui pembelian traktor baru.", "negation"),
    ClaimCase("koperasi", "Rapat anggota berlangsung pada 14 April 2025.", "date"),
    ClaimCase("koperasi", "Ibu Hartini terpilih sebagai ketua.", "name"),
    ClaimCase("koperasi", "Pinjaman harus dilunasi paling lambat 31 Desember 2029.", "date"),
    ClaimCase("koperasi", "Anggota boleh menjual lahan tanpa persetujuan pengurus.", "negation"),
    ClaimCase("koperasi", "Rapat diadakan di Surabaya.", "name"),
    ClaimCase("koperasi", "Sepertiga dari laba dibagikan kepada anggota.", "figure"),
    ClaimCase("koperasi", "Koperasi mempekerjakan 46 orang.", "figure"),
    ClaimCase("ferry", "Northwind transports about 1,200,000 people each year."),
    ClaimCase("ferry", "The loss shrank from £4.6 million in 2023 to £1.9 million in 2024."),
    ClaimCase("ferry", "The council decided on 3 October 2024 against extending the subsidy after 2026."),
    ClaimCase("ferry", "None of the fourteen incidents was serious."),
    ClaimCase("ferry", "Ingrid Solheim heads the safety team."),
    ClaimCase("ferry", "A ship takes two and a half years to build, so the order is due by March 2025."),
    ClaimCase("ferry", "Dogs may not enter the cabins."),
    ClaimCase("ferry", "The cheapest ticket costs £45."),
    ClaimCase("ferry", "Northwind carries 2.1 million passengers a year.", "figure"),
    ClaimCase("ferry", "In 2024 the line lost £4.6 million.", "figure"),
    ClaimCase("ferry", "The council voted on 30 October 2024.", "date"),
    ClaimCase("ferry", "The council voted to extend the subsidy beyond 2026.", "negation"),
    ClaimCase("ferry", "The ferry runs between Bergen and Edinburgh.", "name"),
    ClaimCase("ferry", "Captain Ingrid Larsen leads the safety team.", "name"),
    ClaimCase("ferry", "The safety team reported 41 incidents.", "figure"),
    ClaimCase("ferry", "Dogs are allowed in the cabins.", "negation"),
    ClaimCase("ferry", "A new ship takes 13 months to build.", "figure"),
    ClaimCase("ferry", "A new ship must be ordered no later than May 2025.", "date"),
    ClaimCase("ferry", "Tickets cost between $45 and $120.", "figure"),
    ClaimCase("ferry", "The crew has 220 members.", "figure"),
    ClaimCase("escola", "A escola tem oitocentos e sessenta alunos."),
    ClaimCase("escola", "A mensalidade de R$ 1.350 ficou igual em 2024."),
    ClaimCase("escola", "O conselho não aceitou as aulas aos sábados."),
    ClaimCase("escola", "A quadra custou R$ 240.000, menos que os R$ 300.000 do orçamento."),
    ClaimCase("escola", "As obras começaram em fevereiro de 2024."),
    ClaimCase("escola", "A evasão é agora de 4,2 por cento."),
    ClaimCase("escola", "Renata Moura é coordenadora do ensino médio."),
    ClaimCase("escola", "Campinas paga 25% das bolsas."),
    ClaimCase("escola", "A escola tem 680 alunos.", "figure"),
    ClaimCase("escola", "A mensalidade aumentou em 2024.", "negation"),
    ClaimCase("escola", "A mensalidade é de R$ 1.530.", "figure"),
    ClaimCase("escola", "O conselho aprovou a proposta de aulas aos sábados.", "negation"),
    ClaimCase("escola", "As obras da quadra começaram em 15 de fevereiro de 2024.", "date"),
    ClaimCase("escola", "As obras da quadra custaram R$ 300 mil.", "figure"),
    ClaimCase("escola", "A evasão caiu para 2,4%.", "figure"),
    ClaimCase("escola", "O professor Caio Nogueira coordena o fundamental.", "name"),
    ClaimCase("escola", "Alunos sem uniforme podem entrar.", "negation"),
    ClaimCase("escola", "A prefeitura de Sorocaba paga um quarto das bolsas.", "name"),
    ClaimCase("escola", "A prefeitura paga um terço das bolsas.", "figure"),
    ClaimCase("escola", "A biblioteca recebeu 3.000 livros.", "figure"),
    ClaimCase("kapal", "Setiap bulan pelabuhan melayani tujuh puluh lima kapal."),
    ClaimCase("kapal", "Volume barang tahun 2024 adalah 1.500.000 ton."),
    ClaimCase("kapal", "Menurut Bambang Wijaya, dermaga baru belum selesai pada Mei 2025."),
    ClaimCase("kapal", "Biaya sandar kini Rp 4.200.000, kenaikan 15%."),
    ClaimCase("kapal", "Tender dimenangkan oleh PT Samudra Jaya."),
    ClaimCase("kapal", "Kapal tidak boleh masuk sesudah pukul 22.00."),
    ClaimCase("kapal", "Sekitar 67 persen biaya ditanggung pemerintah."),
    ClaimCase("kapal", "Izin berlaku maksimal 5 tahun."),
    ClaimCase("kapal", "Pelabuhan melayani 57 kapal setiap bulan.", "figure"),
    ClaimCase("kapal", "Pada tahun 2024 volume barang mencapai 1,8 juta ton.", "figure"),
    ClaimCase("kapal", "Dermaga baru sudah selesai menurut Direktur Bambang Wijaya.", "negation"),
    ClaimCase("kapal", "Direktur Agus Wijaya mengumumkan kabar itu pada 7 Mei 2025.", "name"),
    ClaimCase("kapal", "Pengumuman itu dibuat pada 7 Maret 2025.", "date"),
    ClaimCase("kapal", "Biaya sandar turun 15 persen.", "negation"),
    ClaimCase("kapal", "Biaya sandar naik menjadi Rp 2,4 juta.", "figure"),
    ClaimCase("kapal", "PT Karya Laut memenangkan tender.", "name"),
    ClaimCase("kapal", "Pekerja menerima bonus tahun ini.", "negation"),
    ClaimCase("kapal", "Izin berlaku paling lama lima belas tahun.", "figure"),
    ClaimCase("kapal", "Pemerintah menanggung sepertiga biaya.", "figure"),
    ClaimCase("kapal", "Pelabuhan itu dibangun pada tahun 1987.", "date"),
    ClaimCase("water", "Aldermoor supplies 412 thousand households."),
    ClaimCase("water", "By 2024 leakage was down to 16.5 percent."),
    ClaimCase("water", "In January 2025 Ofwat imposed a fine of £8,200,000."),
    ClaimCase("water", "Colin Hurst succeeded Priya Raman."),
    ClaimCase("water", "No dividend has been paid since 2021."),
    ClaimCase("water", "Poor customers do not pay the increase of 9 %."),
    ClaimCase("water", "The state covers about 33 % of the £64 million for the main pipe."),
    ClaimCase("water", "The pipe needs one and a half years."),
    ClaimCase("water", "Aldermoor supplies 421,000 households.", "figure"),
    ClaimCase("water", "In 2019 leakage was 16.5 %.", "figure"),
    ClaimCase("water", "Leakage rose to 16.5 % in 2024.", "negation"),
    ClaimCase("water", "The regulator fined it on 27 January 2025.", "date"),
    ClaimCase("water", "The regulator Ofcom fined it £8.2 million.", "name"),
    ClaimCase("water", "The fine was £2.8 million.", "figure"),
    ClaimCase("water", "Martin Hurst took over on 1 April.", "name"),
    ClaimCase("water", "Her deputy took over on 1 August.", "date"),
    ClaimCase("water", "The company has paid a dividend since 2021.", "negation"),
    ClaimCase("water", "Customers on low incomes are not exempt from the increase.", "negation"),
    ClaimCase("water", "Replacing the main pipe will take 18 weeks.", "figure"),
    ClaimCase("water", "The company employs 2,900 people.", "figure"),
    ClaimCase("cafe", "São 230 os produtores da cooperativa."),
    ClaimCase("cafe", "A safra de 2024 foi de 41.000 sacas, uma queda de 12%."),
    ClaimCase("cafe", "Joana Pimenta foi eleita presidente em junho de 2024."),
    ClaimCase("cafe", "Otávio Rocha segue como tesoureiro."),
    ClaimCase("cafe", "O banco negou os R$ 5.000.000 de empréstimo."),
    ClaimCase("cafe", "A cooperativa perdeu a certificação orgânica."),
    ClaimCase("cafe", "Não se permite colheita mecanizada em encostas."),
    ClaimCase("cafe", "Cada sócio entrega no mínimo oitenta por cento da produção."),
    ClaimCase("cafe", "A cooperativa reúne 320 produtores de café.", "figure"),
    ClaimCase("cafe", "A safra de 2024 rendeu 14 mil sacas.", "figure"),
    ClaimCase("cafe", "A safra de 2023 rendeu 41 mil sacas.", "figure"),
    ClaimCase("cafe", "O preço médio da saca foi de R$ 1.840.", "figure"),
    ClaimCase("cafe", "A assembleia ocorreu em 22 de julho de 2024.", "date"),
    ClaimCase("cafe", "A assembleia elegeu Joana Macedo presidente.", "name"),
    ClaimCase("cafe", "O banco aprovou o empréstimo de R$ 5 milhões.", "negation"),
    ClaimCase("cafe", "A certificação orgânica foi renovada.", "negation"),
    ClaimCase("cafe", "A colheita mecanizada é permitida em encostas.", "negation"),
    ClaimCase("cafe", "Os sócios devem entregar no máximo 80% da produção.", "figure"),
    ClaimCase("cafe", "O seguro contra geada vence em maio de 2026.", "date"),
    ClaimCase("cafe", "A cooperativa exporta para o Japão.", "name"),
    ClaimCase("sekolah", "Tahun 2025 ada 6200 mahasiswa baru di Universitas Cendana."),
    ClaimCase("sekolah", "Uang kuliah tetap Rp 5.500.000 setiap semester."),
    ClaimCase("sekolah", "Siti Rahmawati menjadi rektor sejak September 2024."),
    ClaimCase("sekolah", "Usulan kelas malam tidak disetujui senat."),
    ClaimCase("sekolah", "Pembangunan asrama menelan biaya 42 miliar rupiah."),
    ClaimCase("sekolah", "Kehadiran mahasiswa paling sedikit 75%."),
    ClaimCase("sekolah", "Perpustakaan tutup pada pukul 20.00."),
    ClaimCase("sekolah", "Sebanyak 25 persen dosen adalah doktor."),
    ClaimCase("sekolah", "Universitas Cendana menerima 6.850 mahasiswa baru pada tahun 2025.", "figure"),
    ClaimCase("sekolah", "Uang kuliah naik menjadi Rp 5,5 juta.", "negation"),
    ClaimCase("sekolah", "Uang kuliah Rp 7,5 juta per semester.", "figure"),
    ClaimCase("sekolah", "Rektor dilantik pada 2 Oktober 2024.", "date"),
    ClaimCase("sekolah", "Rektor Siti Nurhaliza dilantik pada tahun 2024.", "name"),
    ClaimCase("sekolah", "Pelantikan berlangsung di Denpasar.", "name"),
    ClaimCase("sekolah", "Senat menyetujui usulan kelas malam.", "negation"),
    ClaimCase("sekolah", "Senat menolak usulan itu dengan 12 suara.", "figure"),
    ClaimCase("sekolah", "Mahasiswa wajib hadir maksimal 75 persen perkuliahan.", "figure"),
    ClaimCase("sekolah", "Perpustakaan buka dari pukul 09.00.", "figure"),
    ClaimCase("sekolah", "Beasiswa sudah dibayarkan.", "negation"),
    ClaimCase("sekolah", "Separuh dosen bergelar doktor.", "figure"),
    ClaimCase("theatre", "The Orpheum sold more than 96,000 tickets."),
    ClaimCase("theatre", "Ticket sales increased by 11 per cent."),
    ClaimCase("theatre", "Hanna Weiss leaves the theatre at the end of August 2026."),
    ClaimCase("theatre", "The region contributes €0.6 million per year."),
    ClaimCase("theatre", "The orchestra did not accept the new shift plan."),
    ClaimCase("theatre", "Engineers found twenty-seven cracks, and the roof has still not been repaired."),
    ClaimCase("theatre", "Nobody may smoke in the foyer."),
    ClaimCase("theatre", "Helvetia Foods signed a contract of 36 months."),
    ClaimCase("theatre", "The theatre sold 93,600 tickets.", "figure"),
    ClaimCase("theatre", "Ticket sales fell by 11 %.", "negation"),
    ClaimCase("theatre", "Hanna Weiss will leave on 31 August 2027.", "date"),
    ClaimCase("theatre", "Hanna Keller will leave on 31 August 2026.", "name"),
    ClaimCase("theatre", "The city grants € 600,000 a year.", "figure"),
    ClaimCase("theatre", "The region of Carinthia grants € 600,000.", "name"),
    ClaimCase("theatre", "The orchestra accepted the new shift plan.", "negation"),
    ClaimCase("theatre", "The roof was repaired.", "negation"),
    ClaimCase("theatre", "Smoking is allowed in the foyer.", "negation"),
    ClaimCase("theatre", "The café opens at 15:30.", "figure"),
    ClaimCase("theatre", "Nordbank cancelled its contract in December 2025.", "date"),
    ClaimCase("theatre", "The hall has 1,150 seats.", "figure"),
    ClaimCase("onibus", "A Via Litoral tem 148 ônibus."),
    ClaimCase("onibus", "São transportados 75.000 passageiros diariamente."),
    ClaimCase("onibus", "Desde janeiro de 2025 a tarifa é de R$ 5,10."),
    ClaimCase("onibus", "O sindicato rejeitou o reajuste de 3,8 por cento."),
    ClaimCase("onibus", "A jornada dos motoristas não passa de 44 horas semanais."),
    ClaimCase("onibus", "Ônibus elétricos circulam a partir de outubro de 2026."),
    ClaimCase("onibus", "A passagem é gratuita para idosos."),
    ClaimCase("onibus", "Álvaro Siqueira prometeu sessenta veículos."),
    ClaimCase("onibus", "A empresa opera 184 ônibus em Santos.", "figure"),
    ClaimCase("onibus", "A tarifa subiu para R$ 4,60.", "figure"),
    ClaimCase("onibus", "A tarifa caiu para R$ 5,10.", "negation"),
    ClaimCase("onibus", "A tarifa mudou em 12 de janeiro de 2025.", "date"),
    ClaimCase("onibus", "O sindicato aceitou o reajuste de 3,8%.", "negation"),
    ClaimCase("onibus", "Os motoristas trabalham no mínimo 44 horas por semana.", "figure"),
    ClaimCase("onibus", "A frota elétrica começa a circular em agosto de 2026.", "date"),
    ClaimCase("onibus", "O diretor Álvaro Mendes prometeu 60 veículos novos.", "name"),
    ClaimCase("onibus", "Idosos pagam passagem.", "negation"),
    ClaimCase("onibus", "O acidente de 9 de maio deixou vítimas.", "negation"),
    ClaimCase("onibus", "Um quarto das linhas dá prejuízo.", "figure"),
    ClaimCase("onibus", "A empresa foi fundada em 1972.", "date"),
    ClaimCase("rumahsakit", "Rumah sakit itu mempunyai 340 tempat tidur."),
    ClaimCase("rumahsakit", "Pada 2024 ada 15700 pasien rawat inap, meningkat 9%."),
    ClaimCase("rumahsakit", "Anita Lestari memimpin unit gawat darurat sejak Juli 2023."),
    ClaimCase("rumahsakit", "Izin gedung kedua tidak diberikan oleh kementerian."),
    ClaimCase("rumahsakit", "Kamar kelas tiga bertarif Rp 350.000 per malam."),
    ClaimCase("rumahsakit", "Pengunjung tidak boleh membawa makanan."),
    ClaimCase("rumahsakit", "Sebanyak 40 persen perawat bekerja malam."),
    ClaimCase("rumahsakit", "Kontrak PT Medika selesai pada 30/11/2026."),
    ClaimCase("rumahsakit", "Rumah sakit memiliki 430 tempat tidur.", "figure"),
    ClaimCase("rumahsakit", "Rumah sakit memiliki 85 dokter.", "figure"),
    ClaimCase("rumahsakit", "Jumlah pasien rawat inap turun 9 persen.", "negation"),
    ClaimCase("rumahsakit", "Dokter Anita Permata memimpin unit gawat darurat.", "name"),
    ClaimCase("rumahsakit", "Dokter Anita Lestari memimpin unit itu sejak 1 Juni 2023.", "date"),
    ClaimCase("rumahsakit", "Kementerian memberikan izin untuk gedung kedua.", "negation"),
    ClaimCase("rumahsakit", "Tarif kamar kelas tiga adalah Rp 530 ribu per malam.", "figure"),
    ClaimCase("rumahsakit", "Obat generik tidak wajib tersedia.", "negation"),
    ClaimCase("rumahsakit", "Pengunjung boleh membawa makanan.", "negation"),
    ClaimCase("rumahsakit", "Kontrak dengan PT Farma berakhir pada 30 November 2026.", "name"),
    ClaimCase("rumahsakit", "Waktu tunggu rata-rata 40 jam.", "figure"),
    ClaimCase("rumahsakit", "Tiga perlima perawat bekerja pada malam hari.", "figure"),
    ClaimCase(
        "solar", "In 2024 the company put up 3,150 panels, 450 of which cannot be found in the source.", "figure"
    ),
    ClaimCase("solar", "Brightfield installed 3150 panels in 2024."),
    ClaimCase("solar", "Net profit came to £900,000."),
    ClaimCase("solar", "Sixty-four people work at the Truro plant."),
    ClaimCase("solar", "The board did not accept the offer of Helios Group in May 2025."),
    ClaimCase("solar", "Storm damage is not covered by the warranty."),
    ClaimCase("solar", "Daniel Okoro was in favour of the takeover."),
    ClaimCase("solar", "Panels lose at most half a percent of output a year."),
    ClaimCase("solar", "Deliveries should start again in September 2025."),
    ClaimCase("solar", "The company installed 3,510 solar panels in 2024.", "figure"),
    ClaimCase("solar", "In 2023 the company installed 3,150 solar panels.", "figure"),
    ClaimCase("solar", "Net profit was £ 21.4 million.", "figure"),
    ClaimCase("solar", "The plant in Exeter employs 64 people.", "name"),
    ClaimCase("solar", "The board accepted the takeover offer from Helios Group.", "negation"),
    ClaimCase("solar", "The board met on 15 May 2025.", "date"),
    ClaimCase("solar", "Chairwoman Ruth Milner voted against it.", "name"),
    ClaimCase("solar", "The warranty covers storm damage.", "negation"),
    ClaimCase("solar", "The warranty covers 15 years.", "figure"),
    ClaimCase("solar", "Deliveries are expected to resume in November 2025.", "date"),
    ClaimCase("solar", "The company owes £ 12 million.", "figure"),
    ClaimCase("porto", "Em 2024 passaram pelo porto 36,5 milhões de toneladas."),
    ClaimCase("porto", "A soja respondeu por 58 por cento do volume."),
    ClaimCase("porto", "A dragagem de R$ 180 milhões não teve início."),
    ClaimCase("porto", "O contrato com a Navemar, de 18/03/2023, tem validade de 10 anos."),
    ClaimCase("porto", "Segundo Beatriz Amorim, não haverá aumento de tarifas em 2025."),
    ClaimCase("porto", "De sete guindastes, três não funcionam."),
    ClaimCase("porto", "A greve acabou em 11 de outubro, depois de 4 dias."),
    ClaimCase("porto", "O terminal tem mil duzentos e quarenta empregados."),
    ClaimCase("porto", "O porto movimentou 35,6 milhões de toneladas em 2024.", "figure"),
    ClaimCase("porto", "O porto movimentou 36,5 mil toneladas em 2024.", "figure"),
    ClaimCase("porto", "A dragagem do canal já começou.", "negation"),
    ClaimCase("porto", "A dragagem foi orçada em R$ 108 milhões.", "figure"),
    ClaimCase("porto", "O contrato com a Transmar foi assinado em 2023.", "name"),
    ClaimCase("porto", "O contrato foi assinado em 18 de maio de 2023.", "date"),
    ClaimCase("porto", "O contrato vale por doze anos.", "figure"),
    ClaimCase("porto", "As tarifas vão subir em 2025.", "negation"),
    ClaimCase("porto", "A diretora Beatriz Campos anunciou as tarifas.", "name"),
    ClaimCase("porto", "A greve durou catorze dias.", "figure"),
    ClaimCase("porto", "Navios com mais de 300 metros podem atracar.", "negation"),
    ClaimCase("porto", "O porto tem 12 berços.", "figure"),
    ClaimCase("batik", "Pada tahun 2024 dihasilkan 48 ribu lembar kain."),
    ClaimCase("batik", "Ekspor ke Jepang meningkat 22%."),
    ClaimCase("batik", "Ekspor ke Belanda berkurang 7%."),
    ClaimCase("batik", "Wulan Prasetyo punya toko kedua sejak Januari 2025."),
    ClaimCase("batik", "Bank Mandiri menyetujui pinjaman Rp 1.500.000.000."),
    ClaimCase("batik", "Serikat pekerja tidak menerima jam kerja baru."),
    ClaimCase("batik", "Pewarna sintetis tidak digunakan."),
    ClaimCase("batik", "Ada 45 pekerja laki-laki."),
    ClaimCase("batik", "Pabrik memproduksi 84.000 lembar kain pada tahun 2024.", "figure"),
    ClaimCase("batik", "Ekspor ke Jepang turun 22 persen.", "negation"),
    ClaimCase("batik", "Ekspor ke Belanda naik 22 persen.", "figure"),
    ClaimCase("batik", "Ekspor ke Prancis turun 7 persen.", "name"),
    ClaimCase("batik", "Toko kedua dibuka pada 19 Januari 2025.", "date"),
    ClaimCase("batik", "Toko kedua dibuka pada 9 Juni 2025.", "date"),
    ClaimCase("batik", "Upah minimum adalah Rp 4,2 juta per bulan.", "figure"),
    ClaimCase("batik", "Pabrik menggunakan pewarna sintetis.", "negation"),
    ClaimCase("batik", "Pinjaman dari Bank Mandiri ditolak.", "negation"),
    ClaimCase("batik", "Pinjaman dari Bank Niaga disetujui.", "name"),
    ClaimCase("batik", "Serikat pekerja menerima jam kerja baru.", "negation"),
    ClaimCase("batik", "Sebanyak 45 pekerja adalah perempuan.", "figure"),
)
