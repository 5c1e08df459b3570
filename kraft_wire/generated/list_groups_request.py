# Generated from ListGroupsRequest.json by `python -m codegen generate`. Do not edit.
"""ListGroupsRequest, request of API key 16, versions 0-5, flexible from 3. Lists the groups that a broker coordinates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    _text_tuple,
    read_compact_texts,
    write_compact_texts,
)
from kraft_wire.message import Request
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from .list_groups_response import ListGroupsResponse
    from typing import Self

    from kraft_wire.primitives import Append


class ListGroupsRequest(Request["ListGroupsResponse"]):
    """Lists the groups that a broker coordinates."""

    __slots__ = ("states_filter", "types_filter", "unknown_tagged_fields")
    __match_args__ = ("states_filter", "types_filter")
    KIND = "request"
    API_KEY = 16
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (3, 5)
    _RESPONSE_NAME = "ListGroupsResponse"
    states_filter: Final[tuple[str, ...]]
    """Only groups in these states; empty for all. ([]string, versions 4-5)"""
    types_filter: Final[tuple[str, ...]]
    """Only groups of these types; empty for all. ([]string, version 5)"""

    def __init__(
        self,
        *,
        states_filter: Iterable[str] = (),
        types_filter: Iterable[str] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.states_filter = _text_tuple(states_filter)
        self.types_filter = _text_tuple(types_filter)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            states_filter: Iterable[str] = ...,
            types_filter: Iterable[str] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ListGroupsRequest = new(ListGroupsRequest)


def _read_ListGroupsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListGroupsRequest()
    o.states_filter = ()
    o.types_filter = ()
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ListGroupsRequest_0(put: Append, o: Any) -> None:
    if o.states_filter != () or o.types_filter != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")


def _read_ListGroupsRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListGroupsRequest()
    o.states_filter = ()
    o.types_filter = ()
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListGroupsRequest_3(put: Append, o: Any) -> None:
    if o.states_filter != () or o.types_filter != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ListGroupsRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListGroupsRequest()
    o.types_filter = ()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.states_filter, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListGroupsRequest_4(put: Append, o: Any) -> None:
    if o.types_filter != ():
        raise ValueError("this version lacks a field that is set")
    items = o.states_filter
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ListGroupsRequest_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListGroupsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.states_filter, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.types_filter, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListGroupsRequest_5(put: Append, o: Any) -> None:
    items = o.states_filter
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    items = o.types_filter
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ListGroupsRequest._READERS = {
    0: _read_ListGroupsRequest_0,
    1: _read_ListGroupsRequest_0,
    2: _read_ListGroupsRequest_0,
    3: _read_ListGroupsRequest_3,
    4: _read_ListGroupsRequest_4,
    5: _read_ListGroupsRequest_5,
}
ListGroupsRequest._WRITERS = {
    0: _write_ListGroupsRequest_0,
    1: _write_ListGroupsRequest_0,
    2: _write_ListGroupsRequest_0,
    3: _write_ListGroupsRequest_3,
    4: _write_ListGroupsRequest_4,
    5: _write_ListGroupsRequest_5,
}
