# Generated from DescribeConfigsRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeConfigsRequest, request of API key 32, versions 0-4, flexible from 4. Asks for the configs of resources, where they come from and what they mean."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    _text_tuple,
    read_compact_texts,
    read_fixed_texts,
    write_compact_texts,
    write_fixed_texts,
)
from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .describe_configs_response import DescribeConfigsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_Z = Layout(">?").pack
_PACK_ZZ = Layout(">??").pack
_PACK_ZZx = Layout(">??x").pack
_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_bh = Layout(">bh").pack
_PACK_i = Layout(">i").pack
_UNPACK_Z = Layout(">?").unpack_from
_UNPACK_ZZ = Layout(">??").unpack_from
_UNPACK_ZZB = Layout(">??B").unpack_from
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_bh = Layout(">bh").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class DescribeConfigsResource(Struct):
    """One entry for each resource."""

    __slots__ = ("resource_type", "resource_name", "configuration_keys", "unknown_tagged_fields")
    __match_args__ = ("resource_type", "resource_name", "configuration_keys")
    __qualname__ = "DescribeConfigsRequest.DescribeConfigsResource"
    resource_type: Final[int]
    """Type of the resource. (int8)"""
    resource_name: Final[str]
    """Name of the resource. (string)"""
    configuration_keys: Final[tuple[str, ...] | None]
    """Names of configs to tell of; null for all. ([]string)"""

    def __init__(
        self,
        *,
        resource_type: int = 0,
        resource_name: str = "",
        configuration_keys: Iterable[str] | None = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.resource_type = resource_type
        self.resource_name = resource_name
        self.configuration_keys = None if configuration_keys is None else _text_tuple(configuration_keys)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            resource_type: int = ...,
            resource_name: str = ...,
            configuration_keys: Iterable[str] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeConfigsResource = DescribeConfigsResource
_new_DescribeConfigsResource = new(DescribeConfigsResource)


class DescribeConfigsRequest(Request["DescribeConfigsResponse"]):
    """Asks for the configs of resources, where they come from and what they mean."""

    __slots__ = ("resources", "include_synonyms", "include_documentation", "unknown_tagged_fields")
    __match_args__ = ("resources", "include_synonyms", "include_documentation")
    KIND = "request"
    API_KEY = 32
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (4, 4)
    _RESPONSE_NAME = "DescribeConfigsResponse"
    if TYPE_CHECKING:
        DescribeConfigsResource: TypeAlias = _DescribeConfigsResource
    else:  # no annotation of a field
        DescribeConfigsResource = _DescribeConfigsResource
    resources: Final[tuple[DescribeConfigsResource, ...]]
    """One entry for each resource. ([]DescribeConfigsResource)"""
    include_synonyms: Final[bool]
    """Whether to tell the other names and sources of each config. (bool, versions 1-4)"""
    include_documentation: Final[bool]
    """Whether to tell what each config means. (bool, versions 3-4)"""

    def __init__(
        self,
        *,
        resources: Iterable[DescribeConfigsResource] = (),
        include_synonyms: bool = False,
        include_documentation: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.resources = tuple(resources)
        self.include_synonyms = include_synonyms
        self.include_documentation = include_documentation
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            resources: Iterable[DescribeConfigsResource] = ...,
            include_synonyms: bool = ...,
            include_documentation: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeConfigsRequest = new(DescribeConfigsRequest)


def _read_DescribeConfigsResource_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeConfigsResource()
        o.resource_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.resource_name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if n >= 0:
            if n > 1000000:
                raise ValueError("array is too long")
            o.configuration_keys, pos = read_fixed_texts(buf, pos, n)
        elif n == -1:
            o.configuration_keys = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribeConfigsResource_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.resource_name.encode()
        n = len(items)
        put(_PACK_bh(o.resource_type, n))
        put(items)
        items = o.configuration_keys
        if items is None:
            put(_PACK_i(-1))
        else:
            n = len(items)
            if n > 1000000:
                raise ValueError("array is too long")
            put(_PACK_i(n))
            write_fixed_texts(put, items)


def _read_DescribeConfigsResource_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeConfigsResource()
        o.resource_type, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.resource_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        if n:
            o.configuration_keys, pos = read_compact_texts(buf, pos + 1, n - 1)
        else:
            o.configuration_keys = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeConfigsResource_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.resource_name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.resource_type, n))
        else:
            put(_PACK_b(o.resource_type))
            put(text_uvarint(n))
        put(items)
        items = o.configuration_keys
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            write_compact_texts(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeConfigsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeConfigsRequest()
    o.include_synonyms = False
    o.include_documentation = False
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.resources, pos = _read_DescribeConfigsResource_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeConfigsRequest_0(put: Append, o: Any) -> None:
    if o.include_synonyms is not False or o.include_documentation is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.resources
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_DescribeConfigsResource_many_0(put, items)


def _read_DescribeConfigsRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeConfigsRequest()
    o.include_documentation = False
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.resources, pos = _read_DescribeConfigsResource_many_0(buf, pos, n)
    (o.include_synonyms,) = _UNPACK_Z(buf, pos)
    pos += 1
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeConfigsRequest_1(put: Append, o: Any) -> None:
    if o.include_documentation is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.resources
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_DescribeConfigsResource_many_0(put, items)
    if o.include_synonyms is not True and o.include_synonyms is not False:
        raise ValueError("bool is neither true nor false")
    put(_PACK_Z(o.include_synonyms))


def _read_DescribeConfigsRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeConfigsRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.resources, pos = _read_DescribeConfigsResource_many_0(buf, pos, n)
    o.include_synonyms, o.include_documentation = _UNPACK_ZZ(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeConfigsRequest_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.resources
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_DescribeConfigsResource_many_0(put, items)
    if o.include_synonyms is not True and o.include_synonyms is not False:
        raise ValueError("bool is neither true nor false")
    if o.include_documentation is not True and o.include_documentation is not False:
        raise ValueError("bool is neither true nor false")
    put(_PACK_ZZ(o.include_synonyms, o.include_documentation))


def _read_DescribeConfigsRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeConfigsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.resources, pos = _read_DescribeConfigsResource_many_4(buf, pos + 1, n - 1)
    o.include_synonyms, o.include_documentation, n = _UNPACK_ZZB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeConfigsRequest_4(put: Append, o: Any) -> None:
    items = o.resources
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_DescribeConfigsResource_many_4(put, items)
    if o.include_synonyms is not True and o.include_synonyms is not False:
        raise ValueError("bool is neither true nor false")
    if o.include_documentation is not True and o.include_documentation is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_ZZ(o.include_synonyms, o.include_documentation))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ZZx(o.include_synonyms, o.include_documentation))


DescribeConfigsRequest._READERS = {
    0: _read_DescribeConfigsRequest_0,
    1: _read_DescribeConfigsRequest_1,
    2: _read_DescribeConfigsRequest_1,
    3: _read_DescribeConfigsRequest_3,
    4: _read_DescribeConfigsRequest_4,
}
DescribeConfigsRequest._WRITERS = {
    0: _write_DescribeConfigsRequest_0,
    1: _write_DescribeConfigsRequest_1,
    2: _write_DescribeConfigsRequest_1,
    3: _write_DescribeConfigsRequest_3,
    4: _write_DescribeConfigsRequest_4,
}
