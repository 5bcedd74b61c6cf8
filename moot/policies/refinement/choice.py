"""What a person's answer means in the refinement loop (F-47, W-F15).

- Approving refines now; so does responding, with the words as guidance, and editing, with the words as the wish.
- The bare words refine, research and other choose by name, also in a response.
- Rejecting takes another direction: the loop ends without a verdict.
"""

from moot.policies.language import fold
from moot.policies.refinement.steps import Choice
from moot.state.outcome import ReviewResponse

_CHOICES: dict[str, Choice] = {"refine": "refine", "research": "research", "other": "other"}


def read_choice(response: ReviewResponse) -> tuple[Choice, str]:
    """The choice, and the words that go with it."""
    named = _CHOICES.get(fold(response.text).strip())
    if named is not None:
        return named, ""
    if response.type == "reject":
        return "other", ""
    return "refine", response.text
