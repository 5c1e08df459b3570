from __future__ import annotations

import random

import pytest

from kraft_core.client.errors import ConnectionLostError
from kraft_core.client.log_reader import LogReader
from kraft_core.client.metadata_log import Position
from kraft_core.client.quorum import Backoff, Leader, Quorum
from kraft_core.client.settings import Endpoint, Settings
from kraft_core.client.steps import Sleep


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


def test_reset_starts_the_backoff_at_its_minimum():
    backoff = Backoff(0.05, 1.0, random.Random(1))
    for _ in range(10_000):
        backoff.next_s()
    backoff.reset()
    assert backoff.next_s() < 0.07


def test_the_reader_of_a_log_counts_a_success():
    quorum = Quorum([Endpoint("c1", 9093)], Settings(random=random.Random(1)))
    reader = LogReader(quorum, Position(0), 1.0)

    def wait_s():
        steps = list(reader._on_failure(ConnectionLostError("lost")))
        return next(step.seconds for step in steps if isinstance(step, Sleep))

    assert [wait_s() for _ in range(8)][-1] > 0.5
    list(reader._on_success(Leader(1, 1, Endpoint("c1", 9093))))
    assert wait_s() < 0.1
