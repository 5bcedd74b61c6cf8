"""Profiles: the five of the contract, every default of the sources, and what is refused."""

from pathlib import Path
from typing import Any

import pytest

from moot.configs.keys import KEY_ALIASES, known_keys
from moot.configs.profile import dump_profile, load_profile, parse_override, profile_names
from moot.configs.yaml_files import parse_yaml
from moot.errors import ProfileError

SEATS = {
    "conclave": ("cro", "cfo", "coo", "cmo"),
    "boardroom": ("analyst", "commercial", "financial", "market", "reviewer"),
    "legal": ("nla", "ala"),
    "rca": ("log_focused", "kg_focused", "hybrid"),
    "research": ("orchestrator", "structurer", "methodologist"),
    "council-of-models": tuple(f"voice_{number}" for number in range(1, 8)),
    "quick": tuple(f"voice_{number}" for number in range(1, 8)),
}


def test_the_profiles_are_there() -> None:
    assert profile_names() == tuple(sorted(SEATS))


@pytest.mark.parametrize("name", SEATS)
def test_seats_of_the_contract(name: str) -> None:
    assert load_profile(name).seat_ids == SEATS[name]


DEFAULTS: list[Any] = [
    pytest.param("conclave", "rounds.min", 1, id="D-15"),
    pytest.param("conclave", "rounds.planned", 2, id="D-16"),
    pytest.param("conclave", "rounds.max", 3, id="D-17"),
    pytest.param("conclave", "convergence.threshold", 0.70, id="D-18"),
    pytest.param("conclave", "timeout.per_agent", 30, id="D-19"),
    pytest.param("conclave", "timeout.per_round", 120, id="D-20"),
    pytest.param("conclave", "timeout.total", 300, id="D-21"),
    pytest.param("conclave", "circuit_breaker.max_iterations", 5, id="D-22"),
    pytest.param("conclave", "circuit_breaker.max_refinements", 2, id="D-23"),
    pytest.param("conclave", "rag.internal.enabled", True, id="D-24"),
    pytest.param("conclave", "rag.internal.max_queries", 5, id="D-25"),
    pytest.param("conclave", "timeout.rag_query", 15, id="D-26"),
    pytest.param("conclave", "rag.external.enabled", False, id="D-27 D-55"),
    pytest.param("conclave", "rag.internal.scope", ["knowledge/", "processing/insights/"], id="D-54 X-19"),
    pytest.param("conclave", "timeout.council", 180, id="D-78 X-13"),
    pytest.param("conclave", "convergence.weights.recommendation", 30, id="D-94 recommendation"),
    pytest.param("conclave", "convergence.weights.premises", 25, id="D-94 premises"),
    pytest.param("conclave", "convergence.weights.risks", 25, id="D-94 risks"),
    pytest.param("conclave", "convergence.weights.timing", 20, id="D-94 timing"),
    pytest.param("conclave", "circuit_breaker.identical_rounds", 2, id="X-01"),
    pytest.param("conclave", "rounds.execution.position", "parallel", id="D-28"),
    pytest.param("conclave", "rounds.execution.revise", "sequential", id="D-38 X-03"),
    pytest.param("conclave", "rounds.execution.final", "parallel", id="X-28"),
    pytest.param("conclave", "escalation.emit", 0.70, id="D-14 emit X-12"),
    pytest.param("conclave", "escalation.human", 0.50, id="D-65"),
    pytest.param("conclave", "escalation.value_at_risk", 100_000, id="D-63"),
    pytest.param("conclave", "escalation.currency", "BRL", id="D-63 currency"),
    pytest.param("conclave", "escalation.adjustments.timeout", 0, id="D-102"),
    pytest.param("conclave", "escalation.risk_bands.catastrophic", 1_000_000, id="D-106"),
    pytest.param("conclave", "council.threshold", 0.60, id="D-73 X-11"),
    pytest.param("conclave", "council.allow_skip_low_value", False, id="X-09"),
    pytest.param("conclave", "council.before_human_when_high_value", False, id="X-08"),
    pytest.param("conclave", "council.critic.approve", 70, id="D-118 approve"),
    pytest.param("conclave", "council.critic.revise", 50, id="D-118 revise X-33"),
    pytest.param("conclave", "on_limit", "escalate", id="X-79 debate"),
    pytest.param("boardroom", "on_limit", "decide", id="X-79 boardroom"),
    pytest.param("boardroom", "conflicts.max", 10, id="C-51"),
    pytest.param("boardroom", "rounds.max", 3, id="C-52"),
    pytest.param("boardroom", "conflicts.min_severity", "medium", id="C-53"),
    pytest.param("boardroom", "conflicts.min_confidence", 0.4, id="C-54"),
    pytest.param("boardroom", "timeout.total", 30, id="C-55 X-78"),
    pytest.param("boardroom", "convergence.threshold", 0.70, id="C-28"),
    pytest.param(
        "boardroom", "conflicts.priority", ["reviewer", "financial", "commercial", "market", "analyst"], id="C-30"
    ),
    pytest.param("legal", "rounds.planned", 2, id="L-15 planned X-82"),
    pytest.param("legal", "rounds.max", 3, id="L-15"),
    pytest.param("legal", "convergence.max_major", 1, id="L-21"),
    pytest.param("legal", "convergence.stability", 0.15, id="L-23"),
    pytest.param("legal", "critique.min_per_agent", 3, id="L-30"),
    pytest.param("legal", "claims.warn", 8, id="L-32 warn X-56b"),
    pytest.param("legal", "claims.max", 10, id="L-32"),
    pytest.param("legal", "claims.max_unsupported", 0.30, id="L-27"),
    pytest.param("legal", "timeout.total", 3600, id="X-78 legal"),
    pytest.param("rca", "timeout.total", 1800, id="X-78 rca"),
    pytest.param("research", "timeout.total", 1800, id="X-78 research"),
    pytest.param("rca", "rounds.max", 3, id="R-26"),
    pytest.param("rca", "convergence.plateau", 5, id="R-24"),
    pytest.param("rca", "convergence.same_hypothesis", 0.80, id="X-62"),
    pytest.param("rca", "judge.min_hypotheses", 1, id="R-02 least"),
    pytest.param("rca", "judge.max_hypotheses", 5, id="R-02"),
    pytest.param("rca", "on_limit", "best_so_far", id="X-79 rca"),
    pytest.param("research", "refinement.max", 2, id="F-04"),
    pytest.param("research", "refinement.mode", "auto", id="F-47"),
    pytest.param("research", "refinement.then", "end", id="F-29"),
]


