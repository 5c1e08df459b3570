"""The tables that people asked for: what each example shows is what its document says."""

from __future__ import annotations

import gzip
import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kraft_spark.cluster_image.files import read_image
from kraft_wire.messages import (
    AbortTransactionRecord,
    AccessControlEntryRecord,
    BeginTransactionRecord,
    ConfigRecord,
    PartitionChangeRecord,
    PartitionRecord,
    RemoveAccessControlEntryRecord,
    RemoveTopicRecord,
    TopicRecord,
)
from kraft_wire.primitives import Uuid
from tests.spark.log_rows import KAFKA, batch, metadata_batch, write_log

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
DOCUMENT = ROOT / "docs" / "spark-examples.md"
SHOWN = re.compile(r"^\$ (python examples/(\w+)\.py .*)\n((?:[+|].*\n)+)", re.MULTILINE)
NAMES = (
    "changes",
    "leaderless",
    "topic_sizes",
    "consumer_lag",
    "backup_check",
    "elections",
    "metadata_diff",
    "seed_failures",
    "seed_trace",
    "seed_coverage",
    "election_times",
    "seed_timings",
)


@pytest.fixture
def example(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield importlib.import_module
    for name in (*NAMES, "spark_demo"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def made(spark, tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("made"))
    sys.path.insert(0, str(EXAMPLES))
    try:
        importlib.import_module("spark_demo").make_topic(spark, folder)
    finally:
        sys.path.remove(str(EXAMPLES))
    return folder


def shown():
    found = SHOWN.findall(DOCUMENT.read_text(encoding="utf-8"))
    return {name: (command, output) for command, name, output in found}


def test_the_document_shows_every_example_as_the_demo_calls_it(example):
    demo = example("spark_demo")
    commands = {name: command for name, (command, _) in shown().items()}
    assert commands == {name: demo.command(name) for name in demo.TABLES}
    assert tuple(demo.TABLES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_short_and_says_how_it_is_used(name):
    path = EXAMPLES / f"{name}.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 100
    done = subprocess.run(
        [sys.executable, str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"usage: {name}.py ")


@pytest.mark.spark
@pytest.mark.parametrize("name", NAMES)
def test_an_example_shows_what_its_document_says(spark, example, made, capsys, name):
    example("spark_demo").table(spark, name, made).show(1000, truncate=False)
    assert capsys.readouterr().out.rstrip("\n") + "\n" == shown()[name][1]


@pytest.mark.spark
def test_an_example_starts_its_own_session():
    """The one way of the user's: an interpreter that no environment was activated for."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYSPARK_PYTHON", None)
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "elections.py"), "examples/metadata-log"],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=500,
    )
    assert done.stdout.strip() == shown()["elections"][1].strip()


@pytest.mark.spark
def test_partitions_without_a_leader_are_those_of_the_image(spark, example):
    log = str(EXAMPLES / "metadata-log")
    found = example("leaderless").spans(spark, log).where("until IS NULL").collect()
    topics = read_image(log).state.topics.values()
    assert {(row.topic, row.partition) for row in found} == {
        (topic.name, number)
        for topic in topics
        for number, partition in topic.partitions.items()
        if partition.leader == -1
    }


def config(resource, name, value, resource_type=2):
    return ConfigRecord(resource_type=resource_type, resource_name=resource, name=name, value=value)


def allowed(number, resource, pattern_type=3):
    return AccessControlEntryRecord(
        id=Uuid(bytes([number]) * 16),
        resource_type=2,
        resource_name=resource,
        pattern_type=pattern_type,
        principal="User:alice",
        host="*",
        operation=3,
        permission_type=3,
    )


def cut_log(folder, snapshot, *records):
    """A log that begins at offset 100, where a snapshot ends."""
    write_log(folder / "__cluster_metadata-0", metadata_batch(100, *records), base=100)
    path = folder / "__cluster_metadata-0" / f"{100:020}-{1:010}.checkpoint"
    path.write_bytes(metadata_batch(0, *snapshot))
    return str(folder)


@pytest.mark.spark
def test_partitions_lose_and_regain_leaders_and_go_with_their_topics(spark, example, tmp_path):
    topics = [Uuid(bytes([number]) * 16) for number in (1, 2, 3)]
    snapshot = [
        *(TopicRecord(name=f"t{one[0]}", topic_id=one) for one in topics[:2]),
        PartitionRecord(topic_id=topics[0], partition_id=0, leader=-1),
        PartitionRecord(topic_id=topics[1], partition_id=0, leader=1),
    ]
    records = [
        TopicRecord(name="t3", topic_id=topics[2]),
        PartitionRecord(topic_id=topics[2], partition_id=0, leader=1),
        PartitionChangeRecord(topic_id=topics[1], partition_id=0, leader=-1),
        PartitionChangeRecord(topic_id=topics[2], partition_id=0, leader=-1),
        PartitionChangeRecord(topic_id=topics[1], partition_id=0, isr=(1,)),
        PartitionChangeRecord(topic_id=topics[1], partition_id=0, leader=-1),
        PartitionChangeRecord(topic_id=topics[0], partition_id=0, leader=2),
        RemoveTopicRecord(topic_id=topics[1]),
        PartitionChangeRecord(topic_id=topics[0], partition_id=0, leader=1),
    ]
    log = cut_log(tmp_path, snapshot, *records)
    leaderless = example("leaderless")
    assert [tuple(row) for row in leaderless.table(spark, log).collect()] == [
        (None, 1, 0, 0, 1),
        ("1970-01-01 00:01:42.000", 1, 0, 0, 2),
        ("1970-01-01 00:01:43.000", 1, 0, 0, 3),
        ("1970-01-01 00:01:46.000", 0, 1, 0, 2),
        ("1970-01-01 00:01:47.000", 0, 0, 1, 1),
    ]
    found = leaderless.spans(spark, log).sort("sinceOffset").collect()
    assert [(row.topic, row.partition, row.untilOffset, row.then) for row in found] == [
        ("t1", 0, 106, "led"),
        ("t2", 0, 107, "deleted"),
        ("t3", 0, None, None),
    ]


@pytest.mark.spark
def test_changes_of_configs_and_acls(spark, example, tmp_path):
    topic = Uuid(b"\1" * 16)
    snapshot = [
        TopicRecord(name="orders", topic_id=topic),
        config("orders", "retention.ms", "1"),
        config("orders", "segment.ms", "9"),
        allowed(7, "ord", pattern_type=4),
    ]
    records = [
        config("orders", "retention.ms", "2"),
        config("orders", "segment.ms", None),
        RemoveAccessControlEntryRecord(id=Uuid(b"\7" * 16)),
        allowed(8, "orders"),
        BeginTransactionRecord(),
        config("orders", "retention.ms", "never"),
        AbortTransactionRecord(),
        RemoveTopicRecord(topic_id=topic),
        TopicRecord(name="orders", topic_id=Uuid(b"\2" * 16)),
        config("orders", "retention.ms", "3"),
        config("", "log.retention.ms", "4", resource_type=4),
    ]
    log = cut_log(tmp_path, snapshot, *records)
    entry = "ALLOW User:alice READ from *"
    gone = "config retention.ms, with its topic"
    found = example("changes").table(spark, log, "%").collect()
    assert [tuple(row)[1:] for row in found] == [
        (100, None, "TOPIC orders", "config retention.ms", "1", "2"),
        (101, None, "TOPIC orders", "config segment.ms", "9", None),
        (102, None, "PREFIX TOPIC ord", "ACL", entry, None),
        (103, None, "TOPIC orders", "ACL", None, entry),
        (107, None, "TOPIC orders", gone, "2", None),
        (109, None, "TOPIC orders", "config retention.ms", None, "3"),
        (110, None, "BROKER (default)", "config log.retention.ms", None, "4"),
    ]
    assert found[0].time == "1970-01-01 00:01:40"


@pytest.mark.spark
def test_a_cluster_does_not_differ_from_itself(spark, example):
    log = str(EXAMPLES / "metadata-log")
    assert example("metadata_diff").table(spark, log, log).collect() == []


@pytest.mark.spark
def test_metadata_diff_shows_a_different_acl(spark, example, tmp_path):
    literal, prefixed = allowed(7, "ord"), allowed(8, "ord", pattern_type=4)
    write_log(tmp_path / "a" / "__cluster_metadata-0", metadata_batch(0, literal))
    write_log(tmp_path / "b" / "__cluster_metadata-0", metadata_batch(0, prefixed, literal))
    (row,) = example("metadata_diff").table(spark, f"{tmp_path}/a", f"{tmp_path}/b").collect()
    assert (row.left, row.right) == (None, "there")
    assert row.name == "ALLOW User:alice READ PREFIXED TOPIC ord from *"


def kafka_stops(case):
    """Where Kafka stops reading the log of a case."""
    with gzip.open(KAFKA / case / "batches.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            for word in ("invalidAt", "incompleteAt", "stoppedAt"):
                if word in line and line["file"].endswith(".log"):
                    return line[word]
    raise LookupError(case)


def test_the_damage_in_the_document_is_where_kafka_stops():
    lines = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in shown()["backup_check"][1].splitlines()
        if "unclean-" in line
    ]
    assert len(lines) == 8
    for directory, _, position, _, _ in lines:
        case = next(part for part in directory.split("/") if part.startswith("unclean-"))
        assert int(position) == kafka_stops(case)


@pytest.mark.spark
def test_a_backup_with_every_fault(spark, example, tmp_path):
    wrong = bytearray(batch(6))
    wrong[-1] ^= 1
    write_log(tmp_path / "orders-0", batch(0), bytes(wrong), batch(20), batch(12))
    write_log(tmp_path / "orders-0", batch(40), b"\xff" * 200, batch(43), base=40)
    write_log(tmp_path / "users-0", batch(0), batch(3))
    snapshot = tmp_path / "__cluster_metadata-0" / f"{9:020}-{1:010}.checkpoint"
    snapshot.parent.mkdir()
    snapshot.write_bytes(bytes(wrong))
    found = example("backup_check").table(spark, str(tmp_path)).collect()
    assert [(row.file[18:20], row.finding, row.what) for row in found] == [
        ("09", "bad checksum", "offsets 6 to 8"),
        ("00", "bad checksum", "offsets 6 to 8"),
        ("00", "gap", "offsets 3 to 5 are missing"),
        ("00", "gap", "offsets 9 to 19 are missing"),
        ("00", "out of order", "12 after 22"),
        ("40", "unreadable", "200 bytes in 1 places, 0 bad checksums"),
        ("40", "gap", "offsets 15 to 39 are missing"),
    ]


def cells(name):
    """The rows of a table in the document, as texts by column."""
    lines = [line.split("|")[1:-1] for line in shown()[name][1].splitlines() if line[0] == "|"]
    head, *rows = [[cell.strip() for cell in line] for line in lines]
    return [dict(zip(head, row, strict=True)) for row in rows]


def told(topic_prefix, file):
    """What Kafka listed of the logs of all cases of a release, without control batches."""
    for path in KAFKA.glob(f"{topic_prefix}*/{file}.jsonl.gz"):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in map(json.loads, lines):
                if "isControl" in line and not line["isControl"]:
                    yield line["file"].rpartition("-")[0], line


def test_sizes_in_the_document_are_what_kafka_lists():
    wanted = {}
    for topic, line in told("topic-", "batches"):
        wanted.setdefault(topic, [0, 0, 0, 0])[0] += line["size"]
        wanted[topic][1] += 1
    for topic, line in told("topic-", "expected"):
        size = max(line["keySize"], 0) + max(line["valueSize"], 0)
        wanted[topic][2] += 1
        wanted[topic][3] = max(wanted[topic][3], size)
    names = ("bytes", "batches", "records", "largest")
    rows = cells("topic_sizes")
    assert {row["topic"]: [int(row[name]) for name in names] for row in rows} == wanted


def test_the_last_election_in_the_document_is_what_kafkas_tool_said():
    *_, last = cells("elections")
    said = (KAFKA / "metadata-log" / "quorum.txt").read_text(encoding="utf-8")
    voters = " ".join(re.findall(r"(\d+):", said.partition("voters")[2].partition("obs")[0]))
    assert f"leaderEpoch {last['epoch']}\n" in said
    assert last["event"].replace(" ", "Id ") in said
    assert last["voters"] == voters
