"""One rendering of every prompt, and of those that look different in another round or seat."""

from collections.abc import Mapping, Sequence

from moot.catalogue import speak
from moot.prompts import root_cause
from moot.prompts.critiques import critiques, settling
from moot.prompts.disputes import disputes
from moot.prompts.findings import findings
from moot.prompts.hypotheses import hypotheses
from moot.prompts.labels import peer_labels
from moot.prompts.library import Prompt, render_prompt
from moot.prompts.positions import positions
from moot.prompts.refinement import refinement
from moot.prompts.votes import votes
from moot.state.ballot import Ballot, BallotOption
from moot.state.critiques import Critique
from moot.state.facts import Sayings
from moot.state.hypotheses import JudgeRound
from moot.state.protocol import ClaimRules, ConvergenceRules, CritiqueRules, Seat
from moot.state.refinement import Elements
from tests.prompts import refinement_samples as refined
from tests.prompts import samples

Variables = dict[str, str | int | None]


def tell_points(points: Sayings) -> list[str]:
    """Tell facts in English, as models are told them."""
    return [speak("en").tell(each) for each in points]


_PARTIES = {"commercial": "A", "financial": "B"}
REASONS = "critique or evidence ids"
ANSWERING = "one per critique of you {critique_id, outcome: accepted | rejected | partly, reason}"
"""What a seat that has critics is told of two fields."""

_RULES = positions.evidence_rule(ClaimRules())
_EVIDENCE = findings.digest_evidence(samples.EVIDENCE)
_QUESTION: Variables = {"question": samples.QUESTION, "language": "en"}
_CLAIMS: Variables = {"max_claims": 6, "evidence_rule": _RULES}
_NO_VOTE: Variables = {"options": None, "choices": None}
_AGREEMENT = votes.explain_agreement(ConvergenceRules())
_NAMES = peer_labels(samples.seat_names(4), anonymise=False)
_BALLOT = Ballot(round=2, options=samples.options(tuple(_NAMES)), votes=(), opposed=(("A", "B"),))
_COUNCIL: Variables = {
    **_QUESTION,
    "ballot": votes.digest_ballot(_BALLOT, None),
    "guidance": None,
    "positions": positions.digest_positions(samples.positions(), _NAMES, claims=True),
    "evidence": _EVIDENCE,
    "exchanges": critiques.digest_exchanges(samples.critiques(), samples.positions(), _NAMES),
    "left_open": None,
    "unsupported": findings.digest_ledger(samples.LEDGER, _NAMES),
    "synthesis": findings.digest_synthesis(samples.SYNTHESIS),
}


def seat_of(seat_id: str, seats: Sequence[Seat] = samples.SEATS) -> Seat:
    """The seat as a profile would name it."""
    known = {seat.id: seat for seat in seats}
    spare = samples.SEATS[0].persona
    return known.get(seat_id) or Seat(id=seat_id, title=f"Head of {seat_id}", persona=spare)


def vote(options: Sequence[BallotOption], labels: Mapping[str, str], *new: str, revising: bool = False) -> Variables:
    """What a seat is shown that votes."""
    return {
        "options": votes.digest_options(options, labels),
        "choices": votes.list_choices([*(option.id for option in options), *new], revising=revising),
    }


def position_prompt(
    seat_id: str,
    guidance: str | None = None,
    seats: Sequence[Seat] = samples.SEATS,
    options: Sequence[BallotOption] = (),
) -> Prompt:
    """Round 1: what one seat is asked, without the others."""
    persona = positions.describe_seat(seat_of(seat_id, seats))
    votes = vote(options, {}) if options else _NO_VOTE
    return render_prompt(
        "position",
        **_QUESTION,
        **_CLAIMS,
        **votes,
        agreement=_AGREEMENT,
        law=None,
        evidence=_EVIDENCE,
        guidance=guidance,
        persona=persona,
    )


