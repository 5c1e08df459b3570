"""Logs restored: bytes that are the same, what is left out, and a broker that serves the copy."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from errno import ENOSPC

import pytest

from kraft_spark.log import transactions
from kraft_spark.log.layout import UnknownTopicError, list_files
from kraft_spark.log.position import CONTINUES, Outcome, continues
from kraft_spark.log.replicas import Replica, log_directories
from kraft_spark.writing import restore
from kraft_spark.writing.log_writer import LogSegment
from kraft_spark.writing.restore import RestoreError
from kraft_spark.writing.restore_job import restore_logs
from kraft_spark.writing.restore_plan import plan_restore
from kraft_wire.messages import ConfigRecord, PartitionRecord, TopicRecord
from kraft_wire.primitives import Uuid
from kraft_wire.records import Compression
from tests.cli.test_restore import commit, commits
from tests.conformance import kafka
from tests.conformance.broker import Broker
from tests.conformance.quorum import running_quorum
from tests.spark.log.test_transactions import data, marker
from tests.spark.log_rows import KAFKA, batch, metadata_batch, options_of, rows, write_log
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

TOPIC_ID = "lvGpo8-pSwW1DAaWrZ-jaA"
SEGMENTS = KAFKA / "topic-segments"
RELEASE = "4.3.1"


def with_id(folder, topic_id=TOPIC_ID):
    (folder / "partition.metadata").write_text(f"version: 0\ntopic_id: {topic_id}\n")
    return folder


def epochs_of(folder):
    version, count, *entries = (folder / "leader-epoch-checkpoint").read_text().splitlines()
    assert (version, int(count)) == ("0", len(entries))
    return entries


CASES = sorted(
    path.parent
    for path in KAFKA.glob("topic-*/*/partition.metadata")
    if any(path.parent.glob("*.log"))
)


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_valid_log_is_copied_byte_for_byte(tmp_path, folder):
    (one,) = restore_logs(str(folder), str(tmp_path / "out"), committed=False)
    copy = tmp_path / "out" / folder.name
    for path in folder.glob("*.log"):
        if path.stat().st_size:
            assert (copy / path.name).read_bytes() == path.read_bytes()
    assert one.bytes == sum(path.stat().st_size for path in folder.glob("*.log"))
    assert (one.dropped_regions, one.torn_bytes, one.out_of_order) == (0, 0, 0)
    if folder.parent.name in ("topic-none", "topic-segments", "topic-epochs"):
        # Kafka notes an epoch when a leader begins it, also if nothing was written in it
        begun = [entry for entry in epochs_of(folder) if int(entry.split()[1]) < one.end_offset]
        assert epochs_of(copy) == begun
    metadata = (folder / "partition.metadata").read_text()
    assert (copy / "partition.metadata").read_text() == metadata
    health = rows(copy, view="files")
    for row in health:
        mismatches = (row["indexMismatches"], row["timeIndexMismatches"], row["crcFailures"])
        assert set(mismatches) <= {0, None}
    assert [path.name for path in (tmp_path).iterdir()] == ["out"]


def replica_in(root):
    options = options_of(root)
    listing = list_files(options)
    return Replica(listing.files, listing, log_directories(options))


def test_position_of_source_continues_in_copy_and_that_of_copy_in_source(tmp_path):
    """A stream that has read the old disk goes on with the restored one."""
    folder = tmp_path / "old" / "orders-0"
    write_log(folder, batch(0, epoch=3), batch(3, epoch=5))
    with_id(folder)
    (one,) = restore_logs(str(folder.parent), str(tmp_path / "new"))
    old, new = replica_in(tmp_path / "old"), replica_in(tmp_path / "new")
    assert one.position == new.position(6)
    assert (one.position.offset, one.position.epoch) == (6, 5)
    assert continues(old.position(6), new) == continues(one.position, old) == CONTINUES
    write_log(folder, batch(0, epoch=3), batch(3, epoch=6))
    found = continues(one.position, replica_in(tmp_path / "old"))
    assert (found.outcome, found.at) == (Outcome.TRUNCATED, 3)


@pytest.mark.parametrize(
    ("target", "folder_mode", "file_mode"), [(None, 0o700, 0o600), (0o750, 0o750, 0o640)], ids=str
)
def test_restored_log_is_readable_by_those_who_can_open_the_target(
    tmp_path, target, folder_mode, file_mode
):
    out = tmp_path / "out"
    if target is not None:
        out.mkdir()
        out.chmod(target)
    restore_logs(str(CASES[0]), str(out))
    assert out.stat().st_mode & 0o777 == (target or 0o700)
    folder = out / CASES[0].name
    assert folder.stat().st_mode & 0o777 == folder_mode
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {file_mode}


def copied(tmp_path, *batches, **arguments):
    """A log with these batches, restored: the result and the offsets of the copy."""
    write_log(with_id_made(tmp_path / "in" / "orders-0"), *batches)
    (one,) = restore_logs(str(tmp_path / "in"), str(tmp_path / "out"), **arguments)
    place = tmp_path / "out" / "orders-0"
    assert one.records == sum(
        row["count"] for row in rows(place, "count INT", view="batches", allowEmpty=True)
    )
    options = {"includeControl": True, "allowEmpty": True}
    return one, [row["offset"] for row in rows(place, "offset BIGINT", **options)]


def with_id_made(folder):
    folder.mkdir(parents=True)
    return with_id(folder)


@pytest.mark.parametrize(
    ("options", "end"),
    [
        ({"endingOffsets": "4"}, 4),
        ({"endingOffsets": '{"orders": {"0": 6}}'}, 6),
        ({"endingOffsets": "earliest"}, 0),
        ({"endingOffsets": "latest"}, 9),
        ({"endingTimestamp": "1005"}, 5),
        ({"endingOffsetsByTimestamp": '{"orders": {"0": 1001}}'}, 1),
        ({"endingTimestamp": "9999"}, 9),
    ],
    ids=str,
)
@pytest.mark.parametrize("codec", [Compression.NONE, Compression.GZIP], ids=str)
def test_restore_ends_at_an_offset_or_a_time(tmp_path, options, end, codec):
    headers = [("h", b"1")]
    batches = [batch(base, headers=headers, compression=codec) for base in (0, 3, 6)]
    one, offsets = copied(tmp_path, *batches, options=options)
    assert offsets == list(range(end))
    assert (one.end_offset or 0) == end
    copy, source = (
        rows(tmp_path / name / "orders-0", includeHeaders=True, allowEmpty=True)
        for name in ("out", "in")
    )
    assert copy == source[:end]
    content = (tmp_path / "out" / "orders-0" / f"{0:020}.log").read_bytes()
    whole = b"".join(batches[: end // 3])  # those that the end does not divide stay as they are
    assert content.startswith(whole)
    assert (len(content) == len(whole)) == (end % 3 == 0)


def test_restore_ends_before_a_transaction_that_is_open_there(tmp_path, caplog):
    log = [data(0, 1), marker(2, 1, commit=True), batch(3, 1), data(4, 1), batch(6, 1)]
    log.append(marker(7, 1, commit=False))
    one, offsets = copied(tmp_path / "whole", *log)
    assert (offsets, one.limit, one.open_transaction) == (list(range(8)), None, None)
    transactions._cache.clear()
    one, offsets = copied(tmp_path / "then", *log, options={"endingOffsets": "7"})
    assert (offsets, one.limit, one.open_transaction) == ([0, 1, 2, 3], 4, 4)
    assert "orders-0: a transaction that begins at offset 4 is open" in caplog.text
    one, offsets = copied(tmp_path / "open", *log[:-1])
    assert (offsets, one.end_offset, one.open_transaction) == ([0, 1, 2, 3], 4, 4)
    one, offsets = copied(tmp_path / "all", *log[:-1], committed=False)
    assert (offsets, one.limit) == (list(range(7)), None)


@pytest.mark.parametrize("is_commit", [True, False], ids=["commit", "abort"])
def test_marker_in_a_damaged_batch_is_an_error(tmp_path, is_commit):
    """All sound records after the transaction would be left out for it."""
    broken = bytearray(marker(2, 1, commit=is_commit))
    broken[-1] ^= 1
    log = [data(0, 1), bytes(broken), batch(3), batch(6)]
    place = f"damaged at position {len(log[0])} \\(offset 2\\): the checksum is wrong"
    with pytest.raises(RestoreError, match=f"orders-0: .* begins at offset 0 has no .*{place}"):
        copied(tmp_path / "default", *log)
    assert not (tmp_path / "default" / "out").exists()
    transactions._cache.clear()
    with pytest.raises(RestoreError, match="orders-0"):
        copied(tmp_path / "hole", log[0], b"\xff" * len(broken), *log[2:])
    one, offsets = copied(tmp_path / "all", *log, committed=False)
    assert (offsets, one.dropped_regions) == ([0, 1, 3, 4, 5, 6, 7, 8], 1)
    one, offsets = copied(tmp_path / "before", *log, options={"endingOffsets": "2"})
    assert (offsets, one.limit) == ([], 0)


def test_damage_before_or_beyond_an_open_transaction_is_left_out(tmp_path):
    broken = bytearray(batch(0, 2))
    broken[-1] ^= 1
    one, offsets = copied(tmp_path / "before", bytes(broken), batch(2, 1), data(3, 1), batch(5))
    assert (offsets, one.open_transaction) == ([2], 3)
    broken = bytearray(batch(7, 2))
    broken[-1] ^= 1
    log = [batch(2, 1), data(3, 1), batch(5, 2), bytes(broken), batch(9)]
    one, offsets = copied(tmp_path / "beyond", *log, options={"endingOffsets": "7"})
    assert (offsets, one.open_transaction) == ([2], 3)
    log = [batch(2, 1), data(3, 1), batch(5, 2)[:-4]]
    one, offsets = copied(tmp_path / "torn", *log)
    assert (offsets, one.open_transaction) == ([2], 3)


def test_restored_log_has_the_committed_records_of_its_source(tmp_path):
    (folder,) = [path for path in CASES if path.name == "txn-alerts-0"]
    wanted = rows(folder, isolationLevel="read_committed")
    (one,) = restore_logs(str(folder), str(tmp_path / "out"))
    assert one.open_transaction == one.limit == one.end_offset
    copy = tmp_path / "out" / folder.name
    assert rows(copy, isolationLevel="read_committed") == wanted
    assert max(row["offset"] for row in rows(copy, includeControl=True)) == one.limit - 1


def test_copy_that_reads_back_differently_is_an_error(tmp_path, monkeypatch):
    write_log(with_id_made(tmp_path / "in" / "orders-0"), batch(0), batch(3))
    append = restore.LogSegment.append

    def flipped(self, content, last, newest):
        append(self, content[:-1] + bytes([content[-1] ^ 1]), last, newest)

    monkeypatch.setattr(restore.LogSegment, "append", flipped)
    with pytest.raises(RestoreError, match="orders-0: the copy reads back as 0 batches"):
        restore_logs(str(tmp_path / "in"), str(tmp_path / "out"))
    monkeypatch.setattr(restore.LogSegment, "append", lambda *_: None)
    with pytest.raises(RestoreError, match="0 batches with 0 records"):
        restore_logs(str(tmp_path / "in"), str(tmp_path / "out"))
    assert {path.name for path in tmp_path.iterdir()} == {"in"}


def test_damage_torn_tails_and_repeated_batches_are_left_out(tmp_path):
    folder = tmp_path / "in" / "orders-0"
    broken = bytearray(batch(3))
    broken[-1] ^= 1
    write_log(folder, batch(0), bytes(broken), batch(6), batch(0), batch(9)[:-4])
    with_id(folder)
    (one,) = restore_logs(str(tmp_path / "in"), str(tmp_path / "out"))
    copy = tmp_path / "out" / "orders-0" / f"{0:020}.log"
    assert copy.read_bytes() == batch(0) + batch(6)
    assert (one.batches, one.end_offset, one.out_of_order) == (2, 9, 1)
    assert (one.dropped_regions, one.dropped_bytes) == (1, len(broken))
    assert one.torn_bytes == len(batch(9)) - 4


@pytest.mark.parametrize("place", range(5))
def test_restore_that_fails_leaves_no_directory(tmp_path, monkeypatch, place):
    """A broker takes every directory in its log directory for a partition."""
    for name in ("orders-0", "orders-1"):
        with_id(write_log(tmp_path / "in" / name, batch(0), batch(3)).parent)
    count = 0

    class FullDisk(LogSegment):
        def append(self, *given):
            nonlocal count
            if count == place:
                raise OSError(ENOSPC, "No space left on device")
            count += 1
            super().append(*given)

    monkeypatch.setattr(restore, "LogSegment", FullDisk)
    if place == 4:  # all four batches fit
        assert len(restore_logs(str(tmp_path / "in"), str(tmp_path / "out"))) == 2
    else:
        with pytest.raises(OSError, match="No space left"):
            restore_logs(str(tmp_path / "in"), str(tmp_path / "out"))
    copies = {path.name for path in (tmp_path / "out").glob("*")}
    assert copies == ({"orders-0", "orders-1"} if place == 4 else set())
    assert {path.name for path in tmp_path.iterdir()} == ({"in", "out"} if place == 4 else {"in"})


def test_invalid_restore_is_refused(tmp_path):
    folder = tmp_path / "in" / "orders-0"
    write_log(folder, batch(0))
    out = str(tmp_path / "out")
    with pytest.raises(RestoreError, match=r"the id of topic orders is in no partition\.metadata"):
        restore_logs(str(tmp_path / "in"), out)
    restore_logs(str(tmp_path / "in"), out, topic_ids={"orders": TOPIC_ID})
    with pytest.raises(RestoreError, match="exists; move it away first"):
        restore_logs(str(tmp_path / "in"), out, topic_ids={"orders": TOPIC_ID})
    with pytest.raises(UnknownTopicError, match="no directory of others"):
        restore_logs(str(tmp_path / "in"), out, topics=["others"])
    with pytest.raises(RestoreError, match="contains no segments"):
        restore_logs(str(tmp_path / "in"), out, topics=["others"], options={"allowEmpty": "true"})
    path = write_log(tmp_path / "plain", batch(0))
    with pytest.raises(RestoreError, match="the path has no topic"):
        restore_logs(str(path), str(tmp_path / "other"))


def test_metadata_log_in_the_same_directory_is_left_out(tmp_path):
    """Controllers that are brokers too have it there; brokers get it from the quorum."""
    write_log(with_id_made(tmp_path / "in" / "orders-0"), batch(0))
    write_log(tmp_path / "in" / "__cluster_metadata-0", batch(0))
    (one,) = restore_logs(str(tmp_path / "in"), str(tmp_path / "out"))
    assert one.topic == "orders"
    names = {"topics": ["__cluster_metadata"]}, {"options": {"subscribe": "__cluster_metadata"}}
    for named in names:
        with pytest.raises(RestoreError, match="the id of topic __cluster_metadata is in no part"):
            restore_logs(str(tmp_path / "in"), str(tmp_path / "other"), **named)


def test_target_that_cannot_be_a_log_directory_is_refused(tmp_path, monkeypatch):
    write_log(with_id_made(tmp_path / "in" / "orders-0"), batch(0))
    monkeypatch.chdir(tmp_path)
    for out in ("s3://bucket/logs", "gs://bucket/logs"):
        with pytest.raises(RestoreError, match=f"{out} is not a directory of a local file system"):
            restore_logs(str(tmp_path / "in"), out)
    (tmp_path / "file").write_text("x")
    with pytest.raises(RestoreError, match="file is not a directory"):
        restore_logs(str(tmp_path / "in"), str(tmp_path / "file"))
    assert {path.name for path in tmp_path.iterdir()} == {"in", "file"}
    restore_logs(str(tmp_path / "in"), f"file://{tmp_path}/out")
    assert (tmp_path / "out" / "orders-0").is_dir()


@pytest.mark.parametrize(
    ("topic_ids", "words"),
    [
        ({"ordres": TOPIC_ID}, r"topic_ids names ordres, .* is restored; did you mean orders\?"),
        ({"orders": "orders-id"}, "topic orders: 'orders-id' is not a topic id"),
        ({"orders": "A" * 22}, f"topic orders: '{'A' * 22}' is not a topic id"),
        ({"orders": TOPIC_ID + "\n1"}, "is not a topic id"),
    ],
    ids=str,
)
def test_topic_ids_that_no_broker_would_adopt_are_refused(tmp_path, topic_ids, words):
    """A broker does not start on such a partition.metadata, or moves the copy away."""
    write_log(with_id_made(tmp_path / "in" / "orders-0"), batch(0))
    with pytest.raises(RestoreError, match=words):
        restore_logs(str(tmp_path / "in"), str(tmp_path / "out"), topic_ids=topic_ids)
    assert {path.name for path in tmp_path.iterdir()} == {"in"}


def as_kafka_prints(value):
    """As `Bytes.toString` of Kafka does."""
    if value is None:
        return "null"
    plain = set(range(ord(" "), ord("~") + 1)) - {ord("\\")}
    return "".join(chr(one) if one in plain else f"\\x{one:02X}" for one in value)


def served(broker, topic, count):
    """Offsets and values of a partition, as Kafka's own consumer prints them."""
    done = kafka.tool(
        RELEASE,
        "kafka-console-consumer",
        *("--bootstrap-server", broker.endpoint, "--topic", topic, "--partition", "0"),
        *("--offset", "earliest", "--max-messages", str(count), "--timeout-ms", "60000"),
        *("--property", "print.offset=true", "--property", "print.value=true"),
        *("--value-deserializer", "org.apache.kafka.common.serialization.BytesDeserializer"),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = []
    for line in done.stdout.splitlines():
        name, _, value = line.partition("\t")
        if name.startswith("Offset:"):
            found.append((int(name.removeprefix("Offset:")), value))
    return found


def run_tool(command):
    name, *arguments = shlex.split(command)
    done = kafka.tool(RELEASE, name, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def planned_restore(tmp_path, name, options):
    """The plan for a log of which a group has read 900 offsets, with two configs of the topic."""
    noted = (tmp_path / "in" / f"{name}-0" / "partition.metadata").read_text()
    topic_id = Uuid.parse(noted.partition("topic_id:")[2].strip())
    configs = {"cleanup.policy": "compact,delete", "retention.ms": "-1"}
    write_log(
        tmp_path / "metadata" / "__cluster_metadata-0",
        metadata_batch(
            0,
            TopicRecord(name=name, topic_id=topic_id),
            PartitionRecord(partition_id=0, topic_id=topic_id, replicas=[7], isr=[7], leader=7),
            *(
                ConfigRecord(resource_type=2, resource_name=name, name=key, value=value)
                for key, value in configs.items()
            ),
        ),
    )
    offsets = tmp_path / "in" / "__consumer_offsets-0"
    write_log(offsets, commits(0, commit("it's", 0, 900, topic=name)))
    with_id(offsets)
    metadata = str(tmp_path / "metadata")
    return plan_restore(str(tmp_path / "in"), topics=[name], metadata=metadata, options=options)


@pytest.mark.spark
@pytest.mark.kafka
@pytest.mark.timeout(600)
def test_a_broker_adopts_and_serves_a_restored_log(tmp_path):
    """Damaged on one disk, restored up to an offset in a batch, read by Kafka's consumer."""
    name, end = "segments-sessions", 493  # in the batch of offsets 491 to 494
    source = shutil.copytree(SEGMENTS / f"{name}-0", tmp_path / "in" / f"{name}-0")
    damaged = sorted(source.glob("*.log"))[2]
    content = bytearray(damaged.read_bytes())
    content[100] ^= 1
    damaged.write_bytes(content)
    for path in source.glob("*.index"):
        path.unlink()
    options = {"endingOffsets": json.dumps({name: {"0": end}})}
    planned = planned_restore(tmp_path, name, options)
    with running_quorum(RELEASE, 1, tmp_path) as quorum:
        broker = Broker(RELEASE, 101, free_ports(1)[0], tmp_path)
        broker.write_properties(quorum.bootstrap)
        broker.prepare(quorum.cluster_id)
        with broker:
            for command in planned.create_commands(broker.endpoint):
                run_tool(command)
            home = broker.folder / f"{name}-0"
            noted = home / "partition.metadata"
            wait_until(lambda: noted.exists() and "topic_id" in noted.read_text(), "its directory")
        line = noted.read_text().splitlines()[1]
        topic_id = line.partition(":")[2].strip()
        shutil.rmtree(home)
        (one,) = restore_logs(
            str(source),
            str(broker.folder),
            topic_ids={name: topic_id},
            options=options,
        )
        assert (one.dropped_regions, one.end_offset) == (1, end)
        expected = [
            (row["offset"], as_kafka_prints(row["value"]))
            for row in rows(home, "offset BIGINT, value BINARY")
        ]
        assert 300 < len(expected) < 500
        assert expected[-1][0] == end - 1
        with broker:
            assert served(broker, name, len(expected)) == expected
            where = ("--bootstrap-server", broker.endpoint, "--describe")
            configs = run_tool(
                shlex.join(
                    ["kafka-configs", *where, "--entity-type", "topics", "--entity-name", name]
                )
            )
            assert "cleanup.policy=compact,delete" in configs
            assert "retention.ms=-1" in configs
            for command in planned.reset_commands(broker.endpoint):
                run_tool(command)
            groups = run_tool(shlex.join(["kafka-consumer-groups", *where, "--group", "it's"]))
            assert re.search(rf"it's +{name} +0 +{end} +{end} +0 ", groups)
