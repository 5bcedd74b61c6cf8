"""Decides which claims a model is asked to compare with what they cite, and what of its answer counts.

- Asked about is a claim that cites sources of the debate, where words alone doubt it or find nothing against it; of
  recommendations and hypotheses, all that give grounds, and those that name something that can be checked. What only
  quotes word for word, or is refused for an id or a quotation, needs nobody's opinion; what is said beyond a quotation
  does. Nothing that was answered is asked
  twice. Doubted claims come first. For claims that rest on the question alone nobody is asked, unless others are asked
  about: then they go with them.
- "Entailed" and "contradicted" count only with a span that really stands in a source the claim cites; passages parted
  by three dots have to stand one by one, in such a source or in the question. "Not stated" needs none; one that stands
  is the part that is said. Everything else leaves the claim as it was, and what stood nowhere is told when it is asked
  again. Who judges only claims that nobody asked about, or none after an answer that had to be mended, has not
  answered.
- Of the arithmetic that goes with it counts what stands on known figures (derivations.py): those of the sources, of the
  question and of what the claim assumes, and what was reckoned for an earlier claim of the same seat, or for a claim
  that it names.
- A claim is named `seat C1`; its own id alone is enough where only one seat used it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from moot.policies.critique.evidence import QUESTION, list_citations
from moot.policies.critique.ledger.calendar_spans import find_elapsed
from moot.policies.critique.ledger.clauses import split_clauses
from moot.policies.critique.ledger.derivations import find_false_steps, find_unread, reckon_steps
from moot.policies.critique.ledger.entries import judge_claim
from moot.policies.critique.ledger.figures import read_figures
from moot.policies.critique.ledger.judging import list_steps, name_checked, name_stored
from moot.policies.critique.ledger.proposals import part_proposal
from moot.policies.critique.ledger.quotations import check_quotation, find_quotations, split_tokens
from moot.policies.critique.ledger.sources import list_numbers, read_source
from moot.policies.language import fold
from moot.state.evidence import CheckedClaim, ClaimVerification, Evidence, ReckonedStep, VerifiedRound
from moot.state.facts import state_fact
from moot.state.positions import Claim, Position
from moot.state.protocol import ClaimRules

_PARTED = re.compile(r"\s*(?:\.{3,}|…|\n)\s*")
_MOST = 24
"""So many claims are asked about in one round."""


def list_unverified(
    positions: Iterable[Position],
    evidence: Sequence[Evidence],
    rules: ClaimRules,
    known: Iterable[CheckedClaim] = (),
    *,
    question: str = "",
) -> dict[str, Claim]:
    """List the claims to ask about, each under the name it is shown by."""
    texts = {each.id: each for each in evidence}
    seen = {name_stored(each) for each in known}
    found: dict[str, Claim] = {}
    order: dict[str, tuple[bool, bool]] = {}
    for position in sorted(positions, key=lambda each: each.seat):
        for claim in position.claims:
            cited = list_citations(claim, (*texts, QUESTION))
            if not cited.known or cited.strangers or name_checked(claim) in seen:
                continue
            judged = judge_claim(position, claim, evidence, rules, question=question)
            asked_only = cited.known == (QUESTION,)
            quotes = bool(find_quotations(claim.statement))
            plain = judged.verdict == "supported" and not quotes
            grounded = asked_only or quotes or bool(part_proposal(claim.statement).grounds)
            grounded = judged.verdict == "unknown" and grounded
            if plain or grounded or judged.doubted:
                seen.add(name_checked(claim))
                found[f"{position.seat} {claim.id}"] = claim
                order[f"{position.seat} {claim.id}"] = (asked_only, not judged.doubted)
    if all(asked_only for asked_only, _ in order.values()):
        return {}
    first = sorted(found, key=lambda name: order[name])[:_MOST]
    return {name: found[name] for name in found if name in first}


def pick_sources(claims: Iterable[Claim], evidence: Sequence[Evidence]) -> list[Evidence]:
    """List the sources that claims cite."""
    texts = {each.id: each for each in evidence}
    named = {name for claim in claims for name in list_citations(claim, texts).known}
    return [each for each in evidence if each.id in named]


def read_verification(
    round_number: int,
    said: Sequence[ClaimVerification],
    asked: dict[str, Claim],
    evidence: Sequence[Evidence],
    question: str = "",
    reckoned: Mapping[str, Sequence[ReckonedStep]] | None = None,
    *,
    today: str = "",
    mended: bool = False,
) -> VerifiedRound:
    """Keep of an answer what counts, and name what stood nowhere; `reckoned` are earlier sums, by their claim.

    `today` is the day on which the debate was started: time from then to a date that is named follows by the calendar.
    `mended` where the answer had to be asked for again, or its JSON repaired.
    """
    own = [name.partition(" ")[2] for name in asked]
    names = {fold(name): name for name in asked}
    names |= {fold(short): name for name in asked if own.count(short := name.partition(" ")[2]) == 1}
    answers: dict[str, ClaimVerification] = {}
    for each in said:
        name = names.get(" ".join(fold(each.claim_id).split()))
        if name is not None:
            answers.setdefault(name, each)
    steps = dict(reckoned or {})
    checked: list[CheckedClaim] = []
    unplaced: dict[str, str] = {}
    for name, claim in asked.items():  # in the order of the claims, whatever order they were answered in
        answer = answers.get(name)
        if answer is None:
            continue
        spans, missing = _place_spans(answer.span, claim, evidence, question)
        if answer.verdict != "not_stated" and not spans:
            unplaced[claim.statement.strip()] = missing
            continue
        elapsed = _list_elapsed(answer, claim, (question, *(passage for _, passage in spans)), today)
        known = [*_list_earlier(name, claim, steps), *(each.value for each in elapsed)]
        steps[name] = (*elapsed, *_reckon(answer, claim, evidence, question, known))
        silent = answer.verdict == "not_stated" and not spans
        checked.append(
            CheckedClaim(
                statement=claim.statement,
                evidence=claim.evidence,
                assumptions=claim.assumptions,
                verdict=answer.verdict,
                span="" if silent else answer.span.strip(),
                spans=() if silent else spans,
                because=answer.because.strip() if answer.verdict == "not_stated" else "",
                steps=tuple(steps[name]),
                false_steps=find_false_steps(answer.reckoning),
                unread=find_unread(answer.reckoning),
            )
        )
    # An empty list leaves all claims to what words found, of which a doubt counts against them.
    problem = state_fact("claim.judged_none") if not answers and (said or mended) else ""
    return VerifiedRound(
        round=round_number, claims=tuple(checked), asked=len(asked), problem=problem, unplaced=unplaced
    )


def list_reckoned(
    positions: Iterable[Position], checked: Iterable[CheckedClaim]
) -> dict[str, tuple[ReckonedStep, ...]]:
    """List what was reckoned for the claims of positions before, by the name each is shown by."""
    known = {name_stored(each): list_steps(each) for each in checked if each.verdict == "entailed"}
    return {
        f"{position.seat} {claim.id}": known[name_checked(claim)]
        for position in positions
        for claim in position.claims
        if name_checked(claim) in known
    }


def _list_earlier(name: str, claim: Claim, steps: Mapping[str, Sequence[ReckonedStep]]) -> list[float]:
    """List what was reckoned for other claims of the same seat, and for those that a claim names."""
    seat = name.partition(" ")[0]
    told = fold(" ".join((claim.statement, *claim.evidence, *claim.assumptions)))
    return [
        step.value
        for other, listed in steps.items()
        if other != name and (other.partition(" ")[0] == seat or re.search(rf"\b{re.escape(fold(other))}\b", told))
        for step in listed
    ]


def _reckon(
    said: ClaimVerification, claim: Claim, evidence: Sequence[Evidence], question: str, earlier: Sequence[float]
) -> tuple[ReckonedStep, ...]:
    """Reckon again what a model reckoned, from what the sources, the question and the claim's assumptions state."""
    if said.verdict != "entailed" or not said.reckoning.strip():
        return ()
    reading = read_source("\n".join(each.whole_text for each in pick_sources([claim], evidence)))
    known = list_numbers("\n".join((question, *claim.assumptions)), reading)
    return reckon_steps(said.reckoning, known, earlier)


