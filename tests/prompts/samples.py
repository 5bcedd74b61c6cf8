"""A debate of realistic size, as the prompts see it."""

from moot.policies.conflicts.boardroom import list_disputes
from moot.state.ballot import BallotOption, OptionOrigin
from moot.state.bookkeeping import NormConflict, StatedReconciliation
from moot.state.conflicts import Acceptance, AgentPosition, Conflict, ConflictDebate, ConflictReport, DebateRound
from moot.state.critiques import Critique, CritiqueSeverity, CritiqueSheet, Point
from moot.state.evidence import ClaimVerdict, Evidence, Ledger
from moot.state.findings import Convergence
from moot.state.hypotheses import Evaluation, EvidenceCheck, Hypothesis
from moot.state.incident import (
    CausalPath,
    Entity,
    EntityContext,
    ErrorMessage,
    Incident,
    LogEvent,
    Pattern,
    Relationship,
    SimilarIncident,
)
from moot.state.inspection import Inspected, InspectionRequest, LogOutline, SeenLine
from moot.state.outcome import CouncilCritique, CouncilDissent, Divergence, Side, Synthesis
from moot.state.positions import Change, Claim, ClaimKind, CritiqueAnswer, Position
from moot.state.protocol import Seat
from moot.state.remarks import Remark

QUESTION = "Should we open a European subsidiary next year, or first grow the domestic business for two more years?"

SEATS = (
    Seat(
        id="cro",
        title="Chief Revenue Officer",
        persona="You answer for revenue: demand, pipeline, pricing power. You say which growth is real.",
    ),
    Seat(
        id="cfo",
        title="Chief Financial Officer",
        persona="You answer for cash, margin and downside. You ask what it costs and when it pays back.",
    ),
    Seat(
        id="coo",
        title="Chief Operating Officer",
        persona="You answer for execution: capacity, people, sequence. You say what can be done by when.",
    ),
    Seat(
        id="cmo",
        title="Chief Marketing Officer",
        persona="You answer for market and message: segments, competitors, timing and brand.",
    ),
)


def options(seats: tuple[str, ...]) -> tuple[BallotOption, ...]:
    """Two answers: the first seats vote for the one, the others for the other; without seats as a caller gives them."""
    half = len(seats) // 2
    origin: OptionOrigin = "found" if seats else "given"
    return (
        BallotOption(id="A", text="Open a European subsidiary next year", origin=origin, seats=seats[:half]),
        BallotOption(id="B", text="Grow the domestic business for two more years", origin=origin, seats=seats[half:]),
    )


EVIDENCE = (
    Evidence(id="E1", text="European pipeline: 14 qualified leads worth 2.1 million; two signed letters of intent."),
    Evidence(id="E2", text="Cash covers 16 months at the present burn; a subsidiary adds 110 thousand a month."),
    Evidence(id="CG001_042", kind="chunk", text="Earlier entrants took 18 months to their first profitable quarter."),
)

LEDGER = Ledger(
    round=1,
    verdicts=(
        ClaimVerdict(seat="cro", round=1, claim_id="C1", verdict="supported", reason="E1 says so"),
        ClaimVerdict(seat="cfo", round=1, claim_id="C1", verdict="unsupported", reason="E1 does not give a share"),
    ),
)