@pytest.mark.parametrize(("profile", "key", "expected"), DEFAULTS)
def test_defaults_of_the_sources(profile: str, key: str, expected: Any) -> None:
    """D-03: a tunable is read from the profile, and has the value of the source."""
    settings: Any = load_profile(profile).model_dump(mode="json")
    for part in key.split("."):
        settings = settings[part]
    assert settings == expected


EQUAL_WEIGHTS = dict.fromkeys(("recommendation", "premises", "risks", "timing"), 25)


@pytest.mark.parametrize(
    ("alias", "value", "key", "expected"),
    [
        ("debate.rounds.max", 2, "rounds.max", 2),
        ("debate.rounds.typical", 1, "rounds.planned", 1),
        ("convergence.threshold", 65, "convergence.threshold", 0.65),
        ("rag.internal_queries", "PROIBIDO", "rag.internal.enabled", False),
        ("rag.max_queries", 3, "rag.internal.max_queries", 3),
        ("rag.timeout", "9s", "timeout.rag_query", 9),
        ("external_search", "PROIBIDO", "rag.external.enabled", False),
        ("rag_policy.internal.scope", "knowledge/, notes/", "rag.internal.scope", ["knowledge/", "notes/"]),
        ("conclave.threshold", 0.55, "council.threshold", 0.55),
        ("convergence.weights", "equal", "convergence.weights", EQUAL_WEIGHTS),
        ("loop.identical_rounds", 3, "circuit_breaker.identical_rounds", 3),
        ("MIN_SEVERITY_FOR_DEBATE", "HIGH", "conflicts.min_severity", "high"),
    ],
)
def test_names_of_the_sources_are_aliases(alias: str, value: Any, key: str, expected: Any) -> None:
    """X-20, D-95, X-21: one canonical schema, the other names and the sources' words accepted."""
    settings: Any = load_profile("conclave", {alias: value}).model_dump(mode="json")
    for part in key.split("."):
        settings = settings[part]
    assert settings == expected


