"""What every message can do, seen on a few of Kafka's."""

from __future__ import annotations

import pickle

import pytest

from kraft_wire.errors import (
    DecodeError,
    EncodeError,
    LimitError,
    TrailingBytesError,
    TruncatedError,
    UnsupportedVersionError,
)
from kraft_wire.messages import FetchRequest, LeaderChangeMessage, VoteRequest
from kraft_wire.primitives import Uuid
from tests.support import engines

DIRECTORY = Uuid.parse("J8aAPcfLQt2bqs1JT_rMgQ")


def vote() -> VoteRequest:
    partition = VoteRequest.PartitionData(
        replica_epoch=3, replica_id=1, replica_directory_id=DIRECTORY, last_offset=42
    )
    topic = VoteRequest.TopicData(topic_name="__cluster_metadata", partitions=[partition])
    return VoteRequest(cluster_id="c", voter_id=2, topics=[topic])


def test_defaults_are_those_of_the_schema():
    assert VoteRequest().voter_id == -1
    assert VoteRequest().cluster_id is None
    assert VoteRequest().topics == ()
    assert FetchRequest.FetchPartition().high_watermark == 2**63 - 1


def test_arguments_are_keywords_only():
    with pytest.raises(TypeError):
        VoteRequest("c")
    with pytest.raises(TypeError):
        VoteRequest(cluster="c")


def test_equality_hash_and_repr():
    assert vote() == vote()
    assert hash(vote()) == hash(vote())
    assert vote() != VoteRequest()
    assert vote() != object()
    assert repr(vote()).startswith("VoteRequest(cluster_id='c', voter_id=2, topics=(VoteRequest.")
    assert "unknown_tagged_fields" not in repr(vote())
    names = {"VoteRequest": VoteRequest, "Uuid": Uuid}
    assert eval(repr(vote()), names) == vote()  # noqa: S307  # a repr is a constructor call


def test_messages_can_be_pickled():
    assert pickle.loads(pickle.dumps(vote())) == vote()  # noqa: S301  # our own bytes


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_buffer_is_read(kind):
    assert VoteRequest.decode(kind(vote().encode(2)), 2) == vote()


def test_prefix_is_decoded_with_the_place_after_it():
    octets = vote().encode(2)
    assert VoteRequest.decode_prefix(octets + b"more", 2) == (vote(), len(octets))


def test_bytes_left_over_are_refused():
    octets = vote().encode(2)
    with pytest.raises(TrailingBytesError) as refusal:
        VoteRequest.decode(octets + b"more", 2)
    assert refusal.value.offset == len(octets)


def test_every_proper_beginning_is_refused_as_truncated():
    octets = vote().encode(2)
    for length in range(len(octets)):
        for read in (VoteRequest.decode, VoteRequest.decode_prefix):
            with pytest.raises(DecodeError) as refusal:
                read(octets[:length], 2)
            assert refusal.value.offset is not None


def test_a_refusal_names_place_and_path():
    octets = vote().encode(2)
    with pytest.raises(TruncatedError) as refusal:
        VoteRequest.decode(octets[:40], 2)
    assert refusal.value.path == "topics[0].partitions[0].replicaDirectoryId"


@pytest.mark.parametrize("version", [-1, 3, 99])
def test_unknown_version_is_refused(version):
    for call in (
        lambda: VoteRequest.decode(b"", version),
        lambda: VoteRequest.decode_prefix(b"", version),
        lambda: VoteRequest().encode(version),
    ):
        with pytest.raises(UnsupportedVersionError, match=f"no version {version}, only 0 to 2"):
            call()


def test_a_field_that_the_version_lacks_is_refused_unless_ignorable():
    message = vote()
    assert VoteRequest.decode(message.encode(0), 0).voter_id == -1  # ignorable
    asked = VoteRequest.PartitionData(pre_vote=True)
    request = VoteRequest(topics=[VoteRequest.TopicData(partitions=[asked])])
    with pytest.raises(UnsupportedVersionError) as refusal:
        request.encode(1)
    assert refusal.value.path == "topics[0].partitions[0].preVote"


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"voter_id": 2**31}, "voterId"),
        ({"voter_id": "2"}, "voterId"),
        ({"voter_id": None}, "voterId"),
        ({"cluster_id": "x" * 32768}, "clusterId"),
        ({"cluster_id": b"c"}, "clusterId"),
        ({"topics": [VoteRequest.TopicData(topic_name=None)]}, "topics[0].topicName"),
    ],
)
def test_values_that_cannot_be_written(change, path):
    with pytest.raises(EncodeError) as refusal:
        VoteRequest(**change).encode(2)
    assert refusal.value.path == path


