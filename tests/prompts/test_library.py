"""The library: what it refuses, what it leaves out, and what each prompt must say."""

from importlib.resources import files

import pytest

from moot.prompts import library
from moot.prompts.library import PHASES, Prompt, fingerprint_prompts, render_prompt
from tests.prompts.cases import Variables, all_cases
from tests.prompts.variables import plain_variables_of, variables_of


def _words(phase: str) -> str:
    """All a prompt can say: every plain variable given, no data."""
    given: Variables = dict.fromkeys(variables_of(phase))
    given |= {name: f"[{name}]" for name in plain_variables_of(phase)}
    return render_prompt(phase, **given).text


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("missing", [True, False], ids=["missing", "not used"])
def test_a_wrong_set_of_variables_is_refused_by_name(phase: str, missing: bool) -> None:
    given: Variables = dict.fromkeys(variables_of(phase), "x")
    dropped = min(given)
    if missing:
        del given[dropped]
    else:
        given["colour"] = "red"
    expected = (
        f"'{phase}' needs the variable '{dropped}'" if missing else f"'{phase}' does not use the variable 'colour'"
    )
    with pytest.raises(TypeError, match=expected):
        render_prompt(phase, **given)


def test_an_unknown_prompt_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no prompt is called 'positions'; there are accept, answer, argue"):
        render_prompt("positions")


