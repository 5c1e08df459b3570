"""DescribeConfigs (32) as a controller answers it, active or not: Kafka's ConfigHelper.

Tools ask a controller only with `--bootstrap-controller`; brokers answer from their own files.
"""

from __future__ import annotations

import functools
import itertools
import re
from typing import TYPE_CHECKING, Any, Final

from kraft_core.controller.context import Decision, Refusal
from kraft_core.controller.requests.configs import (
    AUTHORIZATION_TEXTS,
    BROKER_LOGGER,
    CLIENT_METRICS,
    GROUP,
    Resource,
    check_topic_name,
    existing_configs,
)
from kraft_core.controller.tables.configs_of_kafka import (
    CONFIG_TYPES,
    ConfigSource,
    config_tables,
    static_topic_configs,
)
from kraft_core.metadata import BROKER_CONFIG, TOPIC_CONFIG
from kraft_core.security.authorizer import Operation, ResourceType
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import DescribeConfigsResponse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kraft_core.controller.context import Context, ControllerState
    from kraft_core.controller.tables.configs_of_kafka import ConfigKey
    from kraft_wire.messages import DescribeConfigsRequest

_Layer = tuple[int, "Mapping[str, str]"]
_Result = DescribeConfigsResponse.DescribeConfigsResourceResult
_Synonym = DescribeConfigsResponse.DescribeConfigsSynonym

_ON_CLUSTER: Final = frozenset({BROKER_CONFIG, BROKER_LOGGER, CLIENT_METRICS})

_LISTENER_PREFIX: Final = "listener.name."

_ENTRIES_MAX: Final = 200_000
"""Configs in one answer: more than 5,000 topics have. The configs of a broker, named 5,000 times in
a request of 50 KB, would take more than 1 GB."""


def describe_configs(
    state: ControllerState, request: DescribeConfigsRequest, context: Context
) -> Decision:
    """Return the configs of each resource, those that the caller may not see last."""
    allowed, denied = [], []
    described: dict[Resource, tuple[_Result, ...]] = {}
    count = 0
    for asked in request.resources:
        resource = Resource(asked.resource_type, asked.resource_name)
        code = _denial(resource, context)
        if code is not None:
            denied.append(_failed(resource, Refusal(code, AUTHORIZATION_TEXTS[code])))
            continue
        entries = described.get(resource)
        if entries is None:
            try:
                entries = tuple(_describe(state, resource, request.include_synonyms))
            except Refusal as refusal:
                allowed.append(_failed(resource, refusal))
                continue
            described[resource] = entries
        if asked.configuration_keys is not None:
            keys = frozenset(asked.configuration_keys)
            entries = tuple(each for each in entries if each.name in keys)
        count += len(entries)
        if count > _ENTRIES_MAX:
            text = f"The answer would have more than {_ENTRIES_MAX} configs: name fewer resources."
            raise Refusal(ErrorCode.INVALID_REQUEST, text)
        allowed.append(
            DescribeConfigsResponse.DescribeConfigsResult(
                error_code=ErrorCode.NONE,
                error_message="",
                resource_type=resource.type,
                resource_name=resource.name,
                configs=entries,
            )
        )
    return Decision(DescribeConfigsResponse(results=(*allowed, *denied)))


def _failed(resource: Resource, refusal: Refusal) -> Any:
    return DescribeConfigsResponse.DescribeConfigsResult(
        error_code=refusal.code,
        error_message=refusal.text or "",
        resource_type=resource.type,
        resource_name=resource.name,
    )


def _denial(resource: Resource, context: Context) -> ErrorCode | None:
    operation = Operation.DESCRIBE_CONFIGS
    if resource.type in _ON_CLUSTER:
        is_allowed = context.allows_on_cluster(operation)
        return None if is_allowed else ErrorCode.CLUSTER_AUTHORIZATION_FAILED
    if resource.type == TOPIC_CONFIG:
        is_allowed = context.allows(operation, ResourceType.TOPIC, resource.name)
        return None if is_allowed else ErrorCode.TOPIC_AUTHORIZATION_FAILED
    if resource.type == GROUP:
        is_allowed = context.allows(operation, ResourceType.GROUP, resource.name)
        return None if is_allowed else ErrorCode.GROUP_AUTHORIZATION_FAILED
    # for the whole request: DescribeConfigsRequest.getErrorResponse has the text of the code alone
    raise Refusal(ErrorCode.INVALID_REQUEST, ErrorCode.INVALID_REQUEST.message)


