from __future__ import annotations

import mmap
from typing import TYPE_CHECKING

import pytest

from kraft_wire.errors import CorruptRecordError, TruncatedError
from kraft_wire.records import BatchReader, LegacyBatch, RecordBatch, Stop, iter_batches
from tests.support.record_batches import FIRST_LEADER_BATCH, NO_OP_BATCH

if TYPE_CHECKING:
    from pathlib import Path

LOG = FIRST_LEADER_BATCH + NO_OP_BATCH
END = len(LOG)
OLD_MESSAGE = bytes.fromhex("0000000000000007 00000010 00000000 00 00 ffffffff 00000002 6869")


def stop_of(data: bytes, *, file_rules: bool) -> tuple[str, int, int]:
    reader = BatchReader(data, file_rules=file_rules, check_crc=True)
    count = len(list(reader))
    assert isinstance(reader.stop, Stop)
    assert reader.position == reader.stop.position
    return reader.stop.kind, reader.stop.position, count


@pytest.mark.parametrize("file_rules", [False, True])
def test_all_batches_up_to_the_end(file_rules: bool) -> None:
    reader = BatchReader(LOG, file_rules=file_rules, check_crc=True)
    batches = list(reader)
    assert [batch.position for batch in batches] == [0, 174]
    assert b"".join(map(bytes, batches)) == LOG
    assert reader.stop == Stop("end", END)
    assert list(reader) == []


@pytest.mark.parametrize("file_rules", [False, True])
@pytest.mark.parametrize(
    ("tail", "kind"),
    [
        (b"\0", "incomplete"),
        (NO_OP_BATCH[:11], "incomplete"),
        (NO_OP_BATCH[:12], "incomplete"),
        (NO_OP_BATCH[:17], "incomplete"),
        (NO_OP_BATCH[:18], "incomplete"),
        (NO_OP_BATCH[:60], "incomplete"),
        (NO_OP_BATCH[:-1], "incomplete"),
        (bytes(4096), "corrupt"),
        (NO_OP_BATCH[:8] + b"\xff\xff\xff\xf0" + NO_OP_BATCH[12:], "corrupt"),
        (NO_OP_BATCH[:8] + b"\0\0\0\x0d" + NO_OP_BATCH[12:], "corrupt"),
        (NO_OP_BATCH[:8] + b"\x7f\xff\xff\xff" + NO_OP_BATCH[12:], "incomplete"),
        (NO_OP_BATCH[:8] + b"\0\0\0\x30" + NO_OP_BATCH[12:], "invalid"),
        (NO_OP_BATCH[:16] + b"\xff" + NO_OP_BATCH[17:], "corrupt"),
        (NO_OP_BATCH[:-1] + b"\1", "invalid"),
    ],
)
def test_reading_stops_at_incomplete_and_corrupt_batches(
    tail: bytes, kind: str, file_rules: bool
) -> None:
    assert stop_of(LOG + tail, file_rules=file_rules) == (kind, END, 2)


def test_the_rules_differ_in_the_magic_and_at_the_very_end() -> None:
    later_magic = NO_OP_BATCH[:16] + b"\3" + NO_OP_BATCH[17:]
    assert stop_of(later_magic, file_rules=True) == ("end", 72, 1)
    assert stop_of(later_magic, file_rules=False) == ("corrupt", 0, 0)
    torn = later_magic[:-1]
    assert stop_of(torn, file_rules=True) == ("incomplete", 0, 0)
    assert stop_of(torn, file_rules=False) == ("corrupt", 0, 0)
    bad_magic = NO_OP_BATCH[:16] + b"\xff" + NO_OP_BATCH[17:-1]
    assert stop_of(bad_magic, file_rules=True) == ("incomplete", 0, 0)
    assert stop_of(bad_magic, file_rules=False) == ("corrupt", 0, 0)
    for size in (12, 16, 17):
        assert stop_of(bytes(size), file_rules=True) == ("incomplete", 0, 0)
        assert stop_of(bytes(size), file_rules=False) == ("corrupt", 0, 0)


def test_old_formats_are_read_among_the_new() -> None:
    reader = BatchReader(OLD_MESSAGE + NO_OP_BATCH + OLD_MESSAGE)
    assert [type(batch) for batch in reader] == [LegacyBatch, RecordBatch, LegacyBatch]


def test_checksums_are_looked_at_when_asked_for() -> None:
    damaged = NO_OP_BATCH[:-1] + b"\1"
    assert len(list(BatchReader(damaged + NO_OP_BATCH))) == 2
    assert len(list(BatchReader(damaged + NO_OP_BATCH, check_crc=True))) == 0


def test_batch_reader_reads_part_of_buffer() -> None:
    reader = BatchReader(b"..." + LOG + LOG, 3, 3 + END)
    assert [batch.position for batch in reader] == [3, 177]
    assert BatchReader(LOG, 0, 10**9).position == 0
    assert stop_of(LOG[:END], file_rules=True)[0] == "end"


def test_a_mapped_file_can_be_closed_while_its_batches_live(tmp_path: Path) -> None:
    path = tmp_path / "00000000000000000000.log"
    path.write_bytes(LOG)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        batches = list(BatchReader(mapped, file_rules=True, check_crc=True))
        assert RecordBatch.parse(mapped, 174) == batches[1]
    assert [bytes(batch) for batch in batches] == [FIRST_LEADER_BATCH, NO_OP_BATCH]
    assert len(batches[0].read_records()) == 3


def test_iter_batches_returns_all_batches_or_raises() -> None:
    assert len(list(iter_batches(LOG))) == 2
    with pytest.raises(TruncatedError) as cut:
        list(iter_batches(LOG[:-1]))
    assert (cut.value.offset, cut.value.path) == (174, "length")
    assert len(list(iter_batches(LOG[:-1], allow_incomplete=True))) == 1
    for bad in (LOG + bytes(40), LOG[:-1] + b"\1"):
        with pytest.raises(CorruptRecordError):
            list(iter_batches(bad, allow_incomplete=True))
    assert len(list(iter_batches(LOG[:-1] + b"\1", check_crc=False))) == 2
