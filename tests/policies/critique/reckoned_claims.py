"""Sixty-nine claims about a ferry line, a dairy cooperative and a fish market, written before anything was corrected.

Half of them come with what a reader of the sources answered: an "entailed" with the reckoning it gave, right or wrong.
At first sight 27 of the 33 false ones were caught (0.82) and 9 of the 36 true ones refused (0.25). What that showed was
then corrected by kind: fractions, shares that a reckoning takes, parts of a sum, what a percentage leaves, spans by the
calendar, sums of three small numbers, and who did what to whom. `LATER_RECKONED` was written after that.
"""

from typing import NamedTuple

RECKONED_SOURCES = {
    "ferry": (
        "Harbour Line carries 1,460 passengers a day at an average fare of $ 6.40. Its two ferries burn 310 litres of "
        "fuel an hour each. Fuel rose by 12 percent since January 2026 and costs $ 1.15 a litre. An electric ferry "
        "costs $ 7.5 million; the state pays 40 percent of it and the rest is paid off in ten equal yearly "
        "instalments. The yard delivers nine months after the order. The licence ends on 30 September 2027. The crew "
        "is 85 people, of whom 34 are over fifty. The tender of the county was rejected by the board. Nobody was hurt "
        "in the collision of 4 May 2025. Reserves were $ 2.2 million on 31 December 2025."
    ),
    "leite": (
        "A cooperativa recebe 64 mil litros de leite por dia e paga R$ 2,35 por litro aos produtores. O frete custa "
        "R$ 0,18 por litro. O leite longa vida é vendido a R$ 3,90 por litro. A câmara fria nova custa R$ 1,8 milhão, "
        "com entrada de 25 % e saldo em nove parcelas iguais; a entrega é em quatro meses depois do pedido. A rede "
        "quer começar em 1º de maio de 2027 e paga em 45 dias. O caixa era de R$ 2,6 milhões em 30 de novembro de "
        "2026. Os 212 produtores são sócios; 53 deles entregam menos de 100 litros por dia. A energia subiu 14 % no "
        "ano. O laticínio não perdeu nenhum cliente em 2026. A Vale Verde foi comprada pela Santa Rita em março."
    ),
    "ikan": (
        "Pelelangan menerima 18 ton ikan per hari; harga rata-rata Rp 32.000 per kilogram. Retribusi sebesar 3 persen "
        "dari nilai lelang dibagi: dua pertiga untuk koperasi dan sisanya untuk desa. Gudang es baru berharga Rp 960 "
        "juta; pemerintah membayar seperempatnya. Nelayan yang terdaftar berjumlah 480 orang, 120 di antaranya "
        "pemilik perahu. Izin berlaku sampai 15 Agustus 2027. Perahu asing tidak boleh membongkar ikan di dermaga. "
        "Harga solar naik 8 persen sejak Februari 2026. Kontrak es ditandatangani oleh Koperasi Mina pada 2 Juli 2026 "
        "untuk dua tahun. Pak Darto melaporkan Pak Sukri kepada pengawas."
    ),
}

_DAILY = "Harbour Line carries 1,460 passengers a day at an average fare of $ 6.40."
_FUEL = "burn 310 litres of fuel an hour each ... costs $ 1.15 a litre"
_GRANT = "An electric ferry costs $ 7.5 million; the state pays 40 percent of it"
_CREW = "The crew is 85 people, of whom 34 are over fifty."
_MILK = "paga R$ 2,35 por litro aos produtores. O frete custa R$ 0,18 por litro. O leite longa vida é vendido a R$ 3,90"
_ROOM = "A câmara fria nova custa R$ 1,8 milhão, com entrada de 25 % e saldo em nove parcelas iguais"
_START = "a entrega é em quatro meses depois do pedido. A rede quer começar em 1º de maio de 2027"
_CATCH = "Pelelangan menerima 18 ton ikan per hari; harga rata-rata Rp 32.000 per kilogram."
_LEVY = "Retribusi sebesar 3 persen dari nilai lelang dibagi: dua pertiga untuk koperasi dan sisanya untuk desa."
_ICE = "Gudang es baru berharga Rp 960 juta; pemerintah membayar seperempatnya."


