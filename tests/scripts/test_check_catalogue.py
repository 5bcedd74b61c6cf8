"""The check of the catalogue fails on what is planted, and passes on the catalogue as it is."""

from pathlib import Path

import pytest

from scripts.check_catalogue import (
    find_differences,
    find_plural_faults,
    find_repeated,
    find_untitled,
    find_unused,
    main,
    read_language,
)
from scripts.written_sentences import find_written_sentences

ENGLISH = {"gate.one": ("{seat} waits",), "gate.two": ("nothing",)}


def test_the_catalogue_is_in_order() -> None:
    assert main() == 0


def test_what_a_language_lacks_or_says_otherwise() -> None:
    found = list(find_differences(ENGLISH, {"gate.one": ("{lugar} espera",), "gate.three": ("x",)}, "pt"))
    assert found == [
        "pt: gate.two is not translated",
        "pt: gate.three is not in English",
        "pt: gate.one has other parameters than in English",
    ]


def test_a_sentence_left_in_english() -> None:
    english = {"gate.one": ("{seat} still waits",), "gate.two": ("total",)}
    assert list(find_differences(english, english, "pt")) == ["pt: gate.one is in English"]
    assert not list(find_differences(english, english, "en"))


def test_a_code_that_stands_twice(tmp_path: Path) -> None:
    folder = tmp_path / "configs" / "locales" / "pt"
    folder.mkdir(parents=True)
    entry = 'msgid "gate.{}"\nmsgstr "{}"\n\n'
    (folder / "gate.po").write_text(entry.format("one", "a") + entry.format("two", "b") + entry.format("one", "c"))
    assert list(find_repeated(tmp_path)) == ["pt: gate.one stands twice in gate.po"]


def test_what_nothing_says() -> None:
    assert list(find_unused(ENGLISH, ['say("gate.one", seat=seat)'])) == ["gate.two is not used"]
    assert not list(find_unused(ENGLISH, ['say(f"gate.{name}")', 'NAMES = ("one", "two")']))


@pytest.mark.parametrize(
    ("place", "text"),
    [
        pytest.param("moot/policies/verdict/gate.py", 'x = Finding(reason="The seats did not agree.")', id="a reason"),
        pytest.param(
            "moot/policies/limits/new.py", "def f(n):\n    return f'{n} calls are left'", id="a formatted text"
        ),
        pytest.param("nodes/new.py", 'announce("told", why="nobody has answered")', id="an event"),
        pytest.param("moot/views/terminal/new.py", 'yield "DECIDED by the council"', id="a line on the terminal"),
        pytest.param("moot/views/report/new.py", '_HEADS = ("Who spoke", "Cost")', id="a table's head"),
        pytest.param("moot/cli/review.py", '_read_line("Your answer: ")', id="a prompt"),
        pytest.param("moot/cli/attribute.py", 'typer.echo("Nobody moved the decision.")', id="a command"),
        pytest.param("moot/desk/static/live.js", 'told.textContent = "The debate is over";', id="a script"),
        pytest.param("moot/desk/static/live.js", "label = `still ${n} seats to come`;", id="a filled text of a script"),
        pytest.param("moot/desk/templates/new.html", "<h1>Debates</h1>", id="a heading"),
        pytest.param("moot/views/templates/new.html", '<a aria-label="Read more">{{ x }}</a>', id="what is read aloud"),
    ],
)
def test_a_planted_sentence_is_found(place: str, text: str) -> None:
    (found,) = find_written_sentences({place: text})
    assert found.startswith(place)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        pytest.param("moot/policies/verdict/gate.py", 'reason = state_fact("gate.apart")', id="a fact"),
        pytest.param("moot/policies/verdict/gate.py", '"""The seats did not agree."""', id="a docstring"),
        pytest.param("moot/desk/new.py", 'raise InputError("the form has no text")', id="an error"),
        pytest.param("moot/models/new.py", 'error = "the server did not answer"', id="a room nobody reads"),
        pytest.param("moot/desk/static/new.js", '// No more words.\nfind("a:not([b]) c");', id="a selector"),
        pytest.param("moot/cli/doctor.py", 'typer.echo("All is well.")', id="said to whoever runs moot"),
        pytest.param("moot/desk/templates/new.html", '<h1 class="big wide">{{ t("a.b") }}</h1>', id="a said heading"),
    ],
)
def test_what_is_no_sentence(place: str, text: str) -> None:
    assert not list(find_written_sentences({place: text}))


def test_a_profile_without_its_words() -> None:
    """Issue 16.4: what a profile and its seats are called has an entry, with the words of the profile itself."""
    english = read_language("en")
    assert not list(find_untitled(english))
    changed = {**english, "profile.title.legal": ("Court",)}
    assert list(find_untitled(changed)) == ["profile.title.legal is not what the profile says: 'Legal debate'"]


@pytest.mark.parametrize(
    ("forms", "found"),
    [
        pytest.param(("{n} chamadas restam",), "counts things in one form only", id="one form"),
        pytest.param(("uma", "{n} duas", "três"), "has 3 forms where the language has 2", id="a form too many"),
        pytest.param(("resta {seat}", "restam {n}"), "has other parameters in another form", id="a form drops one"),
    ],
)
def test_what_counts_has_every_form(forms: tuple[str, ...], found: str) -> None:
    assert list(find_plural_faults({}, {"gate.one": forms}, "pt")) == [f"pt: gate.one {found}"]


def test_forms_that_are_right() -> None:
    english = {
        "gate.one": ("{n} call is left", "{n} calls are left"),
        "gate.two": ("Page {n}",),
        "gate.three": ("{n} s",),
    }
    assert not list(find_plural_faults(english, english, "en"))
    assert not list(find_plural_faults(english, {"gate.one": ("{n} panggilan tersisa",)}, "id"))
    (found,) = find_plural_faults(english, {"gate.one": ("{seat} e {n}",)}, "pt")
    assert found == "pt: gate.one has 1 forms where the language has 2"


def test_a_code_put_together_is_unused_where_a_part_of_it_stands_nowhere() -> None:
    english = {"desk.live.speaks": ("speaks",), "desk.live.sings": ("sings",), "chat.edit_long": ("x",)}
    texts = ['t(f"live.{kind}")', 'KINDS = ("speaks",)', 'say(f"chat.{kind}_long")']
    assert list(find_unused(english, texts)) == ["desk.live.sings is not used", "chat.edit_long is not used"]
