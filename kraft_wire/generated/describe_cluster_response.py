# Generated from DescribeClusterResponse.json by `python -m codegen generate`. Do not edit.
"""DescribeClusterResponse, response of API key 60, versions 0-2, flexible from 0. Answers DescribeClusterRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
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
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_Z = Layout(">?").pack
_PACK_Zx = Layout(">?x").pack
_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from


class DescribeClusterBroker(Struct):
    """Nodes of the cluster."""

    __slots__ = ("broker_id", "host", "port", "rack", "is_fenced", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "host", "port", "rack", "is_fenced")
    __qualname__ = "DescribeClusterResponse.DescribeClusterBroker"
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    host: Final[str]
    """Name or address of the host. (string)"""
    port: Final[int]
    """TCP port. (int32)"""
    rack: Final[str | None]
    """Rack of the node; null for none. (string)"""
    is_fenced: Final[bool]
    """True for a fenced broker. (bool, version 2)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        host: str = "",
        port: int = 0,
        rack: str | None = None,
        is_fenced: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.host = host
        self.port = port
        self.rack = rack
        self.is_fenced = is_fenced
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            host: str = ...,
            port: int = ...,
            rack: str | None = ...,
            is_fenced: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeClusterBroker = DescribeClusterBroker
_new_DescribeClusterBroker = new(DescribeClusterBroker)


class DescribeClusterResponse(Message):
    """Answers DescribeClusterRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "endpoint_type", "cluster_id", "controller_id", "brokers", "cluster_authorized_operations", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "error_message", "endpoint_type", "cluster_id", "controller_id", "brokers", "cluster_authorized_operations")
    KIND = "response"
    API_KEY = 60
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    if TYPE_CHECKING:
        DescribeClusterBroker: TypeAlias = _DescribeClusterBroker
    else:  # no annotation of a field
        DescribeClusterBroker = _DescribeClusterBroker
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    endpoint_type: Final[int]
    """1 brokers, 2 controllers. (int8, versions 1-2)"""
    cluster_id: Final[str]
    """Id of the cluster. (string)"""
    controller_id: Final[int]
    """Node id of the active controller; from a broker that of some broker; -1 if unknown. (int32)"""
    brokers: Final[tuple[DescribeClusterBroker, ...]]
    """Nodes of the cluster. ([]DescribeClusterBroker)"""
    cluster_authorized_operations: Final[int]
    """Operations on the cluster that the client may do, one bit each; -2147483648 where nobody asked. (int32)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        endpoint_type: int = 1,
        cluster_id: str = "",
        controller_id: int = -1,
        brokers: Iterable[DescribeClusterBroker] = (),
        cluster_authorized_operations: int = -2147483648,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.endpoint_type = endpoint_type
        self.cluster_id = cluster_id
        self.controller_id = controller_id
        self.brokers = tuple(brokers)
        self.cluster_authorized_operations = cluster_authorized_operations
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            endpoint_type: int = ...,
            cluster_id: str = ...,
            controller_id: int = ...,
            brokers: Iterable[DescribeClusterBroker] = ...,
            cluster_authorized_operations: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeClusterResponse = new(DescribeClusterResponse)


def _read_DescribeClusterBroker_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeClusterBroker()
        o.is_fenced = False
        o.broker_id, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host = buf[pos + 1 : (pos := pos + n)].decode()
        o.port, n = _UNPACK_iB(buf, pos)
        pos += 4
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
        items.append(o)
    return tuple(items), pos


