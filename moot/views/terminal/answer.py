"""Writes the answer for whoever has to act on it: plain words, one screen, or all of it.

The decision stands in full. On one screen only the first entries of a list are shown, each with its first sentences,
and what is left out is counted, because the whole is one command away; nothing is cut inside a sentence. What is empty
is left out.
"""

from collections.abc import Iterator, Set
from typing import assert_never

from moot.catalogue import current_translator, frame_language, say, speaking
from moot.policies.critique.evidence import latest_by_seat
from moot.policies.critique.ledger.summing import keep_standing
from moot.policies.language import guess_language
from moot.program import name_program
from moot.prompts import split_sentences
from moot.state.ballot import Ballot
from moot.state.base import Texts
from moot.views.lines import TEXT_WIDTH, blank_controls, hang, name_place, wrap, wrap_lines
from moot.views.result import Result, find_decided_option
from moot.views.terminal.dissent import find_dissent
from moot.views.wording import capital, say_flag, say_label, say_literal, say_stop
from moot.views.wording.agreement import (
    has_agreed,
    measures_agreement,
    name_measure,
    say_agreement,
    say_audit,
    say_ladder,
    say_lead,
    say_opposed,
    say_option,
    say_source,
)
from moot.views.wording.disputes import list_held_reservations, list_last_acceptances, list_risks
from moot.views.wording.figures import join_names, say_confidence, say_percent, say_usage
from moot.views.wording.names import is_decided_by_votes, never_started, say_decider
from moot.views.wording.refinement import find_asked_question, is_refined_only, list_reservations, list_wishes
from moot.views.wording.warrants import (
    find_failures,
    find_missing_seats,
    say_replaced_proposal,
    say_unmet,
    say_warrant,
)

_SHOWN = 3
"""So many entries of a list fit."""

_LABEL = 12
"""As wide as the column of labels."""

_ENTRY = 160
"""So many characters of an entry are shown on one screen, and always its first sentence."""

_CLIPPED = frozenset({"call", "why", "dissent", "audit", "risks", "steps", "find_out", "cost"})
"""What is cut to a few lines; the rest is the reason for the status, or what a person has to confirm."""


_IN_FULL = frozenset({"dissent"})
"""Whose entries are never cut to their first sentences: what somebody holds against a decision may be the last one."""


def write_answer(result: Result, *, records: str | None = None, store: str | None = None, whole: bool = False) -> str:
    """Say what was decided, how surely, why, who dissents, and what it cost.

    `records` and `store` are what the caller chose, for the hints at the end; `whole` says every entry in full.
    """
    with speaking(frame_language(result.language), result.seat_titles):
        if never_started(result):  # nobody spoke, so there is no verdict to explain
            return "\n".join(map(blank_controls, wrap(_name_status(result)))) + "\n"
        lines = [*_headline(result), ""]
        for name, texts in _sections(result, whole=whole):
            # What is left open is the very thing that a person is asked about, so it stands in full.
            clipped = _CLIPPED - {"dissent", "call"} if result.status == "needs_review" else _CLIPPED
            lines += _section(name, texts, whole=whole, clipped=clipped)
        lines += _section("cost", [say_usage(result.usage)])
        lines += _section("more", list(_more(result, records, store)))
    return "\n".join(map(blank_controls, lines)) + "\n"


def _headline(result: Result) -> list[str]:
    refined = result.refinement.question if result.refinement and result.status == "needs_review" else ""
    text = wrap_lines(result.decision or refined or _quote_refusal(result), TEXT_WIDTH - 2)
    return [*_title(result), *(f"  {line}" for line in text if line)]


def _quote_refusal(result: Result) -> str:
    """Quote why a person rejected the proposal; empty where nobody did, or nobody said why."""
    answer = result.review.response if result.review else None
    refused = result.status == "rejected" and answer is not None and answer.type == "reject"
    return f"“{answer.text}”" if refused and answer is not None and answer.text else ""


def _title(result: Result) -> list[str]:
    """Say how it ended; beside a decision who opposes it and who is missing, elsewhere the first unmet condition."""
    title = _name_status(result)
    if result.status == "decided":
        missing, opposing = find_missing_seats(result), _list_opposing(result)
        title = say("answer.opposed", title=title, seats=opposing) if opposing else title
        return wrap(say("answer.missing", title=title, seats=missing) if missing else title)
    unmet = say_unmet(result.warrant, gaps_below=_lists_gaps(result))
    if not unmet:
        return wrap(title)
    status, _, proposal = title.partition("; ")
    return [*wrap(f"{status}; {unmet}"), *([capital(proposal)] if proposal else [])]


