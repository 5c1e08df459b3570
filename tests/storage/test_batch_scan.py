"""Sound batches out of a file, and why a scan ends."""

from __future__ import annotations

import pytest

from kraft_core.raft.storage import batch_scan
from kraft_core.raft.storage.batch_scan import BatchHead, BatchScan
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_wire.records.checksum import crc32c
from tests.storage.content import TIME_MS, batch, put, run, voters_batch
from tests.support import kafka_files

EACH = [*run(0, 3), batch(3, epoch=2, count=4), voters_batch(7, 2, 1, 2)]
CONTENT = b"".join(content for _, content in EACH)


def scanned(content):
    disk = MemoryDisk()
    put(disk.root, "a", content)
    scan = BatchScan(disk.root.open_to_read("a"))
    return list(scan), scan


@pytest.mark.parametrize("window", [61, 100, 1 << 20])
def test_heads_say_what_the_headers_say(window, monkeypatch):
    monkeypatch.setattr(batch_scan, "_WINDOW_BYTES", window)
    heads, scan = scanned(CONTENT)
    position = 0
    for head, (summary, content) in zip(heads, EACH, strict=True):
        count = summary.end_offset - summary.base_offset
        control = bool(summary.control_records)
        assert head == BatchHead(
            position,
            len(content),
            summary.base_offset,
            summary.last_offset,
            summary.epoch,
            TIME_MS,
            control,
            count,
        )
        position += len(content)
    assert (scan.position, scan.fault) == (len(CONTENT), None)


@pytest.mark.parametrize("window", [61, 1 << 20])
def test_a_file_cut_anywhere_is_good_up_to_its_last_whole_batch(window, monkeypatch):
    monkeypatch.setattr(batch_scan, "_WINDOW_BYTES", window)
    ends = [sum(len(content) for _, content in EACH[:place]) for place in range(len(EACH) + 1)]
    for cut in range(len(CONTENT) + 1):
        heads, scan = scanned(CONTENT[:cut])
        good = max(end for end in ends if end <= cut)
        assert (scan.position, len(heads)) == (good, ends.index(good))
        assert (scan.fault is None) == (cut in ends)


@pytest.mark.parametrize("window", [61, 1 << 20])
def test_a_batch_without_records_is_a_header_alone(window, monkeypatch):
    """Kafka's log cleaner keeps the last batch of a producer so (RecordBatch, 61 bytes)."""
    monkeypatch.setattr(batch_scan, "_WINDOW_BYTES", window)
    header = bytearray(EACH[0][1][:61])
    header[8:12] = (61 - 12).to_bytes(4, "big")
    header[57:61] = bytes(4)
    header[17:21] = crc32c(header[21:]).to_bytes(4, "big")
    heads, scan = scanned(bytes(header))
    assert (scan.position, scan.fault) == (61, None)
    assert [(head.size, head.record_count) for head in heads] == [(61, 0)]
    heads, scan = scanned(CONTENT + bytes(header))
    assert (scan.position, scan.fault) == (len(CONTENT) + 61, None)
    assert len(heads) == len(EACH) + 1


def test_a_bit_flipped_anywhere_ends_the_scan_or_changes_what_no_checksum_covers():
    last = len(CONTENT) - len(EACH[-1][1])
    for place in range(last, len(CONTENT)):
        damaged = bytearray(CONTENT)
        damaged[place] ^= 0x10
        heads, scan = scanned(bytes(damaged))
        uncovered = place - last < 8 or 12 <= place - last < 16  # base offset, epoch
        assert (scan.fault is None) == uncovered
        assert len(heads) == len(EACH) - (not uncovered)


@pytest.mark.parametrize(
    ("tail", "fault"),
    [
        (bytes(4096), "batch size 12 is less than the 61 bytes"),
        (b"\0" * 11, "11 bytes are shorter than a batch"),
        (b"\xff" * 100, "batch size 11 is less than the 61 bytes"),
        (EACH[0][1][:8] + b"\x7f\xff\xff\xff" + EACH[0][1][12:], " are left"),
        (EACH[0][1][:16] + b"\x01" + EACH[0][1][17:], "unsupported magic 1, expected 2"),
        (EACH[0][1][:16] + b"\x03" + EACH[0][1][17:], "unsupported magic 3, expected 2"),
    ],
)
def test_scan_reports_the_fault_after_the_last_batch(tail, fault):
    heads, scan = scanned(CONTENT + tail)
    assert len(heads) == len(EACH)
    assert scan.position == len(CONTENT)
    assert fault in scan.fault


def test_scan_reads_part_of_a_file():
    disk = MemoryDisk()
    put(disk.root, "a", CONTENT)
    size = len(EACH[0][1])
    heads = list(BatchScan(disk.root.open_to_read("a"), size, 3 * size))
    assert [head.base_offset for head in heads] == [1, 2]


CASES = sorted(kafka_files.ROOT.glob("*/metadata-log*/batches.jsonl.gz"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: kafka_files.case_id(path.parent))
def test_the_batches_that_kafka_found(path):
    wanted = {}
    for line in kafka_files.lines(path):
        if "baseOffset" in line:
            wanted.setdefault(line["file"], []).append(line)
    assert wanted
    for name, lines in wanted.items():
        file = path.parent / name
        heads = list(BatchScan(DiskFolder(file.parent).open_to_read(file.name)))
        found = [
            (head.position, head.size, head.base_offset, head.last_offset, head.max_timestamp)
            for head in heads
        ]
        fields = ("position", "size", "baseOffset", "lastOffset", "maxTimestamp")
        assert found == [tuple(line[field] for field in fields) for line in lines]
        assert [head.is_control for head in heads] == [line["isControl"] for line in lines]
        assert [head.epoch for head in heads] == [line["partitionLeaderEpoch"] for line in lines]
