from __future__ import annotations

import random

import pytest

from kraft_core.client.settings import Backoff


def test_waits_double_up_to_the_highest_with_a_fifth_of_jitter():
    backoff = Backoff(0.05, 1.0, random.Random(1))
    waits = [backoff.next_s() for _ in range(8)]
    middles = [0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0, 1.0]
    for wait, middle in zip(waits, middles, strict=True):
        assert wait == pytest.approx(middle, rel=0.2)
    assert len(set(waits)) == len(waits)


def test_the_same_randomness_gives_the_same_waits():
    first, second = (Backoff(0.05, 1.0, random.Random(7)) for _ in range(2))
    assert [first.next_s() for _ in range(5)] == [second.next_s() for _ in range(5)]


def test_success_begins_anew():
    backoff = Backoff(0.05, 1.0, random.Random(1))
    for _ in range(10_000):
        backoff.next_s()
    backoff.reset()
    assert backoff.next_s() < 0.07
