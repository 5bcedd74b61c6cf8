"""Writes evidence, syntheses, the council's papers and remarks, within a budget of tokens, for a prompt.

Everything is on one line per item, and fenced by the prompt that shows it. What one model wrote for another is
bounded by its schema already and shown whole.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from moot.catalogue import speak_to_models
from moot.prompts.fitting import Line, arrange, count_tokens, list_lines, percent, share_out, shorten, squash
from moot.state.evidence import ClaimVerdict, Evidence, Ledger
from moot.state.outcome import CouncilCritique, CouncilDissent, Divergence, Synthesis
from moot.state.positions import Claim
from moot.state.remarks import Remark

_instruct = speak_to_models()
"""Who tells models what policies found: prompts are in English."""
_EVIDENCE = 6_000
"""Tokens for all sources together; long ones give way to short ones, sentence by sentence."""
_SOURCE_SIZE = 40
"""What a source needs at least to be worth citing."""
_LIST = 800
_SUMMARY = 2_400
_REMARKS = 1_500


def cite(evidence: Evidence) -> str:
    """Write the id agents cite: retrieved chunks as `RAG:chunk_id` (D-57)."""
    return f"RAG:{evidence.id}" if evidence.kind == "chunk" else evidence.id


def digest_evidence(evidence: Iterable[Evidence], *, tokens: int = _EVIDENCE) -> str:
    """Show what may be cited, each source under its id; long sources give way to short ones."""
    sources = _show_in_parts(list(evidence))
    shown = sources[: max(1, tokens // _SOURCE_SIZE)]
    given = share_out([count_tokens(squash(_tell_under(each))) for each in shown], tokens)
    lines = [
        f"[{squash(cite(each))}] {_lay_out(_tell_under(each), room)}" + (f" ({squash(each.note)})" if each.note else "")
        for each, room in zip(shown, given, strict=True)
    ]
    hidden = len(sources) - len(shown)
    return "\n".join([*lines, f"(left out for length: {hidden} sources)"] if hidden else lines)


def _tell_under(source: Evidence) -> str:
    """Write a source with the headings it stands under: an article is nothing without its law."""
    return f"{squash(source.heading)} > {source.text}" if source.heading else source.text


def _show_in_parts(sources: Sequence[Evidence]) -> list[Evidence]:
    """Show a source whose parts are listed with what stands in none of them: nothing is shown twice."""
    parts: dict[str, list[Evidence]] = {}
    for each in sources:
        if each.part_of:
            parts.setdefault(each.part_of, []).append(each)
    return [_tell_rest(each, parts[each.id]) if each.id in parts else each for each in sources]


def _tell_rest(whole: Evidence, parts: Sequence[Evidence]) -> Evidence:
    rest = whole.text
    for each in parts:
        rest = rest.replace(each.text, "")
    named = f"(the whole document: this and {', '.join(each.id for each in parts)})"
    return whole.model_copy(update={"text": f"{rest.strip()}\n{named}".strip()})


def _lay_out(text: str, tokens: int) -> str:
    """Keep the lines of a source that fits, indented, so that none can pass for another source; else shorten it."""
    lines = [line for each in text.splitlines() if (line := squash(each))]
    return "\n  ".join(lines) if count_tokens(squash(text)) <= tokens else shorten(text, tokens)


def digest_ledger(ledger: Ledger, labels: Mapping[str, str], *, tokens: int = _LIST) -> str:
    """List the claims that do not stand on evidence, and why: they count as opinion (D-113)."""
    open_claims = [
        f"{labels.get(each.seat, each.seat)} {each.claim_id}, {_name_verdict(each)}: {_instruct.tell(each.reason)}"
        for each in ledger.verdicts
        if each.verdict != "supported"
    ]
    return list_lines(open_claims, tokens, "claims")


def count_claims_of(count: int) -> str:
    """Begin a sentence about some of a seat's claims."""
    return f"{count} of your claims {'is' if count == 1 else 'are'}"


def _name_verdict(found: ClaimVerdict) -> str:
    """Tell a claim whose source says otherwise from one of which it says nothing: the one is wrong, the other bare."""
    if found.verdict != "unsupported" or found.source_says is None:
        return found.verdict
    return f"{found.verdict} ({(found.overruled or found.source_says).replace('_', ' ')})"


