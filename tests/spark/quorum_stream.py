"""A query of `kraft_quorum` for tests: a stream into Parquet, and how far it has come."""

from __future__ import annotations

import json

from kraft_spark.log.position import positions_of
from tests.support.waiting import wait_until

CONTROLLERS = "kafka.bootstrap.controllers"
STARTS_MAX = 5


def batch(spark, bootstrap, schema=None, **options):
    reader = spark.read.format("kraft_quorum").option(CONTROLLERS, bootstrap).options(**options)
    return (reader if schema is None else reader.schema(schema)).load()


class Stream:
    """A stream into Parquet, with its checkpoint beside it."""

    def __init__(self, spark, bootstrap, folder, **options):
        self._spark = spark
        self._folder = folder
        source = spark.readStream.format("kraft_quorum").option(CONTROLLERS, bootstrap)
        self._frame = source.options(**options).load()

    def start(self, **trigger):
        """Start it; Spark gives a Python process ten seconds, which may be too few for once."""
        for _ in range(STARTS_MAX):
            writer = self._frame.writeStream.format("parquet")
            writer = writer.option("checkpointLocation", str(self._folder / "checkpoint"))
            writer = writer.option("path", str(self._folder / "rows"))
            query = (writer.trigger(**trigger) if trigger else writer).start()
            wait_until(lambda query=query: not query.isActive or query.lastProgress, "a batch")
            if "failed to connect back" not in str(query.exception()):
                return query
        raise TimeoutError("Spark could not start its planner")

    def drain(self):
        """Read up to the high watermark of now."""
        query = self.start(availableNow=True)
        assert query.awaitTermination(120)
        assert query.exception() is None
        return query

    def rows(self):
        if not (self._folder / "rows" / "_spark_metadata").exists():
            return []
        return (
            self._spark.read.schema(self._frame.schema)
            .parquet(str(self._folder / "rows"))
            .collect()
        )


def place_of(query):
    """How far a query has come: offset and epoch."""
    assert query.isActive, query.exception()
    progress = query.lastProgress
    if progress is None:
        return 0, 0
    (position,) = positions_of(json.loads(progress["sources"][0]["endOffset"])).values()
    return position.offset, position.epoch
