"""Everything a model is asked for, by the name that is sent (INTERFACES 5)."""

from moot.models.wire import wire_model
from moot.state.ballot import Grouping
from moot.state.base import Value
from moot.state.critiques import Critiques
from moot.state.evidence import Queries
from moot.state.findings import Comparison
from moot.state.hypotheses import Hypotheses, Judgement
from moot.state.outcome import CouncilCritique, CouncilDissent, CouncilResolution, Synthesis
from moot.state.positions import DirectAnswer, Position, Revision
from moot.state.refinement import ClassifiedIdea, Methodology, StructuredQuestion
from moot.state.routing import RouteChoice

ASKED: dict[str, type[Value]] = {
    wire_model(each).__name__: each
    for each in (
        Position,
        Revision,
        Hypotheses,
        Critiques,
        Judgement,
        Comparison,
        Synthesis,
        CouncilCritique,
        CouncilDissent,
        CouncilResolution,
        RouteChoice,
        ClassifiedIdea,
        StructuredQuestion,
        Methodology,
        DirectAnswer,
        Queries,
        Grouping,
    )
}
