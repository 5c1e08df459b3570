"""Which message a number stands for, by topic."""

from __future__ import annotations

import pytest

from kraft_core.cli.dump.java_reader import record_classes


@pytest.mark.parametrize(
    ("topic", "kind", "number", "name"),
    [
        ("cluster-metadata", "metadata", 0, "RegisterBrokerRecord"),
        ("cluster-metadata", "metadata", 1, "UnregisterBrokerRecord"),
        ("cluster-metadata", "metadata", 2, "TopicRecord"),
        ("cluster-metadata", "metadata", 3, "PartitionRecord"),
        ("cluster-metadata", "metadata", 29, "UnregisterControllerRecord"),
        ("remote-log-metadata", "metadata", 0, "RemoteLogSegmentMetadataRecord"),
        ("remote-log-metadata", "metadata", 2, "RemotePartitionDeleteMetadataRecord"),
        ("offsets", "coordinator-key", 0, "LegacyOffsetCommitKey"),
        ("offsets", "coordinator-value", 1, "OffsetCommitValue"),
        ("transaction-log", "coordinator-value", 0, "TransactionLogValue"),
        ("share-group-state", "coordinator-key", 1, "ShareUpdateKey"),
    ],
)
def test_record_class_follows_topic_and_number(topic, kind, number, name):
    found = record_classes(topic, kind).get(number)
    assert found is not None
    assert found.__name__ == name


def test_record_classes_exist_only_for_known_numbers():
    assert record_classes("remote-log-metadata", "metadata").numbers == [0, 1, 2, 3]
    assert record_classes("share-group-state", "coordinator-key").numbers == [0, 1]
    assert record_classes("transaction-log", "coordinator-key").numbers == [0]
    assert record_classes("transaction-log", "coordinator-key").get(1) is None


def test_every_key_has_a_value():
    for topic in ("offsets", "transaction-log", "share-group-state"):
        keys = record_classes(topic, "coordinator-key")
        assert keys.numbers == record_classes(topic, "coordinator-value").numbers
