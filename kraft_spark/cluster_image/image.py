"""The state of a cluster at an offset of its metadata log, and what has changed, as DataFrames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_spark.errors import raises_pyspark_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kraft_core.image import ClusterImage


class Image:
    """The tables of a state; each is made when it is first asked for.

    `offset` is that of the first record which is not in it, as a snapshot's end offset.
    """

    def __init__(
        self, spark: Any, state: ClusterImage, offset: int, *, include_secrets: bool = False
    ) -> None:
        self.offset = offset
        self._spark = spark
        self._state = state
        self._include_secrets = include_secrets
        self._made: dict[str, Any] = {}

    @property
    def topics(self) -> Any:
        """A row for each topic."""
        return self._table("topics")

    @property
    def partitions(self) -> Any:
        """A row for each partition: leader, replicas, epochs."""
        return self._table("partitions")

    @property
    def configs(self) -> Any:
        """A row for each value that is set on a resource; the name of a default is empty."""
        return self._table("configs")

    @property
    def acls(self) -> Any:
        """A row for each access control entry."""
        return self._table("acls")

    @property
    def brokers(self) -> Any:
        """A row for each registered broker."""
        return self._table("brokers")

    @property
    def controllers(self) -> Any:
        """A row for each controller that is registered or a voter."""
        return self._table("controllers")

    @property
    def features(self) -> Any:
        """A row for each finalized feature."""
        return self._table("features")

    def _table(self, name: str) -> Any:
        if name not in self._made:
            import pyarrow as pa  # noqa: PLC0415

            from kraft_spark.cluster_image.tables import table_columns, table_rows  # noqa: PLC0415
            from kraft_spark.columns import spark_schema  # noqa: PLC0415

            columns = table_columns(name)
            rows = table_rows(name, self._state, include_secrets=self._include_secrets)
            self._made[name] = self._spark.createDataFrame(
                pa.Table.from_pylist(rows, columns), spark_schema(columns)
            )
        return self._made[name]


@raises_pyspark_errors
def image(
    spark: Any,
    path: str | Sequence[str],
    *,
    at: int | None = None,
    include_secrets: bool = False,
) -> Image:
    """The state of a cluster after all records of its metadata log below offset `at`, or all.

    The newest snapshot that ends at or below `at` is read, then the log behind it. Transactions of
    the metadata that are open or aborted there are left out. Raises PySparkValueError,
    condition KRAFT_IMAGE, where the files do not have that state.
    """
    from kraft_spark.cluster_image.files import read_image  # noqa: PLC0415  # needs pyarrow

    state, offset = read_image(path, at)
    return Image(spark, state, offset, include_secrets=include_secrets)


_BEGIN: Final = "BEGIN_TRANSACTION_RECORD"
_END: Final = "END_TRANSACTION_RECORD"
_ABORT: Final = "ABORT_TRANSACTION_RECORD"


class History:
    """The state that the files begin with, and the records of the log since.

    `start` is the state at the first offset of the log: empty, or that of the oldest snapshot from
    which the log goes on. `records` gives what took effect since.
    """

    def __init__(self, spark: Any, paths: Sequence[str], start: Image, *, secrets: bool) -> None:
        self.start = start
        log = spark.read.format("kafka_log").option("view", "metadata").option("replicas", "one")
        self._log = log.option("includeSecrets", str(secrets).lower())
        self._paths = list(paths)
        marks = ", ".join(f"'{name}'" for name in (_BEGIN, _END, _ABORT))
        frame = spark.read.format("kafka_log").option("view", "metadata").option("replicas", "one")
        frame = frame.schema("offset BIGINT, recordType STRING, source STRING").load(self._paths)
        found = frame.where(f"source = 'log' AND recordType IN ({marks})").collect()
        self._without = without_effect((row.offset, row.recordType) for row in found)

    def records(self, record_type: str) -> Any:
        """The records of a type, its fields as columns; in no order: sort by `offset`.

        Left out are those of transactions of the metadata that were aborted or are still open.
        """
        frame = self._log.option("recordType", record_type).load(self._paths)
        frame = frame.where(f"source = 'log' AND offset >= {self.start.offset}")
        for first, last in self._without:
            frame = frame.where(
                f"offset < {first}" + ("" if last is None else f" OR offset > {last}")
            )
        return frame


@raises_pyspark_errors
def history(spark: Any, path: str | Sequence[str], *, include_secrets: bool = False) -> History:
    """What has changed in a cluster: the earliest state that its files tell, and the records since.

    The path holds one metadata log, or replicas of it; the one is read that ends highest. Raises
    PySparkValueError, condition KRAFT_IMAGE, where the files do not have a state.
    """
    from kraft_spark.cluster_image.files import earliest_offset  # noqa: PLC0415  # needs pyarrow

    paths = [path] if isinstance(path, str) else list(path)
    start = image(spark, paths, at=earliest_offset(paths), include_secrets=include_secrets)
    return History(spark, paths, start, secrets=include_secrets)


def without_effect(marks: Iterable[tuple[int, str]]) -> list[tuple[int, int | None]]:
    """The first and last offsets of transactions that were aborted, or are open (last is None).

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
