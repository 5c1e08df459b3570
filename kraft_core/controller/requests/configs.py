"""Configs of topics, brokers, groups and client metrics: changes and what is checked.

Follows ConfigurationControlManager and ControllerConfigurationValidator. All changes of a resource
are applied, or none; the whole set of values that would result is validated, not only what changes.
Configs of brokers are not validated here: brokers do that before they forward a request.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_core.config.gates import Gate
from kraft_core.controller.context import MIN_INSYNC_REPLICAS, Decision, Refusal, check_batch
from kraft_core.controller.tables.configs_of_kafka import (
    ConfigError,
    ConfigTable,
    config_tables,
    invalid,
    java_text,
    static_topic_configs,
)
from kraft_core.metadata import BROKER_CONFIG, TOPIC_CONFIG
from kraft_core.security.authorizer import Operation, ResourceType
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AlterConfigsResponse,
    ClearElrRecord,
    ConfigRecord,
    IncrementalAlterConfigsResponse,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from kraft_core.controller.context import Context, ControllerState
    from kraft_core.controller.tables.configs_of_kafka import Value
    from kraft_wire.message import Message
    from kraft_wire.messages import AlterConfigsRequest, IncrementalAlterConfigsRequest

BROKER_LOGGER: Final = 8
CLIENT_METRICS: Final = 16
GROUP: Final = 32

SET, DELETE, APPEND, SUBTRACT = range(4)
"""The operations of IncrementalAlterConfigs."""
_OPERATIONS: Final = ("SET", "DELETE", "APPEND", "SUBTRACT")

CORDONED_LOG_DIRS: Final = "cordoned.log.dirs"

_MAX_VALUE: Final = 32_767
"""Characters of a value, in UTF-16."""

_MAX_TOPIC_NAME: Final = 249
_TOPIC_NAME: Final = re.compile(r"[a-zA-Z0-9._-]+")
_COMMA: Final = re.compile(r"\s*,\s*", re.ASCII)
_INTEGER: Final = re.compile(r"[+-]?\d{1,20}")


class Resource(NamedTuple):
    """A resource with configs: a type, as requests number it, and a name."""

    type: int
    name: str


class Change(NamedTuple):
    """A change of the value of one config."""

    operation: int
    value: str | None


def existing_configs(state: ControllerState, resource: Resource) -> Mapping[str, str]:
    """Return the values of a resource; names unknown to this release are left out.

    Kafka skips those on replay (DefaultSupportedConfigChecker). Brokers have any names.
    """
    values = state.image.configs.get(resource, {})
    table = table_of(resource.type)
    if table is None or values.keys() <= table.keys():
        return values
    return {name: value for name, value in values.items() if name in table}


def table_of(resource_type: int) -> ConfigTable | None:
    """Return the configs that a type of resource may have; None if any name is taken."""
    tables = config_tables()
    return {
        TOPIC_CONFIG: tables.topic,
        GROUP: tables.group,
        CLIENT_METRICS: tables.client_metrics,
    }.get(resource_type)


def check_topic_name(name: str) -> None:
    """Refuse an invalid topic name (Topic.validate)."""
    why = None
    if not name:
        why = "the empty string is not allowed"
    elif name in (".", ".."):
        why = f"'{name}' is not allowed"
    elif _utf16_length(name) > _MAX_TOPIC_NAME:
        why = f"the length of '{name}' is longer than the max allowed length {_MAX_TOPIC_NAME}"
    elif not _TOPIC_NAME.fullmatch(name):
        why = f"'{name}' contains one or more characters other than ASCII alphanumerics, '.',"
        why += " '_' and '-'"
    if why is not None:
        raise Refusal(ErrorCode.INVALID_TOPIC_EXCEPTION, f"Topic name is invalid: {why}")


def _utf16_length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


# -- changes of one resource --------------------------------------------------------------------


def incremental_records(
    state: ControllerState,
    resource: Resource,
    changes: Mapping[str, Change],
    *,
    is_new: bool = False,
    is_forwarded: bool = False,
) -> list[ConfigRecord]:
    """Return the records of changes relative to the present values; raises Refusal.

    `is_new` resources need not exist.
    """
    existing = existing_configs(state, resource)
    records = []
    for name, change in changes.items():
        value = _changed(resource, name, change, existing.get(name))
        # Brokers are written in any case, so that they read files again whose names are the same.
        if value != existing.get(name) or resource.type == BROKER_CONFIG:
            records.append(_record(resource, name, value))
    _check(state, resource, existing, records, (), is_new=is_new, is_forwarded=is_forwarded)
    return records


def replacing_records(
    state: ControllerState,
    resource: Resource,
    values: Mapping[str, str | None],
    *,
    is_forwarded: bool = False,
) -> list[ConfigRecord]:
    """Return the records that make `values` the only ones of a resource; raises Refusal."""
    existing = existing_configs(state, resource)
    explicit = [
        _record(resource, name, value)
        for name, value in values.items()
        if value != existing.get(name) or resource.type == BROKER_CONFIG
    ]
    implicit = [_record(resource, name, None) for name in existing if name not in values]
    _check(state, resource, existing, explicit, implicit, is_new=False, is_forwarded=is_forwarded)
    return explicit + implicit


def clear_elr_records(
    state: ControllerState, records: Iterable[ConfigRecord]
) -> Iterator[ClearElrRecord]:
    """Yield the records that follow a change of min.insync.replicas while ELRs are on (KIP-966).

    A replica is eligible by the former value: with a higher one it can lack records.
    """
    if state.has_elr:
        for record in records:
            if record.name == MIN_INSYNC_REPLICAS:
                is_topic = record.resource_type == TOPIC_CONFIG
                yield ClearElrRecord(topic_name=record.resource_name if is_topic else "")


def _record(resource: Resource, name: str, value: str | None) -> ConfigRecord:
    return ConfigRecord(
        resource_type=resource.type, resource_name=resource.name, name=name, value=value
    )


def _changed(resource: Resource, name: str, change: Change, current: str | None) -> str | None:
    operation, value = change
    if operation == SET:
        return value
    if operation == DELETE:
        return None
    # An unknown operation, or a null value to append, deposes Kafka's leader.
    if operation not in (APPEND, SUBTRACT):
        raise Refusal(ErrorCode.INVALID_REQUEST, f"Unknown operation type {operation}")
    key = _splittable(resource.type).get(name)
    if key is None or key.type != "LIST":
        raise Refusal(
            ErrorCode.INVALID_CONFIG,
            f"Can't {_OPERATIONS[operation]} to key {name} because its type is not LIST.",
        )
    if value is None:
        raise Refusal(ErrorCode.INVALID_REQUEST, f"Null value for {name}")
    parts = (current if current is not None else key.default or "").split(",")
    parts = [part for part in parts if part]
    if operation == APPEND:
        known = set(parts)
        for part in java_split(value):
            if part not in known:
                known.add(part)
                parts.append(part)
    else:
        # Each named element removes its first remaining occurrence.
        named = Counter(java_split(value))
        left = []
        for part in parts:
            if named[part]:
                named[part] -= 1
            else:
                left.append(part)
        parts = left
    return ",".join(parts)


def _splittable(resource_type: int) -> ConfigTable:
    """Return the lists of topics and brokers that can be extended."""
    tables = config_tables()
    return {TOPIC_CONFIG: tables.topic, BROKER_CONFIG: tables.broker}.get(
        resource_type, ConfigTable()
    )


def java_split(text: str, separator: str = ",") -> list[str]:
    """Split like Java's String.split: without empty parts at the end."""
    parts = text.split(separator)
    if len(parts) > 1:
        while parts and not parts[-1]:
            parts.pop()
    return parts


