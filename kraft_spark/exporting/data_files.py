"""Parquet files that tasks of an export write, one for each task and value of the partitioning.

Batches are collected to row groups of some 64 MiB. Names carry the job, so that what a job left
behind that never committed can be distinguished from committed files.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote
from uuid import uuid4

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kraft_spark.columns import TIMESTAMP
from kraft_spark.files.store import locate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DAY: Final = "day"
"""A value to partition by: the UTC day of column `timestamp`."""

ROW_GROUP_BYTES: Final = 64 << 20
BUFFERED_BYTES: Final = 128 << 20
FILE_BYTES: Final = 1 << 30
OPEN_FILES_MAX: Final = 32
_NULL_FOLDER: Final = "__HIVE_DEFAULT_PARTITION__"
_UNIQUE: Final = ("key", "value", "offset", "timestamp", "decoded", "decodedKey", "headers")
"""Columns with few equal values: a dictionary of them would only cost."""

_WITH_STATS: Final = ("offset", "timestamp", "recordOffset")

Values = tuple[tuple[str, str | None], ...]
"""What a file is partitioned by: names and values as text."""


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file that was written; `path` is relative to the folder of the data.

    `stats` are least and greatest value of some columns: numbers, and timestamps in microseconds.
    """

    path: str
    rows: int
    size: int
    values: Values
    stats: dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Target:
    """Where and how tasks write files.

    `folder` is a path or URI. `is_hidden` gives files names that readers pass over until they are
    published. `keeps_values` leaves the columns that files are partitioned by in the files too.
    """

    folder: str
    job: str
    partition_by: tuple[str, ...] = ()
    compression: str = "zstd"
    is_hidden: bool = False
    keeps_values: bool = False


def hidden_name(path: str) -> str:
    """The path of a file while it is not published: Spark, Arrow and globs of tools pass over."""
    folder, _, name = path.rpartition("/")
    return f"{folder}/_{name}.tmp" if folder else f"_{name}.tmp"


@dataclass(slots=True)
class _OpenFile:
    path: str
    values: Values
    stream: Any
    writer: pq.ParquetWriter
    batches: list[pa.RecordBatch] = field(default_factory=list)
    buffered: int = 0


