"""The data source `kraft_quorum` of PySpark: a thin shell around the feed and the slices.

The driver fetches everything: in a stream the one planner process of the query, in a batch read the
planning. Tasks get bytes and open no connection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import (
    DataSource,
    DataSourceReader,
    DataSourceStreamReader,
    InputPartition,
)
from pyspark.sql.streaming.datasource import (
    ReadAllAvailable,
    ReadMaxBytes,
    ReadMaxRows,
    SupportsTriggerAvailableNow,
)

from kraft_spark.columns import Picked, row_batch, spark_schema, wanted_columns
from kraft_spark.errors import marks_errors
from kraft_spark.options import OptionError
from kraft_spark.quorum.log import Limits, StreamOffset
from kraft_spark.quorum.options import READ, STREAM, QuorumOptions, parse_quorum_options
from kraft_spark.quorum.views import picked_quorum_columns, quorum_columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.client import Client
    from kraft_spark.quorum.feed import QuorumFeed
    from kraft_spark.quorum.views import QuorumSlice


class SlicePartition(InputPartition):
    """The bytes that one task decodes."""

    def __init__(self, one: QuorumSlice) -> None:
        super().__init__(None)
        self.slice = one


class StatusPartition(InputPartition):
    """The answer of the leader as rows."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        super().__init__(None)
        self.rows = rows


@marks_errors
class KraftQuorumSource(DataSource):
    """The committed metadata log of running controllers: docs/spark-quorum.md."""

    @classmethod
    def name(cls) -> str:
        """Return the name for `spark.read.format`."""
        return "kraft_quorum"

    def schema(self) -> Any:
        """Return the columns without a user's schema; also where bad options are reported first."""
        return spark_schema(quorum_columns(parse_quorum_options(self.options)).default)

    def reader(self, schema: Any) -> DataSourceReader:
        """Return the batch reader. Refuse a schema with columns that the view lacks."""
        options = parse_quorum_options(self.options, READ)
        return QuorumReader(options, picked_quorum_columns(options, wanted_columns(schema)))

    def streamReader(self, schema: Any) -> DataSourceStreamReader:  # noqa: N802  # PySpark's name
        """Return the stream reader. Refuse options that only batch reads support."""
        options = parse_quorum_options(self.options, STREAM)
        if options.view == "status":
            raise OptionError("view=status cannot be streamed: use spark.read")
        return QuorumStreamReader(options, picked_quorum_columns(options, wanted_columns(schema)))


@marks_errors
class QuorumReader(DataSourceReader):
    """Fetches while it plans; sent to the workers as it is."""

    def __init__(self, options: QuorumOptions, picked: tuple[Picked, ...]) -> None:
        self._options = options
        self._picked = picked

    def __getstate__(self) -> dict[str, Any]:
        """Return the state that workers get, without secrets."""
        return self.__dict__ | {"_options": self._options.without_secrets()}

    def partitions(self) -> list[InputPartition]:
        """Return the tasks, with all that they need."""
        from kraft_spark.quorum.feed import QuorumFeed, read_all
        from kraft_spark.quorum.views import cluster_id_of, status_rows

        with _client(self._options) as client:
            cluster_id = cluster_id_of(client)
            if self._options.view == "status":
                return [StatusPartition(status_rows(client, cluster_id))]
            feed = QuorumFeed(client, self._options, cluster_id)
            return [SlicePartition(one) for one in read_all(feed, self._options)]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """Yield the rows of a task, as batches of Arrow."""
        if isinstance(partition, StatusPartition):
            return iter([row_batch(partition.rows, self._picked)])
        return _rows(self._options, self._picked, partition)


@marks_errors
class QuorumStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Plans and fetches in the planner process, decodes in the workers."""

    def __init__(self, options: QuorumOptions, picked: tuple[Picked, ...]) -> None:
        self._options = options
        self._picked = picked
        self._client: Client | None = None
        self._feed: QuorumFeed | None = None
        self._target: int | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return the state that workers get, without secrets."""
        return self.__dict__ | {"_options": self._options.without_secrets()}

    def initialOffset(self) -> dict[str, Any]:  # noqa: N802  # PySpark's name
        """Return the start of a new query."""
        feed = self._opened()
        return feed.stored(feed.start())

    def getDefaultReadLimit(self) -> Any:  # noqa: N802  # PySpark's name
        """Return the limit that a trigger without a limit passes to `latestOffset`."""
        if self._options.max_offsets is not None:
            return ReadMaxRows(self._options.max_offsets)
        return ReadMaxBytes(self._options.max_bytes)

    def latestOffset(self, start: dict[str, Any], limit: Any) -> dict[str, Any]:  # noqa: N802
        """Return the end of the next micro-batch; wait a moment if nothing is new."""
        size: int | None = self._options.max_bytes
        if isinstance(limit, ReadAllAvailable):
            size = None
        elif isinstance(limit, ReadMaxBytes):
            size = limit.max_bytes
        offsets = limit.max_rows if isinstance(limit, ReadMaxRows) else None
        limits = Limits(offsets, size, self._target)
        feed = self._opened()
        first = feed.restored(start)
        reached = feed.latest(first, limits)
        return start if reached == first else feed.stored(reached)

    def reportLatestOffset(self) -> dict[str, Any] | None:  # noqa: N802  # PySpark's name
        """Return the high watermark, for the progress of the query."""
        newest = None if self._feed is None else self._feed.newest()
        return None if self._feed is None or newest is None else self._feed.stored(newest)

    def prepareForTriggerAvailableNow(self) -> None:  # noqa: N802  # PySpark's name
        """Note the high watermark, at which the query ends."""
        self._target = self._opened().committed_end()

    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> list[InputPartition]:
        """Return the tasks of a micro-batch, with all that they need."""
        feed = self._opened()
        first, last = feed.restored(start), feed.restored(end)
        return [SlicePartition(one) for one in feed.slices(first, last)]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """Yield the rows of a task, as batches of Arrow."""
        return _rows(self._options, self._picked, partition)

    def commit(self, end: dict[str, Any]) -> None:
        """Drop data that Spark has stored."""
        if self._feed is not None:
            self._feed.forget(StreamOffset.of_json(end))

    def stop(self) -> None:
        """Close the connection."""
        if self._client is not None:
            self._client.close()
            self._client = self._feed = None

    def _opened(self) -> QuorumFeed:
        if self._feed is None:
            from kraft_spark.quorum.feed import QuorumFeed
            from kraft_spark.quorum.views import cluster_id_of

            self._client = _client(self._options)
            cluster_id = cluster_id_of(self._client)
            self._feed = QuorumFeed(self._client, self._options, cluster_id)
        return self._feed


def _client(options: QuorumOptions) -> Client:
    from kraft_core.client import Client  # workers need none

    return Client(options.bootstrap, **options.client_options())


def _rows(
    options: QuorumOptions, picked: tuple[Picked, ...], partition: InputPartition
) -> Iterator[Any]:
    from kraft_spark.quorum.views import SliceReader

    # without any partition Spark calls this once with its own
    slices = [partition.slice] if isinstance(partition, SlicePartition) else []
    return SliceReader(options, picked).read(slices)