def _check(
    state: ControllerState,
    resource: Resource,
    existing: Mapping[str, str],
    explicit: Iterable[ConfigRecord],
    implicit: Iterable[ConfigRecord],
    *,
    is_new: bool,
    is_forwarded: bool,
) -> None:
    """Refuse changes in Kafka's order of checks."""
    values = dict(existing)
    for record in explicit:
        _check_broker_rules(state, record, existing, is_forwarded=is_forwarded)
        if record.value is None:
            values.pop(record.name, None)
        elif _utf16_length(record.value) > _MAX_VALUE:
            raise Refusal(
                ErrorCode.INVALID_CONFIG,
                "The configuration value cannot be added because it exceeds the maximum value size"
                f" of {_MAX_VALUE} bytes.",
            )
        else:
            values[record.name] = record.value
    for record in implicit:
        _check_broker_rules(state, record, existing, is_forwarded=is_forwarded)
        values.pop(record.name, None)
    try:
        _validate(state, resource, values, existing)
    except ConfigError as error:
        raise Refusal(ErrorCode.INVALID_CONFIG, str(error)) from None
    if not is_new:
        _check_existence(state, resource)


def _check_broker_rules(
    state: ControllerState,
    record: ConfigRecord,
    existing: Mapping[str, str],
    *,
    is_forwarded: bool,
) -> None:
    if record.resource_type != BROKER_CONFIG:
        return
    if record.name == MIN_INSYNC_REPLICAS and state.has_elr:
        # All brokers must agree on it, or eligible replicas would mean different things.
        if record.resource_name:
            text = f"Broker-level {MIN_INSYNC_REPLICAS} cannot be altered while ELR is enabled."
            raise Refusal(ErrorCode.INVALID_CONFIG, text)
        if record.value is None:
            text = f"Cluster-level {MIN_INSYNC_REPLICAS} cannot be removed while ELR is enabled."
            raise Refusal(ErrorCode.INVALID_CONFIG, text)
    if record.name != CORDONED_LOG_DIRS:
        return
    if not Gate.CORDONED_DIRECTORIES.is_open(state.metadata_version):
        raise Refusal(
            ErrorCode.INVALID_CONFIG,
            f"The {CORDONED_LOG_DIRS} configuration value cannot be set because it requires"
            " metadata.version >= 4.3-IV0",
        )
    # A controller knows ids of directories, not their paths: without the broker in between it can
    # only check that nothing is added.
    if is_forwarded or not (record.value or "").strip():
        return
    current = existing.get(CORDONED_LOG_DIRS)
    known = set() if current is None else set(_COMMA.split(current.strip()))
    if not set(_COMMA.split((record.value or "").strip())) <= known:
        raise Refusal(
            ErrorCode.INVALID_CONFIG,
            f"When updating {CORDONED_LOG_DIRS} via controllers,  the new value must be a subset"
            " of the current configuration value.",
        )


