"""DescribeConfigs (32) as a controller answers it, active or not: Kafka's ConfigHelper.

Tools ask a controller only with `--bootstrap-controller`; brokers answer from their own files.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from kraft_core.controller.config_tables import (
    CONFIG_TYPES,
    ConfigSource,
    config_tables,
    static_topic_configs,
)
from kraft_core.controller.configs import (
    AUTHORIZATION_TEXTS,
    BROKER_LOGGER,
    CLIENT_METRICS,
    GROUP,
    Resource,
    check_topic_name,
    existing_configs,
)
from kraft_core.controller.decision import Decision, Refusal
from kraft_core.image import BROKER_CONFIG, TOPIC_CONFIG
from kraft_core.security.authorizer import Operation, ResourceType
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import DescribeConfigsResponse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kraft_core.controller.config_tables import ConfigKey
    from kraft_core.controller.decision import Context, ControllerState
    from kraft_wire.messages import DescribeConfigsRequest

_Layer = tuple[int, "Mapping[str, str]"]
_Result = DescribeConfigsResponse.DescribeConfigsResourceResult
_Synonym = DescribeConfigsResponse.DescribeConfigsSynonym

_ON_CLUSTER: Final = frozenset({BROKER_CONFIG, BROKER_LOGGER, CLIENT_METRICS})

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
    """What gives broker configs their values here, the strongest first."""
    configs = state.image.configs
    own, everybody = (BROKER_CONFIG, str(state.settings.node_id)), (BROKER_CONFIG, "")
    return (
        (ConfigSource.DYNAMIC_BROKER, configs.get(own, {})),
        (ConfigSource.DYNAMIC_DEFAULT_BROKER, configs.get(everybody, {})),
        (ConfigSource.STATIC_BROKER, state.settings.static),
        (ConfigSource.DEFAULT, _defaults()),
    )


@functools.cache
def _defaults() -> dict[str, str]:
    """The defaults of broker configs, without those that are null."""
    broker = config_tables().broker
    return {name: key.default for name, key in broker.items() if key.default is not None}


def _broker_synonyms(state: ControllerState, names: Sequence[str]) -> list[_Synonym]:
    """The values of a broker config and of its older names, by source (configSynonyms)."""
    found = [
        _Synonym(name=name, value=None if _is_sensitive(name) else values[name], source=source)
        for source, values in _layers(state)
        for name in names
        if name in values
    ]
    while found and found[0].name != names[0]:
        found.pop(0)
    return found


def _is_sensitive(name: str) -> bool:
    key = config_tables().broker.get(name)
    return key is None or key.is_sensitive


def _entry(
    key: ConfigKey,
    value: str | None,
    synonyms: Sequence[_Synonym],
    *,
    with_synonyms: bool,
    is_read_only: bool = False,
) -> _Result:
    return _Result(
        name=key.name,
        value=None if key.is_sensitive else value,
        read_only=is_read_only,
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
    """The values of broker configs that are set here, dynamically or in the file."""
    joined: dict[str, str] = {}
    for source, values in reversed(_layers(state)):
        if source != ConfigSource.DEFAULT:
            joined |= values
    return joined


def _broker(state: ControllerState, name: str, with_synonyms: bool) -> Iterator[_Result]:
    tables = config_tables()
    if name:
        text = "Unexpected broker id, expected {} or empty string, but received {}"
        _check_node(state, name, text)
        for key in tables.broker.values():
            if not key.is_internal:
                synonyms = _broker_synonyms(state, [key.name])
                yield _entry(
                    key,
                    synonyms[0].value if synonyms else None,
                    synonyms,
                    with_synonyms=with_synonyms,
                    is_read_only=not key.is_dynamic,
                )
        return
    for config, value in state.image.configs.get((BROKER_CONFIG, ""), {}).items():
        found = tables.broker.get(config)
        synonym = _Synonym(
            name=config,
            value=None if _is_sensitive(config) else value,
            source=ConfigSource.DYNAMIC_DEFAULT_BROKER,
        )
        yield _Result(
            name=config,
            value=synonym.value,
            read_only=found is None or not found.is_dynamic,
            config_source=synonym.source,
            is_sensitive=_is_sensitive(config),
            synonyms=(synonym,) if with_synonyms else (),
            config_type=0 if found is None else CONFIG_TYPES.get(found.type, 0),
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
