"""Claims that take what a source says of a neighbour, and true ones in other words than their source's.

They were written to correct the checks by. Five more are left to whoever can judge meaning: that shops account for what
online orders do, two denials whose words occur in another sense, that who abstained did not vote, and on which days a
supplier does not come.
"""

from tests.policies.critique.claim_cases import ClaimCase
from tests.policies.critique.fifth_held_out_claims import FIFTH_HELD_OUT_SOURCES

NEIGHBOURING_SOURCES = {
    **FIFTH_HELD_OUT_SOURCES,
    "c1": (
        "Sales in the north region grew by 7% and in the south region by 11%. Online orders accounted for 32%"
        " of turnover; the rest came from shops. The firm paid off its loan of 2 million euros in May 2022. "
        "Managing director Carla Weiss did not renew the contract with Dunlop Freight."
    ),
    "c2": (
        "The vote on the budget took place on 19 December 2022: 31 councillors voted in favour, 12 against "
        "and 4 abstained. Mayor Dennis Okoro proposed the budget. The library branch in Eastfield will stay "
        "open; the one in Holmwood closes on 31 March 2023. Council tax was not raised."
    ),
    "c3": (
        "Ferry crossings fell from 1,920 in 2019 to 1,310 in 2021. The MV Calder carries 110 cars and 450 "
        "passengers, the smaller MV Teal 60 cars and 280 passengers. Captain Ruth Mackie commands the Calder."
        " Neither ferry runs on Christmas Day."
    ),
    "c4": (
        "O relatório mostra que 62% dos alunos da rede pública e 88% dos da rede privada concluíram o ensino "
        "médio em 2019. O professor Heitor Lacerda assina o estudo, publicado em 3 de fevereiro de 2021. Os "
        "dados não incluem escolas indígenas. Nas escolas rurais não houve mudança desde 2015."
    ),
    "c5": (
        "A usina de Barra Longa gera 240 megawatts; a de Pedra Alta, 95. A barragem foi vistoriada em 14 de "
        "junho de 2020 pela engenheira Sônia Prates. As comportas foram trocadas, mas as turbinas não. O "
        "custo, de R$ 33 milhões, foi dividido entre o estado e a concessionária."
    ),
    "c6": (
        "O restaurante comprou 120 quilos de arroz a R$ 5,40 e 80 quilos de feijão a R$ 8,90. O fornecedor "
        "Irmãos Peixoto entrega às terças-feiras. O gerente recusou a oferta da Central Sul. Ninguém se feriu"
        " no incêndio de 2 de julho de 2023."
    ),
    "c7": (
        "Jumlah penumpang kereta naik dari 12,4 juta pada 2021 menjadi 15,9 juta pada 2022, sedangkan "
        "penumpang bus turun menjadi 6,7 juta. Stasiun Cempaka diresmikan pada 28 Oktober 2022 oleh Menteri "
        "Arif Santoso. Tarif tidak naik sejak 2018. Eskalator sudah diperbaiki, tetapi lift belum."
    ),
    "c8": (
        "Survei terhadap 1.800 rumah tangga menunjukkan bahwa 71 persen keluarga di kota dan 44 persen di "
        "desa memiliki akses internet. Survei dilakukan oleh Lembaga Data Nusantara pada Maret 2021. Peneliti"
        " Dewi Lestari tidak menyertakan Papua dalam survei. Biaya survei Rp 2,6 miliar."
    ),
    "c9": (
        "Rumah sakit menerima 540 pasien dengan demam berdarah pada Januari dan 310 pada Februari 2020. "
        "Dokter Wahyu Pratama memimpin tim. Tidak ada pasien yang meninggal pada Februari. Obat dibeli dari "
        "PT Sehat Farma, bukan dari PT Medika."
    ),
    "c10": (
        "The contract runs until 30 June 2026 and may be extended once by two years. The supplier guarantees "
        "99.5% availability for the database and 99.9% for the network. Penalties are capped at $40,000 per "
        "year. Subcontractors may not process personal data. Signed by Ingrid Solheim for the buyer and Marco"
        " Bellini for the supplier."
    ),
    "c11": "Treasury note: free cash covers 14 months at the present burn; a second office lowers that to 9 months.",
}