def _check_existence(state: ControllerState, resource: Resource) -> None:
    if resource.type == TOPIC_CONFIG and resource.name not in state.image.topic_ids:
        text = f"The topic '{resource.name}' does not exist."
        raise Refusal(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, text)
    if resource.type == BROKER_CONFIG and resource.name:
        node = int(resource.name)
        known = (state.image.brokers, state.voter_ids, state.image.controllers)
        if not any(node in one for one in known):
            text = f"No node with id {node} found."
            raise Refusal(ErrorCode.BROKER_ID_NOT_REGISTERED, text)


# -- validation of all values of a resource -----------------------------------------------------


def _validate(
    state: ControllerState,
    resource: Resource,
    values: Mapping[str, str],
    existing: Mapping[str, str],
) -> None:
    match resource.type:
        case 2:  # TOPIC_CONFIG
            if not resource.name:
                text = "Default topic resources are not allowed."
                raise Refusal(ErrorCode.INVALID_REQUEST, text)
            check_topic_name(resource.name)
            _validate_topic(state, values, existing)
        case 4:  # BROKER_CONFIG
            _check_broker_name(resource.name)
        case 16:  # CLIENT_METRICS
            if not resource.name:
                raise Refusal(ErrorCode.INVALID_REQUEST, "Subscription name can't be empty")
            _validate_client_metrics(values)
        case 32:  # GROUP
            if not resource.name:
                text = "Default group resources are not allowed."
                raise Refusal(ErrorCode.INVALID_REQUEST, text)
            _validate_group(state, values)
        case _:
            raise Refusal(ErrorCode.INVALID_REQUEST, f"Unknown resource type {resource.type}")


