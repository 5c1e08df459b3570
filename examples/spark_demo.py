"""Every table of docs/spark-examples.md, in one session of Spark: `make spark-demo`.

The logs, and the table of simulated lives, are those that come with the project. The topic of the
consumer groups is made here: 50 records in each of its four partitions.
"""

from __future__ import annotations

import argparse
import shlex
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import kraft_spark

ROOT = Path(__file__).parents[1]
MADE = "made-logs"
"""Stands for the directory of the logs that are made here."""

TABLES = {
    "changes": "examples/metadata-log %payments%",
    "leaderless": "examples/metadata-log",
    "topic_sizes": "tests/data/kafka/4.3.1/topic-*",
    "consumer_lag": f"tests/data/kafka/4.3.1/consumer-offsets {MADE}",
    "backup_check": "tests/data/kafka/4.3.1/{unclean-*,topic-compacted}",
    "elections": "examples/metadata-log",
    "metadata_diff": (
        "tests/data/kafka/4.1.2/metadata-log tests/data/kafka/4.4.0/metadata-log %orders%"
    ),
    "seed_failures": "examples/campaign",
    "seed_trace": "examples/campaign VoteDurable",
    "seed_coverage": "examples/campaign case:%",
    "election_times": "examples/campaign",
    "seed_timings": "examples/campaign",
}
"""The examples and their arguments."""


def make_topic(spark: Any, path: str) -> None:
    """Write the logs of the topic that the groups of the fixture consume."""
    records = spark.range(200).selectExpr(
        "'groups-users' AS topic",
        "cast(id % 4 AS INT) AS partition",
        "id DIV 4 AS offset",
        "cast(id AS STRING) AS value",
    )
    writer = kraft_spark.by_partition(records).write.format("kafka_log").mode("append")
    writer.save(path)


def command(name: str) -> str:
    """Return the command line of an example, as the document shows it."""
    arguments = TABLES[name].split()
    return f"python examples/{name}.py {' '.join(shlex.quote(one) for one in arguments)}"


def table(spark: Any, name: str, made: str) -> Any:
    """Return the table of an example; `made` is the directory with the logs that were made."""
    arguments = [
        made if one == MADE else str(ROOT / one) if "/" in one else one
        for one in TABLES[name].split()
    ]
    return import_module(name).table(spark, *arguments)


def main() -> None:
    """Print the tables of all examples."""
    conf = {
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "1",
        # half of the processor time of a short session goes into compiling well
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    }
    spark = kraft_spark.local_session(conf=conf)
    spark.sparkContext.setLogLevel("ERROR")  # the window over all rows is intended
    with tempfile.TemporaryDirectory() as made:
        make_topic(spark, made)
        for name in TABLES:
            print(f"$ {command(name)}")
            table(spark, name, made).show(1000, truncate=False)
    spark.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args()
    main()
