"""What is read at start, and what is refused because no crash leaves it."""

from __future__ import annotations

import pytest

from kraft_core.raft.storage.errors import DamagedFileError
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.recovery import scan_log
from kraft_wire.records import RecordBatchBuilder
from tests.storage.content import TIME_MS, batch, put, run, voters_batch


def scanned(segments, snapshot_end=0):
    disk = MemoryDisk("d")
    for base_offset, each in segments.items():
        content = each if isinstance(each, bytes) else b"".join(content for _, content in each)
        put(disk.root, f"{base_offset:020d}.log", content)
    return scan_log(disk.root, disk.root.names(), snapshot_end)


def test_sound_log_is_scanned_without_truncation():
    control = voters_batch(2, 3, 1, 2)
    scan = scanned({0: [*run(0, 2), control], 4: run(4, 3, epoch=3), 7: b""})
    assert (scan.start_offset, scan.end_offset) == (0, 7)
    assert scan.epochs.entries == ((1, 0), (3, 2))
    assert scan.control_batches == [control[0]]
    assert scan.cuts == []


def test_scan_without_segments_is_empty():
    scan = scanned({})
    assert (scan.start_offset, scan.end_offset, scan.segments) == (0, 0, [])


def test_behind_a_torn_batch_nothing_counts():
    torn = batch(2)[1][:-1]
    scan = scanned({0: run(0, 2), 2: torn, 3: run(3, 2), 5: run(5, 1)})
    assert scan.end_offset == 2
    assert [segment.base_offset for segment in scan.beyond] == [3, 5]
    assert "cut at byte 0, offset 2" in scan.cuts[0]
    assert f"({len(torn)} bytes go)" in scan.cuts[0]
    assert scan.cuts[1:] == [f"{base:020d}.log lies after it and goes" for base in (3, 5)]


def test_gap_needs_a_snapshot_up_to_its_end():
    segments = {0: [voters_batch(0, 1, 1)], 10: run(10, 2, epoch=4)}
    with pytest.raises(DamagedFileError, match="ends at offset 2: records are missing"):
        scanned(segments, snapshot_end=9)
    scan = scanned(segments, snapshot_end=10)
    assert (scan.start_offset, scan.end_offset) == (10, 12)
    assert [segment.base_offset for segment in scan.before] == [0]
    assert scan.epochs.entries == ((4, 10),)
    assert scan.control_batches == []


def test_segments_that_overlap_are_refused():
    with pytest.raises(DamagedFileError, match="duplicated"):
        scanned({0: run(0, 5), 3: run(3, 2)}, snapshot_end=100)


def compacted():
    builder = RecordBatchBuilder(base_offset=1, partition_leader_epoch=1)
    builder.append(TIME_MS, None, b"v")
    return builder.build(last_offset=2)


@pytest.mark.parametrize(
    ("second", "fault"),
    [
        (batch(2)[1], "begins at offset 2, but 1 is due"),
        (batch(0)[1], "begins at offset 0, but 1 is due"),
        (batch(1, epoch=0)[1], "is of epoch 0, after 1"),
        (batch(1, epoch=-1)[1], "is of epoch -1, after 1"),
        (compacted(), "has 1 records for 2 offsets"),
    ],
)
def test_valid_batch_at_a_wrong_offset_is_not_a_torn_tail(second, fault):
    with pytest.raises(DamagedFileError, match=fault):
        scanned({0: batch(0)[1] + second})


def test_offsets_beyond_the_reach_of_an_index():
    far = (1 << 31) - 1
    first = bytearray(batch(0)[1])
    huge = RecordBatchBuilder(base_offset=1, partition_leader_epoch=1)
    huge.append(TIME_MS, None, b"v")
    with pytest.raises(DamagedFileError, match="records for"):
        scanned({0: bytes(first) + huge.build(last_offset=far)})
    last = (1 << 63) - 1
    with pytest.raises(DamagedFileError, match="there are no more"):
        scanned({last: batch(last)[1]})


def test_a_first_batch_above_the_name_of_its_segment():
    with pytest.raises(DamagedFileError, match="begins at offset 5, but 4 is due"):
        scanned({4: batch(5)[1]})


def test_a_control_batch_that_cannot_be_read():
    builder = RecordBatchBuilder(base_offset=0, partition_leader_epoch=1, is_control=True)
    builder.append(TIME_MS, bytes.fromhex("00000006"), b"\x00\x00\xff\xff")
    with pytest.raises(DamagedFileError, match="batch at byte 0 cannot be read"):
        scanned({0: builder.build()})


@pytest.mark.parametrize("name", ["1.log", "server.log", "99999999999999999999.log"])
def test_other_files_with_the_suffix_of_a_segment(name):
    disk = MemoryDisk("d")
    put(disk.root, name, b"")
    with pytest.raises(DamagedFileError, match=f"d/{name} does not have the name of a segment"):
        scan_log(disk.root, disk.root.names(), 0)