def _write_DescribeClusterBroker_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.is_fenced is not False:
            raise ValueError("this version lacks a field that is set")
        items = o.host.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.broker_id, n))
        else:
            put(_PACK_i(o.broker_id))
            put(text_uvarint(n))
        put(items)
        items = o.rack
        if items is None:
            put(_PACK_iB(o.port, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_iB(o.port, n))
            else:
                put(_PACK_i(o.port))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeClusterBroker_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeClusterBroker()
        o.broker_id, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host = buf[pos + 1 : (pos := pos + n)].decode()
        o.port, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.rack = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.rack = None
            pos += 1
        o.is_fenced, n = _UNPACK_ZB(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeClusterBroker_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.host.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.broker_id, n))
        else:
            put(_PACK_i(o.broker_id))
            put(text_uvarint(n))
        put(items)
        items = o.rack
        if items is None:
            put(_PACK_iB(o.port, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_iB(o.port, n))
            else:
                put(_PACK_i(o.port))
                put(text_uvarint(n))
            put(items)
        if o.is_fenced is not True and o.is_fenced is not False:
            raise ValueError("bool is neither true nor false")
        if o.unknown_tagged_fields:
            put(_PACK_Z(o.is_fenced))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_Zx(o.is_fenced))


def _read_DescribeClusterResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeClusterResponse()
    o.endpoint_type = 1
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.controller_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.brokers, pos = _read_DescribeClusterBroker_many_0(buf, pos + 1, n - 1)
    o.cluster_authorized_operations, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeClusterResponse_0(put: Append, o: Any) -> None:
    if o.endpoint_type != 1:
        raise ValueError("this version lacks a field that is set")
    items = o.error_message
    if items is None:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
        else:
            put(_PACK_ih(o.throttle_time_ms, o.error_code))
            put(text_uvarint(n))
        put(items)
    items = o.cluster_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.brokers
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.controller_id, n))
    else:
        put(_PACK_i(o.controller_id))
        put(count_uvarint(n))
    if items:
        _write_DescribeClusterBroker_many_0(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.cluster_authorized_operations))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.cluster_authorized_operations))


def _read_DescribeClusterResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeClusterResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    o.endpoint_type, n = _UNPACK_bB(buf, pos)
    pos += 1
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.controller_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.brokers, pos = _read_DescribeClusterBroker_many_0(buf, pos + 1, n - 1)
    o.cluster_authorized_operations, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeClusterResponse_1(put: Append, o: Any) -> None:
    items = o.error_message
    if items is None:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
        else:
            put(_PACK_ih(o.throttle_time_ms, o.error_code))
            put(text_uvarint(n))
        put(items)
    items = o.cluster_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_bB(o.endpoint_type, n))
    else:
        put(_PACK_b(o.endpoint_type))
        put(text_uvarint(n))
    put(items)
    items = o.brokers
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.controller_id, n))
    else:
        put(_PACK_i(o.controller_id))
        put(count_uvarint(n))
    if items:
        _write_DescribeClusterBroker_many_0(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.cluster_authorized_operations))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.cluster_authorized_operations))


def _read_DescribeClusterResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeClusterResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    o.endpoint_type, n = _UNPACK_bB(buf, pos)
    pos += 1
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.controller_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.brokers, pos = _read_DescribeClusterBroker_many_2(buf, pos + 1, n - 1)
    o.cluster_authorized_operations, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeClusterResponse_2(put: Append, o: Any) -> None:
    items = o.error_message
    if items is None:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
        else:
            put(_PACK_ih(o.throttle_time_ms, o.error_code))
            put(text_uvarint(n))
        put(items)
    items = o.cluster_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_bB(o.endpoint_type, n))
    else:
        put(_PACK_b(o.endpoint_type))
        put(text_uvarint(n))
    put(items)
    items = o.brokers
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.controller_id, n))
    else:
        put(_PACK_i(o.controller_id))
        put(count_uvarint(n))
    if items:
        _write_DescribeClusterBroker_many_2(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.cluster_authorized_operations))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.cluster_authorized_operations))


DescribeClusterResponse._READERS = {
    0: _read_DescribeClusterResponse_0,
    1: _read_DescribeClusterResponse_1,
    2: _read_DescribeClusterResponse_2,
}
DescribeClusterResponse._WRITERS = {
    0: _write_DescribeClusterResponse_0,
    1: _write_DescribeClusterResponse_1,
    2: _write_DescribeClusterResponse_2,
}