def _check_broker_name(name: str) -> None:
    if not name:
        return
    if not _INTEGER.fullmatch(name) or not -(1 << 31) <= int(name) < 1 << 31:
        text = "Unable to parse broker name as a base 10 number."
        raise Refusal(ErrorCode.INVALID_REQUEST, text)
    if int(name) < 0:
        raise Refusal(ErrorCode.INVALID_REQUEST, "Invalid negative broker ID.")


def _validate_topic(
    state: ControllerState, values: Mapping[str, str], existing: Mapping[str, str]
) -> None:
    """Check the configs as LogConfig.validate does, over the values of this controller's file."""
    table = config_tables().topic
    for name in values:
        if name not in table:
            raise ConfigError(f"Unknown topic config name: {name}")
    parsed = table.parse(values, static_topic_configs(state.settings.static))
    least, most = parsed["min.compaction.lag.ms"], parsed["max.compaction.lag.ms"]
    if least > most:
        raise ConfigError(
            f"conflict topic config setting min.compaction.lag.ms ({least}) >"
            f" max.compaction.lag.ms ({most})"
        )
    if parsed["remote.storage.enable"]:
        _validate_remote(state, parsed)
    elif (
        existing.get("remote.storage.enable", "").lower() == "true"
        and not (parsed["remote.log.delete.on.disable"])
    ):
        raise ConfigError(
            "It is invalid to disable remote storage without deleting remote data. If you want to"
            " keep the remote data and turn to read only, please set"
            " `remote.storage.enable=true,remote.log.copy.disable=true`. If you want to disable"
            " remote storage and delete all remote data, please set"
            " `remote.storage.enable=false,remote.log.delete.on.disable=true`."
        )


def _validate_remote(state: ControllerState, parsed: Mapping[str, Value]) -> None:
    """Check the configs that remote storage requires (KIP-405)."""
    if state.settings.static.get("remote.log.storage.system.enable", "").lower() != "true":
        raise ConfigError(
            "Tiered Storage functionality is disabled in the broker. Topic cannot be configured"
            " with remote log storage."
        )
    if parsed["cleanup.policy"] not in ([], ["delete"]):
        raise ConfigError(
            "Remote log storage only supports topics with cleanup.policy=delete or cleanup.policy"
            " being an empty list."
        )
    for unit in ("bytes", "ms"):
        total, local = parsed[f"retention.{unit}"], parsed[f"local.retention.{unit}"]
        is_bounded = total > -1 if unit == "bytes" else total != -1
        if not is_bounded or local == -2:  # the limit of the whole log
            continue
        name = f"local.retention.{unit}"
        if local == -1:
            raise invalid(
                name, local, f"Value must not be -1 as retention.{unit} value is set as {total}."
            )
        if local > total:
            why = f"Value must not be more than retention.{unit} property value: {total}"
            raise invalid(name, local, why)
    for unit in ("bytes", "ms"):
        total, local = parsed[f"retention.{unit}"], parsed[f"local.retention.{unit}"]
        lag, kept = parsed[f"remote.copy.lag.{unit}"], total if local == -2 else local
        if lag > 0 and 0 <= kept < lag:
            why = f"Value must not exceed local.retention.{unit} (effective value: {kept})"
            raise invalid(f"remote.copy.lag.{unit}", lag, why)
    if parsed["remote.log.copy.disable"]:
        for unit in ("bytes", "ms"):
            if parsed[f"local.retention.{unit}"] not in (-2, parsed[f"retention.{unit}"]):
                raise ConfigError(
                    f"When `remote.log.copy.disable` is set to true, the `local.retention.{unit}`"
                    f" and `retention.{unit}` must be set to the identical value because there will"
                    " be no more logs copied to the remote storage."
                )


