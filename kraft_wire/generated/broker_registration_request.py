# Generated from BrokerRegistrationRequest.json by `python -m codegen generate`. Do not edit.
"""BrokerRegistrationRequest, request of API key 62, versions 0-4, flexible from 0. A broker that starts registers with the active controller."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    read_uuids,
    write_uuids,
)
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
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .broker_registration_response import BrokerRegistrationResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_Hh = Layout(">Hh").pack
_PACK_Hhx = Layout(">Hhx").pack
_PACK_Z = Layout(">?").pack
_PACK_ZB = Layout(">?B").pack
_PACK_Zx = Layout(">?x").pack
_PACK_hh = Layout(">hh").pack
_PACK_hhx = Layout(">hhx").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_q = Layout(">q").pack
_PACK_qx = Layout(">qx").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_HhB = Layout(">HhB").unpack_from
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_hhB = Layout(">hhB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_qB = Layout(">qB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class Listener(Struct):
    """Where the node can be reached."""

    __slots__ = ("name", "host", "port", "security_protocol", "unknown_tagged_fields")
    __match_args__ = ("name", "host", "port", "security_protocol")
    __qualname__ = "BrokerRegistrationRequest.Listener"
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
    __qualname__ = "BrokerRegistrationRequest.Feature"
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


class BrokerRegistrationRequest(Request["BrokerRegistrationResponse"]):
    """A broker that starts registers with the active controller."""

    __slots__ = ("broker_id", "cluster_id", "incarnation_id", "listeners", "features", "rack", "is_migrating_zk_broker", "log_dirs", "previous_broker_epoch", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "cluster_id", "incarnation_id", "listeners", "features", "rack", "is_migrating_zk_broker", "log_dirs", "previous_broker_epoch")
    KIND = "request"
    API_KEY = 62
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (0, 4)
    _RESPONSE_NAME = "BrokerRegistrationResponse"
    if TYPE_CHECKING:
        Listener: TypeAlias = _Listener
        Feature: TypeAlias = _Feature
    else:  # no annotation of a field
        Listener = _Listener
        Feature = _Feature
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    cluster_id: Final[str]
    """Id of the cluster. (string)"""
    incarnation_id: Final[Uuid]
    """Random id of the process, new at each start. (uuid)"""
    listeners: Final[tuple[Listener, ...]]
    """Where the node can be reached. ([]Listener)"""
    features: Final[tuple[Feature, ...]]
    """Features that the node supports, with their levels. ([]Feature)"""
    rack: Final[str | None]
    """Rack of the node; null for none. (string)"""
    is_migrating_zk_broker: Final[bool]
    """Whether it is a ZooKeeper broker under migration. (bool, versions 1-4)"""
    log_dirs: Final[tuple[Uuid, ...]]
    """Directory ids of the log directories that are online. ([]uuid, versions 2-4, ignorable)"""
    previous_broker_epoch: Final[int]
    """Broker epoch before a clean shutdown; -1 where there was none. (int64, versions 3-4, ignorable)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        cluster_id: str = "",
        incarnation_id: Uuid = ZERO_UUID,
        listeners: Iterable[Listener] = (),
        features: Iterable[Feature] = (),
        rack: str | None = "",
        is_migrating_zk_broker: bool = False,
        log_dirs: Iterable[Uuid] = (),
        previous_broker_epoch: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.cluster_id = cluster_id
        self.incarnation_id = incarnation_id
        self.listeners = tuple(listeners)
        self.features = tuple(features)
        self.rack = rack
        self.is_migrating_zk_broker = is_migrating_zk_broker
        self.log_dirs = tuple(log_dirs)
        self.previous_broker_epoch = previous_broker_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            cluster_id: str = ...,
            incarnation_id: Uuid = ...,
            listeners: Iterable[Listener] = ...,
            features: Iterable[Feature] = ...,
            rack: str | None = ...,
            is_migrating_zk_broker: bool = ...,
            log_dirs: Iterable[Uuid] = ...,
            previous_broker_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_BrokerRegistrationRequest = new(BrokerRegistrationRequest)


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