def critique_prompt(
    seat_id: str,
    count: int,
    min_critiques: int | None = 3,
    seats: Sequence[Seat] = samples.SEATS,
    open_ones: Sequence[Critique] = (),
) -> Prompt:
    """What one seat is asked about the others; in a later round it has critiques that are still open."""
    labels = peer_labels(samples.seat_names(count))
    return render_prompt(
        "critique",
        **_QUESTION,
        evidence=_EVIDENCE,
        positions=positions.digest_positions(samples.positions(count), labels, claims=True),
        unsupported=findings.digest_ledger(samples.LEDGER, labels) if open_ones else None,
        stage=positions.tell_stage(1, 3),
        guidance=None,
        min_critiques=min_critiques,
        max_critiques=8,
        own_critiques=critiques.digest_critiques(open_ones, labels),
        still_open=", ".join(each.id for each in open_ones),
        label=labels[seat_id],
        peers=", ".join(label for seat, label in labels.items() if seat != seat_id),
        persona=positions.describe_seat(seat_of(seat_id, seats)),
    )


def revise_prompt(
    seat_id: str,
    count: int,
    round_number: int = 2,
    evidence: str = _EVIDENCE,
    wordy: int = 1,
    seats: Sequence[Seat] = samples.SEATS,
) -> Prompt:
    """Round 2, in turn; round 3, only what is still open."""
    names = samples.seat_names(count)
    labels = peer_labels(names)
    said = samples.positions(count, round_number - 1, wordy)
    found = samples.critiques(count)
    finding = samples.ROUND_2 if round_number > 2 else None
    to_answer, unseen = critiques.critiques_to_answer(seat_id, found, labels)
    before = names[: names.index(seat_id)] if round_number == 2 else ()
    return render_prompt(
        "revise",
        **_QUESTION,
        **_CLAIMS,
        **vote(samples.options(names), labels, "new", revising=True),
        evidence=evidence,
        agreement=_AGREEMENT,
        law=None,
        positions=positions.digest_positions(said, labels, claims=True, disputed=found),
        unsupported=findings.digest_ledger(samples.LEDGER, labels) if round_number > 2 else None,
        bare="1 of your claims is" if round_number > 2 else None,
        remedy="call it a hypothesis," if round_number > 2 else None,
        critiques=critiques.digest_critiques(found, labels),
        conflicts=None,
        to_reconcile=None,
        to_take_over=None,
        agreements=critiques.digest_agreements(samples.SHEETS, labels),
        left_open=positions.digest_left_open(said, labels),
        earlier=None,
        reasons=REASONS,
        answering=ANSWERING,
        reserving=votes.explain_reservation(["A"], critiques=True),
        stage=positions.tell_stage(round_number, 3),
        closed=votes.digest_points(tell_points(finding.agreed) if finding else (), labels),
        open=votes.digest_points(tell_points(finding.open) if finding else (), labels),
        guidance=None,
        heard=positions.digest_rebuttals(
            [samples.position(seat, names.index(seat), 2) for seat in before], labels, said
        ),
        own_position=positions.digest_own_position(seat_id, said, labels, disputed=found),
        label=labels[seat_id],
        persona=positions.describe_seat(seat_of(seat_id, seats)),
        to_answer=to_answer,
        more_critiques=unseen,
        settled_by=positions.explain_settling(CritiqueRules(settle="author"), peers=True, system=False),
    )


def _incident_views(seat_id: str) -> dict[str, str]:
    """What a reasoner sees of an incident besides the log and the history."""
    history_only = seat_id == root_cause.GRAPH_ONLY
    return {
        "line_id": root_cause.name_example_line(samples.INCIDENT),
        "course": "" if history_only else hypotheses.describe_course(samples.INCIDENT),
        "signature": hypotheses.view_signature(samples.INCIDENT) if history_only else "",
        "seen": "" if history_only else hypotheses.digest_inspections([samples.INSPECTED]),
    }


def inspect_prompt(seat_id: str) -> Prompt:
    """What a reasoner is asked before it answers."""
    log, history = root_cause.view_incident(samples.INCIDENT, seat_id)
    return render_prompt(
        "inspect",
        question="Why did the cluster lose replicas?",
        course=hypotheses.describe_course(samples.INCIDENT),
        lines="5,189",
        max_requests=5,
        aim="refine your hypotheses",
        line_id=root_cause.name_example_line(samples.INCIDENT),
        log=log,
        history=history,
        seen=hypotheses.digest_inspections([samples.INSPECTED]),
        previous_hypotheses=hypotheses.digest_previous(samples.HYPOTHESES, samples.EVALUATIONS, seat_id),
        feedback=hypotheses.digest_feedback(samples.HYPOTHESES, samples.EVALUATIONS, seat_id),
        persona=f"{seat_id} reasoner.",
    )


