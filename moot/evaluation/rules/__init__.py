"""Scores rules that end a debate on recorded debates, and fits what votes are worth."""

from moot.evaluation.rules.calibration import fit_calibration, write_calibration
from moot.evaluation.rules.ladder import choose_debated, make_ladder_rule, play_voices
from moot.evaluation.rules.recorded import RecordedDebate, read_recorded
from moot.evaluation.rules.report import render_rules, write_rules
from moot.evaluation.rules.rules import make_adaptive_rule
from moot.evaluation.rules.scores import LATER_VOICES, evaluate_rules

__all__ = [
    "LATER_VOICES",
    "RecordedDebate",
    "choose_debated",
    "evaluate_rules",
    "fit_calibration",
    "make_adaptive_rule",
    "make_ladder_rule",
    "play_voices",
    "read_recorded",
    "render_rules",
    "write_calibration",
    "write_rules",
]
