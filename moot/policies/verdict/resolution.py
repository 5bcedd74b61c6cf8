"""Checks whether a council is complete: its members answered, and its resolution has all its parts (D-116, D-126).

A resolution that a rule composed counts as none: it proposes something to a person and passes no gate. What only
stands in its place ("TBD", the same step three times) is not there.
"""

from moot.policies.language import STOP_WORDS, is_placeholder, words
from moot.policies.verdict.confidence import COUNCIL_FALLBACK
from moot.state.base import Texts
from moot.state.outcome import Council, CouncilDissent, CouncilResolution

_NEXT_STEPS = 3
"""A resolution names at least so many next steps (D-126)."""

_SMALL_WORDS = frozenset().union(*STOP_WORDS.values())
_GO_AHEADS = frozenset(
    {"proceed", "continue", "go ahead", "move forward", "keep going", "carry on", "act", "never"}
    | {"prosseguir", "continuar", "avancar", "seguir em frente", "agir", "nunca", "jamais"}
    | {"lanjut", "lanjutkan", "teruskan", "jalankan", "tidak pernah"}
)
"""What names neither a step nor a condition."""
_LACKING = "resolution_lacks:"
"""Begins the mark of a council whose resolution is not complete; the part it lacks follows."""


def list_missing_members(council: Council) -> Texts:
    """List who of the council did not answer."""
    wrote = council.resolution is not None and council.resolution.author != COUNCIL_FALLBACK
    answered = {
        "council_critic": council.critic is not None,
        "council_advocate": council.advocate is not None and _objects(council.advocate),
        "council_synthesizer": wrote,
    }
    return tuple(member for member, spoke in answered.items() if not spoke)


def list_missing_parts(resolution: CouncilResolution) -> Texts:
    """List the parts that a council owes and its resolution does not have (D-126)."""
    parts = {
        "decision": not is_placeholder(resolution.decision),
        "residual_risks": _count_said(resolution.residual_risks) > 0,
        "next_steps": _count_said(resolution.next_steps) >= _NEXT_STEPS,
        "reversal_criteria": _count_said(resolution.reversal_criteria) > 0,
    }
    return tuple(part for part, given in parts.items() if not given)


def _count_said(items: Texts) -> int:
    """Count what a list says, each thing once in whatever wording; "step 1" and "step 2" label the same nothing."""
    said = (words(item) for item in items if not is_placeholder(item))
    told = (each for each in said if " ".join(each) not in _GO_AHEADS and any(len(word) > 1 for word in each))
    named = ((each, tuple(word for word in each if not word.isdigit())) for each in told)
    return len({frozenset(each if len(plain) > 1 else plain) - _SMALL_WORDS or each for each, plain in named if plain})


def _objects(dissent: CouncilDissent) -> bool:
    said = (dissent.weakest_premise, dissent.undiscussed_risk, dissent.regret_scenario, dissent.ignored_alternative)
    return any(not is_placeholder(text) for text in said)


def explain_missing(resolution: CouncilResolution) -> str:
    """Say what a resolution lacks, to whoever may complete it; empty when it is complete."""
    wanted = {
        "decision": "decision: the recommended path",
        "residual_risks": "residual_risks: at least one, with mitigation and owner",
        "next_steps": f"next_steps: at least {_NEXT_STEPS}",
        "reversal_criteria": "reversal_criteria: at least one, as 'if ... then ...'",
    }
    missing = [wanted[part] for part in list_missing_parts(resolution)]
    return f"The resolution is incomplete. It lacks {'; '.join(missing)}." if missing else ""


def mark_missing(resolution: CouncilResolution, flags: Texts = ()) -> Texts:
    """Mark each part that a resolution lacks; the other marks are kept, those of an earlier one taken back."""
    kept = (flag for flag in flags if not flag.startswith(_LACKING))
    return (*kept, *(f"{_LACKING}{part}" for part in list_missing_parts(resolution)))
