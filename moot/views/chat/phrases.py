"""Says the phrases of a conversation in the language of the debate: headings, answers and confirmations."""

from moot.catalogue import speak


class ChatPhrases:
    """Says the phrases of one language, called like a function: `say("why")` is `chat.why`."""

    def __init__(self, language: str) -> None:
        self._say = speak(language)

    def __call__(self, key: str) -> str:
        """Return a phrase."""
        return self._say(f"chat.{key}")
