"""Sixty claims about ten short reports, written before anything was corrected by them.

At first sight 35 of the 40 false or unstated ones were caught (0.88) and 1 of the 20 true ones refused (0.05). What
that showed was then corrected by kind: what a claim takes from its neighbour, what a source only denies, what it finds
unchanged, and the numbers of laws.
"""

from tests.policies.critique.claim_cases import ClaimCase

FIFTH_HELD_OUT_SOURCES = {
    "a1": (
        "Northwind Logistics closed the 2023 fiscal year with revenue of $48.6 million, up 12% on the "
        "previous year, while operating costs reached $39.1 million. The board, chaired by Helen Marsh, "
        "approved a dividend of 15 cents per share on 14 March 2024. The company operates 27 depots and "
        "employs about 1,140 people. No acquisition was completed during the year."
    ),
    "a2": (
        "The bridge over the Aldo river was opened to traffic on 3 June 1987 after six years of work. It is "
        "412 metres long and carries two lanes in each direction. An inspection led by engineer Tomas Revell "
        "in October 2019 found corrosion in nine of the 64 stay cables; the main pylons were not affected. "
        "Heavy vehicles above 30 tonnes have been banned since then."
    ),
    "a3": (
        "In the trial, 640 patients were randomised to the drug and 638 to placebo. After 24 weeks, mean "
        "systolic pressure fell by 9.4 mmHg in the drug arm and by 3.1 mmHg in the placebo arm. Serious "
        "adverse events occurred in 4.2% and 4.0% of patients respectively. The drug did not reduce hospital "
        "admissions. Dr Amina Okafor of Leeds was the principal investigator."
    ),
    "a4": (
        "The incident began at 02:14 UTC on 9 November, when a certificate used by the payments gateway "
        "expired. Error rates climbed from 0.3% to 61% within eight minutes. The on-call engineer, Priya "
        "Nair, rolled the certificate at 03:02 UTC, and traffic was back to normal at 03:20 UTC. Customer "
        "data was not exposed. About 18,500 transactions were rejected."
    ),
    "a5": (
        "A Prefeitura de Lajeado investiu R$ 7,8 milhões na reforma do hospital municipal, inaugurada em 22 "
        "de agosto de 2022. A unidade passou de 84 para 132 leitos e conta hoje com 310 funcionários. A "
        "secretária de saúde, Cláudia Bertolini, informou que a fila de cirurgias caiu 35% no primeiro ano. A"
        " ala pediátrica não foi incluída na obra."
    ),
    "a6": (
        "A Cooperativa Vale Verde, fundada em 1974, reúne 2.350 produtores em 18 municípios. Em 2021 exportou"
        " 46 mil toneladas de soja, contra 51 mil toneladas em 2020, queda atribuída à seca. O presidente "
        "Rogério Antunes descartou a venda do armazém de Cascavel. A cooperativa não recebeu subsídios "
        "federais em 2021."
    ),
    "a7": (
        "O estudo acompanhou 1.204 estudantes de escolas públicas de Recife entre março de 2018 e dezembro de"
        " 2020. Os que participaram das oficinas de leitura ganharam em média 14 pontos na prova de "
        "português; em matemática não houve diferença significativa. A evasão foi de 6% no grupo das oficinas"
        " e de 11% no grupo de comparação. A pesquisa foi coordenada por Lúcia Fontes, da UFPE."
    ),
    "a8": (
        "Bendungan Sukamaju mulai beroperasi pada 17 Januari 2016 dengan kapasitas tampung 23,5 juta meter "
        "kubik. Bendungan ini mengairi 4.800 hektare sawah di tiga kecamatan. Menurut kepala balai, Hendra "
        "Wijaya, biaya pembangunannya mencapai Rp 912 miliar. Pembangkit listrik tenaga air belum dipasang "
        "hingga akhir 2020."
    ),
    "a9": (
        "Pada tahun 2022 koperasi nelayan Mina Jaya mencatat hasil tangkapan 1.260 ton, naik 8 persen "
        "dibanding tahun sebelumnya. Anggotanya berjumlah 415 orang dan dipimpin oleh Siti Rahmawati sejak "
        "2019. Koperasi membeli dua kapal baru seharga Rp 3,4 miliar. Koperasi tidak mengambil pinjaman bank "
        "untuk pembelian itu."
    ),
    "a10": (
        "Undang-Undang Nomor 16 Tahun 2019 mengubah batas usia perkawinan menjadi 19 tahun bagi pria dan "
        "wanita. Undang-undang ini disahkan pada 14 Oktober 2019 dan ditandatangani oleh Presiden Joko "
        "Widodo. Dispensasi hanya dapat diberikan oleh pengadilan dengan bukti yang cukup. Undang-undang ini "
        "tidak berlaku surut."
    ),
}

