"""Compares a piece of evidence with what it cites: figures, times, names, and the words themselves.

It says the same when
- every figure and every time in it stands in the source (5 s is 5000 ms, 14:01 is part of 14:01:29);
- every name in it does: words with an underscore, a digit or a capital inside, and pairs such as active=40, which are
  the same as `active: 40` and `"active": 40`, and not the same as active=400;
- every word in capitals does, where the source writes others: `DROP TABLE` is not `ALTER TABLE`;
- what it puts into quotation marks stands there as it is, but for how a field and its value are written;
- at least half of its telling words stand there, names and figures included, inflected or not, and two thirds of those
  that are part of no name: "connection refused by orders" is not said by "orders: unknown host";
- neither of the two denies what the other says: "no space left" is not "space left", and what an error kept from being
  done was not done;
- what it has change from one to the other did not change back, and what it has rise did not fall;
- what it has fail is in no ordinary line that knows of no failure;
- what it says of all, of each or of none stands there so, where it cites a single line or record;
- nobody does in one what is done to it in the other: "aborted by the peer" is not "aborted the peer".

Words that only say how something is cited ("the first line shows") tell nothing.
"""

import re
from collections.abc import Iterable, Iterator
from unicodedata import normalize

from moot.policies.critique.ledger import turns_round, write_figures
from moot.policies.language import STOP_WORDS, fold, words
from moot.state.facts import Fact, state_fact

_VAGUE = """
log logs line lines event events entry entries error errors message messages failure failures failed incident incidents
similar same pattern sequence historical history past shows show showed says said reports reported report seen found
usage percent component components first last earliest latest root cause caused causes similarity trigger triggers
triggered onset starts started start begins began ends ended end before after then later earlier until since during
between immediately shortly following followed follows time times minutes minute seconds second hours hour burst flood
spike repeated repeatedly total count counted symptom symptoms evidence see also both each all only now
linha linhas registro mostra erro erros causa gatilho antes depois apos primeiro primeira
baris galat kesalahan penyebab pemicu sebelum sesudah setelah pertama
"""
SMALL_WORDS = STOP_WORDS["en"] | STOP_WORDS["pt"] | STOP_WORDS["id"] | frozenset(_VAGUE.split())
"""Words that stand in many sources and tell none apart."""

