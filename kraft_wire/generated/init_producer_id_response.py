# Generated from InitProducerIdResponse.json by `python -m codegen generate`. Do not edit.
"""InitProducerIdResponse, response of API key 22, versions 0-6, flexible from 2. Answers InitProducerIdRequest."""

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

_PACK_ihqh = Layout(">ihqh").pack
_PACK_ihqhqh = Layout(">ihqhqh").pack
_PACK_ihqhqhx = Layout(">ihqhqhx").pack
_PACK_ihqhx = Layout(">ihqhx").pack
_UNPACK_ihqh = Layout(">ihqh").unpack_from
_UNPACK_ihqhB = Layout(">ihqhB").unpack_from
_UNPACK_ihqhqhB = Layout(">ihqhqhB").unpack_from


class InitProducerIdResponse(Message):
    """Answers InitProducerIdRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "producer_id", "producer_epoch", "ongoing_txn_producer_id", "ongoing_txn_producer_epoch", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "producer_id", "producer_epoch", "ongoing_txn_producer_id", "ongoing_txn_producer_epoch")
    KIND = "response"
    API_KEY = 22
    VERSIONS = (0, 6)
    FLEXIBLE_VERSIONS = (2, 6)
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64)"""
    producer_epoch: Final[int]
    """Epoch of the producer; -1 for none. (int16)"""
    ongoing_txn_producer_id: Final[int]
    """Producer id of the prepared transaction; -1 for none. (int64, version 6)"""
    ongoing_txn_producer_epoch: Final[int]
    """Producer epoch of the prepared transaction; -1 for none. (int16, version 6)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        producer_id: int = -1,
        producer_epoch: int = 0,
        ongoing_txn_producer_id: int = -1,
        ongoing_txn_producer_epoch: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.ongoing_txn_producer_id = ongoing_txn_producer_id
        self.ongoing_txn_producer_epoch = ongoing_txn_producer_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            producer_id: int = ...,
            producer_epoch: int = ...,
            ongoing_txn_producer_id: int = ...,
            ongoing_txn_producer_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_InitProducerIdResponse = new(InitProducerIdResponse)


def _read_InitProducerIdResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_InitProducerIdResponse()
    o.ongoing_txn_producer_id = -1
    o.ongoing_txn_producer_epoch = -1
    o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch = _UNPACK_ihqh(buf, pos)
    pos += 16
    o.unknown_tagged_fields = ()
    return o, pos


def _write_InitProducerIdResponse_0(put: Append, o: Any) -> None:
    if o.ongoing_txn_producer_id != -1 or o.ongoing_txn_producer_epoch != -1:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_ihqh(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch))


def _read_InitProducerIdResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_InitProducerIdResponse()
    o.ongoing_txn_producer_id = -1
    o.ongoing_txn_producer_epoch = -1
    o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch, n = _UNPACK_ihqhB(buf, pos)
    pos += 17
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_InitProducerIdResponse_2(put: Append, o: Any) -> None:
    if o.ongoing_txn_producer_id != -1 or o.ongoing_txn_producer_epoch != -1:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        put(_PACK_ihqh(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ihqhx(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch))


def _read_InitProducerIdResponse_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_InitProducerIdResponse()
    o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch, o.ongoing_txn_producer_id, o.ongoing_txn_producer_epoch, n = _UNPACK_ihqhqhB(buf, pos)
    pos += 27
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_InitProducerIdResponse_6(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_ihqhqh(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch, o.ongoing_txn_producer_id, o.ongoing_txn_producer_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ihqhqhx(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch, o.ongoing_txn_producer_id, o.ongoing_txn_producer_epoch))


InitProducerIdResponse._READERS = {
    0: _read_InitProducerIdResponse_0,
    1: _read_InitProducerIdResponse_0,
    2: _read_InitProducerIdResponse_2,
    3: _read_InitProducerIdResponse_2,
    4: _read_InitProducerIdResponse_2,
    5: _read_InitProducerIdResponse_2,
    6: _read_InitProducerIdResponse_6,
}
InitProducerIdResponse._WRITERS = {
    0: _write_InitProducerIdResponse_0,
    1: _write_InitProducerIdResponse_0,
    2: _write_InitProducerIdResponse_2,
    3: _write_InitProducerIdResponse_2,
    4: _write_InitProducerIdResponse_2,
    5: _write_InitProducerIdResponse_2,
    6: _write_InitProducerIdResponse_6,
}