def reasoner_prompt(seat_id: str) -> Prompt:
    """Round 1 of a root-cause debate: each reasoner sees its own view."""
    log, history = root_cause.view_incident(samples.INCIDENT, seat_id)
    return render_prompt(
        "hypotheses",
        **_QUESTION | {"question": "Why did the cluster lose replicas?"},
        guidance=None,
        min_hypotheses=1,
        max_hypotheses=5,
        **_incident_views(seat_id),
        log=log,
        history=history,
        persona=f"{seat_id} reasoner.",
    )


def refine_prompt(seat_id: str) -> Prompt:
    """Round 2 of a root-cause debate."""
    log, history = root_cause.view_incident(samples.INCIDENT, seat_id)
    return render_prompt(
        "refine_hypotheses",
        **_QUESTION | {"question": "Why did the cluster lose replicas?"},
        guidance=None,
        max_hypotheses=5,
        **_incident_views(seat_id),
        log=log,
        history=history,
        stage=hypotheses.tell_search_stage(2, 3),
        previous_hypotheses=hypotheses.digest_previous(samples.HYPOTHESES, samples.EVALUATIONS, seat_id),
        judge_feedback=hypotheses.digest_feedback(samples.HYPOTHESES, samples.EVALUATIONS, seat_id),
        other_hypotheses=hypotheses.digest_others(samples.HYPOTHESES, samples.EVALUATIONS, seat_id),
        persona=f"{seat_id} reasoner.",
    )


def methodology_prompt(*, later: bool = False) -> Prompt:
    """An evaluation of a question; a later one also shows the version before and the gaps listed in it."""
    return render_prompt(
        "methodology",
        language="pt",
        user_input="todo mundo sabe que o método incremental é mais rápido",
        previous_question="De que modo o método incremental afeta a velocidade?" if later else None,
        structured_question=(
            "O método incremental reduz em 30 % o tempo por sprint em equipes de 2 a 5 pessoas?"
            if later
            else "De que modo o método incremental afeta a velocidade?"
        ),
        elements=refinement.digest_elements(refined.ELEMENTS if later else Elements()),
        assumptions=refinement.digest_assumptions(refined.ASSUMED if later else ()),
        listed_gaps=refinement.digest_listed_gaps(refined.LATER_GAPS if later else ()),
        gap_ids="G1, G2" if later else None,
        no_gaps=None if later else "empty, no gap was listed before",
        clarifications=None,
        persona=None,
        **user_words(said=later),
    )


def user_words(*, said: bool = False) -> Variables:
    """What comes from the user beside the idea: nothing, or a remark and a source."""
    return {
        "user_said": refinement.digest_said(["Só a minha equipe, de 4 pessoas."]) if said else None,
        "said_since": "1 remark" if said else None,
        "evidence": findings.digest_evidence(samples.EVIDENCE[:1]) if said else None,
        "sources_given": "1 source" if said else None,
    }


def council_prompt(phase: str) -> Prompt:
    """What a member of the council sees."""
    papers: Variables = {"aliases": "A is cro, B is cfo"}
    if phase == "council_synthesizer":
        papers |= {
            "critic": findings.digest_council_critique(samples.CRITIC),
            "advocate": findings.digest_dissent(samples.DISSENT),
            "choices": "A | B | none",
        }
    return render_prompt(phase, **_COUNCIL, **papers, persona="You judge how the agents reasoned, not what they know.")


