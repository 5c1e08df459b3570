"""What one metadata or control record says, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_RESOURCES = {2: "topic", 4: "broker", 8: "broker logger", 16: "client metrics", 32: "group"}
_OPERATIONS = (
    "unknown",
    "any",
    "all",
    "read",
    "write",
    "create",
    "delete",
    "alter",
    "describe",
    "cluster-action",
    "describe-configs",
    "alter-configs",
    "idempotent-write",
    "create-tokens",
    "describe-tokens",
    "two-phase-commit",
)
_ACL_RESOURCES = (
    "unknown",
    "any",
    "topic",
    "group",
    "cluster",
    "transactional id",
    "token",
    "user",
)
_SCRAM = {1: "SCRAM-SHA-256", 2: "SCRAM-SHA-512"}


class Names:
    """Topic names by id: later records know a topic only by its id."""

    def __init__(self) -> None:
        self._topics: dict[bytes, str] = {}

    def learn(self, topic_id: bytes, name: str) -> None:
        """Remember the name of a topic."""
        self._topics[topic_id] = name

    def topic(self, topic_id: bytes) -> str:
        """The name of a topic, or its id where the log began after its creation."""
        return self._topics.get(topic_id, str(topic_id))


def sentence(record: Any, names: Names) -> str:
    """Say what a record means; "" for one that says nothing to a person."""
    tell = _TELLERS.get(type(record).__name__)
    return tell(record, names) if tell is not None else f"{type(record).__name__} is written"


def _leader_change(record: Any, _: Names) -> str:
    votes = ", ".join(str(voter.voter_id) for voter in record.granting_voters)
    count = len(record.voters)
    return f"controller {record.leader_id} is elected by {votes} out of {count} voter{_s(count)}"


def _voters(record: Any, _: Names) -> str:
    voters = ", ".join(
        f"{voter.voter_id} ({voter.endpoints[0].host}:{voter.endpoints[0].port})"
        if voter.endpoints
        else str(voter.voter_id)
        for voter in record.voters
    )
    return f"the voters of the quorum are {voters}"


def _register_controller(record: Any, _: Names) -> str:
    return f"controller {record.controller_id} registers itself"


def _register_broker(record: Any, _: Names) -> str:
    ends = ", ".join(f"{end.name}://{end.host}:{end.port}" for end in record.end_points)
    rack = f" in rack {record.rack}" if record.rack else ""
    return f"broker {record.broker_id} registers at {ends}{rack}"


def _broker_change(record: Any, _: Names) -> str:
    if record.in_controlled_shutdown:
        return f"broker {record.broker_id} begins a controlled shutdown"
    if record.fenced:
        return f"broker {record.broker_id} is {'fenced' if record.fenced > 0 else 'unfenced'}"
    return f"broker {record.broker_id} changes its registration"


def _topic(record: Any, names: Names) -> str:
    names.learn(record.topic_id, record.name)
    return f"topic {record.name} is created"


def _remove_topic(record: Any, names: Names) -> str:
    return f"topic {names.topic(record.topic_id)} is deleted"


def _config(record: Any, _: Names) -> str:
    kind = _RESOURCES.get(record.resource_type, f"resource {record.resource_type}")
    whose = f"{kind} {record.resource_name}" if record.resource_name else f"every {kind}"
    if record.value is None:
        return f"{whose} goes back to the default of {record.name}"
    return f"{whose} gets {record.name} = {record.value}"


def _feature(record: Any, _: Names) -> str:
    if record.feature_level == 0:
        return f"feature {record.name} is switched off"
    return f"feature {record.name} is at level {record.feature_level}"


def _scram(record: Any, _: Names) -> str:
    return f"user {record.name} gets a password ({_mechanism(record)})"


def _remove_scram(record: Any, _: Names) -> str:
    return f"user {record.name} loses the password ({_mechanism(record)})"


def _mechanism(record: Any) -> str:
    return _SCRAM.get(record.mechanism, f"mechanism {record.mechanism}")


def _acl(record: Any, _: Names) -> str:
    verdict = "may" if record.permission_type == 3 else "may not"
    operation = _at(_OPERATIONS, record.operation)
    kind = _at(_ACL_RESOURCES, record.resource_type)
    prefixed = " (prefix)" if record.pattern_type == 4 else ""
    return f"{record.principal} {verdict} {operation} {kind} {record.resource_name}{prefixed}"


def _remove_acl(_: Any, __: Names) -> str:
    return "an access rule is taken back"


def _quota(record: Any, _: Names) -> str:
    entity = ", ".join(
        f"{part.entity_type} {part.entity_name or 'default'}" for part in record.entity
    )
    if record.remove:
        return f"{entity} loses the quota {record.key}"
    return f"{entity} gets the quota {record.key} = {record.value:g}"


def _producer_ids(record: Any, _: Names) -> str:
    return f"broker {record.broker_id} takes producer ids up to {record.next_producer_id}"


def _token(record: Any, _: Names) -> str:
    return f"{record.owner} has a delegation token {record.token_id}"


def _remove_token(record: Any, _: Names) -> str:
    return f"delegation token {record.token_id} is gone"


def _unregister_broker(record: Any, _: Names) -> str:
    return f"broker {record.broker_id} is unregistered"


def _unregister_controller(record: Any, _: Names) -> str:
    return f"controller {record.controller_id} is unregistered"


def _at(names: tuple[str, ...] | list[str], index: int) -> str:
    return names[index] if 0 <= index < len(names) else f"number {index}"


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def _silent(_: Any, __: Names) -> str:
    return ""


_TELLERS: dict[str, Callable[[Any, Names], str]] = {
    "AbortTransactionRecord": lambda record, _: f"a transaction is given up: {record.reason}",
    "AccessControlEntryRecord": _acl,
    "BeginTransactionRecord": lambda record, _: f"a transaction begins: {record.name}",
    "BrokerRegistrationChangeRecord": _broker_change,
    "ClearElrRecord": lambda record, _: (
        f"eligible leader replicas of {record.topic_name or 'all topics'} are cleared"
    ),
    "ClientQuotaRecord": _quota,
    "ConfigRecord": _config,
    "DelegationTokenRecord": _token,
    "EndTransactionRecord": lambda _, __: "the transaction ends",
    "FeatureLevelRecord": _feature,
    "FenceBrokerRecord": lambda record, _: f"broker {record.id} is fenced",
    "KRaftVersionRecord": lambda record, _: f"kraft.version is {record.kraft_version}",
    "LeaderChangeMessage": _leader_change,
    "NoOpRecord": _silent,
    "ProducerIdsRecord": _producer_ids,
    "RegisterBrokerRecord": _register_broker,
    "RegisterControllerRecord": _register_controller,
    "RemoveAccessControlEntryRecord": _remove_acl,
    "RemoveDelegationTokenRecord": _remove_token,
    "RemoveTopicRecord": _remove_topic,
    "RemoveUserScramCredentialRecord": _remove_scram,
    "SnapshotFooterRecord": _silent,
    "SnapshotHeaderRecord": _silent,
    "TopicRecord": _topic,
    "UnfenceBrokerRecord": lambda record, _: f"broker {record.id} is unfenced",
    "UnregisterBrokerRecord": _unregister_broker,
    "UnregisterControllerRecord": _unregister_controller,
    "UserScramCredentialRecord": _scram,
    "VotersRecord": _voters,
}
