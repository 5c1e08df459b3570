"""`kraft restore`: copies, and the commands for the rest."""

from __future__ import annotations

import json
import shlex
import struct

import pytest

from kraft_core.cli.main import run
from kraft_spark.log import transactions
from kraft_wire.messages import (
    AccessControlEntryRecord,
    ConfigRecord,
    OffsetCommitKey,
    OffsetCommitValue,
    PartitionRecord,
    RemoveTopicRecord,
    TopicRecord,
)
from kraft_wire.primitives import Uuid
from tests.cli.test_hostile_names import HOSTILE, assert_harmless
from tests.spark.log.test_transactions import data, marker
from tests.spark.log_rows import batch, metadata_batch, write_log
from tests.spark.sample_log import data as offsets_batch

ORDERS, PAYMENTS = Uuid(b"orders-orders-id"), Uuid(b"payments-topicid")
CONFIGS = {"cleanup.policy": "compact,delete", "retention.ms": "1000"}


@pytest.fixture(autouse=True)
def _no_worker_remembers():
    transactions._cache.clear()


def topic(name, topic_id, partitions):
    yield TopicRecord(name=name, topic_id=topic_id)
    for number in range(partitions):
        yield PartitionRecord(
            partition_id=number, topic_id=topic_id, replicas=[1, 2], isr=[1, 2], leader=1
        )


def commit(group, partition, offset, *, topic="orders"):
    key = OffsetCommitKey(group=group, topic=topic, partition=partition)
    value = OffsetCommitValue(offset=offset, metadata="", commit_timestamp=1)
    written = None if offset is None else struct.pack(">h", 3) + value.encode(3)
    return 1_000, struct.pack(">h", 1) + key.encode(0), written


def commits(base, *records, **settings):
    content, _, _ = offsets_batch(base, records, **settings)
    return content


def partition(root, name, topic_id, *batches):
    write_log(root / name, *batches)
    (root / name / "partition.metadata").write_text(f"version: 0\ntopic_id: {topic_id}\n")


@pytest.fixture
def logs(tmp_path):
    root = tmp_path / "logs"
    partition(root, "orders-0", ORDERS, batch(0), batch(3))
    partition(root, "orders-1", ORDERS, data(0, 1), marker(2, 1, commit=True), data(3, 1))
    partition(root, "payments-0", PAYMENTS, batch(0, 2))
    configs = [
        ConfigRecord(resource_type=2, resource_name="orders", name=name, value=value)
        for name, value in CONFIGS.items()
    ]
    acl = AccessControlEntryRecord(id=Uuid(b"b" * 16), resource_name="orders")
    write_log(
        root / "__cluster_metadata-0",
        metadata_batch(0, *topic("orders", ORDERS, 3), *configs),
        metadata_batch(6, *topic("payments", PAYMENTS, 1), acl),
    )
    return root


def planned(capsys, *arguments):
    assert run(["restore", "plan", *map(str, arguments)]) == 0
    return capsys.readouterr().out.splitlines()


def test_topics_are_created_with_their_partitions_and_configs(logs, capsys):
    server = ("--bootstrap-server", "b1:9092")
    create = "kafka-topics --bootstrap-server b1:9092 --create --topic"
    alter = "kafka-configs --bootstrap-server b1:9092 --alter --entity-type topics --entity-name"
    values = "'cleanup.policy=[compact,delete],retention.ms=1000'"
    lines = planned(capsys, logs, *server)
    assert lines == [
        "# Metadata of cluster unknown up to offset 9",
        f"{create} orders --partitions 3 --replication-factor 2",
        f"{alter} orders --add-config {values}",
        f"{create} payments --partitions 1 --replication-factor 2",
        "# orders: no log of partition 2",
        "# Committed offsets are unknown: no log of __consumer_offsets under the paths",
        "# Also in the metadata, not planned: 1 ACLs",
    ]
    lines = planned(capsys, logs, "--topics", "payments")
    assert not any("--topic orders" in line for line in lines)
    assert "1 topics without a log" in lines[-1]


def test_groups_that_have_read_beyond_the_copies_are_reset(logs, capsys):
    """The newest committed commit of a partition counts; the end is where the copy ends."""
    settings = {"producer_epoch": 0, "is_transactional": True, "base_sequence": 0}
    partition(
        logs,
        "__consumer_offsets-0",
        Uuid(b"offsets-topic-id"),
        commits(0, commit("late", 0, 6), commit("gone", 0, 9), commit("back", 0, 9)),
        commits(3, commit("gone", 0, None), commit("back", 0, 2), commit("late", 1, 4)),
        commits(6, commit("aborted", 0, 9), producer_id=5, **settings),
        marker(7, 5, commit=False),
        commits(8, commit("it's", 0, 7), commit("late", 0, 9, topic="unknown")),
    )
    server = "kafka-consumer-groups --bootstrap-server localhost:9092"
    reset = f"{server} --group %s --topic %s --reset-offsets --to-offset %d --execute"
    lines = [line for line in planned(capsys, logs, "--topics", "orders") if line[0] != "#"][2:]
    # the transaction of orders-1 that is open from offset 3 on is not copied
    assert lines == [
        reset % (shlex.quote("it's"), "orders:0", 6),
        reset % ("late", "orders:1", 3),
    ]
    made = planned(capsys, logs, "--topics", "orders", "--uncommitted", "--json")
    groups = json.loads(made[0])["groups"]
    assert [(one["group"], one["committed"], one["end"]) for one in groups] == [("it's", 7, 6)]
    option = ("--option", 'endingOffsets={"orders": {"0": 3}}')
    made = json.loads(planned(capsys, logs, "--topics", "orders", *option, "--json")[0])
    assert made["topics"][0]["ends"] == {"0": 3, "1": 3}
    assert [(one["group"], one["partition"]) for one in made["groups"]] == [
        *(("it's", 0), ("late", 0), ("late", 1)),
    ]
    assert made["commands"][2:][0] == reset % (shlex.quote("it's"), "orders:0", 3)


