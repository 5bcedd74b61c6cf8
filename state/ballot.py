"""The ballot of a debate: its options, who votes for which, and which exclude each other (DESIGN 9)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from moot.state.asked import Choice, Id, Ids, Items, ShortText
from moot.state.base import Confidence, Texts, Value
from moot.state.facts import Saying

OptionOrigin = Literal["given", "found"]
"""Whether the caller named an option, or the seats brought it up."""
BallotSource = Literal["given", "words", "model"]
"""How the votes were told apart: by the choices themselves, by equal words, or by a model that compared meanings."""
SharedCriterion = Literal["premises", "risks", "timing"]

SeatIds = Annotated[tuple[Id, ...], Items("evaluations")]
"""Every seat of a large team fits."""

NEW_OPTION = "new"
"""What a seat chooses that stands for none of the options so far."""
NO_OPTION = "none"
"""What a synthesis chooses that states none of the options."""


class BallotRules(Value):
    """Whether seats may bring up options of their own, and how many there may be."""

    open: bool = True
    """Seats may add options; never where the caller gave them."""
    max_options: Annotated[int, Field(ge=2, le=26)] = 12


class BallotOption(Value):
    """One answer that seats can vote for."""

    id: str
    text: str
    origin: OptionOrigin
    seats: Texts = ()
    """Who votes for it in the last round that was counted."""
    restated: str = ""
    """How its voters put a found option now, where that is no longer its text; empty where the text stands."""

    @property
    def wording(self) -> str:
        """What a vote for it means now: the present words of its voters, else its text."""
        return self.restated or self.text


class Vote(Value):
    """What one seat voted for in one round."""

    round: Annotated[int, Field(ge=1)]
    seat: str
    option: str


class SharedPoint(Value):
    """A premise, risk or timing that several seats state in substance, and who contradicts it."""

    criterion: Annotated[SharedCriterion, Choice()]
    text: ShortText
    seats: SeatIds = ()
    against: SeatIds = ()
    by_words: bool = False
    """Nobody compared meanings: its seats say it in the same words."""


class OptionGroup(Value):
    """Seats that recommend the same in substance, as a model found it."""

    asked_as: ClassVar[str] = "Option"

    label: Id
    """As short as an id: pairs of options that exclude each other name it again."""
    seats: SeatIds = ()


class Grouping(Value):
    """Who recommends the same in substance, which options exclude each other, which points are shared or denied."""

    asked_as: ClassVar[str] = "Ballot"

    options: Annotated[tuple[OptionGroup, ...], Items("claims")] = ()
    opposed: Annotated[tuple[Ids, ...], Items("claims")] = ()
    """Pairs of labels that exclude each other."""
    points: Annotated[tuple[SharedPoint, ...], Items("evaluations")] = ()


class Ballot(Value):
    """Who stands for what after a round."""

    round: Annotated[int, Field(ge=1)]
    options: tuple[BallotOption, ...]
    votes: tuple[Vote, ...]
    """Of every round so far."""
    opposed: tuple[tuple[str, str], ...] = ()
    """Pairs of option ids that exclude each other."""
    settled: str | None = None
    """The option the votes settle: enough pairs of seats vote for the same one."""
    share: Confidence | None = None
    """The share of the voting seats that stands for the leading option."""
    open: bool = True
    """Whether seats may bring up further options."""
    source: BallotSource = "words"
    compared: bool = False
    """A model compared what the seats say beside their choices among options that were given."""
    points: tuple[SharedPoint, ...] = ()
    note: Saying = ""
    """Why words were compared although a model was to be asked."""
    reserved: dict[str, str] = {}
    """On which condition of its own a seat votes, by seat."""
    unaccepted: Texts = ()
    """Whose condition the others have not accepted, where a debate of its kind has to settle that."""

    @property
    def by_meaning(self) -> bool:
        """Whether a model compared what the seats mean, be it their votes or only what they say besides."""
        return self.source == "model" or self.compared

    @property
    def contradicted(self) -> tuple[SharedPoint, ...]:
        """The points that some seats state and others deny."""
        return tuple(each for each in self.points if each.seats and each.against)

    def vote_of(self, seat: str, round_number: int | None = None) -> str | None:
        """The option a seat votes for in a round, the last counted one by default."""
        number = self.round if round_number is None else round_number
        return next((vote.option for vote in self.votes if (vote.round, vote.seat) == (number, seat)), None)

    def last_vote(self, seat: str) -> str | None:
        """The option a seat voted for in the last round in which it voted."""
        votes = [vote for vote in self.votes if vote.seat == seat]
        return max(votes, key=lambda vote: vote.round).option if votes else None

    def option(self, identifier: str) -> BallotOption | None:
        """The option with an id."""
        return next((each for each in self.options if each.id == identifier), None)

    def rivals_of(self, option: str) -> dict[str, str]:
        """The seats that vote for an option which excludes this one, each with the option it votes for."""
        rivals = (each for each in self.options if self.is_opposed(each.id, option))
        return {seat: each.id for each in rivals for seat in each.seats}

    def is_opposed(self, one: str, other: str) -> bool:
        """Whether two options exclude each other."""
        return (one, other) in self.opposed or (other, one) in self.opposed
