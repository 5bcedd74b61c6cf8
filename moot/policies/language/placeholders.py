"""Tells texts that only stand where something should be said."""

import re

from moot.policies.language.text import words

_PLACEHOLDERS = frozenset(
    {"tbd", "tba", "n a", "na", "none", "null", "pending", "to be decided", "to be defined", "to be determined"}
    | {"placeholder", "decision", "todo", "nil", "nothing", "unknown", "not applicable", "see above", "unsure"}
    | {"a definir", "pendente", "por decidir", "decisao", "nenhum", "nenhuma", "nada", "nao se aplica", "ver acima"}
    | {"belum ditentukan", "belum diputuskan", "keputusan", "belum ada", "nihil", "lihat di atas"}
    | {"i do not know", "i don't know", "it depends", "nao sei", "depende", "tidak tahu", "saya tidak tahu"}
    | {"tergantung", "nada a acrescentar", "string", "text", "stance", "recommendation", "answer", "example"}
)
_ABSENCE = frozenset(words("no none nothing nenhum nenhuma nada sem nao tidak tanpa"))
_WITHHELD = frozenset(
    words("insufficient unable abstain depends insuficiente insuficientes abstenho depende tergantung")
)
"""What says by itself that nothing is told, also without a word of absence."""
_ABSENT_WORDS = """
risk risks residual known further remaining remain remains left other additional there are is any would could reverse
reversal it opinion answer comment recommendation risco riscos residuais conhecido conhecidos conhecida ha existem
restam outros opiniao resposta comentario recomendacao reverteria o risiko tersisa diketahui ada yang sisa lain
pendapat jawaban
were was been have found identified apply applies required criteria criterion condition conditions this that these
decision cause root determine establish
i we the a an of on to for at all in information data evidence details context basis situation circumstances
recommend recommending make give anything decide deciding
foram foi identificado identificados identificada identificadas criterio criterios reversao condicao condicoes esta
causa suficientes determinar
isto decisao de da para me mim a os as informacao informacoes dados recomendar decidir situacao caso
ditemukan teridentifikasi kriteria pembalikan syarat keputusan ini untuk rekomendasi saran informasi data situasi
penyebab menentukan situasinya keadaan keadaannya saya kami pada dari cukup memadai kurang
"""
_ABSENT = _ABSENCE | _WITHHELD | frozenset(words(_ABSENT_WORDS))
"""What is said to be missing where nothing is told: "there are no residual risks", "no basis to recommend anything"."""
_WANTING = frozenset(
    words("need needs needed require requires required necessary preciso precisa precisamos necessario necessaria")
    + words("necessarios necessarias faltam perlu diperlukan butuh dibutuhkan membutuhkan memerlukan")
)
_WANTED = frozenset(
    words("data information evidence details context facts analysis research study studies clarification")
    + words("dados informacao informacoes evidencias detalhes contexto fatos analise analises pesquisa estudo estudos")
    + words("informasi bukti konteks fakta analisis kajian penelitian penjelasan")
)
_MORE_WORDS = """
more further additional before still first be can could should must will it's is are deciding conclusion made taken
reaching making judge judgement
mais adicional adicionais ainda antes sao e ser que um uma tomar tomada podermos possamos conclusao decidirmos
lebih banyak lanjut tambahan masih sebelum dapat bisa mengambil memutuskan membuat diambil lagi dulu terlebih dahulu
"""
_PUT_OFF = _WANTING | _WANTED | _ABSENT - _ABSENCE | frozenset(words(_MORE_WORDS))
"""What is said where a question waits for data and nobody is told to do anything: "more data is needed to decide"."""
_SENTENCES = re.compile(r"[.;!?\n]+")
_BRACKETS = frozenset({"<>", "[]", "{}", "()"})
_REFUSALS = (
    *(("i", "cannot"), ("i", "can't"), ("i", "am", "unable"), ("i'm", "unable"), ("i'm", "sorry")),
    *(("i", "am", "sorry"), ("sorry",), ("as", "an", "ai"), ("nao", "posso"), ("nao", "consigo"), ("lamento",)),
    *(("desculpe",), ("como", "uma", "ia"), ("saya", "tidak", "dapat"), ("saya", "tidak", "bisa"), ("maaf",)),
    ("mohon", "maaf"),
)
"""How a model begins that declines to answer."""
_POSTPONED = (
    *(("to", "be", made) for made in ("decided", "defined", "determined", "confirmed", "announced", "agreed")),
    *(("will", "be", made) for made in ("decided", "determined", "announced")),
    *(("tbd",), ("tba",), ("decision", "pending"), ("the", "decision", "is", "pending"), ("not", "yet", "decided")),
    *(("a", "definir"), ("a", "decidir"), ("a", "ser", "definido"), ("a", "ser", "definida"), ("a", "ser", "decidido")),
    *(
        ("por", "definir"),
        ("sera", "decidido"),
        ("sera", "definido"),
        ("decisao", "pendente"),
        ("ainda", "nao", "decidido"),
    ),
    *(("belum", "diputuskan"), ("belum", "ditentukan"), ("akan", "diputuskan"), ("akan", "ditentukan")),
    *(("keputusan", "menyusul"), ("keputusan", "ditunda"), ("masih", "dibahas")),
)
"""How a text begins that leaves its decision to later."""
_POSTPONED_WORDS = 8
"""Whoever goes on for longer than this says what is decided until then."""
_REFUSAL_WORDS = 25
"""Whoever goes on for longer than this has usually decided something after all."""


def is_placeholder(written: str) -> bool:
    """Say whether a text stands where a decision or an answer should, and says nothing."""
    text = written.strip()
    said = words(text)
    if _ABSENT.issuperset(said) and _tells_of_nothing(said):
        return True
    if _waits_for_data(text):
        return True
    if not said or " ".join(said) in _PLACEHOLDERS or (text[:1] + text[-1:] in _BRACKETS):
        return True
    if text.endswith(":") and "\n" not in text:
        return True  # it announces what does not follow
    if len(said) <= _POSTPONED_WORDS and any(said[: len(opening)] == opening for opening in _POSTPONED):
        return True
    return declines(text)


def declines(written: str) -> bool:
    """Say whether a text declines to answer: "I cannot help with that"."""
    said = words(written)
    return len(said) <= _REFUSAL_WORDS and any(said[: len(opening)] == opening for opening in _REFUSALS)


def _waits_for_data(text: str) -> bool:
    """Say whether a text only asks for more to go by; whoever says what to do meanwhile, or how to get it, advises."""
    told = [said for each in _SENTENCES.split(text) if (said := words(each))]
    waiting = [
        _PUT_OFF.issuperset(said) and not (_WANTING.isdisjoint(said) or _WANTED.isdisjoint(said)) for said in told
    ]
    return any(waiting) and all(
        waits or (_ABSENT.issuperset(said) and _tells_of_nothing(said))
        for waits, said in zip(waiting, told, strict=True)
    )


def _tells_of_nothing(said: tuple[str, ...]) -> bool:
    """Say whether words name what is missing; a mere "no" is an answer."""
    return not _WITHHELD.isdisjoint(said) or not (_ABSENCE.isdisjoint(said) or _ABSENCE.issuperset(said))
