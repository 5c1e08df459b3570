"""`kraft doctor --before-moving`: would a kraft controller act on the metadata of a cluster?"""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from kraft_core.cli.before_moving import findings_of
from kraft_core.cli.main import kraft, run
from kraft_core.client import quorum
from kraft_core.client.changes import Change
from kraft_wire.messages import (
    BeginTransactionRecord,
    FeatureLevelRecord,
    KRaftVersionRecord,
    PartitionRecord,
    RegisterControllerRecord,
    TopicRecord,
    VotersRecord,
    ZkMigrationStateRecord,
)
from kraft_wire.primitives import Uuid
from kraft_wire.records.metadata_frame import OpaqueMetadataRecord
from tests.support.ports import free_ports

LEVEL = FeatureLevelRecord(name="metadata.version", feature_level=21)
CONTROLS = (KRaftVersionRecord, VotersRecord)


def test_waiting_for_a_leader_is_reported(tmp_path, capsys, monkeypatch):
    """It was silent for up to 30 seconds."""
    monkeypatch.setattr(quorum, "SOON_S", 0.1)
    file = tmp_path / "client.properties"
    file.write_text("default.api.timeout.ms=1000\n")
    (port,) = free_ports(1)
    address = f"127.0.0.1:{port}"
    assert run(["doctor", "--before-moving", address, "--command-config", str(file)]) == 1
    first, last = capsys.readouterr().err.splitlines()
    assert first == f"kraft: no leader yet: connection refused by {address}; waiting"
    assert last.startswith("kraft: no leader was found within 1 s")


def found_in(*records):
    changes = [
        Change(offset, 1, 0, "log", record, 0, is_control=isinstance(record, CONTROLS))
        for offset, record in enumerate(records)
    ]
    return findings_of(changes)


def test_known_metadata_is_acted_on():
    verdict, way = found_in(LEVEL, TopicRecord(name="t", topic_id=Uuid(b"\1" * 16)))
    assert (verdict.id, way.id) == ("would-act", "move-in-place")
    assert verdict.text == (
        "A kraft controller can become active: metadata.version is 21 (3.9-IV0), and all records"
        " are known."
    )
    assert "in place only" in way.text


@pytest.mark.parametrize(
    ("records", "reason"),
    [
        ((FeatureLevelRecord(name="metadata.version", feature_level=34),), "at level 34"),
        ((LEVEL, FeatureLevelRecord(name="new.version", feature_level=1)), "new.version"),
        ((LEVEL, ZkMigrationStateRecord(zk_migration_state=1)), "migration state is MIGRATION"),
        ((LEVEL, BeginTransactionRecord(name="other")), "transaction 'other' is open"),
        ((LEVEL, OpaqueMetadataRecord(99, 0, b"")), "record 99 at offset 1 cannot be read"),
        ((), "no metadata.version yet"),
    ],
)
def test_obstacles_are_named(records, reason):
    verdict = found_in(*records)[0]
    assert verdict.severity == "error"
    assert reason in verdict.text


def test_dynamic_quorum_can_move_with_new_ids():
    voters = VotersRecord(voters=(VotersRecord.Voter(voter_id=1),))
    ghost = RegisterControllerRecord(controller_id=99)
    found = found_in(KRaftVersionRecord(kraft_version=1), voters, LEVEL, ghost)
    assert "or with new ids" in found[1].text
    assert found[2].text == "Controllers are registered but are not voters: 99."


@pytest.mark.parametrize("arguments", [(), ("file", "--before-moving", "localhost:1")])
def test_a_file_or_a_cluster_is_examined(arguments):
    done = CliRunner().invoke(kraft, ["doctor", *arguments])
    assert done.exit_code == 2
    assert "specify one of FILE, FOLDER and --before-moving" in done.output


def test_findings_are_printed_as_json(monkeypatch):
    monkeypatch.setattr("kraft_core.client.tail", lambda *_, **__: iter(()))
    done = CliRunner().invoke(kraft, ["doctor", "--before-moving", "localhost:1", "--json"])
    assert done.exit_code == 2
    assert [each["id"] for each in json.loads(done.stdout)] == ["not-begun", "move-in-place"]


def test_a_cluster_larger_than_what_was_measured_is_named(monkeypatch):
    monkeypatch.setattr("kraft_core.cli.before_moving._MEASURED_PARTITIONS", 1)
    topic = Uuid(b"\1" * 16)
    partitions = [PartitionRecord(topic_id=topic, partition_id=number) for number in (0, 1)]
    found = found_in(LEVEL, TopicRecord(name="t", topic_id=topic), *partitions)
    assert found[-1].text == "The cluster has 2 partitions; kraft has not been measured above 1."
    assert "unmeasured-size" not in [each.id for each in found_in(LEVEL)]
