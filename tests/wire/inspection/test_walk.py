from __future__ import annotations

import random
from struct import error as struct_error

import pytest

from kraft_wire.errors import (
    DecodeError,
    InvalidLengthError,
    InvalidTagError,
    InvalidTextError,
    InvalidVarintError,
    LimitError,
    TrailingBytesError,
    TruncatedError,
    UnexpectedNullError,
)
from kraft_wire.inspection import (
    decode_fault,
    read_tree,
)
from kraft_wire.messages import (
    FetchRequest,
    FetchResponse,
    JoinGroupRequest,
    MetadataRequest,
    MetadataResponse,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
    VoteRequest,
    VoteResponse,
)
from kraft_wire.primitives import uvarint

TAGS_OF_10001 = b"\x91\x4e" + b"".join(uvarint(tag + 9) + b"\0" for tag in range(10_001))


# message, version, bytes, type of the refusal, its offset, its path
FAULTS = [
    (VoteResponse, 0, "", TruncatedError, 0, "errorCode"),
    (VoteResponse, 0, "00", TruncatedError, 0, "errorCode"),
    (VoteResponse, 0, "0000", TruncatedError, 2, "topics"),
    (VoteResponse, 0, "0000 01", TruncatedError, 3, "taggedFields"),
    (VoteResponse, 0, "0000 01 00 00", TrailingBytesError, 4, None),
    (VoteResponse, 0, "0000 00 00", UnexpectedNullError, 2, "topics"),
    (VoteResponse, 0, "0000 05 02 61", InvalidLengthError, 2, "topics"),
    (VoteResponse, 0, "0000 ffffffff0f 00", InvalidLengthError, 2, "topics"),
    (VoteResponse, 0, "0000 8080808010 00", InvalidVarintError, 2, "topics"),
    (VoteResponse, 0, "0000 808080808000", InvalidVarintError, 2, "topics"),
    (VoteResponse, 0, "0000 8080", TruncatedError, 2, "topics"),
    (VoteResponse, 0, "0000 02 00 01 00 00", UnexpectedNullError, 3, "topics[0].topicName"),
    (VoteResponse, 0, "0000 02 03 ff61 01 00 00", InvalidTextError, 4, "topics[0].topicName"),
    (VoteResponse, 0, "0000 02 03 61c3 01 00 00", InvalidTextError, 5, "topics[0].topicName"),
    (VoteResponse, 0, "0000 02 09 61 01 00 00", InvalidLengthError, 3, "topics[0].topicName"),
    (
        VoteResponse,
        0,
        "0000 02 02 61 02 00000001 0003 00000002",
        TruncatedError,
        16,
        "topics[0].partitions[0].leaderEpoch",
    ),
    (VoteResponse, 0, "0000 01 05", InvalidLengthError, 3, "taggedFields"),
    (VoteResponse, 0, "0000 01 ffffffff0f", InvalidLengthError, 3, "taggedFields"),
    (VoteResponse, 0, "0000 01 01 00 01 01", InvalidTagError, 4, "taggedFields[0]"),
    (VoteResponse, 1, "0000 01 01 00 01 01", None, None, None),
    (VoteResponse, 1, "0000 01 01 00 02 01 00", InvalidTagError, 4, "nodeEndpoints"),
    (VoteResponse, 1, "0000 01 01 00 01 00", UnexpectedNullError, 6, "nodeEndpoints"),
    (VoteResponse, 1, "0000 01 02 00 01 01 00 01 01", InvalidTagError, 7, "taggedFields[0]"),
    (VoteResponse, 0, "0000 01 02 07 00 07 00", InvalidTagError, 6, "taggedFields[7]"),
    (VoteResponse, 0, "0000 01 02 09 00 07 01 aa", None, None, None),
    (VoteResponse, 0, "0000 01 01 07 05 aa", InvalidTagError, 4, "taggedFields[7]"),
    (VoteResponse, 0, "0000 01 01 07", TruncatedError, 5, "taggedFields[7]"),
    (VoteResponse, 0, "0000 01 01 feffffff07 00", None, None, None),
    (VoteResponse, 0, "0000 01 01 ffffffff07 00", InvalidTagError, 4, "taggedFields[2147483647]"),
    (VoteResponse, 0, "0000 01" + TAGS_OF_10001.hex(), LimitError, 3, "taggedFields"),
    (SaslHandshakeRequest, 1, "0002 61", InvalidLengthError, 0, "mechanism"),
    (SaslHandshakeRequest, 1, "ffff", UnexpectedNullError, 0, "mechanism"),
    (SaslHandshakeRequest, 1, "fffe", InvalidLengthError, 0, "mechanism"),
    (SaslAuthenticateRequest, 0, "fffffffe", InvalidLengthError, 0, "authBytes"),
    (SaslAuthenticateRequest, 0, "7fffffff 00", InvalidLengthError, 0, "authBytes"),
    (SaslAuthenticateRequest, 0, "ffffffff", UnexpectedNullError, 0, "authBytes"),
    (MetadataRequest, 1, "ffffffff", None, None, None),
    (MetadataRequest, 1, "fffffffe", InvalidLengthError, 0, "topics"),
    (MetadataRequest, 0, "ffffffff", UnexpectedNullError, 0, "topics"),
    (MetadataRequest, 1, "00000002 0001 61 ffff", UnexpectedNullError, 7, "topics[1].name"),
    (MetadataRequest, 1, "000f4241" + "00" * 1_000_001, LimitError, 0, "topics"),
    # the text is too long even where all its bytes are there
    (VoteRequest, 0, "818002" + "61" * 32768 + "0100", InvalidLengthError, 0, "clusterId"),
    (VoteRequest, 0, "808002" + "61" * 32767 + "0100", None, None, None),
]