class ReckonedCase(NamedTuple):
    """A claim, whether it is true, and what a reader answered: the passage and the arithmetic."""

    source: str
    statement: str
    true: bool
    span: str = ""
    """Empty where no reader was asked."""
    reckoning: str = ""
    assumptions: tuple[str, ...] = ()


RECKONED = (
    # English, with what a reader reckoned
    ReckonedCase("ferry", "Tickets bring in $ 9,344 a day.", True, _DAILY, "1460 * 6.40 = 9344"),
    ReckonedCase("ferry", "Tickets bring in $ 9,844 a day.", False, _DAILY, "1460 * 6.40 = 9844"),
    ReckonedCase("ferry", "Both ferries together burn $ 713 of fuel an hour.", True, _FUEL, "2 * 310 * 1.15 = 713"),
    ReckonedCase(
        "ferry",
        "A factor of 0.12 on fuel is what the rise since January comes to.",
        True,
        "Fuel rose by 12 percent since January 2026",
    ),
    ReckonedCase(
        "ferry",
        "A factor of 0.21 on fuel is what the rise since January comes to.",
        False,
        "Fuel rose by 12 percent since January 2026",
    ),
    ReckonedCase(
        "ferry",
        "The line itself has to pay $ 4.5 million, $ 450,000 a year.",
        True,
        _GRANT,
        "7.5 * (1 - 0.40) = 4.5; 4500000 / 10 = 450000",
    ),
    ReckonedCase(
        "ferry",
        "The line itself has to pay $ 5.4 million, $ 540,000 a year.",
        False,
        _GRANT,
        "7.5 * (1 - 0.40) = 5.4; 5400000 / 10 = 540000",
    ),
    ReckonedCase(
        "ferry", "The state's part of the electric ferry is $ 3,000,000.", True, _GRANT, "7500000 * 40 % = 3000000"
    ),
    ReckonedCase("ferry", "Two fifths of the crew are over fifty.", True, _CREW, "34 / 85 = 0.4"),
    ReckonedCase("ferry", "Half of the crew is over fifty.", False, _CREW, "34 / 85 = 0.4"),
    ReckonedCase(
        "ferry",
        "Of two equal partners each bears 1/2 * 3/5 = 3/10 of the price.",
        True,
        _GRANT,
        "1/2 * 3/5 = 3/10",
        ("the line has two equal partners and bears three fifths",),
    ),
    ReckonedCase(
        "ferry",
        "Of two equal partners each bears 1/2 * 3/5 = 2/5 of the price.",
        False,
        _GRANT,
        "1/2 * 3/5 = 2/5",
        ("the line has two equal partners and bears three fifths",),
    ),
    ReckonedCase(
        "ferry",
        "A ferry ordered today, on 2 January 2027, comes three months too late for a start in July 2027.",
        True,
        "The yard delivers nine months after the order.",
        "",
        ("the start is in July 2027",),
    ),
    # English, nobody asked
    ReckonedCase("ferry", "Eighty-five people work on board, thirty-four of them over fifty.", True),
    ReckonedCase("ferry", "Eighty-six people work on board.", False),
    ReckonedCase("ferry", "The board rejected the tender of the county.", True),
    ReckonedCase("ferry", "The board was rejected by the tender of the county.", False),
    ReckonedCase("ferry", "The county rejected the tender of the board.", False),
    ReckonedCase("ferry", "Several people were hurt in the collision of May 2025.", False),
    ReckonedCase("ferry", "The licence runs until the end of September 2027.", True),
    ReckonedCase(
        "ferry", 'The report says "the state pays 40 percent of it, the county ten, and the rest is paid off".', False
    ),
    ReckonedCase("ferry", 'Fuel "costs $ 1.15 a litre" today.', True),
    ReckonedCase("ferry", "The line owns three ferries.", False),
    # Portuguese, with what a reader reckoned
    ReckonedCase(
        "leite", "A margem antes da industrialização é de R$ 1,37 por litro.", True, _MILK, "3,90 - 2,35 - 0,18 = 1,37"
    ),
    ReckonedCase(
        "leite", "A margem antes da industrialização é de R$ 1,73 por litro.", False, _MILK, "3,90 - 2,35 - 0,18 = 1,73"
    ),
    ReckonedCase(
        "leite",
        "A margem de R$ 1,37 por litro dá R$ 87.680 por dia.",
        True,
        _MILK,
        "64 * 1000 * (3,90 - 2,35 - 0,18) = 87680",
    ),
    ReckonedCase(
        "leite",
        "A entrada da câmara fria é de R$ 450 mil e cada parcela de R$ 150 mil.",
        True,
        _ROOM,
        "1800000 * 0,25 = 450000; 1800000 * 0,75 / 9 = 150000",
    ),
    ReckonedCase("leite", "A entrada da câmara fria é de R$ 540 mil.", False, _ROOM, "1800000 * 0,25 = 540000"),
    ReckonedCase("leite", "A energia pesa 0,14 a mais na conta do ano.", True, "A energia subiu 14 % no ano."),
    ReckonedCase(
        "leite",
        "Um quarto dos produtores entrega menos de 100 litros por dia.",
        True,
        "Os 212 produtores são sócios; 53 deles entregam menos de 100 litros por dia.",
        "53 / 212 = 0,25",
    ),
    ReckonedCase(
        "leite",
        "Metade dos produtores entrega menos de 100 litros por dia.",
        False,
        "Os 212 produtores são sócios; 53 deles entregam menos de 100 litros por dia.",
        "53 / 212 = 0,25",
    ),
    ReckonedCase("leite", "Pedida em 1º de março de 2027, a câmara chega dois meses depois do início.", True, _START),
    ReckonedCase("leite", "Pedida em 1º de março de 2027, a câmara chega cinco meses depois do início.", False, _START),
    ReckonedCase(
        "leite",
        "Em 45 dias a cooperativa adianta R$ 6.768.000 aos produtores.",
        True,
        "64 mil litros de leite por dia e paga R$ 2,35 por litro aos produtores ... paga em 45 dias",
        "64000 * 2,35 * 45 = 6768000",
    ),
    ReckonedCase(
        "leite",
        "Em 45 dias a cooperativa adianta R$ 7.668.000 aos produtores.",
        False,
        "64 mil litros de leite por dia e paga R$ 2,35 por litro aos produtores ... paga em 45 dias",
        "64000 * 2,35 * 45 = 6768000",
    ),
    ReckonedCase(
        "leite",
        "Cada um dos dois sócios fica com metade da entrada, R$ 225 mil.",
        True,
        _ROOM,
        "1800000 * 25 % / 2 = 225000",
        ("a entrada é dividida em partes iguais entre dois sócios",),
    ),
    # Portuguese, nobody asked
    ReckonedCase("leite", "Entram 64.000 litros por dia a R$ 2,35.", True),
    ReckonedCase("leite", "Entram 46.000 litros por dia.", False),
    ReckonedCase("leite", "Duzentos e doze produtores são sócios.", True),
    ReckonedCase("leite", "Duzentos e vinte produtores são sócios.", False),
    ReckonedCase("leite", "Em 2026 o laticínio perdeu clientes.", False),
    ReckonedCase("leite", "A Santa Rita comprou a Vale Verde em março.", True),
    ReckonedCase("leite", "A Vale Verde comprou a Santa Rita em março.", False),
    ReckonedCase("leite", "O caixa era de R$ 2,6 milhões em 31 de outubro de 2026.", False),
    ReckonedCase("leite", 'A rede "quer começar em 1º de maio de 2027, paga o frete e paga em 45 dias".', False),
    ReckonedCase("leite", "A câmara custa R$ 1,8 milhão: a entrada é 1,8 * 0,25 = 0,45 milhão.", True),
    # Indonesian, with what a reader reckoned
    ReckonedCase("ikan", "Nilai lelang mencapai Rp 576 juta per hari.", True, _CATCH, "18 * 1000 * 32000 = 576000000"),
    ReckonedCase("ikan", "Nilai lelang mencapai Rp 756 juta per hari.", False, _CATCH, "18 * 1000 * 32000 = 756000000"),
    ReckonedCase("ikan", "Koperasi memperoleh 3 % * 2/3 = 2 % dari nilai lelang.", True, _LEVY, "3 % * 2/3 = 2 %"),
    ReckonedCase("ikan", "Koperasi memperoleh 3 % * 2/3 = 4 % dari nilai lelang.", False, _LEVY, "3 % * 2/3 = 4 %"),
    ReckonedCase("ikan", "Bagian desa adalah 1 - 2/3 = 1/3 dari retribusi.", True, _LEVY, "1 - 2/3 = 1/3"),
    ReckonedCase("ikan", "Sepertiga retribusi masuk ke desa.", True, _LEVY, "1 - 2/3 = 1/3"),
    ReckonedCase("ikan", "Separuh retribusi masuk ke desa.", False, _LEVY, "1 - 2/3 = 1/3"),
    ReckonedCase(
        "ikan",
        "Seperempat nelayan memiliki perahu.",
        True,
        "Nelayan yang terdaftar berjumlah 480 orang, 120 di antaranya pemilik perahu.",
        "120 / 480 = 1/4",
    ),
    ReckonedCase(
        "ikan",
        "Sisa harga gudang es yang harus dibayar sendiri adalah Rp 720 juta.",
        True,
        _ICE,
        "960 * (1 - 1/4) = 720",
    ),
    ReckonedCase(
        "ikan",
        "Sisa harga gudang es yang harus dibayar sendiri adalah Rp 270 juta.",
        False,
        _ICE,
        "960 * (1 - 1/4) = 720",
    ),
    ReckonedCase(
        "ikan",
        "Tiap koperasi menanggung setengah sisanya, Rp 360 juta.",
        True,
        _ICE,
        "960 * 3/4 * 1/2 = 360",
        ("sisanya ditanggung dua koperasi sama besar",),
    ),
    ReckonedCase(
        "ikan",
        "Kontrak es berakhir pada Juli 2028.",
        True,
        "ditandatangani oleh Koperasi Mina pada 2 Juli 2026 untuk dua tahun",
    ),
    # Indonesian, nobody asked
    ReckonedCase("ikan", "Empat ratus delapan puluh nelayan terdaftar.", True),
    ReckonedCase("ikan", "Empat ratus delapan belas nelayan terdaftar.", False),
    ReckonedCase("ikan", "Perahu asing boleh membongkar ikan di dermaga.", False),
    ReckonedCase("ikan", "Pak Sukri melaporkan Pak Darto kepada pengawas.", False),
    ReckonedCase("ikan", "Pak Sukri dilaporkan oleh Pak Darto kepada pengawas.", True),
    ReckonedCase("ikan", "Koperasi Mina menandatangani kontrak es pada 2 Juli 2026.", True),
    ReckonedCase("ikan", "Izin berlaku sampai 15 September 2027.", False),
    ReckonedCase("ikan", "Harga solar turun 8 persen sejak Februari 2026.", False),
    ReckonedCase(
        "ikan", 'Menurut sumber, "perahu asing tidak boleh membongkar ikan, udang atau garam di dermaga".', False
    ),
    ReckonedCase("ikan", "Pemerintah membayar 25 persen gudang es.", True),
    ReckonedCase("ikan", "Gudang es memakai listrik 40 kilowatt.", False),
)

