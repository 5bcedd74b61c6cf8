"""Conflicts between agents' outputs: the worked examples, types, severities, limits and invariants."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.conflicts.detection import _assess_severity, _classify_conflict, _needs_debate, _order_agents
from moot.state.conflicts import ConflictType
from moot.state.lexicon import Family
from moot.state.protocol import ConflictRules, ConflictSeverity
from tests.policies.conflict_cases import AGREEMENT, FINANCIAL, RISK, RULES, detect, find, position

LANGUAGES = ("pt", "en", "id")
WORDS = st.sampled_from(
    ["expandir", "não", "consolidar", "devemos", "investir", "cortar", "custos", ".", ",", "antes de", "rápido", "e"]
)
TEXTS = st.lists(WORDS, max_size=12).map(" ".join)


@pytest.mark.parametrize(
    ("language", "pairs"),
    [
        pytest.param(
            "pt", ("investir vs cortar", "crescimento vs margem", "crescimento vs custo"), id="W-C1 C-65 Portuguese"
        ),
        pytest.param("en", ("invest vs cut", "growth vs margin", "growth vs cost"), id="W-C1 English"),
        pytest.param(
            "id",
            ("berinvestasi vs memangkas", "pertumbuhan vs margin", "pertumbuhan vs biaya"),
            id="W-C1 Indonesian",
        ),
    ],
)
def test_the_financial_example(language: str, pairs: tuple[str, ...]) -> None:
    """W-C1, C-04, X-36, X-37: word forms find what the bare table misses."""
    report = detect(FINANCIAL[language])
    (conflict,) = report.conflicts
    assert conflict.key_differences == pairs
    assert (conflict.conflict_type, conflict.severity) == ("financial", "high")
    assert conflict.mutual_exclusivity
    assert conflict.requires_debate
    assert report.requires_debate
    assert report.debate_topics == (
        " vs ".join(conflict.positions[agent].position for agent in conflict.agents_involved),
    )
    assert conflict.agents_involved == ("commercial", "financial")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_without_conflict(language: str) -> None:
    """W-C2, C-48, C-65: an empty report, and nothing to debate."""
    report = detect(AGREEMENT[language])
    assert report.conflicts == ()
    assert (report.total_conflicts, report.requires_debate, report.debate_topics) == (0, False, ())
    assert report.reason


@pytest.mark.parametrize(
    ("language", "pairs"),
    [
        pytest.param("pt", ("cauteloso vs agressivo", "incerto vs claro"), id="W-C3 C-65 X-38 Portuguese"),
        pytest.param("en", ("cautious vs aggressive", "uncertain vs clear"), id="W-C3 English"),
        pytest.param("id", ("hati-hati vs agresif", "tidak pasti vs jelas"), id="W-C3 Indonesian"),
    ],
)
def test_the_risk_example(language: str, pairs: tuple[str, ...]) -> None:
    (conflict,) = detect(RISK[language]).conflicts
    assert conflict.key_differences == pairs
    assert (conflict.conflict_type, conflict.severity, conflict.requires_debate) == ("risk", "medium", True)


@pytest.mark.parametrize(
    ("a", "b", "conflict_type", "severity", "debated"),
    [
        pytest.param(
            "Expandir agressivamente", "Consolidar operações", "strategic", "high", True, id="W-C4 C-02 strategic"
        ),
        pytest.param(
            "Priorizar retenção", "Priorizar aquisição", "tactical", "medium", True, id="W-C4 C-03 X-34 tactical"
        ),
        pytest.param(
            "Investir $500K", "Retorno é apenas $300K", "financial", "high", True, id="W-C4 C-04 cost and return"
        ),
        pytest.param(
            "Mercado incerto, cautela",
            "Oportunidade clara, ação rápida",
            "risk",
            "medium",
            True,
            id="W-C4 C-05 risk",
        ),
        pytest.param("Fazer A depois B", "Fazer B depois A", "priority", "low", False, id="W-C4 C-06 X-35 sequencing"),
    ],
)
def test_the_examples_of_the_types(
    a: str, b: str, conflict_type: ConflictType, severity: ConflictSeverity, debated: bool
) -> None:
    """Where the sources leave an example undetected (C-63), more words were added; each stays a row here."""
    conflict = find(analyst=a, market=b)
    assert conflict is not None
    assert (conflict.conflict_type, conflict.severity) == (conflict_type, severity)
    assert conflict.requires_debate is debated


@pytest.mark.parametrize(
    "outputs",
    [
        pytest.param({}, id="C-20 nobody"),
        pytest.param({"analyst": "Expandir."}, id="W-C5 one output"),
        pytest.param({"analyst": "Expandir.", "market": ""}, id="W-C5 C-20 the other is empty"),
        pytest.param({"analyst": "Expandir.", "market": " \n\t"}, id="C-20 the other is blank"),
    ],
)
def test_fewer_than_two_outputs_give_an_empty_report(outputs: dict[str, str]) -> None:
    assert detect(outputs).total_conflicts == 0


def test_one_tactical_pair_is_low_and_two_are_debated() -> None:
    """W-C6, X-34."""
    one = find(market="Um caminho rápido.", reviewer="Um caminho gradual.")
    two = find(market="Um caminho rápido com inovação.", reviewer="Um caminho gradual com estabilidade.")
    assert one is not None
    assert two is not None
    assert (one.conflict_type, one.severity, one.requires_debate) == ("tactical", "low", False)
    assert (one.key_differences, one.mutual_exclusivity) == (("rápido vs gradual",), False)
    assert (two.conflict_type, two.severity, two.requires_debate) == ("tactical", "medium", True)
    assert (len(two.key_differences), two.mutual_exclusivity) == (2, True)


@pytest.mark.parametrize(
    ("agents", "conflict_type"),
    [
        pytest.param(("analyst", "market"), "strategic", id="W-C7"),
        pytest.param(("financial", "commercial"), "financial", id="W-C8 the first rule wins"),
        pytest.param(("coo", "cmo"), "financial", id="C-18 roles unknown: the subject decides"),
        pytest.param(("analyst", "cmo"), "financial", id="C-18 one role unknown"),
    ],
)
def test_growth_against_cost(agents: tuple[str, str], conflict_type: ConflictType) -> None:
    conflict = find(**{agents[0]: "Foco em crescimento.", agents[1]: "Foco no custo."})
    assert conflict is not None
    assert (conflict.conflict_type, conflict.severity) == (conflict_type, "high")


@pytest.mark.parametrize(
    ("agents", "families", "conflict_type"),
    [
        pytest.param({"financial", "commercial"}, {"money"}, "financial", id="C-18 rule 1"),
        pytest.param({"financial", "commercial"}, {"money", "direction"}, "financial", id="C-18 rule 1 before 3"),
        pytest.param({"financial", "market"}, {"money"}, "tactical", id="C-18 rule 1 needs both roles"),
        pytest.param({"analyst", "market"}, {"risk"}, "risk", id="C-18 rule 2"),
        pytest.param({"analyst", "market"}, {"risk", "direction"}, "risk", id="C-18 rule 2 before 3"),
        pytest.param({"analyst", "reviewer"}, {"risk"}, "tactical", id="C-18 rule 2 needs both roles"),
        pytest.param({"analyst", "reviewer"}, {"risk", "direction"}, "strategic", id="C-18 rule 3, any agents"),
        pytest.param({"market", "reviewer"}, {"other"}, "tactical", id="C-18 the rest"),
        pytest.param({"market", "reviewer"}, {"shortfall", "money"}, "financial", id="C-04 whoever says so"),
        pytest.param({"cro", "cfo"}, {"risk"}, "risk", id="C-18 unknown roles"),
    ],
)
def test_classification(agents: set[str], families: set[Family], conflict_type: ConflictType) -> None:
    assert _classify_conflict(agents, families) == conflict_type


@pytest.mark.parametrize(
    ("conflict_type", "exclusive", "severity"),
    [
        pytest.param("financial", False, "high", id="C-19 financial"),
        pytest.param("strategic", False, "high", id="C-19 strategic"),
        pytest.param("risk", True, "medium", id="C-19 risk"),
        pytest.param("tactical", False, "low", id="C-19 tactical"),
        pytest.param("tactical", True, "medium", id="X-34 tactical, mutually exclusive"),
        pytest.param("priority", True, "low", id="C-19 priority"),
        pytest.param("unknown", True, "low", id="C-13 unknown"),
    ],
)
def test_severity_follows_the_type(conflict_type: ConflictType, exclusive: bool, severity: ConflictSeverity) -> None:
    assert _assess_severity(conflict_type, exclusive) == severity


@pytest.mark.parametrize(
    ("conflict_type", "severity", "minimum", "debated"),
    [
        pytest.param("risk", "medium", "medium", True, id="C-24 C-53 at the minimum"),
        pytest.param("tactical", "low", "medium", False, id="C-53 below it"),
        pytest.param("risk", "medium", "high", False, id="C-53 a higher minimum"),
        pytest.param("priority", "low", "low", False, id="X-35 sequencing never"),
    ],
)
def test_what_is_debated(
    conflict_type: ConflictType, severity: ConflictSeverity, minimum: ConflictSeverity, debated: bool
) -> None:
    assert _needs_debate(conflict_type, severity, minimum) is debated


def test_agents_are_examined_in_one_order() -> None:
    """C-20: the boardroom's order; others after it by name."""
    assert _order_agents({"zoe", "reviewer", "analyst", "abe"}) == ("analyst", "reviewer", "abe", "zoe")


