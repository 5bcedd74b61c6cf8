"""Defines the words by which texts are read: concepts, cues and phrases of each language, and what opposes what.

Plain named tuples, unlike the other values: they never enter the state of a debate, and `moot conflicts` starts sooner.
`moot.configs.tables.lexicons` checks what it reads.
"""

from typing import Literal, NamedTuple

Words = tuple[str, ...]

LanguageCode = Literal["pt", "en", "id"]
"""The languages the texts of a debate may be written in (X-90)."""

Family = Literal["money", "risk", "direction", "shortfall", "other"]
"""What an opposition is about; it decides the type of a conflict (C-18). A shortfall is a return below its cost."""

Beginnings = Words
"""Word beginnings: `recomend` stands for recomendo, recomendamos, recomendação."""


class Concept(NamedTuple):
    """One idea a text can assert or deny, with the words that express it."""

    label: str
    """How a finding names the idea in this language."""
    forms: Words = ()
    """Words and phrases that express it."""
    stems: Beginnings = ()
    """Word beginnings that express it."""
    action: bool = False
    """Something one can do: denying it is a stand of its own, opening a sentence with it is a recommendation."""
    reverses: bool = False
    """Doing it to something speaks against that thing: cutting investment is no investing."""
    bad: bool = False
    """Less of it is welcome: cutting costs still is a word about costs."""
    not_before: Beginnings = ()
    """It does not count when such a word follows closely: reducing *errors* is not cutting."""
    not_after: Beginnings = ()
    """It does not count when such a word stands closely before it: a *lower* risk is no warning."""


class Cues(NamedTuple):
    """The words that say how something is meant. Each is a word, a phrase, or a beginning ending in `*`."""

    recommend: Words
    """The sentence recommends from here on."""
    priority: Words
    """The sentence says what comes first."""
    observe: Words
    """The clause reports what happened."""
    weaken: Words
    """What follows in the clause is conceded, conditional or later."""
    weaken_first: Words
    """The same, but only as the first word of a clause."""
    negate: Words
    """What follows in the clause is denied."""
    without: Words
    """The same; but "without X, ..." at the start of a sentence is a condition."""
    neutral: Words
    """Phrases that contain a negation and deny nothing: no doubt, not only."""
    reverse: Words
    """What follows in the clause is turned round: avoid, stop, give up."""
    disapprove: Words
    """Everything close to it in the clause is turned round: a mistake, premature."""
    approve: Words
    """When denied, what stands before it in the clause is denied: "makes no sense"."""
    contrast: Words
    """A new clause begins that no longer recommends: but, because."""
    link: Words
    """Words that join two actions: what follows is no object of the first."""
    joint: Words
    """Of these, the ones after which a negation no longer holds: do not expand *and* cut."""
    accept: Words
    """The speaker agrees (X-44)."""
    refuse: Words
    """The speaker disagrees."""
    returns: Words
    """An amount of money close to it is what comes back (C-04)."""
    first: Words
    then: Words
    before: Words
    after: Words
    light: Words
    """Verbs without content of their own: do, make."""


class Acts(NamedTuple):
    """The words for what can be done about a proposal, whatever it is.

    Each is a word, a phrase, a beginning ending in `*`, or a verb ending in `~`, which stands for its forms.
    """

    begin: Words = ()
    """To do something new: open, buy, sign, replace."""
    refrain: Words = ()
    """Not to do it, or not yet: postpone, decline, wait."""
    keep: Words = ()
    """To leave something as it is: keep, renew, stay with."""
    end: Words = ()
    """To end something that is there: close, discontinue."""
    up: Words = ()
    down: Words = ()
    favour: Words = ()
    """To be for the proposal, whatever it is."""
    oppose: Words = ()
    """To be against it."""
    heading: Words = ()
    """A heading or label under which a recommendation stands."""
    asking: Words = ()
    """A question with such a word proposes nothing that could be answered with yes or no."""
    measuring: Words = ()
    """A question with such a word asks how much."""
    selecting: Words = ()
    """A question with such a word asks for one of many: which, where, when."""
    either: Words = ()
    """Between two such alternatives a question asks to choose: or, rather than."""
    earlier: Words = ()
    """A step that stands with such a word comes first; a question with one asks for an order."""
    later: Words = ()
    """A step that stands with such a word comes second."""
    same: Words = ()
    """Words that name the same thing or act, those of one entry together: `hire recruit~ recruitment`."""
    at_most: Words = ()
    at_least: Words = ()
    vague: Words = ()
    """Words that do not say what an act is done to: year, decision, company."""


