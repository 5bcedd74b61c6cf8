"""What is remembered of objects by which objects they are."""

from moot.state.identity import IdentityMemo


def test_the_same_objects_are_asked_once() -> None:
    asked: list[tuple[object, ...]] = []
    memo = IdentityMemo[int](maxsize=2)

    def count(objects: tuple[object, ...], factor: int) -> int:
        def make() -> int:
            asked.append((*objects, factor))
            return len(objects) * factor

        return memo.find(objects, factor, make)

    one, other = [1], [1]
    assert [count((one,), 2), count((one,), 2), count((other,), 2), count((one, other), 3)] == [2, 2, 2, 6]
    assert len(asked) == 3
    # Two are kept: the first is asked again, and its result is the same.
    assert count((one,), 2) == 2
    assert len(asked) == 4


def test_an_object_that_is_gone_is_not_taken_for_another() -> None:
    """An id may be given to another object once its own is gone."""
    memo = IdentityMemo[list[int]](maxsize=1000)

    def say(given: list[int]) -> list[int]:
        return memo.find((given,), None, lambda: list(given))

    assert all(say([number]) == [number] for number in range(500))
