# Generated from JoinGroupResponse.json by `python -m codegen generate`. Do not edit.
"""JoinGroupResponse, response of API key 11, versions 0-9, flexible from 6. Answers JoinGroupRequest."""

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
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_Z = Layout(">?").pack
_PACK_ZB = Layout(">?B").pack
_PACK_h = Layout(">h").pack
_PACK_hih = Layout(">hih").pack
_PACK_i = Layout(">i").pack
_PACK_ihi = Layout(">ihi").pack
_PACK_ihiB = Layout(">ihiB").pack
_PACK_ihih = Layout(">ihih").pack
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hih = Layout(">hih").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_ihiB = Layout(">ihiB").unpack_from
_UNPACK_ihih = Layout(">ihih").unpack_from


class JoinGroupResponseMember(Struct):
    """One entry for each member of the group."""

    __slots__ = ("member_id", "group_instance_id", "metadata", "unknown_tagged_fields")
    __match_args__ = ("member_id", "group_instance_id", "metadata")
    __qualname__ = "JoinGroupResponse.JoinGroupResponseMember"
    member_id: Final[str]
    """Id of the member. (string)"""
    group_instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string, versions 5-9, ignorable)"""
    metadata: Final[bytes]
    """Bytes or text of the client's own. (bytes)"""

    def __init__(
        self,
        *,
        member_id: str = "",
        group_instance_id: str | None = None,
        metadata: bytes = b'',
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.metadata = metadata
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            member_id: str = ...,
            group_instance_id: str | None = ...,
            metadata: bytes = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_JoinGroupResponseMember = JoinGroupResponseMember
_new_JoinGroupResponseMember = new(JoinGroupResponseMember)


class JoinGroupResponse(Message):
    """Answers JoinGroupRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "generation_id", "protocol_type", "protocol_name", "leader", "skip_assignment", "member_id", "members", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "generation_id", "protocol_type", "protocol_name", "leader", "skip_assignment", "member_id", "members")
    KIND = "response"
    API_KEY = 11
    VERSIONS = (0, 9)
    FLEXIBLE_VERSIONS = (6, 9)
    if TYPE_CHECKING:
        JoinGroupResponseMember: TypeAlias = _JoinGroupResponseMember
    else:  # no annotation of a field
        JoinGroupResponseMember = _JoinGroupResponseMember
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 2-9, ignorable)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    generation_id: Final[int]
    """Generation of the classic group. (int32)"""
    protocol_type: Final[str | None]
    """What the members use the group for, such as consumer. (string, versions 7-9, ignorable)"""
    protocol_name: Final[str | None]
    """Name of the protocol (assignor) in use. (string, null in 7-9)"""
    leader: Final[str]
    """Member id of the group's leader. (string)"""
    skip_assignment: Final[bool]
    """Whether the leader need not compute an assignment. (bool, version 9)"""
    member_id: Final[str]
    """Id of the member. (string)"""
    members: Final[tuple[JoinGroupResponseMember, ...]]
    """One entry for each member of the group. ([]JoinGroupResponseMember)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        generation_id: int = -1,
        protocol_type: str | None = None,
        protocol_name: str | None = "",
        leader: str = "",
        skip_assignment: bool = False,
        member_id: str = "",
        members: Iterable[JoinGroupResponseMember] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.generation_id = generation_id
        self.protocol_type = protocol_type
        self.protocol_name = protocol_name
        self.leader = leader
        self.skip_assignment = skip_assignment
        self.member_id = member_id
        self.members = tuple(members)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            generation_id: int = ...,
            protocol_type: str | None = ...,
            protocol_name: str | None = ...,
            leader: str = ...,
            skip_assignment: bool = ...,
            member_id: str = ...,
            members: Iterable[JoinGroupResponseMember] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_JoinGroupResponse = new(JoinGroupResponse)


def _read_JoinGroupResponseMember_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_JoinGroupResponseMember()
        o.group_instance_id = None
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
        o.metadata = buf[pos:end]
        pos = end
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_JoinGroupResponseMember_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.member_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.metadata
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)


def _read_JoinGroupResponseMember_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_JoinGroupResponseMember()
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


def _write_JoinGroupResponseMember_many_5(put: Append, many: Any) -> None:
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
        items = o.metadata
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)


def _read_JoinGroupResponseMember_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_JoinGroupResponseMember()
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


def _write_JoinGroupResponseMember_many_6(put: Append, many: Any) -> None:
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


def _read_JoinGroupResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_JoinGroupResponse()
    o.throttle_time_ms = 0
    o.protocol_type = None
    o.skip_assignment = False
    o.error_code, o.generation_id, n = _UNPACK_hih(buf, pos)
    pos += 8
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.protocol_name = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.leader = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.members, pos = _read_JoinGroupResponseMember_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_JoinGroupResponse_0(put: Append, o: Any) -> None:
    if o.skip_assignment is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.protocol_name.encode()
    n = len(items)
    put(_PACK_hih(o.error_code, o.generation_id, n))
    put(items)
    items = o.leader.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.members
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_JoinGroupResponseMember_many_0(put, items)


def _read_JoinGroupResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_JoinGroupResponse()
    o.protocol_type = None
    o.skip_assignment = False
    o.throttle_time_ms, o.error_code, o.generation_id, n = _UNPACK_ihih(buf, pos)
    pos += 12
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.protocol_name = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.leader = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.members, pos = _read_JoinGroupResponseMember_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_JoinGroupResponse_2(put: Append, o: Any) -> None:
    if o.skip_assignment is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.protocol_name.encode()
    n = len(items)
    put(_PACK_ihih(o.throttle_time_ms, o.error_code, o.generation_id, n))
    put(items)
    items = o.leader.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.members
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_JoinGroupResponseMember_many_0(put, items)


def _read_JoinGroupResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_JoinGroupResponse()
    o.protocol_type = None
    o.skip_assignment = False
    o.throttle_time_ms, o.error_code, o.generation_id, n = _UNPACK_ihih(buf, pos)
    pos += 12
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.protocol_name = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.leader = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.members, pos = _read_JoinGroupResponseMember_many_5(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_JoinGroupResponse_5(put: Append, o: Any) -> None:
    if o.skip_assignment is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.protocol_name.encode()
    n = len(items)
    put(_PACK_ihih(o.throttle_time_ms, o.error_code, o.generation_id, n))
    put(items)
    items = o.leader.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.members
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_JoinGroupResponseMember_many_5(put, items)


def _read_JoinGroupResponse_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_JoinGroupResponse()
    o.protocol_type = None
    o.skip_assignment = False
    o.throttle_time_ms, o.error_code, o.generation_id, n = _UNPACK_ihiB(buf, pos)
    pos += 10
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.protocol_name = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.leader = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.members, pos = _read_JoinGroupResponseMember_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_JoinGroupResponse_6(put: Append, o: Any) -> None:
    if o.skip_assignment is not False:
        raise ValueError("this version lacks a field that is set")
    items = o.protocol_name.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihiB(o.throttle_time_ms, o.error_code, o.generation_id, n))
    else:
        put(_PACK_ihi(o.throttle_time_ms, o.error_code, o.generation_id))
        put(text_uvarint(n))
    put(items)
    items = o.leader.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.members
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_JoinGroupResponseMember_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_JoinGroupResponse_7(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_JoinGroupResponse()
    o.skip_assignment = False
    o.throttle_time_ms, o.error_code, o.generation_id, n = _UNPACK_ihiB(buf, pos)
    pos += 10
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
        n, pos = text_length_not_null(buf, pos, n)
    o.leader = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.members, pos = _read_JoinGroupResponseMember_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_JoinGroupResponse_7(put: Append, o: Any) -> None:
    if o.skip_assignment is not False:
        raise ValueError("this version lacks a field that is set")
    items = o.protocol_type
    if items is None:
        put(_PACK_ihiB(o.throttle_time_ms, o.error_code, o.generation_id, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihiB(o.throttle_time_ms, o.error_code, o.generation_id, n))
        else:
            put(_PACK_ihi(o.throttle_time_ms, o.error_code, o.generation_id))
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
    items = o.leader.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.members
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_JoinGroupResponseMember_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_JoinGroupResponse_9(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_JoinGroupResponse()
    o.throttle_time_ms, o.error_code, o.generation_id, n = _UNPACK_ihiB(buf, pos)
    pos += 10
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
        n, pos = text_length_not_null(buf, pos, n)
    o.leader = buf[pos + 1 : (pos := pos + n)].decode()
    o.skip_assignment, n = _UNPACK_ZB(buf, pos)
    pos += 1
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.members, pos = _read_JoinGroupResponseMember_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_JoinGroupResponse_9(put: Append, o: Any) -> None:
    items = o.protocol_type
    if items is None:
        put(_PACK_ihiB(o.throttle_time_ms, o.error_code, o.generation_id, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihiB(o.throttle_time_ms, o.error_code, o.generation_id, n))
        else:
            put(_PACK_ihi(o.throttle_time_ms, o.error_code, o.generation_id))
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
    items = o.leader.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.skip_assignment is not True and o.skip_assignment is not False:
        raise ValueError("bool is neither true nor false")
    items = o.member_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_ZB(o.skip_assignment, n))
    else:
        put(_PACK_Z(o.skip_assignment))
        put(text_uvarint(n))
    put(items)
    items = o.members
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_JoinGroupResponseMember_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


JoinGroupResponse._READERS = {
    0: _read_JoinGroupResponse_0,
    1: _read_JoinGroupResponse_0,
    2: _read_JoinGroupResponse_2,
    3: _read_JoinGroupResponse_2,
    4: _read_JoinGroupResponse_2,
    5: _read_JoinGroupResponse_5,
    6: _read_JoinGroupResponse_6,
    7: _read_JoinGroupResponse_7,
    8: _read_JoinGroupResponse_7,
    9: _read_JoinGroupResponse_9,
}
JoinGroupResponse._WRITERS = {
    0: _write_JoinGroupResponse_0,
    1: _write_JoinGroupResponse_0,
    2: _write_JoinGroupResponse_2,
    3: _write_JoinGroupResponse_2,
    4: _write_JoinGroupResponse_2,
    5: _write_JoinGroupResponse_5,
    6: _write_JoinGroupResponse_6,
    7: _write_JoinGroupResponse_7,
    8: _write_JoinGroupResponse_7,
    9: _write_JoinGroupResponse_9,
}
