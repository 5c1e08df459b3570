"""History tables that are kept up to date: files of Parquet, one for each table.

An update replays what has followed in the log and replaces the files, each by a rename; the note of
how far they go comes last. Rows are a function of the log, so what an update that was killed has
already replaced is cut back to the note. The state at the note comes from the files of the metadata
log: its newest snapshot below, and the log after that.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
from pyarrow import parquet

from kraft_spark.cluster_image.changes import HISTORY_TABLES, history_columns
from kraft_spark.cluster_image.files import ImageError, Kept, Watched, watch_new, watch_on

if TYPE_CHECKING:
    from collections.abc import Sequence

NOTE: Final = "_kraft.json"
_TABLES: Final = (*HISTORY_TABLES, "spans")


class KeptHistory:
    """Keeps `<out>/<table>/history.parquet` of one cluster; one process at a time.

    What was begun without secrets goes on without. Raises ImageError and OSError.
    """

    def __init__(self, paths: Sequence[str], out: str, *, include_secrets: bool = False) -> None:
        self._paths = list(paths)
        self._out = Path(out)
        self._include_secrets = include_secrets
        self._watched: Watched | None = None

    def update(self) -> int:
        """Take what is new in the log; return the offset after it."""
        # kept only once all of it is written: what a failed update replayed may be half of one
        watched, self._watched = self._watched, None
        if watched is None:
            watched = watch_new(
                self._paths, include_secrets=self._include_secrets, kept=self._kept()
            )
        before = watched.end
        watch_on(watched, self._paths)
        if watched.end != before or not (self._out / NOTE).exists():
            self._write(watched)
        self._watched = watched
        return watched.end

    def _write(self, watched: Watched) -> None:
        for table in _TABLES:
            rows = pa.Table.from_pylist(watched.timeline.rows(table), history_columns(table))
            self._replace(f"{table}/history.parquet", lambda path, rows=rows: _store(rows, path))
        note = {
            "version": 1,
            "clusterId": watched.timeline.cluster_id,
            "end": watched.end,
            "controller": watched.moment.controller,
            "epoch": watched.moment.epoch,
            "includesSecrets": self._include_secrets,
        }
        self._replace(NOTE, lambda path: path.write_text(json.dumps(note), encoding="utf-8"))

    def _replace(self, name: str, write: Any) -> None:
        path = self._out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_name(f".{path.name}.part")
        write(aside)
        handle = os.open(aside, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        aside.replace(path)

    def _kept(self) -> Kept | None:
        path = self._out / NOTE
        if not path.exists():
            return None
        try:
            note = json.loads(path.read_text(encoding="utf-8"))
            end = int(note["end"])
            known = Kept(note["clusterId"], end, note["controller"], note["epoch"], {})
            had_secrets = bool(note["includesSecrets"])
        except (ValueError, KeyError, TypeError) as error:
            raise ImageError(f"{path} is not valid: {error}") from None
        if had_secrets != self._include_secrets:
            raise ImageError(f"{path}: include_secrets was {had_secrets} when it was begun")
        for table in HISTORY_TABLES:
            columns = history_columns(table)
            rows = parquet.read_table(self._out / table / "history.parquet", schema=columns)
            known.rows[table] = [
                _cut(row, end)
                for row in _plain_times(rows).to_pylist()
                if row["fromOffset"] is None or row["fromOffset"] < end
            ]
        return known


def _store(rows: pa.Table, path: Path) -> None:
    parquet.write_table(rows, path, compression="zstd")


def _plain_times(rows: pa.Table) -> pa.Table:
    """Timestamps as numbers, as the replay has them."""
    fields = [
        pa.field(one.name, pa.int64()) if pa.types.is_timestamp(one.type) else one
        for one in rows.schema
    ]
    return rows.cast(pa.schema(fields))


def _cut(row: dict[str, Any], end: int) -> dict[str, Any]:
    """A row as it was at an offset."""
    if row["toOffset"] is not None and row["toOffset"] >= end:
        return {**row, "toOffset": None, "validTo": None}
    return row


def keep_history(
    spark: Any,
    paths: Sequence[str],
    out: str,
    *,
    checkpoint: str,
    include_secrets: bool = False,
    trigger: dict[str, Any] | None = None,
) -> Any:
    """Start a streaming query that updates the tables when the log has grown."""
    kept = KeptHistory(paths, out, include_secrets=include_secrets)
    kept.update()
    reader = spark.readStream.format("kafka_log").option("view", "metadata")
    reader = reader.option("activeSegment", "true").option("failOnDataLoss", "false")
    reader = reader.option("startingOffsets", "latest").option("paths", json.dumps(list(paths)))
    frame = reader.schema("offset BIGINT").load()

    def update(_: Any, number: int) -> None:
        del number  # an update takes all there is, so one that is made again does nothing
        kept.update()

    writer = frame.writeStream.foreachBatch(update).option("checkpointLocation", checkpoint)
    return writer.trigger(**(trigger or {"processingTime": "60 seconds"})).start()
