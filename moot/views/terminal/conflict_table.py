"""Shows conflicts and what became of them to a person at a terminal."""

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from moot.catalogue import say
from moot.state.conflicts import Conflict, ConflictReport, ConsensusResult
from moot.views.lines import hang
from moot.views.wording import say_literal

_STYLES = {"low": "dim", "medium": "yellow", "high": "red", "critical": "bold red"}
_PLAIN_WIDTH = 110
_COLUMNS = ("agents", "type", "severity", "debate", "differences")


def show_conflicts(report: ConflictReport, results: Sequence[ConsensusResult]) -> None:
    """Print a table of the conflicts, then one paragraph per settled one."""
    console = Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH, highlight=False)
    console.print(Text(str(report.reason)))
    if report.note:
        console.print(Text(str(report.note)))
    if report.conflicts:
        table = Table(*(say(f"conflict.column.{name}") for name in _COLUMNS), show_lines=len(report.conflicts) > 1)
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
        Text(say_literal(conflict.conflict_type)),
        Text(say_literal(conflict.severity), style=_STYLES[conflict.severity]),
        Text(say("word.yes" if conflict.requires_debate else "word.no")),
        Text("\n".join(conflict.key_differences)),
    )


def _label(name: str) -> str:
    return f"  {say(f'conflict.{name}')}: "


def _settled(result: ConsensusResult, topic: str, width: int) -> Text:
    verdict = say("conflict.accepted" if result.accepted else "conflict.not_accepted")
    how = say("conflict.how", who=result.resolver_agent, confidence=result.confidence_score, verdict=verdict)
    lines = [
        (f"{topic}: ", result.final_decision),
        (_label("decided_by"), how),
        (_label("for"), ", ".join(result.supporting_agents) or "-"),
        (_label("against"), ", ".join(result.opposing_agents) or "-"),
        (_label("neutral"), ", ".join(result.neutral_agents) or "-"),
        (_label("why"), result.justification),
        *((_label("trade_off"), trade_off) for trade_off in result.trade_offs_acknowledged),
        *((_label("open"), aspect) for aspect in result.unresolved_aspects),
    ]
    told = Text()
    for label, text in lines:
        start = len(told)
        told.append("\n".join(hang(label, text, width)) + "\n")
        told.stylize("bold", start, start + len(label))
    told.rstrip()
    return told
