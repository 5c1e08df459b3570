"""The tables of a cluster's state: their columns, and their rows out of a replayed image.

Rows are in the order of their names and numbers. Numbers of Kafka's enumerations are their names; a
number that this package does not know is its text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from kraft_spark.columns import BOOLEAN, INT16, INT32, INT64, TEXT, TIMESTAMP, list_of
from kraft_spark.decoding.arrow_decode import timestamp_of
from kraft_spark.decoding.internal_records import (
    ACL_RESOURCES,
    CONFIG_RESOURCES,
    OPERATIONS,
    PATTERNS,
    PERMISSIONS,
    PROTOCOLS,
    RECOVERY_STATES,
    SCRAM_MECHANISMS,
    named,
)
from kraft_wire.config_names import OPEN_NAMES
from kraft_wire.secrets import REDACTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kraft_core.metadata import ClusterImage
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
    "quotas": pa.schema({"entity": pa.map_(TEXT, TEXT), "name": TEXT, "value": pa.float64()}),
    "scram_users": pa.schema({"user": TEXT, "mechanism": TEXT, "iterations": INT32}),
    "delegation_tokens": pa.schema(
        {
            "tokenId": TEXT,
            "owner": TEXT,
            "requester": TEXT,
            "renewers": list_of(TEXT),
            "issueTimestamp": TIMESTAMP,
            "maxTimestamp": TIMESTAMP,
            "expirationTimestamp": TIMESTAMP,
        }
    ),
    "producer_ids": pa.schema({"nextProducerId": INT64}),
}
TABLES: Final = tuple(_TABLES)
"""The names of the tables."""


def table_columns(table: str) -> pa.Schema:
    """Return the columns of a table by its name."""
    return _TABLES[table]


def table_rows(table: str, image: ClusterImage, *, include_secrets: bool = False) -> list[Row]:
    """Return the rows of a table. Without `include_secrets` possible secrets are hidden."""
    rows = [row for _, row in rows_by_key(table, image, include_secrets=include_secrets)]
    order = _ORDER.get(table)
    return sorted(rows, key=lambda row: [row[name] for name in order]) if order else rows


def rows_by_key(
    table: str, image: ClusterImage, *, include_secrets: bool = False
) -> Iterator[tuple[Any, Row]]:
    """Yield the rows of a table with the keys by which `row_of` finds them."""
    for key in _KEYS[table](image):
        row = row_of(table, key, image, include_secrets=include_secrets)
        if row is not None:
            yield key, row


def row_of(
    table: str, key: Any, image: ClusterImage, *, include_secrets: bool = False
) -> Row | None:
    """Return one row of a table, None if the key is missing."""
    row = _ROWS[table](image, key)
    if row is not None and not include_secrets:
        if row.get("isSensitive"):
            row["value"] = REDACTED
        if table == "delegation_tokens":
            row["tokenId"] = REDACTED
    return row


_ORDER: Final = {
    "topics": ["name", "topicId"],
    "partitions": ["topic", "partition"],
    "acls": [*_TABLES["acls"].names[1:], "id"],
}
"""The columns that order the rows of tables whose keys do not."""


def _topic(image: ClusterImage, key: Any) -> Row | None:
    one = image.topics.get(key)
    if one is None:
        return None
    return {"name": one.name, "topicId": str(key), "partitionCount": len(one.partitions)}


def _partition(image: ClusterImage, key: Any) -> Row | None:
    topic_id, number = key
    topic = image.topics.get(topic_id)
    state = None if topic is None else topic.partitions.get(number)
    if topic is None or state is None:
        return None
    return {
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


def _config(image: ClusterImage, key: Any) -> Row | None:
    resource_type, resource, name = key
    value = image.configs.get((resource_type, resource), {}).get(name)
    if value is None:
        return None
    return {
        "resourceType": named(CONFIG_RESOURCES, resource_type),
        "resourceName": resource,
        "name": name,
        "value": value,
        "isSensitive": name not in OPEN_NAMES.get(resource_type, ()),
    }


def _acl(image: ClusterImage, key: Any) -> Row | None:
    one = image.acls.get(key)
    if one is None:
        return None
    return {
        "id": str(one.id),
        "resourceType": named(ACL_RESOURCES, one.resource_type),
        "resourceName": one.resource_name,
        "patternType": named(PATTERNS, one.pattern_type),
        "principal": one.principal,
        "host": one.host,
        "operation": named(OPERATIONS, one.operation),
        "permissionType": named(PERMISSIONS, one.permission_type),
    }


def _broker(image: ClusterImage, key: Any) -> Row | None:
    one = image.brokers.get(key)
    if one is None:
        return None
    return {
        "brokerId": key,
        "epoch": one.registration.broker_epoch,
        "incarnationId": str(one.registration.incarnation_id),
        "rack": one.registration.rack,
        "fenced": one.fenced,
        "inControlledShutdown": one.in_controlled_shutdown,
        "endpoints": _endpoints(one.registration.end_points),
        "features": _features_of(one.registration.features),
        "logDirs": [str(each) for each in one.log_dirs],
    }


def _controller(image: ClusterImage, key: Any) -> Row | None:
    """Join a registration with the voter; either side can be missing."""
    voters = {} if image.voters is None else {one.voter_id: one for one in image.voters.voters}
    if key not in voters and key not in image.controllers:
        return None
    return {
        "controllerId": key,
        "isVoter": None if image.voters is None else key in voters,
        **(_voter(voters[key]) if key in voters else {"directoryId": None}),
        **_registration(image.controllers.get(key)),
    }


def _controllers(image: ClusterImage) -> Iterable[Any]:
    voters = () if image.voters is None else (one.voter_id for one in image.voters.voters)
    return sorted({*voters, *image.controllers})


def _feature_levels(image: ClusterImage) -> dict[str, int]:
    levels = dict(image.features)
    if image.kraft_version is not None:
        levels["kraft.version"] = image.kraft_version
    return levels


def _feature(image: ClusterImage, key: Any) -> Row | None:
    level = _feature_levels(image).get(key)
    return None if level is None else {"name": key, "level": level}


def _quota(image: ClusterImage, key: Any) -> Row | None:
    entity, name = key
    value = image.client_quotas.get(entity, {}).get(name)
    if value is None:
        return None
    return {"entity": dict(entity), "name": name, "value": value}


def _quotas(image: ClusterImage) -> Iterable[Any]:
    keys = [(entity, name) for entity, values in image.client_quotas.items() for name in values]
    # the name of a default entity is None
    return sorted(keys, key=lambda key: ([(one, name or "") for one, name in key[0]], key[1]))


def _scram_user(image: ClusterImage, key: Any) -> Row | None:
    one = image.scram_credentials.get(key)
    if one is None:
        return None
    return {
        "user": one.name,
        "mechanism": named(SCRAM_MECHANISMS, one.mechanism),
        "iterations": one.iterations,
    }


def _token(image: ClusterImage, key: Any) -> Row | None:
    one = image.delegation_tokens.get(key)
    if one is None:
        return None
    return {
        "tokenId": one.token_id,
        "owner": one.owner,
        "requester": one.requester,
        "renewers": list(one.renewers),
        "issueTimestamp": timestamp_of(one.issue_timestamp),
        "maxTimestamp": timestamp_of(one.max_timestamp),
        "expirationTimestamp": timestamp_of(one.expiration_timestamp),
    }


def _producer_ids(image: ClusterImage, _: Any) -> Row | None:
    return None if image.next_producer_id is None else {"nextProducerId": image.next_producer_id}


def _voter(voter: VotersRecord.Voter) -> Row:
    supported = voter.kraft_version_feature
    level = {"min": supported.min_supported_version, "max": supported.max_supported_version}
    return {
        "directoryId": str(voter.voter_directory_id),
        "endpoints": _endpoints(voter.endpoints),
        "features": {"kraft.version": level},
    }


def _registration(record: RegisterControllerRecord | None) -> Row:
    """Return the columns of a registration, which the voters record lacks; empty without one."""
    if record is None:
        return {}
    return {
        "incarnationId": str(record.incarnation_id),
        "zkMigrationReady": record.zk_migration_ready,
        "endpoints": _endpoints(record.end_points),
        "features": _features_of(record.features),
    }


def _endpoints(endpoints: Iterable[Any]) -> list[Row]:
    """Return the endpoints sorted by name: Kafka keeps them in the order of a hash table."""
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


_ROWS: Final[dict[str, Callable[[ClusterImage, Any], Row | None]]] = {
    "topics": _topic,
    "partitions": _partition,
    "configs": _config,
    "acls": _acl,
    "brokers": _broker,
    "controllers": _controller,
    "features": _feature,
    "quotas": _quota,
    "scram_users": _scram_user,
    "delegation_tokens": _token,
    "producer_ids": _producer_ids,
}
_KEYS: Final[dict[str, Callable[[ClusterImage], Iterable[Any]]]] = {
    "topics": lambda image: list(image.topics),
    "partitions": lambda image: [
        (topic.topic_id, number) for topic in image.topics.values() for number in topic.partitions
    ],
    "configs": lambda image: [
        (*resource, name)
        for resource, values in sorted(image.configs.items())
        for name in sorted(values)
    ],
    "acls": lambda image: list(image.acls),
    "brokers": lambda image: sorted(image.brokers),
    "controllers": _controllers,
    "features": lambda image: sorted(_feature_levels(image)),
    "quotas": _quotas,
    "scram_users": lambda image: sorted(image.scram_credentials, key=lambda key: (key[1], key[0])),
    "delegation_tokens": lambda image: sorted(image.delegation_tokens),
    "producer_ids": lambda _: [None],  # one row at most
}
