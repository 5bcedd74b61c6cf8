"""What an auditor said against an agreement that came at once, and what came of it."""

from moot.state.audit import Audit
from moot.state.positions import Claim
from moot.views.report.element import NOTHING, Html, tag
from moot.views.report.parts import Tone, bullets, card, facts, fold, pill, said
from moot.views.report.story import Story
from moot.views.wording import capital, say_audit, say_confidence

_TONES: dict[str, Tone] = {"pending": "plain", "upheld": "good", "reopened": "warn", "unanswered": "bad"}


def view_audit(story: Story) -> Html:
    """The case against what was agreed, its claims and its sources."""
    audit = story.result.audit
    if audit is None:
        return NOTHING
    return card(
        tag("p", pill(capital(say_audit(audit)), _TONES[audit.outcome]), class_="marks"),
        tag("p", audit.reason, class_="note"),
        said(story, audit.answer, class_="said lead"),
        said(story, audit.reasoning),
        bullets(story, (_claim(claim) for claim in audit.claims)),
        fold("What the auditor could not know", bullets(story, audit.limitations)),
        _facts(audit),
    )


def _claim(claim: Claim) -> str:
    return f"{claim.statement} [{', '.join(claim.evidence)}]" if claim.evidence else claim.statement


def _facts(audit: Audit) -> Html:
    sure = say_confidence(audit.confidence) if audit.confidence is not None else None
    return facts(
        (
            ("After round", str(audit.round)),
            ("Sure that the agreement is wrong", sure),
            ("Stands on", ", ".join(audit.evidence)),
            ("Model", audit.model),
        )
    )