@pytest.mark.parametrize(
    ("cls", "version", "octets", "refusal"),
    [(*fault[:3], fault[3:]) for fault in FAULTS],
    ids=range(len(FAULTS)),
)
def test_faults_have_type_offset_and_path(cls, version, octets, refusal):
    data = bytes.fromhex(octets)
    kind, offset, path = refusal
    if kind is None:
        assert isinstance(cls.decode(data, version), cls)
        return
    with pytest.raises(kind) as error:
        cls.decode(data, version)
    assert (type(error.value), error.value.offset, error.value.path) == (kind, offset, path)
    reading = read_tree(cls.schema(), data, version)
    if kind is TrailingBytesError:
        assert (reading.fault, reading.end) == (None, offset)
    else:
        assert type(reading.fault) is kind
        assert (reading.fault.offset, reading.fault.path) == (offset, path)


def test_tree_has_place_type_and_value_of_every_node():
    topic = VoteResponse.TopicData(topic_name="t", partitions=(VoteResponse.PartitionData(),))
    node = VoteResponse.NodeEndpoint(node_id=1, host="é", port=9092)
    message = VoteResponse(
        error_code=35,
        topics=(topic,),
        node_endpoints=(node,),
        unknown_tagged_fields=((3, b"\xaa"),),
    )
    data = message.encode(1)
    root, end, fault = read_tree(VoteResponse.schema(), data, 1)
    assert (end, fault) == (len(data), None)
    assert [(n.offset, n.own_length, n.path, n.type, n.value) for n in _walked(root)] == [
        (0, 0, "", "VoteResponse", None),
        (0, 2, "errorCode", "int16", 35),
        (2, 1, "topics", "[]TopicData", 1),
        (3, 0, "topics[0]", "TopicData", None),
        (3, 2, "topics[0].topicName", "compact string", "t"),
        (5, 1, "topics[0].partitions", "[]PartitionData", 1),
        (6, 0, "topics[0].partitions[0]", "PartitionData", None),
        (6, 4, "topics[0].partitions[0].partitionIndex", "int32", 0),
        (10, 2, "topics[0].partitions[0].errorCode", "int16", 0),
        (12, 4, "topics[0].partitions[0].leaderId", "int32", 0),
        (16, 4, "topics[0].partitions[0].leaderEpoch", "int32", 0),
        (20, 1, "topics[0].partitions[0].voteGranted", "bool", False),
        (21, 1, "topics[0].partitions[0].taggedFields", "tags", 0),
        (22, 1, "topics[0].taggedFields", "tags", 0),
        (23, 1, "taggedFields", "tags", 2),
        (24, 2, "taggedFields[0]", "tag", 0),
        (26, 1, "nodeEndpoints", "[]NodeEndpoint", 1),
        (27, 0, "nodeEndpoints[0]", "NodeEndpoint", None),
        (27, 4, "nodeEndpoints[0].nodeId", "int32", 1),
        (31, 3, "nodeEndpoints[0].host", "compact string", "é"),
        (34, 2, "nodeEndpoints[0].port", "uint16", 9092),
        (36, 1, "nodeEndpoints[0].taggedFields", "tags", 0),
        (37, 3, "taggedFields[3]", "unknown tag", b"\xaa"),
    ]
    assert sum(node.own_length for node in _walked(root)) == len(data)


