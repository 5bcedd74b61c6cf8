"""Finds the facts of a legal question that the rules can use: communities, property, who claims, whose it is.

A fact is found where one of its words or phrases stands in the question, in Indonesian, English or Portuguese, and is
kept with the passage it was read from. Nothing else ever reaches the rule engine: the facts are a closed list, so no
question can write rules of its own.

- A phrase behind a negation (`bukan sentana rajeg`, `not raised to sentana rajeg`) is denied, not found. Only words
  that link the two may stand between them; `bukan hanya` denies nothing.
- What is left open (`sentana rajeg atau bukan`), and what is said of one and denied of another, is unclear.
- A title or another name that has such a word in it says nothing: a `mamak kepala waris` is no matter of inheritance.
- Who asks does not claim: `Istri saya bertanya` makes nobody a widow.
- A property is the mother's or the father's when the owner stands with it (`pusako tinggi ibunya`, `from the father`);
  `Ibu Ani` is a form of address.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from moot.policies.language import fold, words

LegalFact = str
"""An atom such as `asset(pusako_tinggi)`."""

_PHRASES: dict[LegalFact, tuple[str, ...]] = {
    "community(minangkabau)": ("minangkabau", "minang", "sumatera barat", "west sumatra", "sumatra ocidental"),
    "community(bali)": ("bali", "balinese", "balines", "balinesa"),
    "community(jawa)": ("jawa", "java", "javanese", "javanes", "javanesa"),
    "topic(inheritance)": (
        *("waris", "warisan", "mewaris", "mewarisi", "diwariskan", "pewarisan", "pewaris", "ahli waris"),
        *("inherit", "inherits", "inheritance", "heir", "heirs", "estate"),
        *("heranca", "herda", "herdam", "herdar", "herdeiro", "herdeiros", "herdeira", "herdeiras", "espolio"),
    ),
    "asset(pusako_tinggi)": ("pusako tinggi", "pusaka tinggi", "high ancestral property"),
    "asset(pusako_rendah)": ("pusako rendah", "pusaka rendah", "harta pencaharian", "low ancestral property"),
    "asset(ulayat)": ("ulayat", "tanah ulayat"),
    "asset(druwe_tengah)": ("druwe tengah", "drue tengah"),
    "asset(gono_gini)": (
        *("gono gini", "gono-gini", "harta bersama", "selama perkawinan", "selama menikah", "dibeli bersama"),
        *("marital property", "joint property", "during the marriage"),
        *("patrimonio comum", "bens comuns", "durante o casamento"),
    ),
    "asset(asal)": ("harta asal", "harta bawaan", "gawan"),
    "claimant(daughter)": ("anak perempuan", "putri", "daughter", "daughters", "filha", "filhas"),
    "claimant(son)": ("anak laki laki", "anak lelaki", "putra", "son", "sons", "filho homem", "filhos homens"),
    "claimant(child)": ("anak", "anak anak", "anaknya", "child", "children", "filho", "filhos"),
    "claimant(nephew)": (
        *("kemenakan", "keponakan", "nephew", "nephews", "niece", "nieces"),
        *("sobrinho", "sobrinhos", "sobrinha", "sobrinhas"),
    ),
    "claimant(widow)": ("janda", "istri", "isteri", "widow", "wife", "viuva", "esposa"),
    "claimant(widower)": ("duda", "suami", "widower", "husband", "viuvo", "marido"),
    "status(sentana)": ("sentana rajeg", "sentana"),
    "custom(sepikul_segendongan)": ("sepikul segendongan", "dua banding satu", "two to one", "dois para um"),
    "custom(dundum_kupat)": ("dundum kupat",),
    "matter(child_marriage)": (
        *("usia perkawinan", "usia nikah", "umur perkawinan", "perkawinan anak", "pernikahan anak", "pernikahan dini"),
        *("di bawah umur", "child marriage", "marriage age", "underage marriage"),
        *("casamento infantil", "idade para casar", "casamento de menores"),
    ),
    "matter(adoption)": (
        *("adopsi", "pengangkatan anak", "anak angkat", "mengangkat anak", "adoption", "adopted child"),
        *("adocao", "filho adotivo", "filha adotiva"),
    ),
    "matter(registry)": (
        "akta kelahiran",
        "catatan sipil",
        "pencatatan perkawinan",
        "civil registry",
        "birth certificate",
        "registro civil",
        "certidao de nascimento",
    ),
    "matter(polygamy)": (
        "poligami",
        "beristri lebih dari",
        "istri kedua",
        "polygamy",
        "second wife",
        "poligamia",
        "segunda esposa",
    ),
}

_SYSTEMS: tuple[LegalFact, ...] = ("system(adat)", "system(national)")
"""Both bodies of law always speak (X-56l)."""
_UNCLEAR: dict[LegalFact, LegalFact] = {"status(sentana)": "unclear(sentana)"}
"""What an unclear fact keeps the rules from concluding."""
_OWNERS: dict[LegalFact, str] = {"line(mother)": r"ibu|mother|mae", "line(father)": r"ayah|bapak|father|pai"}
_KNOWN_FACTS = frozenset(_PHRASES) | frozenset(_OWNERS) | frozenset(_UNCLEAR.values()) | set(_SYSTEMS)

_NEGATION_WORDS = (
    "bukan bukanlah tidak tak tiada belum tanpa not no never without isn wasn hasn doesn didn nao nunca sem"
)
_LINK_WORDS = """
adalah seorang sebagai menjadi merupakan diangkat punya mempunyai memiliki ada lagi pernah termasuk orang warga suku
soal perkara masalah tentang berstatus status jadi
a an the any been be is was were are has have had as to of raised made called yet about person t um uma benar
bahwa ia dia beliau true that she he it verdade que ela ele e foi foram era eram esta elevada elevado feita
feito nomeada nomeado sido ter tem teve ainda mais como sobre pessoa da de do
"""
_ASKING_WORDS = "bertanya menanyakan tanya berkonsultasi mengadu meminta asks asked wonders inquires pergunta"
_NEGATIONS = frozenset(_NEGATION_WORDS.split())
_LINKS = frozenset(_LINK_WORDS.split())
"""Words that may stand between a negation and what it denies."""
_ASKING = frozenset(_ASKING_WORDS.split())
_PROPERTY = (
    r"harta|tanah|sawah|rumah|pusako|pusaka|warisan|tinggi|rendah|milik|kaum|suku|pihak|garis|keluarga|peninggalan"
)
_BETWEEN = r"(?:kaum|suku|pihak|garis|keluarga|dari|milik|si|sang|of|the|my|his|her|their|your|from)"
_NAMES = frozenset({"putri", "putra"})
"""Words for children that are names as well."""


_COMPOUNDS = (
    *("kepala waris", "mamak waris", "anak perusahaan", "anak cabang", "anak buah", "anak sungai", "anak nagari"),
    *("anak tangga", "anak kunci", "putra daerah", "putri malu", "real estate", "industrial estate"),
    *("housing estate", "selat bali", "bali united", "laut jawa", "anak menantu", "anak mantu", "anak tiri"),
    *("daughter in law", "daughters in law", "son in law", "sons in law", "step daughter", "step son"),
)
"""Titles and other names that have the word of a fact in them, and do not say it."""

_SPOUSE_WORDS = "istri isteri suami janda duda wife husband widow widower esposa marido viuva viuvo"
_KIN_WORDS = """
anak putri putra kemenakan keponakan child children daughter daughters son sons nephew nephews niece nieces
filho filhos filha filhas sobrinho sobrinha sobrinhos sobrinhas
"""
_OF_WORDS = "dari of the a an do da de dos das o si seorang sang his her their my saya s"
_SPOUSES, _KIN, _OF = frozenset(_SPOUSE_WORDS.split()), frozenset(_KIN_WORDS.split()), frozenset(_OF_WORDS.split())
"""Words that join two people into a relation, as in `the wife of her nephew`."""
_SHORTEST = 3


class FoundFact(NamedTuple):
    """Holds a fact and the passage of the question it was read from."""

    fact: LegalFact
    span: str


class FactFinding(NamedTuple):
    """Holds what a question says, denies, and leaves open."""

    found: tuple[FoundFact, ...]
    denied: tuple[FoundFact, ...] = ()
    unclear: tuple[FoundFact, ...] = ()

    @property
    def atoms(self) -> tuple[LegalFact, ...]:
        """What reaches the engine."""
        open_ = (_UNCLEAR[each.fact] for each in self.unclear if each.fact in _UNCLEAR)
        return (*_SYSTEMS, *(each.fact for each in self.found), *open_)


class _Token(NamedTuple):
    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        return fold(self.text)

    def is_(self, word: str) -> bool:
        """Say whether this is a word, with or without its owner: `kemenakannya` is a `kemenakan`."""
        return self.word == word or (len(word) > _SHORTEST and self.word in (f"{word}nya", f"{word}ku", f"{word}mu"))


def find_facts(question: str) -> FactFinding:
    """Read the facts of a question, each with its passage."""
    tokens = [_Token(each[0], each.start(), each.end()) for each in re.finditer(r"[^\W_]+", question)]
    said: dict[LegalFact, list[tuple[str, str]]] = {}
    for fact, phrases in _PHRASES.items():
        for start, end in _find_phrases(question, tokens, phrases):
            if _is_in_compound(tokens, start, end):
                continue
            if fact.startswith("claimant(") and _is_anothers_spouse(question, tokens, start, end):
                continue
            how, first = _read_polarity(question, tokens, start, end)
            if how != "denied" and fact.startswith("claimant(") and _is_asker(tokens, start, end):
                continue
            said.setdefault(fact, []).append((how, question[tokens[first].start : tokens[end - 1].end]))
    for fact, names in _OWNERS.items():
        said.setdefault(fact, []).extend(("said", span) for span in _find_owned(question, names))
    sorted_out: dict[str, list[FoundFact]] = {"said": [], "denied": [], "unclear": []}
    for fact, readings in said.items():
        kinds = {how for how, _ in readings}
        if kinds:
            kind = kinds.pop() if len(kinds) == 1 else "unclear"
            sorted_out[kind].append(FoundFact(fact, readings[0][1]))
    found = _drop_implied(sorted_out["said"])
    return FactFinding(tuple(found), tuple(sorted_out["denied"]), tuple(sorted_out["unclear"]))


def check_facts(facts: Iterable[LegalFact]) -> tuple[LegalFact, ...]:
    """Keep the facts the rules know, each once, in order; anything else never reaches the engine."""
    return tuple(dict.fromkeys(fact for fact in facts if fact in _KNOWN_FACTS))


def _find_phrases(question: str, tokens: list[_Token], phrases: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Find where a phrase stands, as a range of tokens; a comma or a full stop divides what looks like one."""
    for phrase in phrases:
        wanted = words(phrase)
        for start in range(len(tokens) - len(wanted) + 1):
            end = start + len(wanted)
            here = tokens[start:end]
            between = "".join(question[a.end : b.start] for a, b in pairwise(here))
            if all(each.is_(word) for each, word in zip(here, wanted, strict=True)) and not re.search(
                r"[.,;:!?]", between
            ):
                yield start, end


