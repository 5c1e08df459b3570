"""Indexes as text, and what does not fit the log beside them."""

from __future__ import annotations

import struct

import pytest

from kraft_core.cli.dump.indexes import dump_offset_index, dump_time_index
from kraft_core.cli.dump.report import DumpOptions, Report, StoppedError
from tests.support.segments import batch, batch_of, message, record

BASE = 100
BATCHES = (
    batch([(None, b"a")], base_offset=100),
    batch_of(
        [record(0, None, b"b", time_delta=7), record(1, None, b"c", time_delta=3)],
        base_offset=101,
    ),
    message(105, None, b"d", timestamp=1_700_000_000_050),
)
STARTS = (0, len(BATCHES[0]), len(BATCHES[0]) + len(BATCHES[1]))
OFFSETS = ((0, STARTS[0]), (2, STARTS[1]), (5, STARTS[2]))
TIMES = ((1_700_000_000_000, 0), (1_700_000_000_007, 2), (1_700_000_000_050, 5))


class Folder:
    """A segment with its indexes."""

    def __init__(self, path):
        self.stem = path / f"{BASE:020}"
        self.write(".log", b"".join(BATCHES))
        self.offsets(OFFSETS)
        self.times(TIMES)

    def write(self, suffix, data):
        self.stem.with_suffix(suffix).write_bytes(data)

    def offsets(self, entries):
        self.write(".index", b"".join(struct.pack(">ii", *entry) for entry in entries))

    def times(self, entries):
        self.write(".timeindex", b"".join(struct.pack(">qi", *entry) for entry in entries))

    def dump(self, dump, suffix, **options):
        """The text, the report, and what ended the dump."""
        pieces, report, reason = [], Report(), None
        self.path = str(self.stem.with_suffix(suffix))
        try:
            dump(self.path, DumpOptions(**options), report, pieces.append)
        except StoppedError as stopped:
            reason = stopped.reason
        return b"".join(pieces).decode().replace(self.path, "FILE"), report, reason

    def dump_offsets(self, **options):
        return self.dump(dump_offset_index, ".index", **options)

    def dump_times(self, **options):
        return self.dump(dump_time_index, ".timeindex", **options)


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path)


def test_offset_index_is_printed_entry_by_entry(folder):
    text, report, reason = folder.dump_offsets()
    assert text.splitlines() == [
        f"offset: {BASE + offset} position: {position}" for offset, position in OFFSETS
    ]
    assert (report, reason) == (Report(), None)


def test_time_index_is_printed_entry_by_entry(folder):
    text, report, reason = folder.dump_times()
    assert text.splitlines() == [
        f"timestamp: {timestamp} offset: {BASE + offset}" for timestamp, offset in TIMES
    ]
    assert (report, reason) == (Report(), None)


def test_verify_index_only_prints_nothing(folder):
    assert folder.dump_offsets(verify_index_only=True) == ("", Report(), None)
    assert folder.dump_times(verify_index_only=True) == ("", Report(), None)


def test_sanity_check_refuses_a_partial_entry(folder):
    passed = ("FILE passed sanity check.\n", Report(), None)
    assert folder.dump_offsets(index_sanity_check=True) == passed
    assert folder.dump_times(index_sanity_check=True) == passed
    folder.write(".index", b"12345678abc")
    assert folder.dump_offsets(index_sanity_check=True)[2] == "3 bytes are not a whole entry of 8"


def test_empty_indexes_are_reported_as_empty(folder):
    folder.offsets([])
    folder.times([])
    assert folder.dump_offsets()[0] == "FILE is empty.\n"
    assert folder.dump_offsets(index_sanity_check=True)[0] == "FILE is empty.\n"
    assert folder.dump_times()[0] == ""
    assert folder.dump_times(index_sanity_check=True)[0] == "FILE passed sanity check.\n"