def test_every_alias_leads_to_a_key() -> None:
    assert set(KEY_ALIASES.values()) <= known_keys()


@pytest.mark.parametrize("name", SEATS)
def test_a_dumped_profile_loads_again_unchanged(name: str, tmp_path: Path) -> None:
    path = tmp_path / "copy.yaml"
    path.write_text(dump_profile(load_profile(name)), encoding="utf-8")
    assert load_profile(path) == load_profile(name)


REFUSED: list[Any] = [
    pytest.param({"rounds.mx": 2}, r"unknown key 'rounds.mx'; did you mean 'rounds.max'\?", id="typo X-20"),
    pytest.param({"rounds.min": 4}, r"rounds.min \(4\) is above rounds.max \(3\)", id="min above max"),
    pytest.param({"council.threshold": 1.5}, "council.threshold: .*less than or equal to 1", id="threshold above 1"),
    pytest.param({"seats": [{"id": "a"}, {"id": "a"}]}, "'a' is named twice", id="seat twice"),
    pytest.param({"seats": []}, "seats: .*at least 1", id="no seats"),
    pytest.param({"seats": [{"id": "a", "modle": "x"}]}, r"unknown key; did you mean 'model'\?", id="typo in a seat"),
    pytest.param({"seats": [{"id": "Bad Name"}]}, "seats.0.id", id="seat name"),
    pytest.param({"seats": ["cfo", "cxo"]}, "'cxo' is not a seat here; did you mean", id="unknown seat"),
    pytest.param({"external_search": "PERMITIDO"}, "rag.external.enabled", id="D-27 the web stays forbidden"),
    pytest.param(
        {"escalation.human": 0.9}, r"escalation.human \(0.9\) is above escalation.emit", id="human above emit"
    ),
    pytest.param({"convergence.strategy": "judge"}, "judge.enabled is false", id="judge without judge"),
    pytest.param({"convergence.weights.recommendation": -1}, "greater than or equal to 0", id="negative weight"),
    pytest.param({"claims.warn": 11}, r"claims.warn \(11\) is above claims.max \(10\)", id="warn above max"),
    pytest.param({"timeout.total": 0}, "timeout.total", id="no time at all"),
    pytest.param({"rounds": 3}, "unknown key 'rounds'; did you mean", id="a section is no value"),
    pytest.param({"rag.max_queries": 3, "rag.internal.max_queries": 4}, "a second time", id="alias and key"),
    pytest.param(
        {"convergence.strategy": "criterai"},
        r"convergence.strategy: 'criterai' is not a known strategy; did you mean 'criteria'\?",
        id="typo in a strategy",
    ),
    pytest.param({"convergence.strategy": "magic"}, "known are adaptive, criteria, critiques", id="unknown strategy"),
    pytest.param({"convergence.comparator": "model2"}, r"did you mean 'model'\?", id="typo in a comparator"),
    pytest.param(
        {"convergence.strategy": "critiques", "critique.enabled": False},
        "'critiques' but critique.enabled is false; switch the critique on",
        id="critiques without critique",
    ),
    pytest.param({"convergence.strategy": "verdict"}, "refinement.enabled is false", id="verdict without refinement"),
    pytest.param({"convergence.strategy": 3}, r"convergence.strategy: .*valid string \(got 3\)", id="no name at all"),
    pytest.param({"roles.cfo.model": "x"}, "'cfo' is also a seat", id="role and seat"),
]


