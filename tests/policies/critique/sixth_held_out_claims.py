"""Sixty claims about ten other short reports, written beside the fifth lot and tried once it was corrected by.

At first sight 37 of the 40 false or unstated ones were caught (0.93) and none of the 20 true ones refused; before the
corrections it was 36, and 1. What it showed was then corrected as well: comparisons told the other way round, a figure
that is set against one of something else, and "24 % a mais".
"""

from tests.policies.critique.claim_cases import ClaimCase

SIXTH_HELD_OUT_SOURCES = {
    "b1": (
        "Harbour Foods recalled 38,000 jars of peanut butter on 5 May 2023 after salmonella was detected at "
        "its Dunmore plant. Eleven people fell ill in four states; none of them died. Quality director Samuel"
        " Oyelaran said production would resume within three weeks. The Kilbride plant was not involved. The "
        "recall cost the company $2.7 million, against a profit of $19 million in 2022."
    ),
    "b2": (
        "The survey asked 2,016 adults in Scotland between 10 and 28 February 2022. Of those aged 18 to 34, "
        "58% supported the congestion charge, compared with 37% of people over 65. Support was higher in "
        "Glasgow than in Aberdeen. Respondents were not told how the money would be spent. The work was "
        "carried out by Mirren Caldwell at Strathclyde."
    ),
    "b3": (
        "Release 4.2 of the scheduler, published on 2 September 2021, reduced median start-up time from 840 "
        "ms to 310 ms. Memory use rose from 220 MB to 265 MB. The release does not support Python 3.6. "
        "Maintainer Jonas Lindqvist merged 143 pull requests from 52 contributors. Windows builds were left "
        "out because the signing key had been lost."
    ),
    "b4": (
        "O tribunal condenou a construtora Alvorada a pagar R$ 1,2 milhão a 46 famílias do edifício "
        "Primavera, interditado desde 11 de maio de 2019. A juíza Renata Siqueira negou o pedido de danos "
        "morais coletivos. A perícia apontou falhas na fundação, mas não encontrou erro no projeto elétrico. "
        "O prazo para o pagamento é de 60 dias."
    ),
    "b5": (
        "Em 2022 o aeroporto de Maringá recebeu 812 mil passageiros, 24% a mais que em 2021. A pista foi "
        "ampliada de 2.100 para 2.380 metros, com investimento de R$ 91 milhões. O diretor Fábio Nakamura "
        "anunciou três novas rotas, nenhuma delas internacional. O terminal de cargas ainda não entrou em "
        "operação."
    ),
    "b6": (
        "A vacina foi aplicada em 15.400 idosos de Coimbra a partir de 8 de outubro de 2020. A cobertura "
        "chegou a 78%, acima da meta de 75%. Registaram-se 21 reações ligeiras e nenhuma reação grave. A "
        "campanha foi dirigida pela médica Teresa Valadares e custou 340 mil euros."
    ),
    "b7": (
        "A linha 3 do metro tem 14 estações e 16,8 quilómetros. Transporta 190 mil pessoas por dia, menos do "
        "que as 220 mil previstas no projeto. As obras começaram em fevereiro de 2009 e terminaram em julho "
        "de 2015, com dois anos de atraso. O consórcio não pagou multa pelo atraso, segundo o auditor Paulo "
        "Seabra."
    ),
    "b8": (
        "Pabrik semen di Tuban memproduksi 2,9 juta ton pada 2021, turun dari 3,3 juta ton pada 2020. "
        "Sebanyak 1.075 pekerja bekerja dalam tiga giliran. Direktur Bambang Sutrisno mengatakan pabrik tidak"
        " akan melakukan pemutusan hubungan kerja. Tungku kedua dihentikan pada 30 April 2021 untuk "
        "perawatan."
    ),
    "b9": (
        "Gempa berkekuatan 6,1 magnitudo mengguncang Kabupaten Melati pada 25 Februari 2022 pukul 08.39. "
        "Tercatat 19 orang meninggal dan 425 orang luka-luka. Gempa itu tidak berpotensi tsunami. Bupati "
        "Yulianti Hasan menetapkan masa tanggap darurat selama 14 hari. Sebanyak 1.765 rumah rusak berat."
    ),
    "b10": (
        "Kebun Raya Cemara seluas 87 hektare dibuka untuk umum pada tahun 1994. Koleksinya mencakup 3.120 "
        "jenis tumbuhan, di antaranya 410 jenis anggrek. Tiket masuk seharga Rp 15.000 dan anak di bawah lima"
        " tahun tidak dikenai biaya. Kepala kebun, Ratna Pramesti, mencatat 260 ribu pengunjung pada 2023."
    ),
}

