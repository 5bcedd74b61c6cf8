"""Shared by the tests of conflicts and consensus: the lexicons, the rules and the worked examples (W-C1..W-C3)."""

from collections.abc import Mapping

from moot.configs.tables import load_lexicons
from moot.policies.conflicts import detect_conflicts
from moot.policies.conflicts.reading import Output, compile_lexicons
from moot.state.conflicts import AgentPosition, Conflict, ConflictReport
from moot.state.protocol import ConflictRules

LEXICONS = compile_lexicons(load_lexicons())
RULES = ConflictRules()

FINANCIAL = {
    "pt": {
        "commercial": "Sugiro elevar o investimento em marketing ($500K) em busca de leads e crescimento comercial.",
        "financial": (
            "Pelas contas, $500K de investimento devolvem só $300K. Sugiro cortar custos já e manter a margem."
        ),
    },
    "en": {
        "commercial": "I suggest raising the investment in marketing ($500K) to gain leads and sales growth.",
        "financial": (
            "By my figures a $500K investment returns only $300K. I suggest we cut costs now and maintain the margin."
        ),
    },
    "id": {
        "commercial": "Saya sarankan menambah investasi pemasaran ($500K) demi prospek dan pertumbuhan penjualan.",
        "financial": (
            "Menurut hitungan, investasi $500K hanya memberi pengembalian $300K. Saya sarankan memangkas biaya dan "
            "mempertahankan margin."
        ),
    },
}
AGREEMENT = {
    "pt": {
        "commercial": "Criar um programa de fidelidade com rewards ajuda a reter clientes.",
        "market": "Fidelidade é tendência entre concorrentes; vale implementar o programa.",
    },
    "en": {
        "commercial": "A loyalty programme with rewards helps us keep customers.",
        "market": "Loyalty is the trend among competitors; the programme is worth having.",
    },
    "id": {
        "commercial": "Program loyalitas dengan hadiah membantu menahan pelanggan.",
        "market": "Loyalitas sedang tren di antara pesaing; programnya layak dijalankan.",
    },
}
RISK = {
    "pt": {
        "analyst": "O mercado europeu segue incerto; peço cautela e um estudo profundo antes de expandir.",
        "market": "A oportunidade europeia é clara; peço ação rápida para conquistar market share.",
    },
    "en": {
        "analyst": "The European market remains uncertain; I ask for caution and a deep study before expanding.",
        "market": "The European opportunity is clear; I ask for fast action to win market share.",
    },
    "id": {
        "analyst": "Pasar Eropa masih tidak pasti; saya minta kehati-hatian dan kajian mendalam sebelum ekspansi.",
        "market": "Peluang di Eropa jelas; saya minta tindakan cepat untuk merebut pangsa pasar.",
    },
}


def detect(outputs: Mapping[str, Output], rules: ConflictRules = RULES) -> ConflictReport:
    """Detect with the lexicons that come with moot."""
    return detect_conflicts(outputs, LEXICONS, rules, "execution")


def find(**outputs: str) -> Conflict | None:
    """The only conflict among some outputs, or None."""
    report = detect(outputs)
    assert len(report.conflicts) <= 1
    return report.conflicts[0] if report.conflicts else None


def position(agent: str, text: str = "Expandir.", **fields: object) -> AgentPosition:
    return AgentPosition.model_validate({"agent_name": agent, "position": text, **fields})
