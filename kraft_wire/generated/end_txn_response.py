# Generated from EndTxnResponse.json by `python -m codegen generate`. Do not edit.
"""EndTxnResponse, response of API key 26, versions 0-5, flexible from 3. Answers EndTxnRequest."""

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

_PACK_ih = Layout(">ih").pack
_PACK_ihqh = Layout(">ihqh").pack
_PACK_ihqhx = Layout(">ihqhx").pack
_PACK_ihx = Layout(">ihx").pack
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ihqhB = Layout(">ihqhB").unpack_from


class EndTxnResponse(Message):
    """Answers EndTxnRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "producer_id", "producer_epoch", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "producer_id", "producer_epoch")
    KIND = "response"
    API_KEY = 26
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (3, 5)
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64, version 5, ignorable)"""
    producer_epoch: Final[int]
    """Epoch of the producer; -1 for none. (int16, version 5, ignorable)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        producer_id: int = -1,
        producer_epoch: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            producer_id: int = ...,
            producer_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_EndTxnResponse = new(EndTxnResponse)


def _read_EndTxnResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_EndTxnResponse()
    o.producer_id = -1
    o.producer_epoch = -1
    o.throttle_time_ms, o.error_code = _UNPACK_ih(buf, pos)
    pos += 6
    o.unknown_tagged_fields = ()
    return o, pos


def _write_EndTxnResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_ih(o.throttle_time_ms, o.error_code))


def _read_EndTxnResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_EndTxnResponse()
    o.producer_id = -1
    o.producer_epoch = -1
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 7
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_EndTxnResponse_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ihx(o.throttle_time_ms, o.error_code))


def _read_EndTxnResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_EndTxnResponse()
    o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch, n = _UNPACK_ihqhB(buf, pos)
    pos += 17
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_EndTxnResponse_5(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_ihqh(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ihqhx(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch))


EndTxnResponse._READERS = {
    0: _read_EndTxnResponse_0,
    1: _read_EndTxnResponse_0,
    2: _read_EndTxnResponse_0,
    3: _read_EndTxnResponse_3,
    4: _read_EndTxnResponse_3,
    5: _read_EndTxnResponse_5,
}
EndTxnResponse._WRITERS = {
    0: _write_EndTxnResponse_0,
    1: _write_EndTxnResponse_0,
    2: _write_EndTxnResponse_0,
    3: _write_EndTxnResponse_3,
    4: _write_EndTxnResponse_3,
    5: _write_EndTxnResponse_5,
}
