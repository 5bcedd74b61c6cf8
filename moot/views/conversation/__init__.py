"""Tells a debate as what people hear of one: who says what to whom, as it happens or from a stored state."""

from moot.views.conversation.focus import find_spoken_sentence
from moot.views.conversation.listening import Listener
from moot.views.conversation.utterances import Utterance
from moot.views.conversation.words import write_utterance

__all__ = [
    "Listener",
    "Utterance",
    "find_spoken_sentence",
    "write_utterance",
]
