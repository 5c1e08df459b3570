from __future__ import annotations

import math

import pytest

from kraft_wire.errors import EncodeError, UnsupportedVersionError
from kraft_wire.json_form import count_unknown_tags, dumps, to_json
from kraft_wire.messages import (
    FetchRequest,
    FetchResponse,
    VoteResponse,
)
from kraft_wire.primitives import Uuid
from tests.support.tiny_messages import Part, Tiny

ZERO = "AAAAAAAAAAAAAAAAAAAAAA"


NULL_DEFAULTS = {
    "flag": False,
    "small": 0,
    "short": 0,
    "port": 0,
    "count": 0,
    "offset": 0,
    "ratio": 0.0,
    "id": ZERO,
    "text": "",
    "blob": "",
    "records": None,
    "numbers": [],
}


V1 = NULL_DEFAULTS | {"part": None, "parts": []}


V2 = V1 | {"strict": 7, "loose": 7}


def test_keys_of_a_real_message_are_kafkas():
    topic = FetchRequest.FetchTopic(topic_id=Uuid(bytes(16)), partitions=())
    form = to_json(FetchRequest(topics=(topic,), cluster_id="c"), 17)
    assert dumps(form) == (
        '{"clusterId":"c","maxWaitMs":0,"minBytes":0,"maxBytes":2147483647,"isolationLevel":0,'
        '"sessionId":0,"sessionEpoch":-1,"topics":[{"topicId":"AAAAAAAAAAAAAAAAAAAAAA",'
        '"partitions":[]}],"forgottenTopicsData":[],"rackId":""}'
    )


def test_a_tagged_structure_with_an_unknown_tag_is_not_at_its_default():
    message = Tiny(tagged_part=Part(unknown_tagged_fields=((9, b""),)))
    assert to_json(message, 3)["taggedPart"] == {"number": 0, "words": []}


def test_a_field_that_the_version_lacks_is_printed_by_no_one():
    with pytest.raises(UnsupportedVersionError) as error:
        to_json(Tiny(strict=1), 1)
    assert error.value.path == "strict"
    assert to_json(Tiny(loose=1, tagged_part=Part()), 0) == NULL_DEFAULTS
    with pytest.raises(UnsupportedVersionError) as error:
        to_json(Tiny(parts=(Part(words=("a",)),)), 1)
    assert error.value.path == "parts[0].words"


def test_values_that_no_field_can_hold_are_refused_with_their_path():
    for values, path in [
        ({"id": b"short"}, "id"),
        ({"blob": "text"}, "blob"),
        ({"numbers": 5}, "numbers"),
        ({"parts": (Part(), "x")}, "parts[1]"),
        ({"ratio": "x"}, "ratio"),
    ]:
        with pytest.raises(EncodeError) as error:
            to_json(Tiny(**values), 1)
        assert error.value.path == path
    assert to_json(Tiny(id=bytes(16)), 1)["id"] == ZERO


def test_not_a_number_is_printed_as_text():
    for value, text in [(math.nan, "NaN"), (math.inf, "Infinity"), (-math.inf, "-Infinity")]:
        assert to_json(Tiny(ratio=value), 0)["ratio"] == text


def test_records_are_real_bytes_or_only_their_size():
    partition = FetchResponse.PartitionData(records=b"12345")
    topic = FetchResponse.FetchableTopicResponse(topic="t", partitions=(partition,))
    message = FetchResponse(responses=(topic,))

    def partition_form(**options):
        return to_json(message, 12, **options)["responses"][0]["partitions"][0]

    assert partition_form()["records"] == "MTIzNDU="
    sized = partition_form(serialize_records=False)
    assert "records" not in sized
    assert sized["recordsSizeInBytes"] == 5
    assert list(sized)[-1] == "recordsSizeInBytes"
    nothing = Tiny(records=None)
    assert to_json(nothing, 0, serialize_records=False)["records"] is None


def test_unknown_tags_are_counted_wherever_they_are():
    tags = ((5, b"a"), (7, b""))
    partition = VoteResponse.PartitionData(unknown_tagged_fields=tags)
    topic = VoteResponse.TopicData(
        partitions=(partition, partition), unknown_tagged_fields=tags[:1]
    )
    message = VoteResponse(topics=(topic,), unknown_tagged_fields=tags)
    assert count_unknown_tags(message) == 7
    assert count_unknown_tags(VoteResponse()) == 0
    assert "unknown" not in dumps(to_json(message, 0))
