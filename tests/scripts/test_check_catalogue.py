"""The check of the catalogue fails on what is planted, and passes on the catalogue as it is."""

from scripts.check_catalogue import find_differences, find_unused, find_written, main

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


def test_what_nothing_says() -> None:
    assert list(find_unused(ENGLISH, ['say("gate.one", seat=seat)'])) == ["gate.two is not used"]
    assert not list(find_unused(ENGLISH, ['say(f"gate.{name}")']))


def test_a_sentence_where_a_fact_belongs() -> None:
    planted = {"moot/policies/verdict/gate.py": 'return Finding(reason="The seats did not agree.")'}
    assert len(list(find_written(planted))) == 1
    assert not list(find_written({"moot/policies/verdict/gate.py": 'reason=state_fact("gate.apart")'}))
