"""Tells by its form and its neighbours whether a word asks for an act, names one, or only describes a thing."""

from collections.abc import Sequence

from moot.policies.conflicts.reading.quantities import is_number
from moot.policies.language import STOP_WORDS, Language

_ARTICLES = frozenset(
    {
        "the",
        "a",
        "an",
        "this",
        "that",
        "our",
        "its",
        "their",
        "any",
        "o",
        "os",
        "as",
        "um",
        "uma",
        "este",
        "esta",
        "essa",
    }
    | {"esse", "nossa", "nosso"}
)
_BEFORE_NAMES = frozenset({"o", "a", "os", "as", "do", "da", "dos", "das", "ao", "no", "na", "com", "pelo", "pela"})
_PARTICIPLES = ("ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas")
_PASSIVE = frozenset(
    {"ser", "seja", "sejam", "serem", "sera", "serao", "fosse", "fossem", "fique", "fiquem", "ficar", "sido"}
)
_INFINITIVE = ("ar", "er", "ir")
_THEN = frozenset({"then", "lalu", "kemudian", "depois"})
_STARTING = frozenset({"mulai", "mulailah", "segera"})
_CONSEQUENCES = frozenset(
    {("and", "we", "will"), ("and", "we", "would"), ("and", "you", "will"), ("and", "you", "would")}
)
_LONGEST_ROOT = 6
_LONGEST_THREAT = 14
_PREDICATE_REACH = 6
"""So far behind a noun stands the verb of which it is the subject."""
_OBJECTS = frozenset({"it", "them", "the", "this", "these", "that", "our", "all", "both", "every"})
_ASKED_PORTUGUESE = ("em", "emos", "am", "amos")
_LEADING_ON = frozenset(
    {"untuk", "dan", "agar", "supaya", "yang", "guna", "tanpa", "dengan", "serta", "sambil", "lalu"}
)
"""Words before a verb that goes on with a request."""
_SUBJECT_REACH = 12
"""So far behind an infinitive stands the verb of which it is the subject."""
_NAMING: dict[Language, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "en": ((), ("ing", "ion", "ment", "al", "ure", "ship")),
    "pt": ((), ("cao", "sao", "mento", "agem", "ura", "encia", "ncia")),
    "id": (("pe", "ke"), ()),
}
"""How words begin and end that name an act."""
_NOT_ASKING: dict[Language, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "en": ((), ("ing", "ion", "ment", "ed", "ure", "al", "ance", "ence")),
    "pt": ((), ("cao", "sao", "mento", "ado", "ada", "ido", "ida", "ando", "endo", "indo", "amos", "imos")),
    "id": (("me", "di"), ()),
}
"""How words begin and end that no sentence opens with to ask for an act."""
_ALSO_NOUNS = frozenset(
    {
        "order",
        "support",
        "trial",
        "test",
        "pilot",
        "lease",
        "rent",
        "purchase",
        "plant",
        "list",
        "release",
        "issue",
        "use",
    }
    | {"run", "share", "offer", "charge", "switch", "change", "transfer", "swap", "exchange", "cut", "rise", "increase"}
    | {
        "boost",
        "delay",
        "freeze",
        "stay",
        "move",
        "stop",
        "drop",
        "start",
        "launch",
        "repair",
        "block",
        "close",
        "ease",
    }
    | {"limit", "cap", "fund", "finance", "license", "hire", "bid", "tender", "patent", "partner", "sponsor", "train"}
    | {"produce", "back", "return", "export", "import"}
)
_ALWAYS_VERBS = frozenset(
    {"bring", "secure", "insure", "ensure", "procure", "restructure", "capture", "measure", "assure", "configure"}
    | {"implement", "augment", "supplement", "complement", "commission", "transition", "position", "auction"}
    | {"requisition", "finance", "advance", "commence", "enhance", "balance", "rebalance", "proceed", "shed", "embed"}
    | {"feed", "need", "speed", "heed", "seal", "deal", "signal", "recall", "appeal", "reveal", "steal"}
)
"""Words that end as nouns do and are verbs."""
_NEVER_ASKING = frozenset(
    {"growth", "sale", "sold", "entry", "merger", "membership", "takeover", "rollout", "shutdown", "built", "chosen"}
    | {"kept", "frozen", "withdrawn", "bought", "higher", "lower", "upward", "downward", "overdue", "unchanged"}
)
"""Words for acts that are never asked for in this form."""
_PORTUGUESE_NOUNS = frozenset(
    {"troca", "compra", "mudanca", "aumento", "abertura", "espera", "pausa", "recusa", "apoio", "reforco", "aporte"}
    | {"desistencia", "permanencia", "continuidade", "assinatura", "transferencia", "cobranca", "pausa", "avanco"}
)
"""Nouns for acts that are no form of a verb in which it is asked for."""
_FINITE = frozenset(
    {"e", "seria", "significa", "exige", "implica", "custa", "traz", "pode", "poderia", "parece", "faz", "fara", "sera"}
    | {"tem", "teria", "deixa", "gera", "representa"}
)
_ENDS = frozenset(".!?;")


def names_act(tokens: Sequence[str], place: int, language: Language) -> bool:
    """Say whether a word names an act rather than asking for it: the launch, opening, pembukaan."""
    beginnings, endings = _NAMING[language]
    word = tokens[place]
    ahead = tokens[place - 1] if place else ""
    if ahead in _ARTICLES:
        return True
    return word not in _ALWAYS_VERBS and (word.endswith(endings) or bool(beginnings and word.startswith(beginnings)))


