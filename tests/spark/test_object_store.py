"""Logs in S3, spoken to over HTTP: moto serves the protocol on this machine."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from kraft_spark.files import store
from kraft_spark.log.read_plan import plan
from tests.spark.log_rows import batch, options_of, rows
from tests.spark.registered_values import avro, log, registered
from tests.spark.small_session import OBJECT_STORE

moto_server = pytest.importorskip("moto.server")
fs = pytest.importorskip("pyarrow.fs")

pytestmark = [pytest.mark.spark, pytest.mark.timeout(300)]

TOPIC_ID = b"version: 0\ntopic_id: lvGpo8-pSwW1DAaWrZ-jaA\n"
FOLDERS, SEGMENTS = 15, 20
"""300 segments."""


@pytest.fixture(scope="module")
def server():
    """Where the store listens."""
    with pytest.MonkeyPatch.context() as environment:
        for name, value in OBJECT_STORE.items():
            environment.setenv(name, value)
        server = moto_server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        server.start()
        yield f"127.0.0.1:{server.get_host_and_port()[1]}"
        server.stop()


@pytest.fixture
def bucket(server):
    """A file system of pyarrow in an empty bucket, and the URI of the bucket."""
    system = fs.S3FileSystem(
        endpoint_override=server,
        scheme="http",
        region="us-east-1",
        allow_bucket_creation=True,
        allow_delayed_open=True,  # one request for a small object
    )
    name = f"b{os.urandom(6).hex()}"
    system.create_dir(name)
    place = f"?endpoint_override={server}&scheme=http&region=us-east-1"

    def put(path, content):
        with system.open_output_stream(f"{name}/{path}") as out:
            out.write(content)

    return put, f"s3://{name}", place


@pytest.fixture
def requests(server):
    """Counts the requests that the store gets, by method."""
    import moto.moto_server.werkzeug_app as app

    counted = Counter()
    dispatch = app.DomainDispatcherApplication.__call__

    def count(self, environ, start_response):
        counted[environ["REQUEST_METHOD"]] += 1
        return dispatch(self, environ, start_response)

    app.DomainDispatcherApplication.__call__ = count
    yield counted
    app.DomainDispatcherApplication.__call__ = dispatch


def test_planning_three_hundred_segments_asks_for_pages_and_ids(bucket, requests):
    put, uri, place = bucket
    for folder in range(FOLDERS):
        put(f"orders-{folder}/partition.metadata", TOPIC_ID)
        for segment in range(SEGMENTS):
            put(f"orders-{folder}/{3 * segment:020}.log", batch(3 * segment))
    requests.clear()
    tasks = plan(options_of(f"{uri}{place}"))
    files = [part.file for task in tasks for part in task]
    assert len(files) == FOLDERS * SEGMENTS
    assert {file.owner.topic_id for file in files} == {"lvGpo8-pSwW1DAaWrZ-jaA"}
    # one page for 315 keys, the bucket itself, and size and bytes of partition.metadata
    assert sum(requests.values()) <= 4 + 2 * FOLDERS
    found = rows(f"{uri}{place}", "partition INT, offset BIGINT")
    expected = {(partition, offset) for partition in range(FOLDERS) for offset in range(60)}
    assert {tuple(row.values()) for row in found} == expected
    assert len(found) == len(expected)


def test_a_bound_by_time_takes_a_head_and_a_get_for_each_segment(bucket, requests):
    """Arrow asks for the size of each time index that it opens; docs/spark-clusters.md says so."""
    put, uri, place = bucket
    for segment in range(SEGMENTS):
        base = 3 * segment
        put(f"orders-0/{base:020}.log", batch(base))
        put(f"orders-0/{base:020}.timeindex", (1_002 + base).to_bytes(8) + (2).to_bytes(4))
    requests.clear()
    last = 3 * (SEGMENTS - 1)
    ((part,),) = plan(options_of(f"{uri}{place}", startingTimestamp=1_000 + last))
    assert part.bounds.first == last
    closed = SEGMENTS - 1
    # the newest segment is opened too, and the path and its pages are looked up
    assert closed <= requests["HEAD"] <= closed + 5
    assert closed <= requests["GET"] <= closed + 5


def test_a_large_segment_is_read_in_ranges(bucket, requests, monkeypatch):
    monkeypatch.setattr(store, "RANGE_BYTES", 1 << 20)
    put, uri, place = bucket
    data = b"".join(batch(3 * n, value=b"x" * 30_000) for n in range(40))
    put(f"orders-0/{0:020}.log", data)
    (task,) = plan(options_of(f"{uri}{place}"))
    requests.clear()
    assert len(rows(f"{uri}{place}", "offset BIGINT")) == 120
    assert len(task) == 1
    assert requests["GET"] <= -(-len(data) // (1 << 20)) + 3  # listings too


def test_bounds_filters_and_globs_in_a_store(bucket):
    put, uri, place = bucket
    for base in (0, 3, 6):
        put(f"a/orders-0/{base:020}.log", batch(base))
        put(f"b/payments-0/{base:020}.log", batch(base))
    found = rows(f"{uri}/{{a,c}}/ord*{place}", "topic STRING, offset BIGINT", startingOffsets=4)
    assert [tuple(row.values()) for row in found] == [("orders", n) for n in range(4, 9)]
    found = rows(f"{uri}{place}", "topic STRING, offset BIGINT", startingTimestamp=1_007)
    assert sorted(tuple(row.values()) for row in found) == [
        (topic, offset) for topic in ("orders", "payments") for offset in (7, 8)
    ]


def test_values_are_decoded_with_schemas_in_the_store(bucket, tmp_path):
    put, uri, place = bucket
    put(f"orders-0/{0:020}.log", log(tmp_path / "o-0", (None, avro("long", 5))).read_bytes())
    schema = log(tmp_path / "s-0", registered("s", 1, 1, '"long"')).read_bytes()
    put(f"_schemas-0/{0:020}.log", schema)
    found = rows(f"{uri}{place}", "decoded STRING", valueDecoder="avro", subscribe="orders")
    assert [row["decoded"] for row in found] == ["5"]


def test_spark_reads_and_exports_from_a_store(bucket, spark, tmp_path):
    import kraft_spark

    put, uri, place = bucket
    for base in (0, 3, 6):
        put(f"orders-0/{base:020}.log", batch(base))
    frame = spark.read.format("kafka_log").load(f"{uri}{place}")
    assert frame.where("offset > 4").count() == 4
    result = kraft_spark.export(spark, f"{uri}{place}", str(tmp_path / "out"))
    assert (result.rows, result.unproven) == (6, {"orders-0": 3})  # no high watermark was copied
    result = kraft_spark.export(
        spark, f"{uri}{place}", str(tmp_path / "all"), options={"end": "logEnd"}
    )
    assert result.rows == 9