_STANCES = (
    "open a small office in Lisbon next year",
    "wait two years and grow at home",
    "pilot through a partner before any subsidiary",
    "test two segments remotely, decide in autumn",
)
_RECOMMENDATIONS = (
    (
        "Open a five-person office in Lisbon in the second quarter and serve the two letters of intent from there. "
        "Expand to other countries only once both customers renew. Keep the domestic plan unchanged meanwhile."
    ),
    (
        "Stay at home for two more years and put the money into the renewal programme, which pays back in nine months. "
        "Take European customers only where they pay in advance. Review the plan when cash covers 24 months."
    ),
    (
        "Run a twelve-month pilot with an established partner who holds the licences and the staff. Own nothing abroad "
        "until delivery meets the domestic service level for two quarters."
    ),
    (
        "Sell remotely to logistics and insurance, the two segments that already answer our campaigns. Decide about a "
        "subsidiary in autumn, on conversion and not on enthusiasm."
    ),
)
_PREMISES = (
    ("the letters of intent turn into contracts within two quarters", "hiring in Lisbon takes at most three months"),
    ("domestic renewals keep paying back in nine months", "no competitor locks the European accounts before 2027"),
    ("a partner with licences accepts a one-year exclusive", "domestic delivery can spare two senior engineers"),
    ("remote sales are accepted by buyers in both segments", "campaign answers predict conversion better than surveys"),
)
_RISKS = (
    (
        "the office burns cash without the second contract",
        "domestic accounts lose attention",
        "euro rate moves by 10 %",
    ),
    (
        "competitors sign the two accounts while we wait",
        "the sales team loses its best people",
        "home market saturates",
    ),
    ("the partner learns our method and competes", "service level drops in both places", "pilot drags on past a year"),
    ("remote selling is read as lack of commitment", "autumn data are too thin to decide", "brand stays unknown"),
)
_TIMINGS = (
    "second quarter next year",
    "not before 24 months",
    "pilot from January, decision after 12 months",
    "autumn",
)
_CLAIMS: tuple[tuple[ClaimKind, str, tuple[str, ...]], ...] = (
    ("fact", "Two letters of intent cover sixty percent of the office's first-year cost.", ("E1",)),
    ("fact", "A subsidiary shortens the cash runway from sixteen months to about eleven.", ("E2",)),
    ("hypothesis", "A local presence doubles the conversion of qualified leads within a year.", ()),
    ("recommendation", "Tie every further hire to a signed renewal, because fixed cost is what kills entrants.", ()),
)

_REVISED = {
    "keeps_position": "partly",
    "changes": (Change(what="the office starts with three people", because=("K2", "E2")),),
    "answers": (CritiqueAnswer(critique_id="K2", outcome="accepted", reason="the runway is the tighter limit"),),
    "left_open": ("whether the second letter becomes a contract: ask the customer in March",),
}


def seat_names(count: int) -> tuple[str, ...]:
    """The four executives, and as many further seats as wanted."""
    named = tuple(seat.id for seat in SEATS)
    return (named + tuple(f"seat_{number}" for number in range(5, count + 1)))[:count]


def position(seat: str, index: int, round_number: int = 1, wordy: int = 1) -> Position:
    """A position of usual length (2-3 sentences, 3 premises, 3 risks, 4 claims), or so many times as wordy."""
    which = index % len(_STANCES)
    said = Position(
        seat=seat,
        round=round_number,
        recommendation=" ".join([_RECOMMENDATIONS[which]] * wordy),
        stance=_STANCES[which],
        premises=tuple(" ".join([text] * wordy) for text in (*_PREMISES[which], "the team stays for the whole period")),
        risks=tuple(" ".join([text] * wordy) for text in _RISKS[which]),
        timing=_TIMINGS[which],
        reasoning="The pipeline and the runway together leave room for one bet, not for two.",
        claims=tuple(
            Claim(id=f"C{number}", statement=text, kind=kind, evidence=cited, confidence=0.8 - number / 10)
            for number, (kind, text, cited) in enumerate(_CLAIMS, start=1)
        ),
        confidence=0.72 - which / 20,
        limitations=("no data on local wages",),
        open_questions=("would the customers sign with a partner?",),
    )
    return said if round_number == 1 else said.model_copy(update=_REVISED)


def positions(count: int = 4, round_number: int = 1, wordy: int = 1) -> list[Position]:
    """What every seat said in one round."""
    return [position(seat, index, round_number, wordy) for index, seat in enumerate(seat_names(count))]


def critiques(count: int = 4, per_seat: int = 3) -> list[Critique]:
    """What every seat found wrong with the seats after it."""
    seats = seat_names(count)
    severities: tuple[CritiqueSeverity, ...] = ("MAJOR", "MINOR", "CRITICAL")
    made: list[Critique] = []
    for index, agent in enumerate(seats):
        for step in range(per_seat):
            made.append(
                Critique(
                    id=f"K{len(made) + 1}",
                    agent=agent,
                    round=1,
                    target=seats[(index + 1 + step % (count - 1)) % count],
                    target_claim_id=f"C{1 + step}",
                    issue_type="overclaim" if step else "evidence_gap",
                    description="The figure assumes both letters turn into contracts, which the source does not say.",
                    severity=severities[step % 3],
                    suggested_fix="Give the figure for one contract too, or cite how often letters became contracts.",
                )
            )
    return made


