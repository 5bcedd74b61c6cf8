"""Judges one claim against what it cites.

- An id the debate does not have, or a quotation that does not stand, refuses a claim whatever else it says.
- What a model that read the sources found to be said otherwise there, with a span that stands, or not at all, is the
  reason that is told, before anything words alone suggest.
- What needs evidence is checked in every figure, date, name and denial (statements.py). What stands word for word in
  what is cited is stated; what is concluded from a quotation is not (beyond.py), and is unknown until it was compared.
  A doubt is cleared only by a model that found the claim entailed; a number that stands in no source, nor in the
  passage it showed, has to follow by arithmetic as well. Where that arithmetic cannot be read, the claim was not
  checked and is unknown; where it comes to something else than is claimed, it speaks against it.
- What the model found is recorded as it was given, also where it is overruled; the reason then says so.
- What is only recommended or supposed is judged by what it rests on (proposals.py). Without anything that could be
  checked it is unknown, whatever it cites: to cite is not to be borne out.
- The same statement on the same sources and assumptions is judged alike, whoever makes it.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from moot.policies.critique.evidence import QUESTION, explain_stranger, list_citations, needs_evidence
from moot.policies.critique.ledger.beyond import says_more
from moot.policies.critique.ledger.clauses import split_clauses
from moot.policies.critique.ledger.derivations import show_steps
from moot.policies.critique.ledger.figures import read_figures
from moot.policies.critique.ledger.names import find_names
from moot.policies.critique.ledger.proposals import part_proposal
from moot.policies.critique.ledger.quotations import QuotationCheck, check_quotation, find_quotations, split_tokens
from moot.policies.critique.ledger.sources import SourceReading, read_source
from moot.policies.critique.ledger.statements import (
    StatementCheck,
    check_statement,
    find_contradicted,
    find_false_sum,
    find_unreckoned,
)
from moot.policies.language import words
from moot.state.base import Texts
from moot.state.evidence import CheckedClaim, Evidence, ReckonedStep, SourceVerdict, Verdict
from moot.state.facts import Fact, Saying, state_fact
from moot.state.positions import Claim
from moot.state.protocol import ClaimRules

_SHOWN = 60
_REFERENCE = re.compile(r"\[\s*RAG\s*:[^\]]*\]|\b[KC]\d+\b", re.IGNORECASE)
_PLACE_IN_LAW = re.compile(
    r"(?<!\w)(?:pasal|ayat|artikel|articles?|artigos?|art|section|sections|paragraph|parágrafo|§|uu|undang-undang|pp|"
    r"perpres|lei|act|law|regulation|kuhperdata|kuhp|bw)\.?\s*(?:no\.?|nomor|n\.?º)?\s*\d[\d./-]*",
    re.IGNORECASE,
)
"""Where a rule stands, as in `Pasal 35` and `UU 1/1974`: a source is cited by that and seldom repeats it."""


class ClaimSources:
    """The evidence of a debate; what is cited is read once, however many claims cite it."""

    def __init__(self, evidence: Iterable[Evidence], question: str = "", checked: Iterable[CheckedClaim] = ()) -> None:
        self.checked = {name_stored(each): each for each in checked}
        self.question = question
        asked = [Evidence(id=QUESTION, kind="person", text=question)] if question.strip() else []
        self.by_id = {each.id: each for each in (*asked, *evidence)}
        self.has_documents = any(each.kind != "person" for each in self.by_id.values())
        """What a person said in the debate can be cited, and does not oblige anybody to cite."""
        self._tokens: dict[Texts, tuple[str, ...]] = {}
        self._readings: dict[Texts, SourceReading] = {}
        self.names = frozenset(words(" ".join([question, *(each.locator for each in self.by_id.values())])))
        """What needs no source: what the question itself names, and where the evidence stands."""

    def split(self, *names: str) -> tuple[str, ...]:
        """Split a source, or several in a row, into tokens."""
        if names not in self._tokens:
            self._tokens[names] = split_tokens("\n".join(self.by_id[each].whole_text for each in names))
        return self._tokens[names]

    def read(self, *names: str) -> SourceReading:
        """Read a source, or several in a row, for what claims say of it."""
        if names not in self._readings:
            self._readings[names] = read_source("\n".join(self.by_id[each].whole_text for each in names))
        return self._readings[names]


class JudgedClaim(NamedTuple):
    """What became of one claim, and why."""

    verdict: Verdict
    reason: Saying
    doubted: bool = False
    source_says: SourceVerdict | None = None
    reckoning: Texts = ()
    overruled: SourceVerdict | None = None


class _CitedClaim(NamedTuple):
    """A claim whose sources the debate has, as it is checked against them."""

    claim: Claim
    cited: Texts
    reading: SourceReading
    stated: str
    """The statement without its citations."""
    beside: str
    """What is known beside the sources: what the question states, and what the claim assumes openly."""
    found: CheckedClaim | None
    """What a model found of it."""


def judge_against(
    claim: Claim,
    sources: ClaimSources,
    rules: ClaimRules,
    stored: Collection[str] = (),
    others: Sequence[Claim] = (),
) -> JudgedClaim:
    """Judge one claim against the evidence of a debate; `stored` are cited ids that exist, but were not retrieved.

    `others` are the claims of the same seat: what one of them shows to follow may be used by those after it.
    """
    cited = list_citations(claim, sources.by_id)
    if cited.strangers:
        return JudgedClaim("unsupported", explain_stranger(cited.strangers[0], stored))
    if cited.known:
        judged = _judge_cited(_read(claim, cited.known, sources, others), sources, rules)
        return _tell_spoken(judged, cited.known, sources)
    if not needs_evidence(claim, rules):
        return JudgedClaim("unknown", state_fact("claim.needs_none", kind=claim.kind))
    shown = _judge_shown(claim, sources, others)
    if shown is not None:
        return shown
    if not sources.has_documents and rules.evidence_required != "all":
        return JudgedClaim("unknown", state_fact("claim.no_sources", kind=claim.kind))
    return JudgedClaim("unsupported", state_fact("claim.uncited", kind=claim.kind))


def _read(claim: Claim, cited: Texts, sources: ClaimSources, others: Sequence[Claim]) -> _CitedClaim:
    return _CitedClaim(
        claim=claim,
        cited=cited,
        reading=sources.read(*cited),
        stated=_strip_ids(claim.statement, sources),
        beside="\n".join((sources.question, *claim.assumptions, *_list_shown_before(claim, others, sources))),
        found=sources.checked.get(name_checked(claim)),
    )


def _tell_spoken(judged: JudgedClaim, cited: Texts, sources: ClaimSources) -> JudgedClaim:
    """Add to a claim that stands that it rests on what a person said, whose word nobody has checked."""
    people = tuple(each for each in cited if each != QUESTION and sources.by_id[each].kind == "person")
    if judged.verdict != "supported" or not people:
        return judged
    return judged._replace(reason=state_fact("claim.by_person", why=judged.reason, names=people))


def _list_shown_before(claim: Claim, others: Sequence[Claim], sources: ClaimSources) -> list[str]:
    """List the results of the sums that a seat's earlier claims show, as far as they stand on known numbers."""
    shown: list[str] = []
    for other in others if "=" in claim.statement else ():
        if other.id == claim.id:
            break
        cited = list_citations(other, sources.by_id).known or ((QUESTION,) if QUESTION in sources.by_id else ())
        if "=" in other.statement and cited:
            beside = "\n".join((sources.question, *other.assumptions, *shown))
            steps = check_statement(_strip_ids(other.statement, sources), sources.read(*cited), beside=beside).steps
            shown += [f"{each.value:.10g}" for each in steps]
    return shown


