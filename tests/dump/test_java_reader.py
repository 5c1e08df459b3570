"""Bytes that the codecs refuse and Java takes, and what Java says of those that it refuses."""

from __future__ import annotations

import pytest

from kraft_core.cli.dump.java_reader import JavaRefusalError, known_version, read_as_java
from kraft_wire.errors import WireError
from kraft_wire.json_form import to_json
from kraft_wire.messages import message_class, metadata_record_class
from tests.support import vectors

FEATURE_LEVEL = message_class("FeatureLevelRecord")
CONFIG = message_class("ConfigRecord")
PARTITION = message_class("PartitionRecord")
FENCING = message_class("BrokerRegistrationChangeRecord")
GROUP = message_class("GroupMetadataValue")


def test_message_is_read_up_to_its_end():
    data = FEATURE_LEVEL(name="metadata.version", feature_level=30).encode(0)
    message, end = read_as_java(FEATURE_LEVEL, data + b"rest", 0)
    assert (message.name, message.feature_level, end) == ("metadata.version", 30, len(data))


@pytest.mark.parametrize(
    ("cls", "version", "data", "attribute", "value"),
    [
        (FEATURE_LEVEL, 0, "03 ff61 0001 00", "name", "\ufffda"),
        (CONFIG, 0, "02 0261 0262 00 00", "value", None),
        (FENCING, 1, "00000001 0000000000000002 01 00 63 01", "fenced", 1),  # a size that lies
        (FENCING, 1, "00000001 0000000000000002 02 00 01 01 00 01 ff", "fenced", -1),
        (FENCING, 1, "00000001 0000000000000002 02 09 00 09 00", "fenced", 0),
        (FENCING, 1, "00000001 0000000000000002 ffffffff0f", "broker_epoch", 2),
        (GROUP, 0, "0001 61 00000000 fffe fff0 00000000", "leader", None),
    ],
)
def test_input_accepted_by_java_is_read(cls, version, data, attribute, value):
    raw = bytes.fromhex(data)
    message, end = read_as_java(cls, raw, version)
    assert getattr(message, attribute) == value
    assert end == len(raw)


@pytest.mark.parametrize(
    ("cls", "version", "data", "said"),
    [
        (FEATURE_LEVEL, 0, "", "null"),
        (FEATURE_LEVEL, 0, "00", "non-nullable field name was serialized as null"),
        (
            FEATURE_LEVEL,
            0,
            "05 6162",
            "Error reading byte array of 4 byte(s): only 2 byte(s) available",
        ),
        (FEATURE_LEVEL, 0, "818002", "string field name had invalid length 32768"),
        (
            FEATURE_LEVEL,
            0,
            "8080808080",
            (
                "Varint is too long, the most significant bit in the 5th byte is set, converted"
                " value: 0"
            ),
        ),
        (FEATURE_LEVEL, 0, "0261 0001 01 05 ffffffff0f", "-1"),
        (FENCING, 0, "00000001 0000000000000002 01 01 01 01", "Tag 1 is not valid for version 0"),
        (
            PARTITION,
            0,
            "00000000" + "00" * 16 + "09",
            "Tried to allocate a collection of size 8, but there are only 0 bytes remaining.",
        ),
    ],
)
def test_input_refused_by_java_has_its_message(cls, version, data, said):
    with pytest.raises(JavaRefusalError) as refusal:
        read_as_java(cls, bytes.fromhex(data), version)
    assert refusal.value.message == said


def test_elements_are_named_as_java_names_them():
    cls = message_class("ConsumerProtocolSubscription")
    with pytest.raises(JavaRefusalError, match="field topics element was serialized as null"):
        read_as_java(cls, bytes.fromhex("00000001 ffff"), 0)


def test_unknown_version_is_read_as_the_newest_or_refused():
    assert known_version(PARTITION, 99) == PARTITION.VERSIONS[1]
    data = FEATURE_LEVEL(name="a", feature_level=1).encode(0)
    assert read_as_java(FEATURE_LEVEL, data, 9)[0].name == "a"
    broker = message_class("RegisterBrokerRecord")
    point = broker.BrokerEndpoint(name="a", host="b", port=1, security_protocol=0)
    data = broker(end_points=(point,)).encode(broker.VERSIONS[1])
    with pytest.raises(JavaRefusalError, match="Can't read version 40 of BrokerEndpoint"):
        read_as_java(broker, data, 40)


def test_the_verdict_of_java_on_damaged_bytes():
    """Vectors of Kafka 4.4.0's own classes: the value that they gave, or that they threw."""
    taken = refused = 0
    for line in vectors.read_vectors("4.4.0", "malformed"):
        cls = message_class(line["message"])
        try:
            message, end = read_as_java(cls, bytes.fromhex(line["hex"]), line["version"])
        except JavaRefusalError:
            assert "error" in line, line
            refused += 1
            continue
        if "error" in line:
            continue  # 4.4.0 has limits that the tool of 4.3.1 lacks
        assert to_json(message, line["version"]) == line["json"], line
        assert len(line["hex"]) // 2 - end == line.get("rest", 0)
        taken += 1
    assert (taken, refused) > (200, 200)


def test_decoder_of_the_messages_refuses_malformed_utf_8():
    with pytest.raises(WireError):
        metadata_record_class(12).decode(bytes.fromhex("03 ff61 0001 00"), 0)
