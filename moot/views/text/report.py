"""The report as text: the one of R-32 for root causes, else the answer and the whole story.

Where the circuit breaker stopped the debate its block stands first (D-52). A search for root causes keeps its own
form: there the best hypothesis so far is reported, nothing is escalated, and the report names the limit itself.
"""

from moot.state.debate import MultiAgentState
from moot.views.result import Result
from moot.views.text.answer import write_answer
from moot.views.text.breaker_block import draw_breaker
from moot.views.text.root_cause_report import report_root_cause
from moot.views.text.story import tell_story


def render_report(state: MultiAgentState, result: Result) -> str:
    """Write the report of a debate."""
    if result.rca is not None:
        return report_root_cause(state, result.rca)
    block = f"{draw_breaker(result.circuit_breaker)}\n\n" if result.circuit_breaker else ""
    return f"{block}{write_answer(result)}\n{tell_story(result)}"
