# Generated from DescribeClientQuotasRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeClientQuotasRequest, request of API key 48, versions 0-1, flexible from 1. Lists client quotas of the entities that match."""

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
    from .describe_client_quotas_response import DescribeClientQuotasResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_Z = Layout(">?").pack
_PACK_Zx = Layout(">?x").pack
_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_bh = Layout(">bh").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_UNPACK_Z = Layout(">?").unpack_from
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_bh = Layout(">bh").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class ComponentData(Struct):
    """Conditions that entities must meet."""

    __slots__ = ("entity_type", "match_type", "match", "unknown_tagged_fields")
    __match_args__ = ("entity_type", "match_type", "match")
    __qualname__ = "DescribeClientQuotasRequest.ComponentData"
    entity_type: Final[str]
    """user, client-id or ip. (string)"""
    match_type: Final[int]
    """0 exact name, 1 default, 2 any name. (int8)"""
    match: Final[str | None]
    """Name to match exactly; otherwise null. (string)"""

    def __init__(
        self,
        *,
        entity_type: str = "",
        match_type: int = 0,
        match: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.entity_type = entity_type
        self.match_type = match_type
        self.match = match
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            entity_type: str = ...,
            match_type: int = ...,
            match: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ComponentData = ComponentData
_new_ComponentData = new(ComponentData)


class DescribeClientQuotasRequest(Request["DescribeClientQuotasResponse"]):
    """Lists client quotas of the entities that match."""

    __slots__ = ("components", "strict", "unknown_tagged_fields")
    __match_args__ = ("components", "strict")
    KIND = "request"
    API_KEY = 48
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (1, 1)
    _RESPONSE_NAME = "DescribeClientQuotasResponse"
    if TYPE_CHECKING:
        ComponentData: TypeAlias = _ComponentData
    else:  # no annotation of a field
        ComponentData = _ComponentData
    components: Final[tuple[ComponentData, ...]]
    """Conditions that entities must meet. ([]ComponentData)"""
    strict: Final[bool]
    """Whether entities with further parts do not match. (bool)"""

    def __init__(
        self,
        *,
        components: Iterable[ComponentData] = (),
        strict: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.components = tuple(components)
        self.strict = strict
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            components: Iterable[ComponentData] = ...,
            strict: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeClientQuotasRequest = new(DescribeClientQuotasRequest)


def _read_ComponentData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ComponentData()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.entity_type = buf[pos:end].decode()
        pos = end
        o.match_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n >= 0:
            end = pos + n
            o.match = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.match = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ComponentData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.entity_type.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.match
        if items is None:
            put(_PACK_bh(o.match_type, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_bh(o.match_type, n))
            put(items)


def _read_ComponentData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ComponentData()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.entity_type = buf[pos + 1 : (pos := pos + n)].decode()
        o.match_type, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.match = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.match = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ComponentData_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.entity_type.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.match
        if items is None:
            put(_PACK_bB(o.match_type, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_bB(o.match_type, n))
            else:
                put(_PACK_b(o.match_type))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeClientQuotasRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeClientQuotasRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.components, pos = _read_ComponentData_many_0(buf, pos, n)
    (o.strict,) = _UNPACK_Z(buf, pos)
    pos += 1
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeClientQuotasRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.components
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_ComponentData_many_0(put, items)
    if o.strict is not True and o.strict is not False:
        raise ValueError("bool is neither true nor false")
    put(_PACK_Z(o.strict))


def _read_DescribeClientQuotasRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeClientQuotasRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.components, pos = _read_ComponentData_many_1(buf, pos + 1, n - 1)
    o.strict, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeClientQuotasRequest_1(put: Append, o: Any) -> None:
    items = o.components
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ComponentData_many_1(put, items)
    if o.strict is not True and o.strict is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.strict))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.strict))


DescribeClientQuotasRequest._READERS = {
    0: _read_DescribeClientQuotasRequest_0,
    1: _read_DescribeClientQuotasRequest_1,
}
DescribeClientQuotasRequest._WRITERS = {
    0: _write_DescribeClientQuotasRequest_0,
    1: _write_DescribeClientQuotasRequest_1,
}