def _list_elapsed(said: ClaimVerification, claim: Claim, told: Iterable[str], today: str) -> tuple[ReckonedStep, ...]:
    """List the spans of a claim that run from today to a date which it, its source or the question names."""
    if said.verdict != "entailed" or not today:
        return ()
    language = read_source(claim.statement).language
    named = "\n".join((claim.statement, *told, *claim.assumptions))
    return find_elapsed(
        read_figures(split_clauses(claim.statement, language)), read_figures(split_clauses(named, language)), today[:10]
    )


def _place_spans(
    span: str, claim: Claim, evidence: Sequence[Evidence], question: str
) -> tuple[tuple[tuple[str, str], ...], str]:
    """Find the source in which each passage of a span stands; where one stands in none, nothing, and that passage.

    The question may say a part of it; all of it only where the claim cites the question.
    """
    sources = [(each.id, split_tokens(each.whole_text)) for each in pick_sources([claim], evidence)]
    sources.append((QUESTION, split_tokens(question)))
    passages = [each.strip() for each in _PARTED.split(span) if each.strip(" .")]
    placed = [
        (next((name for name, text in sources if check_quotation(each, text).stands), ""), each) for each in passages
    ]
    cited = list_citations(claim, (*(each.id for each in evidence), QUESTION)).known
    missing = next((each for name, each in placed if not name), "")
    borne = any(name in cited for name, _ in placed)
    return (tuple(placed), "") if borne and not missing else ((), missing or span.strip())
