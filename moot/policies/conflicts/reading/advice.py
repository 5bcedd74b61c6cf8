"""Finds what a text advises, sentence by sentence, and how plainly it says so.

- A text that opens with yes or no, or says so under a label, has answered. What stands under a label such as
  "Recommendation" counts next; then who speaks for himself ("I would", "my advice") or asks for an act at the beginning
  of a sentence; then "should"; then a judgement ("would be a mistake"); then what is merely stated.
- Questions, conditions, concessions, reports and what others say advise nothing. What is named after "rather than" is
  advised against.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moot.policies.conflicts.reading.advice_cues import AdviceCue
from moot.policies.conflicts.reading.advice_forms import (
    asks_for_act,
    is_loose_infinitive,
    names_act,
    repeats_as_request,
)
from moot.policies.conflicts.reading.advised import (
    ANSWERED,
    JUDGED,
    LABELLED,
    REMARKED,
    SHOULD,
    URGED,
    Advised,
    postpone,
    refer_back,
)
from moot.policies.conflicts.reading.advised_acts import (
    DENIED_ACT,
    JOINTS,
    JUDGING,
    count_denials,
    end_before_told,
    find_leading_act,
    join_around_asides,
    join_cues,
    only_urges,
    opens_aside,
    part_clauses,
)
from moot.policies.conflicts.reading.lexicon_index import AdviceIndex, Hit, find_hits

_ACTS = AdviceCue.ACTS
_SKIPPED = AdviceCue.CONCEDE | AdviceCue.CONDITION
_TELLING = _ACTS | JUDGING | AdviceCue.URGE | AdviceCue.MODAL | AdviceCue.LABEL | AdviceCue.YES | AdviceCue.NO
_TELLING |= AdviceCue.LEVEL
_NAMING_LABEL = 2
"""So many words a label has at most that repeats what was asked, with its colon: "Where:"."""
_STANCE = AdviceCue.REFUSE | AdviceCue.AGREE
_ASKED_BACK = AdviceCue.WHICH | AdviceCue.TIME | AdviceCue.AMOUNT
_CLAUSE_TELLING = _TELLING | AdviceCue.OTHERS | AdviceCue.CONTRAST
_LABEL_REACH = 6
"""So many words a label has at most, with its colon."""
_TO = frozenset({"to", "ao", "para", "untuk", "kepada"})
"""Whoever says yes to something has answered."""
_NONE_OF = frozenset({"no", "nada", "nenhum", "nenhuma", "sem", "tanpa", "tidak", "jangan"})
_LAST_WORDS = 2
_SECTION = 3
"""So many sentences under a heading are looked at for what it announces."""
_MEANING = frozenset({"means", "meaning", "significa", "significaria", "berarti", "artinya"})
"""What follows these explains; it does not ask."""
_SHORT = 4
"""So many words a heading has at most that stands alone."""
_ONLY = frozenset({"only", "so", "somente", "apenas", "hanya"})
_LATER = frozenset({"once", "after", "when", "depois", "apos", "quando", "setelah", "sesudah", "ketika", "kalau"})
"""What follows "only" where something is to be done later."""
_WHETHER = frozenset({"whether", "apakah"})
_WHETHER_SAID = frozenset({"se", "if"})
_SAYING = frozenset({"diz", "dizem", "mostra", "mostram", "indica", "indicam", "sei", "sabemos", "saber", "dizer"})
_SAYING |= {"say", "says", "tell", "tells", "show", "shows", "know", "see"}
_COMPARED = frozenset({"better", "melhor"})
_SPEAKERS = frozenset({"i", "i'd", "i'm", "i'll", "my", "eu", "minha", "meu", "saya", "kami"})


def list_advice(tokens: Sequence[str], index: AdviceIndex, asked: frozenset[str] = frozenset()) -> tuple[Advised, ...]:
    """List what a text advises, in its order; what was `asked` lends it words for acts that no lexicon knows."""
    reader = _AdviceReader(tuple(tokens), index, asked)
    advice = refer_back(list(reader.read(find_hits(tokens, index))))
    return tuple(each if each.sentence < reader.number - 1 else each._replace(last=True) for each in advice)


class _Label(NamedTuple):
    """What a sentence calls itself before its colon."""

    end: int = 0
    advising: bool = False
    background: bool = False


class _AdviceReader:
    """One walk over the sentences of a text."""

    def __init__(self, tokens: tuple[str, ...], index: AdviceIndex, asked: frozenset[str]) -> None:
        self.tokens = tokens
        self.index = index
        self.asked = asked
        self.labelled = False
        """Whether a label stood before the sentence."""
        self.headed = 0
        """How many more sentences are looked at for the advice that a heading of its own line announced."""
        self.opening: list[Advised] = []
        """What stood first under that heading: its advice, unless a later sentence says it more plainly."""
        self.number = 0

    def read(self, hits: Sequence[Hit]) -> Iterator[Advised]:
        """Walk over the sentences."""
        start, first = 0, 0
        for at, (place, sense) in enumerate(hits):
            if sense.cues & AdviceCue.SENTENCE_END:
                if place > start:
                    yield from self.read_sentence(start, place, hits[first:at], question=self.tokens[place] == "?")
                start, first = place + 1, at + 1
        if start < len(self.tokens):
            yield from self.read_sentence(start, len(self.tokens), hits[first:], question=False)
        yield from self.close_section()

    def read_sentence(self, start: int, end: int, hits: Sequence[Hit], *, question: bool) -> Iterator[Advised]:
        """Read one sentence: its label, then its clauses."""
        if end - start < 2 and not hits:
            return  # the number of a list item
        self.number += 1
        asked_back = bool(hits) and hits[0][0] == start and hits[0][1].cues & _ASKED_BACK
        telling = join_cues(hits) & _TELLING or self.repeats_request(start, end) or self.tokens[start] in _NONE_OF
        if not self.labelled and not asked_back and not telling:
            self.headed = max(0, self.headed - 1)
            return  # most sentences advise nothing
        labelled, self.labelled = self.labelled, False
        if self.is_heading(start, end, hits):
            yield from self.close_section()
            self.labelled = not question
            self.headed = 0 if question else _SECTION
            return
        label = self.read_label(start, hits)
        labelled = labelled or label.advising
        background = label.background and not labelled
        if label.advising or background:
            start, hits = label.end, [hit for hit in hits if hit[0] >= label.end]
        if start >= end:
            self.labelled, self.headed = labelled, _SECTION if labelled else 0
        elif not question:
            if labelled or self.number == 1:
                yield from self.read_answer(start, end, hits)
            if label.advising:
                yield from self.close_section()
                self.headed = _SECTION
            yield from self.read_section(start, end, hits, labelled=labelled, background=background)

    def read_section(
        self, start: int, end: int, hits: Sequence[Hit], *, labelled: bool, background: bool
    ) -> Iterator[Advised]:
        """Read a sentence; under a heading of its own line the first one that advises is meant."""
        said = list(self.read_clauses(start, end, hits, LABELLED if labelled else 0, background=background))
        if not self.headed:
            if any(each.tier >= URGED for each in said):
                self.opening = []  # under "Position" the reasons came first
            yield from said
            return
        plain = list(self.read_clauses(start, end, hits, 0, background=background)) if labelled else said
        if end - start < _LABEL_REACH or any(
            each.tier >= SHOULD or (each.tier == JUDGED and each.act) for each in plain
        ):
            self.headed, self.opening = 0, []
            yield from (each._replace(tier=max(each.tier, LABELLED)) for each in said)
            return
        self.headed -= 1
        if labelled and not join_cues(hits) & AdviceCue.REPORT:
            self.opening = [each for each in said if each not in plain]
        yield from plain

    def close_section(self) -> Iterator[Advised]:
        """Take what a section opened with as its advice where nothing in it was said more plainly."""
        yield from self.opening
        self.headed, self.opening = 0, []

    def is_heading(self, start: int, end: int, hits: Sequence[Hit]) -> bool:
        """Say whether a sentence is nothing but a label for the next one."""
        if not hits or end - start > _SHORT or ":" in self.tokens[start:end]:
            return False
        opening = hits[0][0] - start < _LAST_WORDS and bool(hits[0][1].cues & AdviceCue.LABEL)
        return opening and not hits[-1][1].cues & _ACTS

    def read_label(self, start: int, hits: Sequence[Hit]) -> _Label:
        """Read what a sentence calls itself before its colon."""
        colon = self.find_label(start, hits)
        if colon is None:
            return _Label()
        head = 0
        for place, sense in hits:
            head |= sense.cues if colon - _LABEL_REACH <= place < colon else 0
        # "We ought to go big: 120,000" is no label.
        speaking = bool(head & (AdviceCue.URGE | AdviceCue.MODAL | _ACTS))
        asked_back = bool(head & _ASKED_BACK) and colon - start < _NAMING_LABEL
        return _Label(colon + 1, advising=asked_back or bool(head & AdviceCue.LABEL), background=not speaking)

    def find_label(self, start: int, hits: Sequence[Hit]) -> int | None:
        """Find the colon after the label of a sentence; a line may lack the mark that ends the one before."""
        colons = [place for place, sense in hits if sense.cues & AdviceCue.CLAUSE_END and self.tokens[place] == ":"]
        for colon in colons:
            near = [sense for place, sense in hits if colon - _LAST_WORDS <= place < colon]
            if colon - start < _LABEL_REACH or any(sense.cues & AdviceCue.LABEL for sense in near):
                return colon
        return None

    def read_answer(self, start: int, end: int, hits: Sequence[Hit]) -> Iterator[Advised]:
        """Read the yes or no that a sentence opens with."""
        if not hits or hits[0][0] != start or not hits[0][1].cues & (AdviceCue.YES | AdviceCue.NO):
            return
        sense = hits[0][1]
        after = start + sense.length
        parted = after >= end or self.tokens[after] in ",:-(" or self.tokens[after] in _TO
        if not parted and not (sense.length > 1 and sense.cues & AdviceCue.NO):
            return
        act = AdviceCue.REFUSE if sense.cues & AdviceCue.NO else AdviceCue.AGREE
        yield Advised(ANSWERED, act, False, tuple(self.tokens[start:end]), self.number)

    def read_clauses(
        self, start: int, end: int, hits: Sequence[Hit], carried: int, *, background: bool
    ) -> Iterator[Advised]:
        """Read the clauses of a sentence; who has begun to advise goes on until "but" or "because"."""
        quoted = False
        opening = True
        clauses = join_around_asides(
            self.tokens, list(part_clauses(self.tokens, start, end, hits)), self.index.language
        )
        closed = len(clauses) > 1 and only_urges(*clauses[-1])
        for number, (low, high, inner) in enumerate(clauses, 1):
            meant = closed and number == len(clauses) - 1  # "12 dollars a month, I'd say"
            opening = opening or (low > start and self.tokens[low - 1] == ":")
            cues = join_cues(inner)
            carried = max(carried, URGED) if meant else carried
            requested = opening and self.repeats_request(low, high)
            fragment = self.read_fragment(low, high, inner)
            if not carried and not quoted and not requested and fragment is None and not cues & _CLAUSE_TELLING:
                opening = opening and bool(cues & _SKIPPED)
                continue
            first = inner[0][1].cues if inner and inner[0][0] == low else 0
            if first & AdviceCue.CONTRAST:
                quoted = False
                carried = carried if carried == LABELLED else 0
            elif first & (_SKIPPED | AdviceCue.WITHOUT) and not first & AdviceCue.URGE:
                continue  # also "without this support, ...": a condition
            quoted = quoted or bool(cues & AdviceCue.OTHERS)
            if quoted:
                continue
            if self.leaves_open(high, inner):
                continue
            tier = self.tell_tier(low, high, inner, opening=opening, labelled=carried == LABELLED)
            tier = max(tier, carried if carried >= URGED else 0)
            if first & AdviceCue.RIVAL and low == start and number < len(clauses):
                tier = max(tier, SHOULD)  # "rather than banning it, the city could ...": no comparison
            tier = URGED if requested else tier
            reported = cues & AdviceCue.REPORT and not cues & (AdviceCue.URGE | AdviceCue.MODAL)
            opening = False
            if (reported and tier < LABELLED) or (background and tier < URGED):
                continue
            carried = max(carried, tier if tier >= URGED else 0)
            if fragment is not None:
                yield fragment
                continue
            ending, left = self.cut(inner, high, low)
            said = self.read_clause(low, ending, left, tier)
            waits = ending < high and self.tokens[ending - 1] in _ONLY and self.tokens[ending] in _LATER
            yield from map(postpone, said) if waits else said

    def repeats_request(self, low: int, high: int) -> bool:
        """Say whether a clause opens by asking for what the question names: "Drain it this September"."""
        if high - low < 2 or self.index.objects[self.tokens[low]] not in self.asked:
            return False
        return repeats_as_request(self.tokens[low], self.tokens[low + 1], self.index.language)

    def read_fragment(self, low: int, high: int, hits: Sequence[Hit]) -> Advised | None:
        """Read a clause without a verb that is a yes or a no: "So yes from me", "No dogs", "Nada de cachorros"."""
        cues = join_cues(hits)
        words = self.tokens[low:high]
        if high - low > _SHORT or cues & (_ACTS | AdviceCue.MODAL | AdviceCue.CONDITION):
            return None
        if cues & AdviceCue.YES and not cues & (AdviceCue.NEGATE | AdviceCue.NO):
            return Advised(ANSWERED, AdviceCue.AGREE, False, words, self.number, cues=cues)
        told = any(self.index.objects[word] in self.asked for word in words)
        if told and words[0] in _NONE_OF:
            return Advised(URGED, AdviceCue.REFUSE, True, words, self.number, cues=cues)
        return None

    def leaves_open(self, high: int, hits: Sequence[Hit]) -> bool:
        """Say whether a clause says that something is not known: "the data do not say whether it pays"."""
        denied = min((place for place, sense in hits if sense.cues & AdviceCue.NEGATE), default=high)
        return any(
            self.tokens[at] in _WHETHER or (self.tokens[at] in _WHETHER_SAID and self.tokens[at - 1] in _SAYING)
            for at in range(denied + 1, high)
        )

    def cut(self, hits: list[Hit], high: int, low: int) -> tuple[int, list[Hit]]:
        """Cut a clause where it begins to concede, or names a condition; a date is none."""
        high = end_before_told(self.tokens, low, high)
        hits = [hit for hit in hits if hit[0] < high]
        for at, (place, _) in enumerate(hits):
            if place > low and opens_aside(self.tokens, hits, at, self.index.language):
                return place, hits[:at]
        return high, hits

    def tell_tier(self, low: int, high: int, hits: Sequence[Hit], *, opening: bool, labelled: bool) -> int:
        """Tell how plainly a clause advises."""
        tier = REMARKED
        wished = opening and self.index.language == "pt" and self.tokens[low] == "que"  # "Que continuem conosco."
        if wished or self.tokens[low] in _COMPARED or self.says_what_i_would(low, high):
            return URGED  # "better wait", "melhor esperar"
        told = next((at for at in range(low, high) if self.means(at)), high)
        for place, sense in hits:
            if place > told:
                break  # "buying means that we must hire": what has to be done then is no advice
            if sense.cues & AdviceCue.URGE or (sense.cues & _STANCE and self.tokens[max(low, place - 1)] in _SPEAKERS):
                return URGED  # also "saya menentangnya"
            if sense.cues & AdviceCue.MODAL:
                tier = SHOULD
            elif sense.cues & (AdviceCue.GOOD | AdviceCue.BAD):
                tier = max(tier, JUDGED)
            if sense.cues & _ACTS and asks_for_act(
                self.tokens, place, low, self.index.language, opening=opening, labelled=labelled
            ):
                loose = is_loose_infinitive(self.tokens[place], self.index.language, labelled=labelled)
                return max(tier, JUDGED) if loose else URGED
        return tier

    def means(self, place: int) -> bool:
        """Say whether what follows a place explains what stands before it; "that does not mean" explains nothing."""
        ahead = self.index.senses[self.tokens[place - 1]] if place else None
        return self.tokens[place] in _MEANING and not (ahead is not None and ahead.cues & AdviceCue.NEGATE)

    def says_what_i_would(self, low: int, high: int) -> bool:
        """Say whether a Portuguese speaker says what he would do: "eu deixaria"."""
        said = self.tokens[low:high] if self.index.language == "pt" else ()
        return "eu" in said and any(word.endswith("ria") for word in said[said.index("eu") :])

    def read_clause(self, low: int, high: int, hits: Sequence[Hit], tier: int) -> Iterator[Advised]:
        """Read what a clause advises, and what it prefers that to."""
        rival = next((at for at, (place, sense) in enumerate(hits) if sense.cues & AdviceCue.RIVAL), None)
        if rival is not None:
            place, sense = hits[rival]
            yield from self.read_rival(place + sense.length, high, hits[rival + 1 :], tier)
            hits, high = hits[:rival], place
        hits = self.leave_background(hits)
        words = tuple(self.tokens[low:high])
        told = join_cues(hits)
        instead = bool(told & AdviceCue.INSTEAD)
        acting = False
        for first, last, part in self.split_acts(low, high, hits):
            found = find_leading_act(self.tokens, part, self.index)
            if found is not None:
                place, _, act = found
                odd = count_denials(self.tokens, part, place, self.index) % 2
                act = DENIED_ACT[act] if odd else act
                acting = True
                said = tuple(self.tokens[first:last])
                yield Advised(tier, act, bool(odd), said, self.number, instead=instead, cues=told)
        if acting:
            return
        judging = told & JUDGING and (told & (AdviceCue.BAD | AdviceCue.NEGATE) or tier >= URGED)
        if judging or (words and tier >= SHOULD) or told & AdviceCue.LEVEL:
            odd = count_denials(self.tokens, hits, high, self.index) % 2
            yield Advised(tier, 0, bool(odd), words, self.number, instead=instead, cues=told)

    def leave_background(self, hits: Sequence[Hit]) -> Sequence[Hit]:
        """Leave out the verbs ahead of what the speaker would do: "with that conflict open I cannot support it"."""
        spoken = [place for place, sense in hits if sense.cues & AdviceCue.URGE and self.tokens[place] in _SPEAKERS]
        if not spoken or not any(sense.cues & _ACTS and place >= spoken[0] for place, sense in hits):
            return hits
        return [
            (place, sense)
            for place, sense in hits
            if place >= spoken[0] or not sense.cues & _ACTS or names_act(self.tokens, place, self.index.language)
        ]

    def split_acts(self, low: int, high: int, hits: Sequence[Hit]) -> Iterator[tuple[int, int, Sequence[Hit]]]:
        """Part a clause that asks for one act and then for another: "buy the support and leave the system"."""
        start, acted = 0, False
        for at, (place, sense) in enumerate(hits):
            if not sense.cues & _ACTS:
                continue
            if acted and not JOINTS.isdisjoint(self.tokens[max(low, place - 2) : place]):
                yield low, place, hits[start:at]
                start, low = at, place
            acted = True
        yield low, high, hits[start:]

    def read_rival(self, low: int, high: int, hits: Sequence[Hit], tier: int) -> Iterator[Advised]:
        """Read what something else is preferred to."""
        found = find_leading_act(self.tokens, hits, self.index)
        if tier < SHOULD:
            return  # a comparison
        words = tuple(self.tokens[low:high])
        act = DENIED_ACT[found[2]] if found is not None else 0
        yield Advised(tier, act, True, words, self.number, rival=True)
