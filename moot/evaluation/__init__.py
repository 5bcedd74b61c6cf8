"""Evaluates a profile on questions with known answers, beside agents alone."""

from moot.evaluation.dataset import DatasetItem, read_dataset
from moot.evaluation.evaluating import EvaluationSetup, evaluate
from moot.evaluation.grading import is_right
from moot.evaluation.plan import EvaluationLimits, EvaluationPlan, RecordingFolders
from moot.evaluation.plurality import take_plurality
from moot.evaluation.run_pool import TellRun
from moot.evaluation.runs import EvaluationRun
from moot.evaluation.scores import EvaluationReport

__all__ = [
    "DatasetItem",
    "EvaluationLimits",
    "EvaluationPlan",
    "EvaluationReport",
    "EvaluationRun",
    "EvaluationSetup",
    "RecordingFolders",
    "TellRun",
    "evaluate",
    "is_right",
    "read_dataset",
    "take_plurality",
]
