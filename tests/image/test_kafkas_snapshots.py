"""Kafka's own logs and snapshots: a replayed log is the state that Kafka wrote as a snapshot."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kraft_core.metadata import TOPIC_CONFIG, ClusterImage, snapshot_records
from kraft_wire.messages import (
    ConfigRecord,
    RegisterBrokerRecord,
    RegisterControllerRecord,
    TopicRecord,
)
from kraft_wire.records import iter_batches
from kraft_wire.records.metadata_frame import (
    MetadataRecord,
    decode_metadata_record,
    encode_metadata_record,
)

DATA = Path(__file__).parents[1] / "data" / "kafka"
SNAPSHOTS = [path for path in sorted(DATA.rglob("*-*.checkpoint")) if path.stat().st_size > 1000]
WITH_LOG = [path for path in SNAPSHOTS if (path.parent / f"{0:020}.log").exists()]


def name_of(path):
    return f"{path.relative_to(DATA).parts[0]}-{path.relative_to(DATA).parts[1]}-{path.stem}"


def end_offset(snapshot):
    return int(snapshot.name.split("-")[0])


def records(path):
    """Yield offset, key, value and whether it is a control record."""
    for batch in iter_batches(path.read_bytes()):
        for record in batch.records():
            yield record.offset, record.key, record.value, batch.is_control


def replayed(image, rows):
    for offset, key, value, is_control in rows:
        image.replay(key, value, is_control=is_control, offset=offset)
    return image


def values_of(snapshot):
    return Counter(bytes(value) for _, _, value, is_control in records(snapshot) if not is_control)


def in_one_order(value):
    """Kafka keeps endpoints and features in hash tables: their order is not part of the state."""
    message, version = decode_metadata_record(value)
    if isinstance(message, RegisterBrokerRecord | RegisterControllerRecord):
        message.end_points = tuple(sorted(message.end_points, key=lambda one: one.name))
        message.features = tuple(sorted(message.features, key=lambda one: one.name))
    return encode_metadata_record(MetadataRecord(message, version))


def normalized(values):
    return Counter(in_one_order(value) for value in values.elements())


def written(image):
    return Counter(encode_metadata_record(record) for record in snapshot_records(image))


def without_orphans(values):
    """Leave out configs of topics that do not exist.

    Kafka's image keeps them if a topic is created and removed between two of its publications:
    ConfigurationsDelta.replay(RemoveTopicRecord) looks at the image before the delta only. Kafka's
    controller (ConfigurationControlManager.deleteTopicConfigs) removes them, and so does kraft.
    """
    messages = {value: decode_metadata_record(value).message for value in values}
    topics = {one.name for one in messages.values() if isinstance(one, TopicRecord)}
    orphans = {
        value
        for value, one in messages.items()
        if isinstance(one, ConfigRecord) and one.resource_type == TOPIC_CONFIG
        if one.resource_name not in topics
    }
    return Counter({value: count for value, count in values.items() if value not in orphans})


def log_until(snapshot):
    end = end_offset(snapshot)
    for log in sorted(snapshot.parent.glob("*.log")):
        if int(log.stem) >= end:
            return
        yield from (row for row in records(log) if row[0] < end)


@pytest.mark.parametrize("snapshot", SNAPSHOTS, ids=name_of)
def test_snapshot_of_kafka_is_written_again_byte_for_byte(snapshot):
    image = replayed(ClusterImage(strict=True), records(snapshot))
    assert written(image) == values_of(snapshot)


@pytest.mark.parametrize("snapshot", WITH_LOG, ids=name_of)
def test_replayed_log_is_the_state_of_kafkas_snapshot(snapshot):
    image = replayed(ClusterImage(strict=True, indexed=True), log_until(snapshot))
    expected = normalized(without_orphans(values_of(snapshot)))
    assert normalized(written(image)) == expected


def test_snapshots_of_each_release_exist_with_logs():
    releases = {path.relative_to(DATA).parts[0] for path in WITH_LOG}
    assert releases == {"3.9.2", "4.1.2", "4.3.1", "4.4.0"}


@pytest.mark.parametrize("snapshot", WITH_LOG, ids=name_of)
def test_revert_returns_to_the_committed_state(snapshot):
    """Commit a third of a log, replay all of it, revert: the state is that of the third."""
    rows = list(log_until(snapshot))
    third = len(rows) // 3
    committed = replayed(ClusterImage(strict=True, indexed=True), rows[:third])
    image = replayed(ClusterImage(strict=True, indexed=True, journaled=True), rows[:third])
    image.mark(rows[third - 1][0])
    replayed(image, rows[third : 2 * third])
    image.mark(rows[2 * third - 1][0])
    replayed(image, rows[2 * third :])
    image.commit(rows[third][0])
    image.revert()
    assert state_of(image) == state_of(committed)
    image.commit(rows[-1][0])
    replayed(image, rows[third:])
    assert state_of(image) == state_of(replayed(committed, rows[third:]))


def state_of(image):
    hidden = {"index", "_journal", "_commits", "_supported"}
    state = {name: value for name, value in vars(image).items() if name not in hidden}
    return state | vars(image.index)
