"""Rows of a view without Spark, and small logs to read."""

from __future__ import annotations

from pathlib import Path

from kraft_spark.log.options import parse_options
from kraft_spark.log.read_plan import plan
from kraft_spark.log.views import columns_of, picked_columns, reader_of
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record
from tests.spark.ddl import schema_of

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data" / "kafka"
KAFKA = DATA / "4.3.1"


def options_of(path, **options):
    texts = {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in options.items()
    }
    return parse_options({"path": str(path), **texts})


def batches_of(path, schema=None, **options):
    """The Arrow batches of all tasks; `schema` is DDL, "*" for every column there is."""
    parsed = options_of(path, **options)
    if schema == "*":
        wanted = columns_of(parsed).all
    else:
        wanted = None if schema is None else schema_of(schema)
    picked = picked_columns(parsed, wanted)
    return [batch for task in plan(parsed) for batch in reader_of(parsed, picked).read(task)]


def rows(path, schema=None, **options):
    found = []
    for batch in batches_of(path, schema, **options):
        batch.validate(full=True)
        found += batch.to_pylist()
    return found


def batch(base=0, count=3, *, value=b"v", times=None, headers=(), epoch=1, **settings):
    """The bytes of a batch of so many records; keys are their numbers."""
    builder = RecordBatchBuilder(base_offset=base, partition_leader_epoch=epoch, **settings)
    for number in range(count):
        time = times[number] if times else 1_000 + base + number
        builder.append(time, b"%d" % (base + number), value, headers)
    return builder.build()


def write_log(folder, *batches, base=0):
    """A segment of these batches; returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{base:020}.log"
    path.write_bytes(b"".join(batches))
    return path


def ms(moment):
    return None if moment is None else round(moment.timestamp() * 1000)


def metadata_batch(base, *messages, epoch=1):
    """The bytes of a batch of the metadata log; each record is a second later than the last."""
    builder = RecordBatchBuilder(base_offset=base, partition_leader_epoch=epoch)
    for offset, message in enumerate(messages, base):
        frame = encode_metadata_record(MetadataRecord(message, 0))
        builder.append(1_000 * offset, None, frame)
    return builder.build()
