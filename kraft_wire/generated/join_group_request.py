# Generated from JoinGroupRequest.json by `python -m codegen generate`. Do not edit.
"""JoinGroupRequest, request of API key 11, versions 0-9, flexible from 6. A member joins a classic group or a rebalance of it."""

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
    long_blob_length,
    new,
    octets,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .join_group_response import JoinGroupResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_ih = Layout(">ih").pack
_PACK_ii = Layout(">ii").pack
_PACK_iiB = Layout(">iiB").pack
_PACK_iih = Layout(">iih").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_iih = Layout(">iih").unpack_from


class JoinGroupRequestProtocol(Struct):
    """Protocols (assignors) that the member knows, best first."""

    __slots__ = ("name", "metadata", "unknown_tagged_fields")
    __match_args__ = ("name", "metadata")
    __qualname__ = "JoinGroupRequest.JoinGroupRequestProtocol"
    name: Final[str]
    """Name of the protocol (assignor). (string)"""
    metadata: Final[bytes]
    """Bytes or text of the client's own. (bytes)"""

    def __init__(
        self,
        *,
        name: str = "",
        metadata: bytes = b'',
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.metadata = metadata
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            metadata: bytes = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_JoinGroupRequestProtocol = JoinGroupRequestProtocol
_new_JoinGroupRequestProtocol = new(JoinGroupRequestProtocol)


class JoinGroupRequest(Request["JoinGroupResponse"]):
    """A member joins a classic group or a rebalance of it."""

    __slots__ = ("group_id", "session_timeout_ms", "rebalance_timeout_ms", "member_id", "group_instance_id", "protocol_type", "protocols", "reason", "unknown_tagged_fields")
    __match_args__ = ("group_id", "session_timeout_ms", "rebalance_timeout_ms", "member_id", "group_instance_id", "protocol_type", "protocols", "reason")
    KIND = "request"
    API_KEY = 11
    VERSIONS = (0, 9)
    FLEXIBLE_VERSIONS = (6, 9)
    _RESPONSE_NAME = "JoinGroupResponse"
    if TYPE_CHECKING:
        JoinGroupRequestProtocol: TypeAlias = _JoinGroupRequestProtocol
    else:  # no annotation of a field
        JoinGroupRequestProtocol = _JoinGroupRequestProtocol
    group_id: Final[str]
    """Id of the group. (string)"""
    session_timeout_ms: Final[int]
    """Milliseconds without heartbeat after which a member is gone. (int32)"""
    rebalance_timeout_ms: Final[int]
    """Milliseconds that members have to give back what they must. (int32, versions 1-9, ignorable)"""
    member_id: Final[str]
    """Id of the member. (string)"""
    group_instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string, versions 5-9)"""
    protocol_type: Final[str]
    """What the members use the group for, such as consumer. (string)"""
    protocols: Final[tuple[JoinGroupRequestProtocol, ...]]
    """Protocols (assignors) that the member knows, best first. ([]JoinGroupRequestProtocol)"""
    reason: Final[str | None]
    """Why, for the log of the server. (string, versions 8-9, ignorable)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        session_timeout_ms: int = 0,
        rebalance_timeout_ms: int = -1,
        member_id: str = "",
        group_instance_id: str | None = None,
        protocol_type: str = "",
        protocols: Iterable[JoinGroupRequestProtocol] = (),
        reason: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.session_timeout_ms = session_timeout_ms
        self.rebalance_timeout_ms = rebalance_timeout_ms
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.protocol_type = protocol_type
        self.protocols = tuple(protocols)
        self.reason = reason
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            session_timeout_ms: int = ...,
            rebalance_timeout_ms: int = ...,
            member_id: str = ...,
            group_instance_id: str | None = ...,
            protocol_type: str = ...,
            protocols: Iterable[JoinGroupRequestProtocol] = ...,
            reason: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_JoinGroupRequest = new(JoinGroupRequest)


def _read_JoinGroupRequestProtocol_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_JoinGroupRequestProtocol()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.metadata = buf[pos:end]
        pos = end
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_JoinGroupRequestProtocol_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.metadata
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)