_INTERVAL_MS: Final = range(100, 3_600_001)
_MATCHED: Final = frozenset(
    {
        "client_id",
        "client_instance_id",
        "client_software_name",
        "client_software_version",
        "client_source_address",
        "client_source_port",
    }
)


def _validate_client_metrics(values: Mapping[str, str]) -> None:
    """Check the configs as ClientMetricsConfigs.validate does (KIP-714)."""
    table = config_tables().client_metrics
    for name in values:
        if name not in table:
            text = f"Unknown client metrics configuration: {name}"
            raise Refusal(ErrorCode.INVALID_REQUEST, text)
    parsed = table.parse(values)
    interval = parsed["interval.ms"]
    if interval not in _INTERVAL_MS:
        raise Refusal(
            ErrorCode.INVALID_REQUEST,
            f"Invalid value {interval} for interval.ms, interval must be between 100 and 3600000"
            " (1 hour)",
        )
    for pattern in parsed["match"]:
        pair = java_split(pattern, "=")
        try:
            if len(pair) != 2 or pair[0].strip() not in _MATCHED:
                raise ValueError(pattern)
            re.compile(pair[1].strip())
        except (ValueError, re.error, RecursionError, OverflowError):
            raise ConfigError(f"Illegal client matching pattern: {pattern}") from None


_BOUNDED: Final = (
    "consumer.heartbeat.interval.ms",
    "consumer.session.timeout.ms",
    "consumer.assignment.interval.ms",
    "share.heartbeat.interval.ms",
    "share.session.timeout.ms",
    "share.record.lock.duration.ms",
    "share.delivery.count.limit",
    "share.partition.max.record.locks",
    "share.assignment.interval.ms",
    "streams.heartbeat.interval.ms",
    "streams.session.timeout.ms",
    "streams.num.standby.replicas",
    "streams.assignment.interval.ms",
    "streams.task.offset.interval.ms",
    "streams.num.warmup.replicas",
)
"""Group configs with a lowest or highest value among the broker configs, in Kafka's order."""

_TAGS: Final = "streams.rack.aware.assignment.tags"
_ASSIGNOR: Final = "streams.assignor.name"
_DEAD_LETTERS: Final = "errors.deadletterqueue.topic.name"


def _bound(name: str, which: str, static: Mapping[str, str]) -> int | None:
    """Return the "min" or "max" of a group config in this controller's file; None without one."""
    kind, _, rest = name.partition(".")
    broker = f"group.{kind}.{which}.{rest.removeprefix('num.')}"
    return _broker_value(broker, static) if broker in config_tables().broker else None


def _validate_group(state: ControllerState, values: Mapping[str, str]) -> None:
    """Check set configs as GroupConfig.validate does, by this controller's bounds."""
    tables, static = config_tables(), state.settings.static
    for name in values:
        if name not in tables.group:
            raise ConfigError(f"Unknown group config name: {name}")
    # parsing a list drops repeated values
    tags = values.get(_TAGS, "").strip()
    if tags and len(found := re.split(r"\s*,\s*", tags, flags=re.ASCII)) > len(set(found)):
        raise ConfigError(f"{_TAGS} must not contain duplicate tag keys.")
    parsed = {key: value for key, value in tables.group.parse(values).items() if key in values}
    for name in _BOUNDED:
        if name in parsed:
            _check_bounds(name, parsed[name], static)
    if _ASSIGNOR in parsed:
        known = tables.broker[assignors := "group.streams.assignors"].parse(
            static.get(assignors, tables.broker[assignors].default or "")
        )
        if parsed[_ASSIGNOR] not in known:
            raise ConfigError(
                f"{_ASSIGNOR} '{parsed[_ASSIGNOR]}' is not a registered task assignor. Registered"
                f" assignors are: {java_text(known)}."
            )
    for kind in ("consumer", "share", "streams"):
        session, interval = f"{kind}.session.timeout.ms", f"{kind}.heartbeat.interval.ms"
        if parsed.keys() & {session, interval}:
            longer, shorter = (
                parsed[name] if name in parsed else _broker_value(f"group.{name}", static)
                for name in (session, interval)
            )
            if longer <= shorter:
                raise ConfigError(f"{session} must be greater than {interval}")
    if parsed.get(_DEAD_LETTERS, "").startswith("__"):
        raise ConfigError(f"{_DEAD_LETTERS}: DLQ topic name must not start with '__'")


