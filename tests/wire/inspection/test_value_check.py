from __future__ import annotations

import pytest

from kraft_wire.errors import EncodeError, UnsupportedVersionError
from kraft_wire.inspection import encode_fault, value_check
from kraft_wire.messages import AlterClientQuotasRequest, FetchRequest, VoteRequest
from kraft_wire.primitives import Uuid
from tests.support.tiny_messages import Part, Tiny

LONE = chr(0xD800)

# what is wrong with a message, in version 2 (Tiny: 0 and 1 are not flexible), and where
BAD_VALUES = [
    ({"small": 128}, 2, EncodeError, "small"),
    ({"port": -1}, 2, EncodeError, "port"),
    ({"short": "5"}, 2, EncodeError, "short"),
    ({"count": None}, 2, EncodeError, "count"),
    ({"ratio": "x"}, 2, EncodeError, "ratio"),
    ({"ratio": 10**400}, 2, EncodeError, "ratio"),
    ({"id": b"short"}, 2, EncodeError, "id"),
    ({"id": "text"}, 2, EncodeError, "id"),
    ({"text": None}, 0, EncodeError, "text"),
    ({"text": b"x"}, 2, EncodeError, "text"),
    ({"text": LONE}, 2, EncodeError, "text"),
    ({"text": "é" * 16384}, 2, EncodeError, "text"),
    ({"blob": None}, 2, EncodeError, "blob"),
    ({"blob": "text"}, 2, EncodeError, "blob"),
    ({"numbers": 5}, 2, EncodeError, "numbers"),
    ({"numbers": (1, "2")}, 2, EncodeError, "numbers[1]"),
    ({"numbers": (1, None)}, 2, EncodeError, "numbers[1]"),
    ({"part": Tiny()}, 2, EncodeError, "part"),
    ({"part": Part(words=None)}, 2, EncodeError, "part.words"),
    ({"parts": (Part(), 5)}, 2, EncodeError, "parts[1]"),
    ({"parts": (Part(), Part(words=("a", 5)))}, 2, EncodeError, "parts[1].words[1]"),
    ({"parts": (Part(words=("a",)),)}, 1, UnsupportedVersionError, "parts[0].words"),
    ({"strict": 1}, 1, UnsupportedVersionError, "strict"),
    ({"tagged": "x"}, 1, UnsupportedVersionError, "tagged"),
    ({"tagged_part": Part(number=1)}, 2, UnsupportedVersionError, "taggedPart"),
    ({"tagged_part": None}, 2, UnsupportedVersionError, "taggedPart"),
    ({"tagged_part": ""}, 2, UnsupportedVersionError, "taggedPart"),
    ({"unknown_tagged_fields": ((5, b""),)}, 1, UnsupportedVersionError, None),
    ({"unknown_tagged_fields": ((5, b""), (5, b""))}, 2, EncodeError, "taggedFields[5]"),
    ({"unknown_tagged_fields": ((-1, b""),)}, 2, EncodeError, "taggedFields"),
    ({"unknown_tagged_fields": ((2**31 - 1, b""),)}, 2, EncodeError, "taggedFields"),
    ({"unknown_tagged_fields": ((5, "x"),)}, 2, EncodeError, "taggedFields"),
    ({"unknown_tagged_fields": (5,)}, 2, EncodeError, None),
    ({"unknown_tagged_fields": ((0, b""),), "tagged": "x"}, 2, EncodeError, "taggedFields[0]"),
]


@pytest.mark.parametrize(("values", "version", "kind", "path"), BAD_VALUES)
def test_values_that_cannot_be_written_are_reported_with_their_path(values, version, kind, path):
    fault = encode_fault(Tiny(**values), version)
    assert (type(fault), fault.path) == (kind, path)
    assert "the writer of" not in fault.detail


@pytest.mark.parametrize("version", [0, 1, 2, 3])
def test_values_that_can_be_written_are_none_of_its_business(version):
    value_check.check(Tiny(id=Uuid(bytes(16)), loose=99, numbers=[1], ratio=5), version)


def test_the_writer_of_a_real_message_says_what_is_wrong():
    topic = FetchRequest.FetchTopic(partitions=(FetchRequest.FetchPartition(partition=2**31),))
    with pytest.raises(EncodeError) as error:
        FetchRequest(topics=(topic,)).encode(17)
    assert error.value.path == "topics[0].partitions[0].partition"
    with pytest.raises(UnsupportedVersionError) as error:
        VoteRequest(topics=(_voting(pre_vote=True),)).encode(1)
    assert error.value.path == "topics[0].partitions[0].preVote"
    operation = AlterClientQuotasRequest.OpData(value="1.0")
    entry = AlterClientQuotasRequest.EntryData(ops=(operation,))
    with pytest.raises(EncodeError) as error:
        AlterClientQuotasRequest(entries=(entry,)).encode(0)
    assert error.value.path == "entries[0].ops[0].value"


def _voting(**values):
    return VoteRequest.TopicData(partitions=(VoteRequest.PartitionData(**values),))