FIFTH_HELD_OUT = (
    ClaimCase("a1", "Northwind earned 48.6 million dollars in fiscal 2023, 12 percent more than the year before."),
    ClaimCase("a1", "Northwind's operating costs reached $48.6 million in 2023.", "figure"),
    ClaimCase("a1", "The board that approved the dividend is chaired by Helen Walsh.", "name"),
    ClaimCase("a1", "A dividend of 15 cents a share was approved in March 2024."),
    ClaimCase("a1", "Northwind completed an acquisition during the year.", "negation"),
    ClaimCase("a1", "Northwind's debt stands at $22 million.", "unstated"),
    ClaimCase("a2", "The Aldo bridge was opened in June 1987."),
    ClaimCase("a2", "Traffic has crossed the Aldo bridge since 3 June 1978.", "date"),
    ClaimCase("a2", "The 2019 inspection found corrosion in the main pylons.", "negation"),
    ClaimCase("a2", "Nine stay cables out of 64 showed corrosion."),
    ClaimCase("a2", "Vehicles heavier than 13 tonnes may not use the bridge.", "figure"),
    ClaimCase("a2", "Repairing the cables would cost 2.5 million euros.", "unstated"),
    ClaimCase("a3", "The drug reduced hospital admissions.", "negation"),
    ClaimCase("a3", "Systolic pressure dropped 9.4 mmHg with the drug and 3.1 mmHg with placebo over 24 weeks."),
    ClaimCase("a3", "On placebo, mean systolic pressure fell by 9.4 mmHg.", "figure"),
    ClaimCase("a3", "Hospital admissions were not lowered by the drug."),
    ClaimCase("a3", "The principal investigator was Dr Amina Okonkwo.", "name"),
    ClaimCase("a3", "The trial was financed by Halden Pharma.", "unstated"),
    ClaimCase("a4", "The error rate went up to 61% in eight minutes."),
    ClaimCase("a4", "The expired certificate was replaced at 02:03 UTC.", "figure"),
    ClaimCase("a4", "Customer data was exposed during the incident.", "negation"),
    ClaimCase("a4", "Priya Nair replaced the certificate at 03:02 UTC."),
    ClaimCase("a4", "The incident started on 19 November.", "date"),
    ClaimCase("a4", "Refunds to merchants amounted to $75,000.", "unstated"),
    ClaimCase("a5", "A reforma do hospital custou 7,8 milhões de reais ao município."),
    ClaimCase("a5", "O hospital passou a ter 123 leitos depois da obra.", "figure"),
    ClaimCase("a5", "A obra incluiu a ala pediátrica.", "negation"),
    ClaimCase("a5", "O hospital reformado foi inaugurado em 22/08/2022."),
    ClaimCase("a5", "A secretária de saúde é Cláudia Bertoni.", "name"),
    ClaimCase("a5", "O hospital atende 9.000 pacientes por mês.", "unstated"),
    ClaimCase("a6", "As exportações de soja da cooperativa caíram de 51 mil para 46 mil toneladas em 2021."),
    ClaimCase("a6", "Em 2021 a cooperativa exportou 51 mil toneladas de soja.", "figure"),
    ClaimCase("a6", "A Vale Verde existe desde 1984.", "date"),
    ClaimCase("a6", "Nenhum subsídio federal foi recebido pela cooperativa em 2021."),
    ClaimCase("a6", "A cooperativa recebeu subsídios federais em 2021.", "negation"),
    ClaimCase("a6", "A cooperativa pretende abrir um terminal em Paranaguá.", "unstated"),
    ClaimCase("a7", "A evasão entre os participantes das oficinas foi de 6%, contra 11% no grupo de comparação."),
    ClaimCase("a7", "No grupo das oficinas, a evasão chegou a 11%.", "figure"),
    ClaimCase("a7", "As oficinas melhoraram significativamente as notas de matemática.", "negation"),
    ClaimCase("a7", "Lúcia Fontes, da UFPE, coordenou a pesquisa em Recife."),
    ClaimCase("a7", "O acompanhamento terminou em dezembro de 2021.", "date"),
    ClaimCase("a7", "O projeto custou R$ 600 mil.", "unstated"),
    ClaimCase("a8", "Bendungan Sukamaju beroperasi sejak Januari 2016."),
    ClaimCase("a8", "Kapasitas tampung bendungan itu 32,5 juta meter kubik.", "figure"),
    ClaimCase("a8", "Kepala balai bernama Hendra Gunawan.", "name"),
    ClaimCase("a8", "Sebanyak 4.800 hektare sawah di 3 kecamatan diairi bendungan ini."),
    ClaimCase("a8", "Pembangkit listrik tenaga air sudah dipasang sebelum akhir 2020.", "negation"),
    ClaimCase("a8", "Sebanyak 640 keluarga dipindahkan untuk pembangunan bendungan.", "unstated"),
    ClaimCase("a9", "Hasil tangkapan Mina Jaya pada 2022 mencapai 1.260 ton, naik 8%."),
    ClaimCase("a9", "Hasil tangkapan Mina Jaya turun 8 persen pada 2022.", "figure"),
    ClaimCase("a9", "Koperasi mengambil pinjaman bank untuk membeli dua kapal baru.", "negation"),
    ClaimCase("a9", "Siti Rahmawati memimpin koperasi sejak 2019."),
    ClaimCase("a9", "Siti Rahmawati menjadi ketua sejak 2017.", "date"),
    ClaimCase("a9", "Kapal baru itu dibuat di galangan Surabaya.", "unstated"),
    ClaimCase("a10", "Batas usia perkawinan adalah 19 tahun untuk pria maupun wanita."),
    ClaimCase("a10", "Batas usia perkawinan bagi wanita adalah 16 tahun.", "figure"),
    ClaimCase("a10", "Undang-undang itu berlaku surut.", "negation"),
    ClaimCase("a10", "Undang-undang tersebut disahkan tanggal 14 Oktober 2019."),
    ClaimCase("a10", "Undang-undang itu ditandatangani oleh Presiden Susilo Bambang Yudhoyono.", "name"),
    ClaimCase("a10", "Permohonan dispensasi dikenai biaya Rp 500.000.", "unstated"),
)
