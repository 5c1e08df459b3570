"""One batch, read by each of the five walks over batches: they agree on every field they read."""

from kraft_core.cli.dump.batches import LogFile, read_header
from kraft_core.raft.replica.batches import fetched_batches
from kraft_core.raft.storage.batch_scan import BatchScan
from kraft_spark.files.segment_scan import SegmentScan
from kraft_wire.records import RecordBatch
from kraft_wire.records.attributes import CONTROL_FLAG
from kraft_wire.records.batch import (
    BATCH_HEADER,
    BATCH_OVERHEAD,
    CRC_COVERS_FROM,
    LOG_OVERHEAD,
    MAGIC,
)
from kraft_wire.records.checksum import crc32c

RECORDS = b"\x00" * 40
FIELDS = {
    "baseOffset": 0x0102030405060708,
    "length": BATCH_OVERHEAD - LOG_OVERHEAD + len(RECORDS),
    "partitionLeaderEpoch": 0x11121314,
    "magic": MAGIC,
    "crc": 0,
    "attributes": 0x08,
    "lastOffsetDelta": 0x21,
    "baseTimestamp": 0x3132333435363738,
    "maxTimestamp": 0x4142434445464748,
    "producerId": 0x5152535455565758,
    "producerEpoch": 0x6162,
    "baseSequence": 0x71727374,
    "count": 0x22,
}


def batch():
    bytes_ = BATCH_HEADER.pack(*FIELDS.values()) + RECORDS
    FIELDS["crc"] = crc32c(bytes_[CRC_COVERS_FROM:])
    return BATCH_HEADER.pack(*FIELDS.values()) + RECORDS


class Held:
    def __init__(self, data):
        self.data = data

    def size(self):
        return len(self.data)

    def read(self, position, size):
        return self.data[position : position + size]


def test_each_walk_reads_the_same_header(tmp_path):
    data = batch()
    last = FIELDS["baseOffset"] + FIELDS["lastOffsetDelta"]
    whole = RecordBatch.parse(data)
    assert (whole.base_offset, whole.last_offset) == (FIELDS["baseOffset"], last)
    assert (whole.producer_id, whole.producer_epoch, whole.base_sequence) == (
        FIELDS["producerId"],
        FIELDS["producerEpoch"],
        FIELDS["baseSequence"],
    )

    (head,) = BatchScan(Held(data))
    assert head == (
        0,
        len(data),
        FIELDS["baseOffset"],
        last,
        FIELDS["partitionLeaderEpoch"],
        FIELDS["maxTimestamp"],
        bool(FIELDS["attributes"] & CONTROL_FLAG),
        FIELDS["count"],
    )

    (summary,) = fetched_batches(data)
    assert (summary.base_offset, summary.last_offset, summary.epoch, summary.size_bytes) == (
        FIELDS["baseOffset"],
        last,
        FIELDS["partitionLeaderEpoch"],
        len(data),
    )

    path = tmp_path / "00000000000000000000.log"
    path.write_bytes(data)
    with LogFile(str(path)) as log:
        (frame,) = log.frames(0, log.size)
        assert list(read_header(log, frame)) == list(FIELDS.values())

    (block,) = SegmentScan(Held(data), 0, len(data))
    assert {name: int(block.heads[name][0]) for name in FIELDS} == FIELDS
    assert block.valid.all()
