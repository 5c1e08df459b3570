# Generated from InitProducerIdRequest.json by `python -m codegen generate`. Do not edit.
"""InitProducerIdRequest, request of API key 22, versions 0-6, flexible from 2. A producer asks for its id and epoch; with a transactional id, older instances are fenced."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    new,
    read_unknown_tags,
    text_length,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .init_producer_id_response import InitProducerIdResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iqh = Layout(">iqh").pack
_PACK_iqhZZ = Layout(">iqh??").pack
_PACK_iqhZZx = Layout(">iqh??x").pack
_PACK_iqhx = Layout(">iqhx").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iqhB = Layout(">iqhB").unpack_from
_UNPACK_iqhZZB = Layout(">iqh??B").unpack_from


class InitProducerIdRequest(Request["InitProducerIdResponse"]):
    """A producer asks for its id and epoch; with a transactional id, older instances are fenced."""

    __slots__ = ("transactional_id", "transaction_timeout_ms", "producer_id", "producer_epoch", "enable2pc", "keep_prepared_txn", "unknown_tagged_fields")
    __match_args__ = ("transactional_id", "transaction_timeout_ms", "producer_id", "producer_epoch", "enable2pc", "keep_prepared_txn")
    KIND = "request"
    API_KEY = 22
    VERSIONS = (0, 6)
    FLEXIBLE_VERSIONS = (2, 6)
    _RESPONSE_NAME = "InitProducerIdResponse"
    transactional_id: Final[str | None]
    """Transactional id of the producer. (string)"""
    transaction_timeout_ms: Final[int]
    """Milliseconds after which the coordinator aborts the transaction. (int32)"""
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64, versions 3-6)"""
    producer_epoch: Final[int]
    """Epoch of the producer; -1 for none. (int16, versions 3-6)"""
    enable2pc: Final[bool]
    """Whether the producer takes part in two-phase commit (KIP-939). (bool, version 6)"""
    keep_prepared_txn: Final[bool]
    """Whether a prepared transaction survives. (bool, version 6)"""

    def __init__(
        self,
        *,
        transactional_id: str | None = "",
        transaction_timeout_ms: int = 0,
        producer_id: int = -1,
        producer_epoch: int = -1,
        enable2pc: bool = False,
        keep_prepared_txn: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.transactional_id = transactional_id
        self.transaction_timeout_ms = transaction_timeout_ms
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.enable2pc = enable2pc
        self.keep_prepared_txn = keep_prepared_txn
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            transactional_id: str | None = ...,
            transaction_timeout_ms: int = ...,
            producer_id: int = ...,
            producer_epoch: int = ...,
            enable2pc: bool = ...,
            keep_prepared_txn: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_InitProducerIdRequest = new(InitProducerIdRequest)


def _read_InitProducerIdRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_InitProducerIdRequest()
    o.producer_id = -1
    o.producer_epoch = -1
    o.enable2pc = False
    o.keep_prepared_txn = False
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.transactional_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.transactional_id = None
    else:
        raise ValueError("length is below -1")
    (o.transaction_timeout_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_InitProducerIdRequest_0(put: Append, o: Any) -> None:
    if o.producer_id != -1 or o.producer_epoch != -1 or o.enable2pc is not False or o.keep_prepared_txn is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.transactional_id
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
    put(_PACK_i(o.transaction_timeout_ms))


def _read_InitProducerIdRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_InitProducerIdRequest()
    o.producer_id = -1
    o.producer_epoch = -1
    o.enable2pc = False
    o.keep_prepared_txn = False
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.transactional_id = None
        pos += 1
    o.transaction_timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_InitProducerIdRequest_2(put: Append, o: Any) -> None:
    if o.producer_id != -1 or o.producer_epoch != -1 or o.enable2pc is not False or o.keep_prepared_txn is not False:
        raise ValueError("this version lacks a field that is set")
    items = o.transactional_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.transaction_timeout_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.transaction_timeout_ms))


def _read_InitProducerIdRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_InitProducerIdRequest()
    o.enable2pc = False
    o.keep_prepared_txn = False
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.transactional_id = None
        pos += 1
    o.transaction_timeout_ms, o.producer_id, o.producer_epoch, n = _UNPACK_iqhB(buf, pos)
    pos += 15
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_InitProducerIdRequest_3(put: Append, o: Any) -> None:
    if o.enable2pc is not False or o.keep_prepared_txn is not False:
        raise ValueError("this version lacks a field that is set")
    items = o.transactional_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.unknown_tagged_fields:
        put(_PACK_iqh(o.transaction_timeout_ms, o.producer_id, o.producer_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iqhx(o.transaction_timeout_ms, o.producer_id, o.producer_epoch))


def _read_InitProducerIdRequest_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_InitProducerIdRequest()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.transactional_id = None
        pos += 1
    o.transaction_timeout_ms, o.producer_id, o.producer_epoch, o.enable2pc, o.keep_prepared_txn, n = _UNPACK_iqhZZB(buf, pos)
    pos += 17
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_InitProducerIdRequest_6(put: Append, o: Any) -> None:
    items = o.transactional_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.enable2pc is not True and o.enable2pc is not False:
        raise ValueError("bool is neither true nor false")
    if o.keep_prepared_txn is not True and o.keep_prepared_txn is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_iqhZZ(o.transaction_timeout_ms, o.producer_id, o.producer_epoch, o.enable2pc, o.keep_prepared_txn))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iqhZZx(o.transaction_timeout_ms, o.producer_id, o.producer_epoch, o.enable2pc, o.keep_prepared_txn))


InitProducerIdRequest._READERS = {
    0: _read_InitProducerIdRequest_0,
    1: _read_InitProducerIdRequest_0,
    2: _read_InitProducerIdRequest_2,
    3: _read_InitProducerIdRequest_3,
    4: _read_InitProducerIdRequest_3,
    5: _read_InitProducerIdRequest_3,
    6: _read_InitProducerIdRequest_6,
}
InitProducerIdRequest._WRITERS = {
    0: _write_InitProducerIdRequest_0,
    1: _write_InitProducerIdRequest_0,
    2: _write_InitProducerIdRequest_2,
    3: _write_InitProducerIdRequest_3,
    4: _write_InitProducerIdRequest_3,
    5: _write_InitProducerIdRequest_3,
    6: _write_InitProducerIdRequest_6,
}
