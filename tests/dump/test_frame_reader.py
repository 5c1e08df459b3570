"""The frame around metadata records, and the words of Kafka's errors."""

from __future__ import annotations

import pytest

from kraft_core.cli.dump.java_reader import JavaRefusalError, read_frame, record_classes

CLASSES = record_classes("cluster-metadata", "metadata")


def test_record_is_read_from_its_frame():
    message, version = read_frame(bytes.fromhex("010c00 0261 0007 00"), CLASSES)
    assert (type(message).__name__, version) == ("FeatureLevelRecord", 0)
    assert (message.name, message.feature_level) == ("a", 7)


def test_unknown_version_is_reported():
    message, version = read_frame(bytes.fromhex("01 14 05 00"), CLASSES)
    assert (type(message).__name__, version) == ("NoOpRecord", 5)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("", "Error while reading frame version"),
        ("ffffffffff0f", "Error while reading frame version"),
        ("01", "Error while reading type"),
        ("01 ff", "Error while reading type"),
        ("01 14", "Error while reading version"),
        ("01 808002 00", "Value for type was too large."),
        (
            "00 14 00 00",
            (
                "Could not deserialize metadata record with frame version 0. Note that upgrades"
                " from the preview release of KRaft in 2.8 to newer versions are not supported."
            ),
        ),
        (
            "02 14 00 00",
            (
                "Could not deserialize metadata record due to unknown frame version 2"
                "(only frame version 1 is supported)"
            ),
        ),
        (
            "ffffffff0f",
            (
                "Could not deserialize metadata record due to unknown frame version -1"
                "(only frame version 1 is supported)"
            ),
        ),
        (
            "01 4d 00 00",
            "org.apache.kafka.common.errors.UnsupportedVersionException: Unknown metadata id 77",
        ),
        ("01 0c 00 05", "Failed to deserialize record with type 12"),
        ("01 14 00 00 0102", "Found 2 byte(s) of garbage after 20"),
    ],
)
def test_invalid_frame_has_kafkas_message(data, said):
    with pytest.raises(JavaRefusalError) as refusal:
        read_frame(bytes.fromhex(data), CLASSES)
    assert refusal.value.message == said