def _judge_shown(claim: Claim, sources: ClaimSources, others: Sequence[Claim]) -> JudgedClaim | None:
    """Accept a claim that cites nothing, but shows how its figures follow from those of the question."""
    if QUESTION not in sources.by_id or "=" not in claim.statement or find_quotations(claim.statement):
        return None
    known = _read(claim, (QUESTION,), sources, others)
    check = check_statement(known.stated, known.reading, sources.names, beside=known.beside)
    if not check.stands or not check.steps:
        return None
    return JudgedClaim("supported", state_fact("claim.reckoned"), reckoning=show_steps(check.steps))


def _judge_cited(known: _CitedClaim, sources: ClaimSources, rules: ClaimRules) -> JudgedClaim:
    claim, cited, found = known.claim, known.cited, known.found
    quoted = _judge_quotations(claim, cited, sources)
    if quoted.verdict == "unsupported":
        return quoted
    if found is not None and found.verdict == "contradicted":
        # What a reader found to be said otherwise is the reason, before anything that words alone suggest.
        told = _tell_contradicted(found, cited)
        return JudgedClaim("unsupported", told, source_says="contradicted")
    if found is not None and found.verdict == "not_stated":
        # Nor is a reader's verdict explained by what words alone suggest: they were not its reason.
        doubted = _judge_stated(known, known.stated, sources) is not None
        return JudgedClaim("unsupported", _tell_silent(found, cited), doubted, source_says="not_stated")
    quotes = bool(find_quotations(claim.statement))
    if not needs_evidence(claim, rules):
        return _judge_proposed(known, sources, quotes=quotes)
    check = check_statement(known.stated, known.reading, sources.names, beside=known.beside)
    borne = quoted._replace(reckoning=show_steps(check.steps))
    if cited == (QUESTION,) and not quotes and not read_figures(split_clauses(known.stated, known.reading.language)):
        # No model compares a claim with the question: without anything that words can check nothing is shown.
        borne = JudgedClaim("unknown", state_fact("claim.unchecked", kind=claim.kind, names=cited))
    elif quotes and _says_more(known, sources):
        # A quotation that stands bears what it says, and not what is concluded from it.
        borne = JudgedClaim("unknown", state_fact("claim.quotes_and_more", names=cited))
    return _judge_stated(known, known.stated, sources) or _take_verification(known, sources) or borne


