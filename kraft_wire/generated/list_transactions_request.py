# Generated from ListTransactionsRequest.json by `python -m codegen generate`. Do not edit.
"""ListTransactionsRequest, request of API key 66, versions 0-2, flexible from 0. Lists the transactions that a broker coordinates."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT64S,
    READ_INT64S,
    _text_tuple,
    pack_many,
    read_compact_texts,
    read_numbers,
    write_compact_texts,
)
from kraft_wire.message import Request
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .list_transactions_response import ListTransactionsResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_q = Layout(">q").pack
_PACK_qB = Layout(">qB").pack
_PACK_qx = Layout(">qx").pack
_UNPACK_qB = Layout(">qB").unpack_from


class ListTransactionsRequest(Request["ListTransactionsResponse"]):
    """Lists the transactions that a broker coordinates."""

    __slots__ = ("state_filters", "producer_id_filters", "duration_filter", "transactional_id_pattern", "unknown_tagged_fields")
    __match_args__ = ("state_filters", "producer_id_filters", "duration_filter", "transactional_id_pattern")
    KIND = "request"
    API_KEY = 66
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    _RESPONSE_NAME = "ListTransactionsResponse"
    state_filters: Final[tuple[str, ...]]
    """Only transactions in these states; empty for all. ([]string)"""
    producer_id_filters: Final[tuple[int, ...]]
    """Only transactions of these producer ids; empty for all. ([]int64)"""
    duration_filter: Final[int]
    """Only transactions that run longer than these milliseconds; -1 for all. (int64, versions 1-2)"""
    transactional_id_pattern: Final[str | None]
    """Regular expression for transactional ids; null for all. (string, version 2)"""

    def __init__(
        self,
        *,
        state_filters: Iterable[str] = (),
        producer_id_filters: Iterable[int] = (),
        duration_filter: int = -1,
        transactional_id_pattern: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.state_filters = _text_tuple(state_filters)
        self.producer_id_filters = tuple(producer_id_filters)
        self.duration_filter = duration_filter
        self.transactional_id_pattern = transactional_id_pattern
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            state_filters: Iterable[str] = ...,
            producer_id_filters: Iterable[int] = ...,
            duration_filter: int = ...,
            transactional_id_pattern: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ListTransactionsRequest = new(ListTransactionsRequest)


def _read_ListTransactionsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListTransactionsRequest()
    o.duration_filter = -1
    o.transactional_id_pattern = None
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.state_filters, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.producer_id_filters = (READ_INT64S[n] if n < 16 else read_numbers("q", n))(buf, pos)
    pos += 8 * n - 7
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListTransactionsRequest_0(put: Append, o: Any) -> None:
    if o.duration_filter != -1 or o.transactional_id_pattern is not None:
        raise ValueError("this version lacks a field that is set")
    items = o.state_filters
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    items = o.producer_id_filters
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT64S[n - 1] if n < 16 else pack_many("q", len(items)))(*items))
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ListTransactionsRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListTransactionsRequest()
    o.transactional_id_pattern = None
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.state_filters, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.producer_id_filters = (READ_INT64S[n] if n < 16 else read_numbers("q", n))(buf, pos)
    pos += 8 * n - 7
    o.duration_filter, n = _UNPACK_qB(buf, pos)
    pos += 9
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListTransactionsRequest_1(put: Append, o: Any) -> None:
    if o.transactional_id_pattern is not None:
        raise ValueError("this version lacks a field that is set")
    items = o.state_filters
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    items = o.producer_id_filters
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT64S[n - 1] if n < 16 else pack_many("q", len(items)))(*items))
    if o.unknown_tagged_fields:
        put(_PACK_q(o.duration_filter))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_qx(o.duration_filter))


def _read_ListTransactionsRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListTransactionsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.state_filters, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.producer_id_filters = (READ_INT64S[n] if n < 16 else read_numbers("q", n))(buf, pos)
    pos += 8 * n - 7
    o.duration_filter, n = _UNPACK_qB(buf, pos)
    pos += 8
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.transactional_id_pattern = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.transactional_id_pattern = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListTransactionsRequest_2(put: Append, o: Any) -> None:
    items = o.state_filters
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    items = o.producer_id_filters
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT64S[n - 1] if n < 16 else pack_many("q", len(items)))(*items))
    items = o.transactional_id_pattern
    if items is None:
        put(_PACK_qB(o.duration_filter, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_qB(o.duration_filter, n))
        else:
            put(_PACK_q(o.duration_filter))
            put(text_uvarint(n))
        put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ListTransactionsRequest._READERS = {
    0: _read_ListTransactionsRequest_0,
    1: _read_ListTransactionsRequest_1,
    2: _read_ListTransactionsRequest_2,
}
ListTransactionsRequest._WRITERS = {
    0: _write_ListTransactionsRequest_0,
    1: _write_ListTransactionsRequest_1,
    2: _write_ListTransactionsRequest_2,
}
