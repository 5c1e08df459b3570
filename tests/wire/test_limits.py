"""Limits other than the default: in connections, in bodies, in batches of records."""

from __future__ import annotations

import copy
import gzip
import pickle

import pytest

from kraft_wire.connection import ClientConnection, ConnectionFault, ServerConnection
from kraft_wire.errors import FrameError, LimitError, TruncatedError, UnsupportedVersionError
from kraft_wire.framing import frame
from kraft_wire.headers import decode_body, encode_request, encode_response
from kraft_wire.inspection import bounds
from kraft_wire.limits import DEFAULT_LIMITS, Limits
from kraft_wire.messages import (
    ApiVersionsResponse,
    DescribeClusterResponse,
    MetadataRequest,
    MetadataResponse,
    VoteRequest,
)
from kraft_wire.records import Compression, LegacyBatch, RecordBatch, RecordBatchBuilder
from tests.support.segments import message

BOUNDS = (
    *("frame_bytes", "array_elements", "message_elements", "tagged_fields", "records_per_batch"),
    "decompressed_batch_bytes",
)
TOPIC = MetadataRequest.MetadataRequestTopic


def topics(count):
    return MetadataRequest(topics=[TOPIC(name="t") for _ in range(count)])


def metadata(topic_count, partition_count):
    partition = MetadataResponse.MetadataResponsePartition(replica_nodes=[1, 2])
    topic = MetadataResponse.MetadataResponseTopic(partitions=[partition] * partition_count)
    return MetadataResponse(topics=[topic] * topic_count)


def body(found, version, limits, front=b"head"):
    return decode_body(
        type(found), front + found.encode(version), len(front), version, limits=limits
    )


def test_an_array_is_held_against_its_limit():
    limits = Limits(array_elements=100)
    assert body(topics(100), 12, limits) == topics(100)
    with pytest.raises(LimitError) as refusal:
        body(topics(101), 12, limits)
    assert (refusal.value.path, refusal.value.offset) == ("topics", len(b"head"))
    assert body(topics(101), 12, DEFAULT_LIMITS) == topics(101)


def test_all_arrays_of_a_message_are_counted_together():
    found = metadata(3, 5)  # 3 topics, 15 partitions, 30 replicas
    assert body(found, 12, Limits(message_elements=48)) == found
    with pytest.raises(LimitError) as refusal:
        body(found, 12, Limits(message_elements=47))
    assert refusal.value.path == "topics[2].partitions[4].replicaNodes"


def test_tagged_fields_are_held_against_their_limit():
    tags = tuple((tag, b"12345") for tag in range(50, 60))
    found = VoteRequest(unknown_tagged_fields=tags)
    assert body(found, 2, Limits(tagged_fields=10)) == found
    with pytest.raises(LimitError):
        body(found, 2, Limits(tagged_fields=9))


def test_other_faults_are_the_readers():
    narrow = Limits(array_elements=1, message_elements=1, tagged_fields=1)
    with pytest.raises(TruncatedError):
        decode_body(VoteRequest, VoteRequest().encode(2)[:-1], 0, 2, limits=narrow)
    with pytest.raises(UnsupportedVersionError):
        decode_body(VoteRequest, VoteRequest().encode(2), 0, 99, limits=narrow)


def test_a_server_ends_the_connection_of_a_peer_that_asks_for_too_much():
    server = ServerConnection(limits=Limits(array_elements=5))
    good, bad = (encode_request(topics(count), 12, 1, "you") for count in (5, 6))
    event, fault = server.receive(frame(good) + frame(bad))
    assert event.message == topics(5)
    assert isinstance(fault, ConnectionFault)
    assert isinstance(fault.error, LimitError)


def test_a_client_ends_the_connection_of_a_server_that_answers_too_much():
    client = ClientConnection(versions={3: (0, 12)}, limits=Limits(message_elements=10))
    client.send(MetadataRequest())
    (fault,) = client.receive(frame(encode_response(metadata(3, 5), 12, 0)))
    assert isinstance(fault.error, LimitError)


