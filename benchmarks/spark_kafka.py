"""`kafka_log` and exports of kraft compared with Spark's own Kafka source, in one session.

`python -m benchmarks.spark_kafka` fills topics of a real broker, reads and exports each of them
with both in turn, and prints a table of Markdown. kraft reads the log directory of the running
broker. CPU seconds are of `/proc` (Linux alone): the session's JVM, all Python processes including
this one, and the broker's process apart. The sums of all rows are compared before the first round.

Maven fetches the jars once (`peers/spark-kafka.xml`). Iceberg's jars for Spark do not load in
Spark 4.2 and 4.3: exports of kraft to Iceberg are compared with plain Parquet files by Spark, which
is less work than a table of Iceberg.
"""

from __future__ import annotations

import argparse
import shutil
import socket
import struct
import sys
import tempfile
import time
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from benchmarks.bytecode import keep_bytecode
from benchmarks.race import Spread
from benchmarks.report import say, surroundings, table
from benchmarks.spark_cpu import taken, taken_in
from benchmarks.spark_logs import LARGE, SHAPES, SMALL, Shape, batches_of
from kraft_wire.headers import decode_body, decode_response_header, encode_request
from kraft_wire.messages import ProduceRequest, ProduceResponse
from tests.conformance import kafka
from tests.conformance.broker import Broker
from tests.conformance.quorum import running_quorum
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RELEASE: Final = "4.3.1"
CONNECTOR: Final = "4.2.0"
"""The release of Spark whose Kafka source is used: that of PySpark 4.3.0 is not published."""

MEASURED: Final = (LARGE, SMALL, *(one for one in SHAPES if one.name.endswith("lz4")))
PARTITIONS: Final = 4
ROUNDS: Final = 3
_NOT_YET: Final = (3, 6)
"""UNKNOWN_TOPIC_OR_PARTITION and NOT_LEADER_OR_FOLLOWER, as answers for a new topic."""

_LEADERSHIP_S: Final = 60
_PRODUCE_VERSION: Final = 9
"""The last one with names of topics, not ids."""

_KEEP_ALL: Final = ("log.retention.ms=-1", "replica.high.watermark.checkpoint.interval.ms=300")
_SUMS: Final = (
    "count(*)",
    "sum(offset)",
    "sum(partition)",
    "sum(crc32(key))",
    "sum(crc32(value))",
    "sum(unix_millis(timestamp))",
    "sum(timestampType)",
)


class Cpu(NamedTuple):
    """CPU seconds of the session's JVM, of Python with this process, and of the broker."""

    java: float
    python: float
    broker: float

    def since(self, before: Cpu) -> Cpu:
        """Return the CPU seconds that were used after `before`."""
        return Cpu(*(now - then for now, then in zip(self, before, strict=True)))

    def of_million(self, records: int) -> Cpu:
        """Return the CPU seconds per million records, if these are for `records`."""
        return Cpu(*(seconds * 1e6 / records for seconds in self))


class Measured(NamedTuple):
    """One operation on one topic: a sample for each round and side."""

    topic: str
    operation: str
    kraft: list[Cpu]
    source: list[Cpu]

    def ratio(self, *, with_broker: bool) -> Spread:
        """Return the CPU seconds of Spark's source as a multiple of kraft's, by round."""
        sides = (
            [one.java + one.python + (one.broker if with_broker else 0) for one in side]
            for side in (self.kraft, self.source)
        )
        ratios = [theirs / ours for ours, theirs in zip(*sides, strict=True)]
        return Spread(median(ratios), min(ratios), max(ratios))

    def row(self) -> list[str]:
        """Return the cells of a row of the table, medians of the rounds."""
        ours, theirs = (
            [median(part) for part in zip(*side, strict=True)] for side in (self.kraft, self.source)
        )
        return [
            self.topic,
            self.operation,
            *(f"{seconds:.2f}" for seconds in ours[:2]),
            *(f"{seconds:.2f}" for seconds in theirs),
            *(str(self.ratio(with_broker=which)) for which in (False, True)),
        ]


HEAD: Final = (
    "values",
    "operation",
    "kraft: Java",
    "Python",
    "Kafka source: Java",
    "Python",
    "broker",
    "ratio",
    "ratio with broker",
)


