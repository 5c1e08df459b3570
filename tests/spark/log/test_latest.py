"""Option `latest`: the last value of a key, by two passes over a partition."""

from __future__ import annotations

from random import Random

import pytest

from kraft_spark.errors import condition
from kraft_spark.log import transactions, two_passes
from kraft_spark.log.options import READ, parse_options
from kraft_spark.log.read_plan import plan
from kraft_spark.log.reading import DamagedLogError, TooManyKeysError
from kraft_spark.options import OptionError
from kraft_wire.records import Compression, RecordBatchBuilder
from tests.spark.log.test_tiers import UUIDS, Disk, copied
from tests.spark.log.test_transactions import marker
from tests.spark.log_rows import options_of, rows, write_log


@pytest.fixture(autouse=True)
def _no_worker_remembers():
    transactions._cache.clear()


def keyed(base, *pairs, **settings):
    """A batch of keys and values; each record is a second later than the last."""
    builder = RecordBatchBuilder(base_offset=base, partition_leader_epoch=1, **settings)
    for offset, (key, value) in enumerate(pairs, base):
        builder.append(1_000 * offset, key, value)
    return builder.build()


def latest(path, **options):
    found = rows(path, "offset BIGINT, key BINARY, value BINARY", latest=True, **options)
    return {row["key"]: (row["offset"], row["value"]) for row in found}


