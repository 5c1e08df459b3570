"""Tests of the simulated disk and of the directories a run leaves."""

from __future__ import annotations

import errno
import random

import pytest

from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.files import replace_file, rewrite
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.sim.quorum.disk import NodeEnded, SimulatedDisk, leave_directories
from kraft_core.sim.quorum.scenarios import Step
from kraft_core.sim.quorum.simulator import Simulator
from kraft_wire.records import iter_batches


def a_disk() -> SimulatedDisk:
    return SimulatedDisk("disk")


def written(disk: SimulatedDisk, name: str, content: bytes, *, sync: bool) -> None:
    file = disk.root.create(name)
    file.write(0, (content,))
    if sync:
        file.sync()
        disk.root.sync()


def content_of(disk: SimulatedDisk, name: str) -> bytes:
    return disk.root.open_to_read(name).read(0, 100)


def test_full_disk_refuses_writes_but_can_be_read_and_truncated():
    disk = a_disk()
    written(disk, "log", b"abc", sync=True)
    file = disk.root.open("log")
    disk.is_full = True
    with pytest.raises(OSError, match="no space") as caught:
        file.write(3, (b"d",))
    assert caught.value.errno == errno.ENOSPC
    assert disk.has_failed
    assert file.read(0, 9) == b"abc"
    file.truncate(1)
    disk.is_full = False
    file.write(1, (b"d",))
    assert file.read(0, 9) == b"ad"


@pytest.mark.parametrize("syncs", [0, 1])
def test_the_sync_that_was_named_fails_whether_of_a_file_or_of_a_folder(syncs):
    disk = a_disk()
    disk.fail_sync_in = syncs
    with pytest.raises(OSError, match="the sync failed"):
        replace_file(disk.root, "quorum-state", b"new")
    assert disk.has_failed
    assert disk.root.names() == [["quorum-state.tmp"], ["quorum-state"]][syncs]


def test_a_process_that_ends_leaves_the_page_cache():
    disk = a_disk()
    written(disk, "log", b"abc", sync=False)
    disk.end(None)
    assert content_of(disk, "log") == b"abc"


def test_after_a_failed_sync_the_cache_shows_what_the_disk_never_gets():
    disk = a_disk()
    written(disk, "log", b"abc", sync=True)
    file = disk.root.open("log")
    file.write(3, (b"def",))
    disk.fail_sync_in = 0
    with pytest.raises(OSError, match="the sync failed"):
        file.sync()
    disk.end(None)
    assert not disk.has_failed
    file = disk.root.open("log")
    assert file.read(0, 9) == b"abcdef"  # the same boot
    file.sync()  # succeeds, and writes nothing
    disk.end(random.Random(1))
    assert content_of(disk, "log") == b"abc"


def test_after_a_failed_sync_the_journal_may_have_the_size_and_never_the_bytes():
    seen = set()
    for seed in range(20):
        disk = a_disk()
        written(disk, "log", b"abc", sync=True)
        file = disk.root.open("log")
        file.write(0, (b"xyz",))
        file.truncate(1)
        disk.fail_sync_in = 0
        with pytest.raises(OSError, match="the sync failed"):
            file.sync()
        disk.end(random.Random(seed))
        seen.add(content_of(disk, "log"))
    assert seen == {b"abc", b"a"}


def test_rewritten_bytes_are_durable_after_a_failed_sync():
    disk = a_disk()
    written(disk, "log", b"abc", sync=True)
    file = disk.root.open("log")
    file.write(3, (b"def",))
    disk.fail_sync_in = 0
    with pytest.raises(OSError, match="the sync failed"):
        file.sync()
    disk.end(None)
    rewrite(disk.root.open("log"), 3, 6)
    disk.end(random.Random(1))
    assert content_of(disk, "log") == b"abcdef"


@pytest.mark.parametrize("operations", range(5))
def test_a_process_ends_between_any_two_operations(operations):
    """Creating a file anew is five of them: create, write, sync, rename, sync of the folder."""
    disk = a_disk()
    disk.end_in = operations
    with pytest.raises(NodeEnded):
        replace_file(disk.root, "mark", b"new")
    disk.end(None)
    names = [[], ["mark.tmp"], ["mark.tmp"], ["mark.tmp"], ["mark"]]
    assert disk.root.names() == names[operations]
    assert disk.end_in is None
    replace_file(disk.root, "mark", b"new")


def test_reading_is_no_operation_and_sending_is_one():
    disk = a_disk()
    written(disk, "log", b"abc", sync=True)
    file = disk.root.open("log")
    disk.end_in = 1
    assert file.read(0, 9) == b"abc"
    disk.count_down()
    with pytest.raises(NodeEnded):
        disk.count_down()


def test_a_power_loss_takes_what_was_not_synced_by_chance():
    kept = set()
    for seed in range(20):
        disk = a_disk()
        written(disk, "log", b"abc", sync=True)
        disk.root.open("log").write(0, (b"xyz",))
        disk.end(random.Random(seed))
        kept.add(content_of(disk, "log"))
    assert {b"abc", b"xyz"} < kept


def test_disk_without_a_fault_has_no_hook():
    disk = a_disk()
    assert disk.files.before is None
    disk.is_full = True
    assert disk.files.before is not None
    disk.is_full = False
    assert disk.files.before is None


def test_directories_of_a_simulated_run_can_be_opened(tmp_path):
    simulator = Simulator(2, "default", schedule=(Step(3000, "crash", 1), Step(9000, "restart", 1)))
    assert simulator.run().failure is None
    cluster = simulator.cluster
    names = leave_directories(cluster, DiskFolder(tmp_path))
    assert names == [f"node-{node_id}" for node_id in cluster.nodes]
    for node in cluster.nodes.values():
        directory = LogDirectory.open(DiskFolder(tmp_path / f"node-{node.node_id}"))
        log = directory.log
        assert node.flushed_end <= log.end_offset <= node.log.end_offset
        content = log.read(log.start_offset, log.end_offset, 1 << 30)
        found = [batch.last_offset for batch in iter_batches(content)]
        entries = node.log.between(log.start_offset, log.end_offset)
        assert found == [entry.last_offset for entry in entries]
        assert directory.election.read().epoch == node.stored_election.epoch
        directory.close()


def test_an_armed_fault_does_not_strike_the_copy(tmp_path):
    simulator = Simulator(2, "calm")
    simulator.run()
    for node in simulator.cluster.nodes.values():
        node.disk.end_in = 0
        node.disk.arm()
    assert leave_directories(simulator.cluster, DiskFolder(tmp_path))