def _closing_cases() -> dict[str, Prompt]:
    said = samples.positions(4, 2)
    lawyers = {"nla": "nla", "ala": "ala"}
    first, law = ([samples.position(seat, index, number) for index, seat in enumerate(lawyers)] for number in (1, 2))
    return {
        "synthesize": render_prompt(
            "synthesize",
            **_QUESTION,
            evidence=_EVIDENCE,
            positions=positions.digest_positions(said, _NAMES, claims=True),
            closed=votes.digest_points(tell_points(samples.ROUND_2.agreed)),
            open=votes.digest_points(tell_points(samples.ROUND_2.open)),
            exchanges=critiques.digest_exchanges(samples.critiques()[:3], said, _NAMES),
            left_open=positions.digest_left_open(said, _NAMES),
            reservations=positions.digest_reservations(said, _NAMES),
            earlier=None,
            unsupported=findings.digest_ledger(samples.LEDGER, _NAMES),
            ballot=votes.digest_ballot(_BALLOT, "A"),
            choices="A | B | none",
            settled="A",
            unsettled=None,
            aliases="A is cro, B is cfo",
            guidance=None,
            stopped="3 of 3 rounds ran without agreement",
            persona="You write down what the debate amounts to.",
        ),
        "supervise": render_prompt(
            "supervise",
            question="Siapa yang mewarisi pusako tinggi?",
            language="id",
            evidence=_EVIDENCE,
            critiques=settling.digest_outcomes(*samples.outcomes(), lawyers),
            unsupported=None,
            positions=positions.digest_positions(law, lawyers, claims=True),
            summary=findings.digest_summary(["nla C1: the land is shared"], [], ["nla: the shares are not equal"]),
            conflicts=settling.digest_norm_conflicts(samples.NORM_CONFLICTS, lawyers),
            earlier="decision proposed before: the land stays whole\na person was asked because: KON-001 is open",
            ballot=None,
            choices=None,
            settled=None,
            unsettled=None,
            guidance=None,
            left_open="nla: who else descends from the founder; a family tree would tell",
            to_reconcile="KON-001",
            law=positions.name_law({"supervisor"}),
            default_label="both_laws",
            label_reason="The question has 2 national, 2 adat and 0 conflict words",
            persona="You write the answer from the two final revisions.",
        ),
        "settle": render_prompt(
            "settle",
            **_QUESTION,
            evidence=_EVIDENCE,
            positions=positions.digest_positions(law, lawyers, claims=True),
            others=None,
            unsupported=None,
            own_position=positions.digest_positions(law[:1], lawyers),
            conditions="ala: The house stays with the widow.",
            to_join="ala",
            reserving=votes.explain_met(),
            to_take_over="ala",
            critiques=settling.digest_settling(samples.outcomes()[0], [*first, *law], lawyers, 2),
            conflicts=settling.digest_norm_conflicts(samples.NORM_CONFLICTS, lawyers),
            to_confirm="KON-001",
            label="nla",
            persona="National Law Agent. You cite the source of every claim.",
            to_settle="K1, KON-001",
            vote_only=None,
            guidance=None,
        ),
        "settle_vote": render_prompt(
            "settle",
            **_QUESTION,
            evidence=_EVIDENCE,
            positions=None,
            others=positions.digest_positions(law[1:], lawyers, claims=True),
            own_position=positions.digest_positions(law[:1], lawyers),
            conditions=None,
            to_join="ala",
            reserving=votes.explain_met(),
            to_take_over=None,
            unsupported=None,
            critiques=None,
            conflicts=None,
            to_confirm=None,
            label="nla",
            persona="National Law Agent. You cite the source of every claim.",
            to_settle=None,
            vote_only=votes.explain_vote_only(),
            guidance="A human reviewer asks everyone: Who keeps the house?",
        ),
        "compare": render_prompt(
            "compare",
            question=samples.QUESTION,
            decision="Open two shops in Lisbon this spring, and more once they pay for themselves.",
            option=votes.digest_points(["Open in Lisbon in spring", "Start in Lisbon with two shops"]),
        ),
        "ballot": render_prompt(
            "ballot",
            **_QUESTION,
            evidence=None,
            positions=positions.digest_positions(said, _NAMES),
            options=None,
            seats=", ".join(_NAMES),
            known=None,
            new=None,
            chosen=None,
            aliases=None,
        ),
        "ballot_later": render_prompt(
            "ballot",
            **_QUESTION,
            evidence=_EVIDENCE,
            positions=positions.digest_positions(said, _NAMES),
            options=votes.digest_options(samples.options(tuple(_NAMES)), _NAMES),
            seats=", ".join(_NAMES),
            known="A, B",
            new="cro",
            chosen="cfo, coo",
            aliases="A is cro, B is cfo",
        ),
        "verify": render_prompt(
            "verify",
            **_QUESTION,
            evidence=_EVIDENCE,
            claims="cro C1: Demand grew by 4 %. (cites E1)",
            aliases=None,
            today=positions.tell_today("2026-07-01T09:00:00"),
        ),
        "audit": render_prompt(
            "audit",
            **_QUESTION,
            evidence=_EVIDENCE,
            positions=positions.digest_positions(said, peer_labels(samples.seat_names(4))),
            max_claims=4,
            persona=None,
        ),
        "inspect": inspect_prompt("log_focused"),
        "same_cause": render_prompt(
            "same_cause",
            **_QUESTION | {"question": "Why did the cluster lose replicas?"},
            causes=hypotheses.digest_causes({each.source: each for each in samples.HYPOTHESES}),
            options=None,
            seats="log_focused, kg_focused, hybrid",
            known=None,
        ),
        "judge": render_prompt(
            "judge",
            **_QUESTION | {"question": "Why did the cluster lose replicas?"},
            course=hypotheses.describe_course(samples.INCIDENT),
            incident=root_cause.view_for_judge(samples.INCIDENT),
            cited=hypotheses.digest_cited({"e4": "ERROR DataNode DiskFullException: no space left"}),
            hypotheses=hypotheses.digest_hypotheses(samples.HYPOTHESES, samples.CHECKS),
            silent="finds no incident: kg_focused",
            earlier_scores=hypotheses.digest_scores(
                [JudgeRound(round=1, evaluated_hypotheses=tuple(samples.EVALUATIONS))]
            ),
            guidance=None,
            persona="You do not reward fine wording.",
        ),
        "argue": render_prompt(
            "argue",
            **_QUESTION | {"question": "Sales fell: what do we do?"},
            **_CLAIMS,
            **_NO_VOTE,
            evidence=None,
            disputes=disputes.digest_disputes(samples.DISPUTES, _PARTIES),
            positions="A (70): invest now\nreasoning: Rivals are asleep.",
            unsupported=None,
            bare=None,
            history=None,
            left_open="A: whether rivals stay asleep; a survey would tell",
            earlier=disputes.digest_proposal(
                samples.SYNTHESIS,
                None,
                samples.ACCEPTANCES,
                ["claims without support"],
                _PARTIES,
            ),
            stage="This is round 2 of at most 3.",
            scope="A person sent the proposal back: answer what they ask, and argue what is disputed.",
            reasons="evidence ids",
            answering=None,
            reserving=None,
            peer="A",
            guidance="Stay within this year's budget.",
            own_position=None,
            label="B",
            persona="Financial. You speak for cost, investment, return and viability.",
            deciding="After the last round you are asked to decide.",
        ),
        "decide": render_prompt(
            "decide",
            **_QUESTION | {"question": "Sales fell: what do we do?"},
            evidence=_EVIDENCE,
            positions=None,
            conflicts=disputes.digest_debates(samples.DISPUTES, [samples.CONFLICT_DEBATE], {}),
            task=disputes.explain_deciding(samples.DISPUTES, again=False),
            held="financial",
            earlier=None,
            ballot=votes.digest_ballot(_BALLOT, "A"),
            choices="A | B | none",
            settled="A",
            unsettled=None,
            unsupported=None,
            left_open=None,
            aliases="A is commercial, B is financial",
            guidance=None,
            persona="Reviewer. You mediate.",
        ),
        "read_answers": render_prompt(
            "read_answers",
            **_QUESTION | {"question": "Sales fell: what do we do?"},
            evidence=_EVIDENCE,
            positions="analyst (70): find out why\nmarket (66): ask those who left",
            conflicts=None,
            ballot=votes.digest_ballot(_BALLOT, "A"),
            choices="A | B | none",
            settled="A",
            unsettled=None,
            unsupported=None,
            left_open=None,
            earlier=None,
            task=disputes.explain_reading(contradicted=False, again=False),
            aliases="A is commercial, B is financial",
            guidance=None,
            persona="Reviewer. You mediate.",
        ),
        "accept": render_prompt(
            "accept",
            **_QUESTION | {"question": "Sales fell: what do we do?"},
            evidence=None,
            options="option A: at most 3% (votes: commercial, financial)",
            aliases="A is commercial, B is financial",
            ruling=disputes.digest_ruling(samples.DISPUTES, (), samples.SYNTHESIS, _PARTIES),
            guidance=None,
            own_position="B (75): at most 3%",
            label="B",
            persona="Financial. You speak for cost, investment, return and viability.",
        ),
    }