def _judge_stated(known: _CitedClaim, stated: str, sources: ClaimSources) -> JudgedClaim | None:
    """Refuse what words alone speak against, unless a model that read the sources cleared it; None where nothing does.

    Numbers have to be reckoned as well: a model's yes does not make one.
    """
    false = find_false_sum(stated, known.reading, known.found.false_steps if known.found else ())
    if false is not None:
        return _refuse(known, false, "contradicted")
    check = check_statement(stated, known.reading, sources.names, beside=known.beside)
    if check.stands or _stands_verbatim(known, stated, check, sources):
        return None
    reason = check.reason
    says: SourceVerdict = "contradicted" if check.contradicted else "not_stated"
    found = known.found
    if found is None or found.verdict != "entailed":
        return _refuse(known, reason, says)
    passages = [passage for _, passage in found.spans] or [found.span]
    assumed = "\n".join(known.claim.assumptions)
    missing = find_unreckoned(stated, known.reading, list_steps(found), known.beside, passages, assumed=assumed)
    if missing is None:
        return None
    if check.contradicted and isinstance(reason, Fact) and reason.values.get("old") == missing:
        return _refuse(known, reason, says)
    says = "not_stated"
    if found.unread:
        told = state_fact("claim.sum_unread", figure=missing, sum=found.unread[0])
        return JudgedClaim("unknown", told, source_says="entailed")
    return _refuse(known, state_fact("claim.figure_unreckoned", figure=missing), says)


