"""Shows conflicts and what became of them to a person at a terminal."""

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from moot.state.conflicts import Conflict, ConflictReport, ConsensusResult
from moot.views.terminal.lines import hang

_STYLES = {"low": "dim", "medium": "yellow", "high": "red", "critical": "bold red"}
_PLAIN_WIDTH = 110


def show_conflicts(report: ConflictReport, results: Sequence[ConsensusResult]) -> None:
    """Print a table of the conflicts, then one paragraph per settled one."""
    console = Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH, highlight=False)
    console.print(Text(report.reason))
    if report.note:
        console.print(Text(str(report.note)))
    if report.conflicts:
        table = Table("agents", "type", "severity", "debate", "differences", show_lines=len(report.conflicts) > 1)
        for conflict in report.conflicts:
            table.add_row(*_row(conflict))
        console.print(table)
    topics = {conflict.conflict_id: conflict.topic for conflict in report.conflicts}
    for result in results:
        console.print()
        console.print(_settled(result, topics.get(result.conflict_id, ""), console.width))


def _row(conflict: Conflict) -> tuple[Text, ...]:
    return (
        Text(", ".join(conflict.agents_involved)),
        Text(conflict.conflict_type),
        Text(conflict.severity, style=_STYLES[conflict.severity]),
        Text("yes" if conflict.requires_debate else "no"),
        Text("\n".join(conflict.key_differences)),
    )


def _settled(result: ConsensusResult, topic: str, width: int) -> Text:
    verdict = "accepted" if result.accepted else "not accepted"
    lines = [
        (f"{topic}: ", result.final_decision),
        ("  decided by: ", f"{result.resolver_agent}, confidence {result.confidence_score:.2f}, {verdict}"),
        ("  for: ", ", ".join(result.supporting_agents) or "-"),
        ("  against: ", ", ".join(result.opposing_agents) or "-"),
        ("  neutral: ", ", ".join(result.neutral_agents) or "-"),
        ("  why: ", result.justification),
        *(("  trade-off: ", trade_off) for trade_off in result.trade_offs_acknowledged),
        *(("  open: ", aspect) for aspect in result.unresolved_aspects),
    ]
    told = Text()
    for label, text in lines:
        start = len(told)
        told.append("\n".join(hang(label, text, width)) + "\n")
        told.stylize("bold", start, start + len(label))
    told.rstrip()
    return told