_TIME = re.compile(r"\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?")
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_FIGURE = re.compile(r"(?<![\w.,])[+-]?\d[\d,]*(?:\.\d+)?")
_ANY_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MIXED = re.compile(
    r"(?<!\w)(?!(?:\d+(?:ms|us|ns|h|m|s|d|min)){1,4}(?!\w))(?!F\d+L\d+)"
    r"(?=\w*(?:[A-Za-z]\d+[A-Za-z]|\d[A-Za-z]+\d))[A-Za-z0-9]+(?!\w)"
)
"""An identifier of letters and digits by turns, as of a pod: its digits are no figures. A duration is none."""
_PAIR = re.compile(r"[A-Za-z_][\w.-]*=[\w.:%/-]*\w")
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:[.:/-][\w$]+)*")
_NAMELIKE = re.compile(r"[A-Za-z]+_\w|[a-z][A-Z]|[A-Za-z]\d|\d[A-Za-z]|\w\.\w|\w/\w")
_QUOTE = re.compile(r"[\"“”«»`]([^\"“”«»`]{3,})[\"“”«»`]")
_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_NEGATIONS = frozenset(
    ("no", "not", "never", "without", "none", "cannot", "nao", "sem", "nunca", "nenhum", "tidak", "tanpa", "bukan")
)
_ALL = re.compile(
    r"(?<!\bat )(?<!\bafter )\b(?:all|every|each|everything|everybody|everyone|always|never|nobody|none|entire|entirely"
    r"|todos|todas|toda|cada|sempre|nunca|ningu[eé]m|nenhum|nenhuma|semua|seluruh|setiap|selalu|tidak pernah)\b"
    r"(?! (?:\d+|the same|over|together|in all)\b)",
    re.IGNORECASE,
)
"""Says something of everything there is; a figure behind it is compared by itself."""
_FULL = re.compile(r"(\d+)(?: of |/| de | dari )\1(?!\d)|100 ?%")
_ASSIGNED = re.compile(r"[\"'\\]*\s*[=:]\s*[\"'\\]*")
"""What stands between a field and its value."""
_CAPITALS = re.compile(r"(?<![\w.-])[A-Z]{3,}(?![\w.-])")
_FAILS = re.compile(
    r"\b(?:fail(?:s|ed|ing|ure)?|unable|refus\w+|denied|timed? ?out|impossible|cannot|could not|can't|couldn't|falh\w+"
    r"|incapaz|gagal|lack\w*)\b",
    re.IGNORECASE,
)
"""Says without a negation that something was not done."""
_OPPOSITES = """
passed passes succeeded succeeds successful sucesso berhasil lulus | failed fails failing failure falhou gagal
healthy saudavel sehat | unhealthy
enabled ativado ativada habilitado diaktifkan | disabled desativado desativada dinonaktifkan
accepted accepts aceito aceita diterima | rejected rejects refused rejeitado rejeitada recusado recusada ditolak
authorized authorised autorizado autorizada | rejected refused denied rejeitado rejeitada recusado recusada negada
granted allowed permitido permitida diizinkan | denied blocked forbidden negado negada bloqueado bloqueada
started starts starting iniciado iniciou dimulai | stopped stops stopping terminated parado parou dihentikan
opened | closed
connected conectado terhubung | disconnected desconectado terputus
approved aprovado disetujui | declined recusado
online | offline
"""
_ENDS = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, _, other in (line.partition("|") for line in _OPPOSITES.strip().splitlines())
)
"""Words of which one is the opposite of the other."""
_ROSE = re.compile(
    r"\b(?:rais|increas|grew|grow|widen|doubl|higher|up to|subiu|aument|elev|naik|mening|dinaikkan)", re.IGNORECASE
)
_FELL = re.compile(
    r"\b(?:lower|decreas|reduc|shr[aiu]nk|cut|drop|fell|halv|smaller|down to|baixou|caiu|diminu|reduz|turun|menurun"
    r"|berkurang)",
    re.IGNORECASE,
)
_CHANGED = re.compile(r"(-?\d+(?:\.\d+)?)\W{0,3}(?:->|→|=>|\bto\b|\bpara\b|\bke\b|\bmenjadi\b)\W{0,3}(-?\d+(?:\.\d+)?)")
_VALUE = r"([\w][\w.%-]*)"
_TURNED = re.compile(
    rf"{_VALUE}\W{{0,3}}(?:->|→|=>)\W{{0,3}}{_VALUE}|\b(?:from|de|dari) {_VALUE} (?:to|para|a|ke|menjadi) {_VALUE}",
    re.IGNORECASE,
)
_WAS = re.compile(rf"\b(?:was|previously|antes|era|anteriormente|sebelumnya|semula)[ :=]+{_VALUE}", re.IGNORECASE)
"""What something is changed from and to, and what it says it was before."""
_NONE_BEFORE = re.compile(r"\b(?:none|no\w*|nenhum\w*|tidak ada) (?:before|antes|sebelum\w*)", re.IGNORECASE)
_FAILED = re.compile(
    r"(\w+) (?:has |have |is |está |telah )?(?:(?:failed|fails|failing|falhou|falharam|falhando|gagal)"
    r"|(?:was |were |been |being |got |foi |foram )(?:refused|denied|rejected|aborted|killed|dropped|lost|recusad\w+"
    r"|negad\w+|rejeitad\w+|abortad\w+))\b",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"\b(?:(?:fail\w*|unable|inability) to|(?:errors?|fail\w*)(?= \w+ing\b)|(?:erro|falh\w+|incapaz) (?:ao|em|de)"
    r"|gagal(?: untuk)?) ([^\W\d_]{4,})",
    re.IGNORECASE,
)
"""What was tried and not done."""
_TROUBLED = re.compile(
    r"fail|err|falh|gagal|warn|refus|denied|timed? ?out|exception|fatal|not\b|n't|never|lost|kill|abort|reject"
    r"|\b[45]\d\d\b",
    re.IGNORECASE,
)
_ACCENTS = re.compile("[\u0300-\u036f]")
_SURE = 2
"""So many names, fields and figures that stand in a source make up for one word that does not."""
_LEVELS = frozenset(("TRACE", "DEBUG", "INFO", "LOG", "NOTICE", "WARN", "WARNING", "ERROR", "FATAL", "PANIC", "SEVERE"))
_STEM = 5
_PLAIN_SHARE = 2 / 3 - 1e-9


