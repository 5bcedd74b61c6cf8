"""The argument map: what each seat claims, who attacked it, how gravely, and what became of it.

A claim is shown in its last wording. One that its seat no longer makes is marked as withdrawn; a critique of a claim
that nobody ever made stands at the end of its target's list.
"""

from collections.abc import Mapping, Sequence

from moot.policies.critique import SYSTEM, has_changed
from moot.state.critiques import Critique, CritiqueSeverity, Point
from moot.state.positions import Claim, CritiqueAnswer, Position
from moot.views.report.element import NOTHING, Child, Html, join, tag
from moot.views.report.parts import Tone, fold, pill, quoted, said, seat_name, table
from moot.views.report.story import Story
from moot.views.wording import say_count, say_literal, say_percent

OPEN = 16
"""Up to so many claims the whole map is unfolded."""

SEVERITY: dict[CritiqueSeverity, Tone] = {"CRITICAL": "bad", "MAJOR": "warn", "MINOR": "plain"}


def view_arguments(story: Story) -> Html:
    """The claims of every seat with the critiques on them."""
    seats = [seat for seat in story.seats if _claims(story, seat) or _aimed(story, seat)]
    if not seats:
        return NOTHING
    count = sum(len(_claims(story, seat)) for seat in seats)
    return join(view_critics(story), (_seat(story, seat, opened=count <= OPEN) for seat in seats), _points(story))


def view_critics(story: Story) -> Html:
    """Who criticised whom, as a table."""
    made = story.result.critiques
    critics = [seat for seat in (*story.seats, SYSTEM) if any(each.agent == seat for each in made)]
    targets = [seat for seat in story.seats if any(each.target == seat for each in made)]
    rows = [
        (
            seat_name(story, critic),
            *(_count([each for each in made if (each.agent, each.target) == (critic, target)]) for target in targets),
        )
        for critic in critics
    ]
    head = ("Critic", *(("on ", seat_name(story, target)) for target in targets))
    return table("Who criticised whom, how often, and how much of it is open", head, rows)


def _count(made: Sequence[Critique]) -> str:
    if not made:
        return "–"
    left = sum(not each.resolved for each in made)
    return f"{len(made)} ({left} open)" if left else str(len(made))


def _seat(story: Story, seat: str, *, opened: bool) -> Html:
    claims, aimed = _claims(story, seat), _aimed(story, seat)
    left = sum(not each.resolved for each in aimed)
    counts = f"{say_count(len(claims), 'claim')}, {say_count(len(aimed), 'critique')}{f', {left} open' if left else ''}"
    stray = [each for each in aimed if each.target_claim_id not in claims]
    branches = [
        *(_claim(story, seat, claim, note) for claim, note in claims.values()),
        tag("li", tag("p", "On what it did not claim", class_="quiet"), _branch(story, stray)) if stray else None,
    ]
    head = (seat_name(story, seat), tag("span", counts, class_="quiet"))
    return fold(head, tag("ul", branches, class_="tree"), opened=opened, class_="fold map")


def _claims(story: Story, seat: str) -> Mapping[str, tuple[Claim, str]]:
    """Every claim of a seat in its last wording, and what became of it."""
    found: dict[str, tuple[Claim, str]] = {}
    last: Position | None = None
    for position in story.result.positions:
        if position.seat != seat or not position.claims:
            continue
        for claim in position.claims:
            before = found.get(claim.id)
            reworded = before is not None and has_changed(before[0], claim)
            note = f"revised in round {position.round}" if reworded else before[1] if before else ""
            found[claim.id] = (claim, note)
        last = position
    kept = {claim.id for claim in last.claims} if last else set()
    return {name: (claim, note if name in kept else "withdrawn") for name, (claim, note) in found.items()}


def _aimed(story: Story, seat: str) -> list[Critique]:
    return [each for each in story.result.critiques if each.target == seat]


def _claim(story: Story, seat: str, claim: Claim, note: str) -> Html:
    sure = f"{say_percent(claim.confidence)} sure" if claim.confidence is not None else ""
    cites = f"cites {', '.join(claim.evidence)}" if claim.evidence else ""
    about = " · ".join(filter(None, (claim.id, claim.kind, sure, cites, note)))
    return tag(
        "li",
        said(story, claim.statement, class_="said gone" if note == "withdrawn" else "said"),
        tag("p", about, class_="note"),
        _branch(story, [each for each in _aimed(story, seat) if each.target_claim_id == claim.id]),
    )


def _branch(story: Story, critiques: Sequence[Critique]) -> Html | None:
    return tag("ul", (_critique(story, each) for each in critiques)) if critiques else None


def _critique(story: Story, critique: Critique) -> Html:
    about = f"{critique.id} · {say_literal(critique.issue_type)} · round {critique.round}"
    return tag(
        "li",
        tag(
            "p",
            pill(critique.severity.lower(), SEVERITY[critique.severity]),
            pill("settled", "good") if critique.resolved else pill("open", "bad"),
            seat_name(story, critique.agent),
            tag("span", about, class_="note"),
            class_="marks",
        ),
        said(story, critique.description),
        _outcome(story, critique),
    )


def _outcome(story: Story, critique: Critique) -> Child:
    answer = _answer(story, critique)
    lines = [
        ("Asks for: ", critique.suggested_fix),
        (f"Answer ({answer.outcome}): " if answer else "", answer.reason if answer else ""),
        ("Outcome: ", critique.resolution),
    ]
    return [
        tag("p", tag("span", label, class_="label"), quoted(story, words), class_="note")
        for label, words in lines
        if words.strip()
    ]


def _answer(story: Story, critique: Critique) -> CritiqueAnswer | None:
    """The last answer the criticised seat gave."""
    given = [
        answer
        for position in story.result.positions
        if position.seat == critique.target
        for answer in position.answers
        if answer.critique_id == critique.id
    ]
    return given[-1] if given else None


def _points(story: Story) -> Html:
    """What seats conceded to each other, and what they say the others overlook (D-40)."""
    sheets = story.state.get("sheets") or []
    agreed = [(sheet.agent, point) for sheet in sheets for point in sheet.agreements]
    blind = [(sheet.agent, point) for sheet in sheets for point in sheet.blind_spots]
    return join(
        fold("What they conceded to each other", _pointed(story, agreed)),
        fold("Blind spots they named", _pointed(story, blind)),
    )


def _pointed(story: Story, points: Sequence[tuple[str, Point]]) -> Html:
    items = [
        tag(
            "li",
            seat_name(story, agent),
            " on ",
            seat_name(story, point.target),
            said(story, point.point),
            class_="side",
        )
        for agent, point in dict.fromkeys(points)
        if agent != point.target
    ]
    return tag("ul", items, class_="sides") if items else NOTHING
