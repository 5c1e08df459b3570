"""Producer snapshots and transaction indexes as text."""

from __future__ import annotations

import struct

import pytest
from crc32c import crc32c

from kraft_core.cli.dump.producer_state import dump_producer_snapshot, dump_transaction_index
from kraft_core.cli.dump.report import Report, StoppedError

IDLE = struct.pack(">qhiqiqiq", 7, 1, -1, -1, 0, 1_700, -1, -1)
ACTIVE = struct.pack(">qhiqiqiq", 8, 2, 1, 40, 3, 1_701, 5, 36)


def snapshot(*entries, version=1, crc=None, count=None, rest=b""):
    checked = struct.pack(">i", len(entries) if count is None else count)
    checked += b"".join(entries) + rest
    crc = crc32c(checked) if crc is None else crc
    return struct.pack(">hI", version, crc) + checked


def dump_snapshot(path, data):
    path.write_bytes(data)
    pieces, report = [], Report()
    dump_producer_snapshot(str(path), report, pieces.append)
    return b"".join(pieces).decode(), report.damage.get(str(path))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "00000000000000000005.snapshot"


def test_producers_are_printed_as_kafka_does(path):
    assert dump_snapshot(path, snapshot(IDLE, ACTIVE)) == (
        (
            "producerId: 7 producerEpoch: 1 coordinatorEpoch: -1"
            " currentTxnFirstOffset: OptionalLong.empty lastTimestamp: 1700\n"
            "producerId: 8 producerEpoch: 2 coordinatorEpoch: 5"
            " currentTxnFirstOffset: OptionalLong[36] lastTimestamp: 1701 firstSequence: 2147483646"
            " lastSequence: 1 lastOffset: 40 offsetDelta: 3 timestamp: 1701\n"
        ),
        None,
    )


def test_bytes_behind_the_producers_count_for_the_checksum_alone(path):
    text, damage = dump_snapshot(path, snapshot(IDLE, rest=b"more"))
    assert (text.count("\n"), damage) == (1, None)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\0", "too short for its version at position 0"),
        (snapshot(version=0), "unknown version 0"),
        (snapshot(version=2), "unknown version 2"),
        (snapshot(count=1), "cannot be read"),
        (snapshot(IDLE, count=2), "cannot be read"),
        (snapshot(IDLE, crc=5), "but 5 is stored"),
        (snapshot(IDLE)[:-1], "cannot be read"),
    ],
)
def test_damaged_snapshot_is_reported_and_not_printed(path, data, reason):
    text, damage = dump_snapshot(path, data)
    assert text == ""
    assert reason in damage


def test_missing_producer_snapshot_is_reported(path):
    pieces, report = [], Report()
    dump_producer_snapshot(str(path), report, pieces.append)
    assert "No such file" in report.damage[str(path)]


def aborted(version, *fields):
    return struct.pack(">hqqqq", version, *fields)


def dump_transactions(path, data):
    path.write_bytes(data)
    pieces, report = [], Report()
    dump_transaction_index(str(path), report, pieces.append)
    return b"".join(pieces).decode(), report.damage.get(str(path))


def test_aborted_transactions_are_printed(path):
    path = path.with_suffix(".txnindex")
    data = aborted(0, 7, 10, 20, 11) + aborted(-1, 8, 30, 40, 31)
    assert dump_transactions(path, data) == (
        (
            "version: 0 producerId: 7 firstOffset: 10 lastOffset: 20 lastStableOffset: 11\n"
            "version: -1 producerId: 8 firstOffset: 30 lastOffset: 40 lastStableOffset: 31\n"
        ),
        None,
    )
    assert dump_transactions(path, b"") == ("", None)


def test_only_the_high_byte_of_the_version_counts(path):
    path = path.with_suffix(".txnindex")
    assert dump_transactions(path, aborted(200, 7, 10, 20, 11))[0].startswith("version: 0 ")
    with pytest.raises(StoppedError, match="version 1") as stopped:
        dump_transactions(path, aborted(0, 1, 2, 3, 4) + aborted(256, 7, 10, 20, 11))
    assert stopped.value.position == 34


def test_incomplete_entry_is_reported_as_damage(path):
    text, damage = dump_transactions(path.with_suffix(".txnindex"), aborted(0, 1, 2, 3, 4) + b"x")
    assert text.count("\n") == 1
    assert "1 bytes are not a whole entry of 34 at position 34" in damage


def test_a_name_that_is_none_of_an_index(tmp_path):
    with pytest.raises(StoppedError, match="not the name of an index"):
        dump_transactions(tmp_path / "x.txnindex", b"")
