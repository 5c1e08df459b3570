"""read_committed: the same rows whatever says what is committed, and what is read for it."""

from __future__ import annotations

import shutil
import time

import numpy as np
import pytest

from benchmarks.counted_store import CountedStore, use
from kraft_spark.files.segment_scan import HEADER, Block
from kraft_spark.log import read_plan, transactions
from kraft_spark.log.parts import Transactions, UnreadTransactions
from kraft_spark.log.read_plan import plan
from kraft_spark.log.transactions import CommittedFilter, MissingTransactionIndexError
from kraft_spark.log.two_passes import (
    decode_states,
    encode_states,
    first_pass_options,
    read_committed,
)
from kraft_spark.options import OptionError
from tests.spark.log.test_transactions import data, marker
from tests.spark.log_rows import DATA, KAFKA, batch, batches_of, options_of, rows, write_log

PARTITIONS = sorted(
    {
        path.parent
        for case in ("topic-txn", "topic-compacted-txn", "consumer-offsets")
        for release in sorted(DATA.iterdir())
        for path in (release / case).rglob("*.log")
    }
)


@pytest.fixture(autouse=True)
def _no_worker_remembers():
    transactions._cache.clear()


def offsets(path, **options):
    options = {"isolationLevel": "read_committed", **options}
    found = batches_of(path, "offset BIGINT, producerId BIGINT", **options)
    return sorted(tuple(row.values()) for one in found for row in one.to_pylist())


def states(path, **options):
    tasks = plan(options_of(path, isolationLevel="read_committed", **options))
    return [part.transactions for task in tasks for part in task]


def without(folder, to, *endings):
    names = shutil.ignore_patterns(*(f"*{ending}" for ending in endings))
    return shutil.copytree(folder, to / folder.name, ignore=names)


@pytest.mark.parametrize("folder", PARTITIONS, ids=lambda path: str(path.relative_to(DATA)))
def test_sidecars_and_markers_give_the_same_rows(folder, tmp_path, monkeypatch):
    assert all(isinstance(one, Transactions) for one in states(folder))
    wanted = offsets(folder)
    bare = without(folder, tmp_path, ".snapshot", ".txnindex")
    assert all(isinstance(one, UnreadTransactions) for one in states(bare))
    assert offsets(bare) == wanted
    # more behind the newest producer state than the driver reads
    monkeypatch.setattr(read_plan, "_READ_BEHIND_MAX", -1)
    assert all(isinstance(one, UnreadTransactions) for one in states(folder))
    assert offsets(folder, maxPartitionBytes=300) == wanted


@pytest.mark.parametrize("name", ["subscribe", "assign", "endingOffsets"])
def test_topics_named_by_options_are_not_searched_again_by_tasks(tmp_path, name):
    write_log(tmp_path / "orders-0", data(0, 1), marker(2, 1, commit=True))
    transactions._cache.clear()
    transactions._states_seen.clear()
    text = {
        "subscribe": "orders",
        "assign": '{"orders": [0]}',
        "endingOffsets": '{"orders": {"0": 2}}',
    }[name]
    assert [offset for offset, _ in offsets(tmp_path, **{name: text})] == [0, 1]
    found = rows(tmp_path, "lastStableOffset BIGINT", view="batches", **{name: text})
    assert {one["lastStableOffset"] for one in found} == {3}


@pytest.mark.parametrize("folder", PARTITIONS, ids=lambda path: str(path.relative_to(DATA)))
def test_an_older_producer_state_gives_the_same_rows(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / folder.name)
    wanted = offsets(folder)
    snapshots = sorted(copy.glob("*.snapshot"))
    while snapshots:
        newest = snapshots.pop()
        newest.write_bytes(newest.read_bytes()[:-1])  # its checksum is wrong now
        transactions._cache.clear()
        assert offsets(copy) == wanted
        newest.unlink()
        transactions._cache.clear()
        assert offsets(copy) == wanted


def test_planning_reads_only_what_lies_beside_segments():
    folder = KAFKA / "topic-txn" / "txn-alerts-0"
    files = {f"bucket/txn-alerts-0/{path.name}": path.read_bytes() for path in folder.iterdir()}
    store = CountedStore(files)
    with use(store):
        (state, *_) = states("counted://bucket")
        assert state.is_indexed
        (log, *_) = sorted(path for path in files if path.endswith(".log"))
        assert store.calls_of[log] == 0
        assert store.total() <= 25


def test_a_worker_reads_markers_once_for_all_its_tasks(tmp_path):
    bare = without(KAFKA / "topic-txn" / "txn-alerts-0", tmp_path, ".snapshot", ".txnindex")
    files = {f"bucket/txn-alerts-0/{path.name}": path.read_bytes() for path in bare.iterdir()}
    store = CountedStore(files)
    logs = [path for path in files if path.endswith(".log")]
    with use(store):
        tasks = plan(options_of("counted://bucket", isolationLevel="read_committed"))
        assert sum(store.calls_of[path] for path in logs) == 0
        offsets("counted://bucket")
        once = store.calls["bytes"]
        offsets("counted://bucket")
        assert store.calls["bytes"] - once < 0.7 * once
    assert tasks


def test_a_transaction_that_no_index_has_is_an_error(tmp_path):
    """Only the indexes were left behind: aborted records would come out as committed ones."""
    lacking = without(KAFKA / "topic-txn" / "txn-alerts-0", tmp_path, ".txnindex")
    with pytest.raises(MissingTransactionIndexError, match=r"is in no \.txnindex"):
        offsets(lacking)


