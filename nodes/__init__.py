"""Seats the actors of a debate: each renders a prompt, asks a model and returns a state update."""

from moot.nodes.acceptance import make_acceptance_recorder, make_acceptor
from moot.nodes.addresses import hide_credentials
from moot.nodes.answerer import make_answerer, make_stronger
from moot.nodes.asking import Ask, describe_turn, tell_points
from moot.nodes.auditor import make_auditor
from moot.nodes.ballot import COMPARER, ask_grouping, make_ballot, make_cause_ballot, read_grouping
from moot.nodes.binding import make_binder
from moot.nodes.chat import telling, telling_ending
from moot.nodes.checkpoint import make_checkpoint
from moot.nodes.climbing import make_ladder
from moot.nodes.connections import Connections
from moot.nodes.context import AsyncNode, Context, RunContext, after_others, under_protocol, with_environment
from moot.nodes.convener import make_convener, make_reopening
from moot.nodes.council import make_council_advocate, make_council_critic, make_council_ruling, make_council_synthesizer
from moot.nodes.critic import make_critic
from moot.nodes.debater import make_debater, make_reviser
from moot.nodes.disputes import make_dispute_reader
from moot.nodes.gate import make_emitter, make_gate
from moot.nodes.hearing import HEARING_STEPS, REMARKS_NAMESPACE, hear_remarks, write_remark
from moot.nodes.intake import (
    check_hint,
    check_options,
    check_route,
    effective_profile,
    has_debate,
    identify_protocol,
    make_intake,
    make_router,
    read_options,
)
from moot.nodes.question_review import make_question_request, make_question_review
from moot.nodes.reasoner import make_judge, make_reasoner, make_refiner
from moot.nodes.refinement import (
    make_forced_decision,
    make_handover,
    make_methodologist,
    make_orchestrator,
    make_structurer,
)
from moot.nodes.request import REFINE, make_guidance_request, make_review_request
from moot.nodes.review import make_guidance, make_review
from moot.nodes.server_guard import BASE_URLS_VARIABLE, FILE_MODELS_VARIABLE, check_visitor
from moot.nodes.settler import make_settler, make_settling
from moot.nodes.surviving import survive_answers
from moot.nodes.synthesizer import make_synthesizer
from moot.nodes.verifier import make_verifier

__all__ = [
    "BASE_URLS_VARIABLE",
    "COMPARER",
    "FILE_MODELS_VARIABLE",
    "HEARING_STEPS",
    "REFINE",
    "REMARKS_NAMESPACE",
    "Ask",
    "AsyncNode",
    "Connections",
    "Context",
    "RunContext",
    "after_others",
    "ask_grouping",
    "check_hint",
    "check_options",
    "check_route",
    "check_visitor",
    "describe_turn",
    "effective_profile",
    "has_debate",
    "hear_remarks",
    "hide_credentials",
    "identify_protocol",
    "make_acceptance_recorder",
    "make_acceptor",
    "make_answerer",
    "make_auditor",
    "make_ballot",
    "make_binder",
    "make_cause_ballot",
    "make_checkpoint",
    "make_convener",
    "make_council_advocate",
    "make_council_critic",
    "make_council_ruling",
    "make_council_synthesizer",
    "make_critic",
    "make_debater",
    "make_dispute_reader",
    "make_emitter",
    "make_forced_decision",
    "make_gate",
    "make_guidance",
    "make_guidance_request",
    "make_handover",
    "make_intake",
    "make_judge",
    "make_ladder",
    "make_methodologist",
    "make_orchestrator",
    "make_question_request",
    "make_question_review",
    "make_reasoner",
    "make_refiner",
    "make_reopening",
    "make_review",
    "make_review_request",
    "make_reviser",
    "make_router",
    "make_settler",
    "make_settling",
    "make_stronger",
    "make_structurer",
    "make_synthesizer",
    "make_verifier",
    "read_grouping",
    "read_options",
    "survive_answers",
    "tell_points",
    "telling",
    "telling_ending",
    "under_protocol",
    "with_environment",
    "write_remark",
]
