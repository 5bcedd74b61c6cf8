"""Renders the prompts, one Markdown file each; what of a debate they tell is written in the rooms below."""

from moot.prompts.fitting import fit_text, split_sentences
from moot.prompts.labels import explain_named, peer_labels, unlabel
from moot.prompts.library import Prompt, fingerprint_prompts, render_prompt
from moot.prompts.root_cause import GRAPH_ONLY, LOG_ONLY, name_example_line, view_for_judge, view_incident

__all__ = [
    "GRAPH_ONLY",
    "LOG_ONLY",
    "Prompt",
    "explain_named",
    "fingerprint_prompts",
    "fit_text",
    "name_example_line",
    "peer_labels",
    "render_prompt",
    "split_sentences",
    "unlabel",
    "view_for_judge",
    "view_incident",
]
