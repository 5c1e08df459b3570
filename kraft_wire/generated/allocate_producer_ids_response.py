# Generated from AllocateProducerIdsResponse.json by `python -m codegen generate`. Do not edit.
"""AllocateProducerIdsResponse, response of API key 67, version 0, flexible from 0. Hands out one block of producer ids."""

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

_PACK_ihqi = Layout(">ihqi").pack
_PACK_ihqix = Layout(">ihqix").pack
_UNPACK_ihqiB = Layout(">ihqiB").unpack_from


class AllocateProducerIdsResponse(Message):
    """Hands out one block of producer ids."""

    __slots__ = ("throttle_time_ms", "error_code", "producer_id_start", "producer_id_len", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "producer_id_start", "producer_id_len")
    KIND = "response"
    API_KEY = 67
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    producer_id_start: Final[int]
    """First producer id of the block. (int64)"""
    producer_id_len: Final[int]
    """How many producer ids the block has. (int32)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        producer_id_start: int = 0,
        producer_id_len: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.producer_id_start = producer_id_start
        self.producer_id_len = producer_id_len
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            producer_id_start: int = ...,
            producer_id_len: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AllocateProducerIdsResponse = new(AllocateProducerIdsResponse)


def _read_AllocateProducerIdsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AllocateProducerIdsResponse()
    o.throttle_time_ms, o.error_code, o.producer_id_start, o.producer_id_len, n = _UNPACK_ihqiB(buf, pos)
    pos += 19
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AllocateProducerIdsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_ihqi(o.throttle_time_ms, o.error_code, o.producer_id_start, o.producer_id_len))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ihqix(o.throttle_time_ms, o.error_code, o.producer_id_start, o.producer_id_len))


AllocateProducerIdsResponse._READERS = {
    0: _read_AllocateProducerIdsResponse_0,
}
AllocateProducerIdsResponse._WRITERS = {
    0: _write_AllocateProducerIdsResponse_0,
}