class AdviceWords(NamedTuple):
    """The words by which advice on a question is found in a text, and by which its side is told.

    Each is a word, a phrase, a beginning ending in `*`, or a verb ending in `~`, which stands for its forms.
    """

    refuse: Words = ()
    """Not to do what is proposed: decline, turn down, against."""
    wait: Words = ()
    """Not to do it yet: postpone, hold off."""
    keep: Words = ()
    """To leave something as it is: keep, renew, stay with."""
    end: Words = ()
    """To end something that is there, or to part with it: close, sell."""
    swap: Words = ()
    """To put something in the place of what is there: switch, replace."""
    less: Words = ()
    more: Words = ()
    agree: Words = ()
    """To be for the proposal, whatever it is: accept, go ahead."""
    do: Words = ()
    """To do something new: buy, hire, adopt."""
    urge: Words = ()
    """Somebody advises here: I would, my advice, better to."""
    modal: Words = ()
    """Somebody may advise here: should, must."""
    label: Words = ()
    """A heading or label under which advice stands."""
    yes: Words = ()
    no: Words = ()
    """A text that opens with such a word has answered."""
    negate: Words = ()
    neutral: Words = ()
    """Words and phrases that look like others of these lists and say nothing: not only, opening hours."""
    concede: Words = ()
    """What follows in the clause is conceded: although."""
    condition: Words = ()
    """What follows in the clause is a condition or another time: if, before."""
    contrast: Words = ()
    """A new clause begins, with a weight of its own: but, because."""
    report: Words = ()
    """The clause reports what happened."""
    others: Words = ()
    """The clause says what others want: some argue, the temptation."""
    good: Words = ()
    """A judgement on what it speaks of: worthwhile. Denied, it turns that: not worthwhile."""
    grounds: Words = ()
    """What counts only when it is denied: no reason, no case."""
    bad: Words = ()
    """A judgement that turns what it speaks of: a mistake."""
    rival: Words = ()
    """What follows is what is not chosen: rather than."""
    instead: Words = ()
    """What is advised takes the place of the proposal."""
    now: Words = ()
    later: Words = ()
    whole: Words = ()
    """All of something: who gives all of it to one thing leaves nothing for another."""
    without: Words = ()
    """What follows at once is not done: without buying."""
    plan: Words = ()
    """What was decided before: to keep it is to do what was proposed."""
    level: Words = ()
    """What names how much of something is right: ceiling, at most."""
    joint: Words = ()
    """What stands between the two alternatives of a question."""
    open: Words = ()
    """A question with such words asks what to do about something."""
    amount: Words = ()
    """A question with such words asks how much."""
    time: Words = ()
    """A question with such words asks when."""
    which: Words = ()
    """A question with such words asks for one of many."""
    how: Words = ()
    """A question with such words asks for anything else but yes or no."""
    priced: Words = ()
    """What has an amount: a question about it, other than one for yes or no, asks how much."""
    opposites: Words = ()
    """Words for two ways to do the same thing, parted by slashes: `remote / office`."""


class Extraction(NamedTuple):
    """The words by which position, reasoning and confidence are taken from a text (C-22)."""

    position: Beginnings
    cause: Words
    certain: Words
    doubtful: Words
    hazard: Words
    """A sentence with such a word names what the other side would lose."""


class Phrases(NamedTuple):
    """How findings are worded in this language; the fields in braces are filled in."""

    denied: str
    returns: str
    sequence: str
    described: str
    reversed_order: str
    nothing_found: str
    found: str
    dropped: str
    no_positions: str
    no_positions_why: str
    no_decider: str
    no_decider_why: str
    by_priority: str
    by_confidence: str
    strongest_point: str
    no_reasoning: str
    rejected: str
    balanced: str
    hazard: str
    below_minimum: str
    critical: str
    timeout: str
    repeated: str
    summary: str
    summary_agreed: str
    unheard: str


class Lexicon(NamedTuple):
    """Everything needed to read one language."""

    language: LanguageCode
    concepts: dict[str, Concept]
    cues: Cues
    extraction: Extraction
    phrases: Phrases
    acts: Acts = Acts()
    advice: AdviceWords = AdviceWords()
    opposites: Words = ()
    """Words that exclude each other said of the same thing, parted by slashes: `full / empty`."""

    def __hash__(self) -> int:
        # Cheap on purpose: compiled indexes are cached per lexicon, and identity settles most comparisons.
        return hash(self.language)


class Opposition(NamedTuple):
    """An axis: asserting one side speaks against the other (C-16, C-17)."""

    axis: str
    one: Words
    other: Words
    family: Family = "other"
    only_as_priority: bool = False
    """The sides exclude each other only as first priority; doing both is no contradiction."""
    advice: bool = False
    """The sides are things one also merely talks about: at least one text has to recommend its side."""


class Lexicons(NamedTuple):
    """What opposes what, and the languages it can be read in."""

    oppositions: tuple[Opposition, ...]
    languages: dict[LanguageCode, Lexicon]
    families: dict[str, tuple[Family, ...]] = {}
    """Families that a concept carries into every opposition it takes part in (C-18: `cost` is money)."""

    def __hash__(self) -> int:
        return hash(tuple(self.languages))
