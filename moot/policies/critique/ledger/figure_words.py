"""Lists the words by which texts in three languages name figures, dates and units.

All are folded (no case, no accents). A text is read with the words of all languages at once: agents cite sources that
are written in another language than their own.
"""


def _number(words: str, first: int = 0, step: int = 1) -> dict[str, int]:
    return {word: first + step * at for at, each in enumerate(words.split()) for word in each.split("/")}


SMALL: dict[str, int] = {
    **_number("zero/nol one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"),
    **_number("sixteen seventeen eighteen nineteen", 16),
    **_number("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10),
    **_number("um/uma dois/duas tres quatro cinco seis sete oito nove dez onze doze treze quatorze/catorze quinze", 1),
    **_number("dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove", 16),
    **_number("vinte trinta quarenta cinquenta sessenta setenta oitenta noventa", 20, 10),
    **_number("satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas", 1),
    "dozen": 12,
    "duzia": 12,
    "lusin": 12,
}
HUNDREDS: dict[str, int] = {
    **_number("cem/cento/seratus duzentos/duzentas trezentos/trezentas quatrocentos/quatrocentas", 100, 100),
    **_number("quinhentos/quinhentas seiscentos/seiscentas setecentos/setecentas", 500, 100),
    **_number("oitocentos/oitocentas novecentos/novecentas", 800, 100),
}
SPOKEN: dict[str, int] = {
    **dict.fromkeys(("one", "single", "sole", "um", "uma", "unico", "unica", "satu", "seorang", "sebuah"), 1),
    **dict.fromkeys(("twice", "both", "pair", "couple", "ambos", "ambas", "dupla", "keduanya", "sepasang"), 2),
    **dict.fromkeys(("thrice", "trio", "ketiganya"), 3),
}
"""Words of a source that say how many, though they are no numbers a claim would have to bear out."""
TIMES_HUNDRED = frozenset({"hundred", "ratus"})
LARGE: dict[str, int] = {
    **dict.fromkeys(("thousand", "mil", "ribu", "seribu", "k"), 10**3),
    **dict.fromkeys(("million", "millions", "milhao", "milhoes", "juta", "sejuta", "mi", "mn"), 10**6),
    **dict.fromkeys(("billion", "billions", "bilhao", "bilhoes", "miliar", "bn", "bi"), 10**9),
    **dict.fromkeys(("trillion", "trillions", "trilhao", "trilhoes", "triliun"), 10**12),
}
MILLIONS = "m"
"""Behind an amount of money: £2.8m; elsewhere it is a metre."""
WHOLE_LARGE = frozenset({"seribu", "sejuta", "mil"})
"""Large numbers that say one of themselves; the others need a number before them."""
JOINING = frozenset({"and", "e"})
ARTICLES = frozenset({"one", "um", "uma", "satu", "a", "an"})
"""As numbers they say nothing that could be wrong: a shop, uma loja."""

FRACTIONS: dict[str, float] = {
    **dict.fromkeys(("half", "metade", "setengah", "separuh"), 50.0),
    **dict.fromkeys(("third", "terco", "sepertiga"), 100 / 3),
    **dict.fromkeys(("thirds", "tercos", "pertiga"), 100 / 3),
    **dict.fromkeys(("quarter", "quarters", "quarto", "quartos", "seperempat", "perempat"), 25.0),
    **dict.fromkeys(("fifth", "fifths", "quinto", "quintos", "seperlima", "perlima"), 20.0),
    **dict.fromkeys(("tenth", "tenths", "decimo", "decimos", "sepersepuluh"), 10.0),
}
"""What a fraction is in percent; all but halves and the Indonesian ones need a number before them."""
WHOLE_FRACTIONS = frozenset(
    {"half", "metade", "setengah", "separuh", "sepertiga", "seperempat", "seperlima", "sepersepuluh"}
)
HALVES = frozenset({"half", "meio", "meia", "setengah"})
"""Before a percent or a span they are half of one."""
BARE_FRACTIONS = frozenset({"pertiga", "perempat", "perlima"})
"""Nothing else is called so: what they are part of follows without a preposition."""
AND_A_HALF = (("and", "a", "half"), ("e", "meio"), ("e", "meia"), ("setengah",))
BEFORE_A_HALF = frozenset(phrase[0] for phrase in AND_A_HALF)
AMONG = (("in",), ("out", "of"), ("em", "cada"), ("a", "cada"), ("em",), ("dari", "setiap"), ("dari",))
"""What leads from how many to among how many: one in four."""
OF_WHICH = frozenset({"which", "whom", "quais"})
"""Before a fraction they name what it is part of."""
PARTITIVE = frozenset({"of", "de", "do", "da", "dos", "das", "dari"})

MONTHS: dict[str, int] = {
    **_number("january february march april may june july august september october november december", 1),
    **_number("janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro", 1),
    **_number("januari februari maret april mei juni juli agustus september oktober november desember", 1),
}
SHORT_MONTHS: dict[str, int] = {
    **_number("jan feb/fev mar apr/abr may/mai/mei jun jul aug/ago/agu sep/set oct/out/okt nov dec/dez/des", 1),
}
AMBIGUOUS_MONTHS = frozenset({"may", "march"})
"""Small letters make them another word."""
NEXT_YEARS: dict[tuple[str, str], int] = {
    **dict.fromkeys((("previous", "year"), ("prior", "year"), ("year", "before"), ("year", "earlier")), -1),
    **dict.fromkeys((("ano", "anterior"), ("ano", "antes"), ("tahun", "sebelumnya"), ("setahun", "sebelumnya")), -1),
    **dict.fromkeys((("following", "year"), ("next", "year"), ("year", "after"), ("year", "later")), 1),
    **dict.fromkeys((("ano", "seguinte"), ("ano", "depois"), ("tahun", "berikutnya"), ("setahun", "kemudian")), 1),
}
"""Years that are named from another one."""
NEXT_QUARTERS: dict[tuple[str, str], int] = {
    **dict.fromkeys((("previous", "quarter"), ("prior", "quarter"), ("quarter", "before"), ("quarter", "earlier")), -1),
    **dict.fromkeys((("trimestre", "anterior"), ("kuartal", "sebelumnya"), ("triwulan", "sebelumnya")), -1),
    **dict.fromkeys((("following", "quarter"), ("next", "quarter"), ("quarter", "after"), ("quarter", "later")), 1),
    **dict.fromkeys((("trimestre", "seguinte"), ("kuartal", "berikutnya"), ("triwulan", "berikutnya")), 1),
}
"""Quarters that are named from another one."""
WEEKDAYS: dict[str, int] = {
    **_number("monday tuesday wednesday thursday friday saturday sunday"),
    **_number("senin selasa rabu kamis jumat sabtu"),
    "sabado": 5,
    "domingo": 6,
}
WEEKDAY_ORDINALS: dict[str, int] = _number("segunda terca quarta quinta sexta")
"""In Portuguese with `feira` behind them."""

ORDINALS: dict[str, int] = {
    **_number(
        "first/1st/primeiro/primeira/pertama second/2nd/segundo/segunda/kedua third/3rd/terceiro/terceira/ketiga", 1
    ),
    **_number("fourth/4th/quarto/quarta/keempat", 4),
    **_number("i ii iii iv", 1),
    **_number("1 2 3 4", 1),
}
"""By which the quarters and halves of a year are counted."""
PARTS_OF_A_YEAR: dict[str, str] = {
    **dict.fromkeys(("quarter", "trimestre", "kuartal", "triwulan"), "quarter"),
    **dict.fromkeys(("half", "semestre", "semester"), "half-year"),
}
TERMS = frozenset(PARTS_OF_A_YEAR.values())
"""The units of what is the third quarter, or the second half, of a year."""
QUARTER = "q"
"""Before a number it is a quarter of a year: Q3."""

DAY_OF = frozenset({"dia", "tanggal"})
"""Before a number they say which day of a month it is."""
CLOCK_WORDS = frozenset({"pukul", "jam"})
"""Before a time of day: pukul 14.30."""
UNTIL = frozenset(["hingga", "sampai", "to", "until", "ate", "as", "-", "–"])
"""Between two times of day: pukul 08.15 hingga 11.45."""
SUNDAY = "minggu"
"""With `hari` before it; alone it is a week."""
MOMENT_WORDS = frozenset().union(
    MONTHS,
    SHORT_MONTHS,
    WEEKDAYS,
    (f"{day}s" for day in (*WEEKDAYS, *WEEKDAY_ORDINALS)),
    WEEKDAY_ORDINALS,
    CLOCK_WORDS,
    {SUNDAY},
    ORDINALS,
    PARTS_OF_A_YEAR,
    {QUARTER},
    DAY_OF,
)
"""Every word that may open a date or a time; what else does begins with a digit."""
OPENING = MOMENT_WORDS.union(
    SMALL, HUNDREDS, WHOLE_LARGE, ARTICLES, FRACTIONS, HALVES, (first for first, _ in (*NEXT_YEARS, *NEXT_QUARTERS))
)
"""Every word that may open a figure or a date."""

PERCENT = frozenset({"%", "percent", "persen", "porcento", "pct", "points", "pontos", "poin"})
"""Points are what two percentages differ by."""
CURRENCY_WORDS: dict[str, str] = {
    **dict.fromkeys(("r$", "real", "reais", "brl"), "R$"),
    **dict.fromkeys(("$", "us$", "dollar", "dollars", "dolar", "dolares", "usd"), "$"),
    **dict.fromkeys(("€", "euro", "euros", "eur"), "€"),
    **dict.fromkeys(("£", "pound", "pounds", "libra", "libras", "gbp"), "£"),
    **dict.fromkeys(("rp", "rupiah", "idr"), "Rp"),
}
CURRENCY_SIGNS = frozenset(["r$", "brl", "$", "us$", "usd", "€", "eur", "£", "gbp", "rp", "idr"])
"""Those that are set before a number; the words for a currency follow it."""
DURATIONS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("minute", "minutes", "minuto", "minutos", "menit"), ("minute", 1.0)),
    **dict.fromkeys(("hour", "hours", "hora", "horas", "jam"), ("minute", 60.0)),
    **dict.fromkeys(("day", "days", "dia", "dias", "hari"), ("minute", 1440.0)),
    **dict.fromkeys(("week", "weeks", "semana", "semanas", "minggu", "pekan"), ("minute", 10080.0)),
    **dict.fromkeys(("month", "months", "mes", "meses", "bulan"), ("month", 1.0)),
    **dict.fromkeys(("year", "years", "ano", "anos", "tahun"), ("month", 12.0)),
    **dict.fromkeys(("decade", "decades", "decada", "decadas", "dekade", "dasawarsa"), ("month", 120.0)),
    **dict.fromkeys(("seconds", "segundos", "detik"), ("minute", 1 / 60)),
    **dict.fromkeys(("fortnight", "fortnights"), ("minute", 20160.0)),
}
"""What a duration is counted in, and how many of those it has: fourteen days are two weeks."""
MEASURES: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("mm", "millimetre", "millimetres", "millimeter", "millimeters"), ("length", 1.0)),
    **dict.fromkeys(("milimetro", "milimetros", "milimeter"), ("length", 1.0)),
    **dict.fromkeys(("cm", "centimetre", "centimetres", "centimeter", "centimeters"), ("length", 10.0)),
    **dict.fromkeys(("centimetro", "centimetros", "sentimeter"), ("length", 10.0)),
    **dict.fromkeys(("metre", "metres", "meter", "meters", "metro", "metros"), ("length", 1e3)),
    **dict.fromkeys(("km", "kilometre", "kilometres", "kilometer", "kilometers"), ("length", 1e6)),
    **dict.fromkeys(("quilometro", "quilometros"), ("length", 1e6)),
    **dict.fromkeys(("mile", "miles", "milha", "milhas"), ("length", 1_609_344.0)),
    **dict.fromkeys(("foot", "feet", "ft"), ("length", 304.8)),
    **dict.fromkeys(("inch", "inches", "polegada", "polegadas", "inci"), ("length", 25.4)),
    **dict.fromkeys(("litre", "litres", "liter", "liters", "litro", "litros"), ("volume", 1.0)),
    **dict.fromkeys(("ml", "millilitre", "millilitres", "milliliters"), ("volume", 1e-3)),
    **dict.fromkeys(("mililitro", "mililitros", "mililiter"), ("volume", 1e-3)),
    **dict.fromkeys(("hectare", "hectares", "hektare", "hektar"), ("area", 1.0)),
    **dict.fromkeys(("acre", "acres"), ("area", 0.404686)),
    **dict.fromkeys(("gram", "grams", "gramme", "grammes", "grama", "gramas"), ("mass", 1.0)),
    **dict.fromkeys(("kg", "kilo", "kilos", "kilogram", "kilograms", "quilo", "quilos"), ("mass", 1e3)),
    **dict.fromkeys(("ton", "tons", "tonne", "tonnes", "tonelada", "toneladas"), ("mass", 1e6)),
    **dict.fromkeys(("kw", "kilowatt", "kilowatts", "quilowatt", "quilowatts"), ("power", 1.0)),
    **dict.fromkeys(("mw", "megawatt", "megawatts"), ("power", 1e3)),
    **dict.fromkeys(("gw", "gigawatt", "gigawatts"), ("power", 1e6)),
    "kwh": ("energy", 1.0),
    "mwh": ("energy", 1e3),
    "gwh": ("energy", 1e6),
    "twh": ("energy", 1e9),
}
"""What is measured, and in how many of the smallest: 1.4 centimetres are 14 millimetres."""
HOURS = frozenset({"hour", "hours", "hora", "horas", "jam"})
"""Behind a power they make energy of it: gigawatt-hours."""
MEASURED = frozenset(unit for unit, _ in MEASURES.values())

