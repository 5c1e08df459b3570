# Generated from ListConfigResourcesRequest.json by `python -m codegen generate`. Do not edit.
"""ListConfigResourcesRequest, request of API key 74, versions 0-1, flexible from 0. Lists the names of resources that have configs, by type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT8S,
    READ_INT8S,
    pack_many,
    read_numbers,
)
from kraft_wire.message import Request
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
    count_uvarint,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from .list_config_resources_response import ListConfigResourcesResponse
    from typing import Self

    from kraft_wire.primitives import Append


class ListConfigResourcesRequest(Request["ListConfigResourcesResponse"]):
    """Lists the names of resources that have configs, by type."""

    __slots__ = ("resource_types", "unknown_tagged_fields")
    __match_args__ = ("resource_types",)
    KIND = "request"
    API_KEY = 74
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    _RESPONSE_NAME = "ListConfigResourcesResponse"
    resource_types: Final[tuple[int, ...]]
    """Types of resources to list; empty for all that can be listed. ([]int8, version 1)"""

    def __init__(
        self,
        *,
        resource_types: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.resource_types = tuple(resource_types)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            resource_types: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ListConfigResourcesRequest = new(ListConfigResourcesRequest)


def _read_ListConfigResourcesRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListConfigResourcesRequest()
    o.resource_types = ()
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListConfigResourcesRequest_0(put: Append, o: Any) -> None:
    if o.resource_types != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ListConfigResourcesRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListConfigResourcesRequest()
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.resource_types = (READ_INT8S[n] if n < 16 else read_numbers("b", n))(buf, pos)
    pos += n
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListConfigResourcesRequest_1(put: Append, o: Any) -> None:
    items = o.resource_types
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT8S[n - 1] if n < 16 else pack_many("b", len(items)))(*items))
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ListConfigResourcesRequest._READERS = {
    0: _read_ListConfigResourcesRequest_0,
    1: _read_ListConfigResourcesRequest_1,
}
ListConfigResourcesRequest._WRITERS = {
    0: _write_ListConfigResourcesRequest_0,
    1: _write_ListConfigResourcesRequest_1,
}