def test_frames_are_held_against_their_limit():
    for side in (ServerConnection, ClientConnection):
        (fault,) = side(limits=Limits(frame_bytes=100)).receive(b"\0\0\0\x65")
        assert isinstance(fault.error, FrameError)
        assert side(limits=Limits(frame_bytes=100)).receive(b"\0\0\0\x64") == []
        (fault,) = side(limits=Limits(frame_bytes=100), frame_bytes_max=20).receive(b"\0\0\0\x15")
        assert isinstance(fault.error, FrameError)


@pytest.mark.parametrize("compression", [Compression.NONE, Compression.GZIP])
def test_records_are_held_against_their_limits(compression):
    builder = RecordBatchBuilder(compression=compression)
    for _ in range(10):
        builder.append(1, None, b"a" * 1000)
    batch = RecordBatch.parse(builder.build())
    assert len(batch.read_records(limits=Limits(records_per_batch=10))) == 10
    with pytest.raises(LimitError):
        batch.records(limits=Limits(records_per_batch=9))
    if compression:
        narrow = Limits(decompressed_batch_bytes=9_000)
        for read in (batch.records, batch.payload):
            with pytest.raises(LimitError):
                read(limits=narrow)
        assert len(batch.read_records(max_bytes=20_000, limits=narrow)) == 10


def test_message_sets_are_held_against_their_limits():
    inner = b"".join(message(offset, None, b"v") for offset in range(4))
    outer = LegacyBatch(message(3, None, gzip.compress(inner), attributes=1))
    assert len(outer.read_records(limits=Limits(records_per_batch=4))) == 4
    with pytest.raises(LimitError):
        outer.read_records(limits=Limits(records_per_batch=3))
    with pytest.raises(LimitError):
        outer.read_records(limits=Limits(decompressed_batch_bytes=len(inner) - 1))


@pytest.mark.parametrize(
    "bounds",
    [
        {"array_elements": 1_000_001},
        {"tagged_fields": 10_001},
        {"message_elements": -1},
        {"frame_bytes": 1 << 31},
        *({name: -1} for name in BOUNDS),
        *({name: 1 << 64} for name in BOUNDS),
    ],
)
def test_a_bound_that_cannot_be_kept_is_refused(bounds):
    with pytest.raises(ValueError, match=next(iter(bounds))):
        Limits(**bounds)


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("odd", [True, False, 1.0, "7", None])
def test_a_bound_is_an_int(name, odd):
    with pytest.raises(TypeError, match=name):
        Limits(**{name: odd})


def test_limits_cannot_be_assigned_to():
    limits = Limits(array_elements=7)
    for name in (*BOUNDS, "narrows_messages", "new"):
        with pytest.raises(AttributeError, match=name):
            setattr(limits, name, 5)
        with pytest.raises(AttributeError):
            delattr(limits, name)
    assert limits == Limits(array_elements=7)
    assert Limits() == DEFAULT_LIMITS


def test_limits_are_values():
    some, same, other = Limits(frame_bytes=9), Limits(frame_bytes=9), Limits(frame_bytes=10)
    assert some == same != other
    assert some != 9
    assert {some: 1}[same] == 1
    assert len({some, same, other}) == 2
    for copied in (copy.copy(some), copy.deepcopy(some), pickle.loads(pickle.dumps(some))):  # noqa: S301
        assert copied == some


def test_the_default_costs_no_walk(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError

    monkeypatch.setattr(bounds, "check_limits", refuse)
    assert body(ApiVersionsResponse(), 3, Limits(frame_bytes=10)) == ApiVersionsResponse()
    with pytest.raises(AssertionError):
        body(DescribeClusterResponse(), 1, Limits(array_elements=10))


def test_limits_are_printed():
    assert "array_elements=7" in repr(Limits(array_elements=7))
