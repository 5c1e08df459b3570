"""A whole replica, with the real core, on these stores: what it committed outlives its ends."""

from __future__ import annotations

import random

from kraft_core.consensus.config import RaftConfig
from kraft_core.consensus.core import RaftCore
from kraft_core.consensus.events import LogWriteFailed
from kraft_core.replica.appends import AppendOutcome
from kraft_core.replica.config import ReplicaConfig
from kraft_core.replica.ports import Ports
from kraft_core.replica.replica import Replica
from kraft_core.storage.settings import StorageSettings
from tests.storage.content import META, formatted, opened
from tests.support.replica_ports import ManualClock, RecordingNetwork, Values

SETTINGS = StorageSettings(
    segment_bytes=2000, retention_bytes=3000, mark_interval_ms=50, delete_delay_ms=100
)
CONFIG = ReplicaConfig(linger_ms=0, snapshot_bytes=900, retention_check_ms=100)


class Alone:
    """The only voter of a quorum, through many ends."""

    def __init__(self):
        self.disk = formatted()
        self.clock = ManualClock()
        self.committed = []
        self.notes = []

    def start(self):
        self.directory = opened(self.disk, SETTINGS)
        self.notes += self.directory.notes
        config = RaftConfig(node_id=1, directory_id=META.directory_id, cluster_id=META.cluster_id)
        each = self.directory
        ports = Ports(
            self.clock,
            RecordingNetwork(),
            each.log,
            each.snapshots,
            each.election,
            each.retention,
        )
        self.machine = Values()
        core = RaftCore(config, random.Random(1))
        self.replica = Replica(core, ports, self.machine, CONFIG)
        self.replica.start(each.started())
        self.turns(20)

    def turns(self, count):
        for _ in range(count):
            self.clock.now += 20
            self.directory.housekeep(self.clock.now)
            for event in self.directory.flush():
                assert not isinstance(event, LogWriteFailed)
                self.replica.feed(event)
            self.replica.end_turn()

    def append(self, value):
        ticket = self.replica.append_nowait([value])
        self.turns(4)
        if ticket.outcome is AppendOutcome.COMMITTED:
            self.committed.append(value)


def test_what_was_committed_is_there_after_every_power_loss():
    alone = Alone()
    for life in range(8):
        alone.start()
        assert alone.replica.leading_epoch is not None
        assert alone.machine.values == alone.committed
        for number in range(25):
            alone.append(b"life %d, value %d" % (life, number))
        alone.replica.append_nowait([b"never flushed"])
        alone.disk.power_loss(random.Random(life))
    assert len(alone.committed) == 8 * 25
    stored = alone.directory.snapshots.stored
    assert len(stored) >= 1
    assert alone.directory.log.start_offset > 0  # retention let the front of the log go


def test_a_clean_stop_leaves_nothing_to_recover():
    alone = Alone()
    for _ in range(3):
        alone.start()
        alone.append(b"value")
        alone.directory.close()
        alone.disk.power_loss()
    assert [note for note in alone.notes if "cut" in note] == []
    assert alone.committed == [b"value"] * 3