def digest_checked_claims(
    claims: Mapping[str, Claim], unplaced: Mapping[str, str] | None = None, *, tokens: int = _LIST
) -> str:
    """Show claims under their names, each with its kind, what it cites and assumes, and why it is asked about again."""
    lines = [
        f"{name}: {squash(claim.statement)} ({claim.kind}; cites {', '.join(claim.evidence)}{_assuming(claim)})"
        f"{_asked_again((unplaced or {}).get(claim.statement.strip()))}"
        for name, claim in claims.items()
    ]
    return list_lines(lines, tokens, "claims")


def _assuming(claim: Claim) -> str:
    assumed = "; ".join(squash(each).rstrip(".") for each in claim.assumptions)
    return f"; assumes: {assumed}" if assumed else ""


def _asked_again(span: str | None) -> str:
    if span is None:
        return ""
    given = f'"{squash(span)}" stands in none of these sources, word for word' if span else "no span was given"
    return f" [asked again: {given}]"


def _rows(rows: Iterable[tuple[str, str]]) -> str:
    """Write named rows, without the empty ones."""
    return "\n".join(f"{name}: {squash(text)}" for name, text in rows if text.strip())


def _divergence(divergence: Divergence) -> str:
    sides = "; ".join(f"{side.seat}: {side.view}" for side in divergence.sides)
    return f"{divergence.theme} ({divergence.nature}) {sides}"


def digest_synthesis(synthesis: Synthesis) -> str:
    """Show what a debate amounted to."""
    rows = [
        ("decision", synthesis.decision),
        ("departs from the votes because", synthesis.departs_because),
        ("confidence", percent(synthesis.confidence)),
        ("uncertainty", synthesis.uncertainty),
        ("consensus", " | ".join(synthesis.consensus_points)),
        ("divergences", " | ".join(map(_divergence, synthesis.divergences))),
        ("tensions", " | ".join(synthesis.tensions)),
        ("gaps", " | ".join(synthesis.gaps)),
        ("not chosen", " | ".join(synthesis.not_chosen)),
    ]
    return _rows(rows)


def digest_summary(
    agreed: Sequence[str], disputed: Sequence[str], reservations: Sequence[str] = (), *, tokens: int = _SUMMARY
) -> str:
    """Show the summary a supervisor reads: claims agreed, claims disputed, reservations (L-29, L-36)."""
    parts = [("agreed", agreed), ("disputed", disputed), ("reservations", reservations)]
    given = share_out([sum(count_tokens(text) + 1 for text in texts) for _, texts in parts], tokens)
    blocks = zip(parts, given, strict=True)
    return "\n".join(f"{name}:\n{list_lines(texts, room, name) or 'none'}" for (name, texts), room in blocks)


def digest_council_critique(critique: CouncilCritique) -> str:
    """Show the critic's scores and reasons."""
    names = ("premises", "evidence", "logic", "alternatives", "conflicts")
    scores = ", ".join(f"{name} {getattr(critique, name)}" for name in names)
    rows = [
        ("total", f"{critique.total} of 100 ({scores})"),
        ("gaps", " | ".join(critique.gaps)),
        ("strengths", " | ".join(critique.strengths)),
        ("justification", critique.justification),
    ]
    return _rows(rows)


def digest_dissent(dissent: CouncilDissent) -> str:
    """Show the devil's advocate's four points."""
    risk = f"{dissent.undiscussed_risk} (probability {dissent.probability}, impact {dissent.impact})"
    rows = [
        ("weakest premise", dissent.weakest_premise),
        ("undiscussed risk", risk),
        ("regret scenario", dissent.regret_scenario),
        ("ignored alternative", dissent.ignored_alternative),
    ]
    return _rows(rows)


def digest_remarks(remarks: Sequence[Remark], *, tokens: int = _REMARKS) -> str:
    """Tell everyone what people said while the debate ran; of very many, the latest."""
    lines = [Line(_tell_remark(each), 1, "remarks", -place) for place, each in enumerate(remarks)]
    return arrange(lines, tokens)


def _tell_remark(remark: Remark) -> str:
    who = f"A person ({squash(remark.author)})" if remark.author else "A person"
    when = f" in round {remark.round}" if remark.round else ""
    return f"{who} says to everyone{when}: {squash(remark.text)}"


def digest_guidance(guidance: Iterable[str], from_person: Collection[str]) -> str:
    """Tell everyone what was asked since the debate began, and by whom: a person, the council or an audit."""
    return "\n".join(
        f"A human reviewer asks everyone: {text}" if text in from_person else text for text in guidance if text.strip()
    )
