"""A whole replica, with the real core, on these stores: what it committed outlives its ends."""

from __future__ import annotations

import itertools
import random
from contextlib import suppress
from dataclasses import replace

import pytest

from kraft_core.raft.consensus.config import RaftConfig
from kraft_core.raft.consensus.core import RaftCore
from kraft_core.raft.consensus.events import LogWriteFailed
from kraft_core.raft.replica.appends import AppendOutcome
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.replica.ports import Ports
from kraft_core.raft.replica.replica import Replica
from kraft_core.raft.storage.settings import StorageSettings
from kraft_core.raft.topic import KAFKAS_TOPIC
from tests.storage.content import META, formatted, opened
from tests.support.replica_ports import ManualClock, RecordingNetwork, Values

HOUR_MS = 3_600_000
DAY_HOURS = 24
YEAR_HOURS = 365 * DAY_HOURS
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

    def start(self, settings=SETTINGS, replica_config=CONFIG):
        """Through the turns that it takes to lead."""
        self.directory = opened(self.disk, settings)
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
        core = self.core = RaftCore(config, random.Random(1))
        self.replica = Replica(core, ports, self.machine, replica_config)
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

    def hour(self):
        """One record, the snapshot that is due after it, and the cleaning of the minute after."""
        self.clock.now += HOUR_MS
        self.append(b"a record")
        self.machine.values.clear()  # the state of an idle quorum does not grow
        self.clock.now += 60_000
        self.turns(2)

    @property
    def names(self):
        return self.disk.root.folder(KAFKAS_TOPIC.folder).names()

    def note(self, ticket, value):
        if ticket.outcome is AppendOutcome.COMMITTED:
            self.committed.append(value)


def test_committed_values_survive_every_power_loss():
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


def test_idle_log_is_cleaned_for_a_year_at_default_settings():
    """Without a restart: 8,760 snapshots, of which those of a week stay (KIP-630)."""
    alone = Alone()
    alone.start(StorageSettings(), ReplicaConfig())
    week = 7 * DAY_HOURS
    most = 0
    for hour in range(YEAR_HOURS):
        alone.hour()
        count = len(alone.core.snapshots)
        most = max(most, count)
        assert hour < week or most <= week + 4, f"{count} snapshots in hour {hour}"
        assert hour % DAY_HOURS or alone.directory.snapshots.stored == alone.core.snapshots
    checkpoints = [name for name in alone.names if ".checkpoint" in name]
    assert week - 10 <= len(checkpoints) <= week + 4
    assert alone.directory.snapshots.failures == 0
    assert len(alone.names) < len(checkpoints) + 4 * 60, "four files of each weekly segment"


def test_busy_log_is_cleaned_by_size_every_time():
    """Without a restart: log and snapshots come back to the limit at each check that finds more."""
    # segments as long as it takes to a snapshot: each check has one snapshot to remove
    settings = replace(SETTINGS, segment_bytes=900, retention_bytes=12_000)
    alone = Alone()
    alone.start(settings)
    cleaned, sizes = set(), []
    for number in range(400):
        alone.append(b"%d" % number + b"x" * 150)
        alone.machine.values.clear()
        alone.turns(3)
        cleaned.add(alone.directory.log.start_offset)
        stored = sum(each.size_bytes for each in alone.directory.snapshots.stored)
        sizes.append(stored + alone.directory.log.size_bytes)
    assert len(cleaned) > 20
    assert max(sizes) <= settings.retention_bytes + 2 * settings.segment_bytes
    assert len(alone.names) < 80


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
