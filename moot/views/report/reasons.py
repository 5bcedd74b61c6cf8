"""Why the decision is what it is, who dissents, what is missing, and what follows."""

from moot.policies.comparison import group_camps
from moot.state.outcome import Divergence
from moot.views.report.element import NOTHING, Child, Html, join, tag
from moot.views.report.parts import block, bullets, card, pill, quoted, said, seat_name, seat_names, steps
from moot.views.report.story import Story
from moot.views.text import find_reasons, find_risks, find_steps
from moot.views.wording import say_literal, say_percent


def view_reasons(story: Story) -> Html:
    """The points that carry the decision, and what to do next."""
    synthesis = story.result.synthesis
    columns = join(
        block(
            "What went wrong" if story.result.status == "failed" else "What carries it",
            bullets(story, find_reasons(story.result)),
        ),
        block("Next steps", steps(story, find_steps(story.result))),
        block("Risks", bullets(story, find_risks(story.result))),
        block("Not known", bullets(story, synthesis.gaps if synthesis else ())),
        block("Tensions", bullets(story, synthesis.tensions if synthesis else ())),
    )
    return join(tag("div", columns, class_="grid") if columns else None, view_baselines(story))


def view_dissent(story: Story) -> Html:
    """Who holds what against whom, and what it costs to leave it open."""
    divergences = story.result.synthesis.divergences if story.result.synthesis else ()
    if divergences:
        return join(_divergence(story, each) for each in divergences)
    camps = group_camps(story.latest)
    if len(camps) < 2:
        return NOTHING
    return tag(
        "ul",
        (tag("li", seat_names(story, camp.seats), said(story, camp.recommendation), class_="side") for camp in camps),
        class_="sides",
    )


def _divergence(story: Story, divergence: Divergence) -> Html:
    sides = [tag("li", seat_name(story, side.seat), said(story, side.view), class_="side") for side in divergence.sides]
    impact = tag("p", tag("span", "At stake: ", class_="label"), quoted(story, divergence.impact), class_="note")
    return card(
        tag("h3", quoted(story, divergence.theme), " ", pill(say_literal(divergence.nature))),
        tag("ul", sides, class_="sides") if sides else None,
        impact if divergence.impact.strip() else None,
    )


def view_baselines(story: Story) -> Html:
    """What one agent alone, and a vote on round 1, would have said."""
    result = story.result
    single, vote = result.baselines.single, result.baselines.vote
    if result.route == "simple":
        return NOTHING
    lines: list[Child] = []
    if single is not None and single.answer:
        lines.append((seat_name(story, single.seat), " alone: ", quoted(story, single.answer)))
    if vote is not None and vote.answer:
        lines.append((f"A vote on round 1 ({say_percent(vote.share)}): ", quoted(story, vote.answer)))
    elif vote is not None and vote.tied:
        lines.append(("A vote on round 1 is tied between", bullets(story, vote.tied)))
    shown = tag("ul", (tag("li", line) for line in lines), class_="points") if lines else NOTHING
    return block("Without a debate", shown, class_="block aside")
