"""Weighs votes: who leads, what a plain vote would have said, and who moved the decision."""

from moot.policies.agreement.voting.attribution import Counterfactual, Influence, list_influences
from moot.policies.agreement.voting.baselines import cast_ballots, cast_hypothesis_ballots, find_baselines
from moot.policies.agreement.voting.voices import LATER_VOICE, Lead, Voice, weigh_voices

__all__ = [
    "LATER_VOICE",
    "Counterfactual",
    "Influence",
    "Lead",
    "Voice",
    "cast_ballots",
    "cast_hypothesis_ballots",
    "find_baselines",
    "list_influences",
    "weigh_voices",
]
