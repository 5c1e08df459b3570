"""Observers of ours in a quorum of Kafka's that serves a broker."""

from __future__ import annotations

import pytest

from kraft_wire.messages import PartitionRecord
from tests.conformance.broker import Broker
from tests.conformance.ours import (
    OWN_ID,
    Ours,
    catch_up,
    has_same_log,
    log_of,
    records_of,
    row_of,
    snapshots_of,
)
from tests.conformance.quorum import Controller, Quorum, running_quorum
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(600),
    pytest.mark.interop("observer"),
]

LATER_ID = OWN_ID + 1
BROKER_ID = 101
PARTITIONS = 60
SHRINKING = {
    "metadata.log.max.record.bytes.between.snapshots": "4000",
    "internal.metadata.log.segment.bytes": "4000",
    "metadata.max.retention.bytes": "1",
}
"""For a log of ours: a copied snapshot each 4000 bytes, and nothing kept that may go."""


def partitions_in(log: bytes) -> int:
    return sum(isinstance(each, PartitionRecord) for each in records_of(log))


def test_observers_follow_a_quorum_with_a_broker_from_its_log_and_from_a_snapshot(
    tmp_path, release
):
    rule = "metadata.log.max.record.bytes.between.snapshots=8000"
    with running_quorum(release, 1, tmp_path, [rule]) as java:
        (leader,) = java.controllers
        early = Ours(tmp_path, java.bootstrap, **SHRINKING)
        late = Ours(tmp_path, java.bootstrap, LATER_ID)
        try:
            early.format(java.cluster_id)
            late.format(java.cluster_id, by=release)
            early.start()
            wait_until(lambda: has_same_log(early, leader), "it follows from the first record on")
            assert (early.metadata_folder / f"{0:020d}.log").exists()
            broker = Broker(release, BROKER_ID, free_ports(1)[0], tmp_path)
            broker.write_properties(java.bootstrap)
            broker.prepare(java.cluster_id)
            with broker:
                _follow_topics(broker, leader, early, late)
                _are_listed_with_lag_0(java, early, late)
                _has_shrunk(leader, early)
            assert early.stop() == late.stop() == 0
        finally:
            early.kill()
            late.kill()


def _follow_topics(broker: Broker, leader: Controller, early: Ours, late: Ours) -> None:
    broker.create_topic("first", PARTITIONS)
    wait_until(lambda: partitions_in(log_of(leader)) >= PARTITIONS, "the topic is in the log")
    wait_until(lambda: snapshots_of(leader).keys() - {BEGINNING}, "a snapshot of the leader's")
    late.start()
    wait_until(lambda: log_of(late), "it begins with a snapshot")
    assert not (late.metadata_folder / f"{0:020d}.log").exists()
    broker.create_topic("second", PARTITIONS)
    wait_until(lambda: partitions_in(log_of(leader)) == 2 * PARTITIONS, "the other topic")
    for each in (early, late):
        catch_up(each, leader)
    assert partitions_in(log_of(late)) >= PARTITIONS
    shared = snapshots_of(late).keys() & snapshots_of(leader).keys() - {BEGINNING}
    assert shared
    for name in shared:
        assert snapshots_of(late)[name] == snapshots_of(leader)[name]


BEGINNING = f"{0:020d}-{0:010d}.checkpoint"
"""What formatting leaves; not told to followers."""


def _are_listed_with_lag_0(java: Quorum, *nodes: Ours) -> None:
    """Kafka's own tool says so; between a record and the next fetch the lag is more."""

    def rows() -> list[list[str]] | None:
        described = java.describe_replication()
        found = [row_of(described, each.node_id) for each in nodes]
        return found if all(row[3:4] == ["0"] for row in found) else None

    found = wait_until(rows, "observers without lag")
    assert [row[1] for row in found] == [each.directory_id for each in nodes]
    assert [row[-1] for row in found] == ["Observer"] * len(nodes)


def _has_shrunk(leader: Controller, early: Ours) -> None:
    """Its log begins where a copied snapshot ends, and is still the leader's."""
    first = early.metadata_folder / f"{0:020d}.log"
    wait_until(lambda: not first.exists(), "the beginning of its log goes", 180)
    assert len(log_of(early)) < len(log_of(leader))
    assert has_same_log(early, leader)
    copied = snapshots_of(early)
    assert copied
    for name in copied.keys() & snapshots_of(leader).keys():
        assert copied[name] == snapshots_of(leader)[name]
