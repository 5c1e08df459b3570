# Generated from AddOffsetsToTxnResponse.json by `python -m codegen generate`. Do not edit.
"""AddOffsetsToTxnResponse, response of API key 25, versions 0-4, flexible from 3. Answers AddOffsetsToTxnRequest."""

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
_PACK_ihx = Layout(">ihx").pack
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from


class AddOffsetsToTxnResponse(Message):
    """Answers AddOffsetsToTxnRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code")
    KIND = "response"
    API_KEY = 25
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (3, 4)
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AddOffsetsToTxnResponse = new(AddOffsetsToTxnResponse)


def _read_AddOffsetsToTxnResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AddOffsetsToTxnResponse()
    o.throttle_time_ms, o.error_code = _UNPACK_ih(buf, pos)
    pos += 6
    o.unknown_tagged_fields = ()
    return o, pos


def _write_AddOffsetsToTxnResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_ih(o.throttle_time_ms, o.error_code))


def _read_AddOffsetsToTxnResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AddOffsetsToTxnResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 7
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AddOffsetsToTxnResponse_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ihx(o.throttle_time_ms, o.error_code))


AddOffsetsToTxnResponse._READERS = {
    0: _read_AddOffsetsToTxnResponse_0,
    1: _read_AddOffsetsToTxnResponse_0,
    2: _read_AddOffsetsToTxnResponse_0,
    3: _read_AddOffsetsToTxnResponse_3,
    4: _read_AddOffsetsToTxnResponse_3,
}
AddOffsetsToTxnResponse._WRITERS = {
    0: _write_AddOffsetsToTxnResponse_0,
    1: _write_AddOffsetsToTxnResponse_0,
    2: _write_AddOffsetsToTxnResponse_0,
    3: _write_AddOffsetsToTxnResponse_3,
    4: _write_AddOffsetsToTxnResponse_3,
}
