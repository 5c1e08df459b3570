from __future__ import annotations

import pytest

from kraft_spark.log.message_views import UndecodableRecordError
from kraft_wire.messages import ConfigRecord, TopicRecord
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record
from tests.operations.backups import copied, quorum
from tests.spark.log_rows import DATA, KAFKA, batch, ms, rows, write_log

UNKNOWN = b"\x01\xe7\x07\x00body"


def metadata(base, *values):
    builder = RecordBatchBuilder(base_offset=base, partition_leader_epoch=6)
    for value in values:
        builder.append(5_000, None, value)
    return builder.build()


def topic(name):
    return encode_metadata_record(MetadataRecord(TopicRecord(name=name), 0))


def test_columns_of_a_metadata_record(tmp_path):
    path = write_log(tmp_path / "__cluster_metadata-0", metadata(7, topic("a")))
    (row,) = rows(path, "*", view="metadata")
    assert ms(row.pop("timestamp")) == 5_000
    assert row == {
        "offset": 7,
        "epoch": 6,
        "recordType": "TOPIC_RECORD",
        "recordVersion": 0,
        "decoded": '{"name":"a","topicId":"AAAAAAAAAAAAAAAAAAAAAA"}',
        "decodeError": None,
        "value": topic("a"),
        "isControl": False,
        "source": "log",
        "snapshotEndOffset": None,
        "snapshotEpoch": None,
        "path": path.as_uri(),
        "key": None,
        "topic": "__cluster_metadata",
        "partition": 0,
        "batchBaseOffset": 7,
        "position": 0,
    }


def test_backup_of_a_quorum_is_read_as_a_log_directory(tmp_path):
    copied(quorum(), tmp_path / "backup")
    found = rows(tmp_path / "backup", view="metadata", replicas="one")
    topics = [
        (row["source"], row["decoded"]) for row in found if "topicId" in (row["decoded"] or "")
    ]
    assert [source for source, _ in topics] == ["snapshot"] * 3 + ["log"] * 3
    for number, (_, text) in enumerate(topics, 1):
        assert f'"name":"t{number}"' in text


def test_snapshots_and_bootstrap_say_what_they_are():
    found = rows(KAFKA / "metadata-log", view="metadata")
    sources = {row["source"] for row in found}
    assert sources == {"log", "snapshot", "bootstrap"}
    for row in found:
        assert (row["snapshotEndOffset"] is None) is (row["source"] != "snapshot")


def test_secrets_are_hidden_unless_asked_for():
    hidden = rows(KAFKA / "metadata-log", view="metadata")
    shown = rows(KAFKA / "metadata-log", view="metadata", includeSecrets=True)
    tokens = {"DELEGATION_TOKEN_RECORD", "REMOVE_DELEGATION_TOKEN_RECORD"}
    kinds = tokens | {"CONFIG_RECORD", "USER_SCRAM_CREDENTIAL_RECORD"}
    changed = [(h, s) for h, s in zip(hidden, shown, strict=True) if h != s]
    assert changed
    for one, other in changed:
        assert one["recordType"] in kinds
        assert "(redacted)" in one["decoded"]
        assert one["value"] is None
        assert "(redacted)" not in other["decoded"]
    scram = [row for row in hidden if row["recordType"] == "USER_SCRAM_CREDENTIAL_RECORD"]
    assert scram
    assert all(row["decoded"].count("(redacted)") == 3 for row in scram)


def test_strict_refuses_what_does_not_decode(tmp_path):
    path = write_log(tmp_path / "__cluster_metadata-0", metadata(7, topic("a"), UNKNOWN))
    assert [row["recordType"] for row in rows(path, view="metadata")] == ["TOPIC_RECORD", "999"]
    with pytest.raises(UndecodableRecordError, match="offset 8"):
        rows(path, view="metadata", strict=True)
    offsets = write_log(tmp_path / "__consumer_offsets-0", batch(0))
    assert all(row["decodeError"] for row in rows(offsets, view="offsets"))
    with pytest.raises(UndecodableRecordError, match="offset 0"):
        rows(offsets, view="offsets", strict=True)


def test_a_typed_record_that_does_not_decode_is_a_row_of_nulls(tmp_path):
    newer = b"\x01\x02\x63body"
    config = encode_metadata_record(MetadataRecord(ConfigRecord(resource_type=2), 0))
    path = write_log(tmp_path / "__cluster_metadata-0", metadata(0, topic("a"), config, newer))
    found = rows(path, view="metadata", recordType="TopicRecord")
    assert [(row["offset"], row["name"]) for row in found] == [(0, "a"), (2, None)]


def test_control_shows_control_records_of_every_topic():
    found = rows(KAFKA / "topic-txn", view="control")
    assert {row["recordType"] for row in found} == {"COMMIT", "ABORT"}
    assert {row["topic"] for row in found} == {"txn-alerts"}
    assert all(row["producerId"] >= 0 for row in found)


def test_offsets_know_where_they_are_written():
    for row in rows(KAFKA / "consumer-offsets", view="offsets"):
        assert row["logTopic"] == "__consumer_offsets"
        assert f"__consumer_offsets-{row['logPartition']}/" in row["path"]
        assert row["timestamp"] is not None
    shares = rows(KAFKA / "share-group-state", view="offsets")
    assert {row["recordType"] for row in shares} == {"SHARE_SNAPSHOT", "SHARE_UPDATE"}
    assert {row["logTopic"] for row in shares} == {"__share_group_state"}


def test_offsets_of_transactions_count_when_committed():
    case = DATA / "4.3.1" / "consumer-offsets"
    every = rows(case, view="offsets")
    committed = rows(case, view="offsets", isolationLevel="read_committed")
    assert 0 < len(committed) <= len(every)


def test_transactions_have_states():
    states = {row["state"] for row in rows(KAFKA / "transaction-state", view="transactions")}
    assert {"Empty", "Ongoing", "CompleteCommit"} <= states