def test_every_phase_has_its_file_and_every_file_its_phase() -> None:
    names = {entry.name.removesuffix(".md") for entry in files("moot.prompts").iterdir() if entry.name.endswith(".md")}
    assert {name for name in names if not name.startswith("_")} == {*PHASES, "system"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("costs $ 5", "is not a template", id="a bare dollar sign"),
        pytest.param("About: $question", "stands alone on its line", id="data inside a sentence"),
        pytest.param("<!-- plain: label -->\nhello", "declared plain and not used", id="plain and not used"),
    ],
)
def test_a_badly_written_prompt_is_refused(text: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_read", lambda name: text)
    library._source.cache_clear()
    try:
        with pytest.raises(ValueError, match=message):
            variables_of("probe")
    finally:
        library._source.cache_clear()


def test_text_is_the_shared_part_and_then_the_own() -> None:
    assert Prompt("s", "a\n", "b\n").text == "a\nb\n"


@pytest.mark.parametrize("empty", [None, "", "  "])
def test_a_line_whose_variables_are_empty_is_left_out(empty: str | None) -> None:
    prompt = render_prompt("classify", user_input="an idea", language="en", persona=empty)
    assert prompt.own == ""
    assert "persona" not in prompt.text


def test_zero_is_a_value_and_not_empty() -> None:
    given: Variables = dict.fromkeys(variables_of("retrieve"), "x")
    assert "queries: 0-0 " in render_prompt("retrieve", **given | {"max_queries": 0}).text


@pytest.mark.parametrize(
    ("language", "named"), [("pt", "Portuguese"), ("en", "English"), ("id", "Indonesian"), ("French", "French")]
)
def test_the_language_of_the_question_is_named(language: str, named: str) -> None:
    assert f"Write in {named};" in render_prompt("probe", question="?", language=language).text


def test_every_prompt_that_asks_for_prose_names_the_language() -> None:
    without = {
        "compare",
        "retrieve",
        "inspect",
        "repair",
    }  # labels and levels; the documents' language; what was asked before
    assert {phase for phase in PHASES if "language" not in variables_of(phase)} == without


def test_what_a_reviewer_says_reaches_everyone_who_argues_or_decides() -> None:
    guided = {phase for phase in PHASES if "guidance" in variables_of(phase)}
    assert guided == {
        "position", "critique", "revise", "argue", "decide", "hypotheses", "refine_hypotheses", "judge",
        "synthesize", "supervise", "council_critic", "council_advocate", "council_synthesizer", "answer",
        "read_answers", "accept", "settle",
    }  # fmt: skip
    assert "[guidance]" in render_prompt("position", **dict.fromkeys(variables_of("position"), "[guidance]")).shared


def test_the_fingerprint_covers_the_prompts() -> None:
    assert len(fingerprint_prompts()) == 64


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        pytest.param("position", "recommendation: 2-3 clear sentences", id="D-30 a position in 2-3 sentences"),
        pytest.param("position", "confidence: 0-100", id="D-30 confidence as an integer"),
        pytest.param("position", "limitations: 0-5 things you do not know", id="D-30 limitations"),
        pytest.param("position", "prefer limited downside", id="D-136 house principles"),
        pytest.param("position", "fact | recommendation (with reason) | hypothesis (unproven)", id="D-141 three kinds"),
        pytest.param("revise", "keeps_position: yes | no | partly", id="D-40 keeps its position"),
        pytest.param("revise", "name what others overlook", id="D-40 blind spots"),
        pytest.param("revise", "meet divergence with evidence", id="D-40 confrontation of evidence"),
        pytest.param("revise", "Keep closed points; argue open ones", id="D-45 closed points are not argued again"),
        pytest.param("revise", "lowers its confidence; reject others with a reason", id="L-50 rules of a revision"),
        pytest.param("revise", "open dissent beats forced consensus", id="D-113 no forced consensus"),
        pytest.param("critique", "never your own", id="L-03 no self-approval"),
        pytest.param("critique", "at least [min_critiques] critiques", id="L-30 a floor"),
        pytest.param("critique", "suggested_fix: a concrete repair, never empty", id="L-31 a fix is mandatory"),
        pytest.param("critique", "CRITICAL (the recommendation falls) | MAJOR", id="L-13 severities"),
        pytest.param(
            "critique", "conflict (with a norm or another claim) | domain_mismatch | overclaim", id="L-13 types"
        ),
        pytest.param(
            "critique", "a source that was annulled, is outdated, misread", id="X-56a severity fits the issue"
        ),
        pytest.param("argue", "it stays open until the others accept it", id="C-25 a condition is not agreed"),
        pytest.param("decide", "tensions: 1-5 trade-offs: what is given up", id="C-40 C-41 X-51 decider"),
        pytest.param("argue", "No agreement for its own sake", id="C-42 no artificial consensus"),
        pytest.param("synthesize", "Add no claim that no agent made", id="Q-04 adds nothing"),
        pytest.param("synthesize", "tensions: 0-5 worth keeping on purpose", id="D-110 tensions"),
        pytest.param("synthesize", "nature: data | priorities | timing | risk", id="D-111 nature of a divergence"),
        pytest.param("synthesize", "An assertion without evidence is opinion", id="D-113 opinion"),
        pytest.param("supervise", "at most 1200 characters", id="L-46 length"),
        pytest.param("supervise", "add no claim that neither agent made", id="L-46 adds nothing"),
        pytest.param(
            "supervise",
            "4 active claims under both systems: both_laws; 5 in doubt between both_laws and customary_law",
            id="L-47 ladder",
        ),
        pytest.param("hypotheses", "[min_hypotheses] to [max_hypotheses] hypotheses", id="R-02 3-5 hypotheses"),
        pytest.param("hypotheses", "more confidence where they agree", id="R-50 cross-validation"),
        pytest.param("hypotheses", "Log: [line_id] words of that line", id="R-33 origin of evidence"),
        pytest.param("hypotheses", "hardware | software | network | config | resource | unknown", id="R-30 categories"),
        pytest.param("refine_hypotheses", "4. improve the steps of the resolution", id="R-29 four instructions"),
        pytest.param("refine_hypotheses", "one well-founded hypothesis may be all. You may merge", id="R-41 how many"),
        pytest.param("judge", "evidence_quality: 0-30", id="R-42 evidence"),
        pytest.param("judge", "reasoning_strength: 0-25", id="R-42 reasoning"),
        pytest.param("judge", "confidence_calibration: 0-20", id="R-42 calibration"),
        pytest.param("judge", "completeness: 0-15", id="R-42 completeness"),
        pytest.param("judge", "consistency: 0-10", id="R-42 consistency"),
        pytest.param("judge", "fine wording and length earn nothing", id="Q-10 wording is not rewarded"),
        pytest.param("council_critic", "without domain knowledge: judge how the agents reasoned", id="D-116 no domain"),
        pytest.param("council_critic", "each score an integer 0-20", id="D-118 rubric"),
        pytest.param("council_critic", "data over opinion, highest impact first", id="D-136 checked by the council"),
        pytest.param(
            "council_advocate", "regret_scenario: it is 12 months later and it failed", id="D-124 four outputs"
        ),
        pytest.param("council_synthesizer", "do not average", id="D-126 chooses a path"),
        pytest.param("council_synthesizer", "next_steps: 3-8 actions", id="D-126 at least three steps"),
        pytest.param(
            "council_synthesizer", "add and deduct nothing, that is done elsewhere", id="D-127 the program calculates"
        ),
        pytest.param("classify", "vague: an observation without context", id="F-36 classification"),
        pytest.param("structure", "do not judge its rigour", id="F-24 the structurer never judges"),
        pytest.param("restructure", "keep the essence of the idea in the user's", id="F-22 F-23 same essence"),
        pytest.param("restructure", "addressed_gaps are G1 população and G2 métricas", id="W-F12 words that fill gaps"),
        pytest.param("restructure", "Values nobody stated are allowed only as assumptions", id="X-70 assumptions"),
        pytest.param("methodology", "a partner who helps to build the hypothesis", id="F-14 collaborative"),
        pytest.param("methodology", "needs_refinement; população: no group named", id="F-15 W-F11 population gap"),
        pytest.param("methodology", "métricas: quality is not measurable", id="F-15 W-F11 metrics gap"),
        pytest.param("methodology", "testability, falsifiability, specificity, operationalisation", id="F-16 criteria"),
        pytest.param("methodology", "at least one if needs_refinement", id="F-12 gaps are named"),
        pytest.param("methodology", "copied exactly from structured_question as it stands now", id="F-17 gap by gap"),
        pytest.param("methodology", "subject: kept | left", id="F-17 the user's subject"),
        pytest.param("force", "status: approved | rejected\n", id="F-37 only two outcomes"),
        pytest.param("force", "This is the last iteration", id="F-37 last iteration"),
        pytest.param("force", "Approve if a basic scientific structure stands", id="F-38 rule of thumb"),
        pytest.param("retrieve", "to find an exact quotation, or to settle a divergence", id="D-58 purposes"),
        pytest.param("route", "simple: one seat can answer it; debate: two or more seats", id="D-07 routes"),
        pytest.param("audit", "only claims with evidence reopen the debate", id="audit.unanimity"),
        pytest.param("ballot", "part nothing that is only worded differently", id="DESIGN 9 meaning, not wording"),
        pytest.param("ballot", "each in exactly one option: [seats]", id="INTERFACES 5 seats are named by id"),
        pytest.param("ballot", "What you find is counted as votes", id="DESIGN 9 what it is for"),
        pytest.param("ballot", "pairs [label, label] of options that cannot both be", id="INTERFACES 5 opposed"),
        pytest.param("position", "choice: the option you recommend, by its id: [choices]", id="INTERFACES 5 choice"),
        pytest.param("revise", "choice: the option you recommend, by its id: [choices]", id="INTERFACES 5 revised"),
        pytest.param("argue", "choice: the option you recommend, by its id: [choices]", id="INTERFACES 5 argued"),
    ],
)
def test_the_prompt_says_what_the_protocol_asks(phase: str, said: str) -> None:
    assert said in _words(phase)


