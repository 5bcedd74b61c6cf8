"""Finds what a claim asserts although the source only denies it, and what it denies although the source does not.

- A claim that says of one thing what its source says of others, while the source only says of it what is not so, is
  denied: corrosion in the cables, and none in the main pylons.
- Where the source finds no change, no difference or no effect, nothing rose, fell, improved or got worse.
- A denial has to be in the source as well: a sentence that shares a word with the claim has to deny something, refuse,
  end or restrict it. What a claim says of the source itself ("does not mention"), denials that name a figure and
  corrections ("not A, but B") are left to whoever can judge their meaning.
- A denial of at least three words with content that shares none with a source in its own language is not stated there.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from moot.policies.critique.ledger.clauses import Token
from moot.policies.critique.ledger.denials import (
    DETERMINERS,
    StatedPassage,
    denies_existence,
    gives_up,
    read_statement,
    says_existing,
    stops,
)
from moot.policies.critique.ledger.figures import agree, read_figures
from moot.policies.critique.ledger.opposites import find_rise, find_side, says_given_up
from moot.policies.critique.ledger.rivals import is_year
from moot.policies.critique.ledger.sources import SourceReading, reduce_word
from moot.policies.language import Language, guess_language
from moot.state.facts import Fact, state_fact

_SAME_BEGINNING, _SIMILAR, _SHORTEST_ROOT = 5, 4, 4
_FEWEST_OF_OTHERS, _FEWEST_TOLD, _OBJECT, _FEWEST_UNHEARD = 2, 3, 3, 2
_UNCHANGING_WORDS = """
efeito efeitos impacto melhora variacao mudanca mudancas alteracao diferenca diferencas perubahan perbedaan pengaruh
dampak peningkatan penurunan change changes difference differences effect effects impact improvement
"""
_UNCHANGING = frozenset(_UNCHANGING_WORDS.split())
_UNIVERSAL_WORDS = """
nobody none nothing never anybody anyone anything ninguem nada nunca nenhum nenhuma siapapun siapa apapun pernah
"""
_UNIVERSAL = frozenset(_UNIVERSAL_WORDS.split())
_CHANGING = (
    "improv",
    "better",
    "worse",
    "melhor",
    "pior",
    "membaik",
    "memburuk",
    "chang",
    "mudou",
    "mudaram",
    "berubah",
)
_RESTRICTING_WORDS = """
apenas somente exceto salvo antes fora exclusivamente hanya kecuali selain sebelum mantan luar only just solely unless
except excluding until before former formerly instead rather outside
"""
_RESTRICTING = frozenset(_RESTRICTING_WORDS.split())
_CORRECTING = frozenset(["but", "mas", "melainkan", "tetapi", "tapi", "rather", "instead", "sim"])
_OF_SOURCES = (
    *("mention", "state", "specif", "say", "report", "indicat", "address", "explain", "disclos", "describ", "contain"),
    *("mencion", "inform", "especific", "diz", "indic", "explic", "esclarec", "consta", "descrev", "detalh"),
    *("menyebut", "disebut", "menyatakan", "menjelaskan", "dijelaskan", "mencantum", "dicantum", "merinci"),
)


def find_unsaid(tokens: Sequence[Token], source: SourceReading) -> Fact | None:
    """Say what a statement asserts or denies without its source; None where nothing shows."""
    read = read_statement(tokens, source.language)
    if _speaks_of_something_else(read, tokens, source):
        return state_fact("claim.denial_absent")
    for each in read:
        if each.denials:
            if _denies_alone(each, frozenset().union(*(other.content for other in read)), tokens, source):
                return state_fact("claim.denial_absent")
        elif _says_of_others(each, tokens, source) or _tells_no_change(each, tokens, source.parts):
            return state_fact("claim.denied")
    return None


class _DeniedPhrase(NamedTuple):
    """What a source denies: the words behind a denial in its clause, and those of the rest of its sentence."""

    words: frozenset[str]
    around: frozenset[str]
    names: frozenset[str]
    gives_up: bool
    """It was called off, rather than denied."""
    universal: bool
    """Nobody and nothing is meant by it."""
    corrects: str
    """The word that is put right, where the clause only says what is not so: by the fund, not by the maker."""


def compare_denied(tokens: Sequence[Token], source: SourceReading) -> Literal["denied", "agrees"] | None:
    """Say whether a statement asserts all of what its source denies in so many words, or denies it as well."""
    read = read_statement(tokens, source.language)
    denials = sum(len(each.denials) for each in read)
    told = _reduce([token.word for token in tokens], source.language)
    denied_at = next((at for at, token in enumerate(tokens) if token.denies), len(tokens))
    behind = _reduce([token.word for token in tokens[denied_at:]], source.language)
    names = _reduce([token.word for token in tokens if token.text[0].isupper() and not token.first], source.language)
    counts = any(each.kind == "number" for each in read_figures(tokens))  # of others the source may say how much
    said = [_reduce(each.words, source.language) for each in source.parts if not each.denials and not gives_up(each)]
    for each in _list_denied(source):
        near = told & each.around
        enough = len(each.words) >= _FEWEST_OF_OTHERS or bool(each.corrects and near - {each.corrects})
        enough = enough or bool(each.universal and each.words and near and not counts)
        if not each.words <= told or (names and each.names and names.isdisjoint(each.names)):
            continue
        gives_up_too = each.gives_up and any(gives_up(one) for one in read)
        if enough and not denials and not gives_up_too and not any(each.words <= one for one in said):
            return "denied"
        enough = enough or bool(each.words and near and each.words <= behind)
        if enough and denials == 1 and each.corrects not in told:
            return "agrees"
    return None


def _reduce(words: Iterable[str], language: Language) -> frozenset[str]:
    return frozenset(map(_begin, (reduce_word(each, language) for each in words)))


def _begin(reduced: str) -> str:
    """Give the beginning of a word, by which subsidy and subsidised are the same."""
    return reduced[:_SAME_BEGINNING] if reduced.isalpha() else reduced


def _list_denied(source: SourceReading) -> Iterator[_DeniedPhrase]:
    tokens, reduced = source.tokens, tuple(map(_begin, source.reduced))
    content = [bool(each) for part in source.parts for each in part.stems]
    # Two denials in one part of a sentence say yes.
    denials = [at in part.denials and len(part.denials) == 1 for part in source.parts for at in range(len(part.words))]
    for at, token in enumerate(tokens):
        given_up = says_given_up(token.word)
        if not denials[at] and not given_up:
            continue
        sentence = source.sentences[token.sentence]
        behind = [place for place in sentence if place > at and tokens[place].clause == token.clause]
        told = [reduced[place] for place in behind if content[place] and tokens[place].word not in _UNIVERSAL]
        words = frozenset(told[:_OBJECT] if given_up else told)
        around = frozenset(reduced[place] for place in sentence if content[place]) - words
        opens = not token.first and tokens[at - 1].clause != token.clause
        named = (place for place in sentence if tokens[place].text[0].isupper() and not tokens[place].first)
        names = frozenset(reduced[place] for place in named if content[place])
        universal = any(tokens[place].word in _UNIVERSAL for place in (at, *behind))
        universal = universal or (token.denies and says_existing([tokens[each].word for each in (at - 1, *behind[:1])]))
        yield _DeniedPhrase(
            words, around, names, given_up, universal, reduced[at - 1] if opens and not given_up else ""
        )


def is_only_denied(claim: StatedPassage, parts: Sequence[StatedPassage]) -> bool:
    """Say whether a source denies all it says of something that a claim denies something of: both say no."""
    said = frozenset[str]().union(*(each.content for each in parts if not each.denials))
    return any(each.denials and claim.content & (each.content - said) for each in parts)


def denies_anew(claim: StatedPassage, source: SourceReading) -> bool:
    """Say whether nobody is denied to have done something of which a source has no word: it may say so in others."""
    said = {word[:_SAME_BEGINNING] for each in source.whole for word in each.content}
    behind = [each for at in claim.denials if claim.words[at] in DETERMINERS for each in claim.stems[at + 1 :] if each]
    return bool(behind) and behind[-1][:_SAME_BEGINNING] not in said and any(each.denials for each in source.whole)


def _speaks_of_something_else(claim: Sequence[StatedPassage], tokens: Sequence[Token], source: SourceReading) -> bool:
    """Say whether a denial in the language of its source has words enough, and shares none with it."""
    told = {word[:_SAME_BEGINNING] for each in claim for word in each.content}
    said = {word[:_SAME_BEGINNING] for each in source.parts for word in each.content}
    if not any(each.denials for each in claim) or len(told) < _FEWEST_TOLD or told & said:
        return False
    return guess_language(" ".join(token.text for token in tokens)) == source.language


def _says_of_others(claim: StatedPassage, tokens: Sequence[Token], source: SourceReading) -> bool:
    """Say whether a source denies all it says of something, and says of others what the claim says of it.

    What a clause asserts in full is said, whatever the next one denies: it goes from uncle to nephew, nobody owns it.
    """
    if _turns(claim) or not claim.content or _tells_figures(claim, tokens, source):
        return False
    denied = [each for each in source.parts if each.denials]
    clauses = (each for each in source.passages if len(each.content) >= _FEWEST_TOLD)
    told = (*source.parts, *clauses)
    said = frozenset[str]().union(*(each.content for each in told if not each.denials))
    refused = frozenset[str]().union(*(each.content for each in denied)) - said
    only, others = claim.content & refused, claim.content & said
    if only | others != claim.content or not only or len(others) < _FEWEST_OF_OTHERS:
        return False
    return not any(len(others & each.content) >= _FEWEST_OF_OTHERS for each in denied)


def _tells_figures(claim: StatedPassage, tokens: Sequence[Token], source: SourceReading) -> bool:
    """Say whether a sentence that denies nothing has all figures of a claim, and as many of its words."""
    mine = read_figures(tokens)
    for number, places in enumerate(source.sentences):
        told = [each for each in source.figures if each.start in places]
        whole = source.whole[number] if number < len(source.whole) else None
        same = any(not is_year(each) and each.kind == "number" for each in mine) and all(
            any(agree(one, each) for each in told) for one in mine
        )
        if same and whole and not whole.denials and len(claim.content & whole.content) >= _FEWEST_OF_OTHERS:
            return True
    return False


def _tells_no_change(claim: StatedPassage, tokens: Sequence[Token], parts: Sequence[StatedPassage]) -> bool:
    changes = find_rise(tokens) is not None or any(word.startswith(_CHANGING) for word in claim.words)
    if not changes:
        return False
    unchanged = [each for each in parts if each.denials and not _UNCHANGING.isdisjoint(each.words)]
    changed = [each for each in parts if not each.denials and any(word.startswith(_CHANGING) for word in each.words)]
    elsewhere = frozenset[str]().union(*(each.content for each in changed))
    return any(claim.content & (each.content - elsewhere) for each in unchanged)


def _denies_alone(
    claim: StatedPassage, content: frozenset[str], tokens: Sequence[Token], source: SourceReading
) -> bool:
    """Say whether no sentence of a source that shares a word with a denial denies, ends or restricts anything."""
    told = frozenset(claim.words)
    if told & _CORRECTING or any(word.startswith(_OF_SOURCES) for word in claim.words):
        return False
    if len(claim.denials) != 1 or any(each.kind == "number" for each in read_figures(tokens)):
        return False
    if any(find_side(word) is not None for word in claim.words):
        return False  # words of a pair are compared by themselves: what did not rise may have fallen
    if _denies_unheard(claim, source):
        return True
    beginnings = {each[:_SIMILAR] for each in content}
    sharing = [each for each in source.whole if beginnings & {one[:_SIMILAR] for one in each.content}]
    return bool(sharing) and not any(_refuses(each) for each in sharing)


def _denies_unheard(claim: StatedPassage, source: SourceReading) -> bool:
    """Say whether a source has no word of what a claim denies: it does not say that no mortgages are offered."""
    if denies_existence(claim) and any(map(denies_existence, source.parts)):
        return False  # both say that there was nobody, or nothing, it may be in other words
    behind = [each[:_SAME_BEGINNING] for each in claim.stems[max(claim.denials) + 1 :] if each]
    # Also as a part of a word: who did not go to prison (penjara) was not imprisoned (dipenjara).
    said = {word for each in source.whole for word in (*each.words, *each.content)}
    # An Indonesian prefix may swallow the first letter of its word, and its stem begins with another: milik, memiliki.
    roots = [each[1:] if source.language == "id" and len(each) > _SHORTEST_ROOT else each for each in behind]
    return len(behind) >= _FEWEST_UNHEARD and not any(each in word for each in roots for word in said)


def _refuses(part: StatedPassage) -> bool:
    return (
        bool(part.denials) or not _RESTRICTING.isdisjoint(part.words) or _turns(part) or gives_up(part) or stops(part)
    )


def _turns(part: StatedPassage) -> bool:
    """Say whether a word of a part says no by itself: refused, closed, fell, lost."""
    return any(side is not None and side[1] for side in map(find_side, part.words))