def _opening_cases() -> dict[str, Prompt]:
    return {
        "answer": render_prompt(
            "answer",
            **_QUESTION,
            **_CLAIMS,
            **_NO_VOTE,
            evidence=_EVIDENCE,
            guidance=None,
            persona=positions.describe_seat(samples.SEATS[1]),
        ),
        "route": render_prompt(
            "route", **_QUESTION, seats=positions.digest_seats(samples.SEATS), routes="simple | debate | council"
        ),
        "retrieve": render_prompt(
            "retrieve",
            question=samples.QUESTION,
            known=_EVIDENCE,
            max_queries=2,
            persona=positions.describe_seat(samples.SEATS[1]),
        ),
        "classify": render_prompt(
            "classify", language="en", user_input="the incremental method is faster", persona=None
        ),
        "structure": render_prompt(
            "structure", language="en", user_input="the incremental method is faster", persona=None, **user_words()
        ),
        "restructure": render_prompt(
            "restructure",
            language="en",
            user_input="the incremental method is faster",
            previous_question=refined.VERSIONS[0].question,
            elements=refinement.digest_elements(refined.ELEMENTS),
            gaps=refinement.digest_gaps(refined.GAPS),
            assumptions=refinement.digest_assumptions(refined.ASSUMED),
            assumption_ids="A1, A2",
            clarifications=refinement.digest_clarifications({"Which teams?": "ours"}),
            version=2,
            persona=None,
            **user_words(said=True),
        ),
        "methodology_first": methodology_prompt(),
        "methodology_later": methodology_prompt(later=True),
        "force": render_prompt(
            "force",
            language="en",
            user_input="the incremental method is faster",
            structured_question=refined.VERSIONS[0].question,
            listed_gaps=refinement.digest_listed_gaps(refined.GAPS),
            assumptions=refinement.digest_assumptions(refined.ASSUMED),
            clarifications=None,
            gap_ids="G1, G2",
            no_gaps=None,
            history=refinement.digest_versions(refined.VERSIONS),
            persona=None,
            **user_words(),
        ),
        "repair": render_prompt(
            "repair", answer='{"confidence": "high"}', error="confidence: expected an integer 0..100"
        ),
        "probe": render_prompt("probe", question="What is two plus two?", language="en"),
    }