@pytest.mark.parametrize("codec", [Compression.NONE, Compression.GZIP], ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_last_value_of_each_key_is_that_of_a_dict(tmp_path, seed, codec):
    random = Random(seed)
    expected = {}
    for partition in range(2):
        known, offset = {}, 0
        for _ in range(4):
            base, batches = offset, []
            for _ in range(3):
                pairs = [
                    (
                        b"%d-%d" % (partition, random.randrange(20)),
                        None if random.random() < 0.3 else b"%d" % random.randrange(99),
                    )
                    for _ in range(random.randrange(1, 6))
                ]
                batches.append(keyed(offset, *pairs, compression=codec))
                known |= {key: (offset + n, value) for n, (key, value) in enumerate(pairs)}
                offset += len(pairs) + random.randrange(3)  # gaps, as compaction leaves them
            write_log(tmp_path / f"users-{partition}", *batches, base=base)
        expected |= {key: one for key, one in known.items() if one[1] is not None}
    assert latest(tmp_path) == expected
    small = {"maxPartitionBytes": 1, "openCostInBytes": 0, "minPartitions": 50}
    assert latest(tmp_path, **small) == expected
    assert latest(tmp_path, maxRecordsPerBatch=1) == expected
    assert len(plan(options_of(tmp_path, latest=True))) == 2


def test_latest_ignores_records_that_are_not_read(tmp_path):
    settings = {"producer_epoch": 0, "base_sequence": 0, "is_transactional": True}
    write_log(
        tmp_path / "users-0",
        keyed(0, (b"a", b"0"), (b"b", b"1"), (b"c", b"2")),
        keyed(3, (b"a", b"3"), (b"b", None), (None, b"5")),
        keyed(6, (b"a", b"6"), producer_id=1, **settings),
        marker(7, 1, commit=False),
        keyed(8, (b"c", b"8"), producer_id=2, **settings),
    )
    every = {b"a": (6, b"6"), b"c": (8, b"8")}
    assert latest(tmp_path) == every
    committed = {b"a": (3, b"3"), b"c": (2, b"2")}
    assert latest(tmp_path, isolationLevel="read_committed") == committed
    then = {b"a": (3, b"3"), b"b": (1, b"1"), b"c": (2, b"2")}
    assert latest(tmp_path, endingOffsets=4) == then
    assert latest(tmp_path, endingTimestamp=4_000) == then
    assert latest(tmp_path, startingOffsets=6) == every
    assert latest(tmp_path, startingOffsets=4, endingOffsets=6) == {}
    found = rows(tmp_path, "value STRING", latest=True, valueFormat="string")
    assert sorted(row["value"] for row in found) == ["6", "8"]
    assert len(rows(tmp_path, "offset BIGINT", latest=True)) == 2


def test_two_replicas_are_one_partition(tmp_path):
    log = [keyed(0, (b"a", b"0"), (b"b", b"1"))]
    write_log(tmp_path / "one" / "users-0", *log)
    write_log(tmp_path / "two" / "users-0", *log, keyed(2, (b"a", b"2")))
    found = rows(tmp_path, "offset BIGINT", latest=True)
    assert sorted(row["offset"] for row in found) == [1, 2]


def test_tier_and_disk_are_one_partition(tmp_path):
    """The directory of the tier comes after that of the log, and has the older offsets."""
    disk = Disk(tmp_path)
    disk.keep(20)
    for start, key in ((0, b"a"), (10, b"b")):
        pairs = [(key, b"%d" % n) for n in range(start, start + 9)] + [(b"both", b"%d" % start)]
        (disk.tier / f"{start}-{UUIDS[start // 10]}.log").write_bytes(keyed(start, *pairs))
    write_log(disk.local, keyed(20, (b"a", b"20"), (b"c", b"21")), base=20)
    disk.note(copied(0, 0, 10), copied(1, 10, 20))
    expected = {b"a": (20, b"20"), b"b": (18, b"18"), b"both": (19, b"10"), b"c": (21, b"21")}
    assert latest(tmp_path, subscribe="orders") == expected


@pytest.mark.spark
def test_filters_of_a_query_count_after_the_last_value(spark, tmp_path):
    write_log(tmp_path / "users-0", keyed(0, (b"a", b"0"), (b"b", b"1"), (b"a", b"2")))
    frame = spark.read.format("kafka_log").option("latest", "true").load(str(tmp_path))
    assert [row.offset for row in frame.where("offset < 2").collect()] == [1]
    assert frame.count() == 2
    small = spark.read.format("kafka_log").option("latest", "true").option("latestMemory", "9")
    with pytest.raises(Exception, match="keys up to here need more memory") as caught:
        small.load(str(tmp_path)).collect()
    assert condition(caught.value) == "KRAFT_TOO_MANY_KEYS"


def test_damage_is_reported_once(tmp_path, caplog):
    broken = bytearray(keyed(1, (b"a", b"1")))
    broken[-1] ^= 1
    log = [keyed(0, (b"a", b"0")), bytes(broken), keyed(2, (b"b", b"2"))]
    write_log(tmp_path / "users-0", *log)
    with pytest.raises(DamagedLogError, match="checksum"):
        latest(tmp_path)
    expected = {b"a": (0, b"0"), b"b": (2, b"2")}
    assert latest(tmp_path, mode="DROPMALFORMED") == expected
    assert sum('"reason"' in one for one in caplog.messages) == 1


def test_keys_beyond_the_memory_limit_are_an_error(tmp_path):
    one = [(b"%04d" % number, b"v") for number in range(100)]
    write_log(tmp_path / "users-0", keyed(0, *one), keyed(100, *one))
    assert len(latest(tmp_path, latestMemory="17k")) == 100
    with pytest.raises(TooManyKeysError, match="the 100 keys up to here need more memory"):
        latest(tmp_path, latestMemory="16k")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"ignoreCorruptFiles": "true"}, "excludes ignoreCorruptFiles"),
        ({"ignoreMissingFiles": "true"}, "excludes ignoreMissingFiles"),
        ({"includeControl": "true"}, "excludes includeControl"),
        ({"maxRecordsPerPartition": "5"}, "excludes maxRecordsPerPartition"),
        ({"replicas": "all"}, "excludes replicas=all"),
        ({"view": "batches"}, "latest does not apply"),
        ({"latest": "false", "latestMemory": "1m"}, "latestMemory needs latest=true"),
    ],
)
def test_options_that_change_what_is_last_are_refused(options, sentence):
    with pytest.raises(OptionError, match=sentence):
        parse_options({"path": "/logs", "latest": "true", **options}, READ)


def test_two_passes_of_tasks_are_refused_before_the_first():
    with pytest.raises(OptionError, match="use isolationLevel=read_committed"):
        two_passes.read_committed(None, "/logs", options={"latest": "true"})