def _describe(state: ControllerState, resource: Resource, with_synonyms: bool) -> Iterator[_Result]:
    match resource.type:
        case 2:  # TOPIC_CONFIG
            yield from _topic(state, resource, with_synonyms)
        case 4:  # BROKER_CONFIG
            yield from _broker(state, resource.name, with_synonyms)
        case 16:  # CLIENT_METRICS
            if not resource.name:
                text = "Client metrics subscription name must not be empty"
                raise Refusal(ErrorCode.INVALID_REQUEST, text)
            yield from _client_metrics(state, resource, with_synonyms)
        case 32:  # GROUP
            if not resource.name:
                raise Refusal(ErrorCode.INVALID_REQUEST, "Group name must not be empty")
            yield from _group(state, resource, with_synonyms)
        case _:
            _check_node(state, resource.name, "Unexpected broker id, expected {} but received {}")


def _layers(state: ControllerState) -> tuple[_Layer, ...]:
    """Return the sources of broker configs, the strongest first."""
    configs = state.image.configs
    own, everybody = (BROKER_CONFIG, str(state.settings.node_id)), (BROKER_CONFIG, "")
    return (
        (ConfigSource.DYNAMIC_BROKER, configs.get(own, {})),
        (ConfigSource.DYNAMIC_DEFAULT_BROKER, configs.get(everybody, {})),
        (ConfigSource.STATIC_BROKER, _static(state)),
        (ConfigSource.DEFAULT, _defaults()),
    )


def _static(state: ControllerState) -> dict[str, str]:
    """Return the values of the file, with broker.id and node.id set from each other.

    AbstractKafkaConfig.populateSynonyms; without it broker.id would have its default, -1.
    """
    own = str(state.settings.node_id)
    return {"node.id": own, "broker.id": own, **state.settings.static}


@functools.cache
def _defaults() -> dict[str, str]:
    """Return the defaults of broker configs, except null ones."""
    broker = config_tables().broker
    return {name: key.default for name, key in broker.items() if key.default is not None}


def _broker_synonyms(
    state: ControllerState, names: Sequence[str], described: str | None = None
) -> list[_Synonym]:
    """Return the values of a broker config and of its synonyms, by source (configSynonyms).

    Those before the first value of the name that is described, by default the first, are left out.
    """
    described = described or names[0]
    hides = _is_sensitive(described)
    found = [
        _Synonym(name=name, value=None if hides else values[name], source=source)
        for source, values in _layers(state)
        for name in names
        if name in values
    ]
    return list(itertools.dropwhile(lambda each: each.name != described, found))


_LISTENER_CONFIG: Final = re.compile(r"listener\.name\.[^.]*\.(.*)")
_OF_MECHANISMS: Final = (
    "sasl.jaas.config",
    "sasl.login.callback.handler.class",
    "sasl.login.class",
    "sasl.server.callback.handler.class",
    "connections.max.reauth.ms",
)
"""Configs that a listener can have for each SASL mechanism."""

_SYNONYMS: Final = (
    ("log.roll.ms", "log.roll.hours"),
    ("log.roll.jitter.ms", "log.roll.jitter.hours"),
    ("log.retention.ms", "log.retention.minutes", "log.retention.hours"),
)
_FLUSH: Final = ("log.flush.interval.ms", "log.flush.scheduler.interval.ms")


def _names_of(name: str) -> tuple[str, ...]:
    """Return all names that set a config (DynamicBrokerConfig.brokerConfigSynonyms)."""
    for names in _SYNONYMS:
        if name in names:
            return names
    if name == _FLUSH[0]:
        return _FLUSH
    match = _LISTENER_CONFIG.fullmatch(name)
    if match is None:
        return (name,)
    of_mechanism = (each for each in _OF_MECHANISMS if match[1].endswith(each))
    return name, next(of_mechanism, match[1])


def _key_of(name: str) -> ConfigKey | None:
    """Return the key of a broker config; its synonyms have the same type (configType)."""
    tables = config_tables()
    exact = tables.broker.get(name) or tables.broker_quota.get(name)
    if exact is not None:
        return exact
    others = (tables.broker.get(other) for other in _names_of(name))
    return next((key for key in others if key is not None), None)


def _is_sensitive(name: str) -> bool:
    # KafkaConfig.maybeSensitive: a config without a known type can be a secret
    key = _key_of(name)
    return key is None or key.is_sensitive


def _is_read_only(name: str) -> bool:
    tables = config_tables()
    key = tables.broker.get(name) or tables.broker_quota.get(name)
    return key is None or not key.is_dynamic


def _entry(
    key: ConfigKey,
    value: str | None,
    synonyms: Sequence[_Synonym],
    *,
    with_synonyms: bool,
) -> _Result:
    return _Result(
        name=key.name,
        value=None if key.is_sensitive else value,
        read_only=False,
        config_source=synonyms[0].source if synonyms else ConfigSource.DEFAULT,
        is_sensitive=key.is_sensitive,
        synonyms=tuple(synonyms) if with_synonyms else (),
        config_type=CONFIG_TYPES.get(key.type, 0),
        documentation=None,
    )


