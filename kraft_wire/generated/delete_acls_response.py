# Generated from DeleteAclsResponse.json by `python -m codegen generate`. Do not edit.
"""DeleteAclsResponse, response of API key 31, versions 0-3, flexible from 2. Answers DeleteAclsRequest."""

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

_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_bb = Layout(">bb").pack
_PACK_bbx = Layout(">bbx").pack
_PACK_bh = Layout(">bh").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hh = Layout(">hh").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_bb = Layout(">bb").unpack_from
_UNPACK_bbB = Layout(">bbB").unpack_from
_UNPACK_bh = Layout(">bh").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hh = Layout(">hh").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from


class DeleteAclsMatchingAcl(Struct):
    """Entries that the filter matched."""

    __slots__ = ("error_code", "error_message", "resource_type", "resource_name", "pattern_type", "principal", "host", "operation", "permission_type", "unknown_tagged_fields")
    __match_args__ = ("error_code", "error_message", "resource_type", "resource_name", "pattern_type", "principal", "host", "operation", "permission_type")
    __qualname__ = "DeleteAclsResponse.DeleteAclsMatchingAcl"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    resource_type: Final[int]
    """Type of the resource. (int8)"""
    resource_name: Final[str]
    """Name of the resource. (string)"""
    pattern_type: Final[int]
    """3 literal name, 4 prefix. (int8, versions 1-3)"""
    principal: Final[str]
    """Principal, as type:name. (string)"""
    host: Final[str]
    """Name or address of the host. (string)"""
    operation: Final[int]
    """Number of the ACL operation. (int8)"""
    permission_type: Final[int]
    """2 deny, 3 allow; 1 any in filters. (int8)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        error_message: str | None = "",
        resource_type: int = 0,
        resource_name: str = "",
        pattern_type: int = 3,
        principal: str = "",
        host: str = "",
        operation: int = 0,
        permission_type: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.error_message = error_message
        self.resource_type = resource_type
        self.resource_name = resource_name
        self.pattern_type = pattern_type
        self.principal = principal
        self.host = host
        self.operation = operation
        self.permission_type = permission_type
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            error_message: str | None = ...,
            resource_type: int = ...,
            resource_name: str = ...,
            pattern_type: int = ...,
            principal: str = ...,
            host: str = ...,
            operation: int = ...,
            permission_type: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DeleteAclsMatchingAcl = DeleteAclsMatchingAcl
_new_DeleteAclsMatchingAcl = new(DeleteAclsMatchingAcl)


class DeleteAclsFilterResult(Struct):
    """What each filter matched."""

    __slots__ = ("error_code", "error_message", "matching_acls", "unknown_tagged_fields")
    __match_args__ = ("error_code", "error_message", "matching_acls")
    __qualname__ = "DeleteAclsResponse.DeleteAclsFilterResult"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    matching_acls: Final[tuple[DeleteAclsMatchingAcl, ...]]
    """Entries that the filter matched. ([]DeleteAclsMatchingAcl)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        error_message: str | None = "",
        matching_acls: Iterable[DeleteAclsMatchingAcl] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.error_message = error_message
        self.matching_acls = tuple(matching_acls)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            error_message: str | None = ...,
            matching_acls: Iterable[DeleteAclsMatchingAcl] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DeleteAclsFilterResult = DeleteAclsFilterResult
_new_DeleteAclsFilterResult = new(DeleteAclsFilterResult)


