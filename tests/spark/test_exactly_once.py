"""Each committed record stands once in Parquet, however often the driver is killed.

Compared with the bytes in the segment of Kafka's controller.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kraft_wire.messages import NoOpRecord
from kraft_wire.records.batch_reader import iter_batches
from kraft_wire.records.metadata_frame import decode_metadata_record
from tests.conformance.metadata_writes import Writer
from tests.conformance.quorum import running_quorum
from tests.spark.log_rows import ms
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.spark, pytest.mark.kafka, pytest.mark.timeout(900)]

ROOT = Path(__file__).parents[2]
RELEASE = "4.3.1"
SELDOM_IDLE = ["metadata.max.idle.interval.ms=5000"]
STARTS_MAX = 5


class Query:
    """The process of a query and all that it has started; where it has come to."""

    def __init__(self, bootstrap, folder, how):
        self.checkpoint, self.rows = folder / "checkpoint", folder / "rows"
        self._log = (folder / "query.txt").open("ab")
        places = [str(self.checkpoint), str(self.rows)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.spark.streaming_process", bootstrap, *places, how],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        self._log.close()

    @property
    def is_running(self):
        return self._process.poll() is None

    def kill(self):
        """End the driver, its JVM, the planner and the workers at once."""
        if self.is_running:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def wait(self):
        return self._process.wait(300)

    def planned(self):
        return numbers(self.checkpoint / "offsets")

    def done(self):
        return numbers(self.checkpoint / "commits")

    def unnamed(self):
        """Files of rows that the sink's own log does not name: a reader passes over them."""
        there = {path.name for path in self.rows.glob("*.parquet")}
        named = {
            json.loads(line)["path"].rpartition("/")[2]
            for entry in (self.rows / "_spark_metadata").glob("[0-9]*")
            for line in entry.read_text().splitlines()[1:]
        }
        return there - named


def numbers(folder):
    """Of the micro-batches that Spark has written down there."""
    return {int(path.name) for path in folder.glob("[0-9]*")}


def has_unnamed_rows(query, before):
    return len(query.done()) > before and query.planned() > query.done() and query.unnamed()


def is_in_a_batch(query, before):
    return len(query.done()) > before and query.planned() > query.done()


MOMENTS = (has_unnamed_rows, is_in_a_batch)
"""When the query is killed."""


def kill_at(moment, bootstrap, folder):
    """Start the query, and kill it; again if it had ended by itself, or the moment was over."""
    for _ in range(STARTS_MAX):
        with Query(bootstrap, folder, "until-killed") as query:
            before = len(query.done())
            wait_until(
                lambda query=query, before=before: not query.is_running or moment(query, before),
                moment.__name__,
                180,
                pause_s=0.005,
            )
            query.kill()
            if moment(query, before):  # it may have gone on for a moment
                return
    raise TimeoutError((folder / "query.txt").read_text()[-3000:])


def read_to_the_end(bootstrap, folder):
    for _ in range(STARTS_MAX):
        with Query(bootstrap, folder, "to-the-end") as query:
            if query.wait() == 0:
                return query
    raise TimeoutError((folder / "query.txt").read_text()[-3000:])


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
        for moment in MOMENTS:
            kill_at(moment, quorum.bootstrap, tmp_path)
            writer.everything(f"after-{moment.__name__}")
        end_offset = writer.end_offset()
        query = read_to_the_end(quorum.bootstrap, tmp_path)
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
