"""Each committed record stands once in Parquet, however often the driver is killed.

Compared with the bytes in the segment of Kafka's controller.
"""

from __future__ import annotations

import pytest

from kraft_wire.messages import NoOpRecord
from kraft_wire.records.batch_reader import iter_batches
from kraft_wire.records.metadata_frame import decode_metadata_record
from tests.conformance.metadata_writes import Writer
from tests.conformance.quorum import running_quorum
from tests.spark.killed_query import MOMENTS, kill_at, read_to_the_end
from tests.spark.log_rows import ms

pytestmark = [pytest.mark.spark, pytest.mark.kafka, pytest.mark.timeout(900)]

RELEASE = "4.3.1"
SELDOM_IDLE = ["metadata.max.idle.interval.ms=5000"]


def is_idle_talk(batch, record):
    """Whether a record is what an idle controller writes."""
    if batch.is_control:
        return False
    return isinstance(decode_metadata_record(record.value).message, NoOpRecord)


def records_of(segment):
    """What stands in a segment: offset, epoch, time, whether of control, value."""
    return [
        (
            record.offset,
            batch.partition_leader_epoch,
            record.timestamp,
            batch.is_control,
            record.value,
        )
        for batch in iter_batches(segment.read_bytes(), file_rules=True, allow_incomplete=True)
        for record in batch.records()
        if not is_idle_talk(batch, record)
    ]


def test_a_query_that_is_killed_again_and_again(spark, tmp_path):
    with (
        running_quorum(RELEASE, 1, tmp_path / "quorum", SELDOM_IDLE) as quorum,
        Writer(quorum.bootstrap, quorum.cluster_id) as writer,
    ):
        for number in range(8):
            writer.everything(f"{number}" * (number + 1))
        source = {
            "format": "kraft_quorum",
            "options": {
                "kafka.bootstrap.controllers": quorum.bootstrap,
                "maxOffsetsPerTrigger": "20",
                "includeSecrets": "true",
            },
        }
        for moment in MOMENTS:
            kill_at(moment, source, tmp_path)
            writer.everything(f"after-{moment.__name__}")
        end_offset = writer.end_offset()
        query = read_to_the_end(source, tmp_path)
        (controller,) = quorum.controllers
        quorum.kill()
    wanted = records_of(controller.metadata_folder / f"{0:020}.log")
    found = [
        (row.offset, row.epoch, ms(row.timestamp), row.isControl, bytes(row.value))
        for row in spark.read.parquet(str(query.rows)).sort("offset").collect()
    ]
    assert len(wanted) > 120
    assert [row for row in found if row[0] < end_offset] == [
        row for row in wanted if row[0] < end_offset
    ]
    assert query.unnamed()  # a kill has left rows behind that were written again
