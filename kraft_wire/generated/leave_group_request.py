# Generated from LeaveGroupRequest.json by `python -m codegen generate`. Do not edit.
"""LeaveGroupRequest, request of API key 13, versions 0-5, flexible from 4. Members leave a classic group."""

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
    from .leave_group_response import LeaveGroupResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class MemberIdentity(Struct):
    """One entry for each member of the group."""

    __slots__ = ("member_id", "group_instance_id", "reason", "unknown_tagged_fields")
    __match_args__ = ("member_id", "group_instance_id", "reason")
    __qualname__ = "LeaveGroupRequest.MemberIdentity"
    member_id: Final[str]
    """Id of the member. (string, versions 3-5)"""
    group_instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string, versions 3-5)"""
    reason: Final[str | None]
    """Why the member leaves; null if nobody said. (string, version 5, ignorable)"""

    def __init__(
        self,
        *,
        member_id: str = "",
        group_instance_id: str | None = None,
        reason: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.reason = reason
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            member_id: str = ...,
            group_instance_id: str | None = ...,
            reason: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_MemberIdentity = MemberIdentity
_new_MemberIdentity = new(MemberIdentity)


class LeaveGroupRequest(Request["LeaveGroupResponse"]):
    """Members leave a classic group."""

    __slots__ = ("group_id", "member_id", "members", "unknown_tagged_fields")
    __match_args__ = ("group_id", "member_id", "members")
    KIND = "request"
    API_KEY = 13
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (4, 5)
    _RESPONSE_NAME = "LeaveGroupResponse"
    if TYPE_CHECKING:
        MemberIdentity: TypeAlias = _MemberIdentity
    else:  # no annotation of a field
        MemberIdentity = _MemberIdentity
    group_id: Final[str]
    """Id of the group. (string)"""
    member_id: Final[str]
    """Id of the member. (string, versions 0-2)"""
    members: Final[tuple[MemberIdentity, ...]]
    """One entry for each member of the group. ([]MemberIdentity, versions 3-5)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        member_id: str = "",
        members: Iterable[MemberIdentity] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.member_id = member_id
        self.members = tuple(members)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            member_id: str = ...,
            members: Iterable[MemberIdentity] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_LeaveGroupRequest = new(LeaveGroupRequest)


def _read_MemberIdentity_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MemberIdentity()
        o.reason = None
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
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MemberIdentity_many_3(put: Append, many: Any) -> None:
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


def _read_MemberIdentity_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MemberIdentity()
        o.reason = None
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
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_MemberIdentity_many_4(put: Append, many: Any) -> None:
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
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_MemberIdentity_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MemberIdentity()
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
        items.append(o)
    return tuple(items), pos


def _write_MemberIdentity_many_5(put: Append, many: Any) -> None:
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


def _read_LeaveGroupRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaveGroupRequest()
    o.members = ()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_LeaveGroupRequest_0(put: Append, o: Any) -> None:
    if o.members != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)


def _read_LeaveGroupRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaveGroupRequest()
    o.member_id = ""
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.members, pos = _read_MemberIdentity_many_3(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_LeaveGroupRequest_3(put: Append, o: Any) -> None:
    if o.member_id != "":
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.members
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_MemberIdentity_many_3(put, items)


def _read_LeaveGroupRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaveGroupRequest()
    o.member_id = ""
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.members, pos = _read_MemberIdentity_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaveGroupRequest_4(put: Append, o: Any) -> None:
    if o.member_id != "":
        raise ValueError("this version lacks a field that is set")
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.members
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_MemberIdentity_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_LeaveGroupRequest_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaveGroupRequest()
    o.member_id = ""
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.members, pos = _read_MemberIdentity_many_5(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaveGroupRequest_5(put: Append, o: Any) -> None:
    if o.member_id != "":
        raise ValueError("this version lacks a field that is set")
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.members
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_MemberIdentity_many_5(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


LeaveGroupRequest._READERS = {
    0: _read_LeaveGroupRequest_0,
    1: _read_LeaveGroupRequest_0,
    2: _read_LeaveGroupRequest_0,
    3: _read_LeaveGroupRequest_3,
    4: _read_LeaveGroupRequest_4,
    5: _read_LeaveGroupRequest_5,
}
LeaveGroupRequest._WRITERS = {
    0: _write_LeaveGroupRequest_0,
    1: _write_LeaveGroupRequest_0,
    2: _write_LeaveGroupRequest_0,
    3: _write_LeaveGroupRequest_3,
    4: _write_LeaveGroupRequest_4,
    5: _write_LeaveGroupRequest_5,
}
