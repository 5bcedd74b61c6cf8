"""Chooses which step the refinement loop takes next.

- Approved, rejected and error end the loop at any iteration (F-29, F-30, F-33, X-71); so does a missing verdict, with
  a warning (F-35).
- "Needs refinement" goes back to the structurer while fewer refinements are done than allowed, then a
  decision is forced (F-31, F-32); a profile that asks the user at its limit does that instead (X-79).
- A version that left the user's subject is refined once more, within the limit. When a version before it was sent back
  for that already, or no refinement is left, the loop ends and a person looks at it (F-17).
- On demand the user steers (F-47): after "needs refinement" they are asked, whatever the count. Refining goes to the
  structurer, researching first keeps the pause, another direction ends without a verdict (W-F15).
- A classification nobody can read is vague (F-36): a clear idea that is structured again loses less than a vague one
  that is judged as it is.

What a person's answer means (W-F15): approving refines now; so does responding, with the words as guidance, and
editing, with the words as the wish. The bare words refine, research and other choose by name, also in a response.
Rejecting takes another direction.
"""

from typing import Literal

from moot.policies.language import fold
from moot.policies.refinement.evaluation import LEFT_SUBJECT
from moot.state.base import Value
from moot.state.facts import Fact, state_fact
from moot.state.outcome import ReviewResponse
from moot.state.protocol import OnLimit, RefinementRules
from moot.state.refinement import Classification, MethodologistOutput, MethodologyStatus, Stage

_Step = Literal["structurer", "force_decision", "end", "ask_user"]
RefinementChoice = Literal["refine", "research", "other"]
"""What a user may choose after a verdict that asks for more (F-47)."""

_CLASSIFICATIONS: dict[str, Classification] = {
    "vague": "vague",
    "semi_formed": "semi_formed",
    "semi-formed": "semi_formed",
    "semi formed": "semi_formed",
    "complete": "complete",
}


class RefinementStep(Value):
    """The next step of the loop, and why."""

    step: _Step
    status: MethodologyStatus | None
    """The verdict this step follows from; None when the user ended without one."""
    reason: Fact


class Classified(Value):
    """How far an idea has come, and which stage follows."""

    classification: Classification
    stage: Stage
    reason: Fact


def choose_refinement_step(
    verdict: MethodologistOutput | None,
    iteration: int,
    rules: RefinementRules,
    *,
    on_limit: OnLimit = "force",
    choice: RefinementChoice | None = None,
    sent_back: bool = False,
) -> RefinementStep:
    """Choose what follows a verdict: refine, force a decision, ask the user, or end (F-28..F-33)."""
    if verdict is None:
        return _step("end", "error", state_fact("refinement.step.no_verdict"))
    if verdict.status != "needs_refinement":
        return _step("end", verdict.status, state_fact("refinement.step.verdict", status=verdict.status))
    if rules.mode == "on_demand":
        return _follow_user(choice)
    if LEFT_SUBJECT in verdict.flags and (sent_back or iteration >= rules.max):
        return _step("end", verdict.status, state_fact("refinement.step.left"))
    if iteration < rules.max:
        return _step("structurer", verdict.status, state_fact("refinement.step.refine", done=iteration, most=rules.max))
    if on_limit == "ask_user":
        return _step("ask_user", verdict.status, state_fact("refinement.step.ask", done=iteration, most=rules.max))
    return _step("force_decision", verdict.status, state_fact("refinement.step.force", done=iteration, most=rules.max))


def raise_limit(limit: int, done: int) -> int:
    """Find how many refinements there may be after a person asked for one more: those done count against no less."""
    return max(limit, done + 1)


def classify_idea(answer: object) -> Classified:
    """Read the orchestrator's classification and say which stage follows (F-36)."""
    known = _CLASSIFICATIONS.get(fold(answer).strip()) if isinstance(answer, str) else None
    if known is None:
        reason = state_fact("refinement.unclassified")
        return Classified(classification="vague", stage="structuring", reason=reason)
    stage: Stage = "structuring" if known == "vague" else "validating"
    return Classified(classification=known, stage=stage, reason=state_fact("refinement.classified", how=known))


def is_refining(verdict: MethodologistOutput | None) -> bool:
    """Say whether the structurer refines an earlier question or structures an idea for the first time (F-24)."""
    return verdict is not None and verdict.status == "needs_refinement"


def _follow_user(choice: RefinementChoice | None) -> RefinementStep:
    match choice:
        case None:
            return _step("ask_user", "needs_refinement", state_fact("refinement.step.choose"))
        case "refine":
            return _step("structurer", "needs_refinement", state_fact("refinement.step.wanted"))
        case "research":
            return _step("ask_user", "needs_refinement", state_fact("refinement.step.looks_up"))
        case "other":
            return _step("end", None, state_fact("refinement.step.other"))


def _step(step: _Step, status: MethodologyStatus | None, reason: Fact) -> RefinementStep:
    return RefinementStep(step=step, status=status, reason=reason)


_CHOICES: dict[str, RefinementChoice] = {"refine": "refine", "research": "research", "other": "other"}


def read_choice(response: ReviewResponse) -> tuple[RefinementChoice, str]:
    """The choice, and the words that go with it."""
    named = _CHOICES.get(fold(response.text).strip())
    if named is not None:
        return named, ""
    if response.type == "reject":
        return "other", ""
    return "refine", response.text
