"""Tells texts that only stand where something should be said."""

from moot.policies.language.text import words

_PLACEHOLDERS = frozenset(
    {"tbd", "tba", "n a", "na", "none", "null", "pending", "to be decided", "to be defined", "to be determined"}
    | {"placeholder", "decision", "todo", "nil", "nothing", "unknown", "not applicable"}
    | {"a definir", "pendente", "por decidir", "decisao", "nenhum", "nenhuma", "nada", "nao ha", "nao se aplica"}
    | {"none known", "no risks", "no known risks", "no further risks", "no residual risks", "see above"}
    | {"nenhum conhecido", "nenhuma conhecida", "nenhum risco", "sem riscos", "nada a acrescentar", "ver acima"}
    | {"tidak ada risiko", "tidak ada yang diketahui", "lihat di atas"}
    | {"belum ditentukan", "belum diputuskan", "keputusan", "tidak ada", "belum ada", "nihil"}
)
_BRACKETS = frozenset({"<>", "[]", "{}", "()"})
_REFUSALS = (
    *(("i", "cannot"), ("i", "can't"), ("i", "am", "unable"), ("i'm", "unable"), ("i'm", "sorry")),
    *(("i", "am", "sorry"), ("sorry",), ("as", "an", "ai"), ("nao", "posso"), ("nao", "consigo"), ("lamento",)),
    *(("desculpe",), ("como", "uma", "ia"), ("saya", "tidak", "dapat"), ("saya", "tidak", "bisa"), ("maaf",)),
    ("mohon", "maaf"),
)
"""How a model begins that declines to answer."""
_REFUSAL_WORDS = 25
"""Whoever goes on for longer than this has usually decided something after all."""


def is_placeholder(written: str) -> bool:
    """Say whether a text stands where a decision or an answer should, and says nothing."""
    text = written.strip()
    said = words(text)
    if not said or " ".join(said) in _PLACEHOLDERS or (text[:1] + text[-1:] in _BRACKETS):
        return True
    return len(said) <= _REFUSAL_WORDS and any(said[: len(opening)] == opening for opening in _REFUSALS)