SIXTH_HELD_OUT = (
    ClaimCase("b1", "Harbour Foods pulled 38,000 jars from sale in May 2023."),
    ClaimCase("b1", "Fourteen people became ill in eleven states.", "figure"),
    ClaimCase("b1", "The Kilbride plant was involved in the recall.", "negation"),
    ClaimCase("b1", "No one died among the people who fell ill."),
    ClaimCase("b1", "The recall cost Harbour Foods $19 million.", "figure"),
    ClaimCase("b1", "The bacteria came from a supplier in Argentina.", "unstated"),
    ClaimCase("b2", "58 percent of 18-to-34-year-olds backed the congestion charge."),
    ClaimCase("b2", "Among people over 65, 58% supported the charge.", "figure"),
    ClaimCase("b2", "Support was higher in Aberdeen than in Glasgow.", "name"),
    ClaimCase("b2", "Those surveyed were not told what the revenue would be used for."),
    ClaimCase("b2", "The survey took place in February 2020.", "date"),
    ClaimCase("b2", "The charge would raise 40 million pounds a year.", "unstated"),
    ClaimCase("b3", "Median start-up time went down from 840 ms to 310 ms in release 4.2."),
    ClaimCase("b3", "Release 4.2 supports Python 3.6.", "negation"),
    ClaimCase("b3", "Memory use fell from 265 MB to 220 MB.", "figure"),
    ClaimCase("b3", "Jonas Lindqvist merged 143 pull requests."),
    ClaimCase("b3", "The maintainer who merged the requests is Jonas Lindgren.", "name"),
    ClaimCase("b3", "Release 4.3 will follow in January 2022.", "unstated"),
    ClaimCase("b4", "A construtora Alvorada terá de pagar R$ 1,2 milhão a 46 famílias."),
    ClaimCase("b4", "A juíza aceitou o pedido de danos morais coletivos.", "negation"),
    ClaimCase("b4", "O edifício Primavera está interditado desde 11 de março de 2019.", "date"),
    ClaimCase("b4", "A perícia não viu erros no projeto elétrico."),
    ClaimCase("b4", "A sentença é da juíza Renata Nogueira.", "name"),
    ClaimCase("b4", "A construtora deve 3 milhões de reais a bancos.", "unstated"),
    ClaimCase("b5", "O aeroporto de Maringá teve 812 mil passageiros em 2022, alta de 24%."),
    ClaimCase("b5", "A pista do aeroporto tem agora 2.830 metros.", "figure"),
    ClaimCase("b5", "O terminal de cargas já entrou em operação.", "negation"),
    ClaimCase("b5", "O diretor Fábio Nakamura anunciou 3 rotas novas."),
    ClaimCase("b5", "O movimento de passageiros caiu 24% em 2022.", "figure"),
    ClaimCase("b5", "A companhia Azul vai operar as novas rotas.", "unstated"),
    ClaimCase("b6", "A cobertura da vacinação foi de 78%, superior à meta de 75%."),
    ClaimCase("b6", "A meta de cobertura era de 78%.", "figure"),
    ClaimCase("b6", "Foram registadas reações graves.", "negation"),
    ClaimCase("b6", "A vacinação começou em 8 de outubro de 2020."),
    ClaimCase("b6", "A vacinação começou em 18 de outubro de 2020.", "date"),
    ClaimCase("b6", "A segunda dose foi dada a 6.200 pessoas.", "unstated"),
    ClaimCase("b7", "A linha 3 tem 14 estações ao longo de 16,8 km."),
    ClaimCase("b7", "A linha transporta 220 mil pessoas por dia.", "figure"),
    ClaimCase("b7", "O consórcio pagou multa pelo atraso.", "negation"),
    ClaimCase("b7", "As obras da linha 3 duraram de fevereiro de 2009 a julho de 2015."),
    ClaimCase("b7", "O auditor chama-se Paulo Seixas.", "name"),
    ClaimCase("b7", "O bilhete custa 1,50 euros.", "unstated"),
    ClaimCase("b8", "Produksi semen turun menjadi 2,9 juta ton pada 2021."),
    ClaimCase("b8", "Pabrik itu memproduksi 3,3 juta ton pada 2021.", "figure"),
    ClaimCase("b8", "Direktur mengatakan pabrik akan melakukan pemutusan hubungan kerja.", "negation"),
    ClaimCase("b8", "Tungku kedua berhenti pada 30 April 2021 untuk perawatan."),
    ClaimCase("b8", "Direktur pabrik adalah Bambang Suryanto.", "name"),
    ClaimCase("b8", "Ekspor ke Filipina mencapai 200 ribu ton.", "unstated"),
    ClaimCase("b9", "Gempa itu menewaskan 19 orang dan melukai 425 orang."),
    ClaimCase("b9", "Jumlah korban luka-luka 19 orang.", "figure"),
    ClaimCase("b9", "Gempa itu berpotensi tsunami.", "negation"),
    ClaimCase("b9", "Bupati Yulianti Hasan menetapkan tanggap darurat 14 hari."),
    ClaimCase("b9", "Gempa terjadi pada 25 Februari 2021.", "date"),
    ClaimCase("b9", "Bantuan sebesar Rp 5 miliar dikirim dari Jakarta.", "unstated"),
    ClaimCase("b10", "Kebun Raya Cemara memiliki 410 jenis anggrek."),
    ClaimCase("b10", "Kebun raya itu memiliki 4.100 jenis anggrek.", "figure"),
    ClaimCase("b10", "Anak di bawah lima tahun dikenai biaya masuk.", "negation"),
    ClaimCase("b10", "Kebun raya itu dibuka untuk umum pada 1994."),
    ClaimCase("b10", "Kepala kebun raya adalah Retno Prameswari.", "name"),
    ClaimCase("b10", "Jumlah pegawai kebun raya 75 orang.", "unstated"),
)
