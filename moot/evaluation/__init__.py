"""Does debating help? Evaluates profiles against baselines, and stopping rules on recorded debates."""

from moot.evaluation.arms import Plan
from moot.evaluation.dataset import Item, read_dataset
from moot.evaluation.evaluating import Evaluation, Teller, evaluate
from moot.evaluation.grading import is_right
from moot.evaluation.recorded import RecordedDebate, read_recorded
from moot.evaluation.report_text import write_evaluation
from moot.evaluation.rule_scores import LATER_VOICES, evaluate_rules
from moot.evaluation.rules import make_adaptive, take_plurality
from moot.evaluation.rules_report import render_rules, write_rules
from moot.evaluation.runner import Bounds, Tapes
from moot.evaluation.runs import Run
from moot.evaluation.scores import EvaluationReport
from moot.evaluation.text_table import draw_table, say_share

__all__ = [
    "LATER_VOICES",
    "Bounds",
    "Evaluation",
    "EvaluationReport",
    "Item",
    "Plan",
    "RecordedDebate",
    "Run",
    "Tapes",
    "Teller",
    "draw_table",
    "evaluate",
    "evaluate_rules",
    "is_right",
    "make_adaptive",
    "read_dataset",
    "read_recorded",
    "render_rules",
    "say_share",
    "take_plurality",
    "write_evaluation",
    "write_rules",
]
