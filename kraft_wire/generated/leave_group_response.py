# Generated from LeaveGroupResponse.json by `python -m codegen generate`. Do not edit.
"""LeaveGroupResponse, response of API key 13, versions 0-5, flexible from 4. Answers LeaveGroupRequest."""

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

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_hx = Layout(">hx").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ihi = Layout(">ihi").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ihi = Layout(">ihi").unpack_from


class MemberResponse(Struct):
    """One entry for each member of the group."""

    __slots__ = ("member_id", "group_instance_id", "error_code", "unknown_tagged_fields")
    __match_args__ = ("member_id", "group_instance_id", "error_code")
    __qualname__ = "LeaveGroupResponse.MemberResponse"
    member_id: Final[str]
    """Id of the member. (string, versions 3-5)"""
    group_instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string, versions 3-5)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16, versions 3-5)"""

    def __init__(
        self,
        *,
        member_id: str = "",
        group_instance_id: str | None = "",
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            member_id: str = ...,
            group_instance_id: str | None = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_MemberResponse = MemberResponse
_new_MemberResponse = new(MemberResponse)


class LeaveGroupResponse(Message):
    """Answers LeaveGroupRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "members", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "members")
    KIND = "response"
    API_KEY = 13
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (4, 5)
    if TYPE_CHECKING:
        MemberResponse: TypeAlias = _MemberResponse
    else:  # no annotation of a field
        MemberResponse = _MemberResponse
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 1-5, ignorable)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    members: Final[tuple[MemberResponse, ...]]
    """One entry for each member of the group. ([]MemberResponse, versions 3-5)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        members: Iterable[MemberResponse] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.members = tuple(members)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            members: Iterable[MemberResponse] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_LeaveGroupResponse = new(LeaveGroupResponse)


def _read_MemberResponse_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MemberResponse()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
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
        (o.error_code,) = _UNPACK_h(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MemberResponse_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.member_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.group_instance_id
        if items is None:
            put(_PACK_h(-1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_h(n))
            put(items)
        put(_PACK_h(o.error_code))


def _read_MemberResponse_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MemberResponse()
        n = buf[pos]
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
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_MemberResponse_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.member_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.group_instance_id
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            put(_PACK_h(o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hx(o.error_code))


def _read_LeaveGroupResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaveGroupResponse()
    o.throttle_time_ms = 0
    o.members = ()
    (o.error_code,) = _UNPACK_h(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    return o, pos


def _write_LeaveGroupResponse_0(put: Append, o: Any) -> None:
    if o.members != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_h(o.error_code))


def _read_LeaveGroupResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaveGroupResponse()
    o.members = ()
    o.throttle_time_ms, o.error_code = _UNPACK_ih(buf, pos)
    pos += 6
    o.unknown_tagged_fields = ()
    return o, pos


def _write_LeaveGroupResponse_1(put: Append, o: Any) -> None:
    if o.members != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_ih(o.throttle_time_ms, o.error_code))


def _read_LeaveGroupResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaveGroupResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihi(buf, pos)
    pos += 10
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.members, pos = _read_MemberResponse_many_3(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_LeaveGroupResponse_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.members
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ihi(o.throttle_time_ms, o.error_code, n))
    if items:
        _write_MemberResponse_many_3(put, items)


def _read_LeaveGroupResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaveGroupResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.members, pos = _read_MemberResponse_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaveGroupResponse_4(put: Append, o: Any) -> None:
    items = o.members
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_MemberResponse_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


LeaveGroupResponse._READERS = {
    0: _read_LeaveGroupResponse_0,
    1: _read_LeaveGroupResponse_1,
    2: _read_LeaveGroupResponse_1,
    3: _read_LeaveGroupResponse_3,
    4: _read_LeaveGroupResponse_4,
    5: _read_LeaveGroupResponse_4,
}
LeaveGroupResponse._WRITERS = {
    0: _write_LeaveGroupResponse_0,
    1: _write_LeaveGroupResponse_1,
    2: _write_LeaveGroupResponse_1,
    3: _write_LeaveGroupResponse_3,
    4: _write_LeaveGroupResponse_4,
    5: _write_LeaveGroupResponse_4,
}