def _is_in_compound(tokens: list[_Token], start: int, end: int) -> bool:
    """Say whether a phrase is only a part of a title or another name, such as `waris` in `kepala waris`."""
    for compound in _COMPOUNDS:
        wanted = words(compound)
        for first in range(max(0, end - len(wanted)), start + 1):
            here = tokens[first : first + len(wanted)]
            if len(here) == len(wanted) and all(each.is_(word) for each, word in zip(here, wanted, strict=True)):
                return True
    return False


def _is_anothers_spouse(question: str, tokens: list[_Token], start: int, end: int) -> bool:
    """Say whether a phrase tells whose spouse somebody is: the husband of a nephew is no widower, and no nephew."""
    spouse, kin = tokens[start].word in _SPOUSES, tokens[start].word in _KIN
    before = [each for each in range(start - 1, -1, -1) if tokens[each].word not in _OF]
    after = [each for each in range(end, len(tokens)) if tokens[each].word not in _OF]
    prior, later = (before[0] if before else None), (after[0] if after else None)

    def joined(first: int, last: int) -> bool:
        return not re.search(r"[.,;:!?]", question[tokens[first].end : tokens[last].start])

    if later is not None and joined(end - 1, later):
        met = tokens[later].word
        if (spouse and met in _KIN) or (kin and tokens[end].word == "s" and met in _SPOUSES):
            return True
    if prior is not None and joined(prior, start):
        met = tokens[prior].word
        return (kin and met in _SPOUSES) or (spouse and met in _KIN)
    return False


