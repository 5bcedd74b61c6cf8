"""What is remembered of objects by which objects they are."""

from moot.prompts.identity import by_identity


def test_the_same_objects_are_asked_once() -> None:
    asked: list[tuple[object, ...]] = []

    @by_identity(maxsize=2)
    def count(objects: tuple[object, ...], factor: int) -> int:
        asked.append((*objects, factor))
        return len(objects) * factor

    one, other = [1], [1]
    assert [count((one,), 2), count((one,), 2), count((other,), 2), count((one, other), 3)] == [2, 2, 2, 6]
    assert len(asked) == 3
    # Two are kept: the first is asked again, and its result is the same.
    assert count((one,), 2) == 2
    assert len(asked) == 4


def test_an_object_that_is_gone_is_not_taken_for_another() -> None:
    """An id may be given to another object once its own is gone."""

    @by_identity(maxsize=1000)
    def say(objects: tuple[list[int], ...]) -> list[int]:
        return list(objects[0])

    assert all(say(([number],)) == [number] for number in range(500))
