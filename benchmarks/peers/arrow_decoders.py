"""A segment to Arrow in one process, without Spark: key, value, offset and timestamp.

Both check checksums, read from the page cache and drop each batch of rows once it is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_ROWS = 50_000


def kraft(path: Path) -> int:
    """Read view `records` with four columns."""
    import pyarrow as pa

    from kraft_spark.columns import TIMESTAMP
    from kraft_spark.log.options import parse_options
    from kraft_spark.log.read_plan import plan
    from kraft_spark.log.views import picked_columns, reader_of

    columns = {"key": pa.binary(), "value": pa.binary(), "offset": pa.int64()}
    wanted = pa.schema({**columns, "timestamp": TIMESTAMP})
    options = parse_options({"path": str(path)})
    reader = reader_of(options, picked_columns(options, wanted))
    return sum(batch.num_rows for task in plan(options) for batch in reader.read(task))


def aiokafka(path: Path) -> int:
    """Read a log with aiokafka's Cython parser and collect the records in columns."""
    import pyarrow as pa
    from aiokafka.record.memory_records import MemoryRecords

    types = (pa.binary(), pa.binary(), pa.int64(), pa.timestamp("ms", tz="UTC"))
    columns: list[list[object]] = [[], [], [], []]
    rows = 0

    def flush() -> int:
        arrays = [pa.array(values, kind) for values, kind in zip(columns, types, strict=True)]
        for values in columns:
            values.clear()
        return len(arrays[0])

    records = MemoryRecords(path.read_bytes())
    keys, values, offsets, timestamps = (column.append for column in columns)
    while records.has_next():
        batch = records.next_batch()
        assert batch.validate_crc()
        for record in batch:
            keys(record.key)
            values(record.value)
            offsets(record.offset)
            timestamps(record.timestamp)
        if len(columns[0]) >= _ROWS:
            rows += flush()
    return rows + flush()


DECODERS = {"kraft": kraft, "aiokafka": aiokafka}