def _read_JoinGroupRequestProtocol_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_JoinGroupRequestProtocol()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
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
        o.metadata = buf[pos + 1 : end]
        pos = end
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_JoinGroupRequestProtocol_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.metadata
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        put(BYTES[n] if n < 128 else uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_JoinGroupRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_JoinGroupRequest()
    o.rebalance_timeout_ms = -1
    o.group_instance_id = None
    o.reason = None
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.session_timeout_ms, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.protocol_type = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.protocols, pos = _read_JoinGroupRequestProtocol_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_JoinGroupRequest_0(put: Append, o: Any) -> None:
    if o.group_instance_id is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_ih(o.session_timeout_ms, n))
    put(items)
    items = o.protocol_type.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.protocols
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_JoinGroupRequestProtocol_many_0(put, items)


def _read_JoinGroupRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_JoinGroupRequest()
    o.group_instance_id = None
    o.reason = None
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.session_timeout_ms, o.rebalance_timeout_ms, n = _UNPACK_iih(buf, pos)
    pos += 10
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.protocol_type = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.protocols, pos = _read_JoinGroupRequestProtocol_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_JoinGroupRequest_1(put: Append, o: Any) -> None:
    if o.group_instance_id is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_iih(o.session_timeout_ms, o.rebalance_timeout_ms, n))
    put(items)
    items = o.protocol_type.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.protocols
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_JoinGroupRequestProtocol_many_0(put, items)


def _read_JoinGroupRequest_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_JoinGroupRequest()
    o.reason = None
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.session_timeout_ms, o.rebalance_timeout_ms, n = _UNPACK_iih(buf, pos)
    pos += 10
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.group_instance_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.group_instance_id = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.protocol_type = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.protocols, pos = _read_JoinGroupRequestProtocol_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_JoinGroupRequest_5(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_iih(o.session_timeout_ms, o.rebalance_timeout_ms, n))
    put(items)
    items = o.group_instance_id
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
    items = o.protocol_type.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.protocols
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_JoinGroupRequestProtocol_many_0(put, items)


def _read_JoinGroupRequest_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_JoinGroupRequest()
    o.reason = None
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.session_timeout_ms, o.rebalance_timeout_ms, n = _UNPACK_iiB(buf, pos)
    pos += 8
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.group_instance_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.group_instance_id = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.protocol_type = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.protocols, pos = _read_JoinGroupRequestProtocol_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_JoinGroupRequest_6(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiB(o.session_timeout_ms, o.rebalance_timeout_ms, n))
    else:
        put(_PACK_ii(o.session_timeout_ms, o.rebalance_timeout_ms))
        put(text_uvarint(n))
    put(items)
    items = o.group_instance_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.protocol_type.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.protocols
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_JoinGroupRequestProtocol_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_JoinGroupRequest_8(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_JoinGroupRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.session_timeout_ms, o.rebalance_timeout_ms, n = _UNPACK_iiB(buf, pos)
    pos += 8
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.group_instance_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.group_instance_id = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.protocol_type = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.protocols, pos = _read_JoinGroupRequestProtocol_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.reason = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.reason = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_JoinGroupRequest_8(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiB(o.session_timeout_ms, o.rebalance_timeout_ms, n))
    else:
        put(_PACK_ii(o.session_timeout_ms, o.rebalance_timeout_ms))
        put(text_uvarint(n))
    put(items)
    items = o.group_instance_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.protocol_type.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.protocols
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_JoinGroupRequestProtocol_many_6(put, items)
    items = o.reason
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


JoinGroupRequest._READERS = {
    0: _read_JoinGroupRequest_0,
    1: _read_JoinGroupRequest_1,
    2: _read_JoinGroupRequest_1,
    3: _read_JoinGroupRequest_1,
    4: _read_JoinGroupRequest_1,
    5: _read_JoinGroupRequest_5,
    6: _read_JoinGroupRequest_6,
    7: _read_JoinGroupRequest_6,
    8: _read_JoinGroupRequest_8,
    9: _read_JoinGroupRequest_8,
}
JoinGroupRequest._WRITERS = {
    0: _write_JoinGroupRequest_0,
    1: _write_JoinGroupRequest_1,
    2: _write_JoinGroupRequest_1,
    3: _write_JoinGroupRequest_1,
    4: _write_JoinGroupRequest_1,
    5: _write_JoinGroupRequest_5,
    6: _write_JoinGroupRequest_6,
    7: _write_JoinGroupRequest_6,
    8: _write_JoinGroupRequest_8,
    9: _write_JoinGroupRequest_8,
}