def test_a_pair_has_at_most_one_conflict() -> None:
    """C-20: at most ten for five agents."""
    texts = {"analyst": "Expandir.", "commercial": "Não expandir.", "financial": "Consolidar.", "market": "Expandir."}
    report = detect({**texts, "reviewer": "Consolidar."})
    pairs = [conflict.agents_involved for conflict in report.conflicts]
    assert len(pairs) == len(set(pairs)) == 6


@pytest.mark.parametrize(
    ("expanding", "consolidating", "fast", "gradual", "kept", "dropped", "severities"),
    [
        pytest.param(4, 3, 0, 0, 10, 2, {"high"}, id="W-C15 X-47 C-51 twelve grave ones"),
        pytest.param(3, 3, 2, 1, 10, 1, {"high", "low"}, id="X-47 the mildest is dropped"),
        pytest.param(2, 2, 0, 0, 4, 0, {"high"}, id="C-51 within the limit"),
    ],
)
def test_beyond_the_limit_the_most_severe_are_kept(
    expanding: int, consolidating: int, fast: int, gradual: int, kept: int, dropped: int, severities: set[str]
) -> None:
    texts = ["Expandir."] * expanding + ["Consolidar."] * consolidating + ["Rápido."] * fast + ["Gradual."] * gradual
    report = detect({f"seat{number:02}": text for number, text in enumerate(texts)})
    assert (report.total_conflicts, len(report.conflicts), report.dropped) == (kept, kept, dropped)
    assert {conflict.severity for conflict in report.conflicts} == severities
    assert (str(dropped) in report.reason) or not dropped


