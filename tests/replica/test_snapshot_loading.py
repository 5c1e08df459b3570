"""Snapshots are read in pieces of any size; unsound ones are refused."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.invariants import InvariantBroken
from kraft_core.raft.consensus.values import OffsetAndEpoch
from kraft_core.raft.replica.batches import data_batch
from kraft_core.raft.replica.snapshots import SnapshotLoading
from kraft_wire.errors import CorruptRecordError, DecodeError, TruncatedError
from kraft_wire.records import iter_batches
from tests.support.kafka_files import ROOT
from tests.support.replica_ports import MemorySnapshots, snapshot_bytes, values_of
from tests.support.segments import message

AT = OffsetAndEpoch(10, 2)


def load(data, read_bytes=1 << 20, step=1 << 30):
    store = MemorySnapshots()
    store.files[AT] = data
    loading = SnapshotLoading(store, AT, read_bytes)
    values, steps = [], 0
    while not loading.is_done:
        steps += 1
        for batch in loading.data_batches(step):
            values += values_of(batch)
    return loading, values, steps


@pytest.mark.parametrize("read_bytes", [1, 7, 61, 100, 1 << 20])
def test_snapshot_loads_in_pieces_of_any_size(read_bytes):
    loading, values, _ = load(snapshot_bytes([b"a", b"b"], at=123), read_bytes)
    assert values == [b"a", b"b"]
    assert loading.timestamp_ms == 123


def test_loading_step_reads_about_its_limit():
    data = snapshot_bytes([b"x" * 500])
    _, values, steps = load(data, read_bytes=50, step=100)
    assert values == [b"x" * 500]
    assert steps >= len(data) // 100


def test_snapshot_without_data_is_loaded():
    loading, values, _ = load(snapshot_bytes([]))
    assert (values, loading.is_done) == ([], True)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (snapshot_bytes([b"a"])[:-1], TruncatedError),
        (snapshot_bytes([b"a"]) + b"\x00" * 5, TruncatedError),
        (data_batch([b"a"], timestamp_ms=1), InvariantBroken),
        (b"", InvariantBroken),
        (snapshot_bytes([b"a"]) + b"\x00" * 99, DecodeError),
    ],
    ids=["cut", "torn", "no header", "empty", "zeros"],
)
def test_damaged_snapshot_is_refused(data, kind):
    with pytest.raises(kind):
        load(data)


def test_snapshot_with_a_flipped_bit_is_refused():
    data = bytearray(snapshot_bytes([b"abc"]))
    data[data.index(b"abc")] ^= 1
    with pytest.raises(CorruptRecordError):
        load(bytes(data))


def test_snapshot_with_a_message_of_an_old_format_is_refused():
    data = snapshot_bytes([]) + message(2, None, b"a")
    with pytest.raises(CorruptRecordError, match="unsupported magic 1 in snapshot 10@2"):
        load(data)


def test_a_file_that_is_gone():
    loading = SnapshotLoading(MemorySnapshots(), AT, 100)
    with pytest.raises(InvariantBroken, match="snapshot-is-there"):
        list(loading.data_batches(100))


@pytest.mark.parametrize(
    "path",
    sorted(ROOT.glob("*/metadata-log/node/__cluster_metadata-0/*.checkpoint")),
    ids=lambda each: str(each.relative_to(ROOT)),
)
def test_snapshots_that_kafka_wrote(path):
    data = path.read_bytes()
    expected = [values_of(batch) for batch in iter_batches(data) if not batch.is_control]
    loading, values, _ = load(data, read_bytes=1_000)
    assert values == [value for batch in expected for value in batch]
    assert loading.timestamp_ms >= 0
