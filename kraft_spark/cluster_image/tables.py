"""The tables of a cluster's state: their columns, and their rows out of a replayed image.

Rows are in the order of their names and numbers. Numbers of Kafka's enumerations are their names; a
number that this package does not know is its text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from kraft_spark.columns import BOOLEAN, INT16, INT32, INT64, TEXT, list_of
from kraft_spark.decoding.metadata_records import (
    ACL_RESOURCES,
    CONFIG_RESOURCES,
    OPERATIONS,
    PATTERNS,
    PERMISSIONS,
    PROTOCOLS,
    RECOVERY_STATES,
    named,
)
from kraft_wire.config_names import OPEN_NAMES
from kraft_wire.secrets import REDACTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_core.image import ClusterImage
    from kraft_wire.messages import RegisterControllerRecord, VotersRecord

Row = dict[str, Any]

_ENDPOINTS: Final = list_of(
    pa.struct({"name": TEXT, "host": TEXT, "port": INT32, "securityProtocol": TEXT})
)
_FEATURES: Final = pa.map_(TEXT, pa.struct({"min": INT16, "max": INT16}))

_TABLES: Final = {
    "topics": pa.schema({"name": TEXT, "topicId": TEXT, "partitionCount": INT32}),
    "partitions": pa.schema(
        {
            "topic": TEXT,
            "topicId": TEXT,
            "partition": INT32,
            "leader": INT32,
            "leaderEpoch": INT32,
            "partitionEpoch": INT32,
            "leaderRecoveryState": TEXT,
            "replicas": list_of(INT32),
            "isr": list_of(INT32),
            "addingReplicas": list_of(INT32),
            "removingReplicas": list_of(INT32),
            "elr": list_of(INT32),
            "lastKnownElr": list_of(INT32),
            "directories": list_of(TEXT),
        }
    ),
    "configs": pa.schema(
        {
            "resourceType": TEXT,
            "resourceName": TEXT,
            "name": TEXT,
            "value": TEXT,
            "isSensitive": BOOLEAN,
        }
    ),
    "acls": pa.schema(
        {
            "id": TEXT,
            "resourceType": TEXT,
            "resourceName": TEXT,
            "patternType": TEXT,
            "principal": TEXT,
            "host": TEXT,
            "operation": TEXT,
            "permissionType": TEXT,
        }
    ),
    "brokers": pa.schema(
        {
            "brokerId": INT32,
            "epoch": INT64,
            "incarnationId": TEXT,
            "rack": TEXT,
            "fenced": BOOLEAN,
            "inControlledShutdown": BOOLEAN,
            "endpoints": _ENDPOINTS,
            "features": _FEATURES,
            "logDirs": list_of(TEXT),
        }
    ),
    "controllers": pa.schema(
        {
            "controllerId": INT32,
            "directoryId": TEXT,
            "isVoter": BOOLEAN,
            "incarnationId": TEXT,
            "zkMigrationReady": BOOLEAN,
            "endpoints": _ENDPOINTS,
            "features": _FEATURES,
        }
    ),
    "features": pa.schema({"name": TEXT, "level": INT16}),
}
TABLES: Final = tuple(_TABLES)
"""The names of the tables."""


def table_columns(table: str) -> pa.Schema:
    """The columns of a table by its name."""
    return _TABLES[table]


def table_rows(table: str, image: ClusterImage, *, include_secrets: bool = False) -> list[Row]:
    """The rows of a table; without `include_secrets` values that may be secret are hidden."""
    if table == "configs":
        return _configs(image, include_secrets=include_secrets)
    return _ROWS[table](image)


def _topics(image: ClusterImage) -> list[Row]:
    rows = [
        {"name": one.name, "topicId": str(one.topic_id), "partitionCount": len(one.partitions)}
        for one in image.topics.values()
    ]
    return sorted(rows, key=lambda row: (row["name"], row["topicId"]))


def _partitions(image: ClusterImage) -> list[Row]:
    rows = [
        {
            "topic": topic.name,
            "topicId": str(topic.topic_id),
            "partition": number,
            "leader": state.leader,
            "leaderEpoch": state.leader_epoch,
            "partitionEpoch": state.partition_epoch,
            "leaderRecoveryState": named(RECOVERY_STATES, state.leader_recovery_state),
            "replicas": list(state.replicas),
            "isr": list(state.isr),
            "addingReplicas": list(state.adding_replicas),
            "removingReplicas": list(state.removing_replicas),
            "elr": list(state.eligible_leader_replicas),
            "lastKnownElr": list(state.last_known_elr),
            "directories": [str(one) for one in state.directories],
        }
        for topic in image.topics.values()
        for number, state in topic.partitions.items()
    ]
    return sorted(rows, key=lambda row: (row["topic"], row["partition"]))


def _configs(image: ClusterImage, *, include_secrets: bool) -> list[Row]:
    rows = []
    for (resource_type, resource), values in sorted(image.configs.items()):
        open_names = OPEN_NAMES.get(resource_type, ())
        for name, value in sorted(values.items()):
            is_sensitive = name not in open_names
            rows.append(
                {
                    "resourceType": named(CONFIG_RESOURCES, resource_type),
                    "resourceName": resource,
                    "name": name,
                    "value": REDACTED if is_sensitive and not include_secrets else value,
                    "isSensitive": is_sensitive,
                }
            )
    return rows


def _acls(image: ClusterImage) -> list[Row]:
    rows = [
        {
            "id": str(one.id),
            "resourceType": named(ACL_RESOURCES, one.resource_type),
            "resourceName": one.resource_name,
            "patternType": named(PATTERNS, one.pattern_type),
            "principal": one.principal,
            "host": one.host,
            "operation": named(OPERATIONS, one.operation),
            "permissionType": named(PERMISSIONS, one.permission_type),
        }
        for one in image.acls.values()
    ]
    order = table_columns("acls").names[1:]
    return sorted(rows, key=lambda row: [*(row[name] for name in order), row["id"]])


def _brokers(image: ClusterImage) -> list[Row]:
    return [
        {
            "brokerId": broker_id,
            "epoch": one.registration.broker_epoch,
            "incarnationId": str(one.registration.incarnation_id),
            "rack": one.registration.rack,
            "fenced": one.fenced,
            "inControlledShutdown": one.in_controlled_shutdown,
            "endpoints": _endpoints(one.registration.end_points),
            "features": _features_of(one.registration.features),
            "logDirs": [str(each) for each in one.log_dirs],
        }
        for broker_id, one in sorted(image.brokers.items())
    ]


def _controllers(image: ClusterImage) -> list[Row]:
    """Registrations joined with the voters; either side may be missing."""
    voters: dict[int, VotersRecord.Voter] = {}
    if image.voters is not None:
        voters = {one.voter_id: one for one in image.voters.voters}
    return [
        {
            "controllerId": node,
            "isVoter": None if image.voters is None else node in voters,
            **(_voter(voters[node]) if node in voters else {"directoryId": None}),
            **_registration(image.controllers.get(node)),
        }
        for node in sorted({*voters, *image.controllers})
    ]


def _voter(voter: VotersRecord.Voter) -> Row:
    supported = voter.kraft_version_feature
    level = {"min": supported.min_supported_version, "max": supported.max_supported_version}
    return {
        "directoryId": str(voter.voter_directory_id),
        "endpoints": _endpoints(voter.endpoints),
        "features": {"kraft.version": level},
    }


def _registration(record: RegisterControllerRecord | None) -> Row:
    """What a registration tells, better than the voters do; nothing where there is none."""
    if record is None:
        return {}
    return {
        "incarnationId": str(record.incarnation_id),
        "zkMigrationReady": record.zk_migration_ready,
        "endpoints": _endpoints(record.end_points),
        "features": _features_of(record.features),
    }


def _endpoints(endpoints: Iterable[Any]) -> list[Row]:
    """By name: Kafka keeps them in the order of a hash table. Voters tell no protocol."""
    return [
        {
            "name": one.name,
            "host": one.host,
            "port": one.port,
            "securityProtocol": named(PROTOCOLS, one.security_protocol)
            if hasattr(one, "security_protocol")
            else None,
        }
        for one in sorted(endpoints, key=lambda one: str(one.name))
    ]


def _features_of(features: Iterable[Any]) -> dict[str, Row]:
    return {
        one.name: {"min": one.min_supported_version, "max": one.max_supported_version}
        for one in sorted(features, key=lambda one: str(one.name))
    }


def _features(image: ClusterImage) -> list[Row]:
    levels = dict(image.features)
    if image.kraft_version is not None:
        levels["kraft.version"] = image.kraft_version
    return [{"name": name, "level": level} for name, level in sorted(levels.items())]


_ROWS: Final[dict[str, Callable[[ClusterImage], list[Row]]]] = {
    "topics": _topics,
    "partitions": _partitions,
    "acls": _acls,
    "brokers": _brokers,
    "controllers": _controllers,
    "features": _features,
}
