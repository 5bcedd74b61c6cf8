"""What an evaluation may still spend. Every run gets a share before it starts, so the limit holds whatever runs do."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """What one run may use; None is no limit."""

    tokens: int | None = None
    cost: float | None = None


class Purse:
    """Tokens and money for all runs together; what a run leaves over goes back."""

    def __init__(self, tokens: int | None, cost: float | None, hands: int) -> None:
        self._tokens, self._cost, self._hands = tokens, cost, max(1, hands)
        self._out = 0
        self.empty = False
        """A run did not get along with all that is left: nothing more is started."""

    def take(self, *, alone: bool = False) -> Share | None:
        """A share for one run: an equal part for everybody who may run at once, or all; None when nothing is left."""
        waiting = 1 if alone else max(1, self._hands - self._out)
        if (
            self.empty
            or (self._tokens is not None and self._tokens <= 0)
            or (self._cost is not None and self._cost <= 0)
        ):
            self.empty = True
            return None
        share = Share(
            None if self._tokens is None else max(1, self._tokens // waiting),
            None if self._cost is None else self._cost / waiting,
        )
        self._out += 1
        self._move(-(share.tokens or 0), -(share.cost or 0.0))
        return share

    def settle(self, share: Share, tokens: int, cost: float | None) -> None:
        """Give back what a run did not use; of a cost nobody knows, all is gone."""
        self._out -= 1
        left = 0.0 if share.cost is None or cost is None else share.cost - cost
        self._move((share.tokens or 0) - (tokens if share.tokens is not None else 0), left)

    def _move(self, tokens: int, cost: float) -> None:
        self._tokens = None if self._tokens is None else self._tokens + tokens
        self._cost = None if self._cost is None else self._cost + cost