def _read_BrokerRegistrationRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerRegistrationRequest()
    o.is_migrating_zk_broker = False
    o.log_dirs = ()
    o.previous_broker_epoch = -1
    o.broker_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    u0, n = _UNPACK_uB(buf, pos)
    pos += 16
    o.incarnation_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.listeners, pos = _read_Listener_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.features, pos = _read_Feature_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_BrokerRegistrationRequest_0(put: Append, o: Any) -> None:
    if o.is_migrating_zk_broker is not False:
        raise ValueError("this version lacks a field that is set")
    items = o.cluster_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.broker_id, n))
    else:
        put(_PACK_i(o.broker_id))
        put(text_uvarint(n))
    put(items)
    if len(o.incarnation_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.listeners
    n = len(items) + 1
    if n < 128:
        put(_PACK_uB(o.incarnation_id, n))
    else:
        put(_PACK_u(o.incarnation_id))
        put(count_uvarint(n))
    if items:
        _write_Listener_many_0(put, items)
    items = o.features
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_Feature_many_0(put, items)
    items = o.rack
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_BrokerRegistrationRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerRegistrationRequest()
    o.log_dirs = ()
    o.previous_broker_epoch = -1
    o.broker_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    u0, n = _UNPACK_uB(buf, pos)
    pos += 16
    o.incarnation_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.listeners, pos = _read_Listener_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.features, pos = _read_Feature_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack = None
        pos += 1
    o.is_migrating_zk_broker, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_BrokerRegistrationRequest_1(put: Append, o: Any) -> None:
    items = o.cluster_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.broker_id, n))
    else:
        put(_PACK_i(o.broker_id))
        put(text_uvarint(n))
    put(items)
    if len(o.incarnation_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.listeners
    n = len(items) + 1
    if n < 128:
        put(_PACK_uB(o.incarnation_id, n))
    else:
        put(_PACK_u(o.incarnation_id))
        put(count_uvarint(n))
    if items:
        _write_Listener_many_0(put, items)
    items = o.features
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_Feature_many_0(put, items)
    items = o.rack
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.is_migrating_zk_broker is not True and o.is_migrating_zk_broker is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.is_migrating_zk_broker))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.is_migrating_zk_broker))


def _read_BrokerRegistrationRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerRegistrationRequest()
    o.previous_broker_epoch = -1
    o.broker_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    u0, n = _UNPACK_uB(buf, pos)
    pos += 16
    o.incarnation_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.listeners, pos = _read_Listener_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.features, pos = _read_Feature_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack = None
        pos += 1
    o.is_migrating_zk_broker, n = _UNPACK_ZB(buf, pos)
    pos += 1
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.log_dirs, pos = read_uuids(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_BrokerRegistrationRequest_2(put: Append, o: Any) -> None:
    items = o.cluster_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.broker_id, n))
    else:
        put(_PACK_i(o.broker_id))
        put(text_uvarint(n))
    put(items)
    if len(o.incarnation_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.listeners
    n = len(items) + 1
    if n < 128:
        put(_PACK_uB(o.incarnation_id, n))
    else:
        put(_PACK_u(o.incarnation_id))
        put(count_uvarint(n))
    if items:
        _write_Listener_many_0(put, items)
    items = o.features
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_Feature_many_0(put, items)
    items = o.rack
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.is_migrating_zk_broker is not True and o.is_migrating_zk_broker is not False:
        raise ValueError("bool is neither true nor false")
    items = o.log_dirs
    n = len(items) + 1
    if n < 128:
        put(_PACK_ZB(o.is_migrating_zk_broker, n))
    else:
        put(_PACK_Z(o.is_migrating_zk_broker))
        put(count_uvarint(n))
    write_uuids(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_BrokerRegistrationRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerRegistrationRequest()
    o.broker_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    u0, n = _UNPACK_uB(buf, pos)
    pos += 16
    o.incarnation_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.listeners, pos = _read_Listener_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.features, pos = _read_Feature_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack = None
        pos += 1
    o.is_migrating_zk_broker, n = _UNPACK_ZB(buf, pos)
    pos += 1
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.log_dirs, pos = read_uuids(buf, pos + 1, n - 1)
    o.previous_broker_epoch, n = _UNPACK_qB(buf, pos)
    pos += 9
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_BrokerRegistrationRequest_3(put: Append, o: Any) -> None:
    items = o.cluster_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.broker_id, n))
    else:
        put(_PACK_i(o.broker_id))
        put(text_uvarint(n))
    put(items)
    if len(o.incarnation_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.listeners
    n = len(items) + 1
    if n < 128:
        put(_PACK_uB(o.incarnation_id, n))
    else:
        put(_PACK_u(o.incarnation_id))
        put(count_uvarint(n))
    if items:
        _write_Listener_many_0(put, items)
    items = o.features
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_Feature_many_0(put, items)
    items = o.rack
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.is_migrating_zk_broker is not True and o.is_migrating_zk_broker is not False:
        raise ValueError("bool is neither true nor false")
    items = o.log_dirs
    n = len(items) + 1
    if n < 128:
        put(_PACK_ZB(o.is_migrating_zk_broker, n))
    else:
        put(_PACK_Z(o.is_migrating_zk_broker))
        put(count_uvarint(n))
    write_uuids(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_q(o.previous_broker_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_qx(o.previous_broker_epoch))


BrokerRegistrationRequest._READERS = {
    0: _read_BrokerRegistrationRequest_0,
    1: _read_BrokerRegistrationRequest_1,
    2: _read_BrokerRegistrationRequest_2,
    3: _read_BrokerRegistrationRequest_3,
    4: _read_BrokerRegistrationRequest_3,
}
BrokerRegistrationRequest._WRITERS = {
    0: _write_BrokerRegistrationRequest_0,
    1: _write_BrokerRegistrationRequest_1,
    2: _write_BrokerRegistrationRequest_2,
    3: _write_BrokerRegistrationRequest_3,
    4: _write_BrokerRegistrationRequest_3,
}
