"""The parts look at the same log."""

from __future__ import annotations

from kraft_core.raft.consensus.log import LogView
from kraft_core.raft.consensus.values import LeaderAndEpoch
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.replica.performing import Parts
from tests.support.replica_ports import ManualClock, MemoryDisk, RecordingNetwork, Values


def test_they_share_progress_and_machine():
    disk, machine = MemoryDisk(), Values()
    ports = disk.ports(ManualClock(), RecordingNetwork())
    parts = Parts.of(3, ports, machine, ReplicaConfig(), lambda: None)
    disk.log.fill([b"a"])
    parts.progress.start(LogView(0, 1))
    parts.applier.high_watermark = 1
    list(parts.applier.step())
    assert machine.values == [b"a"]
    parts.leadership.announce(LeaderAndEpoch(3, 1))
    parts.leadership.applied(1)
    assert parts.leadership.leading_epoch == 1
