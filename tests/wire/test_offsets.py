"""Messages that begin inside a buffer: read where they are, refused with places that count from
the beginning of the buffer."""

from __future__ import annotations

from random import Random

import pytest

from kraft_wire import native
from kraft_wire.errors import DecodeError, TrailingBytesError
from kraft_wire.headers import decode_body
from kraft_wire.limits import Limits
from kraft_wire.messages import FetchRequest, MetadataResponse, VoteRequest, kafka_messages
from tests.fuzz.content import random_message
from tests.fuzz.mutation import Sample, mutate
from tests.support.engines import exact

FRONT = b"in front"
START = len(FRONT)

METHODS = [
    pytest.param((VoteRequest.decode, VoteRequest.decode_prefix), id="engine in use"),
    pytest.param(
        tuple(
            lambda *given, _name=name, **named: native.PYTHON[_name](VoteRequest, *given, **named)
            for name in ("decode", "decode_prefix")
        ),
        id="pure Python",
    ),
]
BUFFERS = [bytes, bytearray, memoryview]


def vote():
    partition = VoteRequest.PartitionData(last_offset=5)
    topic = VoteRequest.TopicData(topic_name="t", partitions=[partition])
    return VoteRequest(voter_id=3, topics=[topic])


@pytest.mark.parametrize("kind", BUFFERS)
@pytest.mark.parametrize("methods", METHODS)
def test_a_message_is_read_where_it_begins(methods, kind):
    decode, decode_prefix = methods
    octets = vote().encode(2)
    data = kind(FRONT + octets)
    assert decode(data, 2, START) == decode(data, 2, start=START) == vote()
    longer = kind(FRONT + octets + b"behind")
    end = START + len(octets)
    assert decode_prefix(longer, 2, START) == (vote(), end)
    assert decode_prefix(longer, version=2, start=START) == (vote(), end)
    assert decode_prefix(kind(octets), 2) == decode_prefix(kind(octets), 2, 0)


@pytest.mark.parametrize("kind", BUFFERS)
@pytest.mark.parametrize("methods", METHODS)
def test_places_of_faults_count_from_the_beginning(methods, kind):
    decode, decode_prefix = methods
    octets = vote().encode(2)
    for method in (decode, decode_prefix):
        with pytest.raises(DecodeError) as here:
            method(kind(octets[:30]), 2)
        with pytest.raises(DecodeError) as later:
            method(kind(FRONT + octets[:30]), 2, START)
        assert later.value.offset == here.value.offset + START
        assert (later.value.path, type(later.value)) == (here.value.path, type(here.value))
    with pytest.raises(TrailingBytesError) as left:
        decode(kind(FRONT + octets + b"x"), 2, START)
    assert left.value.offset == START + len(octets)


@pytest.mark.parametrize("kind", BUFFERS)
@pytest.mark.parametrize("methods", METHODS)
def test_a_start_outside_is_refused(methods, kind):
    octets = vote().encode(2)
    for method in methods:
        for start in (-1, len(octets) + 1, -len(octets), 2**70, -(2**70)):
            with pytest.raises(ValueError, match="is outside of"):
                method(kind(octets), 2, start)
        with pytest.raises(DecodeError):
            method(kind(octets), 2, len(octets))
        for start in (None, "1", 1.0):
            with pytest.raises(TypeError):
                method(kind(octets), 2, start)
        with pytest.raises(TypeError):
            method(kind(octets), 2, 0, 0)
        with pytest.raises(TypeError):
            method(kind(octets), 2, begin=0)


def verdict(cls, data, version, start):
    try:
        message, end = cls.decode_prefix(data, version, start)
    except DecodeError as error:
        place = None if error.offset is None else error.offset - start
        return type(error), error.detail, error.path, place
    return exact(message), end - start


def test_any_bytes_get_the_same_verdict_at_any_offset():
    random = Random(5)
    for name, entry in kafka_messages().entries.items():
        cls = kafka_messages().message_class(name)
        version = random.randint(entry.lowest, entry.highest)
        sample = Sample(random_message(cls, version, random).encode(version)[:2000])
        for data in (sample.data, *(mutate(sample, random) for _ in range(5))):
            assert verdict(cls, FRONT + data, version, START) == verdict(cls, data, version, 0)


def test_a_subclass_is_read_at_an_offset():
    class Own(VoteRequest):
        __slots__ = ()

    found = Own.decode(FRONT + vote().encode(2), 2, START)
    assert type(found) is Own
    assert found.voter_id == 3


def test_a_body_is_held_against_limits_where_it_begins():
    topics = [FetchRequest.FetchTopic(topic="t")] * 3
    data = bytes(100) + FetchRequest(topics=topics).encode(12)
    assert len(decode_body(FetchRequest, data, 100, 12).topics) == 3
    with pytest.raises(DecodeError, match="an array of 3 elements") as refusal:
        decode_body(FetchRequest, data, 100, 12, limits=Limits(array_elements=2))
    assert refusal.value.offset > 100


def test_the_budget_of_elements_counts_from_the_start(monkeypatch):
    monkeypatch.setattr("kraft_wire.message.MESSAGE_ELEMENTS_MAX", 10)
    monkeypatch.setattr("kraft_wire.inspection.faults.MESSAGE_ELEMENTS_MAX", 10)
    octets = MetadataResponse().encode(12)
    seen = []
    monkeypatch.setattr("kraft_wire.inspection.check_budget", lambda *given: seen.append(given[3:]))
    native.PYTHON["decode"](MetadataResponse, bytes(50) + octets, 12, 50)
    assert seen == [(50,)]