@pytest.mark.parametrize(
    ("phase", "shown", "hidden"),
    [
        pytest.param("position", {"question", "evidence"}, {"positions", "critiques"}, id="D-93 round 1 is isolated"),
        pytest.param(
            "supervise",
            {"positions", "summary", "critiques", "evidence"},
            {"own_position"},
            id="L-36 revisions, summary",
        ),
        pytest.param("compare", {"decision", "option"}, {"persona", "evidence", "critiques"}, id="Q-03 two texts only"),
        pytest.param("ballot", {"positions", "options", "evidence"}, {"persona", "critiques"}, id="Q-03 ballot"),
        pytest.param(
            "force",
            {"structured_question", "user_input", "user_said", "assumptions", "evidence"},
            {"previous_question"},
            id="F-37 F-17 X-70 the question as it is, with all that is known",
        ),
        pytest.param("judge", {"incident", "hypotheses"}, {"log", "history"}, id="R-12 what the judge sees"),
    ],
)
def test_the_prompt_shows_only_what_its_reader_may_see(phase: str, shown: set[str], hidden: set[str]) -> None:
    assert shown <= variables_of(phase)
    assert not hidden & variables_of(phase)


def test_every_evaluation_shows_the_users_own_words() -> None:
    """F-17: an appeal to popular belief is visible even behind a good question; later, the gaps listed before too."""
    cases = all_cases()
    first, later = cases["methodology_first"].text, cases["methodology_later"].text
    assert "todo mundo sabe" in first
    assert "todo mundo sabe" in later
    assert ("previous_question" in first, "previous_question" in later) == (False, True)
    assert "gaps: empty, no gap was listed before" in first
    assert "gaps: one for each of G1, G2" in later
    assert (
        'G1 população (population): nobody is named (found in version 1, filled since by "teams of 2 to 5 people")'
        in later
    )
    assert "Só a minha equipe, de 4 pessoas." in later


def test_without_a_floor_the_critique_prompt_asks_for_no_number() -> None:
    """X-56a: the floor holds in round 1 only."""
    cases = all_cases()
    assert "Write at least 3 critiques." in cases["critique"].text
    assert "at least" not in cases["critique_no_floor"].text
