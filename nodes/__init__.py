"""One file per actor: render a prompt, ask a model, return a state update."""

from moot.nodes import connection
from moot.nodes.answerer import make_answerer
from moot.nodes.auditor import make_auditor
from moot.nodes.checkpoint import make_checkpoint
from moot.nodes.comparer import make_comparer
from moot.nodes.connection import TAPE, Tape, connect, warm_up
from moot.nodes.context import ACCEPTED, AsyncNode, Context, after_others, under_protocol, with_environment
from moot.nodes.convener import make_convener
from moot.nodes.council import make_council_advocate, make_council_critic, make_council_synthesizer
from moot.nodes.critic import make_critic
from moot.nodes.debater import make_debater, make_reviser
from moot.nodes.emitter import make_emitter
from moot.nodes.gate import make_gate
from moot.nodes.guidance import make_guidance
from moot.nodes.intake import check_hint, check_route, debates, effective_profile, identify, make_intake
from moot.nodes.reasoner import make_judge, make_reasoner, make_refiner
from moot.nodes.refinement import (
    make_forced_decision,
    make_handover,
    make_methodologist,
    make_orchestrator,
    make_structurer,
)
from moot.nodes.reopening import make_reopening
from moot.nodes.retrieving import LIBRARY
from moot.nodes.review import make_review
from moot.nodes.router import make_router
from moot.nodes.server_guard import ADDRESSES, FILES, check_visitor
from moot.nodes.synthesizer import make_synthesizer

__all__ = [
    "ACCEPTED",
    "ADDRESSES",
    "FILES",
    "LIBRARY",
    "TAPE",
    "AsyncNode",
    "Context",
    "Tape",
    "after_others",
    "check_hint",
    "check_route",
    "check_visitor",
    "connect",
    "connection",
    "debates",
    "effective_profile",
    "identify",
    "make_answerer",
    "make_auditor",
    "make_checkpoint",
    "make_comparer",
    "make_convener",
    "make_council_advocate",
    "make_council_critic",
    "make_council_synthesizer",
    "make_critic",
    "make_debater",
    "make_emitter",
    "make_forced_decision",
    "make_gate",
    "make_guidance",
    "make_handover",
    "make_intake",
    "make_judge",
    "make_methodologist",
    "make_orchestrator",
    "make_reasoner",
    "make_refiner",
    "make_reopening",
    "make_review",
    "make_reviser",
    "make_router",
    "make_structurer",
    "make_synthesizer",
    "under_protocol",
    "warm_up",
    "with_environment",
]