def _list_opposing(result: Result) -> Texts:
    """List who opposes the decision, by what each said of it."""
    return tuple(each.seat for each in list_last_acceptances(result) if each.stance == "opposes")


def _lists_gaps(result: Result) -> bool:
    """Say whether the open gaps of a question are the reason for its status: they stand below, each once."""
    found = result.refinement
    return found is not None and bool(found.open_gaps) and found.subject_kept


def _name_status(result: Result) -> str:
    match result.status:
        case "decided":
            return _name_deciders(result)
        case "needs_review":
            if result.refinement is not None and not result.decision:
                return say("answer.waiting_question")
            return say("answer.waiting_proposed" if result.decision else "answer.waiting")
        case "rejected":
            return say("answer.rejected", who=say_decider(result))
        case "inconclusive":
            return say("answer.inconclusive")
        case "aborted":
            return say("answer.aborted")
        case "failed" if never_started(result):
            return say("answer.not_started", why=say_decider(result))
        case "failed":
            return say("answer.failed" if result.decider else "answer.unfinished")
        case _:
            assert_never(result.status)


def _name_deciders(result: Result) -> str:
    """Say who decided, and whose guidance it followed: whoever reads it has to know that a person steered."""
    how = "approved" if is_refined_only(result) else "decided"
    if not result.decider:
        return say(f"answer.{how}")
    guides = list(
        dict.fromkeys(each.reviewer or say("word.role.human") for each in result.responses if each.type == "respond")
    )
    voted = "votes_" if how == "decided" and is_decided_by_votes(result) else ""
    if not guides or result.decider.startswith("human"):
        return say(f"answer.{voted}{how}_by", who=say_decider(result))
    return say(f"answer.{voted}{how}_after", who=say_decider(result), reviewers=join_names(guides))


def _sections(result: Result, *, whole: bool) -> Iterator[tuple[str, list[str]]]:
    # What is decided or argued is not what the user typed.
    if result.refinement is not None and result.refinement.idea != find_asked_question(result):
        yield "idea", [result.refinement.idea]
    yield "question", [result.question] if result.refinement is not None and result.synthesis is not None else []
    yield "edited", list(filter(None, [say_replaced_proposal(result)]))
    # Beside a refined question its reservations say the same.
    yield "caveats", [] if is_refined_only(result) else list(map(str, result.caveats))
    yield "confidence", _confidence(result)
    yield "call", list(_find_call(result)) if result.status == "needs_review" else []
    yield "ballot", list(_ballot(result, whole=whole))
    yield "law", list(_find_law(result))
    yield "warrant", list(_find_warrant(result))
    if result.refinement is not None:
        yield "profiles", list(_find_profiles(result))
        yield from list_reservations(result.refinement)
    # A methodologist's word on a question is a few sentences, and the last one may be its warning.
    yield "verdict" if is_refined_only(result) else "why", list(find_reasons(result))
    yield "dissent", list(find_dissent(result))
    yield "audit", list(_find_audit(result))
    yield "risks", list(find_risks(result))
    yield "steps", list(find_steps(result))
    yield "find_out", list(map(str, result.inconclusive.find_out)) if result.inconclusive else []
    yield "not_chosen", list(result.synthesis.not_chosen) if whole and result.synthesis else []
    # What a debate has to beat is read by who studies it, not by who waits for its answer.
    yield "baselines", list(_baselines(result)) if whole else []
    yield "ladder", list(say_ladder(result.ladder)) if result.ladder else []


def _find_profiles(result: Result) -> Iterator[str]:
    """Say whose seats refined the question and whose argued it."""
    found = result.refinement
    if found is not None and found.argued_by:
        yield say("story.two_profiles", refined=found.refined_by, argued=found.argued_by)


def _find_warrant(result: Result) -> Iterator[str]:
    """Find what was needed and met; the headline of what is not decided says why the first condition fails."""
    if result.warrant is not None:
        headed = result.status != "decided"
        yield from say_warrant(result.warrant, gaps_below=_lists_gaps(result), headed=headed)


