"""Defines what a person says to a debate while it runs, without pausing it."""

from moot.state.base import Value


class Remark(Value):
    """A person's words to everyone: who said them and when, and from where on they were heard."""

    id: str
    said_at: str
    """The moment it was said, in ISO form and UTC."""
    text: str
    author: str = ""
    """Whoever said it, where they gave a name."""
    round: int | None = None
    """The round under way when it was heard; None as long as nobody has heard it."""
    heard_in: str | None = None
    """The step of the debate that took it in: whoever is asked from there on has read it."""

    @property
    def heard(self) -> bool:
        """Tell whether anybody could still take it into account."""
        return self.heard_in is not None
