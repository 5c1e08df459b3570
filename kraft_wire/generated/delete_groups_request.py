# Generated from DeleteGroupsRequest.json by `python -m codegen generate`. Do not edit.
"""DeleteGroupsRequest, request of API key 42, versions 0-3, flexible from 2. Deletes groups that have no members."""

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
    from .delete_groups_response import DeleteGroupsResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_UNPACK_i = Layout(">i").unpack_from


class DeleteGroupsRequest(Request["DeleteGroupsResponse"]):
    """Deletes groups that have no members."""

    __slots__ = ("groups_names", "unknown_tagged_fields")
    __match_args__ = ("groups_names",)
    KIND = "request"
    API_KEY = 42
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (2, 3)
    _RESPONSE_NAME = "DeleteGroupsResponse"
    groups_names: Final[tuple[str, ...]]
    """Ids of the groups to delete. ([]string)"""

    def __init__(
        self,
        *,
        groups_names: Iterable[str] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.groups_names = _text_tuple(groups_names)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            groups_names: Iterable[str] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DeleteGroupsRequest = new(DeleteGroupsRequest)


def _read_DeleteGroupsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteGroupsRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.groups_names, pos = read_fixed_texts(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DeleteGroupsRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.groups_names
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    write_fixed_texts(put, items)


def _read_DeleteGroupsRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteGroupsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups_names, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteGroupsRequest_2(put: Append, o: Any) -> None:
    items = o.groups_names
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DeleteGroupsRequest._READERS = {
    0: _read_DeleteGroupsRequest_0,
    1: _read_DeleteGroupsRequest_0,
    2: _read_DeleteGroupsRequest_2,
    3: _read_DeleteGroupsRequest_2,
}
DeleteGroupsRequest._WRITERS = {
    0: _write_DeleteGroupsRequest_0,
    1: _write_DeleteGroupsRequest_0,
    2: _write_DeleteGroupsRequest_2,
    3: _write_DeleteGroupsRequest_2,
}
