"""Segments to read: as large as asked for, of few distinct batches over and over.

The checksum of a batch does not cover its base offset, so copies cost nothing but their bytes.
"""

from __future__ import annotations

from itertools import cycle
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.record_shapes import value
from kraft_wire.records import Compression, RecordBatchBuilder
from kraft_wire.records.batch import stamp

if TYPE_CHECKING:
    from pathlib import Path

_DISTINCT = 64
_KEY_BYTES = 16
_START = 1_760_000_000_000


class Shape(NamedTuple):
    """The shape of the records of a log."""

    name: str
    value_bytes: int
    records_per_batch: int
    codec: Compression


class Log(NamedTuple):
    """A segment: what it is called, where it is, what is in it."""

    shape: Shape
    path: Path
    records: int
    bytes: int


SMALL, LARGE = (
    Shape("100 B, none", 100, 140, Compression.NONE),
    Shape("1 KiB, none", 1024, 16, Compression.NONE),
)
SHAPES = (
    SMALL,
    LARGE,
    Shape("100 B, lz4", 100, 140, Compression.LZ4),
    Shape("100 B, zstd", 100, 140, Compression.ZSTD),
    Shape("1 KiB, lz4", 1024, 16, Compression.LZ4),
    Shape("1 KiB, zstd", 1024, 16, Compression.ZSTD),
    Shape("100 B, none, 3 in a batch", 100, 3, Compression.NONE),
)


def write_log(folder: Path, shape: Shape, content_bytes: int) -> Log:
    """Write one segment with about `content_bytes` of records before compression."""
    directory = folder / f"{shape.name.replace(', ', '-').replace(' ', '-').lower()}-0"
    directory.mkdir(parents=True)
    path = directory / f"{0:020}.log"
    per_record = shape.value_bytes + _KEY_BYTES
    count = max(1, content_bytes // (per_record * shape.records_per_batch))
    records = count * shape.records_per_batch
    batches = cycle(batches_of(shape))
    with path.open("wb") as file:
        for base in range(0, records, shape.records_per_batch):
            file.write(stamp(next(batches), base, 1))
    return Log(shape, path, records, path.stat().st_size)


def batches_of(shape: Shape) -> list[bytes]:
    """Return the distinct batches of a shape, with base offset 0."""
    random = Random(853)
    found = []
    for _ in range(_DISTINCT):
        builder = RecordBatchBuilder(
            base_offset=0, partition_leader_epoch=1, compression=shape.codec
        )
        for offset in range(shape.records_per_batch):
            key = random.randbytes(_KEY_BYTES // 2).hex().encode()
            builder.append(_START + offset, key, value(random, shape.value_bytes))
        found.append(builder.build())
    return found
