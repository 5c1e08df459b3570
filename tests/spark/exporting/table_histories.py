"""Consumers of drawn histories that write real tables: exports that are killed, streams of Spark.

The tables are maintained between the runs, as their formats ask for it.
"""

from __future__ import annotations

import multiprocessing
import re
import time
from datetime import UTC, datetime, timedelta
from random import Random

from kraft_spark.exporting.job import ExportJob
from kraft_spark.log.position import DataLossError
from tests.spark.exporting.killed_export import PRELOADED, export_job
from tests.spark.exporting.tables_read import table_at
from tests.spark.log.position_model import COLUMNS, Consumer, Export, Stream

CRASHES = 0.4
MAINTENANCE = 0.8
_LOSSES = re.compile(r"KRAFT_(DATA_LOSS|MISSING_PATH|EMPTY_PATH)\b")


def rows_of(table):
    return [((row["topicId"], row["offset"]), row["value"]) for row in table]


class TableExport(Export):
    """Exports in processes of their own, some of them killed, into a table of a format."""

    kind = "parquet"

    def __init__(self, random, root, *, only_committed):
        Consumer.__init__(self, random, root, only_committed=only_committed)
        folder = root.with_name("tables")
        folder.mkdir()
        self.table = table_at(self.kind, folder)
        self.context = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(list(PRELOADED))
        # of its own, so that the history does not depend on the time that an export takes
        self.draw = Random(random.random())
        self.progress = {}
        self.seconds = 1.0
        self.kills = self.maintained = 0

    @property
    def rows(self):
        return rows_of(self.table.rows())

    def poll(self, *, crashes=True):
        if self.progress and self.draw.random() < MAINTENANCE:
            self.maintain()
            self.maintained += 1
        is_killed = crashes and self.draw.random() < CRASHES
        answer = self._run(self.draw.uniform(0, self.seconds) if is_killed else None)
        if answer is None:
            self.kills += 1
            return False
        if isinstance(answer, Exception):
            raise answer
        version, progress, missing = answer
        if missing:
            raise DataLossError(f"{missing} have no directory, which the result reports")
        self.progress |= progress
        return version is not None

    def _run(self, delay_s):
        """Return the answer of an export; None if it was killed after the delay."""
        receiving, sending = self.context.Pipe(duplex=False)
        columns = tuple(COLUMNS.names)
        job = ExportJob(options=self.given, columns=columns, **self.table.job)
        process = self.context.Process(target=export_job, args=(sending, job))
        process.start()
        sending.close()
        try:
            assert receiving.poll(120)
            assert receiving.recv() is None
            began = time.monotonic()
            if receiving.poll(120 if delay_s is None else delay_s):
                self.seconds = time.monotonic() - began
                return receiving.recv()
            assert delay_s is not None
            return None
        finally:
            process.kill()
            process.join()
            receiving.close()

    def maintain(self):
        """Parquet exports compact nothing; see docs/spark-export.md."""


class DeltaExport(TableExport):
    kind = "delta"

    def maintain(self):
        from deltalake import DeltaTable

        table = DeltaTable(self.table.job["out"])
        self.draw.choice(
            (
                table.optimize.compact,
                table.create_checkpoint,
                table.cleanup_metadata,
                lambda: table.vacuum(
                    retention_hours=0, enforce_retention_duration=False, dry_run=False
                ),
            )
        )()


class IcebergExport(TableExport):
    kind = "iceberg"

    def maintain(self):
        from pyiceberg.catalog import load_catalog

        catalog = load_catalog("default", **self.table.job["catalog"])
        table = catalog.load_table(self.table.job["out"])
        if self.draw.random() < 0.5:
            table.overwrite(table.scan().to_arrow())
            return
        later = datetime.now(UTC) + timedelta(days=1)
        table.maintenance.expire_snapshots().older_than(later).commit()


class ParquetStream(Stream):
    """A query of Spark with Trigger.AvailableNow, some runs of which are stopped, into Parquet."""

    begins_with_records = True
    spark = None

    def __init__(self, random, root, *, only_committed):
        Consumer.__init__(self, random, root, only_committed=only_committed)
        self.folder = root.with_name("query")
        self.stops = 0
        size = random.choice((None, "1"))
        self.more = {} if size is None else {"maxBytesPerTrigger": size}

    def start(self):
        """Each poll starts the query."""

    @property
    def rows(self):
        found = self.spark.read.parquet(str(self.folder / "rows")).collect()
        return [((row.topicId, row.offset), bytes(row.value)) for row in found]

    def poll(self, *, crashes=True):
        before = self._done()
        reader = self.spark.readStream.format("kafka_log").options(**self.given, **self.more)
        frame = reader.schema("topicId STRING, offset BIGINT, value BINARY").load()
        writer = frame.writeStream.format("parquet").trigger(availableNow=True)
        writer = writer.option("checkpointLocation", str(self.folder / "checkpoint"))
        query = writer.start(str(self.folder / "rows"))
        try:
            if crashes and self.random.random() < CRASHES:
                query.awaitTermination(self.random.randint(1, 3))
                self.stops += query.isActive
            else:
                query.awaitTermination()
        except Exception as error:
            if _LOSSES.search(str(error)) is None:
                raise
            raise DataLossError(str(error)) from error
        finally:
            query.stop()
        return self._done() != before

    def _done(self):
        return {path.name for path in (self.folder / "checkpoint" / "commits").glob("[0-9]*")}
