# Generated from FindCoordinatorResponse.json by `python -m codegen generate`. Do not edit.
"""FindCoordinatorResponse, response of API key 10, versions 0-6, flexible from 3. Answers FindCoordinatorRequest."""

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

_PACK_hih = Layout(">hih").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ihh = Layout(">ihh").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_hih = Layout(">hih").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ihh = Layout(">ihh").unpack_from


class Coordinator(Struct):
    """One coordinator for each key."""

    __slots__ = ("key", "node_id", "host", "port", "error_code", "error_message", "unknown_tagged_fields")
    __match_args__ = ("key", "node_id", "host", "port", "error_code", "error_message")
    __qualname__ = "FindCoordinatorResponse.Coordinator"
    key: Final[str]
    """Key that was asked for. (string, versions 4-6)"""
    node_id: Final[int]
    """Node id of the broker or controller. (int32, versions 4-6)"""
    host: Final[str]
    """Name or address of the host. (string, versions 4-6)"""
    port: Final[int]
    """TCP port. (int32, versions 4-6)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16, versions 4-6)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string, versions 4-6, ignorable)"""

    def __init__(
        self,
        *,
        key: str = "",
        node_id: int = 0,
        host: str = "",
        port: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.key = key
        self.node_id = node_id
        self.host = host
        self.port = port
        self.error_code = error_code
        self.error_message = error_message
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            key: str = ...,
            node_id: int = ...,
            host: str = ...,
            port: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Coordinator = Coordinator
_new_Coordinator = new(Coordinator)


class FindCoordinatorResponse(Message):
    """Answers FindCoordinatorRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "node_id", "host", "port", "coordinators", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "error_message", "node_id", "host", "port", "coordinators")
    KIND = "response"
    API_KEY = 10
    VERSIONS = (0, 6)
    FLEXIBLE_VERSIONS = (3, 6)
    if TYPE_CHECKING:
        Coordinator: TypeAlias = _Coordinator
    else:  # no annotation of a field
        Coordinator = _Coordinator
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 1-6, ignorable)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16, versions 0-3)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string, versions 1-3, ignorable)"""
    node_id: Final[int]
    """Node id of the broker or controller. (int32, versions 0-3)"""
    host: Final[str]
    """Name or address of the host. (string, versions 0-3)"""
    port: Final[int]
    """TCP port. (int32, versions 0-3)"""
    coordinators: Final[tuple[Coordinator, ...]]
    """One coordinator for each key. ([]Coordinator, versions 4-6)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        node_id: int = 0,
        host: str = "",
        port: int = 0,
        coordinators: Iterable[Coordinator] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.node_id = node_id
        self.host = host
        self.port = port
        self.coordinators = tuple(coordinators)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            node_id: int = ...,
            host: str = ...,
            port: int = ...,
            coordinators: Iterable[Coordinator] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_FindCoordinatorResponse = new(FindCoordinatorResponse)


def _read_Coordinator_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Coordinator()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.key = buf[pos + 1 : (pos := pos + n)].decode()
        o.node_id, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host = buf[pos + 1 : (pos := pos + n)].decode()
        o.port, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 6
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Coordinator_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.key.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.host.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.node_id, n))
        else:
            put(_PACK_i(o.node_id))
            put(text_uvarint(n))
        put(items)
        items = o.error_message
        if items is None:
            put(_PACK_ihB(o.port, o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_ihB(o.port, o.error_code, n))
            else:
                put(_PACK_ih(o.port, o.error_code))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_FindCoordinatorResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FindCoordinatorResponse()
    o.throttle_time_ms = 0
    o.error_message = ""
    o.coordinators = ()
    o.error_code, o.node_id, n = _UNPACK_hih(buf, pos)
    pos += 8
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.host = buf[pos:end].decode()
    pos = end
    (o.port,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FindCoordinatorResponse_0(put: Append, o: Any) -> None:
    if o.coordinators != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.host.encode()
    n = len(items)
    put(_PACK_hih(o.error_code, o.node_id, n))
    put(items)
    put(_PACK_i(o.port))


def _read_FindCoordinatorResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FindCoordinatorResponse()
    o.coordinators = ()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihh(buf, pos)
    pos += 8
    if n >= 0:
        end = pos + n
        o.error_message = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.error_message = None
    else:
        raise ValueError("length is below -1")
    o.node_id, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.host = buf[pos:end].decode()
    pos = end
    (o.port,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FindCoordinatorResponse_1(put: Append, o: Any) -> None:
    if o.coordinators != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.error_message
    if items is None:
        put(_PACK_ihh(o.throttle_time_ms, o.error_code, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_ihh(o.throttle_time_ms, o.error_code, n))
        put(items)
    items = o.host.encode()
    n = len(items)
    put(_PACK_ih(o.node_id, n))
    put(items)
    put(_PACK_i(o.port))


def _read_FindCoordinatorResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FindCoordinatorResponse()
    o.coordinators = ()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    o.node_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.host = buf[pos + 1 : (pos := pos + n)].decode()
    o.port, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_FindCoordinatorResponse_3(put: Append, o: Any) -> None:
    if o.coordinators != ():
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
    items = o.host.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.node_id, n))
    else:
        put(_PACK_i(o.node_id))
        put(text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.port))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.port))


def _read_FindCoordinatorResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FindCoordinatorResponse()
    o.error_code = 0
    o.error_message = ""
    o.node_id = 0
    o.host = ""
    o.port = 0
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.coordinators, pos = _read_Coordinator_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_FindCoordinatorResponse_4(put: Append, o: Any) -> None:
    if o.error_code != 0 or o.node_id != 0 or o.host != "" or o.port != 0:
        raise ValueError("this version lacks a field that is set")
    items = o.coordinators
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_Coordinator_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


FindCoordinatorResponse._READERS = {
    0: _read_FindCoordinatorResponse_0,
    1: _read_FindCoordinatorResponse_1,
    2: _read_FindCoordinatorResponse_1,
    3: _read_FindCoordinatorResponse_3,
    4: _read_FindCoordinatorResponse_4,
    5: _read_FindCoordinatorResponse_4,
    6: _read_FindCoordinatorResponse_4,
}
FindCoordinatorResponse._WRITERS = {
    0: _write_FindCoordinatorResponse_0,
    1: _write_FindCoordinatorResponse_1,
    2: _write_FindCoordinatorResponse_1,
    3: _write_FindCoordinatorResponse_3,
    4: _write_FindCoordinatorResponse_4,
    5: _write_FindCoordinatorResponse_4,
    6: _write_FindCoordinatorResponse_4,
}
