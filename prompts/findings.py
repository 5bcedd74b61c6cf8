"""Writes evidence, conflicts, syntheses, the council's papers and refinements as bounded text for a prompt.

Everything is bounded and on one line per item, and fenced by the prompt that shows it.
"""

from collections.abc import Iterable, Mapping, Sequence

from moot.prompts.clip import bullet, clip, fit, shares, squash
from moot.prompts.positions import percent
from moot.state.ballot import Ballot
from moot.state.conflicts import Conflict, ConflictDebate, ConflictReport, ConsensusResult
from moot.state.evidence import Evidence, Ledger
from moot.state.outcome import CouncilCritique, CouncilDissent, Divergence, Synthesis
from moot.state.refinement import Improvement, ListedGap, Version

_OPPOSED_SIZE = 200
_SOURCE_SIZE = 80
"""What a source needs at least to be worth citing."""


def cite(evidence: Evidence) -> str:
    """Write the id agents cite: retrieved chunks as `RAG:chunk_id` (D-57)."""
    return f"RAG:{evidence.id}" if evidence.kind == "chunk" else evidence.id


def digest_evidence(evidence: Iterable[Evidence], *, limit: int = 8000) -> str:
    """Show what may be cited, each source under its id; long sources give way to short ones."""
    sources = list(evidence)
    shown = sources[: max(1, limit // _SOURCE_SIZE)]
    given = shares([len(squash(each.text)) for each in shown], limit)
    lines = [f"[{squash(cite(each))}] {clip(each.text, room)}" for each, room in zip(shown, given, strict=True)]
    hidden = len(sources) - len(shown)
    return "\n".join([*lines, f"(+{hidden} more)"] if hidden else lines)


def digest_ledger(ledger: Ledger, labels: Mapping[str, str], *, limit: int = 1200) -> str:
    """List the claims that do not stand on evidence, and why: they count as opinion (D-113)."""
    open_claims = [
        f"{labels.get(each.seat, each.seat)} {each.claim_id}, {each.verdict}: {each.reason}"
        for each in ledger.verdicts
        if each.verdict != "supported"
    ]
    return bullet(open_claims, limit)


def _rows(rows: Iterable[tuple[str, str]], limit: int) -> str:
    """Write named rows, without the empty ones."""
    filled = [(name, text) for name, text in rows if text.strip()]
    given = shares([len(squash(text)) for _, text in filled], limit)
    return "\n".join(f"{name}: {clip(text, room)}" for (name, text), room in zip(filled, given, strict=True))


def _divergence(divergence: Divergence) -> str:
    sides = "; ".join(f"{side.seat}: {side.view}" for side in divergence.sides)
    return f"{divergence.theme} ({divergence.nature}) {sides}"


def digest_synthesis(synthesis: Synthesis, *, limit: int = 2400) -> str:
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
    ]
    return _rows(rows, limit)


def digest_ballot(ballot: Ballot, settled: str | None, *, limit: int = 1600) -> str:
    """Show the options, who votes for which, and what the votes settle."""
    votes = {option.id: ", ".join(option.seats) or "nobody" for option in ballot.options}
    lines = fit((f"{option.id}: {option.text} (votes: {votes[option.id]})" for option in ballot.options), limit)
    opposed = ", ".join(f"{one} and {other}" for one, other in ballot.opposed)
    ends = [f"exclude each other: {clip(opposed, _OPPOSED_SIZE)}"] if opposed else []
    return "\n".join([*lines, *ends, f"settled: {settled or 'none'}"]) if ballot.options else ""


def digest_summary(
    agreed: Sequence[str], disputed: Sequence[str], conflicts: Sequence[str], *, limit: int = 2400
) -> str:
    """Show the summary a supervisor reads: claims agreed, claims disputed, conflicts (L-29, L-36)."""
    parts = [("agreed", agreed), ("disputed", disputed), ("conflicts", conflicts)]
    given = shares([sum(map(len, texts)) for _, texts in parts], limit)
    blocks = zip(parts, given, strict=True)
    return "\n".join(f"{name}:\n{bullet(texts, room) or 'none'}" for (name, texts), room in blocks)


def digest_conflict(
    conflict: Conflict,
    labels: Mapping[str, str],
    *,
    arguments: Mapping[str, str] | None = None,
    limit: int = 2400,
) -> str:
    """Show one conflict: its topic, what differs, and what each party said last, if it is to be shown (C-25)."""
    if arguments == {}:
        names = " and ".join(labels.get(seat, seat) for seat in conflict.agents_involved)
        return f"between {names}: {clip(conflict.topic, 400)}"
    last = arguments or {}
    said = {seat: squash(last.get(seat) or conflict.positions[seat].position) for seat in conflict.agents_involved}
    given = shares([len(text) for text in said.values()], limit)
    head = [f"topic: {clip(conflict.topic, 200)}", f"differences: {' | '.join(fit(conflict.key_differences, 400))}"]
    parties = zip(said.items(), given, strict=True)
    return "\n".join(head + [f"{labels.get(seat, seat)}: {clip(text, room)}" for (seat, text), room in parties])


def digest_debates(
    report: ConflictReport, debates: Iterable[ConflictDebate], labels: Mapping[str, str], *, limit: int = 8000
) -> str:
    """Show the conflict report with everything that was argued, to whoever decides (C-37, C-38)."""
    argued = {each.conflict_id: each.rounds for each in debates}
    room = limit // max(1, sum(map(len, argued.values())))
    lines = []
    for conflict in report.conflicts:
        parties = " and ".join(labels.get(seat, seat) for seat in conflict.agents_involved)
        lines.append(f"{parties}: {clip(conflict.topic, 200)} ({conflict.conflict_type}, {conflict.severity})")
        for closed in argued.get(conflict.conflict_id, ()):
            said = [f"{labels.get(seat, seat)}: {squash(text)}" for seat, text in closed.arguments.items()]
            lines += [f"round {closed.round_number}", *fit(said, room)]
    return "\n".join(lines)


def digest_ruling(
    report: ConflictReport | None,
    results: Iterable[ConsensusResult],
    synthesis: Synthesis | None,
    labels: Mapping[str, str],
    *,
    limit: int = 4000,
) -> str:
    """Show what was decided and why, each decision once, to the parties who are asked whether they accept it."""
    topics = {each.conflict_id: each for each in report.conflicts} if report else {}
    rows: dict[tuple[str, str], None] = {}
    for each in results:
        conflict = topics.get(each.conflict_id)
        if conflict is not None:
            parties = " and ".join(labels.get(seat, seat) for seat in conflict.agents_involved)
            rows[f"conflict between {parties}", conflict.topic] = None
    for each in results:
        rows["decision", each.final_decision] = rows["because", each.justification] = None
    if not rows and synthesis is not None:
        missed = " | ".join(each.topic for each in topics.values() if each.found_by == "mediator")
        rows["conflicts that were missed", missed] = rows["decision", synthesis.decision] = None
        rows["because", " | ".join(synthesis.consensus_points)] = None
    if synthesis is not None:
        rows["given up", " | ".join(synthesis.tensions)] = None
    return _rows(rows, limit)


def digest_council_critique(critique: CouncilCritique, *, limit: int = 1600) -> str:
    """Show the critic's scores and reasons."""
    names = ("premises", "evidence", "logic", "alternatives", "conflicts")
    scores = ", ".join(f"{name} {getattr(critique, name)}" for name in names)
    rows = [
        ("total", f"{critique.total} of 100 ({scores})"),
        ("gaps", " | ".join(critique.gaps)),
        ("strengths", " | ".join(critique.strengths)),
        ("justification", critique.justification),
    ]
    return _rows(rows, limit)


def digest_dissent(dissent: CouncilDissent, *, limit: int = 1600) -> str:
    """Show the devil's advocate's four points."""
    risk = f"{dissent.undiscussed_risk} (probability {dissent.probability}, impact {dissent.impact})"
    rows = [
        ("weakest premise", dissent.weakest_premise),
        ("undiscussed risk", risk),
        ("regret scenario", dissent.regret_scenario),
        ("ignored alternative", dissent.ignored_alternative),
    ]
    return _rows(rows, limit)


def digest_listed_gaps(gaps: Iterable[ListedGap], *, limit: int = 1600) -> str:
    """List the gaps that were found before and are not filled yet, each under its id (F-17)."""
    return bullet((f"{each.id} {each.aspect}: {each.gap} (found in version {each.version})" for each in gaps), limit)


def digest_gaps(improvements: Iterable[Improvement | ListedGap], *, limit: int = 1600) -> str:
    """List the gaps a next version has to fill (F-21)."""
    return bullet((f"{each.aspect}: {each.gap}. Suggestion: {each.suggestion}" for each in improvements), limit)


def digest_assumptions(assumptions: Iterable[str], *, limit: int = 1200) -> str:
    """List the values that a version uses and nobody stated (X-70)."""
    return bullet(assumptions, limit)


def digest_clarifications(clarifications: Mapping[str, str], *, limit: int = 1200) -> str:
    """List what the user has already answered (X-69b)."""
    return bullet((f"{question} {answer}" for question, answer in clarifications.items()), limit)


def digest_versions(versions: Iterable[Version], *, limit: int = 2400) -> str:
    """Tell how a question became what it is, version by version."""
    told = [
        f"V{each.version} {each.feedback.status}: {each.question} "
        + "; ".join(f"{gap.aspect}: {gap.gap}" for gap in each.feedback.improvements)
        for each in versions
    ]
    return "\n".join(fit(told, limit))
