"""Lists the small words of each language: they carry no content and give the language away.

All are folded (no case, no accents), because they are compared with folded words.
"""

from typing import Literal

Language = Literal["pt", "en", "id"]
"""The languages the texts of a debate may be written in (X-90)."""

LANGUAGES: tuple[Language, ...] = ("pt", "en", "id")
"""Every language, in the order that breaks ties."""

_PT = """
a ao aos aquela aquelas aquele aqueles aquilo as ate com como da das de dela delas dele deles depois do dos e ela elas
ele eles em entre era eram essa essas esse esses esta estao estas estava este estes estou eu foi foram ha isso isto ja
lhe lhes mais mas me mesmo meu meus minha minhas muito muita muitos muitas na nas nem no nos nossa nossas nosso nossos
num numa nao o os ou para pela pelas pelo pelos pois por porque porem qual quais quando que quem sao se seja sem ser
sera seu seus so sob sobre sua suas tambem te tem temos tendo ter teu tinha toda todas todo todos tu tua um uma umas
uns vai vamos voce voces onde ainda assim cada desde entao apenas outro outra outros outras tao tanto
"""

_EN = """
a about above after again all also am an and any are as at be because been before being below between both but by can
could did do does doing don't down during each few for from further had has have having he her here hers him his how i
i'd i'll i'm i've if in into is isn't it it's its itself just me more most my no nor not now of off on once only or
other our ours out over own same she should so some such than that that's the their theirs them then there these they
this those through to too under until up upon us very was wasn't we we'd we'll we're we've were what when where which
while who whom why will with won't would you your yours may might must shall let
"""

_ID = """
ada adalah agar akan aku anda antara apa apabila atas atau bagi bagaimana bahwa banyak beberapa begitu belum bila bisa
bukan dalam dan dapat dari daripada demi dengan di dia hal hanya harus hingga ia ini itu jadi jangan jika juga kami
karena ke kepada ketika kini kita lagi lain lalu lebih maka masih melainkan mereka meskipun namun oleh pada para perlu
pun sangat saat sama sampai saja saya sebab sebagai sebelum sebuah secara sedang sehingga sejak sekarang selama seluruh
semua seperti serta sesudah setelah setiap suatu sudah supaya tanpa tapi telah tentang tersebut tetap tetapi tiap tidak
untuk walaupun yaitu yakni yang
"""

STOP_WORDS: dict[Language, frozenset[str]] = {
    "pt": frozenset(_PT.split()),
    "en": frozenset(_EN.split()),
    "id": frozenset(_ID.split()),
}
"""The words that carry no content, by language."""
