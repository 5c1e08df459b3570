# Generated from ListGroupsResponse.json by `python -m codegen generate`. Do not edit.
"""ListGroupsResponse, response of API key 16, versions 0-5, flexible from 3. Answers ListGroupsRequest."""

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
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_hi = Layout(">hi").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ihi = Layout(">ihi").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hi = Layout(">hi").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ihi = Layout(">ihi").unpack_from


class ListedGroup(Struct):
    """One entry for each group."""

    __slots__ = ("group_id", "protocol_type", "group_state", "group_type", "unknown_tagged_fields")
    __match_args__ = ("group_id", "protocol_type", "group_state", "group_type")
    __qualname__ = "ListGroupsResponse.ListedGroup"
    group_id: Final[str]
    """Id of the group. (string)"""
    protocol_type: Final[str]
    """What the members use the group for, such as consumer. (string)"""
    group_state: Final[str]
    """State of the group, as text. (string, versions 4-5, ignorable)"""
    group_type: Final[str]
    """Type of the group: classic, consumer, share or streams. (string, version 5, ignorable)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        protocol_type: str = "",
        group_state: str = "",
        group_type: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.protocol_type = protocol_type
        self.group_state = group_state
        self.group_type = group_type
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            protocol_type: str = ...,
            group_state: str = ...,
            group_type: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ListedGroup = ListedGroup
_new_ListedGroup = new(ListedGroup)


class ListGroupsResponse(Message):
    """Answers ListGroupsRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "groups", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "groups")
    KIND = "response"
    API_KEY = 16
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (3, 5)
    if TYPE_CHECKING:
        ListedGroup: TypeAlias = _ListedGroup
    else:  # no annotation of a field
        ListedGroup = _ListedGroup
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 1-5, ignorable)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    groups: Final[tuple[ListedGroup, ...]]
    """One entry for each group. ([]ListedGroup)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        groups: Iterable[ListedGroup] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.groups = tuple(groups)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            groups: Iterable[ListedGroup] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ListGroupsResponse = new(ListGroupsResponse)


def _read_ListedGroup_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListedGroup()
        o.group_state = ""
        o.group_type = ""
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
        o.protocol_type = buf[pos:end].decode()
        pos = end
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListedGroup_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.group_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.protocol_type.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)


def _read_ListedGroup_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListedGroup()
        o.group_state = ""
        o.group_type = ""
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.protocol_type = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ListedGroup_many_3(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.protocol_type.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ListedGroup_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListedGroup()
        o.group_type = ""
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.protocol_type = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_state = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ListedGroup_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.protocol_type.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.group_state.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ListedGroup_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListedGroup()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.protocol_type = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_state = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_type = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ListedGroup_many_5(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.protocol_type.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.group_state.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.group_type.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ListGroupsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListGroupsResponse()
    o.throttle_time_ms = 0
    o.error_code, n = _UNPACK_hi(buf, pos)
    pos += 6
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.groups, pos = _read_ListedGroup_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ListGroupsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.groups
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_hi(o.error_code, n))
    if items:
        _write_ListedGroup_many_0(put, items)


def _read_ListGroupsResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListGroupsResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihi(buf, pos)
    pos += 10
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.groups, pos = _read_ListedGroup_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ListGroupsResponse_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.groups
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ihi(o.throttle_time_ms, o.error_code, n))
    if items:
        _write_ListedGroup_many_0(put, items)


def _read_ListGroupsResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListGroupsResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_ListedGroup_many_3(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListGroupsResponse_3(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_ListedGroup_many_3(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ListGroupsResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListGroupsResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_ListedGroup_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListGroupsResponse_4(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_ListedGroup_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ListGroupsResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListGroupsResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_ListedGroup_many_5(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListGroupsResponse_5(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_ListedGroup_many_5(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ListGroupsResponse._READERS = {
    0: _read_ListGroupsResponse_0,
    1: _read_ListGroupsResponse_1,
    2: _read_ListGroupsResponse_1,
    3: _read_ListGroupsResponse_3,
    4: _read_ListGroupsResponse_4,
    5: _read_ListGroupsResponse_5,
}
ListGroupsResponse._WRITERS = {
    0: _write_ListGroupsResponse_0,
    1: _write_ListGroupsResponse_1,
    2: _write_ListGroupsResponse_1,
    3: _write_ListGroupsResponse_3,
    4: _write_ListGroupsResponse_4,
    5: _write_ListGroupsResponse_5,
}