def test_a_uuid_has_sixteen_bytes():
    partition = VoteRequest.PartitionData(replica_directory_id=b"short")
    request = VoteRequest(topics=[VoteRequest.TopicData(partitions=[partition])])
    with pytest.raises(EncodeError) as refusal:
        request.encode(2)
    assert refusal.value.path == "topics[0].partitions[0].replicaDirectoryId"


def test_unknown_tags_are_kept_and_count_in_comparisons():
    octets = LeaderChangeMessage(leader_id=1).encode(0)
    tagged = octets[:-1] + bytes.fromhex("01 2a 03 616263")
    message = LeaderChangeMessage.decode(tagged, 0)
    assert message.unknown_tagged_fields == ((42, b"abc"),)
    assert message != LeaderChangeMessage(leader_id=1)
    assert "unknown_tagged_fields=((42, b'abc'),)" in repr(message)
    assert message.encode(0) == tagged


def test_schema_is_the_message_as_data():
    schema = VoteRequest.schema()
    assert (schema.name, schema.kind, schema.api_key) == ("VoteRequest", "request", 52)
    assert [field.json_name for field in schema.root.fields] == ["clusterId", "voterId", "topics"]


def test_too_many_elements_are_refused_before_they_are_made(monkeypatch):
    """Many small elements would cost far more memory than the bytes they come in."""
    octets = vote().encode(2)
    limit = len(octets) - 1
    monkeypatch.setattr("kraft_wire.message.MESSAGE_ELEMENTS_MAX", limit)
    assert VoteRequest.decode(octets, 2) == vote()
    monkeypatch.setattr("kraft_wire.inspection.walk.MESSAGE_ELEMENTS_MAX", 1)
    monkeypatch.setattr("kraft_wire.inspection.faults.MESSAGE_ELEMENTS_MAX", 1)
    for read in (VoteRequest.decode, VoteRequest.decode_prefix):
        with engines.elements_bound(1), pytest.raises(LimitError, match="elements"):
            read(octets, 2)


class OwnVote(VoteRequest):
    """A message with a method of its own, and nothing else."""

    __slots__ = ()

    @property
    def names(self):
        return [topic.topic_name for topic in self.topics]


class CountedVote(VoteRequest):
    """A message with an attribute of its own."""

    def __init__(self, **fields):
        super().__init__(**fields)
        self.count = 1


@pytest.mark.parametrize("cls", [OwnVote, CountedVote])
def test_subclasses_decode_to_themselves_and_refuse_as_their_class(cls):
    octets = vote().encode(2)
    own = cls.decode(octets, 2)
    assert (type(own), own.encode(2)) == (cls, octets)
    assert cls.decode_prefix(octets + b"more", 2) == (own, len(octets))
    assert own == cls(cluster_id="c", voter_id=2, topics=vote().topics)
    assert own != cls()
    assert own != vote()
    assert len({own, cls(cluster_id="c", voter_id=2, topics=vote().topics), vote()}) == 2
    assert repr(own) == repr(vote()).replace("VoteRequest", cls.__qualname__, 1)
    assert cls.schema() is VoteRequest.schema()
    for length in (0, 5, len(octets) - 1):
        with pytest.raises(TruncatedError) as refusal:
            cls.decode(octets[:length], 2)
        with pytest.raises(TruncatedError) as expected:
            VoteRequest.decode(octets[:length], 2)
        assert str(refusal.value) == str(expected.value)
    with pytest.raises(EncodeError) as refusal:
        cls(voter_id=2**31).encode(2)
    assert refusal.value.path == "voterId"


@pytest.mark.parametrize("value", [7, "text", [0, 0], None, 1.5, object()])
def test_decode_refuses_non_bytes(value):
    for read in (VoteRequest.decode, VoteRequest.decode_prefix):
        with pytest.raises(TypeError, match="bytes-like"):
            read(value, 2)


def test_decode_takes_the_bytes_of_any_buffer():
    octets = vote().encode(2)
    assert VoteRequest.decode(memoryview(octets + octets)[: len(octets)], 2) == vote()
    assert VoteRequest.decode(Octets(octets), 2) == vote()


class Octets(bytes):
    """Bytes that would rather be others."""

    def __bytes__(self):
        return b"others"
