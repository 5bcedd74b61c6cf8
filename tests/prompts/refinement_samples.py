"""A refinement as the prompts see it: its gaps, what it assumes, and its versions."""

from moot.state.refinement import Elements, Feedback, Improvement, ListedAssumption, ListedGap, Version

IMPROVEMENTS = (
    Improvement(aspect="população", gap="nobody is named", suggestion="name the teams and their size"),
    Improvement(aspect="métricas", gap="faster is not measured", suggestion="count finished stories per sprint"),
)
GAPS = tuple(
    ListedGap(id=f"G{place}", aspect=each.aspect, gap=each.gap, suggestion=each.suggestion, version=1)
    for place, each in enumerate(IMPROVEMENTS, start=1)
)
LATER_GAPS = (
    GAPS[0].model_copy(update={"state": "filled", "span": "teams of 2 to 5 people", "shown_by": "methodologist"}),
    GAPS[1].model_copy(update={"still": "no unit is named"}),
)
VERSIONS = (
    Version(
        version=1,
        question="How does the incremental method affect speed?",
        feedback=Feedback(status="needs_refinement", improvements=IMPROVEMENTS),
    ),
)
ELEMENTS = Elements(
    context="Product teams that plan in sprints.",
    problem="Whether the increments save time is not known.",
    contribution="A team could choose its method by what it saves.",
)
ASSUMED = (
    ListedAssumption(id="A1", text="teams of 2 to 5 people", version=1),
    ListedAssumption(id="A2", text="30 % less time", version=1),
    ListedAssumption(id="A3", text="ten sprints", version=1, state="withdrawn", withdrawn_by="structurer"),
)
APPROVED = Version(
    version=2,
    question="Does the incremental method save teams of 2 to 5 people 30 % of the time per story?",
    feedback=Feedback(status="approved", justification="Group, measure and comparison are named."),
    assumptions=("teams of 2 to 5 people", "30 % less time"),
    gaps=(LATER_GAPS[0],),
)