def _walked(node):
    yield node
    for child in node.children:
        yield from _walked(child)


def test_a_tree_of_bad_bytes_ends_where_they_do():
    data = VoteResponse(topics=(VoteResponse.TopicData(topic_name="abc"),)).encode(0)
    for size in range(len(data)):
        root, end, fault = read_tree(VoteResponse.schema(), data[:size], 0)
        assert isinstance(fault, DecodeError)
        assert root.length == end <= size
        assert sum(node.own_length for node in _walked(root)) <= size


def _response(count):
    return MetadataResponse(
        topics=[
            MetadataResponse.MetadataResponseTopic(
                name="a", partitions=[_partition(index) for index in range(count)]
            )
        ]
        * 2
    )


def _partition(index):
    return MetadataResponse.MetadataResponsePartition(partition_index=index, replica_nodes=(1, 2))


GOOD_BYTES = [
    (VoteRequest(cluster_id="c", topics=(VoteRequest.TopicData(topic_name="t"),)), 2),
    (VoteResponse(node_endpoints=(VoteResponse.NodeEndpoint(host="h"),)), 1),
    (FetchRequest(cluster_id="c", rack_id="r", topics=(FetchRequest.FetchTopic(),)), 17),
    (FetchResponse(responses=(FetchResponse.FetchableTopicResponse(topic="t"),)), 12),
    (FetchResponse(responses=(FetchResponse.FetchableTopicResponse(topic="t"),)), 4),
    (_response(2), 9),
    (_response(2), 0),
    (JoinGroupRequest(protocol_type="consumer", group_id="g"), 9),
    (SaslAuthenticateRequest(auth_bytes=b"secret"), 2),
]


@pytest.mark.parametrize(("message", "version"), GOOD_BYTES)
def test_the_walk_and_the_fast_reader_agree_on_damaged_bytes(message, version):
    rng = random.Random(f"{message!r}{version}")
    cls, good = type(message), message.encode(version)
    verdicts = set()
    for _ in range(1500):
        data = _damaged(rng, good)
        try:
            is_good = cls._READERS[version](data, 0)[1] == len(data)
        except (ValueError, IndexError, struct_error, OverflowError):
            is_good = False
        fault = decode_fault(cls, data, version)
        assert ("the fast reader" in fault.detail) == is_good, (data.hex(), fault)
        assert is_good or 0 <= fault.offset <= len(data)
        verdicts.add(is_good)
    assert verdicts == {True, False}


def _damaged(rng, good):
    data = bytearray(good)
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        place = rng.randrange(len(data) + 1)
        what = rng.randrange(4)
        if what == 0:
            data[place : place + 1] = rng.choice([b"\0", b"\1", b"\2", b"\x7f", b"\x80", b"\xff"])
        elif what == 1:
            data[place:place] = rng.randbytes(rng.randrange(1, 4))
        elif what == 2:
            del data[place : place + rng.randrange(1, 4)]
        else:
            data[place : place + 4] = rng.choice([b"\xff" * 4, b"\xff\xff\xff\xfe", b"\x7f" * 4])
    return bytes(data)
