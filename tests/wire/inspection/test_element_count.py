"""Elements are counted before decoding: what is above the budget is never made objects."""

from __future__ import annotations

import random

import pytest

from kraft_wire import native
from kraft_wire.inspection.element_count import elements_above, elements_above_in_python
from kraft_wire.messages import CreateTopicsRequest, FetchRequest, MetadataResponse, VoteRequest
from tests.fuzz.content import message_sample
from tests.fuzz.engine_check import check_elements
from tests.support.engines import needs_native
from tests.wire.test_engine import EVERY, message_class

COUNTS = pytest.mark.parametrize("count", [elements_above, elements_above_in_python])


def topics(number: int) -> CreateTopicsRequest:
    topic = CreateTopicsRequest.CreatableTopic(name="t", num_partitions=1, replication_factor=1)
    return CreateTopicsRequest(topics=(topic,) * number)


@COUNTS
def test_elements_above_the_budget_have_a_place(count):
    data = b"\xff\xff" + topics(30).encode(7)
    assert count(CreateTopicsRequest, 7, data, 2, 30) is None
    assert count(CreateTopicsRequest, 7, data, 2, 29) == 2
    assert data[2] == 31  # the count of topics, plus one


@COUNTS
def test_elements_of_nested_arrays_are_counted_together(count):
    partition = MetadataResponse.MetadataResponsePartition(replica_nodes=(1, 2))
    topic = MetadataResponse.MetadataResponseTopic(partitions=(partition,) * 5)
    data = MetadataResponse(topics=(topic,) * 2).encode(12)
    assert count(MetadataResponse, 12, data, 0, 2 + 2 * 5 + 2 * 5 * 2) is None
    place = count(MetadataResponse, 12, data, 0, 2 + 2 * 5 + 2 * 5 * 2 - 1)
    assert data[place] == 3
    assert place > len(data) - 20


@COUNTS
def test_tagged_fields_are_elements(count):
    data = FetchRequest(unknown_tagged_fields=((90, b"x"), (91, b"y"))).encode(17)
    assert count(FetchRequest, 17, data, 0, 2) is None
    assert data[count(FetchRequest, 17, data, 0, 1)] == 2


@COUNTS
@pytest.mark.parametrize("version", [-1, 99, 2_000_000])
def test_unknown_versions_are_left_to_the_decoder(count, version):
    assert count(VoteRequest, version, b"\xff" * 100, 0, 0) is None


@COUNTS
def test_bytes_that_end_within_the_budget_are_left_to_the_decoder(count):
    data = topics(30).encode(7)
    for end in range(len(data)):
        assert count(CreateTopicsRequest, 7, data[:end], 0, 30) is None
        place = count(CreateTopicsRequest, 7, data[:end], 0, 29)
        assert place == (None if end < 31 else 0)  # a count above the bytes left is no count


@needs_native
def test_both_engines_count_the_same_in_every_version_of_every_message():
    drawn = random.Random(7)
    for name, version in EVERY:
        cls = message_class(name)
        data = message_sample(cls, version, drawn).data
        assert native.compiled.elements_above(cls, version, data, 0, len(data)) == -1
        check_elements(cls, version, data, is_accepted=True)


@COUNTS
def test_any_buffer_is_counted(count):
    data = topics(30).encode(7)
    for buffer in (bytearray(data), memoryview(data)):
        assert count(CreateTopicsRequest, 7, buffer, 0, 30) is None
        assert count(CreateTopicsRequest, 7, buffer, 0, 29) == 0
