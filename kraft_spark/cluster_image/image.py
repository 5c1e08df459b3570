"""The state of a cluster at an offset of its metadata log, and what has changed, as DataFrames."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from kraft_spark.cluster_image.changes import history_columns
from kraft_spark.cluster_image.files import (
    check_logs,
    earliest_offset,
    read_image,
    read_timelines,
)
from kraft_spark.cluster_image.tables import table_columns, table_rows
from kraft_spark.columns import spark_schema
from kraft_spark.errors import raises_pyspark_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from kraft_core.metadata import ClusterImage
    from kraft_spark.cluster_image.changes import Timeline


class _Tables(ABC):
    """The tables that a state and a history share: a row for each thing, or for each change."""

    @abstractmethod
    def _table(self, name: str) -> Any:
        """Return the table of this name."""

    @property
    def topics(self) -> Any:
        """Topics, and how many partitions they have."""
        return self._table("topics")

    @property
    def partitions(self) -> Any:
        """Partitions: leader, replicas, ISR, epochs."""
        return self._table("partitions")

    @property
    def configs(self) -> Any:
        """Values that are set on resources; the name of a default is empty."""
        return self._table("configs")

    @property
    def acls(self) -> Any:
        """Access control entries."""
        return self._table("acls")

    @property
    def brokers(self) -> Any:
        """Registrations of brokers, fenced and not."""
        return self._table("brokers")

    @property
    def controllers(self) -> Any:
        """Controllers that are registered or voters."""
        return self._table("controllers")

    @property
    def features(self) -> Any:
        """Levels of features that are finalized."""
        return self._table("features")

    @property
    def quotas(self) -> Any:
        """Client quotas; the name of a default entity is null."""
        return self._table("quotas")

    @property
    def scram_users(self) -> Any:
        """SCRAM credentials, without what they consist of."""
        return self._table("scram_users")


class Image(_Tables):
    """The tables of a state; each is made on its first use.

    `offset` is that of the first record which is not in it, as a snapshot's end offset.
    `cluster_id` is what `meta.properties` alongside the log says, None without that file.
    """

    def __init__(
        self,
        spark: Any,
        state: ClusterImage,
        offset: int,
        *,
        cluster_id: str | None = None,
        include_secrets: bool = False,
    ) -> None:
        self.offset = offset
        self.cluster_id = cluster_id
        self._spark = spark
        self._state = state
        self._include_secrets = include_secrets
        self._made: dict[str, Any] = {}

    @property
    def delegation_tokens(self) -> Any:
        """A row for each delegation token."""
        return self._table("delegation_tokens")

    @property
    def producer_ids(self) -> Any:
        """One row with the next producer id, none before the first block was given out."""
        return self._table("producer_ids")

    def _table(self, name: str) -> Any:
        if name not in self._made:
            rows = table_rows(name, self._state, include_secrets=self._include_secrets)
            self._made[name] = _frame(self._spark, rows, table_columns(name))
        return self._made[name]


def _frame(spark: Any, rows: list[dict[str, Any]], columns: Any) -> Any:
    return spark.createDataFrame(pa.Table.from_pylist(rows, columns), spark_schema(columns))


@raises_pyspark_errors
def image(
    spark: Any,
    path: str | Sequence[str],
    *,
    at: int | datetime | None = None,
    cluster_id: str | None = None,
    include_secrets: bool = False,
) -> Image:
    """Return a cluster's state after all records of its metadata log below offset `at`, or all.

    A time means: after all records below the first one that is later; without zone it is local.
    `cluster_id` chooses where logs of several clusters are under the path. The newest snapshot that
    ends at or below `at` is read, then the log after it. Transactions of the metadata that are open
    or aborted there are left out. Raises PySparkValueError, condition KRAFT_IMAGE, where the files
    do not have that state.
    """
    state, offset, known = read_image(path, at, cluster_id=cluster_id)
    return Image(spark, state, offset, cluster_id=known, include_secrets=include_secrets)


_BEGIN: Final = "BEGIN_TRANSACTION_RECORD"
_END: Final = "END_TRANSACTION_RECORD"
_ABORT: Final = "ABORT_TRANSACTION_RECORD"


class History(_Tables):
    """The tables of a cluster over time, and the records of its log.

    A row of a table is valid from `validFrom` until `validTo`, which is null while it is;
    `validFrom` is null for what was there when the log begins. `fromOffset` and `toOffset` are the
    records that began and ended it; `activeController` led in epoch
    `activeControllerEpoch` when it began. The log
    is replayed once, in the driver, when a table is first used.

    `start` is the state at the first offset of the log: empty, or that of the oldest snapshot from
    which the log continues. `records` gives what took effect since. These two are of one cluster,
    tables of all under the path, by `clusterId`.
    """

    def __init__(self, spark: Any, paths: Sequence[str], *, include_secrets: bool) -> None:
        self._spark = spark
        self._paths = list(paths)
        self._include_secrets = include_secrets
        self._timelines: list[Timeline] | None = None
        self._made: dict[str, Any] = {}

    @property
    def spans(self) -> Any:
        """Times in which something was wrong, by `kind`.

        `leaderless`, `underReplicated` and `reassigning` are of partitions, `fenced` of brokers.
        """
        return self._table("spans")

    @raises_pyspark_errors
    def _table(self, name: str) -> Any:
        if name not in self._made:
            if self._timelines is None:
                self._timelines = read_timelines(self._paths, include_secrets=self._include_secrets)
            rows = [row for one in self._timelines for row in one.rows(name)]
            self._made[name] = _frame(self._spark, rows, history_columns(name))
        return self._made[name]

    @cached_property
    def start(self) -> Image:
        """The state at the first offset of the log."""
        begin = raises_pyspark_errors(earliest_offset)(self._paths)
        return image(self._spark, self._paths, at=begin, include_secrets=self._include_secrets)

    @cached_property
    def _without(self) -> list[tuple[int, int | None]]:
        marks = ", ".join(f"'{name}'" for name in (_BEGIN, _END, _ABORT))
        schema = "offset BIGINT, recordType STRING, source STRING"
        frame = self._reader().schema(schema).load(self._paths)
        found = frame.where(f"source = 'log' AND recordType IN ({marks})").collect()
        return without_effect((row.offset, row.recordType) for row in found)

    def _reader(self) -> Any:
        reader = self._spark.read.format("kafka_log").option("view", "metadata")
        return reader.option("replicas", "one")

    def records(self, record_type: str) -> Any:
        """Return the records of a type, its fields as columns; in no order: sort by `offset`.

        Left out are those of transactions of the metadata that were aborted or are still open.
        """
        reader = self._reader().option("includeSecrets", str(self._include_secrets).lower())
        frame = reader.option("recordType", record_type).load(self._paths)
        frame = frame.where(f"source = 'log' AND offset >= {self.start.offset}")
        for first, last in self._without:
            frame = frame.where(
                f"offset < {first}" + ("" if last is None else f" OR offset > {last}")
            )
        return frame


@raises_pyspark_errors
def history(spark: Any, path: str | Sequence[str], *, include_secrets: bool = False) -> History:
    """Return the changes of a cluster, from the earliest state that its files give.

    The path holds a metadata log, or replicas of it, of which the one is read that ends highest; or
    logs of several clusters. Raises PySparkValueError, condition KRAFT_IMAGE, where the files do
    not have a state.
    """
    paths = [path] if isinstance(path, str) else list(path)
    check_logs(paths)
    return History(spark, paths, include_secrets=include_secrets)


def without_effect(marks: Iterable[tuple[int, str]]) -> list[tuple[int, int | None]]:
    """Return first and last offsets of transactions that were aborted or are open (last is None).

    `marks` are the offsets of the records that begin and end transactions, and their types.
    """
    found: list[tuple[int, int | None]] = []
    begun: int | None = None
    for offset, record_type in sorted(marks):
        if record_type == _BEGIN:
            begun = offset
            continue
        if record_type == _ABORT and begun is not None:
            found.append((begun, offset))
        begun = None
    return found if begun is None else [*found, (begun, None)]
