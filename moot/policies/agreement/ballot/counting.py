"""Counts the ballot: who votes for which option after a round, and whether that settles the question.

Rules, in the order in which they apply to a seat that recommends something:
1. A valid choice is the vote. Where options were given there is no other way to vote, but that a seat which chooses
   nothing any more keeps its earlier vote.
2. Equal words fall together, at no cost: with another seat of the round, with the wording of an option, or with what
   somebody said who voted for it. A seat's own earlier option comes first.
3. Who says that it keeps its position keeps its vote, however it words it now, unless it denies what it held.
4. What is left is grouped by meaning, as a model said. It may put seats into an option that exists: one it names, or
   one that others of the group vote for. A seat it left out, or put into two, stands where its words put it; who
   puts seats together that say the same but for a negation has grouped nobody.
5. By words alone, recommendations that agree fully in wording share an option, unless two of them do not agree at all.
   Whoever neither keeps nor gives up its position keeps its vote if its words agree with its earlier ones in part.
   Every other one, and who chose `new`, is an option of its own.

Where another comparator than the words, or a model that compared pair by pair, said who agrees with whom in the round,
its word stands in the place of 2 to 5. Otherwise seats with equal words that chose nothing, or `new`, are never
separated. Points a model found shared or contradicted hold for later rounds in which it is not asked, among seats that
still say them; a contradicted one only among seats that vote as they did. What seats say in the same words is shared by
all who say it, in every round. Options keep their ids and texts over the rounds; `restating` tells how voters put a
found one now. New ones are numbered in the order of the seats, never by size. Limits on options bind what seats are
offered: nobody who spoke goes uncounted. Options that were given exclude each other: they are alternatives. Found ones
exclude each other when the model says so or two who vote for them say the same but for a negation; by words alone, when
the wordings of two who vote for them contradict each other.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from itertools import count as count_up
from string import ascii_uppercase

from moot.policies.agreement.ballot.grouping import Speaker, Utterances, find_alike, find_points, read_groups
from moot.policies.agreement.restating import restate_options
from moot.policies.comparison.stances import hold_all
from moot.policies.language import Language, words
from moot.policies.thresholds import reaches, tidy
from moot.state.ballot import NEW_OPTION, Ballot, BallotOption, BallotRules, BallotSource, Grouping, SharedPoint, Vote
from moot.state.base import Texts
from moot.state.facts import Fact, Saying, state_fact
from moot.state.findings import PairAgreement
from moot.state.positions import Position

_NONSENSE = state_fact("ballot.nonsense")


def name_option(place: int) -> str:
    """Name an option by its place: A to Z, then AA, AB and so on."""
    name = ""
    while place >= 0:
        place, letter = divmod(place, len(ascii_uppercase))
        name, place = ascii_uppercase[letter] + name, place - 1
    return name


def open_ballot(options: Sequence[str]) -> tuple[BallotOption, ...]:
    """List the options a caller gave."""
    return tuple(BallotOption(id=name_option(at), text=text, origin="given") for at, text in enumerate(options))


def count_ballot(  # noqa: PLR0913  # so many things decide a vote
    round_number: int,
    positions: Sequence[Position],
    language: Language,
    threshold: float,
    *,
    given: Texts = (),
    previous: Ballot | None = None,
    grouping: Grouping | None = None,
    note: Saying = "",
    told: Sequence[PairAgreement] = (),
    order: Sequence[str] = (),
    standing: Texts = (),
    rules: BallotRules = BallotRules(),  # noqa: B008  # frozen
) -> Ballot:
    """Find who votes for what after a round.

    `positions` are those of every round, unexplained flips held back; `told` is who agrees with whom in this round,
    where another comparator than the words said so; `order` is the order of the seats; `standing` are seats that were
    not asked in this round: their last votes stand.
    """
    before = rewind_ballot(previous, round_number) if previous else None
    count = _Count(round_number, positions, before, given, Utterances(language, told), order)
    source: BallotSource = "given" if given else "words"
    if given:  # placed by their choices; what a model found shared or contradicted counts as well
        count.keep_votes()
    else:
        source, note = count.find_votes(grouping, note)
    used = grouping if given or (source == "model" and count.grouped) else None
    count.let_stand(standing)
    votes = (*(before.votes if before else ()), *count.votes())
    leading, share, pairs = _lead(options := restate_options(count.options(), votes, positions))
    return Ballot(
        round=round_number,
        options=options,
        votes=votes,
        opposed=count.find_opposed(used, plainly=source == "model"),
        settled=leading if pairs is not None and reaches(pairs, threshold) else None,
        share=share,
        open=not given and rules.open and len(options) < rules.max_options,
        source=source,
        compared=bool(given and (grouping or (before and before.compared))),
        points=find_points(used, before, positions, round_number, {**count.held, **count.stood}, order),
        note=note,
    )


def count_rounds(
    last: int,
    positions: Sequence[Position],
    language: Language,
    threshold: float,
    *,
    given: Texts = (),
    told: Sequence[PairAgreement] = (),
    order: Sequence[str] = (),
) -> Ballot | None:
    """Count every round up to the last by choices and words, where no ballot was kept; None without a round."""
    held, ballot = hold_all(positions), None
    for number in range(1, last + 1):
        here = told if number == last else ()
        ballot = count_ballot(number, held, language, threshold, given=given, previous=ballot, told=here, order=order)
    return ballot


def rewind_ballot(ballot: Ballot, round_number: int) -> Ballot | None:
    """Take a ballot back to before a round that is counted (again); None when nothing is left of it."""
    votes = tuple(vote for vote in ballot.votes if vote.round < round_number)
    known = {vote.option for vote in votes}
    kept = tuple(each for each in ballot.options if each.origin == "given" or each.id in known)
    if not votes and not any(each.origin == "given" for each in kept):
        return None
    ids = {each.id for each in kept}
    opposed = tuple(pair for pair in ballot.opposed if set(pair) <= ids)
    return ballot.model_copy(update={"options": kept, "votes": votes, "opposed": opposed})


def is_contested(ballot: Ballot, seats: Iterable[str] | None = None) -> bool:
    """Tell whether seats vote for options that exclude each other; all seats, or only some."""
    among = None if seats is None else set(seats)
    voted = [each.id for each in ballot.options if (each.seats if among is None else among & set(each.seats))]
    return any(ballot.is_opposed(one, other) for one, other in combinations(voted, 2))


def is_unanimous(ballot: Ballot) -> bool:
    """Tell whether at least two seats vote, and all for one option."""
    voted = [option for option in ballot.options if option.seats]
    return len(voted) == 1 and len(voted[0].seats) > 1


def list_shared_points(ballot: Ballot) -> tuple[SharedPoint, ...]:
    """List the points that everybody who votes shares, and nobody contradicts; one alone shares nothing."""
    voters = {seat for option in ballot.options for seat in option.seats}
    return tuple(each for each in ballot.points if len(voters) > 1 and voters <= {*each.seats} and not each.against)


def tell_votes(ballot: Ballot) -> Fact:
    """State how many vote for what: `3 of 4 vote for A, 1 for B, which exclude each other`."""
    voted = sorted((each for each in ballot.options if each.seats), key=lambda each: -len(each.seats))
    if not voted:
        return state_fact("ballot.nobody")
    total = sum(len(each.seats) for each in voted)
    first, *others = voted
    parts = [state_fact("ballot.first", n=len(first.seats), total=total, option=first.id)]
    parts += [state_fact("ballot.other", n=len(each.seats), option=each.id) for each in others]
    opposed = [pair for pair in combinations((each.id for each in voted), 2) if ballot.is_opposed(*pair)]
    if not opposed:
        return state_fact("ballot.votes", votes=tuple(parts))
    if len(voted) == 2:
        return state_fact("ballot.votes_exclude", votes=tuple(parts))
    pairs = tuple(state_fact("figure.names", parts=tuple(sorted(pair))) for pair in opposed)
    return state_fact("ballot.votes_some_exclude", votes=tuple(parts), pairs=pairs)


class _Count:
    """The votes of one round while they are counted."""

    def __init__(
        self,
        round_number: int,
        positions: Sequence[Position],
        previous: Ballot | None,
        given: Texts,
        said: Utterances,
        order: Sequence[str],
    ) -> None:
        self.round, self.previous, self.said = round_number, previous, said
        self.listed = list(previous.options) if previous else list(open_ballot(given))
        self.grouped = self.reworded = False
        self.held: dict[str, str] = {}
        """The option of each seat."""
        self.stood: dict[str, str] = {}
        """The options of seats that were not asked."""
        self.places = {seat: at for at, seat in enumerate(order)}
        here = {each.seat: each for each in positions if each.round == round_number and _advises(each)}
        seats = sorted(here, key=self.place)
        self.speakers = [Speaker(here[seat], previous.last_vote(seat) if previous else None) for seat in seats]
        self.homes: dict[tuple[str, ...], str] = {}
        """The option of each group of a model, by its label."""
        past = {(each.round, each.seat): each for each in positions if each.round < round_number}
        self.spoken: dict[str, list[Position]] = {option.id: [] for option in self.listed}
        """What was said for an option, in this round or before."""
        for vote in previous.votes if previous else ():
            if vote.option in self.spoken and (vote.round, vote.seat) in past:
                self.spoken[vote.option].append(past[vote.round, vote.seat])
        for speaker in self.speakers:
            if speaker.choice in self.spoken:
                self.join([speaker], str(speaker.choice))
        self.classes = said.classify([each for each in self.speakers if said.key(each.position)])
        """Seats with equal words."""

    def place(self, seat: str) -> tuple[int, str]:
        return self.places.get(seat, len(self.places)), seat

    def join(self, speakers: Iterable[Speaker], option: str) -> None:
        for speaker in speakers:
            self.held[speaker.seat] = option
            self.spoken[option].append(speaker.position)

    def add(self, text: str) -> str:
        # Options nobody votes for any more may be gone, so the number of those left is no free name.
        taken = {each.id for each in self.listed}
        free = next(name for place in count_up(len(taken)) if (name := name_option(place)) not in taken)
        option = BallotOption(id=free, text=text, origin="found")
        self.listed.append(option)
        self.spoken[option.id] = []
        return option.id

    def pending(self) -> list[list[Speaker]]:
        """The classes of seats that have no vote yet."""
        left = ([each for each in group if each.seat not in self.held] for group in self.classes)
        return [group for group in left if group]

    def keep_votes(self) -> None:
        """Let who chose nothing keep its earlier vote."""
        for speaker in self.speakers:
            if speaker.choice is None and speaker.seat not in self.held and speaker.earlier in self.spoken:
                self.join([speaker], str(speaker.earlier))

    def find_votes(self, grouping: Grouping | None, note: Saying) -> tuple[BallotSource, Saying]:
        """Find the votes of who chose nothing, and say who told them apart."""
        known = len(self.listed)
        if self.said.told:
            self._take_told()
        self._take_words()
        self._take_kept()
        if grouping is not None:
            self.grouped = self._take_groups(grouping)
            note = note if self.grouped else note or _NONSENSE
        self._take_likeness()
        self.keep_votes()
        carried = self.previous is not None and self.previous.source == "model" and len(self.listed) == known
        return ("model" if self.grouped or (carried and not self.reworded) else "words"), note

    def _take_told(self) -> None:
        """Place who was compared by another comparator: who agrees by its word stands together."""
        known = {option.id: self.said.distinct(self.spoken[option.id]) for option in self.listed}
        compared = [[each] for each in self.speakers if each.seat in self.said.told and each.seat not in self.held]
        taken: set[str] = set()
        for cluster in find_alike(compared, self.said):
            members = [each for group in cluster for each in group]
            own = [each.earlier for each in members if each.earlier in known and not each.gave_up]
            alike = [
                option for option, said in known.items() if any(self.said.is_alike(members, each) for each in said)
            ]
            wanted = [*sorted(known, key=lambda option: -own.count(option))[: len(set(own))], *alike]
            home = next((option for option in wanted if option not in taken), None) or self.add(members[0].label)
            taken.add(home)
            self.join(members, home)

    def _take_words(self) -> None:
        keys = {
            option.id: {words(option.text), words(option.wording), *map(self.said.key, self.spoken[option.id])}
            for option in self.listed
        }
        for group in self.pending():
            key = self.said.key(group[0].position)
            self._place(group, [option for option, known in keys.items() if key in known])

    def _take_kept(self) -> None:
        for group in self.pending():
            keeping = [each for each in group if each.keeps and not self._denies(each)]
            earlier = {each.earlier for each in keeping}
            if len(earlier) == 1:
                self._place(group, [str(option) for option in earlier])

    def _take_groups(self, grouping: Grouping) -> bool:
        groups, placed = read_groups(grouping, self.speakers, self.said)
        if not placed:
            return False
        homes = {number: self._find_home(label, number, placed) for number, label in enumerate(groups)}
        for group in self.pending():
            number = next((placed[each.seat] for each in group if each.seat in placed), None)
            if number is not None:
                home = homes[number] or self.add(groups[number] or group[0].label)
                homes[number] = home
                self.join(group, home)
        self.homes = {words(groups[number]): home for number, home in homes.items() if home is not None}
        return True

    def _find_home(self, label: str, number: int, placed: dict[str, int]) -> str | None:
        """The option that a group of a model means: the one it names, else the one its seats vote for already."""
        for option in self.listed:
            if words(label) and words(label) in map(words, (option.id, option.text, option.wording)):
                return option.id
        mates = (each.seat for each in self.speakers if placed.get(each.seat) == number)
        return next((self.held[seat] for seat in mates if seat in self.held), None)

    def _take_likeness(self) -> None:
        known = {option.id: self.said.distinct(self.spoken[option.id]) for option in self.listed}
        for group in self.pending():
            if any(each.chose_new for each in group):
                continue
            alike = [option for option, said in known.items() if any(self.said.is_alike(group, each) for each in said)]
            partly = {each.earlier for each in group if self._stands_by(each)}
            if alike or len(partly) == 1:
                self.reworded = self.reworded or bool(alike)
                self._place(group, alike or [str(option) for option in partly])
        for cluster in find_alike(self.pending(), self.said):
            self.join((each for group in cluster for each in group), self.add(cluster[0][0].label))

    def _place(self, group: Sequence[Speaker], options: Sequence[str]) -> None:
        """Let seats with equal words join one of these options: their own earlier one, else the first."""
        own = {each.earlier for each in group} & set(options)
        found = own.pop() if len(own) == 1 else next(iter(options), None)
        if found is not None:
            self.join(group, found)

    def _denies(self, speaker: Speaker) -> bool:
        return any(self.said.is_opposite(speaker.position, each) for each in self._earlier(speaker))

    def _stands_by(self, speaker: Speaker) -> bool:
        if speaker.gave_up or speaker.earlier not in self.spoken or self._denies(speaker):
            return False
        return any(self.said.agrees_partly(speaker.position, each) for each in self._earlier(speaker))

    def _earlier(self, speaker: Speaker) -> list[Position]:
        """What a seat itself said for its earlier option."""
        said = self.spoken.get(speaker.earlier or "", ())
        return [each for each in said if each.seat == speaker.seat and each.round < self.round]

    def votes(self) -> Iterable[Vote]:
        return (Vote(round=self.round, seat=seat, option=option) for seat, option in sorted(self.held.items()))

    def let_stand(self, seats: Texts) -> None:
        """Count the last votes of seats that were not asked; they cast none in this round."""
        ids = {option.id for option in self.listed}
        for seat in seats:
            vote = self.previous.last_vote(seat) if self.previous else None
            if seat not in self.held and vote in ids:
                self.stood[seat] = str(vote)

    def options(self) -> tuple[BallotOption, ...]:
        seats: dict[str, list[str]] = {}
        votes = {**self.held, **self.stood}
        for seat in sorted(votes, key=self.place):
            seats.setdefault(votes[seat], []).append(seat)
        return tuple(option.model_copy(update={"seats": tuple(seats.get(option.id, ()))}) for option in self.listed)

    def find_opposed(self, grouping: Grouping | None, *, plainly: bool) -> tuple[tuple[str, str], ...]:
        """Find which options exclude each other: as before, as a model said, or by their wording."""
        ids = [option.id for option in self.listed]
        if self.listed and self.listed[0].origin == "given":
            return tuple(combinations(ids, 2))
        found = {frozenset(pair) for pair in (self.previous.opposed if self.previous else ())}
        if grouping is not None:
            found |= self._told_opposed(grouping)
        said = {
            option: self.said.distinct([each for each in spoken if each.round == self.round])
            for option, spoken in self.spoken.items()
        }
        for a, b in combinations(ids, 2):
            if any(self.said.is_opposite(one, other, plainly=plainly) for one in said[a] for other in said[b]):
                found.add(frozenset((a, b)))
        return tuple((a, b) for a, b in combinations(ids, 2) if frozenset((a, b)) in found)

    def _told_opposed(self, grouping: Grouping) -> set[frozenset[str]]:
        names = {words(name): option.id for option in self.listed for name in (option.wording, option.text, option.id)}
        named = ([(names | self.homes).get(words(label)) for label in pair] for pair in grouping.opposed)
        return {frozenset((a, b)) for homes in named for a, b in combinations(homes, 2) if a and b and a != b}


def _lead(options: Sequence[BallotOption]) -> tuple[str | None, float | None, float | None]:
    """The leading option (None when tied), its share of the voters, and the share of agreeing pairs."""
    sizes = {option.id: len(option.seats) for option in options if option.seats}
    if not (total := sum(sizes.values())):
        return None, None, None
    most = max(sizes.values())
    leaders = [identifier for identifier, size in sizes.items() if size == most]
    pairs = total * (total - 1) // 2
    agreeing = sum(size * (size - 1) // 2 for size in sizes.values())
    return (
        leaders[0] if len(leaders) == 1 else None,
        tidy(most / total),
        tidy(agreeing / pairs) if pairs else None,
    )


def _advises(position: Position) -> bool:
    said = words(position.stance or position.recommendation or "")
    return position.spoke and bool(said or position.choice not in (None, NEW_OPTION))