def _check_bounds(name: str, value: int, static: Mapping[str, str]) -> None:
    lowest, highest = (_bound(name, which, static) for which in ("min", "max"))
    if lowest is not None and highest is not None:
        if not lowest <= value <= highest:
            raise ConfigError(f"{name} must be in the range {lowest} to {highest} inclusive.")
    elif lowest is not None and value < lowest:
        raise ConfigError(f"{name} must be greater than or equal to {lowest}")
    elif highest is not None and value > highest:
        raise ConfigError(f"{name} must be less than or equal to {highest}")


def _broker_value(name: str, static: Mapping[str, str]) -> int:
    key = config_tables().broker[name]
    text = static.get(name, key.default)
    value: int = key.parse(text or "")
    return value


# -- IncrementalAlterConfigs (44) and AlterConfigs (33) -----------------------------------------


def incremental_alter_configs(
    state: ControllerState, request: IncrementalAlterConfigsRequest, context: Context
) -> Decision:
    """Change single configs of resources; each resource succeeds or fails separately."""
    cls = IncrementalAlterConfigsResponse.AlterConfigsResourceResponse
    loggers = []
    resources = []
    for asked in request.resources:
        if asked.resource_type == BROKER_LOGGER:
            try:
                _alter_loggers(state, asked, context)
            except Refusal as refusal:
                loggers.append(_result(cls, Resource(BROKER_LOGGER, asked.resource_name), refusal))
            else:
                loggers.append(_result(cls, Resource(BROKER_LOGGER, asked.resource_name)))
        else:
            resources.append(asked)

    def change(resource: Resource, asked: Any) -> list[ConfigRecord]:
        changes = {one.name: Change(one.config_operation, one.value) for one in asked.configs}
        return incremental_records(state, resource, changes, is_forwarded=context.is_forwarded)

    results, records = _alter(state, resources, context, cls, change)
    answer = IncrementalAlterConfigsResponse(responses=(*results, *loggers))
    return Decision(answer, () if request.validate_only else records, is_atomic=True)


def alter_configs(
    state: ControllerState, request: AlterConfigsRequest, context: Context
) -> Decision:
    """Replace all configs of resources; each resource succeeds or fails separately."""

    def change(resource: Resource, asked: Any) -> list[ConfigRecord]:
        values = {one.name: one.value for one in asked.configs}
        return replacing_records(state, resource, values, is_forwarded=context.is_forwarded)

    cls = AlterConfigsResponse.AlterConfigsResourceResponse
    results, records = _alter(state, request.resources, context, cls, change)
    answer = AlterConfigsResponse(responses=results)
    return Decision(answer, () if request.validate_only else records, is_atomic=True)


def _alter(
    state: ControllerState,
    asked: Iterable[Any],
    context: Context,
    cls: Any,
    change: Callable[[Resource, Any], list[ConfigRecord]],
) -> tuple[tuple[Any, ...], tuple[Message, ...]]:
    """Return the results and the records of all resources that are named exactly once."""
    results: list[Any] = []
    by_resource: dict[Resource, Any] = {}
    duplicates: set[Resource] = set()
    for one in asked:
        resource = Resource(one.resource_type, one.resource_name)
        if resource.type not in _RESOURCE_TYPES:
            text = f"Unknown resource type {resource.type}."
            results.append(_result(cls, resource, Refusal(ErrorCode.UNSUPPORTED_VERSION, text)))
        elif resource in by_resource:
            if resource not in duplicates:
                duplicates.add(resource)
                refusal = Refusal(ErrorCode.INVALID_REQUEST, "Duplicate resource.")
                results.append(_result(cls, resource, refusal))
        else:
            by_resource[resource] = one
    records: list[ConfigRecord] = []
    for resource, one in by_resource.items():
        if resource in duplicates:
            continue
        try:
            _authorize(resource, context)
            records += change(resource, one)
        except Refusal as refusal:
            results.append(_result(cls, resource, refusal))
        else:
            results.append(_result(cls, resource))
        check_batch(records)
    cleared = list(clear_elr_records(state, records))
    check_batch([*records, *cleared])
    return tuple(results), (*records, *cleared)