NEIGHBOURING = (
    ClaimCase("c1", "The south grew by 11%."),
    ClaimCase("c1", "Sales in the north region grew by 11%.", "figure"),
    ClaimCase("c1", "Carla Weiss renewed the contract with Dunlop Freight.", "negation"),
    ClaimCase("c1", "A loan of 2 million euros was repaid in May 2022."),
    ClaimCase("c1", "The firm did not pay a dividend.", "unstated"),
    ClaimCase("c1", "Online orders made up 32 percent of turnover."),
    ClaimCase("c2", "Twelve councillors abstained.", "figure"),
    ClaimCase("c2", "The budget got 31 votes in favour and 12 against."),
    ClaimCase("c2", "The library branch in Holmwood will stay open.", "name"),
    ClaimCase("c2", "The Eastfield library branch closes on 31 March 2023.", "date"),
    ClaimCase("c2", "Council tax was raised.", "negation"),
    ClaimCase("c2", "Council tax did not go up."),
    ClaimCase("c2", "The mayor does not intend to stand again.", "unstated"),
    ClaimCase("c2", "Mayor Dennis Okafor proposed the budget.", "name"),
    ClaimCase("c3", "The MV Teal carries 110 cars.", "figure"),
    ClaimCase("c3", "The Calder has room for 110 cars and 450 passengers."),
    ClaimCase("c3", "The MV Teal carries 60 cars."),
    ClaimCase("c3", "The ferries run on Christmas Day.", "negation"),
    ClaimCase("c3", "On Christmas Day there are no ferries."),
    ClaimCase("c3", "Ferry crossings rose from 1,310 in 2019 to 1,920 in 2021.", "figure"),
    ClaimCase("c3", "Captain Ruth Mackie commands the Teal.", "name"),
    ClaimCase("c3", "A return ticket costs 38 pounds.", "unstated"),
    ClaimCase("c4", "Na rede pública, 88% dos alunos concluíram o ensino médio.", "figure"),
    ClaimCase("c4", "Dos alunos da rede privada, 88% concluíram o ensino médio em 2019."),
    ClaimCase("c4", "As escolas indígenas estão incluídas nos dados.", "negation"),
    ClaimCase("c4", "A situação das escolas rurais melhorou desde 2015.", "negation"),
    ClaimCase("c4", "Escolas indígenas ficaram fora dos dados."),
    ClaimCase("c4", "O estudo saiu em fevereiro de 2021."),
    ClaimCase("c4", "O estudo não foi revisado por pares.", "unstated"),
    ClaimCase("c5", "A usina de Pedra Alta gera 240 megawatts.", "figure"),
    ClaimCase("c5", "Pedra Alta gera 95 megawatts."),
    ClaimCase("c5", "As turbinas foram trocadas.", "negation"),
    ClaimCase("c5", "As turbinas não foram trocadas."),
    ClaimCase("c5", "A vistoria foi feita pela engenheira Sônia Prado.", "name"),
    ClaimCase("c5", "O estado pagou sozinho os R$ 35 milhões.", "negation"),
    ClaimCase("c6", "O arroz custou R$ 8,90 o quilo.", "figure"),
    ClaimCase("c6", "Foram comprados 80 quilos de feijão a R$ 8,90."),
    ClaimCase("c6", "O gerente aceitou a oferta da Central Sul.", "negation"),
    ClaimCase("c6", "Não houve feridos no incêndio de 2 de julho de 2023."),
    ClaimCase("c6", "Várias pessoas se feriram no incêndio.", "negation"),
    ClaimCase("c7", "Penumpang bus mencapai 15,9 juta pada 2022.", "figure"),
    ClaimCase("c7", "Penumpang kereta pada 2022 berjumlah 15,9 juta."),
    ClaimCase("c7", "Tarif naik sejak 2018.", "negation"),
    ClaimCase("c7", "Lift sudah diperbaiki.", "negation"),
    ClaimCase("c7", "Lift belum diperbaiki."),
    ClaimCase("c7", "Stasiun Cempaka diresmikan oleh Menteri Arif Hidayat.", "name"),
    ClaimCase("c7", "Stasiun itu tidak memiliki tempat parkir.", "unstated"),
    ClaimCase("c8", "Di desa, 71 persen keluarga memiliki akses internet.", "figure"),
    ClaimCase("c8", "Akses internet dimiliki 44 persen keluarga di desa."),
    ClaimCase("c8", "Papua disertakan dalam survei.", "negation"),
    ClaimCase("c8", "Lembaga Data Nusantara melakukan survei itu pada Maret 2021."),
    ClaimCase("c8", "Sebanyak 12 persen keluarga memiliki mobil.", "unstated"),
    ClaimCase("c9", "Pada Februari 2020 ada 540 pasien dengan demam berdarah.", "figure"),
    ClaimCase("c9", "Pada Januari rumah sakit menerima 540 pasien demam berdarah."),
    ClaimCase("c9", "Obat dibeli dari PT Medika.", "name"),
    ClaimCase("c9", "PT Sehat Farma menjual obat kepada rumah sakit."),
    ClaimCase("c9", "Ada pasien yang meninggal pada Februari.", "negation"),
    ClaimCase("c9", "Rumah sakit tidak memiliki cukup dokter.", "unstated"),
    ClaimCase("c10", "The supplier guarantees 99.9% availability for the database.", "figure"),
    ClaimCase("c10", "Network availability is guaranteed at 99.9%."),
    ClaimCase("c10", "Subcontractors may process personal data.", "negation"),
    ClaimCase("c10", "The contract ends on 30 June 2028.", "date"),
    ClaimCase("c10", "Marco Bellini signed for the buyer.", "name"),
    ClaimCase("c10", "Yearly penalties cannot exceed $40,000."),
    ClaimCase("a1", "The company has 27 depots and around 1,140 employees."),
    ClaimCase("a1", "Shareholders get 15 cents a share."),
    ClaimCase("a1", "Helen Marsh chairs the board of Northwind."),
    ClaimCase("a1", "No company was bought in 2023."),
    ClaimCase("a1", "Costs of $39.1 million were below revenue of $48.6 million."),
    ClaimCase("a1", "Profit before other items was about $9.5 million, revenue minus operating costs."),
    ClaimCase("a2", "The bridge took six years to build."),
    ClaimCase("a2", "The pylons were not affected by corrosion."),
    ClaimCase("a2", "There was no corrosion in the main pylons."),
    ClaimCase("a2", "Lorries of more than 30 tonnes are not allowed on the bridge."),
    ClaimCase("a2", "The bridge has four lanes, two each way."),
    ClaimCase("a2", "Tomas Revell led an inspection in October 2019."),
    ClaimCase("a3", "Serious adverse events affected 4.2% of patients on the drug."),
    ClaimCase("a3", "In the placebo arm 4.0% had serious adverse events."),
    ClaimCase("a3", "The drug had no effect on hospital admissions."),
    ClaimCase("a3", "The drug lowered systolic pressure by 9.4 mmHg."),
    ClaimCase("a3", "638 patients received placebo."),
    ClaimCase("a3", "The trial was led by Amina Okafor from Leeds."),
    ClaimCase("a4", "No customer data leaked."),
    ClaimCase("a4", "Traffic was normal again at 03:20 UTC."),
    ClaimCase("a4", "Around 18,500 transactions failed."),
    ClaimCase("a4", "The outage lasted a little over an hour."),
    ClaimCase("a4", "An expired certificate in the payments gateway caused the incident."),
    ClaimCase("a5", "A fila de cirurgias diminuiu 35% no primeiro ano."),
    ClaimCase("a5", "A ala pediátrica ficou de fora da reforma."),
    ClaimCase("a5", "A pediatria não entrou na obra."),
    ClaimCase("a5", "O número de leitos subiu de 84 para 132."),
    ClaimCase("a5", "O hospital tem 48 leitos a mais do que antes."),
    ClaimCase("a5", "Hoje trabalham 310 pessoas no hospital."),
    ClaimCase("a6", "A cooperativa não vai vender o armazém de Cascavel."),
    ClaimCase("a6", "A seca explica a queda das exportações em 2021."),
    ClaimCase("a6", "A cooperativa tem mais de 2 mil produtores em 18 municípios."),
    ClaimCase("a6", "Em 2020 foram exportadas 51 mil toneladas de soja."),
    ClaimCase("a6", "A Vale Verde foi criada em 1974."),
    ClaimCase("a7", "As oficinas não mudaram os resultados em matemática."),
    ClaimCase("a7", "Quem participou das oficinas ganhou em média 14 pontos em português."),
    ClaimCase("a7", "No grupo de comparação, 11% abandonaram a escola."),
    ClaimCase("a7", "Foram acompanhados 1.204 alunos de Recife."),
    ClaimCase("a8", "Biaya pembangunan bendungan Rp 912 miliar."),
    ClaimCase("a8", "Sampai akhir 2020 belum ada pembangkit listrik di bendungan itu."),
    ClaimCase("a8", "Kapasitasnya 23,5 juta meter kubik."),
    ClaimCase("a9", "Kapal baru dibeli tanpa pinjaman bank."),
    ClaimCase("a9", "Koperasi Mina Jaya beranggotakan 415 orang."),
    ClaimCase("a9", "Dua kapal baru berharga Rp 3,4 miliar."),
    ClaimCase("a10", "Dispensasi tidak dapat diberikan tanpa bukti yang cukup."),
    ClaimCase("a10", "Hanya pengadilan yang dapat memberikan dispensasi."),
    ClaimCase("a10", "Undang-undang ini tidak berlaku surut."),
    ClaimCase("c1", "Sales grew more in the south (11%) than in the north (7%)."),
    ClaimCase("c1", "The contract with Dunlop Freight was not extended."),
    ClaimCase("c1", "Northern sales were up 7%."),
    ClaimCase("c2", "The Holmwood library branch will be closed on 31 March 2023."),
    ClaimCase("c2", "The Eastfield branch stays open."),
    ClaimCase("c2", "The budget passed with 31 votes."),
    ClaimCase("c3", "In 2021 there were 610 fewer crossings than in 2019."),
    ClaimCase("c3", "The Calder does not sail on Christmas Day."),
    ClaimCase("c4", "Na rede pública, 62% concluíram o ensino médio."),
    ClaimCase("c4", "Heitor Lacerda é o autor do estudo."),
    ClaimCase("c4", "Nada mudou nas escolas rurais desde 2015."),
    ClaimCase("c5", "Barra Longa produz 240 megawatts."),
    ClaimCase("c5", "Sônia Prates vistoriou a barragem em junho de 2020."),
    ClaimCase("c5", "As comportas são novas, as turbinas não."),
    ClaimCase("c6", "O quilo do arroz saiu por R$ 5,40."),
    ClaimCase("c6", "A oferta da Central Sul não foi aceita."),
    ClaimCase("c7", "Penumpang bus turun menjadi 6,7 juta."),
    ClaimCase("c7", "Tarif tetap sama sejak 2018."),
    ClaimCase("c7", "Lift belum berfungsi karena belum diperbaiki."),
    ClaimCase("c7", "Menteri Arif Santoso meresmikan Stasiun Cempaka pada Oktober 2022."),
    ClaimCase("c8", "Di kota 71 persen keluarga punya akses internet."),
    ClaimCase("c8", "Papua tidak termasuk dalam survei."),
    ClaimCase("c9", "Pada Februari tidak ada kematian."),
    ClaimCase("c9", "Obat tidak dibeli dari PT Medika."),
    ClaimCase("c9", "Jumlah pasien pada Februari 310 orang."),
    ClaimCase("c10", "Personal data may not be handled by subcontractors."),
    ClaimCase("c10", "Database availability is guaranteed at 99.5%."),
    ClaimCase("c10", "Ingrid Solheim signed for the buyer."),
    ClaimCase("c10", "Without an extension the contract ends on 30 June 2026."),
    ClaimCase("c10", "The contract cannot be extended more than once."),
    ClaimCase("c11", "A second office lowers the runway from 14 to 9 months."),
    ClaimCase("c11", "Free cash covers 9 months at the present burn.", "figure"),
)