SINGLE = frozenset({"one", "um", "uma", "satu", "a", "an", "per", "por"})
"""Before a unit of time they say one of it."""
SINGLE_SPANS: dict[str, tuple[str, float]] = {
    **{f"se{each}": DURATIONS[each] for each in ("jam", "hari", "minggu", "pekan", "bulan", "tahun", "menit")},
    **dict.fromkeys(("semester", "semestre"), ("month", 6.0)),
    "trimestre": ("month", 3.0),
    "setahunnya": ("month", 12.0),
}
"""Words that say a span of one: setahun, a year."""

_ABOUT_WORDS = """
about around roughly nearly almost some approximately approx circa cerca aproximadamente quase torno volta sekitar
kira hampir kurang-lebih
"""
ABOUT = frozenset(_ABOUT_WORDS.split())
_AT_LEAST_PHRASES = """
at least, more than, no less than, not less than, no fewer than, not fewer than, over, above, exceed, exceeding,
exceeds, exceeded, surpass, surpassed, minimum, minimum of, superou, superaram, ultrapassou, ultrapassaram,
ultrapassa, excedeu, excederam, passou de, passaram de, nao menos de, nada menos que, tidak kurang dari, pelo menos,
ao menos, no minimo, mais de, mais do que, acima de, superior a, superiores a, a partir de, setidaknya, sedikitnya,
paling sedikit, minimal, lebih dari, di atas, melebihi, sekurang kurangnya
"""
AT_LEAST = frozenset(tuple(each.split()) for each in _AT_LEAST_PHRASES.split(","))
_AT_MOST_PHRASES = """
at most, no more than, not more than, less than, fewer than, under, below, up to, maximum, maximum of, within, no
maximo, nao mais de, nao mais que, menos de, menos do que, abaixo de, inferior a, inferiores a, ate, paling banyak,
paling lama, maksimal, tidak lebih dari, kurang dari, di bawah, hingga, sampai
"""
AT_MOST = frozenset(tuple(each.split()) for each in _AT_MOST_PHRASES.split(","))
_DERIVING_WORDS = """
more less fewer higher lower longer shorter larger smaller bigger greater earlier later older younger above below
difference gap save saves saving savings cheaper dearer remain remains left
rest together total altogether sum points further missing mais menos acima abaixo diferenca sobra sobram resta restam
juntos soma economiza economia faltam pontos lebih kurang selisih sisa sisanya total jumlah jumlahnya hemat penghematan
poin bersama
"""
DERIVING = frozenset(_DERIVING_WORDS.split())
"""Words by which a claim says that a figure comes of others."""
_POINTING_WORDS = """
it its they their that this these those he she ele ela eles elas esse essa esses essas este esta isso seu sua itu ini
tersebut ia mereka nya
"""
POINTING = frozenset(_POINTING_WORDS.split())
"""Words by which a sentence speaks of what the one before it named."""
ITS = "nya"
"""Indonesian points back by the end of a word: anggotanya, its members."""
