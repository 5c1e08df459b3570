"""Counts by one small column, and by view `batches`: the same number as reading all columns."""

from __future__ import annotations

from random import Random

import pytest

from kraft_spark.log import transactions
from kraft_spark.log.reading import DamagedLogError
from kraft_wire.records import Compression
from tests.spark.log.test_transactions import data, marker
from tests.spark.log_rows import KAFKA, batch, batches_of, rows, write_log

SMALL = ("partition INT", "topic STRING", "offset BIGINT", "isControl BOOLEAN")
CODECS = (Compression.NONE, Compression.NONE, Compression.GZIP, Compression.LZ4, Compression.ZSTD)


@pytest.fixture(autouse=True)
def _no_worker_remembers():
    transactions._cache.clear()


def drawn_batches(random):
    """Batches with transactions, codecs and the gaps of a compaction."""
    found, base, open_ids = [], 0, set()
    for _ in range(random.randrange(1, 25)):
        count = random.randrange(1, 6)
        kind = random.random()
        if kind < 0.3:
            producer_id = random.randrange(3)
            open_ids.add(producer_id)
            found.append(data(base, producer_id, count))
        elif kind < 0.5 and open_ids:
            producer_id, count = open_ids.pop(), 1
            found.append(marker(base, producer_id, commit=random.random() < 0.5))
        else:
            codec = random.choice(CODECS)
            found.append(batch(base, count, value=random.randbytes(40), compression=codec))
        base += count + random.choice((0, 0, 0, 3))
    return found


def damaged(random, batches):
    """Return the batches, some with wrong checksums, after garbage, or cut at the end."""
    found = list(batches)
    for _ in range(random.randrange(3)):
        place = random.randrange(len(found))
        kind = random.randrange(3)
        if kind == 0:
            wrong = bytearray(found[place])
            wrong[random.randrange(17, len(wrong))] ^= 1 << random.randrange(8)
            found[place] = bytes(wrong)
        elif kind == 1:
            found.insert(place, random.randbytes(random.randrange(1, 90)))
        else:
            found[-1] = found[-1][: random.randrange(1, len(found[-1]) + 1)]
    return found


def drawn_options(random, end):
    options = {"mode": random.choice(("FAILFAST", "PERMISSIVE", "DROPMALFORMED"))}
    if random.random() < 0.5:
        options["isolationLevel"] = "read_committed"
    elif random.random() < 0.3:
        options["includeControl"] = True
    if random.random() < 0.4:
        options["startingOffsets"] = random.randrange(end + 1)
    if random.random() < 0.4:
        options["endingOffsets"] = random.randrange(end + 1)
    if random.random() < 0.3:
        options["maxRecordsPerBatch"] = random.randrange(1, 9)
    return options


def counted(path, schema, **options):
    """The number of rows, or the refusal of a read that damage fails."""
    try:
        return sum(one.num_rows for one in batches_of(path, schema, **options))
    except DamagedLogError as error:
        return str(error)


def collected(path, **options):
    try:
        return len(rows(path, **options))
    except DamagedLogError as error:
        return str(error)


@pytest.mark.parametrize("seed", range(40))
def test_small_columns_count_the_rows_of_all_columns(tmp_path, seed):
    random = Random(seed)
    batches = drawn_batches(random)
    path = write_log(tmp_path / "orders-0", *damaged(random, batches))
    for _ in range(3):
        options = drawn_options(random, 60)
        wanted = collected(path, **options)
        for schema in SMALL:
            assert counted(path, schema, **options) == wanted, (schema, options)


@pytest.mark.parametrize("seed", range(20))
def test_sum_of_batch_counts_is_the_number_of_records(tmp_path, seed):
    random = Random(seed)
    path = write_log(tmp_path / "orders-0", *drawn_batches(random))
    found = rows(path, "count INT, isControl BOOLEAN", view="batches")
    assert sum(row["count"] for row in found if not row["isControl"]) == collected(path)
    control = sum(row["count"] for row in found if row["isControl"])
    assert control == collected(path, includeControl=True) - collected(path)


@pytest.mark.parametrize(
    "case", ["topic-txn", "topic-compacted-txn", "topic-segments", "consumer-offsets"]
)
def test_logs_of_kafka_are_counted_alike(case):
    wanted = collected(KAFKA / case)
    assert {counted(KAFKA / case, schema) for schema in SMALL} == {wanted}
    found = rows(KAFKA / case, "count INT, isControl BOOLEAN", view="batches")
    assert sum(row["count"] for row in found if not row["isControl"]) == wanted > 0


@pytest.mark.spark
def test_counts_of_spark_agree(spark):
    def log(schema, **options):
        reader = spark.read.format("kafka_log").options(**options)
        return reader.schema(schema).load(str(KAFKA / "topic-txn"))

    for options in ({}, {"isolationLevel": "read_committed"}, {"includeControl": "true"}):
        everything = spark.read.format("kafka_log").options(**options)
        frame = everything.load(str(KAFKA / "topic-txn"))
        wanted = len(frame.collect())
        assert frame.count() == log("partition INT", **options).count() == wanted > 0
    batches = log("count INT, isControl BOOLEAN", view="batches").where("NOT isControl")
    assert batches.agg({"count": "sum"}).first()[0] == log("partition INT").count()