def _refuse(known: _CitedClaim, why: Saying, says: SourceVerdict) -> JudgedClaim:
    """Refuse a claim; where a model found it entailed, that is kept, and told to be overruled."""
    entailed = known.found is not None and known.found.verdict == "entailed"
    told = state_fact("claim.overruled" if entailed else "claim.source_differs", names=known.cited, why=why)
    if entailed:
        return JudgedClaim("unsupported", told, doubted=True, source_says="entailed", overruled=says)
    return JudgedClaim("unsupported", told, doubted=True, source_says=says)


def _stands_verbatim(known: _CitedClaim, stated: str, check: StatementCheck, sources: ClaimSources) -> bool:
    """Say whether what speaks against a statement are figures that it quotes, or all of it stands word for word."""
    text = sources.split(*known.cited)
    denied = isinstance(check.reason, Fact) and check.reason.code == "claim.denied"
    if check_quotation(stated, text).stands and not denied:
        return True  # what a denial stands before, such as "no", is not stated by its words alone
    quoted = [each for each in find_quotations(stated) if check_quotation(each, text).stands]
    if not quoted or not check.in_figures:
        return False
    for each in quoted:
        stated = stated.replace(each, " ")
    beside = "\n".join((known.beside, *quoted))
    return check_statement(stated, known.reading, sources.names, beside=beside).stands


def _says_more(known: _CitedClaim, sources: ClaimSources) -> bool:
    """Say whether a claim states anything beside what it quotes, and does not stand word for word as a whole."""
    if check_quotation(known.stated, sources.split(*known.cited)).stands:
        return False
    places = (f"{each} {sources.by_id[each].locator}" for each in known.cited)
    return says_more(known.stated, (*places, *(sources.by_id[each].whole_text for each in known.cited)))


def _judge_proposed(known: _CitedClaim, sources: ClaimSources, *, quotes: bool) -> JudgedClaim:
    """Judge what is only recommended or supposed by what it rests on; its own figures are no facts."""
    grounds, own, marked = part_proposal(known.stated)
    refused = _judge_stated(known, grounds, sources) if grounds else None
    if refused is not None:
        return refused
    if not marked and (fault := find_contradicted(own, known.reading, known.beside)) is not None:
        return _refuse(known, fault, "contradicted")
    taken = _take_verification(known, sources)
    if taken is not None:
        return taken
    whole = check_statement(known.stated, known.reading, sources.names, beside=known.beside)
    rests = bool(grounds) and _is_checkable(grounds, known, sources)
    if quotes and not marked and not rests and _says_more(known, sources):
        return JudgedClaim("unknown", state_fact("claim.quotes_and_more", names=known.cited))
    if rests or quotes or (whole.stands and whole.found):
        return JudgedClaim("supported", state_fact("claim.quotes" if quotes else "claim.cites", names=known.cited))
    return JudgedClaim("unknown", state_fact("claim.unchecked", kind=known.claim.kind, names=known.cited))


def _is_checkable(grounds: str, known: _CitedClaim, sources: ClaimSources) -> bool:
    """Say whether grounds that stand name anything by which they could have failed: a figure, a date, a name."""
    check = check_statement(grounds, known.reading, sources.names, beside=known.beside)
    return bool(check.found) or bool(find_names(split_clauses(grounds, known.reading.language)))


def _take_verification(known: _CitedClaim, sources: ClaimSources) -> JudgedClaim | None:
    """Take what a model found where nothing else speaks against a claim; None where it was not asked."""
    shown = check_statement(known.stated, known.reading, sources.names, beside=known.beside).steps
    if known.found is None or known.found.verdict != "entailed":
        return None
    told = _tell_entailed(known.found, known.cited)
    steps = show_steps((*list_steps(known.found), *shown))
    return JudgedClaim("supported", told, source_says="entailed", reckoning=steps)


def _list_spans(found: CheckedClaim) -> dict[str, str]:
    """List what each source says of a claim; nothing in debates stored before that was kept."""
    by_name: dict[str, list[str]] = {}
    for name, passage in found.spans:
        by_name.setdefault(name, []).append(passage)
    return {name: " ... ".join(passages) for name, passages in by_name.items()}