def find_mismatch(said: str, source: str, *, allowed: Iterable[int] = (), single: bool = False) -> Fact | None:
    """Say what a text has that its source has not; None when the source says the same.

    `allowed` are figures that need no source, such as how many lines are cited; `single` tells that the source is one
    line or record, which knows of no other.
    """
    said = write_figures(said)
    known, pairs = _squeeze(source), _write_pairs(source)
    alike = _squeeze(pairs)
    for quote in _QUOTE.findall(said):
        if any(map(str.isalnum, quote)) and _squeeze(_write_pairs(quote)) not in alike:
            return state_fact("cause.check.not_said", what=f"‘{quote}’")
    for pair in _PAIR.findall(said):
        if not _has_pair(pair, pairs):
            return state_fact("cause.check.not_said", what=pair)
    figures = _list_strange_figures(said, source, {str(each) for each in allowed})
    if figures:
        return state_fact("cause.check.not_said", what=figures[0])
    names = [name for name in list_names(said) if _squeeze(name) not in known] or _list_strange_capitals(said, source)
    if names:
        return state_fact("cause.check.not_named", what=names[0])
    if strange := _find_swapped(said, source) or (
        single and (_find_general(said, source) or _find_failing(said, source))
    ):
        return state_fact("cause.check.not_said", what=f"‘{strange}’")
    if turned := turns_round(said, source):
        return state_fact("cause.check.turned_round", what=turned)
    return _compare_words(said, source)


def _find_general(said: str, source: str) -> str:
    """Find a word that says something of everything, where a source says nothing of the kind."""
    if (none := _NONE_BEFORE.search(said)) and not _NONE_BEFORE.search(source):
        return none[0]
    said, source = (_NONE_BEFORE.sub(" ", each) for each in (said, source))
    found = _ALL.search(said)
    return "" if found is None or _ALL.search(source) or _FULL.search(f"{said} {source}") else found[0]


def _find_swapped(said: str, source: str) -> str:
    """Find a change that its source tells the other way round: `8 -> 40` where it has `40 -> 8`, or 8 that was 40."""
    told, were = set(_list_changes(source)), {fold(each) for each in _WAS.findall(source)}
    for before, after in _list_changes(said):
        turned = (after, before) in told or (after in were and before not in were and before in fold(source))
        if turned and (before, after) not in told:
            return f"{before} -> {after}"
    return ""


def _list_changes(text: str) -> Iterator[tuple[str, str]]:
    for found in _TURNED.finditer(text):
        before, after = (fold(each).strip(".") for each in (found[1] or found[3], found[2] or found[4]))
        if before != after:
            yield before, after


def _find_failing(said: str, source: str) -> str:
    """Find what a text has fail, where its source names it, is an ordinary line and knows of no failure."""
    if " INFO " not in f" {source} " or _TROUBLED.search(source):
        return ""
    known = {word[:_STEM] for word in words(source)}
    return next((found[0] for found in _FAILED.finditer(said) if fold(found[1])[:_STEM] in known), "")


def telling_words(text: str) -> frozenset[str]:
    """Find the words of a text that tell it apart: no small ones, names taken to pieces."""
    # Pieces are told by their capitals, so only the accents go.
    plain = text if text.isascii() else _ACCENTS.sub("", normalize("NFD", text))
    parts = [piece.lower() for name in _NAME.findall(plain) for piece in _PIECE.findall(name) if len(piece) > 2]
    return frozenset(
        word
        for word in (*words(text), *parts)
        if word not in SMALL_WORDS and (len(word) > 2 or word.isdigit()) and not word.isdecimal()
    )


def list_names(text: str) -> list[str]:
    """List the words of a text that are names of something."""
    plain = _PAIR.sub(" ", _DATE.sub(" ", _TIME.sub(" ", text)))
    found = (name.rstrip(".:/-") for name in _NAME.findall(plain))
    return [name for name in found if _NAMELIKE.search(name)]