class DataFiles:
    """Writes rows of one schema to files of a target."""

    def __init__(self, target: Target, schema: pa.Schema) -> None:
        self._target = target
        self._store, self._folder = locate(target.folder)
        self._by = target.partition_by
        names = [
            name for name in schema.names if target.keeps_values or name not in target.partition_by
        ]
        self._schema = pa.schema([schema.field(name) for name in names])
        self._open: OrderedDict[Values, _OpenFile] = OrderedDict()
        self._done: list[DataFile] = []
        self._buffered = 0

    def write(self, batch: pa.RecordBatch) -> None:
        """Add rows."""
        for values, rows in self._split(batch):
            self._add(values, rows.select(self._schema.names))

    def close(self) -> list[DataFile]:
        """Finish all files."""
        while self._open:
            self._finish(next(iter(self._open.values())))
        return self._done

    def abort(self) -> None:
        """Remove what was written."""
        for one in self._open.values():
            one.stream.close()
            self._store.remove_file(self._place(one.path))
        for file in self._done:
            self._store.remove_file(self._place(file.path))

    def _place(self, path: str) -> str:
        return f"{self._folder}/{hidden_name(path) if self._target.is_hidden else path}"

    def _split(self, batch: pa.RecordBatch) -> Iterator[tuple[Values, pa.RecordBatch]]:
        if not self._by:
            yield (), batch
            return
        keys = pa.table({name: _key_column(batch, name) for name in self._by})
        groups = keys.group_by(self._by).aggregate([]).to_pylist()
        for group in groups:
            values = tuple((name, _text(group[name])) for name in self._by)
            if len(groups) == 1:
                yield values, batch
                continue
            mask: Any = pa.repeat(pa.scalar(value=True), batch.num_rows)
            for name in self._by:
                column, value = keys[name].combine_chunks(), group[name]
                same = pc.is_null(column) if value is None else pc.equal(column, value)
                mask = pc.and_(mask, pc.fill_null(same, fill_value=False))
            yield values, batch.filter(mask)

    def _add(self, values: Values, rows: pa.RecordBatch) -> None:
        one = self._open.get(values)
        if one is None:
            if len(self._open) == OPEN_FILES_MAX:
                self._finish(next(iter(self._open.values())))
            one = self._open[values] = self._begin(values)
        self._open.move_to_end(values)
        one.batches.append(rows)
        one.buffered += rows.nbytes
        self._buffered += rows.nbytes
        if one.buffered >= ROW_GROUP_BYTES:
            self._flush(one)
        while self._buffered > BUFFERED_BYTES:
            self._flush(max(self._open.values(), key=lambda file: file.buffered))
        if one.stream.tell() >= FILE_BYTES:
            self._finish(one)

    def _begin(self, values: Values) -> _OpenFile:
        folders = [
            f"{name}={_NULL_FOLDER if value is None else quote(value, safe='._-')}"
            for name, value in values
        ]
        path = "/".join([*folders, f"part-{self._target.job}-{uuid4().hex[:16]}.parquet"])
        stream = self._store.create(self._place(path))
        flat = [one.name for one in self._schema if not pa.types.is_nested(one.type)]
        writer = pq.ParquetWriter(
            stream,
            self._schema,
            compression=self._target.compression,
            use_dictionary=[name for name in flat if name not in _UNIQUE],
            write_statistics=[name for name in flat if name not in ("key", "value")],
        )
        return _OpenFile(path, values, stream, writer)

    def _flush(self, one: _OpenFile) -> None:
        if one.batches:
            table = pa.Table.from_batches(one.batches, self._schema)
            one.writer.write_table(table, row_group_size=max(table.num_rows, 1))
        self._buffered -= one.buffered
        one.batches, one.buffered = [], 0

    def _finish(self, one: _OpenFile) -> None:
        self._flush(one)
        one.writer.close()
        size = one.stream.tell()
        one.stream.close()
        local = self._store.local_path(self._place(one.path))
        if local is not None:
            sync(local)  # the commit that names it must not outlive it
        found = one.writer.file_metadata if hasattr(one.writer, "file_metadata") else None
        metadata = found or pq.read_metadata(self._place(one.path), filesystem=self._store.system())
        self._done.append(DataFile(one.path, metadata.num_rows, size, one.values, _stats(metadata)))
        del self._open[one.values]


def remove_files(target: Target, files: Iterable[DataFile]) -> None:
    """Remove files of a job that did not commit."""
    store, folder = locate(target.folder)
    for file in files:
        path = hidden_name(file.path) if target.is_hidden else file.path
        store.remove_file(f"{folder}/{path}")


def sync(path: str) -> None:
    """Have a file or directory of the local disk written through."""
    handle = os.open(Path(path), os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _key_column(batch: pa.RecordBatch, name: str) -> pa.Array:
    if name == DAY:
        return batch.column("timestamp").cast(pa.timestamp("us")).cast(pa.date32(), safe=False)
    return batch.column(name)


def _text(value: Any) -> str | None:
    if value is None:
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)


def _stats(metadata: pq.FileMetaData) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    names = {metadata.schema.column(n).path: n for n in range(metadata.num_columns)}
    for name in _WITH_STATS:
        if name not in names:
            continue
        pairs = []
        for group in range(metadata.num_row_groups):
            stats = metadata.row_group(group).column(names[name]).statistics
            if stats is None or not stats.has_min_max:
                break  # of a row group without values, or without statistics
            pairs.append((stats.min, stats.max))
        else:
            if pairs:
                least, most = min(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
                found[name] = (_number(least), _number(most))
    return found


def _number(value: Any) -> int:
    return value if isinstance(value, int) else int(pa.scalar(value, TIMESTAMP).value)