class Topic(NamedTuple):
    """A topic in the broker, read by both sides of a session."""

    spark: Any
    broker: Broker
    shape: Shape
    name: str
    records: int
    out: Path

    def log(self, schema: str | None = None, **options: str) -> Any:
        """Return the rows by kraft, out of the broker's directory."""
        reader = self.spark.read.format("kafka_log").options(subscribe=self.name, **options)
        return (reader.schema(schema) if schema else reader).load(str(self.broker.folder))

    def source(self) -> Any:
        """Return the rows by Spark's Kafka source, out of the broker."""
        reader = self.spark.read.format("kafka").option("subscribe", self.name)
        return reader.option("kafka.bootstrap.servers", self.broker.endpoint).load()

    def export(self, form: str) -> int:
        """Export with kraft; return the number of rows."""
        import kraft_spark

        catalog = {}
        out = str(self._new(f"kraft-{form}"))
        if form == "iceberg":
            catalog = {"type": "sql", "uri": f"sqlite:///{out}.db", "warehouse": f"file://{out}"}
            Path(f"{out}.db").unlink(missing_ok=True)
            out = "logs.orders"
        result = kraft_spark.export(
            self.spark,
            str(self.broker.folder),
            out,
            format=form,
            options={"subscribe": self.name},
            catalog=catalog,
        )
        return result.rows

    def save(self, form: str) -> None:
        """Export with Spark's Kafka source and Spark's writer."""
        self.source().write.format(form).save(str(self._new(f"source-{form}")))

    def saved_rows(self, form: str) -> int:
        """Return the number of rows in the table that `save` wrote."""
        from pyarrow.dataset import dataset

        path = str(self.out / f"source-{form}")
        if form == "delta":
            from deltalake import DeltaTable

            return int(DeltaTable(path).to_pyarrow_dataset().count_rows())
        return int(dataset(path, format="parquet").count_rows())

    def check(self) -> None:
        """Raise AssertionError if the two sides have other rows."""
        ours, theirs = (frame.selectExpr(*_SUMS).first() for frame in (self.log(), self.source()))
        assert ours == theirs, (ours, theirs)
        assert ours[0] == self.records, (ours, self.records)

    def _new(self, name: str) -> Path:
        path = self.out / name
        shutil.rmtree(path, ignore_errors=True)
        return path


class Operation(NamedTuple):
    """A result by Spark's source, and ways to it by kraft; each returns its rows or None."""

    source: Callable[[Topic], int | None]
    ways: dict[str, Callable[[Topic], int | None]]


def _discard(frame: Any) -> None:
    frame.write.format("noop").mode("overwrite").save()


def _batch_counts(topic: Topic) -> int:
    frame = topic.log("count int", view="batches")
    return int(frame.selectExpr("sum(count)").first()[0])


READS: Final = (
    Operation(
        lambda topic: _discard(topic.source()),
        {"all columns": lambda topic: _discard(topic.log())},
    ),
    Operation(
        lambda topic: _discard(topic.source().select("offset", "timestamp")),
        {
            "`offset`, `timestamp`": lambda topic: _discard(
                topic.log("offset bigint, timestamp timestamp")
            )
        },
    ),
    Operation(
        lambda topic: topic.source().count(),
        {
            "`count()`": lambda topic: topic.log().count(),
            "`count()`; kraft: schema `partition int`": lambda topic: topic.log(
                "partition int"
            ).count(),
            "`count()`; kraft: `sum(count)` of view `batches`": _batch_counts,
        },
    ),
)
EXPORTS: Final = (
    Operation(
        lambda topic: topic.save("parquet"),
        {
            "export to Parquet": lambda topic: topic.export("parquet"),
            "export to Iceberg; Spark: to Parquet": lambda topic: topic.export("iceberg"),
        },
    ),
    Operation(
        lambda topic: topic.save("delta"),
        {"export to Delta": lambda topic: topic.export("delta")},
    ),
)


def fill(broker: Broker, topic: str, shape: Shape, records: int) -> int:
    """Append at least `records` records, a batch per partition in turn; return the exact number."""
    batches = cycle(batches_of(shape))
    appended = 0
    deadline = time.monotonic() + _LEADERSHIP_S
    with socket.create_connection(("127.0.0.1", broker.port), timeout=120) as connection:
        stream = connection.makefile("rb")
        while appended < records:
            partitions = tuple(
                ProduceRequest.PartitionProduceData(index=index, records=next(batches))
                for index in range(PARTITIONS)
            )
            data = (ProduceRequest.TopicProduceData(name=topic, partition_data=partitions),)
            request = ProduceRequest(acks=1, timeout_ms=60_000, topic_data=data)
            payload = encode_request(request, _PRODUCE_VERSION, 1, "benchmark")
            connection.sendall(struct.pack(">i", len(payload)) + payload)
            (size,) = struct.unpack(">i", stream.read(4))
            answer = stream.read(size)
            _, start = decode_response_header(answer, ProduceRequest.API_KEY, _PRODUCE_VERSION)
            response = decode_body(ProduceResponse, answer, start, _PRODUCE_VERSION)
            refused = 0
            for one in response.responses[0].partition_responses:
                assert one.error_code in (0, *_NOT_YET), one
                refused += one.error_code != 0
            appended += (PARTITIONS - refused) * shape.records_per_batch
            if refused:
                assert time.monotonic() < deadline, response
                time.sleep(0.05)
    return appended


