# Generated from AddOffsetsToTxnRequest.json by `python -m codegen generate`. Do not edit.
"""AddOffsetsToTxnRequest, request of API key 25, versions 0-4, flexible from 3. A transactional producer brings the offsets of a consumer group into its transaction."""

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
    from .add_offsets_to_txn_response import AddOffsetsToTxnResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_qh = Layout(">qh").pack
_PACK_qhB = Layout(">qhB").pack
_PACK_qhh = Layout(">qhh").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_qhB = Layout(">qhB").unpack_from
_UNPACK_qhh = Layout(">qhh").unpack_from


class AddOffsetsToTxnRequest(Request["AddOffsetsToTxnResponse"]):
    """A transactional producer brings the offsets of a consumer group into its transaction."""

    __slots__ = ("transactional_id", "producer_id", "producer_epoch", "group_id", "unknown_tagged_fields")
    __match_args__ = ("transactional_id", "producer_id", "producer_epoch", "group_id")
    KIND = "request"
    API_KEY = 25
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (3, 4)
    _RESPONSE_NAME = "AddOffsetsToTxnResponse"
    transactional_id: Final[str]
    """Transactional id of the producer. (string)"""
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64)"""
    producer_epoch: Final[int]
    """Epoch of the producer; -1 for none. (int16)"""
    group_id: Final[str]
    """Id of the group. (string)"""

    def __init__(
        self,
        *,
        transactional_id: str = "",
        producer_id: int = 0,
        producer_epoch: int = 0,
        group_id: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.transactional_id = transactional_id
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.group_id = group_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            transactional_id: str = ...,
            producer_id: int = ...,
            producer_epoch: int = ...,
            group_id: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AddOffsetsToTxnRequest = new(AddOffsetsToTxnRequest)


def _read_AddOffsetsToTxnRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AddOffsetsToTxnRequest()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.transactional_id = buf[pos:end].decode()
    pos = end
    o.producer_id, o.producer_epoch, n = _UNPACK_qhh(buf, pos)
    pos += 12
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_AddOffsetsToTxnRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.transactional_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_qhh(o.producer_id, o.producer_epoch, n))
    put(items)


def _read_AddOffsetsToTxnRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AddOffsetsToTxnRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.producer_id, o.producer_epoch, n = _UNPACK_qhB(buf, pos)
    pos += 10
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AddOffsetsToTxnRequest_3(put: Append, o: Any) -> None:
    items = o.transactional_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.group_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_qhB(o.producer_id, o.producer_epoch, n))
    else:
        put(_PACK_qh(o.producer_id, o.producer_epoch))
        put(text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


AddOffsetsToTxnRequest._READERS = {
    0: _read_AddOffsetsToTxnRequest_0,
    1: _read_AddOffsetsToTxnRequest_0,
    2: _read_AddOffsetsToTxnRequest_0,
    3: _read_AddOffsetsToTxnRequest_3,
    4: _read_AddOffsetsToTxnRequest_3,
}
AddOffsetsToTxnRequest._WRITERS = {
    0: _write_AddOffsetsToTxnRequest_0,
    1: _write_AddOffsetsToTxnRequest_0,
    2: _write_AddOffsetsToTxnRequest_0,
    3: _write_AddOffsetsToTxnRequest_3,
    4: _write_AddOffsetsToTxnRequest_3,
}