def test_the_limit_is_a_setting() -> None:
    """C-51, X-47."""
    outputs = {f"seat{number}": text for number, text in enumerate(["Expandir.", "Consolidar."] * 2)}
    report = detect(outputs, ConflictRules(max=3))
    assert (report.total_conflicts, report.dropped) == (3, 1)


def test_the_least_debated_severity_is_a_setting() -> None:
    """C-53: MIN_SEVERITY_FOR_DEBATE."""
    outputs = {"market": "Rápido.", "reviewer": "Gradual."}
    assert not detect(outputs, RULES).requires_debate
    assert detect(outputs, ConflictRules(min_severity="low")).requires_debate


def test_the_report_sums_up_its_conflicts() -> None:
    """C-08, C-09, C-21."""
    report = detect({"analyst": "Expandir.", "market": "Consolidar, rápido.", "reviewer": "Expandir, gradual."})
    assert report.total_conflicts == len(report.conflicts) == 2
    assert report.has_high_severity
    assert not report.has_low_severity
    assert not report.has_medium_severity
    assert not report.has_critical_severity
    first = report.conflicts[0]
    assert (first.topic, first.key_differences[0]) == ("Expandir. vs Consolidar, rápido.", "expandir vs consolidar")
    assert "analyst" in first.description
    assert "market" in first.description
    assert set(first.positions) == set(first.agents_involved) == {"analyst", "market"}
    assert first.detected_at is None