def outcomes() -> tuple[list[Critique], dict[str, CritiqueAnswer]]:
    """One critique of the national side that its author left open, and the answer it got."""
    raised = critiques(2, 1)[0].model_copy(update={"agent": "nla", "target": "ala", "round": 1})
    missing = "The register is still missing."
    told = {"verdict": "not_answered", "verdict_reason": missing, "resolution": f"nla: not answered; {missing}"}
    answer = CritiqueAnswer(critique_id=raised.id, outcome="rejected", reason="The custom is well known.")
    return [raised.model_copy(update=told)], {raised.id: answer}


NORM_CONFLICTS = (
    NormConflict(
        id="KON-001",
        text="One body of law grants this claim and the other refuses it. (national law, estate)",
        reconciliations=(
            StatedReconciliation(seat="ala", round=2, how="The code binds nobody here without submission to it."),
        ),
    ),
)
SHEET = CritiqueSheet(
    agent="cfo", round=1, blind_spots=(Point(target="cro", point="nobody priced the second audit abroad"),)
)

SHEETS = (SHEET, CritiqueSheet(agent="coo", round=1, agreements=(Point(target="cfo", point="cash is the limit"),)))
ROUND_2 = Convergence(
    converged=False,
    value=0.55,
    reason="premises and timing agree, recommendation and risks do not",
    details={"recommendation": 0.5, "premises": 1.0, "risks": 0.25, "timing": 1.0},
    agreed=("premises: all agree (the runway is the tighter limit)", "timing: all agree (by the autumn)"),
    open=(
        "recommendation: cfo and cro, cmo and cro differ",
        "risks: no two say quite the same, but nobody contradicts anybody",
    ),
)

SYNTHESIS = Synthesis(
    decision="Run a partner pilot from January and decide about an office in autumn.",
    consensus_points=("cash allows one bet [E2]",),
    divergences=(
        Divergence(
            theme="own office or partner",
            nature="risk",
            sides=(Side(seat="cro", view="own office"), Side(seat="coo", view="partner")),
            impact="a year is lost",
        ),
    ),
    tensions=("speed against runway",),
    gaps=("local wages",),
    confidence=0.64,
)
CRITIC = CouncilCritique(
    premises=16,
    evidence=12,
    logic=15,
    alternatives=9,
    conflicts=12,
    gaps=("wages",),
    justification="Thin alternatives.",
)
DISSENT = CouncilDissent(
    weakest_premise="the partner accepts a year",
    undiscussed_risk="a change of tax rules",
    probability="low",
    impact="high",
    regret_scenario="The partner signed the accounts itself.",
    ignored_alternative="buy a small local firm",
)

CONFLICT = Conflict(
    conflict_id="X1",
    conflict_type="financial",
    severity="high",
    topic="investir vs cortar",
    agents_involved=("commercial", "financial"),
    positions={
        "commercial": AgentPosition(agent_name="commercial", position="Spend 500 thousand on campaigns."),
        "financial": AgentPosition(agent_name="financial", position="Cut cost first; the return is 300 thousand."),
    },
    description="commercial and financial contradict each other",
    key_differences=("investir vs cortar", "crescimento vs margem"),
    mutual_exclusivity=True,
    requires_debate=True,
)

CONFLICT_REPORT = ConflictReport(
    execution_id="run-1",
    total_conflicts=1,
    conflicts=(CONFLICT,),
    has_low_severity=False,
    has_medium_severity=False,
    has_high_severity=True,
    has_critical_severity=False,
    requires_debate=True,
    debate_topics=(CONFLICT.topic,),
)
CONFLICT_DEBATE = ConflictDebate(
    conflict_id="X1",
    parties=("commercial", "financial"),
    rounds=(
        DebateRound(
            round_number=1,
            topic="investir vs cortar",
            arguments={each.agent_name: each.position for each in CONFLICT.positions.values()},
        ),
        DebateRound(
            round_number=2,
            topic="investir vs cortar",
            arguments={"commercial": "Without it we lose share.", "financial": "Without profit there is no capital."},
        ),
    ),
)

DISPUTES = list_disputes(CONFLICT_REPORT, [CONFLICT_DEBATE])
ACCEPTANCES = (
    Acceptance(seat="commercial", round=2, stance="accepts", because="It keeps the campaign."),
    Acceptance(seat="financial", round=2, stance="accepts_with_reservation", because="No cap is named."),
)