@pytest.mark.parametrize(("overrides", "message"), REFUSED)
def test_contradictions_and_typos_are_refused_in_one_line(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(ProfileError, match=message) as caught:
        load_profile("conclave", overrides)
    assert "\n" not in str(caught.value)


FILES: list[Any] = [
    pytest.param("", "not empty", id="empty"),
    pytest.param("- a", "not a list", id="list"),
    pytest.param("name: x\nname: y\n", "given twice", id="duplicate key"),
    pytest.param("? [a, b]\n: 1\n", "line 1: a key has to be a text", id="a list as key"),
    pytest.param("name: x\n? {a: b}\n: 1\n", "line 2: a key has to be a text", id="an object as key"),
    pytest.param("name: [", "not valid YAML", id="broken"),
    pytest.param("a: &x [1]\nb: *x", "aliases", id="alias"),
    pytest.param("name: mine", "seats: Field required", id="no seats"),
    pytest.param("extends: nosuch", "'nosuch' is not known", id="unknown base"),
    pytest.param("extends: [a]", "name one profile", id="two bases"),
    pytest.param("extends: conclave\ncouncil:\n  treshold: 0.5\n", r"did you mean 'council.threshold'\?", id="typo"),
    pytest.param("{" * 5000, "not valid YAML", id="deep"),
]


@pytest.mark.parametrize(("text", "message"), FILES)
def test_broken_profile_files_get_one_clear_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ProfileError, match=message) as caught:
        load_profile(path)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.yaml").write_bytes(b"name: caf\xe9")
    (tmp_path / "big.yaml").write_bytes(b"#" * 1_000_001)
    for name, message in (("none.yaml", "cannot be read"), ("latin.yaml", "not UTF-8"), ("big.yaml", "larger than")):
        with pytest.raises(ProfileError, match=message):
            load_profile(tmp_path / name)


def test_a_profile_may_extend_another(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("extends: conclave\nname: duo\nseats: [cfo, cro]\nrounds:\n  max: 2\n", encoding="utf-8")
    profile = load_profile(path)
    assert (profile.name, profile.seat_ids, profile.rounds.max) == ("duo", ("cfo", "cro"), 2)
    assert profile.seat("cfo").persona == load_profile("conclave").seat("cfo").persona


def test_overrides_win_over_the_profile() -> None:
    profile = load_profile(load_profile("conclave"), {"rounds.max": 2, "seats": ["cmo"]})
    assert (profile.rounds.max, profile.seat_ids) == (2, ("cmo",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rounds.max=2", ("rounds.max", 2)),
        ("a=x=y", ("a", "x=y")),
        ("a=[b, c]", ("a", ["b", "c"])),
        ("a=null", ("a", None)),
    ],
)
def test_overrides_of_the_command_line(text: str, expected: tuple[str, Any]) -> None:
    assert parse_override(text) == expected


@pytest.mark.parametrize("text", ["rounds.max", "=2", "a=[", ""])
def test_wrong_overrides(text: str) -> None:
    with pytest.raises(ProfileError):
        parse_override(text)


@pytest.mark.parametrize("name", SEATS)
def test_comments_explain_the_profiles(name: str) -> None:
    """A reader who does not program finds a comment in every profile and no key that the schema lacks."""
    from importlib.resources import files

    text = (files("moot.configs") / "profiles" / f"{name}.yaml").read_text(encoding="utf-8")
    assert text.startswith(f"# {name}: ")
    assert text.count("#") >= 5
    assert isinstance(parse_yaml(text, name), dict)
