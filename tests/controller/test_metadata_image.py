"""What is kept of the metadata log, what is dropped, and when it is not ours."""

from __future__ import annotations

import pytest

from kraft_core.config.feature_levels import LATEST
from kraft_core.controller.metadata_image import MetadataImage
from kraft_core.metadata import SnapshotError
from kraft_wire.messages import (
    AbortTransactionRecord,
    BeginTransactionRecord,
    ConfigRecord,
    EndTransactionRecord,
    NoOpRecord,
    TopicRecord,
    UnregisterControllerRecord,
    UserScramCredentialRecord,
    ZkMigrationStateRecord,
)
from tests.controller.content import FOREIGN, feature, image_of, registered, value_of


def config(name, value, resource=""):
    return ConfigRecord(resource_type=4, resource_name=resource, name=name, value=value)


def credential(user, mechanism, salt=b"s"):
    return UserScramCredentialRecord(name=user, mechanism=mechanism, salt=salt)


KEPT = [
    feature("metadata.version", 30),
    feature("group.version", 1),
    ZkMigrationStateRecord(zk_migration_state=3),
    registered(1),
    registered(2),
    config("a", "1"),
    config("a", "1", "7"),
    credential("u", 1),
    credential("u", 2),
]


def test_a_snapshot_has_everything_once_in_kafkas_order():
    shuffled = [KEPT[at] for at in (8, 6, 4, 1, 3, 7, 5, 2, 0)]
    # what Kafka 3.9 wrote of kraft.version means nothing (KAFKA-18979)
    image = image_of(*shuffled, feature("kraft.version", 1), NoOpRecord())
    values = image.values()
    assert sorted(values) == sorted(map(value_of, KEPT))
    assert values[0] == value_of(feature("metadata.version", 30))
    kinds = [value[1] for value in values]
    assert kinds == [12, 12, 21, 27, 27, 4, 4, 11, 11]
    assert not image.is_foreign


def test_configured_returns_the_resources_with_a_value():
    others = (
        config("b", "1", "9"),
        ConfigRecord(resource_type=2, resource_name="topic", name="a", value="1"),
    )
    image = image_of(*KEPT, *others, config("a", None, "8"))
    assert image.configured(4, "a") == {"", "7"}
    assert image_of(*KEPT, config("a", None)).configured(4, "a") == {"7"}


def test_values_of_an_image_restore_it():
    image = image_of(*KEPT)
    again = image_of(*image.values())
    assert again.values() == image.values()
    assert (again.features, again.controllers) == (image.features, image.controllers)


def test_later_records_replace_earlier_ones_and_take_them_away():
    image = image_of(*KEPT)
    replaced = [config("a", "2"), credential("u", 1, b"t"), registered(1, incarnation=9)]
    for record in replaced:
        image.replay(value_of(record))
    gone = [config("a", None, "7"), feature("group.version", 0), UnregisterControllerRecord()]
    gone[2].controller_id = 2
    for record in gone:
        image.replay(value_of(record))
    left = [KEPT[0], KEPT[2], KEPT[8], *replaced]
    assert sorted(image.values()) == sorted(map(value_of, left))
    assert image.features == {"metadata.version": 30}
    assert list(image.controllers) == [1]


def test_changed_features_are_reported():
    image = image_of()
    assert image.replay(value_of(feature("metadata.version", 30)))
    assert not image.replay(value_of(feature("kraft.version", 1)))
    assert not image.replay(value_of(NoOpRecord()))
    assert image.features == {"metadata.version": 30}


def test_a_transaction_counts_when_it_ends():
    image = image_of(BeginTransactionRecord(), *KEPT)
    assert image.in_transaction
    assert image.features == {}
    assert image.replay(value_of(EndTransactionRecord()))
    assert not image.in_transaction
    assert sorted(image.values()) == sorted(map(value_of, KEPT))


def test_aborted_transaction_leaves_no_values():
    image = image_of(KEPT[0], BeginTransactionRecord(), *KEPT[1:])
    assert not image.replay(value_of(AbortTransactionRecord()))
    assert image.values() == [value_of(KEPT[0])]
    assert not image.in_transaction


def test_clearing_forgets_all_but_that_it_was_foreign():
    image = image_of(*KEPT, FOREIGN, BeginTransactionRecord())
    image.clear()
    assert (image.features, image.controllers) == ({}, {})
    assert not image.in_transaction
    assert image.is_foreign


@pytest.mark.parametrize(
    "record",
    [
        TopicRecord(name="a"),
        feature("metadata.version", LATEST + 1),
        feature("a.new.feature", 1),
        EndTransactionRecord(),
        AbortTransactionRecord(),
        FOREIGN,
        b"\x02\x0c\x00",
        b"\x01\x0c\x63\x00",
        b"\xff",
        b"",
    ],
)
def test_foreign_metadata_is_not_written_to_a_snapshot(record):
    image = image_of(*KEPT, record)
    assert image.is_foreign
    image.replay(value_of(config("b", "2")))
    image.replay(value_of(registered(3)))
    with pytest.raises(SnapshotError):
        image.values()
    assert list(image.controllers) == [1, 2, 3]


@pytest.mark.parametrize("record", [TopicRecord(name="a"), feature("metadata.version", LATEST + 1)])
def test_a_transaction_shows_it_before_it_ends(record):
    assert image_of(BeginTransactionRecord(), record).is_foreign


def test_levels_of_a_transaction_that_turns_out_foreign_count_when_it_ends():
    """Kafka 4.4 finalizes two levels above kraft's in the transaction of its bootstrap."""
    levels = {"metadata.version": 33, "group.version": 1, "share.version": 2, "streams.version": 1}
    image = image_of(
        BeginTransactionRecord(name="Bootstrap records"),
        *(feature(name, level) for name, level in levels.items()),
        registered(1),
        feature("transaction.version", 9),
        registered(2),
    )
    assert image.is_foreign
    assert (image.features, image.controllers) == ({}, {})
    image.replay(value_of(EndTransactionRecord()))
    assert image.features == {**levels, "transaction.version": 9}
    assert sorted(image.controllers) == [1, 2]


def test_a_second_begin_is_foreign():
    assert image_of(BeginTransactionRecord(), BeginTransactionRecord()).is_foreign


def serving(*records):
    image = MetadataImage(serves_brokers=True)
    for offset, record in enumerate(records):
        image.replay(value_of(record), offset)
    return image


def test_a_level_outside_the_range_is_followed_until_it_is_changed():
    image = serving(feature("metadata.version", LATEST + 1), TopicRecord(name="a"))
    assert not image.is_foreign
    assert not image.is_whole
    assert image.unknown_level == ("metadata.version", LATEST + 1)
    image.replay(value_of(feature("metadata.version", LATEST)))
    assert image.is_whole
    assert "a" in image.cluster.topic_ids


def test_unknown_fields_of_a_newer_level_are_not_lost_silently():
    """A snapshot or a later record of kraft would lack them."""
    newer = TopicRecord(name="b", unknown_tagged_fields=((7, b"x"),))
    image = serving(feature("metadata.version", LATEST + 1), newer)
    assert image.unreadable.text == "TopicRecord at offset 1 has unknown fields"
    image.replay(value_of(feature("metadata.version", LATEST)))
    assert not image.is_whole


@pytest.mark.parametrize("record", [FOREIGN, b"\xff", EndTransactionRecord()])
def test_a_snapshot_replaces_what_could_not_be_read(record):
    image = serving(KEPT[0], record)
    assert image.is_foreign
    assert serving(KEPT[0]).is_whole
    image.clear()
    image.replay(value_of(KEPT[0]))
    assert image.is_whole
