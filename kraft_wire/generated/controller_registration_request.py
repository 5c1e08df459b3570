# Generated from ControllerRegistrationRequest.json by `python -m codegen generate`. Do not edit.
"""ControllerRegistrationRequest, request of API key 70, version 0, flexible from 0. A controller that starts registers with the active controller."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .controller_registration_response import ControllerRegistrationResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_Hh = Layout(">Hh").pack
_PACK_Hhx = Layout(">Hhx").pack
_PACK_hh = Layout(">hh").pack
_PACK_hhx = Layout(">hhx").pack
_PACK_iuZ = Layout(">i16s?").pack
_PACK_iuZB = Layout(">i16s?B").pack
_UNPACK_HhB = Layout(">HhB").unpack_from
_UNPACK_hhB = Layout(">hhB").unpack_from
_UNPACK_iuZB = Layout(">i16s?B").unpack_from


class Listener(Struct):
    """Where the node can be reached."""

    __slots__ = ("name", "host", "port", "security_protocol", "unknown_tagged_fields")
    __match_args__ = ("name", "host", "port", "security_protocol")
    __qualname__ = "ControllerRegistrationRequest.Listener"
    name: Final[str]
    """Name of the listener. (string)"""
    host: Final[str]
    """Name or address of the host. (string)"""
    port: Final[int]
    """TCP port. (uint16)"""
    security_protocol: Final[int]
    """0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL. (int16)"""

    def __init__(
        self,
        *,
        name: str = "",
        host: str = "",
        port: int = 0,
        security_protocol: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.host = host
        self.port = port
        self.security_protocol = security_protocol
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            host: str = ...,
            port: int = ...,
            security_protocol: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Listener = Listener
_new_Listener = new(Listener)


class Feature(Struct):
    """Features that the node supports, with their levels."""

    __slots__ = ("name", "min_supported_version", "max_supported_version", "unknown_tagged_fields")
    __match_args__ = ("name", "min_supported_version", "max_supported_version")
    __qualname__ = "ControllerRegistrationRequest.Feature"
    name: Final[str]
    """Name of the feature. (string)"""
    min_supported_version: Final[int]
    """Lowest level that the node supports. (int16)"""
    max_supported_version: Final[int]
    """Highest level that the node supports. (int16)"""

    def __init__(
        self,
        *,
        name: str = "",
        min_supported_version: int = 0,
        max_supported_version: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.min_supported_version = min_supported_version
        self.max_supported_version = max_supported_version
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            min_supported_version: int = ...,
            max_supported_version: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Feature = Feature
_new_Feature = new(Feature)


class ControllerRegistrationRequest(Request["ControllerRegistrationResponse"]):
    """A controller that starts registers with the active controller."""

    __slots__ = ("controller_id", "incarnation_id", "zk_migration_ready", "listeners", "features", "unknown_tagged_fields")
    __match_args__ = ("controller_id", "incarnation_id", "zk_migration_ready", "listeners", "features")
    KIND = "request"
    API_KEY = 70
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "ControllerRegistrationResponse"
    if TYPE_CHECKING:
        Listener: TypeAlias = _Listener
        Feature: TypeAlias = _Feature
    else:  # no annotation of a field
        Listener = _Listener
        Feature = _Feature
    controller_id: Final[int]
    """Node id of the controller; -1 if there is none. (int32)"""
    incarnation_id: Final[Uuid]
    """Random id of the process, new at each start. (uuid)"""
    zk_migration_ready: Final[bool]
    """Whether a controller is configured for a migration from ZooKeeper. (bool)"""
    listeners: Final[tuple[Listener, ...]]
    """Where the node can be reached. ([]Listener)"""
    features: Final[tuple[Feature, ...]]
    """Features that the node supports, with their levels. ([]Feature)"""

    def __init__(
        self,
        *,
        controller_id: int = 0,
        incarnation_id: Uuid = ZERO_UUID,
        zk_migration_ready: bool = False,
        listeners: Iterable[Listener] = (),
        features: Iterable[Feature] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.controller_id = controller_id
        self.incarnation_id = incarnation_id
        self.zk_migration_ready = zk_migration_ready
        self.listeners = tuple(listeners)
        self.features = tuple(features)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            controller_id: int = ...,
            incarnation_id: Uuid = ...,
            zk_migration_ready: bool = ...,
            listeners: Iterable[Listener] = ...,
            features: Iterable[Feature] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ControllerRegistrationRequest = new(ControllerRegistrationRequest)


def _read_Listener_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Listener()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host = buf[pos + 1 : (pos := pos + n)].decode()
        o.port, o.security_protocol, n = _UNPACK_HhB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Listener_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.host.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_Hh(o.port, o.security_protocol))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_Hhx(o.port, o.security_protocol))


def _read_Feature_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Feature()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.min_supported_version, o.max_supported_version, n = _UNPACK_hhB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Feature_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_hh(o.min_supported_version, o.max_supported_version))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hhx(o.min_supported_version, o.max_supported_version))


def _read_ControllerRegistrationRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ControllerRegistrationRequest()
    o.controller_id, u0, o.zk_migration_ready, n = _UNPACK_iuZB(buf, pos)
    pos += 21
    o.incarnation_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.listeners, pos = _read_Listener_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.features, pos = _read_Feature_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ControllerRegistrationRequest_0(put: Append, o: Any) -> None:
    if len(o.incarnation_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.zk_migration_ready is not True and o.zk_migration_ready is not False:
        raise ValueError("bool is neither true nor false")
    items = o.listeners
    n = len(items) + 1
    if n < 128:
        put(_PACK_iuZB(o.controller_id, o.incarnation_id, o.zk_migration_ready, n))
    else:
        put(_PACK_iuZ(o.controller_id, o.incarnation_id, o.zk_migration_ready))
        put(count_uvarint(n))
    if items:
        _write_Listener_many_0(put, items)
    items = o.features
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_Feature_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ControllerRegistrationRequest._READERS = {
    0: _read_ControllerRegistrationRequest_0,
}
ControllerRegistrationRequest._WRITERS = {
    0: _write_ControllerRegistrationRequest_0,
}
