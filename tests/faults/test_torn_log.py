"""Torn logs are torn within a batch, and only where nothing was durable."""

from __future__ import annotations

import random

import pytest

from kraft_wire.records import RecordBatch
from tests.faults.node_logs import batch_ends
from tests.faults.test_node_logs import FIRST, SECOND, THIRD
from tests.faults.torn_log import lose_tail, tear_write

WHOLE = FIRST + SECOND + THIRD


@pytest.fixture
def segment(tmp_path):
    path = tmp_path / f"{0:020d}.log"
    path.write_bytes(WHOLE)
    return path


@pytest.mark.parametrize("seed", range(30))
def test_a_torn_write_leaves_what_was_there(segment, seed):
    assert tear_write(segment, random.Random(seed)) == len(WHOLE)
    content = segment.read_bytes()
    assert content[: len(WHOLE)] == WHOLE
    torn = content[len(WHOLE) :]
    assert torn
    if any(torn) and len(torn) >= 12:
        assert int.from_bytes(torn[:8], "big") == RecordBatch.parse(THIRD).next_offset
        assert len(torn) < 12 + int.from_bytes(torn[8:12], "big")


def test_a_torn_write_is_the_first_of_an_empty_segment(segment):
    segment.write_bytes(b"")
    assert tear_write(segment, random.Random(1)) == 0
    assert segment.read_bytes()
    assert batch_ends(segment.read_bytes()) == []


@pytest.mark.parametrize("seed", range(30))
def test_a_lost_tail_ends_within_a_batch_that_was_not_durable(segment, seed):
    whole = lose_tail(segment, len(FIRST), random.Random(seed))
    content = segment.read_bytes()
    assert content == WHOLE[: len(content)]
    assert len(FIRST) <= whole < len(content) < len(WHOLE)
    assert whole in (len(FIRST), len(FIRST + SECOND))
    assert len(content) != len(FIRST + SECOND)


def test_lose_tail_keeps_durable_bytes(segment):
    assert lose_tail(segment, len(WHOLE), random.Random(1)) is None
    assert segment.read_bytes() == WHOLE
