"""The conflicts between the outputs, and how each was settled (C-08..C-12)."""

from collections.abc import Mapping

from moot.state.conflicts import Conflict, ConsensusResult, DebateRound
from moot.state.protocol import ConflictSeverity
from moot.views.report.element import NOTHING, Html, join, tag
from moot.views.report.parts import Tone, bullets, card, facts, fold, pill, quoted, said, seat_name, seat_names
from moot.views.report.story import Story
from moot.views.wording import say_confidence, say_count, say_literal

SEVERITY: dict[ConflictSeverity, Tone] = {"low": "plain", "medium": "info", "high": "warn", "critical": "bad"}


def view_conflicts(story: Story) -> Html:
    """Every conflict with the decision that settled it."""
    report = story.result.conflict_report
    if report is None:
        return NOTHING
    settled = {each.conflict_id: each for each in story.result.consensus_results or ()}
    dropped = f"; {report.dropped} more were left out" if report.dropped else ""
    return join(
        tag("p", f"{say_count(report.total_conflicts, 'conflict')} found{dropped}.", class_="quiet"),
        said(story, report.reason, class_="said note"),
        (_conflict(story, each, settled.get(each.conflict_id)) for each in report.conflicts),
    )


def _conflict(story: Story, conflict: Conflict, settled: ConsensusResult | None) -> Html:
    severity = settled.severity if settled else conflict.severity
    return card(
        tag(
            "h3",
            quoted(story, conflict.topic),
            " ",
            pill(severity, SEVERITY[severity]),
            pill(conflict.conflict_type),
        ),
        seat_names(story, conflict.agents_involved),
        said(story, conflict.description),
        _sides(story, {seat: each.position for seat, each in conflict.positions.items()}),
        _settled(story, settled) if settled else tag("p", "It was not argued.", class_="quiet"),
    )


def _sides(story: Story, views: Mapping[str, str]) -> Html:
    items = [tag("li", seat_name(story, seat), said(story, view), class_="side") for seat, view in views.items()]
    return tag("ul", items, class_="sides") if items else NOTHING


def _settled(story: Story, settled: ConsensusResult) -> Html:
    mark = pill("settled", "good") if settled.accepted else pill("not settled", "bad")
    return tag(
        "div",
        tag("p", mark, " by ", seat_name(story, settled.resolver_agent), class_="marks"),
        said(story, settled.final_decision, class_="said lead"),
        said(story, settled.justification),
        facts(
            (
                ("Confidence", say_confidence(settled.confidence_score)),
                ("For", seat_names(story, settled.supporting_agents) if settled.supporting_agents else None),
                ("Against", seat_names(story, settled.opposing_agents) if settled.opposing_agents else None),
                ("Neutral", seat_names(story, settled.neutral_agents) if settled.neutral_agents else None),
                ("Ended", say_literal(settled.ended_by)),
            )
        ),
        _listed(story, "Given up", settled.trade_offs_acknowledged),
        _listed(story, "Still open", settled.unresolved_aspects),
        fold(f"What was argued in {say_count(settled.total_rounds, 'round')}", _rounds(story, settled.debate_rounds)),
        class_="outcome",
    )


def _listed(story: Story, title: str, texts: tuple[str, ...]) -> Html:
    items = bullets(story, texts)
    return join(tag("h4", title), items) if items else NOTHING


def _rounds(story: Story, rounds: tuple[DebateRound, ...]) -> Html:
    return join(join(tag("h4", f"Round {each.round_number}"), _sides(story, each.arguments)) for each in rounds)
