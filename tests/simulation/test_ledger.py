"""Tests of the ledger and of shadow logs."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.effects import AdvanceHighWatermark
from kraft_core.raft.storage.settings import StorageSettings
from kraft_core.sim.quorum.cluster import Cluster
from kraft_core.sim.quorum.ledger import Entry, ShadowLog, read_shadow_log
from kraft_core.sim.quorum.plan import ClusterPlan
from tests.simulation.small_clusters import await_leader, await_written, led, until


def test_ledger_holds_committed_entries_once_without_gaps():
    cluster = led()
    for number in range(10):
        await_written(cluster, "name", str(number))
    ledger = cluster.ledger
    offset = 0
    for committed in ledger.committed:
        assert committed.entry.base_offset == offset
        offset = committed.entry.end_offset
    assert offset == ledger.end_offset
    assert ledger.end_offset == max(node.high_watermark for node in cluster.nodes.values())


def test_find_gives_the_batch_with_that_record():
    cluster = led()
    await_written(cluster, "name", "value")
    for committed in cluster.ledger.committed:
        for offset in range(committed.entry.base_offset, committed.entry.end_offset):
            assert cluster.ledger.find(offset) is committed


def test_the_leader_is_the_first_to_know_in_its_own_epoch():
    cluster = led()
    await_written(cluster, "name", "value")
    leader = cluster.leader()
    assert leader is not None
    last = cluster.ledger.committed[-1]
    assert (last.node_id, last.epoch) == (leader.node_id, leader.core.role.epoch)


def test_observers_see_each_entry_before_the_effect_is_performed():
    cluster = Cluster(1, ClusterPlan(voter_ids=(1, 2, 3)))
    told: list[int] = []
    cluster.hooks.commits.append(lambda _, committed: told.append(committed.entry.base_offset))
    cluster.hooks.effects[AdvanceHighWatermark].append(
        lambda node, effect: told.append(-effect.offset)
    )
    cluster.begin()
    until(cluster, lambda: len(cluster.ledger.committed) > 1)
    assert told[0] == 0
    assert [base for base in told if base >= 0] == [
        each.entry.base_offset for each in cluster.ledger.committed
    ]
    assert told.index(-cluster.ledger.end_offset) > told.index(
        cluster.ledger.committed[-1].entry.base_offset
    )


def test_the_state_at_an_offset_is_that_of_the_first_machine_there():
    cluster = led()
    await_written(cluster, "name", "value")
    for node in cluster.nodes.values():
        machine = node.machine
        assert cluster.ledger.state_digest_at(machine.applied_end) == machine.digest
    assert cluster.ledger.state_digest_at(10_000) is None


def log_of(*spans: tuple[int, int]) -> ShadowLog:
    """A log of batches from base to last offset."""
    log = ShadowLog(spans[0][0] if spans else 0)
    for base, last in spans:
        log.append(Entry(base, last, 1, base))
    return log


def bases(log: ShadowLog) -> list[int]:
    return [entry.base_offset for entry in log.entries]


def test_between_has_the_batches_that_lie_wholly_inside():
    log = log_of((0, 2), (3, 3), (4, 9), (10, 10))
    assert [entry.base_offset for entry in log.between(0, 10)] == [0, 3, 4]
    assert [entry.base_offset for entry in log.between(1, 9)] == [3]
    assert log.between(11, 20) == []


def test_entry_at_finds_the_batch_with_that_record():
    log = log_of((3, 3), (4, 9))
    assert log.entry_at(7) is log.entries[1]
    assert log.entry_at(3) is log.entries[0]
    assert log.entry_at(2) is None
    assert log.entry_at(10) is None


def test_truncation_removes_whole_batches():
    log = log_of((0, 2), (3, 5), (6, 6))
    log.truncate(4)
    assert (bases(log), log.end_offset) == ([0], 3)
    log.truncate(3)
    assert (bases(log), log.end_offset) == ([0], 3)


def test_the_front_goes_by_whole_batches_and_never_comes_back():
    log = log_of((0, 2), (3, 5), (6, 6))
    log.delete_prefix(6)
    assert (bases(log), log.start_offset, log.end_offset) == ([6], 6, 7)
    log.delete_prefix(3)
    assert log.start_offset == 6


def test_reset_log_is_empty_and_continues_at_another_offset():
    log = log_of((0, 2))
    log.reset(40)
    assert (bases(log), log.start_offset, log.end_offset, log.last) == ([], 40, 40, None)


def test_all_replicas_and_their_disks_have_the_same_entries():
    """Written by the leader's effects, by the followers', and read from segments of the disk."""
    cluster = led(storage=StorageSettings(segment_bytes=1024))
    for number in range(30):
        await_written(cluster, f"name{number % 3}", "value" * number)
    logs = [node.log.entries for node in cluster.nodes.values()]
    assert len(logs[0]) > 30
    assert logs[0] == logs[1] == logs[2]
    assert len(cluster.nodes[1].directory.log.segment_sizes) > 1
    for node in cluster.nodes.values():
        before = node.log.entries
        node.shut_down()
        cluster.timeline.run_until(cluster.now_ms + 3000)
        node.start()
        assert node.log is not node.previous_log
        assert node.log.entries[: len(before)] == before
        await_leader(cluster)


def test_a_gap_on_disk_is_noticed():
    with pytest.raises(ValueError, match="no batch at 3"):
        read_shadow_log(lambda _: b"", 3, 9)