def _tell_entailed(found: CheckedClaim, cited: Texts) -> Fact:
    """Tell which source says so."""
    spans = _list_spans(found)
    if len(spans) < 2:
        return state_fact("claim.entailed", names=tuple(spans) or cited, span=found.span)
    return state_fact("claim.entailed_by", said=_tell_sources(spans))


def _tell_contradicted(found: CheckedClaim, cited: Texts) -> Fact:
    """Tell which source says otherwise."""
    spans = _list_spans(found)
    if len(spans) < 2:
        return state_fact("claim.contradicted", names=tuple(spans) or cited, span=found.span)
    return state_fact("claim.contradicted_by", said=_tell_sources(spans))


def _tell_silent(found: CheckedClaim, cited: Texts) -> Fact:
    """Tell that no source says so, or only a part of it, and what was missed there, where that was said."""
    because = found.because.rstrip(" .")
    if because and found.span:
        return state_fact("claim.stated_partly_because", names=cited, span=found.span, because=because)
    if because:
        return state_fact("claim.not_stated_because", names=cited, because=because)
    if found.span:
        return state_fact("claim.stated_partly", names=cited, span=found.span)
    return state_fact("claim.not_stated", names=cited)


def _tell_sources(spans: dict[str, str]) -> tuple[Fact, ...]:
    return tuple(state_fact("claim.source_says", name=name, span=span) for name, span in spans.items())


def name_stored(found: CheckedClaim) -> tuple[str, Texts, Texts]:
    """Name what was compared as its claim is named."""
    return found.statement.strip(), tuple(sorted(found.evidence)), tuple(sorted(found.assumptions))


def list_steps(found: CheckedClaim | None) -> tuple[ReckonedStep, ...]:
    """List the arithmetic that was given for a claim, as far as it stands."""
    if found is None:
        return ()
    return found.steps or tuple(ReckonedStep(value=each) for each in found.derived)


def name_checked(claim: Claim) -> tuple[str, Texts, Texts]:
    """Name what makes two claims the same to whoever compares them with their sources, whoever makes them."""
    return claim.statement.strip(), tuple(sorted(claim.evidence)), tuple(sorted(claim.assumptions))


def _strip_ids(statement: str, sources: ClaimSources) -> str:
    """Take the citations out of a statement: neither an id nor the number of an article is a figure."""
    plain = _PLACE_IN_LAW.sub(" ", _REFERENCE.sub(" ", statement))
    for name in sorted(sources.by_id.keys() - {QUESTION}, key=len, reverse=True):
        plain = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", plain)
    return plain


def _judge_quotations(claim: Claim, cited: Texts, sources: ClaimSources) -> JudgedClaim:
    quotations = find_quotations(claim.statement)
    # A quotation may run from one cited source into the next.
    places = [*((each,) for each in cited), *([cited] if len(cited) > 1 else [])]
    for quotation in quotations:
        checks = []
        for place in places:
            checks.append(check_quotation(quotation, sources.split(*place)))
            if checks[-1].stands:
                break
        else:
            return JudgedClaim("unsupported", _explain_quotation(quotation, cited, sources, _closest(checks)))
    return JudgedClaim("supported", state_fact("claim.quotes" if quotations else "claim.cites", names=cited))


def _closest(checks: Sequence[QuotationCheck]) -> Fact:
    return max(checks, key=lambda check: check.similarity).reason


def _explain_quotation(quotation: str, cited: Texts, sources: ClaimSources, detail: Fact) -> Fact:
    shown = quotation if len(quotation) <= _SHOWN else f"{quotation[: _SHOWN - 1]}…"
    others = [each for each in sorted(sources.by_id) if each not in cited]
    elsewhere = next((each for each in others if check_quotation(quotation, sources.split(each)).stands), None)
    if elsewhere is not None:
        return state_fact("claim.quoted_elsewhere", quoted=shown, place=elsewhere, names=cited)
    return state_fact("claim.misquoted", quoted=shown, names=cited, why=detail)
