"""Evaluates profiles against baselines, and stopping rules on recorded debates."""

from moot.evaluation.calibration import fit_calibration, write_calibration
from moot.evaluation.comparing import CandidateDefaults, ComparisonSetup, compare, plan_candidates
from moot.evaluation.comparison_scores import ComparisonReport
from moot.evaluation.comparison_text import write_comparison_text
from moot.evaluation.dataset import DatasetItem, read_dataset
from moot.evaluation.evaluating import EvaluationSetup, evaluate
from moot.evaluation.grading import is_right
from moot.evaluation.ladder import choose_debated, make_ladder_rule, play_voices
from moot.evaluation.plan import EvaluationLimits, EvaluationPlan, RecordingFolders
from moot.evaluation.recorded import RecordedDebate, read_recorded
from moot.evaluation.report_text import draw_text_table, say_share, write_evaluation_text
from moot.evaluation.rule_scores import LATER_VOICES, evaluate_rules
from moot.evaluation.rules import make_adaptive_rule, take_plurality
from moot.evaluation.rules_report import render_rules, write_rules
from moot.evaluation.run_pool import TellRun
from moot.evaluation.runs import EvaluationRun
from moot.evaluation.scores import EvaluationReport

__all__ = [
    "LATER_VOICES",
    "CandidateDefaults",
    "ComparisonReport",
    "ComparisonSetup",
    "DatasetItem",
    "EvaluationLimits",
    "EvaluationPlan",
    "EvaluationReport",
    "EvaluationRun",
    "EvaluationSetup",
    "RecordedDebate",
    "RecordingFolders",
    "TellRun",
    "choose_debated",
    "compare",
    "draw_text_table",
    "evaluate",
    "evaluate_rules",
    "fit_calibration",
    "is_right",
    "make_adaptive_rule",
    "make_ladder_rule",
    "plan_candidates",
    "play_voices",
    "read_dataset",
    "read_recorded",
    "render_rules",
    "say_share",
    "take_plurality",
    "write_calibration",
    "write_comparison_text",
    "write_evaluation_text",
    "write_rules",
]