def _find_law(result: Result) -> Iterator[str]:
    """Say which body of law prevails, where a supervisor found one (L-47)."""
    found = result.supervision
    if found is None:
        return
    code = "answer.law_step" if found.langkah_keputusan else "answer.law"
    differ = found.konflik_terdeteksi == "Ya"
    conflict = say("word.yes" if differ else "word.no")
    # By its meaning, not by its letter: options have letters too.
    means = say_label(found.label, conflict=differ)
    yield capital(say(code, step=found.langkah_keputusan, means=means, conflict=conflict))
    yield found.alasan_utama


def _section(name: str, texts: list[str], *, whole: bool = False, clipped: Set[str] = _CLIPPED) -> list[str]:
    """Write a section under its label; reservations bring a label of their own."""
    if not texts:
        return []
    label = say(f"answer.label.{name}") if current_translator().knows(f"answer.label.{name}") else name
    if name == "more":
        # A command is copied, so it stays in one piece.
        return [f"{'' if at else label:<{_LABEL}} {text}" for at, text in enumerate(texts)]
    if not whole and name in clipped:
        more = f" ({say('answer.and_more', n=len(texts) - _SHOWN)})" if len(texts) > _SHOWN else ""
        shown = texts[:_SHOWN] if name in _IN_FULL else [*map(_shorten, texts[:_SHOWN])]
        texts = [*shown[:-1], f"{shown[-1]}{more}"]
    return [line for at, text in enumerate(texts) for line in hang(f"{'' if at else label:<{_LABEL}} ", text)]


def _shorten(text: str) -> str:
    """Keep the first sentences of an entry, as many as fit and at least one, and count the others."""
    first, *rest = split_sentences(text) or [""]
    while rest and len(first) + len(rest[0]) < _ENTRY:
        first = f"{first} {rest.pop(0)}"
    return f"{first} ({say('answer.and_sentences', n=len(rest))})" if rest else first


def _confidence(result: Result) -> list[str]:
    if result.confidence is None:
        return []
    marks = (say_confidence(result.confidence), _agreement(result), *map(say_flag, result.confidence_flags))
    likely = result.probability
    known = [say("probability.right", share=likely.value, basis=likely.basis)] if likely else []
    known += [say(f"probability.unlike.{reason}") for reason in likely.unlike_because] if likely else []
    steps = ["; ".join(map(str, result.confidence_steps))] if result.confidence_steps else []
    return ["; ".join(filter(None, marks)), *steps, *known]


def _agreement(result: Result) -> str:
    """Say how far they agreed; where something else than agreement ends a debate, say why it ended."""
    if not result.rounds or result.convergence is None:
        return ""
    if not measures_agreement(result.strategy):
        return say_stop(result)
    last = result.rounds[-1]
    share = say_agreement(last) if last.convergence == result.convergence else say_percent(result.convergence)
    told = f"{name_measure(result.strategy)} {share}"
    # Seats may vote alike while a condition is open between them.
    parted = any(value < result.convergence for value in last.details.values())
    return say("answer.by_votes", agreement=told) if result.disputes and parted else told


def _ballot(result: Result, *, whole: bool) -> Iterator[str]:
    """Say who votes for what, which options exclude each other, and how that was found."""
    ballot = result.ballot
    if ballot is None or not ballot.options:
        return
    judged, first = result.rca is not None, _find_telling(result, ballot)
    voted = [option for option in ballot.options if option.seats or option.id in first]
    voted.sort(key=lambda option: (option.id not in first, -len(option.seats)))
    # Who votes for an option on a condition of its own does so beside its vote, as long as it holds it.
    held = {each.seat for each in list_held_reservations(result)}
    # Who votes for what was decided, and opposes it as it was written, has not got what it voted for.
    decided = find_decided_option(result)
    against = {option.id: _list_opposing(result) for option in (decided,) if option is not None}
    shown = voted if whole else voted[: max(_SHOWN, len(first))]
    yield from (
        say_option(ballot, option, judged=judged, held=held, against=against.get(option.id, ())) for option in shown
    )
    if len(voted) > len(shown):
        yield say("answer.more_options", n=len(voted) - len(shown))
    lead = say_lead(ballot, agreed=has_agreed(result), judged=judged, decided=result.status == "decided")
    yield " ".join(filter(None, (lead, say_opposed(ballot), say_source(ballot))))


