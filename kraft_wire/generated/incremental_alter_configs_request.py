# Generated from IncrementalAlterConfigsRequest.json by `python -m codegen generate`. Do not edit.
"""IncrementalAlterConfigsRequest, request of API key 44, versions 0-1, flexible from 1. Sets, deletes, appends to or subtracts from configs of resources."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .incremental_alter_configs_response import IncrementalAlterConfigsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_Z = Layout(">?").pack
_PACK_Zx = Layout(">?x").pack
_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_bh = Layout(">bh").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_UNPACK_Z = Layout(">?").unpack_from
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_bh = Layout(">bh").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class AlterableConfig(Struct):
    """Configs, each a name and a value."""

    __slots__ = ("name", "config_operation", "value", "unknown_tagged_fields")
    __match_args__ = ("name", "config_operation", "value")
    __qualname__ = "IncrementalAlterConfigsRequest.AlterableConfig"
    name: Final[str]
    """Name of the config. (string)"""
    config_operation: Final[int]
    """0 set, 1 delete, 2 append, 3 subtract. (int8)"""
    value: Final[str | None]
    """Value of the config; null for none. (string)"""

    def __init__(
        self,
        *,
        name: str = "",
        config_operation: int = 0,
        value: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.config_operation = config_operation
        self.value = value
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            config_operation: int = ...,
            value: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AlterableConfig = AlterableConfig
_new_AlterableConfig = new(AlterableConfig)


class AlterConfigsResource(Struct):
    """One entry for each resource."""

    __slots__ = ("resource_type", "resource_name", "configs", "unknown_tagged_fields")
    __match_args__ = ("resource_type", "resource_name", "configs")
    __qualname__ = "IncrementalAlterConfigsRequest.AlterConfigsResource"
    resource_type: Final[int]
    """Type of the resource: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group. (int8)"""
    resource_name: Final[str]
    """Name of the resource. (string)"""
    configs: Final[tuple[AlterableConfig, ...]]
    """Configs, each a name and a value. ([]AlterableConfig)"""

    def __init__(
        self,
        *,
        resource_type: int = 0,
        resource_name: str = "",
        configs: Iterable[AlterableConfig] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.resource_type = resource_type
        self.resource_name = resource_name
        self.configs = tuple(configs)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            resource_type: int = ...,
            resource_name: str = ...,
            configs: Iterable[AlterableConfig] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AlterConfigsResource = AlterConfigsResource
_new_AlterConfigsResource = new(AlterConfigsResource)


class IncrementalAlterConfigsRequest(Request["IncrementalAlterConfigsResponse"]):
    """Sets, deletes, appends to or subtracts from configs of resources."""

    __slots__ = ("resources", "validate_only", "unknown_tagged_fields")
    __match_args__ = ("resources", "validate_only")
    KIND = "request"
    API_KEY = 44
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (1, 1)
    _RESPONSE_NAME = "IncrementalAlterConfigsResponse"
    if TYPE_CHECKING:
        AlterableConfig: TypeAlias = _AlterableConfig
        AlterConfigsResource: TypeAlias = _AlterConfigsResource
    else:  # no annotation of a field
        AlterableConfig = _AlterableConfig
        AlterConfigsResource = _AlterConfigsResource
    resources: Final[tuple[AlterConfigsResource, ...]]
    """One entry for each resource. ([]AlterConfigsResource)"""
    validate_only: Final[bool]
    """Whether to check only and change nothing. (bool)"""

    def __init__(
        self,
        *,
        resources: Iterable[AlterConfigsResource] = (),
        validate_only: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.resources = tuple(resources)
        self.validate_only = validate_only
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            resources: Iterable[AlterConfigsResource] = ...,
            validate_only: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_IncrementalAlterConfigsRequest = new(IncrementalAlterConfigsRequest)


def _read_AlterableConfig_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterableConfig()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        o.config_operation, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n >= 0:
            end = pos + n
            o.value = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.value = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_AlterableConfig_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.value
        if items is None:
            put(_PACK_bh(o.config_operation, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_bh(o.config_operation, n))
            put(items)


def _read_AlterableConfig_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterableConfig()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.config_operation, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.value = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.value = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AlterableConfig_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.value
        if items is None:
            put(_PACK_bB(o.config_operation, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_bB(o.config_operation, n))
            else:
                put(_PACK_b(o.config_operation))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AlterConfigsResource_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterConfigsResource()
        o.resource_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.resource_name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.configs, pos = _read_AlterableConfig_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_AlterConfigsResource_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.resource_name.encode()
        n = len(items)
        put(_PACK_bh(o.resource_type, n))
        put(items)
        items = o.configs
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_AlterableConfig_many_0(put, items)


def _read_AlterConfigsResource_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterConfigsResource()
        o.resource_type, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.resource_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.configs, pos = _read_AlterableConfig_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AlterConfigsResource_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.resource_name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.resource_type, n))
        else:
            put(_PACK_b(o.resource_type))
            put(text_uvarint(n))
        put(items)
        items = o.configs
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_AlterableConfig_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_IncrementalAlterConfigsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_IncrementalAlterConfigsRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.resources, pos = _read_AlterConfigsResource_many_0(buf, pos, n)
    (o.validate_only,) = _UNPACK_Z(buf, pos)
    pos += 1
    o.unknown_tagged_fields = ()
    return o, pos


def _write_IncrementalAlterConfigsRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.resources
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_AlterConfigsResource_many_0(put, items)
    if o.validate_only is not True and o.validate_only is not False:
        raise ValueError("bool is neither true nor false")
    put(_PACK_Z(o.validate_only))


def _read_IncrementalAlterConfigsRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_IncrementalAlterConfigsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.resources, pos = _read_AlterConfigsResource_many_1(buf, pos + 1, n - 1)
    o.validate_only, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_IncrementalAlterConfigsRequest_1(put: Append, o: Any) -> None:
    items = o.resources
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_AlterConfigsResource_many_1(put, items)
    if o.validate_only is not True and o.validate_only is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.validate_only))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.validate_only))


IncrementalAlterConfigsRequest._READERS = {
    0: _read_IncrementalAlterConfigsRequest_0,
    1: _read_IncrementalAlterConfigsRequest_1,
}
IncrementalAlterConfigsRequest._WRITERS = {
    0: _write_IncrementalAlterConfigsRequest_0,
    1: _write_IncrementalAlterConfigsRequest_1,
}
