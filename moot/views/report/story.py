"""Holds one debate for the views: its result and its state, and what can be read off both."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from moot.catalogue import current_translator
from moot.policies.agreement.voting import Influence
from moot.policies.comparison.stances import keep_latest
from moot.policies.critique.evidence import SYSTEM
from moot.state.critiques import Critique
from moot.state.debate import MultiAgentState
from moot.state.evidence import Evidence
from moot.state.positions import Claim, Position
from moot.state.protocol import Profile
from moot.views.pages import COLOURS
from moot.views.result import Result
from moot.views.wording import capital
from moot.views.wording.agreement import measures_agreement, name_measure
from moot.views.wording.names import never_started, say_seat_title


@dataclass(frozen=True)
class Story:
    """One debate. The state may lack anything: a view then shows less."""

    result: Result
    state: MultiAgentState
    influences: Sequence[Influence] = ()
    """What the decision hangs on, forks included, where somebody found out; otherwise the votes say."""

    @property
    def profile(self) -> Profile | None:
        """The profile in force, when the state knows it."""
        protocol = self.state.get("protocol")
        return protocol.profile if protocol else None

    @property
    def threshold(self) -> float | None:
        """The agreement that ends a debate; where a judge's scores or critiques end it, none does."""
        if self.profile is None or not measures_agreement(self.result.strategy):
            return None
        return self.profile.convergence.threshold

    @cached_property
    def pieces(self) -> Mapping[tuple[str, int, str], str]:
        """Every piece of evidence of a search for a cause, by reasoner, round and id: `log_1.2` is the second one."""
        return {
            (sheet.seat, sheet.round, f"{each.id}.{place}"): text
            for sheet in self.state.get("hypotheses") or []
            for each in sheet.hypotheses
            for place, text in enumerate(each.evidence, start=1)
        }

    @property
    def measure(self) -> str:
        """What the rounds are measured by."""
        return capital(name_measure(self.result.strategy))

    @property
    def refused(self) -> bool:
        """Whether the question was not fit to be asked (D-90)."""
        return never_started(self.result)

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """Everybody who argued, in the profile's order."""
        known = self.profile.seat_ids if self.profile else ()
        spoke = set(self._speakers())
        return (*(seat for seat in known if seat in spoke), *sorted(spoke - set(known)))

    def _speakers(self) -> Iterator[str]:
        yield from (each.seat for each in self.result.positions)
        yield from (each.seat for each in self.state.get("hypotheses") or [])
        for record in self.result.rounds:
            yield from (*record.responded, *record.timed_out, *record.failed)
        for critique in self.result.critiques:
            # Who only criticises is a seat too; the ledger, which speaks for the system, is none.
            yield from (seat for seat in (critique.agent, critique.target) if seat != SYSTEM)

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """What the profile calls each seat."""
        return {seat.id: say_seat_title(seat) for seat in self.profile.seats if seat.title} if self.profile else {}

    def colour(self, seat: str) -> int:
        """A seat's colour, from 1; 0 for whoever does not argue."""
        return self.seats.index(seat) % COLOURS + 1 if seat in self.seats else 0

    @cached_property
    def latest(self) -> tuple[Position, ...]:
        """The last position of each seat in which anything arrived."""
        return keep_latest(self.result.positions, self.seats)

    @cached_property
    def positions_by_round(self) -> Mapping[int, Sequence[Position]]:
        """What was said in each round."""
        found: dict[int, list[Position]] = defaultdict(list)
        for each in self.result.positions:
            found[each.round].append(each)
        return found

    @cached_property
    def critiques_by_round(self) -> Mapping[int, Sequence[Critique]]:
        """What was criticised in each round."""
        found: dict[int, list[Critique]] = defaultdict(list)
        for each in self.result.critiques:
            found[each.round].append(each)
        return found

    @cached_property
    def sources(self) -> Mapping[str, tuple[int, Evidence]]:
        """Every citable source by its id, numbered for links."""
        return {each.id: (at, each) for at, each in enumerate(self.state.get("evidence") or [], start=1)}

    @cached_property
    def claims(self) -> Mapping[tuple[str, int, str], Claim]:
        """Every claim by seat, round and id."""
        return {
            (position.seat, position.round, claim.id): claim
            for position in self.result.positions
            for claim in position.claims
        }

    @property
    def language(self) -> str | None:
        """The language the agents wrote in, where it differs from the page's own."""
        return None if self.result.language == current_translator().language else self.result.language
