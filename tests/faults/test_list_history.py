"""The judge of list histories: what it accepts and refuses, and a slow judge that agrees."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.faults.list_history import (
    Kind,
    ListHistory,
    NotLinearizableError,
    Operation,
    Outcome,
)

DONE, UNKNOWN, REJECTED = Outcome.DONE, Outcome.UNKNOWN, Outcome.REJECTED


def append(value, began, ended, outcome=DONE, key="k"):
    return Operation(1, Kind.APPEND, key, value, began, ended, outcome)


def read(seen, began, ended, key="k"):
    return Operation(2, Kind.READ, key, -1, began, ended, DONE, tuple(seen))


def history(*operations):
    made = ListHistory()
    made.operations = list(operations)
    return made


GOOD = {
    "nothing": [],
    "one after the other": [append(1, 1, 2), read([1], 3, 4), append(2, 5, 6), read([1, 2], 7, 8)],
    "at once, in either order": [append(1, 1, 9), append(2, 2, 8), read([2, 1], 10, 11)],
    "a read at once with an append that it misses": [append(1, 1, 4), read([], 2, 3)],
    "a read that sees what is not acknowledged yet": [append(1, 1, 4), read([1], 2, 3)],
    "an unknown append that happened late": [
        append(1, 1, 2, UNKNOWN),
        read([], 3, 4),
        read([1], 5, 6),
    ],
    "an unknown append that never happened": [append(1, 1, 2, UNKNOWN), read([], 3, 4)],
    "an acknowledged append that nobody had time to see": [read([], 1, 2), append(1, 3, 4)],
    "a rejected append": [append(1, 1, 2, REJECTED), read([], 3, 4)],
    "lists of their own": [append(1, 1, 2), read([], 3, 4, key="other")],
}
BAD = {
    "an acknowledged append is lost": [append(1, 1, 2), read([], 3, 4)],
    "it is found later only": [append(1, 1, 2), read([], 3, 4), read([1], 5, 6)],
    "a value stands there twice": [append(1, 1, 2), read([1, 1], 3, 4)],
    "a value comes from nowhere": [read([7], 1, 2)],
    "a rejected append happened": [append(1, 1, 2, REJECTED), read([1], 3, 4)],
    "a read before its append began": [read([1], 1, 2), append(1, 3, 4)],
    "appends change places": [append(1, 1, 2), append(2, 3, 4), read([2, 1], 5, 6)],
    "two reads see different orders": [
        append(1, 1, 9),
        append(2, 2, 8),
        read([1, 2], 10, 11),
        read([2, 1], 12, 13),
    ],
    "a read goes back": [append(1, 1, 9), read([1], 2, 3), read([], 4, 5)],
    "a stale read": [append(1, 1, 2), append(2, 3, 4), read([1], 5, 6), read([1, 2], 7, 8)],
    "one of two that nobody saw came before": [
        append(1, 1, 2),
        append(2, 3, 4),
        read([2], 5, 6),
    ],
}


@pytest.mark.parametrize("name", GOOD)
def test_valid_history_passes(name):
    operations = GOOD[name]
    counted = [each for each in operations if each.outcome is DONE]
    assert history(*operations).check() >= len(counted)
    assert searched(operations)


@pytest.mark.parametrize("name", BAD)
def test_histories_that_are_refused(name):
    with pytest.raises(NotLinearizableError):
        history(*BAD[name]).check()
    assert not searched(BAD[name])


def searched(operations) -> bool:
    """Whether some order explains them: every one is tried (Wing and Gong, 1993)."""
    happened = [
        each
        for each in operations
        if each.outcome is DONE or (each.kind is Kind.APPEND and each.outcome is UNKNOWN)
    ]
    numbers = range(len(happened))

    def ended(number):
        operation = happened[number]
        return operation.ended if operation.outcome is DONE else float("inf")

    @cache
    def rest(left: frozenset[int], lists: tuple) -> bool:
        if all(happened[number].outcome is UNKNOWN for number in left):
            return True
        first_end = min(map(ended, left))
        for number in left:
            operation = happened[number]
            if operation.began > first_end:
                continue
            state = dict(lists)
            now = state.get(operation.key, ())
            if operation.kind is Kind.READ:
                if operation.seen != now:
                    continue
            else:
                state[operation.key] = (*now, operation.value)
            if rest(left - {number}, tuple(sorted(state.items()))):
                return True
        return False

    return rest(frozenset(numbers), ())


@st.composite
def small_histories(draw):
    """What three clients of an honest list saw, with a lie in some of them."""
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    values, operations, moment, held = [], [], 0, []
    for value in range(draw(st.integers(1, 7))):
        moment += 2
        operation = append(value, moment, None, UNKNOWN)
        if rng.random() < 0.5:
            operation = read((), moment, None)
        operations.append(operation)
        held.append(operation)
        rng.shuffle(held)
        while held and (len(held) > 2 or rng.random() < 0.5):
            moment += 1
            _answer(held.pop(), values, moment, rng)
    for operation in held:
        moment += 1
        _answer(operation, values, moment, rng)
    operations.append(read(values, moment + 1, moment + 2))
    for operation in operations:
        if rng.random() < 0.1 and operation.kind is Kind.READ:
            seen = [*operation.seen, rng.randrange(7)]
            rng.shuffle(seen)
            operation.seen = tuple(seen[: rng.randrange(len(seen) + 1)])
    return operations


def _answer(operation, values, moment, rng):
    """Let it happen, most of the time, and tell the client, most of the time."""
    operation.ended = moment
    if operation.kind is Kind.READ:
        operation.seen = tuple(values)
        return
    fate = rng.random()
    if fate < 0.1:
        operation.outcome = REJECTED
        return
    if fate < 0.95:
        values.append(operation.value)
    operation.outcome = UNKNOWN if rng.random() < 0.2 else DONE


@settings(max_examples=400, deadline=None)
@given(small_histories())
def test_a_search_through_all_orders_comes_to_the_same_verdict(operations):
    try:
        history(*operations).check()
    except NotLinearizableError:
        assert not searched(operations)
    else:
        assert searched(operations)


def test_operations_are_numbered_in_order():
    made = ListHistory()
    first = made.begin(Operation(1, Kind.APPEND, "a", 5))
    second = made.begin(Operation(2, Kind.READ, "b"))
    made.end(first, DONE)
    made.see("a", [5])
    assert (first.began, second.began, first.ended) == (1, 2, 3)
    assert made.keys == ["a", "b"]
    assert made.done(Kind.APPEND) == [first]
    assert made.check() == 2
