"""Segments of an object store are read in large ranges, one request ahead."""

from __future__ import annotations

from benchmarks.counted_store import CountedStore, use
from kraft_spark.files import store
from kraft_spark.log.read_plan import plan
from kraft_spark.log.views import picked_columns, reader_of
from tests.spark.log_rows import batch, options_of, rows
from tests.support.waiting import wait_until

PATH = f"bucket/orders-0/{0:020}.log"


def segment(count=100):
    return b"".join(batch(3 * n, value=b"%03d" % n * 100) for n in range(count))


def test_the_next_range_is_asked_for_before_it_is_needed(monkeypatch):
    monkeypatch.setattr(store, "RANGE_BYTES", 10_000)
    data = segment()
    counted = CountedStore({PATH: data})
    with use(counted) as uri:
        options = options_of(f"{uri}bucket", maxRecordsPerBatch=1)
        (task,) = plan(options)
        before = counted.calls["read"]
        found = list(reader_of(options, picked_columns(options)).read(task))
    assert len(found) == 300
    assert counted.calls["read"] - before == -(-len(data) // 10_000)
    assert counted.calls["bytes"] == len(data)


def test_one_request_is_ahead_and_not_more(monkeypatch):
    monkeypatch.setattr(store, "RANGE_BYTES", 10_000)
    data = segment()
    counted = CountedStore({PATH: data})
    with use(counted) as uri:
        opened = store.locate(f"{uri}bucket")[0].open(PATH)
        ahead = store.ReadAhead(opened, 100, len(data))
        assert bytes(ahead.read(100, 50)) == data[100:150]
        wait_until(lambda: counted.calls["read"] == 2, "the request ahead")
        assert bytes(ahead.read(9_000, 5_000)) == data[9_000:14_000]
        wait_until(lambda: counted.calls["read"] == 3, "the request ahead")
        assert bytes(ahead.read(10_100, 45_000)) == data[10_100:55_100]
        assert not ahead.holds(0, 10)
        assert not ahead.holds(len(data) - 5, 10)
        ahead.close()
        assert counted.most_in_flight == 1
        with opened:
            pass


def test_a_segment_that_became_shorter_ends_the_range(monkeypatch):
    monkeypatch.setattr(store, "RANGE_BYTES", 10_000)
    data = segment(40)
    counted = CountedStore({PATH: data})
    with use(counted) as uri:
        options = options_of(f"{uri}bucket", mode="PERMISSIVE")
        (task,) = plan(options)
        counted.files[PATH] = data[: len(data) // 2]
        found = [
            row
            for part in reader_of(options, picked_columns(options)).read(task)
            for row in part.to_pylist()
        ]
    assert found[-1]["errorReason"] is not None
    assert 50 < len(found) < 70


def test_rows_are_the_same_from_a_store_and_from_the_disk(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "RANGE_BYTES", 7_001)
    data = segment()
    (tmp_path / "orders-0").mkdir()
    (tmp_path / "orders-0" / f"{0:020}.log").write_bytes(data)
    with use(CountedStore({PATH: data})) as uri:
        assert rows(f"{uri}bucket") == rows(tmp_path)
