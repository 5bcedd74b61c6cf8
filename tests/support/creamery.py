"""A boardroom in which all come to vote for one option, two of them on a condition, and the reviewer decides.

Analyst and reviewer are for a trial from the start; commercial and market join in round 2, financial in round 3. The
ruling meets what commercial asked for, and refuses what financial asked for.
"""

import asyncio
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.support.scripts import Entry, say
from tests.support.stage import Ran, Stage

QUESTION = "Should Marlow Dairy close the Fenby creamery and buy its cheese in, or spend 2.4 million on a new vat line?"
SEATS = ("analyst", "commercial", "financial", "market", "reviewer")
TRIAL = "Trial the Orlen creamery, decide in October"
LINE = "Keep Fenby and order the vat line"
CLOSE = "Close Fenby and buy from Orlen now"
HALF = "Buy in soft cheese only, close later"
LABELS = (TRIAL, LINE, CLOSE, HALF)
KEPT_RECIPE = "No hard cheese leaves Fenby before retailer Hollis has approved the recipe; else I am for the vat line."
NO_ORDER = (
    "A failed trial must not order the vat line by itself; the board must first see a plan for the remaining loss."
)
STILL_NO_ORDER = "The plan for the remaining loss should be a condition of the order and does not merely inform it."
CONTEXT = [
    {
        "id": "accounts",
        "text": "Fenby lost 0.9 million in 2024. A new vat line costs 2.4 million; it saves 0.5.",
    },
    {"id": "orders", "text": "Hollis buys 40 percent of the hard cheese and must approve every change of recipe."},
]
DECISION = (
    "Run a trial of 80 tonnes at Orlen, capped at 0.3 million, and decide on 14 October. If rejects exceed 3 percent, "
    "the vat line is ordered; otherwise Fenby closes in steps. No hard cheese leaves Fenby before Hollis has approved "
    "the recipe. A plan for the remaining loss is put before the board; it informs the order and is no veto."
)
FIRST = {
    "analyst": ("Trial 30 tonnes at Orlen and decide in October.", TRIAL, 70),
    "commercial": ("Keep Fenby and order the vat line before Hollis asks.", LINE, 78),
    "financial": ("Close Fenby now and buy everything from Orlen.", CLOSE, 74),
    "market": ("Buy soft cheese outside and close Fenby later.", HALF, 66),
    "reviewer": ("Test Orlen first and let the board choose in October.", TRIAL, 68),
}
CLAIMS: dict[str, list[dict[str, Any]]] = {
    "analyst": [{"id": "C1", "statement": "Fenby lost 0.9 million in 2024.", "kind": "fact", "evidence": ["accounts"]}],
    "commercial": [
        {"id": "C1", "statement": "Hollis buys 40 percent of the hard cheese.", "kind": "fact", "evidence": ["orders"]}
    ],
    "financial": [
        {"id": "C1", "statement": "A new vat line costs 2.4 million.", "kind": "fact", "evidence": ["accounts"]},
        {"id": "C2", "statement": "A new vat line costs 2.4 million in all.", "kind": "fact", "evidence": ["accounts"]},
    ],
}


def _first(seat: str) -> Entry:
    text, stance, sure = FIRST[seat]
    return say(
        "position",
        seat,
        reply={
            "recommendation": text,
            "stance": f"{stance} ({seat})"[:60],
            "premises": ["Fenby makes a loss"],
            "risks": [f"what {seat} fears"],
            "timing": "October",
            "reasoning": f"{seat.capitalize()} gives its first reason.",
            "claims": CLAIMS.get(seat, []),
            "confidence": sure,
        },
    )


def _revise(seat: str, number: int, choice: str, keeps: str, **fields: Any) -> Entry:
    reply = {"choice": choice, "keeps_position": keeps, "changes": [], "accepts": [], **fields}
    return say("revise", seat, number, reply=reply)


def _change(what: str, *because: str) -> list[dict[str, Any]]:
    return [{"what": what, "because": [*because]}]