LATER_SOURCES = {
    "library": (
        "The library lends 42,000 books a month and pays $ 0.35 a loan to the authors' fund. Its 16 branches employ 96 "
        "people. A bus costs $ 260,000, of which a foundation gives 35 percent; the balance is due in five equal "
        "payments. Borrowing fell by 9 percent in 2025. The lease of the Elm Street branch ends on 31 August 2027 and "
        "notice must be given six months before. The strike was called off by the union. The council has never closed "
        "a branch. Ms Ortega succeeded Mr Blake on 1 February 2026."
    ),
    "usina": (
        "A usina mói 5.200 toneladas de cana por dia e recebe R$ 148 por tonelada. A colheita mecanizada cobre três "
        "quintos da área de 9.500 hectares. O seguro custa 1,5 % do valor segurado, que é de R$ 84 milhões. O "
        "empréstimo de R$ 12 milhões foi recusado pelo banco Araguaia. A safra começa em 15 de abril de 2027 e a "
        "caldeira fica pronta oito meses depois da assinatura. Nenhum trabalhador foi demitido em 2026."
    ),
    "kopi": (
        "Koperasi mengumpulkan 75 ton kopi per musim dan menjualnya Rp 64.000 per kilogram. Petani menerima empat "
        "perlima dari harga jual. Mesin pengering seharga Rp 540 juta dibayar sepertiga di muka dan sisanya dalam "
        "enam angsuran. Dari 350 anggota, 140 perempuan. Sertifikat berlaku sejak 10 Maret 2026 selama tiga tahun. "
        "Usulan ekspor ditolak oleh rapat anggota."
    ),
}

