from __future__ import annotations

from kraft_wire.messages import kafka_messages
from kraft_wire.registry import type_name


def test_names_are_those_of_kafka():
    assert type_name("PartitionRecord") == "PARTITION_RECORD"
    assert type_name("ZkMigrationStateRecord") == "ZK_MIGRATION_STATE_RECORD"
    assert type_name("ClearElrRecord") == "CLEAR_ELR_RECORD"
    assert type_name("LegacyOffsetCommit") == "LEGACY_OFFSET_COMMIT"
    assert type_name("NoOpRecord") == "NO_OP_RECORD"


def test_type_names_are_unique():
    names = [name for name, entry in kafka_messages().entries.items() if entry.kind == "metadata"]
    assert len({type_name(name) for name in names}) == len(names)
