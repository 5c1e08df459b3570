"""Every store that the project has, and those of these tests, fit the ports."""

from __future__ import annotations

import inspect

import pytest

from kraft_core.raft.replica import ports
from kraft_core.raft.storage import memory
from kraft_core.raft.storage.election_file import ElectionFile
from kraft_core.raft.storage.retention import LogRetention
from kraft_core.raft.storage.segmented_log import SegmentedLog
from kraft_core.raft.storage.snapshot_files import SnapshotFiles
from tests.support import replica_ports as fakes

ADAPTERS = [
    (ports.Clock, fakes.ManualClock),
    (ports.Network, fakes.RecordingNetwork),
    (ports.LogStore, SegmentedLog),
    (ports.LogStore, memory.MemoryLog),
    (ports.LogStore, fakes.MemoryLog),
    (ports.SnapshotStore, SnapshotFiles),
    (ports.SnapshotStore, memory.MemorySnapshots),
    (ports.SnapshotStore, fakes.MemorySnapshots),
    (ports.SnapshotWriter, fakes.MemorySnapshotWriter),
    (ports.ElectionStore, ElectionFile),
    (ports.ElectionStore, memory.MemoryElection),
    (ports.ElectionStore, fakes.MemoryElection),
    (ports.Retention, LogRetention),
    (ports.Retention, fakes.FixedRetention),
]


def methods(port):
    return [name for name, _ in inspect.getmembers(port, inspect.isfunction) if name[0] != "_"]


@pytest.mark.parametrize(("port", "adapter"), ADAPTERS, ids=lambda each: each.__qualname__)
def test_adapters_take_what_the_port_gives(port, adapter):
    assert methods(port)
    for name in methods(port):
        wanted = list(inspect.signature(getattr(port, name)).parameters)
        assert list(inspect.signature(getattr(adapter, name)).parameters) == wanted, name


def test_ports_without_retention_are_valid():
    made = ports.Ports(
        fakes.ManualClock(),
        fakes.RecordingNetwork(),
        fakes.MemoryLog(),
        fakes.MemorySnapshots(),
        fakes.MemoryElection(),
    )
    assert made.retention is None