LATER_RECKONED = (
    ReckonedCase(
        "library",
        "The fund receives $ 14,700 a month.",
        True,
        "lends 42,000 books a month and pays $ 0.35 a loan",
        "42000 * 0.35 = 14700",
    ),
    ReckonedCase(
        "library",
        "The fund receives $ 17,400 a month.",
        False,
        "lends 42,000 books a month and pays $ 0.35 a loan",
        "42000 * 0.35 = 14700",
    ),
    ReckonedCase(
        "library",
        "The library bears $ 169,000 of the bus, $ 33,800 per payment.",
        True,
        "A bus costs $ 260,000, of which a foundation gives 35 percent; the balance is due in five equal payments.",
        "260000 * 65 % = 169000; 169000 / 5 = 33800",
    ),
    ReckonedCase(
        "library",
        "The library bears $ 91,000 of the bus.",
        False,
        "A bus costs $ 260,000, of which a foundation gives 35 percent",
        "260000 * 65 % = 169000",
    ),
    ReckonedCase(
        "library", "Each branch has six people on average.", True, "Its 16 branches employ 96 people.", "96 / 16 = 6"
    ),
    ReckonedCase(
        "library",
        "With a multiplier of 0.91 one gets from last year's loans to this year's.",
        True,
        "Borrowing fell by 9 percent in 2025.",
        "1 - 0.09 = 0.91",
    ),
    ReckonedCase(
        "library",
        "Notice is due by the end of February 2027.",
        True,
        "ends on 31 August 2027 and notice must be given six months before",
    ),
    ReckonedCase("library", "The union called off the strike.", True),
    ReckonedCase("library", "The union was called off by the strike.", False),
    ReckonedCase("library", "Ninety-six people work in sixteen branches.", True),
    ReckonedCase("library", "Sixty-nine people work in the branches.", False),
    ReckonedCase("library", "The council has closed a branch.", False),
    ReckonedCase("library", "Mr Blake succeeded Ms Ortega on 1 February 2026.", False),
    ReckonedCase("library", 'The lease says "notice must be given in writing six months before".', False),
    ReckonedCase(
        "usina",
        "A moagem rende R$ 769.600 por dia.",
        True,
        "mói 5.200 toneladas de cana por dia e recebe R$ 148 por tonelada",
        "5200 * 148 = 769600",
    ),
    ReckonedCase(
        "usina",
        "A moagem rende R$ 796.600 por dia.",
        False,
        "mói 5.200 toneladas de cana por dia e recebe R$ 148 por tonelada",
        "5200 * 148 = 796600",
    ),
    ReckonedCase(
        "usina",
        "São colhidos à máquina 9.500 * 3/5 = 5.700 hectares.",
        True,
        "cobre três quintos da área de 9.500 hectares",
        "9500 * 3/5 = 5700",
    ),
    ReckonedCase(
        "usina",
        "Dois quintos da área são colhidos à mão.",
        True,
        "cobre três quintos da área de 9.500 hectares",
        "1 - 3/5 = 2/5",
    ),
    ReckonedCase(
        "usina",
        "Um terço da área é colhido à mão.",
        False,
        "cobre três quintos da área de 9.500 hectares",
        "1 - 3/5 = 2/5",
    ),
    ReckonedCase(
        "usina",
        "O seguro custa R$ 1,26 milhão por ano.",
        True,
        "O seguro custa 1,5 % do valor segurado, que é de R$ 84 milhões.",
        "84 * 0,015 = 1,26",
    ),
    ReckonedCase(
        "usina",
        "Assinada em 15 de outubro de 2026, a caldeira fica pronta dois meses depois do início da safra.",
        True,
        "A safra começa em 15 de abril de 2027 e a caldeira fica pronta oito meses depois da assinatura.",
    ),
    ReckonedCase(
        "usina",
        "Assinada em 15 de outubro de 2026, a caldeira fica pronta quatro meses depois do início da safra.",
        False,
        "A safra começa em 15 de abril de 2027 e a caldeira fica pronta oito meses depois da assinatura.",
    ),
    ReckonedCase("usina", "O banco Araguaia recusou o empréstimo de R$ 12 milhões.", True),
    ReckonedCase("usina", "Trabalhadores foram demitidos em 2026.", False),
    ReckonedCase("usina", "A usina mói cinco mil e duzentas toneladas por dia.", True),
    ReckonedCase("usina", "O seguro custa 15 % do valor segurado.", False),
    ReckonedCase(
        "kopi",
        "Penjualan satu musim mencapai Rp 4,8 miliar.",
        True,
        "mengumpulkan 75 ton kopi per musim dan menjualnya Rp 64.000 per kilogram",
        "75 * 1000 * 64000 = 4800000000",
    ),
    ReckonedCase(
        "kopi",
        "Petani menerima Rp 51.200 per kilogram.",
        True,
        "menjualnya Rp 64.000 per kilogram. Petani menerima empat perlima dari harga jual.",
        "64000 * 4/5 = 51200",
    ),
    ReckonedCase(
        "kopi",
        "Petani menerima Rp 48.000 per kilogram.",
        False,
        "menjualnya Rp 64.000 per kilogram. Petani menerima empat perlima dari harga jual.",
        "64000 * 4/5 = 48000",
    ),
    ReckonedCase(
        "kopi",
        "Seperlima harga jual tinggal di koperasi.",
        True,
        "Petani menerima empat perlima dari harga jual.",
        "1 - 4/5 = 1/5",
    ),
    ReckonedCase(
        "kopi",
        "Tiap angsuran sebesar Rp 60 juta.",
        True,
        "Mesin pengering seharga Rp 540 juta dibayar sepertiga di muka dan sisanya dalam enam angsuran.",
        "540 * 2/3 / 6 = 60",
    ),
    ReckonedCase(
        "kopi",
        "Tiap angsuran sebesar Rp 90 juta.",
        False,
        "Mesin pengering seharga Rp 540 juta dibayar sepertiga di muka dan sisanya dalam enam angsuran.",
        "540 * 2/3 / 6 = 60",
    ),
    ReckonedCase(
        "kopi", "Dua perlima anggota adalah perempuan.", True, "Dari 350 anggota, 140 perempuan.", "140 / 350 = 0,4"
    ),
    ReckonedCase(
        "kopi", "Setengah anggota adalah perempuan.", False, "Dari 350 anggota, 140 perempuan.", "140 / 350 = 0,4"
    ),
    ReckonedCase("kopi", "Rapat anggota menolak usulan ekspor.", True),
    ReckonedCase("kopi", "Sertifikat berlaku selama lima tahun.", False),
)
