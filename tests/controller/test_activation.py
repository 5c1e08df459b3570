"""What a leader writes before anything else."""

from __future__ import annotations

import pytest

from kraft_core.controller.activation import activation_values, bootstrap_levels, find_obstacle
from kraft_core.controller.metadata_image import Reason
from kraft_core.raft.storage.errors import DamagedFileError
from kraft_wire.messages import (
    BeginTransactionRecord,
    ConfigRecord,
    NoOpRecord,
    UserScramCredentialRecord,
    ZkMigrationStateRecord,
)
from tests.controller.content import feature, image_of, messages_of, value_of

CREDENTIAL = UserScramCredentialRecord(name="a", mechanism=1)


def written(image, *bootstrap, least=1):
    values = activation_values(image, [value_of(each) for each in bootstrap], least)
    return [
        (type(each).__name__.removesuffix("Record"), each) for each in messages_of(values)
    ], values


def names(image, *bootstrap):
    return [name for name, _ in written(image, *bootstrap)[0]]


def test_an_empty_log_begins_with_the_bootstrap_records_in_a_transaction():
    bootstrap = [feature("metadata.version", 30), feature("group.version", 1), CREDENTIAL]
    found, values = written(image_of(), *bootstrap)
    assert [name for name, _ in found] == [
        "BeginTransaction",
        "FeatureLevel",
        "FeatureLevel",
        "UserScramCredential",
        "EndTransaction",
    ]
    assert found[0][1].name == "Bootstrap records"
    assert values[1:4] == list(map(value_of, bootstrap))


def test_a_level_without_transactions_has_the_records_alone():
    assert names(image_of(), feature("metadata.version", 12)) == ["FeatureLevel"]
    assert len(names(image_of(), feature("metadata.version", 13))) == 3


def test_a_directory_without_bootstrap_records_begins_with_the_newest_level():
    (_, (_, level), _), _ = written(image_of())
    assert (level.name, level.feature_level) == ("metadata.version", 33)


def test_counting_eligible_leaders_needs_a_default_of_brokers():
    counted = feature("eligible.leader.replicas.version", 1)
    found, _ = written(image_of(), feature("metadata.version", 30), counted, least=2)
    record = found[3][1]
    assert isinstance(record, ConfigRecord)
    assert (record.resource_type, record.resource_name) == (4, "")
    assert (record.name, record.value) == ("min.insync.replicas", "2")
    assert found[4][0] == "EndTransaction"
    not_counted = feature("eligible.leader.replicas.version", 0)
    assert "Config" not in names(image_of(), feature("metadata.version", 30), not_counted)


def test_a_log_with_a_metadata_version_needs_nothing():
    assert names(image_of(feature("metadata.version", 20)), feature("metadata.version", 30)) == []


def test_other_records_do_not_make_a_log_that_has_begun():
    assert "FeatureLevel" in names(image_of(NoOpRecord()), feature("metadata.version", 30))


def test_open_bootstrap_transaction_is_aborted_and_restarted():
    image = image_of(BeginTransactionRecord(), feature("metadata.version", 30))
    found, _ = written(image, feature("metadata.version", 30))
    kinds = ["AbortTransaction", "BeginTransaction", "FeatureLevel", "EndTransaction"]
    assert [name for name, _ in found] == kinds
    assert found[0][1].reason == "Controller failover"


def test_any_other_open_transaction_is_aborted():
    image = image_of(feature("metadata.version", 30), BeginTransactionRecord())
    assert names(image) == ["AbortTransaction"]


@pytest.mark.parametrize("bootstrap", [[value_of(feature("group.version", 1))], [b"\xff"]])
def test_bootstrap_records_that_cannot_be_used(bootstrap):
    with pytest.raises(DamagedFileError):
        bootstrap_levels(bootstrap)


@pytest.mark.parametrize(
    ("state", "name"),
    [
        (1, "MIGRATION"),
        (2, "PRE_MIGRATION"),
        (4, "ZK"),
        (9, "9, which kraft does not know"),
        (-1, "-1,"),
    ],
)
def test_running_or_unknown_migration_is_an_obstacle(state, name):
    """ZkMigrationState of Kafka 3.5 to 3.9; 3.4 wrote PRE_MIGRATION as 1."""
    level = feature("metadata.version", 20)
    found = find_obstacle(image_of(level, ZkMigrationStateRecord(zk_migration_state=state)), {})
    assert found.reason is Reason.ZK_MIGRATION
    assert found.text.startswith(f"the ZooKeeper migration state is {name}")


@pytest.mark.parametrize("state", [None, 0, 3], ids=["no record", "NONE", "POST_MIGRATION"])
def test_a_cluster_without_a_migration_has_no_obstacle(state):
    records = () if state is None else (ZkMigrationStateRecord(zk_migration_state=state),)
    assert find_obstacle(image_of(feature("metadata.version", 20), *records), {}) is None