def _topic(state: ControllerState, resource: Resource, with_synonyms: bool) -> Iterator[_Result]:
    check_topic_name(resource.name)
    if resource.name not in state.image.topic_ids:
        raise Refusal(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
    tables = config_tables()
    values = existing_configs(state, resource)
    beneath = static_topic_configs(_joined(state))
    for name in sorted(tables.topic):
        key = tables.topic[name]
        if key.is_internal and name not in values:
            continue
        names = [one.name for one in tables.synonyms.get(name, ())]
        synonyms = _broker_synonyms(state, names) if names else []
        value = values.get(name, beneath.get(name, key.default))
        if name in values:
            own = _Synonym(name=name, value=value, source=ConfigSource.TOPIC)
            synonyms = [own, *synonyms]
        yield _entry(key, value, synonyms, with_synonyms=with_synonyms)


def _joined(state: ControllerState) -> dict[str, str]:
    """Return the values of broker configs for this node, dynamic ones and those of the file."""
    joined: dict[str, str] = {}
    for source, values in reversed(_layers(state)):
        if source == ConfigSource.DEFAULT:
            continue
        for name in values if source != ConfigSource.STATIC_BROKER else ():
            # a dynamic value wins over other names of the file (DynamicBrokerConfig.overrideProps)
            if not name.startswith(_LISTENER_PREFIX):
                for other in _names_of(name):
                    joined.pop(other, None)
        joined |= values
    return joined


def _broker(state: ControllerState, name: str, with_synonyms: bool) -> Iterator[_Result]:
    if not name:
        for config in state.image.configs.get((BROKER_CONFIG, ""), {}):
            synonyms = [
                each
                for each in _broker_synonyms(state, _names_of(config), config)
                if each.source == ConfigSource.DYNAMIC_DEFAULT_BROKER
            ]
            yield _broker_entry(config, synonyms[0].value, synonyms, with_synonyms=with_synonyms)
        return
    _check_node(state, name, "Unexpected broker id, expected {} or empty string, but received {}")
    table = config_tables().broker
    listed = [each for each, key in table.items() if not key.is_internal]
    values = _joined(state)
    # ConfigHelperUtils.createResponseConfig: also set configs without a definition, such as the
    # configs of one listener, rates of replication and keys of other software
    others = sorted(values.keys() - set(listed))
    for config in (*others, *listed):
        default = table[config].default if config in table else None
        synonyms = _broker_synonyms(state, _names_of(config), config)
        value = None if _is_sensitive(config) else values.get(config, default)
        yield _broker_entry(config, value, synonyms, with_synonyms=with_synonyms)


def _broker_entry(
    name: str, value: str | None, synonyms: Sequence[_Synonym], *, with_synonyms: bool
) -> _Result:
    key = _key_of(name)
    return _Result(
        name=name,
        value=value,
        read_only=_is_read_only(name),
        config_source=synonyms[0].source if synonyms else ConfigSource.DEFAULT,
        is_sensitive=_is_sensitive(name),
        synonyms=tuple(synonyms) if with_synonyms else (),
        config_type=0 if key is None else CONFIG_TYPES.get(key.type, 0),
        documentation=None,
    )


def _check_node(state: ControllerState, name: str, text: str) -> None:
    if not name:
        raise Refusal(ErrorCode.INVALID_REQUEST, "Broker id must not be empty")
    try:
        number = int(name)
    except ValueError:
        why = f"Broker id must be an integer, but it is: {name}"
        raise Refusal(ErrorCode.INVALID_REQUEST, why) from None
    if number != state.settings.node_id:
        raise Refusal(ErrorCode.INVALID_REQUEST, text.format(state.settings.node_id, name))


def _client_metrics(
    state: ControllerState, resource: Resource, with_synonyms: bool
) -> Iterator[_Result]:
    values = existing_configs(state, resource)
    for name, key in sorted(config_tables().client_metrics.items()):
        value = values.get(name, key.default)
        own = _Synonym(name=name, value=value, source=ConfigSource.CLIENT_METRICS)
        yield _entry(key, value, [own] if name in values else [], with_synonyms=with_synonyms)


def _group(state: ControllerState, resource: Resource, with_synonyms: bool) -> Iterator[_Result]:
    values, set_here = existing_configs(state, resource), _joined(state)
    for name, key in sorted(config_tables().group.items()):
        value = values.get(name, set_here.get(key.broker or "", key.default))
        if key.broker:
            synonyms = _broker_synonyms(state, [key.broker])
        else:
            default = _Synonym(name=name, value=key.default, source=ConfigSource.DEFAULT)
            synonyms = [] if key.default is None else [default]
        if name in values:
            synonyms = [_Synonym(name=name, value=value, source=ConfigSource.GROUP), *synonyms]
        yield _entry(key, value, synonyms, with_synonyms=with_synonyms)
