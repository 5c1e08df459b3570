# Generated from DescribeGroupsResponse.json by `python -m codegen generate`. Do not edit.
"""DescribeGroupsResponse, response of API key 15, versions 0-6, flexible from 5. Answers DescribeGroupsRequest."""

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
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hh = Layout(">hh").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hh = Layout(">hh").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from


class DescribedGroupMember(Struct):
    """One entry for each member of the group."""

    __slots__ = ("member_id", "group_instance_id", "client_id", "client_host", "member_metadata", "member_assignment", "unknown_tagged_fields")
    __match_args__ = ("member_id", "group_instance_id", "client_id", "client_host", "member_metadata", "member_assignment")
    __qualname__ = "DescribeGroupsResponse.DescribedGroupMember"
    member_id: Final[str]
    """Id of the member. (string)"""
    group_instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string, versions 4-6, ignorable)"""
    client_id: Final[str]
    """What the client calls itself. (string)"""
    client_host: Final[str]
    """Host that the member connects from. (string)"""
    member_metadata: Final[bytes]
    """Subscription as the client's protocol encodes it. (bytes)"""
    member_assignment: Final[bytes]
    """Assignment as the client's protocol encodes it. (bytes)"""

    def __init__(
        self,
        *,
        member_id: str = "",
        group_instance_id: str | None = None,
        client_id: str = "",
        client_host: str = "",
        member_metadata: bytes = b'',
        member_assignment: bytes = b'',
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.client_id = client_id
        self.client_host = client_host
        self.member_metadata = member_metadata
        self.member_assignment = member_assignment
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            member_id: str = ...,
            group_instance_id: str | None = ...,
            client_id: str = ...,
            client_host: str = ...,
            member_metadata: bytes = ...,
            member_assignment: bytes = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribedGroupMember = DescribedGroupMember
_new_DescribedGroupMember = new(DescribedGroupMember)


class DescribedGroup(Struct):
    """One entry for each group."""

    __slots__ = ("error_code", "error_message", "group_id", "group_state", "protocol_type", "protocol_data", "members", "authorized_operations", "unknown_tagged_fields")
    __match_args__ = ("error_code", "error_message", "group_id", "group_state", "protocol_type", "protocol_data", "members", "authorized_operations")
    __qualname__ = "DescribeGroupsResponse.DescribedGroup"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string, version 6)"""
    group_id: Final[str]
    """Id of the group. (string)"""
    group_state: Final[str]
    """State of the group, as text. (string)"""
    protocol_type: Final[str]
    """What the members use the group for, such as consumer. (string)"""
    protocol_data: Final[str]
    """Name of the protocol (assignor) in use. (string)"""
    members: Final[tuple[DescribedGroupMember, ...]]
    """One entry for each member of the group. ([]DescribedGroupMember)"""
    authorized_operations: Final[int]
    """Operations that the client may do, one bit each; -2147483648 where nobody asked. (int32, versions 3-6)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        error_message: str | None = None,
        group_id: str = "",
        group_state: str = "",
        protocol_type: str = "",
        protocol_data: str = "",
        members: Iterable[DescribedGroupMember] = (),
        authorized_operations: int = -2147483648,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.error_message = error_message
        self.group_id = group_id
        self.group_state = group_state
        self.protocol_type = protocol_type
        self.protocol_data = protocol_data
        self.members = tuple(members)
        self.authorized_operations = authorized_operations
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            error_message: str | None = ...,
            group_id: str = ...,
            group_state: str = ...,
            protocol_type: str = ...,
            protocol_data: str = ...,
            members: Iterable[DescribedGroupMember] = ...,
            authorized_operations: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribedGroup = DescribedGroup
_new_DescribedGroup = new(DescribedGroup)


class DescribeGroupsResponse(Message):
    """Answers DescribeGroupsRequest."""

    __slots__ = ("throttle_time_ms", "groups", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "groups")
    KIND = "response"
    API_KEY = 15
    VERSIONS = (0, 6)
    FLEXIBLE_VERSIONS = (5, 6)
    if TYPE_CHECKING:
        DescribedGroupMember: TypeAlias = _DescribedGroupMember
        DescribedGroup: TypeAlias = _DescribedGroup
    else:  # no annotation of a field
        DescribedGroupMember = _DescribedGroupMember
        DescribedGroup = _DescribedGroup
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 1-6, ignorable)"""
    groups: Final[tuple[DescribedGroup, ...]]
    """One entry for each group. ([]DescribedGroup)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        groups: Iterable[DescribedGroup] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.groups = tuple(groups)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            groups: Iterable[DescribedGroup] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeGroupsResponse = new(DescribeGroupsResponse)


def _read_DescribedGroupMember_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedGroupMember()
        o.group_instance_id = None
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
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
        o.client_id = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.client_host = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.member_metadata = buf[pos:end]
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.member_assignment = buf[pos:end]
        pos = end
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribedGroupMember_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.member_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.client_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.client_host.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.member_metadata
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)
        items = o.member_assignment
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)


def _read_DescribedGroupMember_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedGroupMember()
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
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.client_id = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.client_host = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.member_metadata = buf[pos:end]
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.member_assignment = buf[pos:end]
        pos = end
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribedGroupMember_many_4(put: Append, many: Any) -> None:
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
        items = o.client_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.client_host.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.member_metadata
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)
        items = o.member_assignment
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)


