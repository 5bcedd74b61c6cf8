"""Writes what seats can vote for, what was voted, and how votes and agreement are counted, for a prompt."""

from collections.abc import Iterable, Mapping, Sequence

from moot.prompts.fitting import Line, arrange, list_lines, squash
from moot.prompts.labels import relabel
from moot.state.ballot import NEW_OPTION, Ballot, BallotOption, SharedPoint
from moot.state.protocol import ConvergenceRules

_OPTIONS = 1_200
_POINT_LIST = 600
_BALLOT = 800


def digest_options(options: Iterable[BallotOption], labels: Mapping[str, str], *, chosen: bool = False) -> str:
    """List what seats can vote for, and who votes for it or chose it just now, by the names they know each other by."""
    voted = "chosen by" if chosen else "votes"
    lines = []
    for option in options:
        votes = ", ".join(labels.get(seat, seat) for seat in option.seats)
        text = f"option {option.id}: {squash(option.wording)}" + (f" ({voted}: {votes})" if votes else "")
        lines.append(Line(text, 0 if votes or option.origin == "given" else 1, "options without a vote"))
    return arrange(lines, _OPTIONS)


def list_choices(offered: Sequence[str], *, revising: bool = False) -> str:
    """Say what a seat may choose: the ids on offer, something new where that is possible, nothing to keep its vote."""
    named = " | ".join(f"{each} (none of them)" if each == NEW_OPTION else each for each in offered)
    return f"{named} | null (as before)" if named and revising else named


def explain_reservation(offered: Sequence[str], *, critiques: bool) -> str | None:
    """Say what a reservation is, where there is an option to hold one against and seats may write `critiques`."""
    if not offered:
        return None
    flaws = (
        "a flaw of another option belongs into a critique, a risk into risks, and what"
        if critiques
        else ("a risk belongs into risks, a flaw of another option and what")
    )
    return (
        "your own conditions for the option you choose, or what speaks against that very option, a short sentence "
        f"each, put on record beside your vote; {flaws} would make you choose another option into reasoning; "
        '"" if nothing, or null'
    )


def explain_vote_only() -> str:
    """Tell a seat that raised nothing which waits for its verdict what it is asked."""
    return "Nothing that you raised waits for your verdict: verdicts is []. You are asked about your vote alone."


def explain_met() -> str:
    """Say what a seat can say of its own condition once it has read what the others changed."""
    return (
        'null (as before), "" if your own condition is met, or what of it is still missing, one sentence; never what '
        "you hold against another's answer"
    )


def explain_votes(threshold: float, seats: int) -> str:
    """Say when votes settle a question; two agents are one pair."""
    if seats <= 2:  # a pair
        return "Votes count: an option is settled when both agents choose it."
    return f"Votes count: an option is settled when at least {threshold:.0%} of the pairs of agents choose it."


def explain_together(*, proposed: bool) -> str:
    """Say that departments need not choose the same, and how to choose what was `proposed` before."""
    told = "You need not choose what others do: options that can be carried out together contradict nothing."
    if not proposed:
        return told
    return (
        f"{told} To choose the proposed decision, choose new and say so in your recommendation, with what you would "
        "change in it."
    )


def explain_agreement(rules: ConvergenceRules) -> str:
    """Say how agreement is counted where positions are compared with each other (D-33, D-94)."""
    weights = rules.weights
    shares = f"recommendation {weights.recommendation:g}, premises {weights.premises:g}, risks {weights.risks:g}, "
    return (
        f"Agreement is counted by pairs of agents, weighted: {shares}timing {weights.timing:g}. Who votes for the "
        "same option agrees on the recommendation; premises, risks and timing agree when a point is shared in "
        "substance, half when none is, and not at all when one is contradicted, whatever else is shared. "
        f"{rules.threshold:.0%} is needed in all, and as "
        "many of the pairs have to vote alike: three of four agents are half of the pairs."
    )


def digest_points(points: Iterable[str], labels: Mapping[str, str] | None = None, *, tokens: int = _POINT_LIST) -> str:
    """List points, closed or open, under the names the seats know each other by."""
    return list_lines((relabel(point, labels or {}) for point in points), tokens, "points")


def digest_ballot(ballot: Ballot, settled: str | None, *, tokens: int = _BALLOT) -> str:
    """Show the options, who votes for which, and what the votes settle."""
    if not ballot.options:
        return ""
    votes = {option.id: ", ".join(option.seats) or "nobody" for option in ballot.options}
    lines = [
        Line(f"{each.id}: {squash(each.wording)} (votes: {votes[each.id]})", 0 if each.seats else 1, "options")
        for each in ballot.options
    ]
    # Only what somebody votes for was compared with everything else that somebody votes for.
    held = {option.id for option in ballot.options if option.seats}
    opposed = ", ".join(f"{one} and {other}" for one, other in ballot.opposed if {one, other} <= held)
    ends = [f"exclude each other: {opposed}"] if opposed else []
    return "\n".join([arrange(lines, tokens), *ends, f"settled: {settled or 'none'}"])


def explain_unsettled(settled: str | None) -> str | None:
    """Say to whoever sums up that there is no option to depart from; nothing where one is settled."""
    if settled:
        return None
    return "the votes settle no option that it could depart from, and one that joins several options chooses none"


def tell_unanimous(option: BallotOption) -> str:
    """Tell the option that everybody votes for."""
    return f"all vote for option {option.id}: {squash(option.wording)}"


def tell_denied(point: SharedPoint) -> str:
    """Tell a point that some state and others deny."""
    return f"{', '.join(point.seats)}, {point.criterion}: {squash(point.text)} (denied by {', '.join(point.against)})"


def tell_unaccepted(seat: str, condition: str) -> str:
    """Tell the condition of a vote that the other side has not accepted."""
    return f"{seat}, condition of its vote, not accepted by the other side: {squash(condition)}"
