"""The root cause that was found, how the judge scored it, and what else was considered."""

from collections.abc import Iterator, Sequence

from moot.state.hypotheses import Evaluation, FinalHypothesis, Hypothesis, RootCause, RootCauseRound
from moot.views.report.element import NOTHING, Child, Html, join, tag
from moot.views.report.parts import bullets, facts, fold, pill, quoted, said, seat_name, steps, table
from moot.views.report.plots import Line, draw_lines
from moot.views.report.story import Story
from moot.views.text import name_origin
from moot.views.wording import capital, say_count, say_percent


def view_causes(story: Story) -> Html:
    """The best hypothesis, its evidence and its remedy, and the hypotheses of every round."""
    found = story.result.rca
    if found is None:
        return NOTHING
    best = found.final_hypothesis
    return join(
        _best(story, best) if best else tag("p", "No hypothesis was found."),
        _scores(found),
        fold(say_count(len(found.warnings), "warning"), bullets(story, found.warnings)),
        (_round(story, each) for each in found.rounds),
    )


def _best(story: Story, best: FinalHypothesis) -> Html:
    # a judge's score says how well a cause is argued, never how likely it is right.
    score = f"{best.judge_score} of 100; it says how well the cause is argued, not how likely it is right"
    evidence = [name_origin(each, best.source) for each in best.evidence]
    return tag(
        "div",
        said(story, best.hypothesis, class_="said lead"),
        facts(
            (
                ("Judge's score", score),
                ("Stated confidence", say_percent(best.confidence)),
                ("Found by", seat_name(story, best.source)),
                ("Category", capital(best.category)),
                ("Affected", quoted(story, ", ".join(best.affected_components))),
                ("Refined", f"{say_count(best.rounds_refined, 'round')}, best in round {best.final_round}"),
            )
        ),
        tag(
            "div",
            _part("Evidence", bullets(story, evidence)),
            _part("Remedy", steps(story, best.resolution)),
            class_="grid",
        ),
        fold("Reasoning", said(story, best.reasoning), said(story, best.changes_made, class_="said note")),
        class_="card",
    )


def _part(title: str, items: Html) -> Html:
    return tag("div", tag("h3", title), items) if items else NOTHING


def _scores(found: RootCause) -> Html:
    points = [(item.round_number, _top(item)) for item in found.rounds]
    known = [score for _, score in points if score is not None]
    if not known:
        return NOTHING
    words = f"The best score of each round: {', '.join(f'{score * 100:.0f}' for score in known)}."
    plot = draw_lines("scores", "The judge's best score by round", words, [Line("Best score", points)], unit="")
    return tag("figure", tag("h3", "The judge's best score by round"), plot, class_="card narrow")


def _top(item: RootCauseRound) -> float | None:
    judged = item.judge_evaluation
    scores = [each.judge_score for each in judged.evaluated_hypotheses] if judged else []
    return max(scores) / 100 if scores else None


def _round(story: Story, item: RootCauseRound) -> Html:
    judged = item.judge_evaluation
    scores = {each.hypothesis_id: each for each in judged.evaluated_hypotheses} if judged else {}
    made = [(name.removesuffix("_hypotheses"), each) for name, given in item.hypotheses.items() for each in given]
    ranked = sorted(made, key=lambda pair: scores[pair[1].id].rank if pair[1].id in scores else len(made) + 1)
    rows = [_row(story, seat, each, scores.get(each.id)) for seat, each in ranked]
    head = ("Hypothesis", "By", "Score", "Stated", "Category", "What the judge says")
    title = f"Hypotheses of round {item.round_number}"
    return fold(
        f"Round {item.round_number}: {say_count(len(rows), 'hypothesis', 'hypotheses')}",
        table(title, head, rows, "texts"),
    )


def _row(story: Story, seat: str, made: Hypothesis, judged: Evaluation | None) -> Sequence[Child]:
    score: Child = "–" if judged is None else (judged.judge_score, pill("by rule", "warn") if judged.fallback else None)
    return (
        (tag("b", made.id), " ", quoted(story, made.hypothesis)),
        seat_name(story, seat),
        score,
        say_percent(made.confidence),
        made.category,
        list(_remarks(story, judged)) if judged else "–",
    )


def _remarks(story: Story, judged: Evaluation) -> Iterator[Html]:
    for label, texts in (("For: ", judged.strengths), ("Against: ", judged.weaknesses), ("Asks: ", (judged.feedback,))):
        words = "; ".join(filter(None, texts))
        if words:
            yield tag("div", tag("span", label, class_="label"), quoted(story, words))
