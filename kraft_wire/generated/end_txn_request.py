# Generated from EndTxnRequest.json by `python -m codegen generate`. Do not edit.
"""EndTxnRequest, request of API key 26, versions 0-5, flexible from 3. A producer commits or aborts its transaction."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .end_txn_response import EndTxnResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_qhZ = Layout(">qh?").pack
_PACK_qhZx = Layout(">qh?x").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_qhZ = Layout(">qh?").unpack_from
_UNPACK_qhZB = Layout(">qh?B").unpack_from


class EndTxnRequest(Request["EndTxnResponse"]):
    """A producer commits or aborts its transaction."""

    __slots__ = ("transactional_id", "producer_id", "producer_epoch", "committed", "unknown_tagged_fields")
    __match_args__ = ("transactional_id", "producer_id", "producer_epoch", "committed")
    KIND = "request"
    API_KEY = 26
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (3, 5)
    _RESPONSE_NAME = "EndTxnResponse"
    transactional_id: Final[str]
    """Transactional id of the producer. (string)"""
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64)"""
    producer_epoch: Final[int]
    """Epoch of the producer; -1 for none. (int16)"""
    committed: Final[bool]
    """True to commit, false to abort. (bool)"""

    def __init__(
        self,
        *,
        transactional_id: str = "",
        producer_id: int = 0,
        producer_epoch: int = 0,
        committed: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.transactional_id = transactional_id
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.committed = committed
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            transactional_id: str = ...,
            producer_id: int = ...,
            producer_epoch: int = ...,
            committed: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_EndTxnRequest = new(EndTxnRequest)


def _read_EndTxnRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_EndTxnRequest()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.transactional_id = buf[pos:end].decode()
    pos = end
    o.producer_id, o.producer_epoch, o.committed = _UNPACK_qhZ(buf, pos)
    pos += 11
    o.unknown_tagged_fields = ()
    return o, pos


def _write_EndTxnRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.transactional_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    if o.committed is not True and o.committed is not False:
        raise ValueError("bool is neither true nor false")
    put(_PACK_qhZ(o.producer_id, o.producer_epoch, o.committed))


def _read_EndTxnRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_EndTxnRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.producer_id, o.producer_epoch, o.committed, n = _UNPACK_qhZB(buf, pos)
    pos += 12
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_EndTxnRequest_3(put: Append, o: Any) -> None:
    items = o.transactional_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.committed is not True and o.committed is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_qhZ(o.producer_id, o.producer_epoch, o.committed))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_qhZx(o.producer_id, o.producer_epoch, o.committed))


EndTxnRequest._READERS = {
    0: _read_EndTxnRequest_0,
    1: _read_EndTxnRequest_0,
    2: _read_EndTxnRequest_0,
    3: _read_EndTxnRequest_3,
    4: _read_EndTxnRequest_3,
    5: _read_EndTxnRequest_3,
}
EndTxnRequest._WRITERS = {
    0: _write_EndTxnRequest_0,
    1: _write_EndTxnRequest_0,
    2: _write_EndTxnRequest_0,
    3: _write_EndTxnRequest_3,
    4: _write_EndTxnRequest_3,
    5: _write_EndTxnRequest_3,
}
