from __future__ import annotations

from kraft_spark.decoding.internal_records import offset_row, transaction_row
from kraft_wire.messages import (
    GroupMetadataKey,
    GroupMetadataValue,
    OffsetCommitKey,
    OffsetCommitValue,
    ShareSnapshotKey,
    TransactionLogKey,
    TransactionLogValue,
)
from kraft_wire.primitives import Uuid
from kraft_wire.records.coordinator import (
    Coordinator,
    CoordinatorRecord,
    encode_coordinator_record,
)
from tests.spark.log_rows import KAFKA, rows

TOPIC_ID = Uuid(bytes(15) + b"\7")


def written(number, key, value=None, version=None):
    return encode_coordinator_record(CoordinatorRecord(number, key, value, version))


COMMIT = OffsetCommitKey(group="g", topic="orders", partition=3)


def commit(version, **fields):
    value = OffsetCommitValue(offset=42, metadata="m", commit_timestamp=1_000, **fields)
    return offset_row(Coordinator.GROUP, *written(1, COMMIT, value, version))


def test_commit_becomes_columns():
    row = commit(4, leader_epoch=5, topic_id=TOPIC_ID)
    assert row["decoded"].startswith('{"offset":42,')
    del row["decoded"]
    assert row == {
        "isTombstone": False,
        "recordType": "OFFSET_COMMIT",
        "recordVersion": 4,
        "decodedKey": '{"group":"g","topic":"orders","partition":3}',
        "groupId": "g",
        "topic": "orders",
        "partition": 3,
        "committedOffset": 42,
        "leaderEpoch": 5,
        "metadata": "m",
        "commitTimestamp": 1_000_000,
        "expireTimestamp": None,
        "topicId": str(TOPIC_ID),
    }


def test_older_commits_have_fewer_columns():
    assert commit(1, expire_timestamp=2_000)["expireTimestamp"] == 2_000_000
    assert commit(3, leader_epoch=1).get("topicId") is None


def test_a_tombstone_has_its_key_alone():
    row = offset_row(Coordinator.GROUP, *written(1, COMMIT))
    assert row["isTombstone"] is True
    assert (row["groupId"], row["topic"], row["recordVersion"]) == ("g", "orders", None)
    assert "committedOffset" not in row
    assert "decoded" not in row


def test_members_of_classic_groups_are_opened():
    member = GroupMetadataValue.MemberMetadata(
        member_id="m", subscription=b"\0\0\0\0\0\1\0\1t\xff\xff\xff\xff", assignment=b"?"
    )
    value = GroupMetadataValue(protocol_type="consumer", members=(member,))
    row = offset_row(Coordinator.GROUP, *written(2, GroupMetadataKey(group="g"), value, 3))
    assert '"subscription":{"topics":["t"],"userData":null' in row["decoded"]
    assert '"assignment":"Pw=="' in row["decoded"]
    assert (row["recordType"], row["groupId"]) == ("GROUP_METADATA", "g")
    assert "topic" not in row


def test_share_state_has_a_topic_id():
    key = ShareSnapshotKey(group_id="s", topic_id=TOPIC_ID, partition=2)
    row = offset_row(Coordinator.SHARE, *written(0, key))
    assert (row["groupId"], row["topicId"], row["partition"]) == ("s", str(TOPIC_ID), 2)
    assert row.get("topic") is None


def test_undecodable_offset_record_has_a_decode_error():
    key, value = written(1, COMMIT, OffsetCommitValue(), 1)
    for bad_key, bad_value, kind, has_key in (
        (None, value, None, False),
        (b"\x03\xe7rest", value, "999", False),
        (key[:5], value, "1", False),
        (key, value[:4], "OFFSET_COMMIT", True),
        (key, b"\0\x63" + value[2:], "OFFSET_COMMIT", True),
    ):
        row = offset_row(Coordinator.GROUP, bad_key, bad_value)
        assert row["recordType"] == kind
        assert row["decodeError"]
        assert row.get("decoded") is None
        assert (row.get("groupId") == "g") is has_key


def test_transaction_becomes_columns():
    partitions = TransactionLogValue.PartitionsSchema(topic="orders", partition_ids=(0, 2))
    value = TransactionLogValue(
        producer_id=9,
        producer_epoch=1,
        transaction_timeout_ms=60_000,
        transaction_status=1,
        transaction_partitions=(partitions,),
        transaction_last_update_timestamp_ms=2_000,
        transaction_start_timestamp_ms=1_000,
        client_transaction_version=2,
    )
    key = TransactionLogKey(transactional_id="tx")
    row = transaction_row(*written(0, key, value, 1))
    assert (row["transactionalId"], row["recordType"], row["state"]) == (
        "tx",
        "TRANSACTION_LOG",
        "Ongoing",
    )
    assert row["partitions"] == [
        {"topic": "orders", "partition": 0},
        {"topic": "orders", "partition": 2},
    ]
    assert (row["startTimestamp"], row["lastUpdateTimestamp"]) == (1_000_000, 2_000_000)
    assert (row["previousProducerId"], row["clientTransactionVersion"]) == (-1, 2)
    empty = TransactionLogValue(transaction_status=0, transaction_partitions=None)
    row = transaction_row(*written(0, key, empty, 1))
    assert (row["state"], row["partitions"]) == ("Empty", None)
    assert transaction_row(*written(0, key))["isTombstone"] is True


def test_names_in_a_real_log():
    found = {row["recordType"] for row in rows(KAFKA / "consumer-offsets", view="offsets")}
    assert {"OFFSET_COMMIT", "GROUP_METADATA", "CONSUMER_GROUP_METADATA"} <= found
    assert all(name == name.upper() for name in found)