def all_cases() -> dict[str, Prompt]:
    """Every prompt under the name of its golden file."""
    return {
        "position": position_prompt("cfo"),
        "position_guided": position_prompt("cfo", guidance="Assume the second letter of intent is withdrawn."),
        "position_told": position_prompt("cfo", guidance=findings.digest_remarks(samples.REMARKS)),
        "position_refined": position_prompt(
            "cfo",
            guidance=refinement.introduce_question(
                "the incremental method is faster", refined.APPROVED, refined.APPROVED.question
            ),
        ),
        "position_options": position_prompt("cfo", options=samples.options(())),
        "critique": critique_prompt("cfo", 4),
        "critique_no_floor": critique_prompt("cfo", 4, min_critiques=None),
        "critique_later": critique_prompt("cfo", 4, min_critiques=None, open_ones=samples.critiques()[:1]),
        "revise_round2": revise_prompt("coo", 4),
        "revise_round3": revise_prompt("coo", 4, round_number=3),
        "hypotheses_log": reasoner_prompt("log_focused"),
        "hypotheses_kg": reasoner_prompt("kg_focused"),
        "hypotheses_hybrid": reasoner_prompt("hybrid"),
        "refine_hypotheses": refine_prompt("log_focused"),
        **{phase: council_prompt(phase) for phase in ("council_critic", "council_advocate", "council_synthesizer")},
        **_closing_cases(),
        **_opening_cases(),
    }
