"""Says facts in the language of whoever reads: one catalogue of sentences, and figures as each language writes them."""

from moot.catalogue.frame import (
    choose_frame_language,
    chosen_frame_language,
    current_translator,
    find_machine_language,
    frame_language,
    say,
    speaking,
)
from moot.catalogue.sentences import CATALOGUE_LANGUAGES, SOURCE_LANGUAGE, load_domain
from moot.catalogue.shares import round_points
from moot.catalogue.translator import Translator, load_catalogue, speak, speak_to_models

__all__ = [
    "CATALOGUE_LANGUAGES",
    "SOURCE_LANGUAGE",
    "Translator",
    "choose_frame_language",
    "chosen_frame_language",
    "current_translator",
    "find_machine_language",
    "frame_language",
    "load_catalogue",
    "load_domain",
    "round_points",
    "say",
    "speak",
    "speak_to_models",
    "speaking",
]
