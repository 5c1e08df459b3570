"""Subscriptions and assignments; tests/conformance/test_consumer_protocol asks Kafka."""

from __future__ import annotations

import pytest

from kraft_wire import groups
from kraft_wire.errors import DecodeError, TruncatedError, UnsupportedVersionError

# kafka-clients 4.4.0: ConsumerProtocol.serializeSubscription, version 1
SUBSCRIPTION = bytes.fromhex("000100000002000161000162ffffffff00000001000161")
SUBSCRIPTION += bytes.fromhex("000000020000000000000002")


def test_topics_and_owned_partitions_are_sorted():
    made = groups.subscription(["b", "a"], {"a": [2, 0], "c": []})
    assert groups.encode_subscription(made, 1) == SUBSCRIPTION
    assert groups.decode_subscription(SUBSCRIPTION) == (made, 1)
    assert groups.owned_partitions(made) == {"a": (0, 2)}


@pytest.mark.parametrize("version", [None, 3, 4, 99])
def test_a_version_above_the_newest_is_written_as_the_newest(version):
    made = groups.assignment({"t": [1, 0]}, user_data=b"u")
    data = groups.encode_assignment(made, version)
    assert groups.decode_assignment(data) == (made, 3)
    assert groups.assigned_partitions(made) == {"t": (1, 0)}


def test_newer_bytes_are_read_as_the_newest_version():
    made = groups.subscription(["a"], rack_id="r", generation_id=5)
    data = b"\0\x63" + groups.encode_subscription(made)[2:] + b"fields of later versions"
    assert groups.decode_subscription(data) == (made, 99)


def test_a_topic_that_is_named_twice_keeps_all_its_partitions():
    cls = type(groups.assignment({}))
    twice = [cls.TopicPartition(topic="t", partitions=[number]) for number in (3, 1)]
    assert groups.assigned_partitions(cls(assigned_partitions=twice)) == {"t": (3, 1)}


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", TruncatedError),
        (b"\0", TruncatedError),
        (b"\xff\xff", DecodeError),
        (b"\0\1\0", DecodeError),
    ],
)
def test_invalid_group_bytes_are_refused(data, error):
    for decode in (groups.decode_assignment, groups.decode_subscription):
        with pytest.raises(error):
            decode(data)


def test_negative_version_is_refused():
    with pytest.raises(UnsupportedVersionError, match="has no version -1"):
        groups.encode_assignment(groups.assignment({}), -1)