def _read_polarity(question: str, tokens: list[_Token], start: int, end: int) -> tuple[str, int]:
    """Say whether a phrase is said, denied or left open, and where its passage begins."""
    after = [each.word for each in tokens[end : end + 2]]
    if len(after) == 2 and after[0] in ("atau", "or", "ou") and after[1] in _NEGATIONS:
        return "unclear", start
    at = start
    while at > 0:
        before = tokens[at - 1]
        if re.search(r"[.,;:!?]", question[before.end : tokens[at].start]):
            break
        if before.word in _NEGATIONS:
            return "denied", at - 1
        if before.word not in _LINKS and not before.text[0].isupper():
            break  # a name may stand between: "it is not true that Putu is ..."
        at -= 1
    return "said", start


def _is_asker(tokens: list[_Token], start: int, end: int) -> bool:
    """Say whether somebody only asks, or is a name; a few words, such as a name, may stand before the verb."""
    named = tokens[start].word in _NAMES and end < len(tokens) and tokens[start].text[0].isupper()
    if named and tokens[end].text[0].isupper():
        return True
    following = [each.word for each in tokens[end : end + 4]]
    place = next((at for at, word in enumerate(following) if word in _ASKING), None)
    return place is not None and not any(word in ("apakah", "yang", "berhak", "whether") for word in following[:place])


