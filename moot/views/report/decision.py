"""The first thing on the page: the question, the decision, how sure it is, and what travels with it."""

from collections.abc import Iterator

from moot.policies.verdict import describe_confidence
from moot.state.outcome import Option, OutcomeStatus
from moot.views.report.element import NOTHING, Child, Html, join, tag
from moot.views.report.parts import Tone, bullets, card, pill, said, seat_names
from moot.views.report.plots import draw_bar
from moot.views.report.story import Story
from moot.views.wording import (
    LABELS,
    STATUS,
    capital,
    name_measure,
    say_count,
    say_decider,
    say_flag,
    say_money,
    say_percent,
    say_stop,
    say_time,
)

_TONES: dict[OutcomeStatus, Tone] = {
    "decided": "good",
    "needs_review": "warn",
    "rejected": "bad",
    "inconclusive": "warn",
    "aborted": "bad",
    "failed": "bad",
}


def view_decision(story: Story) -> Html:
    """The decision with its confidence, its caveats and who made it."""
    return join(
        card(
            tag("p", pill(_status(story), _TONES[story.result.status]), " ", _decider(story), class_="standing"),
            _decision(story),
            _label(story),
            tag("div", _confidence(story), _agreement(story), class_="meters"),
            _caveats(story),
            _call(story),
            _inconclusive(story),
            class_=f"card decision {_TONES[story.result.status]}",
        ),
        view_numbers(story),
    )


def _status(story: Story) -> str:
    result = story.result
    if result.status == "failed" and not result.decider:
        return "Not finished"
    return "Not started" if result.decider.startswith("checklist") else STATUS[result.status]


def _decider(story: Story) -> Html:
    result, name = story.result, say_decider(story.result)
    if not name:
        return NOTHING
    if result.decider.startswith("checklist"):
        return tag("span", capital(name), class_="quiet")
    return tag("span", "by ", tag("bdi", name), class_="quiet")


def _decision(story: Story) -> Html:
    result = story.result
    if (result.decision or "").strip():
        lead = tag("p", "Proposed, and not yet decided:", class_="quiet") if result.status == "needs_review" else None
        return join(lead, said(story, result.decision, class_="said verdict"))
    match result.status:
        case "failed" if not result.decider:
            words = "This debate has not ended yet."
        case "failed" if result.decider.startswith("checklist"):
            words = "The question was not fit to be asked."
        case "failed":
            words = "No agent gave a usable answer."
        case "needs_review":
            words = "The agents propose no decision."
        case _:
            words = "There is no decision."
    return tag("p", words, class_="verdict none")


def _label(story: Story) -> Html:
    """Which body of law prevails, where a supervisor said so (L-47)."""
    synthesis = story.result.synthesis
    if synthesis is None or not synthesis.label:
        return NOTHING
    step = f", step {synthesis.step}" if synthesis.step is not None else ""
    words = LABELS.get(synthesis.label, "")
    return tag("p", tag("span", f"Label {synthesis.label}{step}: ", class_="label"), words)


def _confidence(story: Story) -> Html:
    share = story.result.confidence
    if share is None:
        return NOTHING
    flags = [say_flag(flag) for flag in story.result.confidence_flags]
    note = tag("p", capital("; ".join(flags)), class_="note") if flags else None
    words = f"{capital(describe_confidence(share))}, {say_percent(share)}"
    return _meter("Confidence", words, draw_bar(share), note)


def _agreement(story: Story) -> Html:
    share, needed = story.result.convergence, story.threshold
    if share is None or not story.result.rounds:
        return NOTHING
    words = say_stop(story.result) if name_measure(story.result.strategy) != "agreement" else _needed(needed)
    note = tag("p", capital(words), class_="note") if words else None
    return _meter(story.measure, say_percent(share), draw_bar(share, threshold=needed, colour="second"), note)


def _needed(threshold: float | None) -> str:
    return f"{say_percent(threshold)} was needed" if threshold is not None else ""


def _meter(name: str, words: str, bar: Html, note: Html | None) -> Html:
    return tag("div", tag("p", tag("span", name, class_="label"), tag("strong", words)), bar, note, class_="meter")


def _caveats(story: Story) -> Html:
    caveats = bullets(story, story.result.caveats)
    return (
        tag("div", tag("h2", "With these caveats", class_="minor"), caveats, class_="caveats") if caveats else NOTHING
    )


def _call(story: Story) -> Html:
    """Why a person is asked, and how to answer."""
    result = story.result
    if result.status != "needs_review":
        return NOTHING
    command = tag("p", "Answer with ", tag("code", f"moot review {result.thread_id}"), class_="command")
    reasons = bullets(story, result.escalation.reasons)
    return tag("div", tag("h2", "Your call", class_="minor"), reasons, command, class_="caveats")


def _inconclusive(story: Story) -> Html:
    """What stands against each other, and what to find out first (D-130)."""
    found = story.result.inconclusive
    if found is None:
        return NOTHING
    options = [(name, option) for name, option in (("A", found.option_a), ("B", found.option_b)) if option]
    return tag(
        "div",
        said(story, found.statement),
        tag("div", (_option(story, name, option) for name, option in options), class_="grid") if options else None,
        _find_out(story),
        class_="caveats",
    )


def _option(story: Story, name: str, option: Option) -> Html:
    evidence = f"Evidence: {', '.join(option.evidence)}" if option.evidence else None
    heading = tag("h2", f"Option {name}", class_="minor")
    return tag("div", heading, said(story, option.text), seat_names(story, option.defenders), said(story, evidence))


def _find_out(story: Story) -> Child:
    found = story.result.inconclusive
    missing = bullets(story, found.find_out) if found else None
    return (tag("h2", "To find out first", class_="minor"), missing) if missing else None


def view_numbers(story: Story) -> Html:
    """The debate in a few numbers."""
    return tag("ul", (tag("li", each) for each in _numbers(story)), class_="numbers")


def _numbers(story: Story) -> Iterator[Child]:
    result, usage = story.result, story.result.usage
    if result.rounds:
        yield tag("b", len(result.rounds)), f" {'round' if len(result.rounds) == 1 else 'rounds'}"
    if len(story.seats) > 1:
        yield tag("b", len(story.seats)), " seats"
    if result.critiques:
        settled = sum(each.resolved for each in result.critiques)
        yield tag("b", settled), f" of {say_count(len(result.critiques), 'critique')} settled"
    if say_stop(result):
        yield f"Ended because {say_stop(result)}"
    yield tag("b", f"{usage.calls:,}"), f" {'call' if usage.calls == 1 else 'calls'}"
    yield tag("b", f"{usage.prompt_tokens + usage.completion_tokens:,}"), " tokens"
    yield capital(say_money(usage.cost))
    yield say_time(usage.wall_ms)
