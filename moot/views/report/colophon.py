"""Where this page comes from: the thread, the protocol in force, its fingerprint and the checks it passed."""

from moot.state.findings import Checklist
from moot.views.report.element import Html, join, tag
from moot.views.report.parts import facts, fold, pill
from moot.views.report.story import Story
from moot.views.wording import ROUTE, say_literal, say_moment

_LANGUAGES = {"en": "English", "pt": "Portuguese", "id": "Indonesian"}


def view_colophon(story: Story) -> Html:
    """What identifies the debate, and what was checked."""
    result, case, end = story.result, story.state.get("case"), story.state.get("outcome")
    protocol = story.state.get("protocol")
    models = protocol.models if protocol else None
    return join(
        facts(
            (
                ("Thread", tag("code", result.thread_id)),
                ("Profile", result.profile),
                ("Route", ROUTE[result.route]),
                ("Language", _LANGUAGES.get(result.language, result.language)),
                ("Started", say_moment(case.started_at) if case else None),
                ("Ended", say_moment(end.ended_at) if end else None),
                ("Value at risk", _value(story)),
                ("Model", models.model if models else None),
                (
                    "Own models",
                    ", ".join(f"{seat}: {name}" for seat, name in sorted(models.by_seat.items())) if models else None,
                ),
                ("Forked from", " → ".join(result.ancestry)),
                ("Fingerprint", tag("code", result.fingerprint, class_="digest") if result.fingerprint else None),
            ),
        ),
        view_checks(story),
    )


def _value(story: Story) -> str | None:
    case, profile = story.state.get("case"), story.profile
    if case is None or case.value_at_risk is None:
        return None
    currency = profile.escalation.currency if profile else ""
    return f"{currency} {case.value_at_risk:,.0f}{', irreversible' if case.irreversible else ''}".strip()


def view_checks(story: Story) -> Html:
    """The checklists before, during and after the debate (D-90..D-92)."""
    lists = story.state.get("checklists") or []
    failed = sum(not check.passed for each in lists for check in each.checks)
    count = sum(len(each.checks) for each in lists)
    title = f"Checks: {count - failed} of {count} passed"
    return fold(title, (_checklist(each) for each in lists))


def _checklist(checklist: Checklist) -> Html:
    place = f"During, round {checklist.round}" if checklist.stage == "during" else checklist.stage.capitalize()
    items = [
        tag(
            "li",
            pill("passed", "good") if check.passed else pill("not passed", "bad"),
            f" {say_literal(check.item)}: {check.reason}",
        )
        for check in checklist.checks
    ]
    return join(tag("h4", place), tag("ul", items, class_="points checks"))
