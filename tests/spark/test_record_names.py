from __future__ import annotations

from kraft_spark.record_names import record_name
from kraft_wire.messages import kafka_messages
from tests.spark.log_rows import KAFKA, rows


def test_names_are_those_of_kafka():
    assert record_name("PartitionRecord") == "PARTITION_RECORD"
    assert record_name("ZkMigrationStateRecord") == "ZK_MIGRATION_STATE_RECORD"
    assert record_name("ClearElrRecord") == "CLEAR_ELR_RECORD"
    assert record_name("LegacyOffsetCommit") == "LEGACY_OFFSET_COMMIT"
    assert record_name("NoOpRecord") == "NO_OP_RECORD"


def test_names_are_told_apart():
    names = [name for name, entry in kafka_messages().entries.items() if entry.kind == "metadata"]
    assert len({record_name(name) for name in names}) == len(names)


def test_names_in_a_real_log():
    found = {row["recordType"] for row in rows(KAFKA / "consumer-offsets", view="offsets")}
    assert {"OFFSET_COMMIT", "GROUP_METADATA", "CONSUMER_GROUP_METADATA"} <= found
    assert all(name == name.upper() for name in found)