_RESOURCE_TYPES: Final = {
    TOPIC_CONFIG: "TOPIC",
    BROKER_CONFIG: "BROKER",
    BROKER_LOGGER: "BROKER_LOGGER",
    CLIENT_METRICS: "CLIENT_METRICS",
    GROUP: "GROUP",
}


def _result(cls: Any, resource: Resource, refusal: Refusal | None = None) -> Any:
    return cls(
        error_code=ErrorCode.NONE if refusal is None else refusal.code,
        error_message=None if refusal is None else refusal.text,
        resource_type=resource.type,
        resource_name=resource.name,
    )


def _authorize(resource: Resource, context: Context) -> None:
    operation = Operation.ALTER_CONFIGS
    match resource.type:
        case 4 | 16:  # BROKER_CONFIG, CLIENT_METRICS
            code, is_allowed = (
                ErrorCode.CLUSTER_AUTHORIZATION_FAILED,
                context.allows_on_cluster(operation),
            )
        case 2:  # TOPIC_CONFIG
            code = ErrorCode.TOPIC_AUTHORIZATION_FAILED
            is_allowed = context.allows(operation, ResourceType.TOPIC, resource.name)
        case 32:  # GROUP
            code = ErrorCode.GROUP_AUTHORIZATION_FAILED
            is_allowed = context.allows(operation, ResourceType.GROUP, resource.name)
        case _:
            text = f"Unexpected resource type {_RESOURCE_TYPES[resource.type]}."
            raise Refusal(ErrorCode.INVALID_REQUEST, text)
    if not is_allowed:
        raise Refusal(code, AUTHORIZATION_TEXTS[code])


AUTHORIZATION_TEXTS: Final = {
    ErrorCode.CLUSTER_AUTHORIZATION_FAILED: "Cluster authorization failed.",
    ErrorCode.GROUP_AUTHORIZATION_FAILED: "Group authorization failed.",
    ErrorCode.TOPIC_AUTHORIZATION_FAILED: "Topic authorization failed.",
}


def _alter_loggers(state: ControllerState, asked: Any, context: Context) -> None:
    """Refuse changes of log levels: this controller has no loggers of Java's names.

    Follows RuntimeLoggerManager: the first invalid change is reported.
    """
    if not context.allows_on_cluster(Operation.CLUSTER_ACTION):
        code = ErrorCode.CLUSTER_AUTHORIZATION_FAILED
        raise Refusal(code, AUTHORIZATION_TEXTS[code])
    name = asked.resource_name
    if not _INTEGER.fullmatch(name) or not -(1 << 31) <= int(name) < 1 << 31:
        text = f"Node id must be an integer, but it is: {name}"
        raise Refusal(ErrorCode.INVALID_REQUEST, text)
    if int(name) != state.settings.node_id:
        text = f"Unexpected node id. Expected {state.settings.node_id}, but received {int(name)}"
        raise Refusal(ErrorCode.INVALID_REQUEST, text)
    for change in asked.configs:
        if change.config_operation in (SET, DELETE):
            raise Refusal(ErrorCode.INVALID_CONFIG, f"Logger {change.name} does not exist!")
        if change.config_operation in (APPEND, SUBTRACT):
            operation = _OPERATIONS[change.config_operation]
            text = f"{operation} operation is not allowed for the BROKER_LOGGER resource"
            raise Refusal(ErrorCode.INVALID_REQUEST, text)
        raise Refusal(
            ErrorCode.INVALID_REQUEST,
            f"Unknown operation type {change.config_operation} is not allowed for the"
            " BROKER_LOGGER resource",
        )