def _find_owned(question: str, names: str) -> Iterator[str]:
    """Find where a property is said to be a parent's; a capital after `Ibu` makes it a form of address."""
    end = r"(?:(?:nya|ku|mu)\b|\b(?!\s+(?-i:[A-Z])))"
    behind = rf"\b(?:{_PROPERTY}|property|land|house|from)\s+(?:{_BETWEEN}\s+){{0,3}}(?:{names}){end}"
    before = rf"\b(?:{names})['’]s\s+(?:\w+\s+){{0,2}}(?:property|land|house|line|clan|kaum|side|pusako|estate)\b"
    for pattern in (behind, before):
        for found in re.finditer(pattern, question, re.IGNORECASE):
            denied = re.search(r"\b(bukan|not|tidak)\s+(?:\w+\s+)?$", question[: found.start()], re.IGNORECASE)
            if not denied:
                yield found[0]


def _drop_implied(found: list[FoundFact]) -> list[FoundFact]:
    """Drop a child of unknown sex beside a son or a daughter, or where a child is a matter and no claimant."""
    facts = {each.fact for each in found}
    exact = facts & {"claimant(son)", "claimant(daughter)", "matter(adoption)", "matter(child_marriage)"}
    return [each for each in found if each.fact != "claimant(child)" or not exact]
