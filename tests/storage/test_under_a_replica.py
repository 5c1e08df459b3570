"""A whole replica, with the real core, on these stores: what it committed outlives its ends."""

from __future__ import annotations

import itertools
import random
from contextlib import suppress

import pytest

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
        """Through the turns that it takes to lead."""
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
        ticket.on_end(lambda ended: self.note(ended, value))
        self.turns(4)

    def note(self, ticket, value):
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


class Ended(Exception):  # noqa: N818  # the end of a process is not an error
    pass


def lived(place=None):
    """A life of appends, snapshots and retention that ends before an operation on files."""
    alone, count = Alone(), itertools.count()

    def before(kind, path):
        del kind, path
        if next(count) == place:
            raise Ended

    alone.disk.before = before
    with suppress(Ended):
        alone.start()
        for number in range(12):
            alone.append(b"%d" % number + b"x" * 150)
        alone.directory.close()
    alone.disk.before = None
    return alone, next(count)


@pytest.mark.parametrize("chance", [False, True], ids=["all is lost", "by chance"])
def test_an_end_before_each_operation_on_files(chance):
    """Whatever step of whatever effect is the last one, no ticket that ended committed lied."""
    whole, count = lived()
    assert count > 150
    assert len(whole.committed) == 12
    for place in range(count):
        alone, _ = lived(place)
        committed = list(alone.committed)
        alone.disk.power_loss(random.Random(place) if chance else None)
        alone.start()
        assert alone.machine.values[: len(committed)] == committed
        assert alone.machine.values == whole.committed[: len(alone.machine.values)]
        assert len(alone.machine.values) <= len(committed) + 1
        alone.append(b"after")
        assert alone.committed[-1:] == [b"after"]
