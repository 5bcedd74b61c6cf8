"""The report as a page: what it shows, that it holds whatever it is given, and that what agents write stays text."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.state.findings import Escalation
from moot.state.hypotheses import RootCause
from moot.state.outcome import Council, CouncilCritique, Inconclusive, Option, OutcomeStatus, ReviewResponse
from moot.views.pages import read_style
from moot.views.report.page import render_headline, render_report, render_sections
from moot.views.report.story import Story
from moot.views.result.summaries import ReviewSummary
from tests.browser.extremes import BASE, EXTREMES, bare, blank, crowded, endless, poison
from tests.browser.page import Page
from tests.browser.stories import EDITED, STORIES, tell

REDUCED = "REDUZIDA POR TIMEOUT"
HOSTILE = "</title></style>\"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;{{7*7}}"
KNOWN = {
    *("html", "head", "meta", "link", "title", "style", "body", "main", "header", "nav", "section", "article"),
    *("h1", "h2", "h3", "h4", "p", "a", "b", "bdi", "span", "strong", "code", "pre", "blockquote", "wbr"),
    *("ul", "ol", "li", "dl", "dt", "dd", "div", "figure", "details", "summary"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td"),
    *("svg", "desc", "g", "line", "path", "rect", "circle", "text"),
}


def check(html: str) -> Page:
    """A page that is whole, whose links lead somewhere, and that fetches nothing and runs nothing."""
    html.encode()
    page = Page.read(html)
    assert page.broken == []
    assert set(page.tags) <= KNOWN
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    links = [link for link in page.values("href") if not link.startswith("data:")]
    assert {link.removeprefix("#") for link in links} <= set(ids)
    assert page.values("src") == []
    assert page.values("style") == []
    assert [name for _, name, _ in page.attributes if name.startswith("on")] == []
    return page


@pytest.mark.parametrize("name", STORIES)
def test_every_ending_has_a_page(name: str) -> None:
    result, state = tell(name)
    html = render_report(result, state)
    assert html == render_report(result, state)
    page = check(html)
    assert result.question in page.text
    assert (result.decision or "") in page.text
    assert result.fingerprint in page.text


SHOWN = [
    ("audited", "nothing shows that the decision states option A", "a council against all of them needs a person"),
    ("council", "Settled is not met: the votes settle no option", "what a decision lacks"),
    ("council", "One answer is settled settled needed not met", "each condition"),
    (
        "council",
        "The votes alone do not settle it: what counts is how many seats, taken two by two, vote alike, and that is 50",
        "the ballot",
    ),
    ("failed", "Quorum is not met: 0 of 4 answered", "who is missing"),
    ("council", "Confidence Medium, ", "confidence in words and number"),
    ("council", "70 % was needed", "the threshold"),
    ("council", "Support needs people in the European time zone in any case.", "why: consensus points"),
    ("council", "A third converts at best, and nothing abroad has been measured.", "dissent: who holds what"),
    ("council", "Decides whether Berlin opens this year.", "dissent: impact"),
    ("council", "What an office costs to close again", "gaps"),
    ("council", "Appoint the pilot lead by March", "next steps"),
    ("council", "Round 2: rebuttals", "timeline"),
    ("council", "One office instead of two because of K3, K4", "timeline: changes and their reasons"),
    ("council", "CMO 74 %", "legend of confidences"),
    ("council", "Recommendation Premises Risks Timing Round", "agreement point by point"),
    ("council", "critical resolved CFO K3 · overclaim · round 1", "argument map: severity and outcome"),
    ("council", "(rejected): It is the only figure we have", "argument map: the answer"),
    ("council", "E1 sales/pipeline-q3.md Pipeline review, third quarter", "ledger: the source itself"),
    ("council", "10 claims as each seat last stated them: 6 supported, 1 unsupported, 3 unknown", "ledger: counts"),
    ("council", "The critic's marks: 73 of 100, which counts as approve", "council: critic"),
    ("council", "License the product to a partner for one year.", "council: advocate"),
    ("council", "Fewer than three contracts after six months", "council: reversal criteria"),
    ("council", "Who Share of tokens Calls Read Written Cost Time", "cost"),
    ("council", "CRO alone: Open sales offices", "baselines"),
    ("paused", "Waiting for a person", "paused"),
    ("paused", "Proposed, and not yet decided:", "paused: a proposal is no decision"),
    ("paused", "moot review story", "paused: how to answer"),
    ("paused", "BRL 1,500,000", "paused: value at risk"),
    ("reviewed", f"Ana Souza edited {EDITED}", "review: who answered what"),
    ("breaker", "The rounds repeated themselves impasse", "breaker"),
    ("breaker", "THE DEBATE ENDED AT A LIMIT", "D-52 the block"),
    ("legal", "Hukum yang menentukan (langkah 3 dari 5): hukum nasional yang menentukan", "L-47 in words"),
    ("legal", "Konvergensi 0 % Putaran terakhir tercapai", "not agreement, where it is not measured"),
    ("rca", "88 of 100; it says how well the cause is argued, not how likely it is right", "R-61"),
    ("rca", "Historical: HDFS_001", "R-33 origins"),
    ("rca", "Round 1: initial hypotheses", "rca: what its rounds are for"),
    ("rca", "For: Names the order of events", "rca: the judge's remarks"),
    ("boardroom", "win back customers. vs We should cut the marketing budget now", "conflicts: in the parties' words"),
    ("boardroom", "1 dispute between 1 pair of seats", "conflicts"),
    ("boardroom", "because cash is short. (Financial) high financial not agreed", "conflicts: who stands where"),
    ("boardroom", "Commercial accepts it: nothing to add", "what the parties say of the decision"),
    ("boardroom", "settled by Reviewer", "consensus"),
    ("research", "Version 1 needs refinement", "refinement: versions"),
    ("research", "45 dB and 60 dB are proposed values", "X-70 assumptions"),
    ("rca", "The score no longer rose", "R-24 what ended it, where agreement did not"),
    (
        "audited",
        "The debate was opened again The auditor objects on E1, so the debate goes on.",
        "audit: what came of it",
    ),
    ("audited", "Everybody counts the pipeline as if it were contracts.", "audit: the case"),
    (
        "audited",
        "Only 12 of the 41 opportunities have a signed letter of intent. [E1]",
        "audit: its claims and sources",
    ),
    ("audited", "An auditor probed the agreement: the debate was opened again", "audit: in the timeline"),
    ("simple", "One agent answered", "simple"),
    ("failed", "No agent gave a usable answer.", "failed"),
    ("failed", "What went wrong 401", "failed: why"),
]


@pytest.mark.parametrize(("name", "text"), [pytest.param(name, text, id=f"{name}: {why}") for name, text, why in SHOWN])
def test_what_a_page_shows(name: str, text: str) -> None:
    assert text in check(render_report(*tell(name))).text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("is needed", id="R-24 scores end it, no share of agreement does"),
        pytest.param("It cites nothing.", id="R-33 a piece of evidence is what is cited"),
        pytest.param("Premises Risks Timing", id="R-30 hypotheses have none of these"),
        pytest.param("first positions", id="R-32 its rounds have names of their own"),
        pytest.param("0 of 5 queries", id="D-91 retrieval is switched off"),
    ],
)
def test_what_a_search_for_a_cause_does_not_show(text: str) -> None:
    assert text not in check(render_report(*tell("rca"))).text


ARGUED = {"ballot", "why", "dissent", "influence", "agreement", "timeline", "positions", "arguments", "evidence"}
ALWAYS = {"warrant", "timeline", "cost", "record"}


@pytest.mark.parametrize(
    ("name", "sections"),
    [
        ("council", {*ARGUED, "breaker", "council", "review"}),
        ("paused", {*ARGUED, "breaker", "review"}),
        ("breaker", {*ARGUED, "breaker", "council", "review"} - {"arguments", "influence"}),
        ("legal", {*ARGUED, "breaker", "review"}),
        ("rca", {"ballot", "why", "cause", "dissent", "agreement", "evidence"}),
        ("boardroom", {"ballot", "why", "dissent", "influence", "conflicts", "agreement", "breaker", "positions"}),
        ("research", {"why", "refinement"}),
        # Its synthesis was refused, and what it told of dissent with it: all seats say the same.
        ("audited", {*ARGUED, "audit", "council", "review"} - {"influence", "dissent"}),
        ("simple", {"positions", "evidence"}),
        ("failed", {"why", "positions", "evidence"}),
    ],
)
def test_what_there_is_nothing_to_say_about_is_left_out(name: str, sections: set[str]) -> None:
    page = check(render_report(*tell(name)))
    assert {value for tag, key, value in page.attributes if (tag, key) == ("section", "id")} == sections | ALWAYS


@pytest.mark.parametrize("name", EXTREMES)
def test_the_page_holds_extremes(name: str) -> None:
    html = render_report(*EXTREMES[name]())
    check(html)
    assert len(html) < 5_000_000


@pytest.mark.parametrize("name", [*STORIES, *EXTREMES])
def test_what_agents_write_stays_text(name: str) -> None:
    """Issue 6: every free text of a result and of its state, in every place it is shown."""
    result, state = EXTREMES[name]() if name in EXTREMES else tell(name)
    dirty: Any = {key: value if key == "protocol" else poison(value, HOSTILE) for key, value in state.items()}
    html = render_report(poison(result, HOSTILE), dirty)
    assert "<script>alert(1)</script>" in check(html).text


def test_the_page_forbids_itself_everything_but_its_style() -> None:
    page = check(render_report(*bare()))
    policy = next(value for value in page.values("content") if "default-src" in value)
    assert "default-src 'none'" in policy
    assert "script" not in policy
    assert re.search(r"@import|url\(|https?:", read_style()) is None
    assert "</" not in read_style()


def test_500_rounds_fold_their_middle() -> None:
    """Issue 6: all 500 are there, and eight of them at once."""
    html = render_report(*endless())
    page = check(html)
    assert "Rounds 4 to 495" in page.text
    assert page.text.count("Round 250: rebuttals") == 1
    assert html.count("<details open") == 0


def test_200_claims_fold_by_seat() -> None:
    page = check(render_report(*crowded()))
    assert "Claim 199" in page.text
    assert page.tags.count("blockquote") > 160
    assert ("details", "open", "") not in page.attributes
    assert "E9 is no source of this debate." in page.text


def test_a_long_source_is_quoted_once_in_full() -> None:
    html = render_report(*crowded())
    full = "Source 8. " * 96
    assert html.count(full.strip()) == 1
    assert 'href="#source-8"' in html


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        pytest.param({"status": "failed"}, "Not finished", id="a debate that was killed"),
        pytest.param({"status": "failed", "decider": "checklist: too short"}, "Not started Too short", id="D-90"),
        pytest.param({"status": "rejected", "decider": "human"}, "Rejected by a person", id="rejected"),
        pytest.param({"status": "aborted", "decider": "human: another"}, "Ended by the reviewer", id="aborted"),
        pytest.param({"status": "inconclusive", "decider": "nobody"}, "Inconclusive There is no decision", id="nobody"),
        pytest.param({"confidence": 0.9, "confidence_flags": (REDUCED,)}, f"High, 90 % {REDUCED}", id="D-80"),
        pytest.param({"confidence": 0.8}, "Medium, 80 %", id="D-141 80 is medium"),
        pytest.param({"confidence": 0.0}, "Low, 0 %", id="none at all"),
        pytest.param({"caveats": ("Only if rents fall",)}, "With these caveats Only if rents fall", id="X-09"),
        pytest.param({"ancestry": ("a", "b")}, "Forked from a → b", id="forked"),
        pytest.param(
            {
                "status": "inconclusive",
                "inconclusive": Inconclusive(
                    kind="irresolvable_conflict",
                    option_a=Option(text="Go", defenders=("cro",), evidence=("E1",)),
                    option_b=Option(text="Stay"),
                    find_out=("the price",),
                    statement="Nothing is recommended.",
                ),
            },
            "Nothing is recommended. Option A Go CRO Evidence: E1 Option B Stay To find out first the price",
            id="D-130",
        ),
        pytest.param(
            {"rca": RootCause(rounds=(), final_hypothesis=None, convergence_achieved=False, total_rounds=0,
                              improvement_trajectory=(), stop_reason="insufficient_positions", best_round=None,
                              refinements=0)},
            "No hypothesis was found.",
            id="rca without a hypothesis",
        ),
    ],
)  # fmt: skip
def test_how_an_ending_is_worded(fields: dict[str, Any], text: str) -> None:
    assert text in check(render_report(*bare(**fields))).text


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param({}, id="empty"),
        pytest.param({"action_requests": []}, id="no action"),
        pytest.param({"action_requests": ["decide"]}, id="a text"),
        pytest.param(
            {"action_requests": [{"args": {"sides": "all", "reasons": 3, "decision": ["x"]}}]}, id="wrong types"
        ),
        pytest.param(
            {"action_requests": [{"args": {"sides": [{"seats": [1, None]}]}}], "review_configs": [{}]}, id="gaps"
        ),
    ],
)
def test_a_request_from_elsewhere_breaks_nothing(request_: dict[str, Any]) -> None:
    result, state = bare(status="needs_review", review=ReviewSummary(request=request_))
    assert "waiting for an answer" in check(render_report(result, state)).text


@pytest.mark.parametrize(
    ("kind", "words"),
    [("approve", "approved"), ("edit", "edited"), ("reject", "rejected"), ("respond", "asked for more")],
)
def test_how_a_person_answered(kind: Any, words: str) -> None:
    answer = ReviewResponse(type=kind, text="Because.", reviewer="")
    page = check(render_report(*bare(review=ReviewSummary(request={}, response=answer))))
    assert f"A person {words} Because." in page.text


def test_the_views_stand_without_a_page_too() -> None:
    """The desk shows them as fragments."""
    result, state = endless(3)
    html, story = render_report(result, state), Story(result, state)
    for body in (render_headline(story), *(section.body for section in render_sections(story))):
        assert Page.read(body).broken == []
        assert "<html" not in body
        assert body in html


STATUSES: list[OutcomeStatus] = ["decided", "needs_review", "rejected", "inconclusive", "aborted", "failed"]
TEXT = st.text(max_size=40)


@given(
    status=st.sampled_from(STATUSES),
    texts=st.lists(TEXT, min_size=5, max_size=5),
    share=st.none() | st.floats(0, 1),
    rounds=st.integers(0, 14),
)
def test_any_result_has_a_page(status: OutcomeStatus, texts: list[str], share: float | None, rounds: int) -> None:
    question, decision, decider, caveat, reason = texts
    result, state = endless(rounds, ("cro", "cfo")) if rounds else blank()
    changed = {
        **BASE,
        **dict(result),
        "status": status,
        "question": question,
        "decision": decision,
        "decider": decider,
        "caveats": (caveat,),
        "confidence": share,
        "convergence": share,
        "escalation": Escalation(target="human", reasons=(reason,)),
    }
    check(render_report(result.model_copy(update=changed), state))


def test_a_council_of_one_voice() -> None:
    """D-116: any of the three may be missing."""
    critic = CouncilCritique(premises=20, evidence=0, logic=1, alternatives=2, conflicts=3)
    page = check(render_report(*bare(council=Council(critic=critic, timed_out=True, flags=("advocate_missing",)))))
    assert "The critic's marks: 26 of 100" in page.text
    assert "out of time" in page.text
    assert "the devil's advocate did not answer" in page.text