@pytest.mark.spark
@pytest.mark.parametrize("case", ["topic-txn", "topic-compacted-txn"])
def test_two_passes_give_the_same_rows(spark, tmp_path, case):
    (folder, *_) = sorted({path.parent for path in (KAFKA / case).rglob("*.log")})
    bare = without(folder, tmp_path, ".snapshot", ".txnindex")
    schema = "offset BIGINT, producerId BIGINT"
    for options in ({}, {"startingOffsets": "20", "maxPartitionBytes": "300"}):
        frame = read_committed(spark, str(bare), schema=schema, options=options)
        wanted = offsets(folder, **options)
        assert wanted
        assert sorted(tuple(row) for row in frame.collect()) == wanted
    (log, *_) = sorted(bare.glob("*.log"))
    frame = read_committed(spark, str(log), schema=schema)
    assert sorted(tuple(row) for row in frame.collect()) == offsets(log)


@pytest.mark.spark
def test_two_passes_do_not_read_what_is_written_after_the_first(spark, tmp_path):
    """A transaction that is open when the rows are read was unknown to the first pass."""
    path = write_log(tmp_path / "orders-0", data(0, 1), marker(2, 1, commit=True))
    frame = read_committed(spark, str(tmp_path), schema="offset BIGINT")
    with path.open("ab") as log:
        log.write(data(3, 2))
    assert sorted(row.offset for row in frame.collect()) == [0, 1]


@pytest.mark.spark
def test_a_damaged_batch_opens_no_transaction_in_two_passes_either(spark, tmp_path):
    damaged = bytearray(data(0, 1))
    damaged[-1] ^= 1
    write_log(tmp_path / "orders-0", bytes(damaged), batch(2, 2))
    options = {"mode": "DROPMALFORMED"}
    assert offsets(tmp_path, **options) == [(2, -1), (3, -1)]
    frame = read_committed(spark, str(tmp_path), schema="offset BIGINT", options=options)
    assert sorted(row.offset for row in frame.collect()) == [2, 3]


def test_options_of_the_rows_are_not_those_of_the_first_pass(tmp_path):
    given = {
        "valueDecoder": "avro",
        "keyDecoder": "protobuf",
        "schemaRegistry": "http://registry",
        "includeHeaders": "true",
    }
    assert first_pass_options(given | {"replicas": "one"}) == {"replicas": "one"}
    options_of(tmp_path, view="batches", **first_pass_options(given))


def test_states_travel_as_text():
    states = {"file:///a-0": Transactions(((1, 2, 3), (1, 5, 7)), 9), "file:///b-0": Transactions()}
    assert decode_states(encode_states(states)) == states
    for text in ("", "x", "e30=", encode_states(states)[:-8]):
        with pytest.raises(OptionError, match="transactionState is not valid"):
            decode_states(text)


def test_a_state_that_lacks_a_directory_is_refused():
    folder = KAFKA / "topic-txn" / "txn-alerts-0"
    with pytest.raises(OptionError, match="transactionState has no state of file://"):
        states(folder, transactionState=encode_states({}))


def block_of_batches(producers, count):
    heads = np.zeros(count, HEADER)
    heads["baseOffset"] = np.arange(count)
    heads["producerId"] = np.arange(count) % producers
    heads["attributes"] = 0x10
    places = np.zeros(count, np.int64)
    return Block(b"", 0, places, places, heads, is_legacy=False, valid=None)


@pytest.mark.parametrize("producers", [1, 7, 500])
def test_the_search_finds_what_a_comparison_with_all_finds(producers):
    block = block_of_batches(producers, 3_000)
    aborted = tuple(
        (producer, start, start + 4 * producers)
        for producer in range(0, producers, 2)
        for start in range(producer, 3_000, 9 * producers)
    )
    keep = CommittedFilter(Transactions(aborted)).batches(block)
    base, ids = block.heads["baseOffset"], block.heads["producerId"]
    wanted = np.ones(len(base), np.bool_)
    for producer, first, last in aborted:
        wanted &= ~((ids == producer) & (base >= first) & (base <= last))
    assert keep.tolist() == wanted.tolist()


def test_very_many_aborted_transactions_cost_little_for_each_block():
    aborted = tuple((n % 1_000, 10 * n, 10 * n + 5) for n in range(100_000))
    start = time.process_time()
    committed = CommittedFilter(Transactions(aborted))
    for _ in range(10):
        committed.batches(block_of_batches(50, 5_000))
    assert time.process_time() - start < 5  # comparing with each of them takes a minute


def test_a_part_gets_its_share_of_the_transactions(tmp_path):
    folder = tmp_path / "orders-0"
    folder.mkdir()
    for number in range(20):
        base = 10 * number
        content = data(base, 1) + marker(base + 2, 1, commit=False)
        (folder / f"{base:020}.log").write_bytes(content)
        entry = np.array([(0, 1, base, base + 2, base + 3)], ">i2,>i8,>i8,>i8,>i8").tobytes()
        (folder / f"{base:020}.txnindex").write_bytes(entry)
    snapshot = KAFKA / "consumer-offsets" / "__consumer_offsets-1" / f"{80:020}.snapshot"
    shutil.copy(snapshot, folder / f"{200:020}.snapshot")
    shutil.copy(snapshot, folder / f"{190:020}.snapshot")
    assert [len(one.aborted) for one in states(folder)] == [1] * 20
    assert offsets(folder) == []
