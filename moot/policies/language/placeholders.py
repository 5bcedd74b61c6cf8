"""Tells texts that only stand where something should be said."""

from moot.policies.language.text import words

_PLACEHOLDERS = frozenset(
    {"tbd", "tba", "n a", "na", "none", "null", "pending", "to be decided", "to be defined", "to be determined"}
    | {"placeholder", "decision", "todo", "nil", "nothing", "unknown", "not applicable", "see above", "unsure"}
    | {"a definir", "pendente", "por decidir", "decisao", "nenhum", "nenhuma", "nada", "nao se aplica", "ver acima"}
    | {"belum ditentukan", "belum diputuskan", "keputusan", "belum ada", "nihil", "lihat di atas"}
    | {"i do not know", "i don't know", "it depends", "nao sei", "depende", "tidak tahu", "saya tidak tahu"}
    | {"tergantung", "nada a acrescentar"}
)
_ABSENCE = frozenset(words("no none nothing nenhum nenhuma nada sem nao tidak tanpa"))
_ABSENT_WORDS = """
risk risks residual known further remaining remain remains left other additional there are is any would could reverse
reversal it opinion answer comment recommendation risco riscos residuais conhecido conhecidos conhecida ha existem
restam outros opiniao resposta comentario recomendacao reverteria o risiko tersisa diketahui ada yang sisa lain
pendapat jawaban
"""
_ABSENT = _ABSENCE | frozenset(words(_ABSENT_WORDS))
"""What is said to be missing where nothing is told: "there are no residual risks"."""
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
    if _ABSENT.issuperset(said) and not _ABSENCE.isdisjoint(said) and not _ABSENCE.issuperset(said):
        return True
    if not said or " ".join(said) in _PLACEHOLDERS or (text[:1] + text[-1:] in _BRACKETS):
        return True
    if text.endswith(":") and "\n" not in text:
        return True  # it announces what does not follow
    if len(said) <= _POSTPONED_WORDS and any(said[: len(opening)] == opening for opening in _POSTPONED):
        return True
    return len(said) <= _REFUSAL_WORDS and any(said[: len(opening)] == opening for opening in _REFUSALS)