BALLOT = say(
    "ballot",
    reply={
        "options": [
            {"label": TRIAL, "seats": ["analyst", "reviewer"]},
            {"label": LINE, "seats": ["commercial"]},
            {"label": CLOSE, "seats": ["financial"]},
            {"label": HALF, "seats": ["market"]},
        ],
        "opposed": [[one, other] for place, one in enumerate(LABELS) for other in LABELS[place + 1 :]],
        "points": [{"criterion": "premises", "text": "Fenby makes a loss", "seats": [*SEATS], "against": []}],
    },
)
REVISIONS = [
    _revise("analyst", 2, "A", "partly", changes=_change("The trial is larger and capped.", "agent 2 C1")),
    _revise(
        "commercial",
        2,
        "A",
        "no",
        recommendation="Join the trial, as long as hard cheese stays at Fenby until Hollis agrees.",
        stance="Trial, hard cheese stays",
        reservation=KEPT_RECIPE,
        changes=_change("I no longer ask for the order now.", "agent 1 C1", "agent 3 C1"),
    ),
    _revise("financial", 2, "C", "partly", recommendation="Close Fenby, with the payments after December."),
    _revise(
        "market",
        2,
        "A",
        "no",
        recommendation="Join the trial and keep hard cheese at Fenby for now.",
        stance="Trial first",
        accepts=["agent 5"],
        changes=_change("From buying in at once to a trial.", "agent 1 C1", "accounts"),
    ),
    _revise("reviewer", 2, "A", "partly", recommendation="A capped trial with a stop rule, decided in October."),
    _revise("analyst", 3, "A", "partly", accepts=["agent 2", "agent 5"]),
    _revise("commercial", 3, "A", "yes", accepts=["agent 5"]),
    _revise(
        "financial",
        3,
        "A",
        "no",
        recommendation="Take the trial; if it fails, the question comes back to the board.",
        stance="Trial, no automatic order",
        reservation=NO_ORDER,
        reasoning="The trial persuades me; my objection to the vat line stays.",
        changes=_change("I give up closing now.", "agent 1 C1", "agent 2 C1"),
    ),
    _revise("market", 3, "A", "yes", accepts=["agent 2", "agent 5"]),
    _revise(
        "reviewer",
        3,
        "A",
        "partly",
        recommendation="A capped trial with a stop rule; hard cheese stays until Hollis has approved.",
        accepts=["agent 2"],
    ),
]
RULING = say(
    "synthesize",
    "reviewer",
    reply={
        "decision": DECISION,
        "consensus_points": ["Orlen was never tested on this line", "Financial is right that a loss remains"],
        "divergences": [
            {
                "theme": "Whether a failed trial orders the vat line by itself",
                "nature": "risk",
                "sides": [
                    {"seat": "financial", "view": "The board sees a plan first"},
                    {"seat": "commercial", "view": "The line is ordered at once"},
                    {"seat": "analyst", "view": "The rule decides"},
                ],
                "impact": "The company may buy a line that still loses money",
            }
        ],
        "tensions": ["Speed against certainty"],
        "gaps": ["Orlen's present reject rate"],
        "confidence": 76,
        "uncertainty": "none",
        "critical_divergence": False,
        "next_steps": ["Order the trial in June"],
        "choice": "A",
        "departs_because": "",
        "reservations": [
            {"seat": "commercial", "outcome": "met", "why": "The recipe is approved first"},
            {"seat": "financial", "outcome": "refused", "why": "A veto would end in delay"},
        ],
    },
)
VERDICTS = [
    say("accept", "financial", reply={"stance": "accepts_with_reservation", "because": STILL_NO_ORDER}),
    say("accept", "commercial", reply={"stance": "accepts", "because": "My condition stands in the ruling."}),
    say("accept", reply={"stance": "accepts", "because": "It is what I asked for."}),
]
SAME = say(
    "compare",
    reply={
        "pairs": [
            {"a": "decision", "b": "option", "recommendation": "full"}
            | dict.fromkeys(("premises", "risks", "timing"), "partial")
        ]
    },
)
"""The ruling names what happens after the trial, too: whether it states the trial is not told by words."""
ENTRIES = [BALLOT, SAME, *(_first(seat) for seat in SEATS), *REVISIONS, RULING, *VERDICTS]


@cache
def hold_creamery_debate() -> Ran:
    """Play the whole debate, once for all tests."""

    async def run(folder: str) -> Ran:
        return await Stage(Path(folder)).run(QUESTION, ENTRIES, profile="boardroom", context=CONTEXT)

    with TemporaryDirectory() as folder:
        return asyncio.run(run(folder))
