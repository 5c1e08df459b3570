"""The state of a cluster at an offset of its metadata log, as DataFrames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kraft_spark.columns.schemas import Picked, arrow_schema, spark_schema

if TYPE_CHECKING:
    from collections.abc import Sequence

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

            columns = table_columns(name)
            schema = arrow_schema([Picked(one.name, one.name, one.type) for one in columns])
            rows = table_rows(name, self._state, include_secrets=self._include_secrets)
            self._made[name] = self._spark.createDataFrame(
                pa.Table.from_pylist(rows, schema), spark_schema(columns)
            )
        return self._made[name]


def image(
    spark: Any,
    path: str | Sequence[str],
    *,
    at: int | None = None,
    include_secrets: bool = False,
) -> Image:
    """The state of a cluster after all records of its metadata log below offset `at`, or all.

    The newest snapshot that ends at or below `at` is read, then the log behind it. Transactions of
    the metadata that are open or aborted there are left out. Raises ImageError where the files do
    not tell that state.
    """
    from kraft_spark.cluster_image.files import read_image  # noqa: PLC0415  # needs pyarrow

    state, offset = read_image(path, at)
    return Image(spark, state, offset, include_secrets=include_secrets)
