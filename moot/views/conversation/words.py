"""Writes an utterance as a line that reads as speech: `CFO to CRO: the cost of one country is missing; MAJOR`."""

from moot.catalogue import current_translator, say
from moot.policies.critique.evidence import SYSTEM
from moot.views.conversation.utterances import Utterance
from moot.views.wording.names import say_seat


def name_speaker(utterance: Utterance) -> str:
    """Say who speaks."""
    if utterance.kind == "remark":
        return utterance.speaker or say("talk.person")
    if utterance.speaker == SYSTEM:
        return say("talk.checker")
    return say_seat(utterance.speaker)


def write_utterance(utterance: Utterance) -> str:
    """Write what was said, by whom and to whom, in one line."""
    text = " ".join(utterance.text.split())
    values = {
        "who": name_speaker(utterance),
        "whom": say_seat(utterance.whom) if utterance.whom else "",
        "text": text.rstrip(".") if utterance.kind == "critique" else text,
        "mark": utterance.mark,
        "about": utterance.about,
        "sure": utterance.confidence,
    }
    told = say(_code(utterance), **values)
    # What a synthesis declares not to know belongs to what it says.
    doubt = f"outcome.uncertain.{utterance.mark}"
    return f"{told} {say(doubt)}" if utterance.kind == "synthesis" and utterance.mark else told


def _code(utterance: Utterance) -> str:
    """Choose the sentence: by what is said, and by how much of it is known."""
    kind, known = utterance.kind, current_translator().knows
    marked = f"talk.{kind}.{utterance.mark}"
    if kind in ("position", "revision", "hypothesis", "synthesis"):
        base = marked if utterance.mark and known(marked) else f"talk.{kind}"
        bare = f"{base}.bare" if not utterance.text else base
        return f"{bare}.sure" if utterance.confidence is not None else bare
    if kind in ("answer", "verdict"):
        base = marked if known(marked) else f"talk.{kind}"
        return base if utterance.whom else f"{base}.to_nobody"
    if kind == "critique":
        return "talk.critique" if utterance.mark else "talk.critique.unmarked"
    if kind == "change":
        return "talk.change.because" if utterance.about else "talk.change"
    return marked if utterance.mark and known(marked) else f"talk.{kind}"