def test_zeros_that_were_never_written(folder):
    folder.offsets([*OFFSETS, *[(0, 0)] * 5])
    folder.times([*TIMES, *[(0, 0)] * 5])
    assert folder.dump_offsets()[0].count("\n") == 3
    assert folder.dump_times()[0].count("\n") == 3


def test_offsets_that_do_not_fit(folder):
    folder.offsets([(1, STARTS[1]), (9, STARTS[0])])
    text, report, reason = folder.dump_offsets()
    assert text.count("\n") == 2
    assert reason is None
    assert report.index_mismatches == {folder.path: {101: 102, 109: 100}}
    assert report.damage == {
        folder.path: f"{folder.path}: the entry says offset 101, the log 102 at position 0"
    }


@pytest.mark.parametrize(
    ("entry", "options", "reason"),
    [
        ((0, -1), {}, "of its log: position -1"),
        ((0, 10_000), {}, "of its log: position 10000"),
        ((0, STARTS[2] + 1), {}, "of its log: no batch of 5242880 bytes"),
        ((0, 0), {"max_message_size": 50}, "of its log: no batch of 50 bytes"),
        ((0, 0), {"max_message_size": -1}, "of its log: -1"),
    ],
)
def test_positions_that_end_the_dump(folder, entry, options, reason):
    folder.offsets([entry])
    assert folder.dump_offsets(**options)[2].startswith(reason)


def test_times_that_do_not_fit(folder):
    folder.times([(1_700_000_000_001, 0), (1_700_000_000_000, 1), (1_700_000_000_000, 2), (5, 9)])
    text, report, reason = folder.dump_times()
    assert text.count("\n") == 4
    assert reason is None
    path = folder.path
    assert report.wrong_timestamps == {
        path: [
            (1_700_000_000_001, 1_700_000_000_000),
            (1_700_000_000_000, 1_700_000_000_007),
        ]
    }
    assert report.unordered_timestamps == {path: [(1_700_000_000_000, 1_700_000_000_000)]}
    assert report.missing_offsets == {path: [(101, 102), (109, -1)]}
    assert report.damage == {
        path: f"{path}: the entry says 1700000000001, the batch 1700000000000 at position 0"
    }


def test_a_time_of_records_that_the_cleaner_removed_is_no_damage(folder):
    # the cleaner keeps the last batch of a producer without its records, and with its times
    newest = 1_700_000_000_090
    emptied = batch_of([b"", b""], base_offset=106, count=0, max_timestamp=newest)
    folder.write(".log", b"".join((*BATCHES, emptied)))
    folder.offsets([*OFFSETS, (7, STARTS[2] + len(BATCHES[2]))])
    folder.times([*TIMES, (newest, 7)])
    text, report, reason = folder.dump_times()
    assert text.splitlines()[-1] == f"timestamp: {newest} offset: 107"
    assert report.wrong_timestamps == {folder.path: [(newest, -1)]}  # as Kafka's tool says it
    assert (report.damage, reason) == ({}, None)
    folder.times([*TIMES, (newest + 1, 7)])
    _, report, _ = folder.dump_times()
    assert report.damage == {
        folder.path: f"{folder.path}: the entry says {newest + 1}, the batch -1 at position 36"
    }


def test_a_damaged_log_ends_the_dump_of_its_time_index(folder):
    folder.write(".log", BATCHES[0] + bytes(50))
    text, _, reason = folder.dump_times()
    assert text == ""
    assert reason.startswith("of its log: a record size of 0")


def test_time_index_needs_its_offset_index_and_log(folder):
    folder.stem.with_suffix(".index").unlink()
    assert "cannot be read" in folder.dump_times()[2]
    folder.stem.with_suffix(".log").unlink()
    assert folder.dump_times()[2].startswith("of its log: the file cannot be read")


def test_names_that_are_none_of_an_index(tmp_path):
    for dump in (dump_offset_index, dump_time_index):
        with pytest.raises(StoppedError, match="not the name of an index"):
            dump(str(tmp_path / "x.index"), DumpOptions(), Report(), bytes)