INCIDENT = Incident(
    events=(
        LogEvent(id="e1", timestamp="10:00:01", component="DataNode", severity="WARN", message="disk at 95 percent"),
        LogEvent(id="e2", timestamp="10:00:05", component="DataNode", severity="WARN", message="threshold exceeded"),
        LogEvent(id="e3", timestamp="10:00:09", component="NameNode", severity="ERROR", message="replication failed"),
        LogEvent(id="e4", timestamp="10:00:12", component="DataNode", severity="ERROR", message="DiskFullException"),
    ),
    entities=(Entity(type="host", name="10.0.1.5"), Entity(type="block", name="blk_123")),
    error_messages=(ErrorMessage(error_type="DiskFullException", message="no space left", component="DataNode"),),
    relationships=(Relationship(source="e1", target="e4", type="causes"),),
    similar_incidents=(
        SimilarIncident(
            incident_id="HDFS_001",
            root_cause="disk full",
            root_cause_description="replication filled the volume",
            root_cause_category="resource",
            similarity_score=0.65,
            resolution=("Volume extended",),
            shared=("DiskFullException",),
            components=("DataNode",),
        ),
    ),
    causal_paths=(
        CausalPath(events=("disk at limit", "write refused"), error_type="DiskFullException", path_length=2),
    ),
    patterns=(Pattern(pattern="DataNode → DataNode", frequency=2),),
    entity_context={"10.0.1.5": EntityContext(type="host", event_count=9, incident_count=2)},
    outline=LogOutline(lines=5189, errors=40, warnings=12, burst_from="10:00", burst_to="10:20", departs=True),
)
INSPECTED = Inspected(
    id="log_q1",
    seat="log_focused",
    round=1,
    number=1,
    request=InspectionRequest(kind="count", pattern="replication", from_="09:50", to="10:10"),
    outcome="answered",
    total=37,
    lines=(SeenLine(id="L8", text="09:58:02 INFO NameNode replication factor changed from 2 to 3", count=2),),
    counts=("09:50: 2", "10:00: 35"),
)


def _hypothesis(number: int, source: str, prefix: str, text: str, confidence: float) -> Hypothesis:
    return Hypothesis(
        id=f"{prefix}_{number}",
        source=source,
        hypothesis=text,
        confidence=confidence,
        reasoning="The disk warning came first and every later error follows from refused writes.",
        evidence=("Log: e4 DiskFullException", "Historical: HDFS_001"),
        category="resource",
        affected_components=("DataNode",),
        suggested_resolution=("free space", "alert at 85 percent"),
    )


HYPOTHESES = (
    _hypothesis(1, "log_focused", "log", "The DataNode's disk filled up.", 0.8),
    _hypothesis(2, "log_focused", "log", "The threshold alarm came too late.", 0.5),
    _hypothesis(1, "kg_focused", "kg", "Replication filled the volume, as in HDFS_001.", 0.7),
    _hypothesis(1, "hybrid", "hybrid", "A high replication rate exhausted the DataNode's disk.", 0.9),
)
CHECKS = {
    each.id: (
        EvidenceCheck(text=each.evidence[0], holds=True, bears=True, sources=("e4",)),
        EvidenceCheck(text=each.evidence[1], holds=False, reason="HDFS_001 is there, but it does not say 40"),
    )
    for each in HYPOTHESES
}
EVALUATIONS = tuple(
    Evaluation(
        hypothesis_id=each.id,
        source=each.source,
        hypothesis=each.hypothesis,
        evidence_quality=20,
        reasoning_strength=20,
        confidence_calibration=15,
        completeness=10,
        consistency=8,
        judge_score=score,
        strengths=("direct evidence",),
        weaknesses=("does not say why the disk filled",),
        feedback="Name what wrote the data.",
    )
    for each, score in zip(HYPOTHESES, (78, 60, 72, 85), strict=True)
)

REMARKS = (
    Remark(id="1", said_at="2026-01-05T10:00:00+00:00", text="The lease ends in March.", author="Ana", round=1),
    Remark(id="2", said_at="2026-01-05T10:01:00+00:00", text="Só dois países\nestão em questão.", round=0),
)
