"""The report as one self-contained page: nothing is fetched, no script runs, and what agents wrote stays text.

The page forbids itself everything but its own style, so that even markup which slipped through could not act. The views
are functions of their own (`moot.views.report`); `SECTIONS` says in which order they stand.
"""

from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from moot.state.debate import MultiAgentState
from moot.views.report.agreement import view_agreement
from moot.views.report.arguments import view_arguments
from moot.views.report.audit import view_audit
from moot.views.report.breaker import view_breaker
from moot.views.report.causes import view_causes
from moot.views.report.colophon import view_colophon
from moot.views.report.conflicts import view_conflicts
from moot.views.report.council import view_council
from moot.views.report.decision import view_decision
from moot.views.report.element import Html, join, tag
from moot.views.report.ledger import view_ledger
from moot.views.report.parts import said
from moot.views.report.positions import view_positions
from moot.views.report.reasons import view_dissent, view_reasons
from moot.views.report.refinement import view_refinement
from moot.views.report.review import view_review
from moot.views.report.story import Story
from moot.views.report.timeline import view_timeline
from moot.views.report.usage import view_usage
from moot.views.result import Result
from moot.views.wording import clip, say_moment

View = Callable[[Story], Html]


class Section(NamedTuple):
    """One part of the page; a part whose view is empty is left out."""

    id: str
    title: str
    view: View


SECTIONS: tuple[Section, ...] = (
    Section("why", "Why", view_reasons),
    Section("dissent", "Dissent", view_dissent),
    Section("cause", "Root cause", view_causes),
    Section("conflicts", "Conflicts", view_conflicts),
    Section("refinement", "Versions of the question", view_refinement),
    Section("agreement", "Agreement", view_agreement),
    Section("audit", "Audit of the agreement", view_audit),
    Section("timeline", "How it went", view_timeline),
    Section("breaker", "Why it was stopped", view_breaker),
    Section("positions", "Where each seat stands", view_positions),
    Section("arguments", "Argument map", view_arguments),
    Section("evidence", "Claims and sources", view_ledger),
    Section("council", "Council", view_council),
    Section("review", "Review", view_review),
    Section("cost", "Cost", view_usage),
    Section("record", "About this record", view_colophon),
)

_ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='3' fill='%231f5f8b'/%3E%3C/svg%3E"  # noqa: E501


def render_report(result: Result, state: MultiAgentState) -> str:
    """Write the report of a debate as one HTML document."""
    story = Story(result, state)
    parts = [(section, section.view(story)) for section in SECTIONS]
    shown = [(section, body) for section, body in parts if body]
    contents = tag("ul", (tag("li", tag("a", each.title, href=f"#{each.id}")) for each, _ in shown))
    body = tag(
        "body",
        tag("a", "Skip to the decision", href="#decision", class_="skip"),
        tag(
            "main",
            _head(story),
            tag("nav", contents, aria_label="Contents"),
            tag("div", (show_section(section, body) for section, body in shown), class_="sections"),
        ),
    )
    return f"<!doctype html>\n{tag('html', _meta(story), body, lang='en')}\n"


def show_section(section: Section, body: Html) -> Html:
    """A view with its heading."""
    heading = tag("h2", section.title, id=f"{section.id}-heading")
    return tag("section", heading, body, id=section.id, aria_labelledby=f"{section.id}-heading")


def _head(story: Story) -> Html:
    case, profile = story.state.get("case"), story.profile
    title = profile.title if profile and profile.title else story.result.profile
    when = say_moment(case.started_at) if case else ""
    return tag(
        "header",
        tag("p", tag("b", "moot"), tag("span", title), tag("span", when) if when else None, class_="origin"),
        said(story, story.result.question, "h1", "said") or tag("h1", "A debate without a question"),
        tag("div", view_decision(story), id="decision"),
    )


def _meta(story: Story) -> Html:
    style = read_style()
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("link", rel="icon", href=_ICON),
        tag("title", clip(story.result.question, 80) or "Debate", " · moot"),
        tag("style", Html(style)),
    )


@cache
def read_style() -> str:
    """The style of the page, which the desk shares."""
    return (files("moot.views.report") / "report.css").read_text(encoding="utf-8")


def join_views(story: Story) -> Html:
    """All views of a debate below each other, without a page around them."""
    return join(show_section(section, body) for section in SECTIONS if (body := section.view(story)))