def is_object_of_act(tokens: Sequence[str], place: int, language: Language) -> bool:
    """Say whether a word for an act can be what another act is done to: to launch, the launch, launching."""
    word, ahead = tokens[place], tokens[place - 1] if place else ""
    if language == "en":
        return word.endswith("ing") or ahead in ("to", "with") or names_act(tokens, place, language)
    if language == "pt":
        return word.endswith(_INFINITIVE) or names_act(tokens, place, language) or ahead in _BEFORE_NAMES
    return True


def describes_thing(tokens: Sequence[str], place: int, language: Language) -> bool:
    """Say whether a form of a verb only describes a thing: the remaining points, a doação oferecida."""
    word = tokens[place]
    if language == "en" and word.endswith(("ing", "ed")) and 0 < place < len(tokens) - 1:
        following = tokens[place + 1]
        return tokens[place - 1] in _ARTICLES and following.isalpha() and following not in STOP_WORDS["en"]
    if language == "pt" and word.endswith("ria") and place and tokens[place - 1] in _BEFORE_NAMES:
        return True  # "a livraria" frees nobody
    if language == "pt" and word.endswith(_PARTICIPLES):
        return _PASSIVE.isdisjoint(tokens[max(0, place - 3) : place])
    return False


def asks_for_act(
    tokens: Sequence[str], place: int, low: int, language: Language, *, opening: bool, labelled: bool
) -> bool:
    """Say whether an act stands where it is asked for: at the beginning, or as what the speaker would do."""
    word = tokens[place]
    if language == "pt" and word.endswith("ria"):
        return (opening and place - low <= 1) or "eu" in tokens[low:place]  # "eu manteria", "não compraria"
    if tokens[low] in _THEN and place == low + 1:
        opening, low = True, place
    if opening and tokens[low] in _STARTING and place == low + 1:
        return True  # "mulai penggantian tahun ini"
    if not opening or not _opens_clause(tuple(tokens[low:place])) or (language == "en" and _threatens(tokens, place)):
        return False
    if is_loose_infinitive(word, language, labelled=labelled):
        return not _is_subject(tokens, place)
    return labelled or _has_asking_form(tokens, place, language)


def is_loose_infinitive(word: str, language: Language, *, labelled: bool) -> bool:
    """Say whether a word is an infinitive that no label makes a request: "Abrir agora" may only speak of opening."""
    return language == "pt" and word.endswith(_INFINITIVE) and not labelled


def repeats_as_request(word: str, following: str, language: Language) -> bool:
    """Say whether a word that no lexicon knows has a form in which acts are asked for."""
    if language == "en":
        return following in _OBJECTS and not word.endswith(("ing", "ed", "ion", "ment"))
    if language == "pt":
        return word.endswith(_ASKED_PORTUGUESE)
    return word.endswith(("kan", "lah")) and not word.startswith(("me", "di"))


def _opens_clause(ahead: tuple[str, ...]) -> bool:
    return not ahead or ahead in {("jangan",), ("nao",), ("don't",)} or (len(ahead) <= 2 and "not" in ahead)


def _has_asking_form(tokens: Sequence[str], place: int, language: Language) -> bool:
    word = tokens[place]
    if language == "id":
        return _asks_in_indonesian(word) and not _is_indonesian_subject(tokens, place)
    beginnings, endings = _NOT_ASKING[language]
    if word not in _ALWAYS_VERBS and (word.startswith(beginnings) or word.endswith(endings)):
        return False
    if language == "pt":
        return word not in _PORTUGUESE_NOUNS
    plural = word.endswith("s") and not word.endswith("ss")
    return not plural and word not in _NEVER_ASKING and (word not in _ALSO_NOUNS or _has_object(tokens, place))


def _asks_in_indonesian(word: str) -> bool:
    """Say whether a form asks for its act: terbitkan and terima do, menerbitkan, penerbitan and berpindah do not."""
    if word.startswith(("me", "di")):
        return False
    if word.endswith(("kan", "lah")):
        return True
    named = word.startswith(("pe", "ke")) and word.endswith("an")
    return not named and not (word.startswith(("ber", "ter")) and len(word) > _LONGEST_ROOT)


def _is_indonesian_subject(tokens: Sequence[str], place: int) -> bool:
    """Say whether a bare root that opens a sentence is spoken of: "ekspor ke Mesir memerlukan sertifikat"."""
    for at in range(place + 1, min(len(tokens), place + _PREDICATE_REACH)):
        if tokens[at] in _ENDS or not tokens[at].isalpha():
            return False
        if tokens[at].startswith("me") and len(tokens[at]) > _LONGEST_ROOT and tokens[at - 1] not in _LEADING_ON:
            return True
    return False


def _threatens(tokens: Sequence[str], place: int) -> bool:
    """Say whether a sentence only says what an act would lead to: "give it up and we will regret it"."""
    following = tuple(tokens[place + 1 : place + _LONGEST_THREAT])
    return any(following[at : at + 3] in _CONSEQUENCES for at in range(len(following)))


def _has_object(tokens: Sequence[str], place: int) -> bool:
    """Say whether a word that may be a noun is followed as a verb is: "order the parts", not "order volume"."""
    following = tokens[place + 1] if place + 1 < len(tokens) else "."
    if following == "of":
        return False
    small = following in STOP_WORDS["en"] or not following.isalpha()
    return small or is_number(following) or following.endswith("ing")


def _is_subject(tokens: Sequence[str], place: int) -> bool:
    """Say whether a sentence that opens with an infinitive speaks of the act: "abrir agora custaria caro"."""
    following = tokens[place + 1 : place + _SUBJECT_REACH]
    stop = next((at for at, word in enumerate(following) if word in _ENDS), len(following))
    return any(word in _FINITE or word.endswith(("ria", "riam", "ara", "era", "ira")) for word in following[:stop])
