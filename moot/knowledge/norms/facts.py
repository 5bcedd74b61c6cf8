"""Finds the facts of a legal question that the rules can use: communities, property, who claims, whose it is.

A fact is found where one of its words or phrases stands in the question, in Indonesian, English or Portuguese, and is
kept with the passage it was read from. Nothing else ever reaches the rule engine: the facts are a closed list, so no
question can write rules of its own.

- What is denied is kept apart, and so is what is left open (polarity.py): of `pusako tinggi atau pusako rendah` none is
  known when it is asked which of them it is.
- A title or another name that has such a word in it says nothing: a `mamak kepala waris` is no matter of inheritance.
- Somebody is a claimant unless named in another role (roles.py). Where children are denied and no first heir is named,
  whether there is any is unclear.
- A property is the mother's or the father's when the owner stands with it (`pusako tinggi ibunya`, `from the father`);
  `Ibu Ani` is a form of address.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from moot.knowledge.norms.polarity import Phrase, QuestionWord, is_denied_before, read_polarity
from moot.knowledge.norms.roles import is_asker, is_claimant
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
_FIRST_HEIRS_UNCLEAR: LegalFact = "unclear(first_heirs)"
_FIRST_HEIRS = frozenset(f"claimant({who})" for who in ("child", "son", "daughter", "widow", "widower"))
_OWNERS: dict[LegalFact, str] = {"line(mother)": r"ibu|mother|m[aã]e", "line(father)": r"ayah|bapak|father|pai"}
_KNOWN_FACTS = (
    frozenset(_PHRASES) | frozenset(_OWNERS) | frozenset(_UNCLEAR.values()) | {*_SYSTEMS, _FIRST_HEIRS_UNCLEAR}
)

_DATING = frozenset(
    ("selama perkawinan", "selama menikah", "during the marriage", "durante o casamento", "dibeli bersama")
)
"""What says of a property only when or how it was acquired."""
_WHICH = re.compile(r"\b(?:apakah|whether|is|are|was|se|sera|tidak jelas|belum jelas)\b[^.;!?]*$")
_PROPERTY = (
    r"harta|tanah|sawah|rumah|pusako|pusaka|warisan|tinggi|rendah|milik|kaum|suku|pihak|garis|keluarga|peninggalan"
    r"|terras?|casa|bens|herança|linha|família"
)
_BETWEEN = (
    r"(?:kaum|suku|pihak|garis|keluarga|dari|milik|si|sang|of|the|my|his|her|their|your|from"
    r"|do|da|de|dos|das|o|a|seu|sua|meu|minha)"
)
_COMPOUNDS = (
    *("kepala waris", "mamak waris", "anak perusahaan", "anak cabang", "anak buah", "anak sungai", "anak nagari"),
    *("anak tangga", "anak kunci", "putra daerah", "putri malu", "real estate", "industrial estate"),
    *("housing estate", "selat bali", "bali united", "laut jawa", "anak menantu", "anak mantu", "anak tiri"),
    *("daughter in law", "daughters in law", "son in law", "sons in law", "step daughter", "step son"),
)
"""Titles and other names that have the word of a fact in them, and do not say it."""


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
        open_ = [_UNCLEAR[each.fact] for each in self.unclear if each.fact in _UNCLEAR]
        found, denied = {each.fact for each in self.found}, {each.fact for each in self.denied}
        childless = "claimant(child)" in denied or {"claimant(son)", "claimant(daughter)"} <= denied
        if childless and not found & _FIRST_HEIRS:
            open_.append(_FIRST_HEIRS_UNCLEAR)
        return (*_SYSTEMS, *(each.fact for each in self.found), *open_)


def find_facts(question: str) -> FactFinding:
    """Read the facts of a question, each with its passage."""
    tokens = [QuestionWord(each[0], each.start(), each.end()) for each in re.finditer(r"[^\W_]+", question)]
    said: dict[LegalFact, list[tuple[str, str]]] = {}
    found_at = _find_all(question, tokens)
    open_ = _list_alternatives(question, tokens, [phrase for _, phrase in found_at])
    for fact, phrase in found_at:
        how, first = read_polarity(question, tokens, phrase)
        start, end = phrase.start, phrase.end
        if phrase.kind == "claimant" and how != "denied":
            asks = is_asker(question, tokens, start, end)
            if asks or not is_claimant(question, tokens, start, end):
                continue
        dated = question[tokens[start].start : tokens[end - 1].end]
        if phrase in open_ or (fold(dated) in _DATING and is_denied_before(question, tokens, phrase)):
            how = "unclear" if how == "said" else how
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


def _find_all(question: str, tokens: list[QuestionWord]) -> list[tuple[LegalFact, Phrase]]:
    """Find every phrase of a fact, but those that are only a part of another one."""
    found = [
        (fact, Phrase(start, end, fact.partition("(")[0]))
        for fact, phrases in _PHRASES.items()
        for start, end in _find_phrases(question, tokens, phrases)
        if not _is_in_compound(tokens, start, end)
    ]
    # "No sons" does not say that there are no children.
    exact = {phrase.start for fact, phrase in found if fact in ("claimant(son)", "claimant(daughter)")}
    return [each for each in found if each[0] != "claimant(child)" or each[1].start not in exact]


def _list_alternatives(question: str, tokens: list[QuestionWord], phrases: list[Phrase]) -> set[Phrase]:
    """List the kinds of property of which a question asks which one it is."""
    assets = [each for each in phrases if each.kind == "asset"]
    return {
        each
        for one in assets
        for other in assets
        if [token.word for token in tokens[one.end : other.start]] in (["atau"], ["or"], ["ou"])
        and _WHICH.search(fold(question[: tokens[one.start].start]))
        for each in (one, other)
    }


def _find_phrases(question: str, tokens: list[QuestionWord], phrases: Iterable[str]) -> Iterator[tuple[int, int]]:
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


def _is_in_compound(tokens: list[QuestionWord], start: int, end: int) -> bool:
    """Say whether a phrase is only a part of a title or another name, such as `waris` in `kepala waris`."""
    for compound in _COMPOUNDS:
        wanted = words(compound)
        for first in range(max(0, end - len(wanted)), start + 1):
            here = tokens[first : first + len(wanted)]
            if len(here) == len(wanted) and all(each.is_(word) for each, word in zip(here, wanted, strict=True)):
                return True
    return False


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
