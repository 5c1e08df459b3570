# Generated from DescribeTransactionsRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeTransactionsRequest, request of API key 65, version 0, flexible from 0. Asks a transaction coordinator for the state of transactional ids."""

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
    from .describe_transactions_response import DescribeTransactionsResponse
    from typing import Self

    from kraft_wire.primitives import Append


class DescribeTransactionsRequest(Request["DescribeTransactionsResponse"]):
    """Asks a transaction coordinator for the state of transactional ids."""

    __slots__ = ("transactional_ids", "unknown_tagged_fields")
    __match_args__ = ("transactional_ids",)
    KIND = "request"
    API_KEY = 65
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "DescribeTransactionsResponse"
    transactional_ids: Final[tuple[str, ...]]
    """Transactional ids. ([]string)"""

    def __init__(
        self,
        *,
        transactional_ids: Iterable[str] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.transactional_ids = _text_tuple(transactional_ids)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            transactional_ids: Iterable[str] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeTransactionsRequest = new(DescribeTransactionsRequest)


def _read_DescribeTransactionsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeTransactionsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.transactional_ids, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeTransactionsRequest_0(put: Append, o: Any) -> None:
    items = o.transactional_ids
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeTransactionsRequest._READERS = {
    0: _read_DescribeTransactionsRequest_0,
}
DescribeTransactionsRequest._WRITERS = {
    0: _write_DescribeTransactionsRequest_0,
}