def high_watermarks(broker: Broker, topic: str) -> int:
    """Return the sum of the high watermarks that the broker has noted for a topic."""
    path = broker.folder / "replication-offset-checkpoint"
    lines = [line.split() for line in path.read_text().splitlines()] if path.exists() else []
    return sum(int(line[2]) for line in lines if len(line) == 3 and line[0] == topic)


@contextmanager
def running_broker(root: Path) -> Iterator[tuple[Broker, Callable[[], Cpu]]]:
    """Start a controller and a broker; also give the clock of CPU seconds."""
    with running_quorum(RELEASE, 1, root) as quorum:
        broker = Broker(RELEASE, 101, free_ports(1)[0], root)
        broker.jvm = broker.jvm[1:]  # without the limit to its first compiler
        broker.write_properties(quorum.bootstrap, _KEEP_ALL)
        broker.prepare(quorum.cluster_id)
        with broker:
            servers = (quorum.leader().process_id, broker.process_id)

            def clock() -> Cpu:
                java, python = taken(servers)
                return Cpu(java, python + time.process_time(), taken_in(broker.process_id))

            yield broker, clock


def session() -> Any:
    """Start a session with both sources and Delta."""
    import kraft_spark

    folder = kafka.resolved(
        CONNECTOR, f"spark-kafka-{CONNECTOR}", Path(__file__).parent / "peers" / "spark-kafka.xml"
    )
    return kraft_spark.local_session(
        "local[2]",
        conf={
            "spark.jars": ",".join(str(one) for one in sorted(folder.glob("*.jar"))),
            "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
            "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
            # as exports of kraft: zstd, and the level that Arrow takes
            "spark.sql.parquet.compression.codec": "zstd",
            "spark.hadoop.parquet.compression.codec.zstd.level": "1",
        },
    )


def measure(
    topic: Topic, operation: Operation, clock: Callable[[], Cpu], rounds: int
) -> list[Measured]:
    """Measure the source and all ways of kraft in turn, after a round that warms up."""
    source: list[Cpu] = []
    found = [Measured(topic.shape.name, name, [], source) for name in operation.ways]
    ways = zip(operation.ways.values(), (one.kraft for one in found), strict=True)
    runs = [(operation.source, source), *ways]
    for number in range(1 + rounds):
        for run, samples in runs if number % 2 else runs[::-1]:
            before = clock()
            rows = run(topic)
            used = clock().since(before)
            assert rows in (None, topic.records), (rows, topic.records)
            if number:
                samples.append(used.of_million(topic.records))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Compare kraft with Spark's own Kafka source: CPU seconds for a million rows."
    )
    parser.add_argument("--records", type=int, default=1_000_000, help="records of each topic")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="measured rounds")
    parser.add_argument("--shape", action="append", help="name of a shape, by default all four")
    parser.add_argument("--exports", action="store_true", help="measure exports only")
    given = parser.parse_args()
    keep_bytecode()
    shapes = [one for one in MEASURED if not given.shape or one.name in given.shape]
    with tempfile.TemporaryDirectory() as folder, running_broker(Path(folder)) as (broker, clock):
        out = Path(folder) / "out"
        out.mkdir()
        spark = session()
        operations = EXPORTS if given.exports else READS + EXPORTS
        print(f"{surroundings()}, Spark {spark.version}, Kafka source {CONNECTOR}\n")
        rows = []
        for number, shape in enumerate(shapes):
            name = f"orders-{number}"
            broker.create_topic(name, PARTITIONS)
            records = fill(broker, name, shape, given.records)
            wait_until(lambda: high_watermarks(broker, name) == records, "the high watermark")  # noqa: B023
            topic = Topic(spark, broker, shape, name, records, out)
            say(f"{records} records of {shape.name}")
            topic.check()
            say("both sides have the same rows")
            for operation in operations:
                for found in measure(topic, operation, clock, given.rounds):
                    rows.append(found.row())
                    say(" | ".join(rows[-1]))
            assert topic.saved_rows("parquet") == topic.saved_rows("delta") == records
        print(table(HEAD, rows))
        spark.stop()


if __name__ == "__main__":
    sys.exit(main())
