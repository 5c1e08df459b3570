# Generated from ResponseHeader.json by `python -m codegen generate`. Do not edit.
"""ResponseHeader, header, versions 0-1, flexible from 1. Stands before every response; version 1 brought tagged fields."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from


class ResponseHeader(Message):
    """Stands before every response; version 1 brought tagged fields."""

    __slots__ = ("correlation_id", "unknown_tagged_fields")
    __match_args__ = ("correlation_id",)
    KIND = "header"
    API_KEY = None
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (1, 1)
    correlation_id: Final[int]
    """Number that ties a response to its request. (int32)"""

    def __init__(
        self,
        *,
        correlation_id: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.correlation_id = correlation_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            correlation_id: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ResponseHeader = new(ResponseHeader)


def _read_ResponseHeader_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ResponseHeader()
    (o.correlation_id,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ResponseHeader_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_i(o.correlation_id))


def _read_ResponseHeader_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ResponseHeader()
    o.correlation_id, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ResponseHeader_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_i(o.correlation_id))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.correlation_id))


ResponseHeader._READERS = {
    0: _read_ResponseHeader_0,
    1: _read_ResponseHeader_1,
}
ResponseHeader._WRITERS = {
    0: _write_ResponseHeader_0,
    1: _write_ResponseHeader_1,
}