def test_critical_is_never_found_at_detection() -> None:
    """X-39."""
    assert all(not detect(FINANCIAL[language]).has_critical_severity for language in LANGUAGES)


def test_conflicts_can_be_picked_by_severity() -> None:
    """C-14."""
    report = detect({"analyst": "Expandir.", "market": "Consolidar.", "reviewer": "Rápido.", "financial": "Gradual."})
    assert [conflict.severity for conflict in report.conflicts] == ["high", "low"]
    assert len(report.with_severity("low")) == 1
    assert report.critical_conflicts == report.with_severity("high", "critical")
    assert report.conflicts[0].opposing_sides == (("analyst",), ("market",))


def test_outputs_may_be_positions_already() -> None:
    """INTERFACES 7: objects instead of texts; what is given is kept."""
    given_positions = {
        "analyst": position("analyst", "Expandir.", confidence=0.3, supporting_evidence=("um",)),
        "market": position("market", "Consolidar."),
    }
    (conflict,) = detect(given_positions).conflicts
    assert conflict.positions == given_positions


def test_languages_may_differ_between_agents() -> None:
    """X-90: each text is read in its own language; the report is then English."""
    (conflict,) = detect({"analyst": "Devemos expandir a operação.", "market": "We should consolidate."}).conflicts
    assert conflict.key_differences == ("expandir vs consolidate",)
    assert conflict.description.startswith("analyst and market")


def test_the_same_input_gives_the_same_report() -> None:
    """W-C16, C-15."""
    assert detect(FINANCIAL["pt"]) == detect(FINANCIAL["pt"])


def test_conflict_ids_differ() -> None:
    report = detect({"analyst": "Expandir.", "market": "Consolidar.", "reviewer": "Consolidar."})
    assert len({conflict.conflict_id for conflict in report.conflicts}) == 2


@given(st.lists(TEXTS, min_size=2, max_size=4))
def test_findings_do_not_depend_on_the_order_of_outputs(texts: list[str]) -> None:
    agents = [f"seat{number}" for number in range(len(texts))]
    reports = {detect(dict(order)).model_dump_json() for order in permutations(zip(agents, texts, strict=True))}
    assert len(reports) == 1


@given(TEXTS, TEXTS)
def test_detection_is_symmetric(a: str, b: str) -> None:
    """C-17: whoever says which side, the same oppositions are found."""
    there = {frozenset(pair.split(" vs ")) for c in detect({"x": a, "y": b}).conflicts for pair in c.key_differences}
    back = {frozenset(pair.split(" vs ")) for c in detect({"x": b, "y": a}).conflicts for pair in c.key_differences}
    assert there == back


@given(TEXTS)
def test_nobody_is_in_conflict_with_the_same_words(text: str) -> None:
    assert detect({"analyst": text, "market": text}).total_conflicts == 0


@given(st.text(), st.text())
def test_detection_reads_any_text(a: str, b: str) -> None:
    report = detect({"analyst": a, "market": b})
    assert report.total_conflicts == len(report.conflicts) <= 1


def test_a_topic_holds_whole_sentences() -> None:
    """A dispute is told by its topic in every text: half a sentence tells nobody what it is about."""
    first = (
        "Expandir a rede de lojas para o interior ainda neste semestre, começando pelas três cidades com aluguel baixo."
    )
    more = "Depois disso, abrir também as lojas do litoral com a mesma equipe e o mesmo orçamento do primeiro ano."
    report = detect({"analyst": f"{first} {more}", "market": "Consolidar, rápido."})
    assert report.conflicts[0].topic.split(" vs ") == [first, "Consolidar, rápido."]
