from __future__ import annotations

import pytest

from kraft_spark.decoding.internal_records import TypedRecord, UnknownRecordTypeError
from kraft_wire.messages import (
    FeatureLevelRecord,
    PartitionRecord,
    RegisterBrokerRecord,
    UserScramCredentialRecord,
    kafka_messages,
)
from kraft_wire.primitives import Uuid
from tests.spark.log_rows import KAFKA, rows

METADATA = [name for name, entry in kafka_messages().entries.items() if entry.kind == "metadata"]


@pytest.mark.parametrize("spelling", ["PARTITION_RECORD", "PartitionRecord", "partitionrecord"])
def test_a_type_has_many_spellings(spelling):
    assert TypedRecord(spelling).name == "PARTITION_RECORD"


def test_an_unknown_type_is_refused():
    with pytest.raises(
        UnknownRecordTypeError, match=r"recordType cannot be 'Nope'; allowed: .*NO_OP"
    ):
        TypedRecord("Nope")


@pytest.mark.parametrize("name", METADATA)
def test_every_record_has_columns(name):
    typed = TypedRecord(name)
    names = [column.name for column in typed.columns]
    assert len(names) == len({one.lower() for one in names})


def types_of(name):
    return {column.name: str(column.type) for column in TypedRecord(name).columns}


def test_types_are_those_of_the_schema():
    partition = types_of("PartitionRecord")
    assert partition["partitionId"] == "int32"
    assert partition["topicId"] == "string"
    assert partition["replicas"] == "list<element: int32>"
    assert partition["directories"] == "list<element: string>"
    assert partition["leaderRecoveryState"] == "int8"
    assert types_of("RegisterBrokerRecord")["features"] == (
        "list<element: struct<name: string, minSupportedVersion: int16, "
        "maxSupportedVersion: int16>>"
    )
    assert types_of("ClientQuotaRecord")["value"] == "double"


def test_values_are_nested_and_lacking_fields_null():
    topic_id = Uuid(bytes(15) + b"\1")
    record = PartitionRecord(partition_id=3, topic_id=topic_id, replicas=(1, 2), leader=1)
    values = TypedRecord("PartitionRecord").values(record, 0, ())
    assert (values["partitionId"], values["replicas"]) == (3, [1, 2])
    assert values["topicId"] == str(topic_id)
    assert values["directories"] is None
    feature = RegisterBrokerRecord.BrokerFeature(
        name="f", min_supported_version=1, max_supported_version=2
    )
    broker = RegisterBrokerRecord(broker_id=1, features=(feature,))
    values = TypedRecord("RegisterBrokerRecord").values(broker, 1, ())
    assert values["features"] == [{"name": "f", "minSupportedVersion": 1, "maxSupportedVersion": 2}]


def test_secrets_are_hidden():
    record = UserScramCredentialRecord(name="a", salt=b"s", stored_key=b"k", server_key=b"v")
    hidden = TypedRecord("UserScramCredentialRecord").values(record, 0, ("salt",))
    assert (hidden["salt"], hidden["storedKey"]) == (None, b"k")


def test_rows_of_one_type_only():
    found = rows(KAFKA / "metadata-log", view="metadata", recordType="FeatureLevelRecord")
    assert found
    assert list(found[0])[:5] == ["offset", "epoch", "timestamp", "name", "featureLevel"]
    untyped = rows(KAFKA / "metadata-log", view="metadata")
    count = sum(row["recordType"] == "FEATURE_LEVEL_RECORD" for row in untyped)
    assert len(found) == count
    assert FeatureLevelRecord.__slots__[:2] == ("name", "feature_level")


def test_control_records_may_be_typed_too():
    found = rows(KAFKA / "metadata-log", view="metadata", recordType="LEADER_CHANGE")
    assert found
    assert all(row["leaderId"] >= 0 and row["voters"] for row in found)
    assert all(row["isControl"] for row in found)


@pytest.mark.parametrize("name", ["PartitionRecord", "ConfigRecord", "UserScramCredentialRecord"])
def test_typed_rows_say_what_the_text_says(name):
    import json

    typed = rows(KAFKA / "metadata-log", view="metadata", recordType=name)
    texts = [
        json.loads(row["decoded"])
        for row in rows(KAFKA / "metadata-log", view="metadata")
        if row["recordType"] == TypedRecord(name).name
    ]
    assert len(typed) == len(texts) > 0
    for row, text in zip(typed, texts, strict=True):
        for field, value in text.items():
            assert row[field] == value or (value == "(redacted)" and row[field] is None)