def _find_telling(result: Result, ballot: Ballot) -> set[str]:
    """Find the options that are never left out: what was decided, and what those who oppose that vote for."""
    decided, written = find_decided_option(result), result.synthesis
    proposed = ballot.option(str(written.choice)) if written and result.status == "needs_review" else None
    named = {each.id for each in (decided, proposed) if each is not None}
    return named | {vote for seat in _list_opposing(result) if (vote := ballot.last_vote(seat)) is not None}


def _find_call(result: Result) -> Iterator[str]:
    """Find why a person is asked: the gaps of a question that is being refined, else what the gate found."""
    if result.refinement is None or result.synthesis is not None:
        headed = say_unmet(result.warrant, named=True)
        yield from (str(each) for each in result.escalation.reasons if str(each) != headed)
        return
    # Where a question is proposed, what it lacks stands with it.
    last = result.refinement.hypothesis_versions[-1]
    yield from () if last.open_gaps and result.decision else list_wishes(last)


def find_reasons(result: Result) -> Iterator[str]:
    """Find why the decision is what it is, the strongest source first."""
    if result.refinement is not None and is_refined_only(result):
        yield result.refinement.justification or say_literal(result.refinement.status)
        return
    if result.rca is not None and result.rca.final_hypothesis is not None:
        yield result.rca.final_hypothesis.reasoning
    points = result.synthesis.consensus_points if result.synthesis is not None else ()
    ruled = result.council.resolution if result.council is not None else None
    if ruled is not None and ruled.decision == result.decision:
        # The council had the synthesis before it: what it changed is no reason any more.
        yield from (say("answer.ruled", text=text) for text in ruled.modifications)
        points = keep_standing(points, ruled.modifications, guess_language(result.question))
    # One ruling settles all conflicts and gives its reasons itself; without them each settlement has its own.
    yield from points or dict.fromkeys(settled.justification for settled in result.consensus_results or ())
    if result.inconclusive is not None:
        yield str(result.inconclusive.statement)
    if result.status == "failed":
        yield from find_failures(result)


def _find_audit(result: Result) -> Iterator[str]:
    """Find what was said against an agreement that came at once, and what came of it."""
    if result.audit is not None:
        yield f"{say_audit(result.audit)}: {result.audit.answer}" if result.audit.answer else say_audit(result.audit)


def find_risks(result: Result) -> Iterator[str]:
    """Find what may go wrong: the council's word, else everything the seats named."""
    council = result.council.resolution if result.council else None
    if council is not None and council.residual_risks:
        yield from council.residual_risks
        return
    yield from list_risks(latest_by_seat(result.positions), result.ballot.points if result.ballot else ())


def find_steps(result: Result) -> Iterator[str]:
    """Find what to do next; the steps of a proposal that nobody released are no steps."""
    if result.status in ("rejected", "inconclusive"):
        return
    council = result.council.resolution if result.council else None
    if council is not None and council.next_steps:
        yield from council.next_steps
    elif result.synthesis is not None:
        yield from result.synthesis.next_steps


def find_left_open(result: Result) -> Iterator[str]:
    """Find what seats ask by now, and what they say nobody can settle here; what several leave open is told once."""
    latest = latest_by_seat(result.positions)
    for seat, last in latest.items():
        yield from (say("story.asks", seat=seat, text=text) for text in last.open_questions or ())
    left: dict[str, list[str]] = {}
    for seat, last in latest.items():
        for text in last.left_open:
            left.setdefault(text, []).append(seat)
    yield from (say("story.leaves_open", seats=seats, text=text) for text, seats in left.items())


def _baselines(result: Result) -> Iterator[str]:
    single, vote = result.baselines.single, result.baselines.vote
    if single is not None and single.answer and result.route != "simple":
        yield say("answer.alone", seat=single.seat, answer=single.answer)
    if vote is not None and vote.answer and result.route != "simple":
        yield say("answer.vote", answer=vote.answer, share=vote.share)
    elif vote is not None and vote.tied:
        yield say("answer.tied", answers=vote.tied)


def _more(result: Result, records: str | None, store: str | None) -> Iterator[str]:
    if store is not None and store.startswith("memory:"):
        yield say("answer.not_kept", thread=result.thread_id)
    else:
        yield from _commands(result, name_place(result.thread_id, store))
    if records:
        yield say("answer.records", place=records)


def _commands(result: Result, place: str) -> Iterator[str]:
    if result.status == "needs_review":
        yield f"{name_program()} review {place}"
    elif result.status == "failed" and not result.decider.startswith("checklist"):
        yield f"{name_program()} resume {place}"
    yield f"{name_program()} show {place}"
