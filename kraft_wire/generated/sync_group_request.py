# Generated from SyncGroupRequest.json by `python -m codegen generate`. Do not edit.
"""SyncGroupRequest, request of API key 14, versions 0-5, flexible from 4. A member of a classic group asks for its assignment; the leader brings everybody's."""

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
    from .sync_group_response import SyncGroupResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from


class SyncGroupRequestAssignment(Struct):
    """Everybody's assignment, from the leader; empty from others."""

    __slots__ = ("member_id", "assignment", "unknown_tagged_fields")
    __match_args__ = ("member_id", "assignment")
    __qualname__ = "SyncGroupRequest.SyncGroupRequestAssignment"
    member_id: Final[str]
    """Id of the member. (string)"""
    assignment: Final[bytes]
    """What the member is assigned. (bytes)"""

    def __init__(
        self,
        *,
        member_id: str = "",
        assignment: bytes = b'',
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.member_id = member_id
        self.assignment = assignment
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            member_id: str = ...,
            assignment: bytes = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_SyncGroupRequestAssignment = SyncGroupRequestAssignment
_new_SyncGroupRequestAssignment = new(SyncGroupRequestAssignment)


class SyncGroupRequest(Request["SyncGroupResponse"]):
    """A member of a classic group asks for its assignment; the leader brings everybody's."""

    __slots__ = ("group_id", "generation_id", "member_id", "group_instance_id", "protocol_type", "protocol_name", "assignments", "unknown_tagged_fields")
    __match_args__ = ("group_id", "generation_id", "member_id", "group_instance_id", "protocol_type", "protocol_name", "assignments")
    KIND = "request"
    API_KEY = 14
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (4, 5)
    _RESPONSE_NAME = "SyncGroupResponse"
    if TYPE_CHECKING:
        SyncGroupRequestAssignment: TypeAlias = _SyncGroupRequestAssignment
    else:  # no annotation of a field
        SyncGroupRequestAssignment = _SyncGroupRequestAssignment
    group_id: Final[str]
    """Id of the group. (string)"""
    generation_id: Final[int]
    """Generation of the classic group. (int32)"""
    member_id: Final[str]
    """Id of the member. (string)"""
    group_instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string, versions 3-5)"""
    protocol_type: Final[str | None]
    """What the members use the group for, such as consumer. (string, version 5, ignorable)"""
    protocol_name: Final[str | None]
    """Name of the protocol (assignor) in use. (string, version 5, ignorable)"""
    assignments: Final[tuple[SyncGroupRequestAssignment, ...]]
    """Everybody's assignment, from the leader; empty from others. ([]SyncGroupRequestAssignment)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        generation_id: int = 0,
        member_id: str = "",
        group_instance_id: str | None = None,
        protocol_type: str | None = None,
        protocol_name: str | None = None,
        assignments: Iterable[SyncGroupRequestAssignment] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.generation_id = generation_id
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.protocol_type = protocol_type
        self.protocol_name = protocol_name
        self.assignments = tuple(assignments)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            generation_id: int = ...,
            member_id: str = ...,
            group_instance_id: str | None = ...,
            protocol_type: str | None = ...,
            protocol_name: str | None = ...,
            assignments: Iterable[SyncGroupRequestAssignment] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_SyncGroupRequest = new(SyncGroupRequest)


def _read_SyncGroupRequestAssignment_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_SyncGroupRequestAssignment()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.member_id = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.assignment = buf[pos:end]
        pos = end
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_SyncGroupRequestAssignment_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.member_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.assignment
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)


def _read_SyncGroupRequestAssignment_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_SyncGroupRequestAssignment()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
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
        items.append(o)
    return tuple(items), pos


def _write_SyncGroupRequestAssignment_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.member_id.encode()
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


def _read_SyncGroupRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SyncGroupRequest()
    o.group_instance_id = None
    o.protocol_type = None
    o.protocol_name = None
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.generation_id, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.assignments, pos = _read_SyncGroupRequestAssignment_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_SyncGroupRequest_0(put: Append, o: Any) -> None:
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
    put(_PACK_ih(o.generation_id, n))
    put(items)
    items = o.assignments
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_SyncGroupRequestAssignment_many_0(put, items)


def _read_SyncGroupRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SyncGroupRequest()
    o.protocol_type = None
    o.protocol_name = None
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.generation_id, n = _UNPACK_ih(buf, pos)
    pos += 6
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
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.assignments, pos = _read_SyncGroupRequestAssignment_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_SyncGroupRequest_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_ih(o.generation_id, n))
    put(items)
    items = o.group_instance_id
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
    items = o.assignments
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_SyncGroupRequestAssignment_many_0(put, items)


def _read_SyncGroupRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SyncGroupRequest()
    o.protocol_type = None
    o.protocol_name = None
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.generation_id, n = _UNPACK_iB(buf, pos)
    pos += 4
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
        n, pos = count_length_not_null(buf, pos, n)
    o.assignments, pos = _read_SyncGroupRequestAssignment_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_SyncGroupRequest_4(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.generation_id, n))
    else:
        put(_PACK_i(o.generation_id))
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
    items = o.assignments
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_SyncGroupRequestAssignment_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_SyncGroupRequest_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SyncGroupRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.generation_id, n = _UNPACK_iB(buf, pos)
    pos += 4
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
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.assignments, pos = _read_SyncGroupRequestAssignment_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_SyncGroupRequest_5(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.generation_id, n))
    else:
        put(_PACK_i(o.generation_id))
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
    items = o.protocol_type
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.protocol_name
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.assignments
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_SyncGroupRequestAssignment_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


SyncGroupRequest._READERS = {
    0: _read_SyncGroupRequest_0,
    1: _read_SyncGroupRequest_0,
    2: _read_SyncGroupRequest_0,
    3: _read_SyncGroupRequest_3,
    4: _read_SyncGroupRequest_4,
    5: _read_SyncGroupRequest_5,
}
SyncGroupRequest._WRITERS = {
    0: _write_SyncGroupRequest_0,
    1: _write_SyncGroupRequest_0,
    2: _write_SyncGroupRequest_0,
    3: _write_SyncGroupRequest_3,
    4: _write_SyncGroupRequest_4,
    5: _write_SyncGroupRequest_5,
}