def test_topic_that_the_metadata_does_not_have_is_named(logs, capsys):
    partition(logs, "payments-1", PAYMENTS, batch(0))
    partition(logs, "orders-2", Uuid(b"an older id of o"), batch(0))
    partition(logs, "lost-0", Uuid(b"0123456789abcdef"), batch(0))
    lines = planned(capsys, logs)
    assert not any(line.startswith("kafka-") for line in lines)
    text = "\n".join(lines)
    assert "# lost: not planned, the metadata log does not have the topic" in text
    assert f"# orders: not planned, the metadata log has the topic with id {ORDERS}, the" in text
    assert "# payments: not planned, the metadata log does not have partition 1" in text


def test_metadata_of_an_earlier_offset_has_a_topic_that_was_deleted(logs, capsys, tmp_path):
    metadata = tmp_path / "controller"
    (logs / "__cluster_metadata-0").rename(tmp_path / "moved")
    assert run(["restore", "plan", str(logs)]) == 1
    assert "contains no metadata log; name the metadata log" in capsys.readouterr().err
    (tmp_path / "moved").rename(metadata)
    with (metadata / f"{0:020}.log").open("ab") as file:
        file.write(metadata_batch(9, RemoveTopicRecord(topic_id=PAYMENTS)))
    given = ("--topics", "payments", "--metadata", metadata)
    assert not any("--create" in line for line in planned(capsys, logs, *given))
    lines = planned(capsys, logs, *given, "--metadata-offset", "9")
    assert "--topic payments" in lines[1]


def test_config_that_no_command_line_can_have_is_named(logs, capsys):
    record = ConfigRecord(resource_type=2, resource_name="orders", name="x", value="[a]")
    with (logs / "__cluster_metadata-0" / f"{0:020}.log").open("ab") as file:
        file.write(metadata_batch(9, record))
    lines = planned(capsys, logs)
    assert "# orders: set by a file (--add-config-file): x" in lines
    assert not any("x=" in line for line in lines)


def test_plan_of_hostile_groups(logs, capsys):
    partition(
        logs,
        "__consumer_offsets-0",
        Uuid(b"offsets-topic-id"),
        commits(0, commit(HOSTILE, 0, 9)),
    )
    for form in ([], ["--json"]):
        assert run(["restore", "plan", str(logs), *form]) == 0
        assert_harmless(capsys.readouterr())


def test_invalid_usage_is_reported_in_one_line(logs, capsys, tmp_path):
    for arguments, sentence in (
        ([str(logs), "--option", "view=batches"], "view"),
        ([str(tmp_path / "none")], "no such file"),
        ([str(logs), "--topics", "order"], "did you mean orders"),
        ([str(logs), "--option", "end"], "expected NAME=VALUE"),
    ):
        assert run(["restore", "plan", *arguments]) == 1
        found = capsys.readouterr()
        assert sentence in found.err
        assert found.out == ""


def test_copy_restores_in_processes_and_says_what_is_left_out(logs, tmp_path, capsys):
    broken = logs / "orders-0" / f"{0:020}.log"
    broken.write_bytes(broken.read_bytes() + batch(6)[:-4])
    out = str(tmp_path / "out")
    arguments = [str(logs), "--out", out, "--topics", "orders", "--jobs", "2"]
    assert run(["restore", "copy", *arguments]) == 0
    sizes = len(batch(0) + batch(3)), len(data(0, 1) + marker(2, 1, commit=True))
    torn = f"left out: {len(batch(6)) - 4} torn bytes"
    opened = "before the transaction open at offset 3"
    assert capsys.readouterr().out.splitlines() == [
        f"orders-0: 6 records, {sizes[0]} bytes, end offset 6, {torn}",
        f"orders-1: 3 records, {sizes[1]} bytes, end offset 3, {opened}",
    ]
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"orders-0", "orders-1"}
    assert run(["restore", "copy", *arguments]) == 1
    assert "orders-0 exists; move it away first" in capsys.readouterr().err


def test_copy_takes_the_ids_and_options_of_a_restore(logs, tmp_path, capsys):
    arguments = ["--out", str(tmp_path / "out"), "--topics", "orders", "--uncommitted", "--json"]
    arguments += ["--option", 'endingOffsets={"orders": {"0": 3}}']
    arguments += ["--topic-id", f"orders={PAYMENTS}"]
    assert run(["restore", "copy", str(logs), *arguments]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(one["partition"], one["end_offset"], one["topic_id"]) for one in found] == [
        *((0, 3, str(PAYMENTS)), (1, 5, str(PAYMENTS))),
    ]
    assert not any(name.startswith("_") for one in found for name in one)
