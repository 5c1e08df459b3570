from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path

import pytest

from kraft_core.client.changes import (
    Change,
    OpaqueControlRecord,
    changes_of,
    record_names,
)
from kraft_core.client.errors import UnreadableRecordError
from kraft_wire.messages import (
    BrokerRegistrationChangeRecord,
    ConfigRecord,
    TopicRecord,
    UserScramCredentialRecord,
)
from kraft_wire.records.batch import RecordBatch
from kraft_wire.records.metadata_frame import OpaqueMetadataRecord
from tests.support.record_batches import CONTROL, batch, control, leader_change, metadata, topics

KAFKA = Path(__file__).parents[1] / "data" / "kafka"
CASES = sorted(
    path.parent
    for path in KAFKA.glob("*/*/expected.jsonl.gz")
    if path.parent.name.startswith(("metadata-log", "formatted-", "unclean-metadata"))
)


def changes(data, *, include_secrets=True, source="log"):
    return list(changes_of(RecordBatch.parse(data), source, include_secrets=include_secrets))


def expected_files(case):
    """The expected records of a case, by file."""
    files = {}
    with gzip.open(case / "expected.jsonl.gz", "rt") as lines:
        for line in lines:
            record = json.loads(line)
            files.setdefault(record["file"], []).append(record)
    return files


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}-{case.name}")
def test_every_record_of_real_logs_and_snapshots(case):
    for name, expected in expected_files(case).items():
        data = (case / name).read_bytes()
        for position in dict.fromkeys(record["batchPosition"] for record in expected):
            found = changes_of(RecordBatch.parse(data, position), "log", include_secrets=True)
            assert [change.to_json() for change in found] == [
                {
                    "offset": record["offset"],
                    "epoch": record["partitionLeaderEpoch"],
                    "timestamp": record["timestamp"],
                    "source": "log",
                    **{key: record[key] for key in ("control", "metadata") if key in record},
                }
                for record in expected
                if record["batchPosition"] == position
            ]


def test_enough_real_logs_are_recorded():
    assert len(CASES) >= 20


def test_metadata_record_becomes_change():
    (first, second) = changes(topics(7, 3, "a", "b"))
    assert first == Change(7, 3, 1000, "log", TopicRecord(name="a"), 0)
    assert (second.offset, second.name, second.type) == (8, "TopicRecord", "TOPIC_RECORD")


def test_control_record_becomes_change():
    (change,) = changes(leader_change(0, 1, 4), source="snapshot")
    assert (change.name, change.type) == ("LeaderChangeMessage", "LEADER_CHANGE")
    assert change.is_control
    assert change.to_json() == {
        "offset": 0,
        "epoch": 1,
        "timestamp": 1000,
        "source": "snapshot",
        "control": {
            "type": "LEADER_CHANGE",
            "data": {"version": 0, "leaderId": 4, "voters": [], "grantingVoters": []},
        },
    }


def test_secrets_are_redacted_in_objects_and_in_json():
    scram = UserScramCredentialRecord(name="a", salt=b"hush", stored_key=b"hush", server_key=b"h")
    config = ConfigRecord(resource_type=4, name="sasl.jaas.config", value="hush")
    data = batch(0, 1, [metadata(scram), metadata(config)])
    hidden = changes(data, include_secrets=False)
    assert hidden[0].record.salt == b"(redacted)"
    fields = hidden[0].to_json()["metadata"]["data"]
    assert (fields["salt"], fields["storedKey"], fields["serverKey"]) == ("(redacted)",) * 3
    assert fields["name"] == "a"
    assert hidden[1].to_json()["metadata"]["data"]["value"] == "(redacted)"
    shown = changes(data)
    assert shown[0].to_json()["metadata"]["data"]["salt"] == base64.b64encode(b"hush").decode()
    assert shown[1].record == config


def test_records_of_a_newer_kafka_are_kept_but_count_as_secrets():
    data = batch(0, 1, [(None, b"\1\x63\2body"), (None, b"\1\x02\x63body")])
    unknown, newer = changes(data)
    assert unknown.record == OpaqueMetadataRecord(99, 2, b"body")
    assert (unknown.name, unknown.type) == ("MetadataRecord99", "METADATA_RECORD99")
    assert unknown.to_json()["metadata"] == {
        "type": "METADATA_RECORD99",
        "apiKey": 99,
        "version": 2,
        "data": base64.b64encode(b"body").decode(),
    }
    assert (newer.name, newer.version) == ("TopicRecord", 99)
    for change in changes(data, include_secrets=False):
        assert b"body" not in change.record.body
        assert change.to_json()["metadata"]["data"] == "(redacted)"


def test_control_records_of_a_newer_kafka_are_kept():
    data = batch(0, 1, [(b"\0\0\0\x09", b"body")], attributes=CONTROL)
    (change,) = changes(data)
    assert change.record == OpaqueControlRecord(9, b"body")
    assert change.to_json()["control"] == {"type": "CONTROL_RECORD9", "data": "Ym9keQ=="}
    (hidden,) = changes(data, include_secrets=False)
    assert hidden.to_json()["control"]["data"] == "(redacted)"


def test_versions_decide_which_fields_there_are():
    record = BrokerRegistrationChangeRecord(broker_id=1)
    (change,) = changes(batch(0, 1, [metadata(record, 2)]))
    assert change.version == 2
    assert change.to_json()["metadata"]["version"] == 2


@pytest.mark.parametrize(
    "record",
    [(None, b""), (None, None), (None, b"\2\x02\0"), (None, b"\1\x02\0\xff"), (None, b"\1")],
)
def test_invalid_metadata_record_is_refused_with_its_offset(record):
    data = batch(4, 1, [metadata(TopicRecord()), record])
    with pytest.raises(UnreadableRecordError, match="the record at offset 5 of the log cannot"):
        changes(data)


def test_invalid_control_record_is_refused_with_its_offset():
    data = batch(4, 1, [(b"\0", b"")], attributes=CONTROL)
    with pytest.raises(UnreadableRecordError, match="at offset 4 of the snapshot"):
        changes(data, source="snapshot")
    voters = (control(6, TopicRecord())[0], b"\xff")
    with pytest.raises(UnreadableRecordError):
        changes(batch(4, 1, [voters], attributes=CONTROL))


@pytest.mark.parametrize(
    ("name", "type_name"),
    [
        ("NoOpRecord", "NO_OP_RECORD"),
        ("UserScramCredentialRecord", "USER_SCRAM_CREDENTIAL_RECORD"),
        ("ClearElrRecord", "CLEAR_ELR_RECORD"),
        ("VotersRecord", "KRAFT_VOTERS"),
        ("UnregisterControllerRecord", "UNREGISTER_CONTROLLER_RECORD"),
    ],
)
def test_records_are_known_by_both_names(name, type_name):
    assert record_names()[name] == record_names()[type_name] == name


def test_only_records_of_the_metadata_log_have_names():
    assert "VoteRequest" not in record_names()
    assert not any(name.startswith("Remote") for name in record_names())