def _read_DescribedGroupMember_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedGroupMember()
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
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.client_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.client_host = buf[pos + 1 : (pos := pos + n)].decode()
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
        o.member_metadata = buf[pos + 1 : end]
        pos = end
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
        o.member_assignment = buf[pos + 1 : end]
        pos = end
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribedGroupMember_many_5(put: Append, many: Any) -> None:
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
        items = o.client_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.client_host.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.member_metadata
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        put(BYTES[n] if n < 128 else uvarint(n))
        put(items)
        items = o.member_assignment
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        put(BYTES[n] if n < 128 else uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribedGroup_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedGroup()
        o.error_message = None
        o.authorized_operations = -2147483648
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
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
        o.group_state = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.protocol_type = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.protocol_data = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.members, pos = _read_DescribedGroupMember_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribedGroup_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.error_message is not None or o.authorized_operations != -2147483648:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.group_id.encode()
        n = len(items)
        put(_PACK_hh(o.error_code, n))
        put(items)
        items = o.group_state.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.protocol_type.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.protocol_data.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.members
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DescribedGroupMember_many_0(put, items)


def _read_DescribedGroup_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedGroup()
        o.error_message = None
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
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
        o.group_state = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.protocol_type = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.protocol_data = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.members, pos = _read_DescribedGroupMember_many_0(buf, pos, n)
        (o.authorized_operations,) = _UNPACK_i(buf, pos)
        pos += 4
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribedGroup_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.error_message is not None:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.group_id.encode()
        n = len(items)
        put(_PACK_hh(o.error_code, n))
        put(items)
        items = o.group_state.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.protocol_type.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.protocol_data.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.members
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DescribedGroupMember_many_0(put, items)
        put(_PACK_i(o.authorized_operations))


def _read_DescribedGroup_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedGroup()
        o.error_message = None
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
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
        o.group_state = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.protocol_type = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.protocol_data = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.members, pos = _read_DescribedGroupMember_many_4(buf, pos, n)
        (o.authorized_operations,) = _UNPACK_i(buf, pos)
        pos += 4
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribedGroup_many_4(put: Append, many: Any) -> None:
    for o in many:
        if o.error_message is not None:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.group_id.encode()
        n = len(items)
        put(_PACK_hh(o.error_code, n))
        put(items)
        items = o.group_state.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.protocol_type.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.protocol_data.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.members
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DescribedGroupMember_many_4(put, items)
        put(_PACK_i(o.authorized_operations))


def _read_DescribedGroup_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedGroup()
        o.error_message = None
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_state = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.protocol_type = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.protocol_data = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.members, pos = _read_DescribedGroupMember_many_5(buf, pos + 1, n - 1)
        o.authorized_operations, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribedGroup_many_5(put: Append, many: Any) -> None:
    for o in many:
        if o.error_message is not None:
            raise ValueError("this version lacks a field that is set")
        items = o.group_id.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_hB(o.error_code, n))
        else:
            put(_PACK_h(o.error_code))
            put(text_uvarint(n))
        put(items)
        items = o.group_state.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.protocol_type.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.protocol_data.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.members
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribedGroupMember_many_5(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_i(o.authorized_operations))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.authorized_operations))


def _read_DescribedGroup_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedGroup()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
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
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_state = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.protocol_type = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.protocol_data = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.members, pos = _read_DescribedGroupMember_many_5(buf, pos + 1, n - 1)
        o.authorized_operations, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribedGroup_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_hB(o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_hB(o.error_code, n))
            else:
                put(_PACK_h(o.error_code))
                put(text_uvarint(n))
            put(items)
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.group_state.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.protocol_type.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.protocol_data.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.members
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribedGroupMember_many_5(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_i(o.authorized_operations))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.authorized_operations))


def _read_DescribeGroupsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeGroupsResponse()
    o.throttle_time_ms = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.groups, pos = _read_DescribedGroup_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeGroupsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.groups
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_DescribedGroup_many_0(put, items)


def _read_DescribeGroupsResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeGroupsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.groups, pos = _read_DescribedGroup_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeGroupsResponse_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.groups
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_DescribedGroup_many_0(put, items)


def _read_DescribeGroupsResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeGroupsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.groups, pos = _read_DescribedGroup_many_3(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeGroupsResponse_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.groups
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_DescribedGroup_many_3(put, items)


def _read_DescribeGroupsResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeGroupsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.groups, pos = _read_DescribedGroup_many_4(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeGroupsResponse_4(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.groups
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_DescribedGroup_many_4(put, items)


def _read_DescribeGroupsResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeGroupsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_DescribedGroup_many_5(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeGroupsResponse_5(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DescribedGroup_many_5(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_DescribeGroupsResponse_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeGroupsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_DescribedGroup_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeGroupsResponse_6(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DescribedGroup_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeGroupsResponse._READERS = {
    0: _read_DescribeGroupsResponse_0,
    1: _read_DescribeGroupsResponse_1,
    2: _read_DescribeGroupsResponse_1,
    3: _read_DescribeGroupsResponse_3,
    4: _read_DescribeGroupsResponse_4,
    5: _read_DescribeGroupsResponse_5,
    6: _read_DescribeGroupsResponse_6,
}
DescribeGroupsResponse._WRITERS = {
    0: _write_DescribeGroupsResponse_0,
    1: _write_DescribeGroupsResponse_1,
    2: _write_DescribeGroupsResponse_1,
    3: _write_DescribeGroupsResponse_3,
    4: _write_DescribeGroupsResponse_4,
    5: _write_DescribeGroupsResponse_5,
    6: _write_DescribeGroupsResponse_6,
}