def share_word(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two sets of words have one in common, inflected or not."""
    return bool({word[:_STEM] for word in one} & {word[:_STEM] for word in other})


def _squeeze(text: str) -> str:
    return "".join(fold(text).split())


def _write_pairs(text: str) -> str:
    """Write fields and their values alike, whatever stands between them."""
    return _ASSIGNED.sub("=", fold(text))


def _has_pair(pair: str, pairs: str) -> bool:
    """Tell whether a field has this value and no longer one."""
    return re.search(rf"(?<!\w){re.escape(_write_pairs(pair))}(?!\w|[.,]\d)", pairs) is not None


def _list_strange_figures(said: str, source: str, allowed: set[str]) -> list[str]:
    times = [time for time in _TIME.findall(said) if time not in source and time.replace(",", ".") not in source]
    dates = [date for date in _DATE.findall(said) if date not in source]
    plain = _MIXED.sub(" ", _PAIR.sub(" ", _DATE.sub(" ", _TIME.sub(" ", said))))
    # The digits of a time are no figures.
    there = _MIXED.sub(" ", _DATE.sub(" ", _TIME.sub(" ", source)))
    known = {_write_figure(each) for each in _ANY_FIGURE.findall(there)} | allowed
    strange = [figure for figure in _FIGURE.findall(plain) if not _is_known(_write_figure(figure), known)]
    squeezed = _squeeze(source)
    mixed = [each for each in _MIXED.findall(said) if _squeeze(each) not in squeezed]
    return [*dates, *times, *strange, *mixed]


def _write_figure(text: str) -> str:
    plain = text.replace(",", "").lstrip("+-").rstrip(".")
    return f"{float(plain):g}" if len(plain) < 16 else plain


def _is_known(figure: str, known: set[str]) -> bool:
    """Tell whether a figure stands in the source, as it is or in thousandths."""
    return figure in known or (len(figure) < 12 and f"{float(figure) * 1000:g}" in known)


def _list_strange_capitals(said: str, source: str) -> list[str]:
    """List words in capitals that a source has not which writes such words itself: a statement, a method of HTTP."""
    own = set(_CAPITALS.findall(source)) - _LEVELS
    return [word for word in _CAPITALS.findall(said) if word not in own | _LEVELS] if own else []


def _compare_words(said: str, source: str) -> Fact | None:
    telling, there = telling_words(said), telling_words(source)
    stems = {word[:_STEM] for word in there}
    strange = sorted(word for word in telling if word[:_STEM] not in stems)
    denied = _denies(said, source) or _denies(source, said) or _has_done(said, source)
    if denied or _says_opposite(said, source) or _runs_against(said, source):
        return state_fact("cause.check.denies")
    figures = len(_FIGURE.findall(_TIME.sub(" ", said)))
    named = telling_words(" ".join((*list_names(said), *_PAIR.findall(said))))
    # A figure with its unit is no word.
    plain = {word for word in telling - named if not word[0].isdigit()}
    specific = len(list_names(said)) + len(_PAIR.findall(said)) + len(_TIME.findall(said)) + figures
    if len(plain & {*strange}) == 1 == len(strange) and specific >= _SURE:
        return None
    if len(strange) > (len(telling) + figures) / 2 or len(plain & {*strange}) > len(plain) * (1 - _PLAIN_SHARE):
        return state_fact("cause.check.nothing_of", what=tuple(strange[:3]))
    return None


def _denies(one: str, other: str) -> bool:
    """Tell whether a text denies a word that the other one says and does not deny."""
    denied, said = {word[:_STEM] for word in _list_denied(one)}, words(other)
    stems = {word[:_STEM] for word in said}
    return bool(denied & stems) and not _NEGATIONS & set(said) and not _FAILS.search(other)


def _has_done(said: str, source: str) -> bool:
    """Tell whether a text has something done that its source only tried, and says nothing of trouble."""
    if _TROUBLED.search(said) or _NEGATIONS & set(words(said)):
        return False
    undone = {fold(verb)[:_STEM] for verb in _UNDONE.findall(source)}
    return bool(undone & {word[:_STEM] for word in words(said)})


def _says_opposite(said: str, source: str) -> bool:
    """Tell whether a text has the opposite of a word of its source, and not that word."""
    one, other = set(words(said)), set(words(source))
    return any(
        (a & one and b & other and not a & other and not b & one)
        or (b & one and a & other and not b & other and not a & one)
        for a, b in _ENDS
    )


def _runs_against(said: str, source: str) -> bool:
    """Tell whether a text says that a figure rose which it, or else its source, has fall, or the other way round."""
    changes = _CHANGED.findall(said) or _CHANGED.findall(source)
    ways = {float(after) > float(before) for before, after in changes if before != after}
    rose, fell = bool(_ROSE.search(said)), bool(_FELL.search(said))
    told = any(pattern.search(source) for pattern in (_ROSE, _FELL)) and not _CHANGED.search(said)
    return len(ways) == 1 and rose != fell and ways != {rose} and not told


def _list_denied(text: str) -> set[str]:
    told = words(text)
    return {
        after
        for at, word in enumerate(told[:-1])
        if word in _NEGATIONS
        for after in told[at + 1 : at + 2]
        if after not in SMALL_WORDS
    }