class DeleteAclsResponse(Message):
    """Answers DeleteAclsRequest."""

    __slots__ = ("throttle_time_ms", "filter_results", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "filter_results")
    KIND = "response"
    API_KEY = 31
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (2, 3)
    if TYPE_CHECKING:
        DeleteAclsMatchingAcl: TypeAlias = _DeleteAclsMatchingAcl
        DeleteAclsFilterResult: TypeAlias = _DeleteAclsFilterResult
    else:  # no annotation of a field
        DeleteAclsMatchingAcl = _DeleteAclsMatchingAcl
        DeleteAclsFilterResult = _DeleteAclsFilterResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    filter_results: Final[tuple[DeleteAclsFilterResult, ...]]
    """What each filter matched. ([]DeleteAclsFilterResult)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        filter_results: Iterable[DeleteAclsFilterResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.filter_results = tuple(filter_results)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            filter_results: Iterable[DeleteAclsFilterResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DeleteAclsResponse = new(DeleteAclsResponse)


def _read_DeleteAclsMatchingAcl_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteAclsMatchingAcl()
        o.pattern_type = 3
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n >= 0:
            end = pos + n
            o.error_message = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.error_message = None
        else:
            raise ValueError("length is below -1")
        o.resource_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.resource_name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.principal = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.host = buf[pos:end].decode()
        pos = end
        o.operation, o.permission_type = _UNPACK_bb(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DeleteAclsMatchingAcl_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.pattern_type != 3:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.error_message
        if items is None:
            put(_PACK_hh(o.error_code, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_hh(o.error_code, n))
            put(items)
        items = o.resource_name.encode()
        n = len(items)
        put(_PACK_bh(o.resource_type, n))
        put(items)
        items = o.principal.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.host.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        put(_PACK_bb(o.operation, o.permission_type))


def _read_DeleteAclsMatchingAcl_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteAclsMatchingAcl()
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n >= 0:
            end = pos + n
            o.error_message = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.error_message = None
        else:
            raise ValueError("length is below -1")
        o.resource_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.resource_name = buf[pos:end].decode()
        pos = end
        o.pattern_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.principal = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.host = buf[pos:end].decode()
        pos = end
        o.operation, o.permission_type = _UNPACK_bb(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DeleteAclsMatchingAcl_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.error_message
        if items is None:
            put(_PACK_hh(o.error_code, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_hh(o.error_code, n))
            put(items)
        items = o.resource_name.encode()
        n = len(items)
        put(_PACK_bh(o.resource_type, n))
        put(items)
        items = o.principal.encode()
        n = len(items)
        put(_PACK_bh(o.pattern_type, n))
        put(items)
        items = o.host.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        put(_PACK_bb(o.operation, o.permission_type))


def _read_DeleteAclsMatchingAcl_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteAclsMatchingAcl()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        o.resource_type, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.resource_name = buf[pos + 1 : (pos := pos + n)].decode()
        o.pattern_type, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.principal = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host = buf[pos + 1 : (pos := pos + n)].decode()
        o.operation, o.permission_type, n = _UNPACK_bbB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeleteAclsMatchingAcl_many_2(put: Append, many: Any) -> None:
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
        items = o.resource_name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.resource_type, n))
        else:
            put(_PACK_b(o.resource_type))
            put(text_uvarint(n))
        put(items)
        items = o.principal.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.pattern_type, n))
        else:
            put(_PACK_b(o.pattern_type))
            put(text_uvarint(n))
        put(items)
        items = o.host.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_bb(o.operation, o.permission_type))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_bbx(o.operation, o.permission_type))


def _read_DeleteAclsFilterResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteAclsFilterResult()
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n >= 0:
            end = pos + n
            o.error_message = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.error_message = None
        else:
            raise ValueError("length is below -1")
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.matching_acls, pos = _read_DeleteAclsMatchingAcl_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DeleteAclsFilterResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.error_message
        if items is None:
            put(_PACK_hh(o.error_code, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_hh(o.error_code, n))
            put(items)
        items = o.matching_acls
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DeleteAclsMatchingAcl_many_0(put, items)


def _read_DeleteAclsFilterResult_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteAclsFilterResult()
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n >= 0:
            end = pos + n
            o.error_message = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.error_message = None
        else:
            raise ValueError("length is below -1")
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.matching_acls, pos = _read_DeleteAclsMatchingAcl_many_1(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DeleteAclsFilterResult_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.error_message
        if items is None:
            put(_PACK_hh(o.error_code, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_hh(o.error_code, n))
            put(items)
        items = o.matching_acls
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DeleteAclsMatchingAcl_many_1(put, items)


def _read_DeleteAclsFilterResult_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteAclsFilterResult()
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
            n, pos = count_length_not_null(buf, pos, n)
        o.matching_acls, pos = _read_DeleteAclsMatchingAcl_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeleteAclsFilterResult_many_2(put: Append, many: Any) -> None:
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
        items = o.matching_acls
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DeleteAclsMatchingAcl_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DeleteAclsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteAclsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.filter_results, pos = _read_DeleteAclsFilterResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DeleteAclsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.filter_results
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_DeleteAclsFilterResult_many_0(put, items)


def _read_DeleteAclsResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteAclsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.filter_results, pos = _read_DeleteAclsFilterResult_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DeleteAclsResponse_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.filter_results
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_DeleteAclsFilterResult_many_1(put, items)


def _read_DeleteAclsResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteAclsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.filter_results, pos = _read_DeleteAclsFilterResult_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteAclsResponse_2(put: Append, o: Any) -> None:
    items = o.filter_results
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DeleteAclsFilterResult_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DeleteAclsResponse._READERS = {
    0: _read_DeleteAclsResponse_0,
    1: _read_DeleteAclsResponse_1,
    2: _read_DeleteAclsResponse_2,
    3: _read_DeleteAclsResponse_2,
}
DeleteAclsResponse._WRITERS = {
    0: _write_DeleteAclsResponse_0,
    1: _write_DeleteAclsResponse_1,
    2: _write_DeleteAclsResponse_2,
    3: _write_DeleteAclsResponse_2,
}
