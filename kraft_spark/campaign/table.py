"""The table of a campaign: Parquet files in one folder, written by Spark or by `write_rows`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from kraft_spark.columns.row_batches import row_batch
from kraft_spark.columns.schemas import pick
from kraft_spark.files.store import locate
from kraft_spark.simulation.code_version import code_version
from kraft_spark.simulation.columns import SIMULATION_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_spark.simulation.seed_runs import Row, SeedWork

_PICKED = pick(SIMULATION_COLUMNS, SIMULATION_COLUMNS.default, "kraft_simulation")


class CampaignTable:
    """The table in a folder, by path or URI; it need not be there yet."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._store, self._folder = locate(path)

    def write_rows(self, rows: Sequence[Row]) -> None:
        """Add a file with these rows; it appears whole or not at all."""
        name = f"part-{rows[0]['seed']:012}-{uuid4().hex}.parquet"
        unfinished = f"{self._folder}/_{name}"  # readers pass over names like this one
        with self._store.create(unfinished) as stream:
            batch = row_batch(rows, _PICKED)
            pq.write_table(pa.Table.from_batches([batch]), stream, compression="zstd")
        self._store.move(unfinished, f"{self._folder}/{name}")

    def finished(self, work: SeedWork, first: int, end: int) -> set[int]:
        """The seeds from `first` on below `end` that have a row by this work and this code."""
        found: set[int] = set()
        for batch in self._scan(work, ["seed"], first, end):
            found.update(batch.column("seed").to_pylist())
        return found

    def digests(self, work: SeedWork, first: int, end: int) -> dict[int, str | None]:
        """The digests of those seeds."""
        found: dict[int, str | None] = {}
        for batch in self._scan(work, ["seed", "digest"], first, end):
            columns = (batch.column(name).to_pylist() for name in ("seed", "digest"))
            found.update(zip(*columns, strict=True))
        return found

    def rows(self, work: SeedWork, names: list[str], first: int, end: int) -> Iterator[Row]:
        """Some columns of those seeds, in no order."""
        for batch in self._scan(work, names, first, end):
            yield from batch.to_pylist()

    def _scan(
        self, work: SeedWork, names: list[str], first: int, end: int
    ) -> Iterator[pa.RecordBatch]:
        entry = self._store.entry(self._folder)
        if entry is None:
            return
        if entry.is_file:
            raise NotADirectoryError(f"{self.path} is a file, and no folder for a table")
        table = ds.dataset(self._folder, filesystem=self._store.system(), format="parquet")
        if "seed" not in table.schema.names:  # a folder without a file
            return
        wanted = _is(work) & (ds.field("seed") >= first) & (ds.field("seed") < end)
        yield from table.scanner(columns=names, filter=wanted).to_batches()


def _is(work: SeedWork) -> Any:
    """The rows that this work and this code have made."""
    found = ds.field("codeVersion") == code_version()
    for name, value in (
        ("campaign", work.campaign),
        ("scenario", work.scenario),
        ("options", work.options),
    ):
        found &= ds.field(name) == value
    return found
