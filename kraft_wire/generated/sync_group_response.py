# Generated from SyncGroupResponse.json by `python -m codegen generate`. Do not edit.
"""SyncGroupResponse, response of API key 14, versions 0-5, flexible from 4. Answers SyncGroupRequest."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    long_blob_length,
    new,
    octets,
    read_unknown_tags,
    text_length,
    text_uvarint,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_hi = Layout(">hi").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ihi = Layout(">ihi").pack
_UNPACK_hi = Layout(">hi").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ihi = Layout(">ihi").unpack_from


class SyncGroupResponse(Message):
    """Answers SyncGroupRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "protocol_type", "protocol_name", "assignment", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "protocol_type", "protocol_name", "assignment")
    KIND = "response"
    API_KEY = 14
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (4, 5)
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 1-5, ignorable)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    protocol_type: Final[str | None]
    """What the members use the group for, such as consumer. (string, version 5, ignorable)"""
    protocol_name: Final[str | None]
    """Name of the protocol (assignor) in use. (string, version 5, ignorable)"""
    assignment: Final[bytes]
    """What the member is assigned. (bytes)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        protocol_type: str | None = None,
        protocol_name: str | None = None,
        assignment: bytes = b'',
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.protocol_type = protocol_type
        self.protocol_name = protocol_name
        self.assignment = assignment
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            protocol_type: str | None = ...,
            protocol_name: str | None = ...,
            assignment: bytes = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_SyncGroupResponse = new(SyncGroupResponse)


def _read_SyncGroupResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SyncGroupResponse()
    o.throttle_time_ms = 0
    o.protocol_type = None
    o.protocol_name = None
    o.error_code, n = _UNPACK_hi(buf, pos)
    pos += 6
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.assignment = buf[pos:end]
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_SyncGroupResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.assignment
    if type(items) is not bytes:
        items = octets(items)
    n = len(items)
    put(_PACK_hi(o.error_code, n))
    put(items)


def _read_SyncGroupResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SyncGroupResponse()
    o.protocol_type = None
    o.protocol_name = None
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihi(buf, pos)
    pos += 10
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.assignment = buf[pos:end]
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_SyncGroupResponse_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.assignment
    if type(items) is not bytes:
        items = octets(items)
    n = len(items)
    put(_PACK_ihi(o.throttle_time_ms, o.error_code, n))
    put(items)


def _read_SyncGroupResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SyncGroupResponse()
    o.protocol_type = None
    o.protocol_name = None
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n -= 128
        pos += 1
        if buf[pos] < 128:
            n += buf[pos] << 7
        else:
            n, pos = long_blob_length(buf, pos)
    if not n:
        raise ValueError("null bytes")
    end = pos + n
    o.assignment = buf[pos + 1 : end]
    pos = end
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_SyncGroupResponse_4(put: Append, o: Any) -> None:
    items = o.assignment
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_SyncGroupResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SyncGroupResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.protocol_type = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.protocol_type = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.protocol_name = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.protocol_name = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n -= 128
        pos += 1
        if buf[pos] < 128:
            n += buf[pos] << 7
        else:
            n, pos = long_blob_length(buf, pos)
    if not n:
        raise ValueError("null bytes")
    end = pos + n
    o.assignment = buf[pos + 1 : end]
    pos = end
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_SyncGroupResponse_5(put: Append, o: Any) -> None:
    items = o.protocol_type
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
    items = o.protocol_name
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.assignment
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    put(BYTES[n] if n < 128 else uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


SyncGroupResponse._READERS = {
    0: _read_SyncGroupResponse_0,
    1: _read_SyncGroupResponse_1,
    2: _read_SyncGroupResponse_1,
    3: _read_SyncGroupResponse_1,
    4: _read_SyncGroupResponse_4,
    5: _read_SyncGroupResponse_5,
}
SyncGroupResponse._WRITERS = {
    0: _write_SyncGroupResponse_0,
    1: _write_SyncGroupResponse_1,
    2: _write_SyncGroupResponse_1,
    3: _write_SyncGroupResponse_1,
    4: _write_SyncGroupResponse_4,
    5: _write_SyncGroupResponse_5,
}
