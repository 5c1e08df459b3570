# Generated from RenewDelegationTokenResponse.json by `python -m codegen generate`. Do not edit.
"""RenewDelegationTokenResponse, response of API key 39, versions 0-2, flexible from 2. Answers RenewDelegationTokenRequest."""

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

_PACK_hqi = Layout(">hqi").pack
_PACK_hqix = Layout(">hqix").pack
_UNPACK_hqi = Layout(">hqi").unpack_from
_UNPACK_hqiB = Layout(">hqiB").unpack_from


class RenewDelegationTokenResponse(Message):
    """Answers RenewDelegationTokenRequest."""

    __slots__ = ("error_code", "expiry_timestamp_ms", "throttle_time_ms", "unknown_tagged_fields")
    __match_args__ = ("error_code", "expiry_timestamp_ms", "throttle_time_ms")
    KIND = "response"
    API_KEY = 39
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (2, 2)
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    expiry_timestamp_ms: Final[int]
    """When the token expires unless it is renewed, in milliseconds since 1970. (int64)"""
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        expiry_timestamp_ms: int = 0,
        throttle_time_ms: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.expiry_timestamp_ms = expiry_timestamp_ms
        self.throttle_time_ms = throttle_time_ms
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            expiry_timestamp_ms: int = ...,
            throttle_time_ms: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_RenewDelegationTokenResponse = new(RenewDelegationTokenResponse)


def _read_RenewDelegationTokenResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RenewDelegationTokenResponse()
    o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms = _UNPACK_hqi(buf, pos)
    pos += 14
    o.unknown_tagged_fields = ()
    return o, pos


def _write_RenewDelegationTokenResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_hqi(o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms))


def _read_RenewDelegationTokenResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RenewDelegationTokenResponse()
    o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms, n = _UNPACK_hqiB(buf, pos)
    pos += 15
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_RenewDelegationTokenResponse_2(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_hqi(o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_hqix(o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms))


RenewDelegationTokenResponse._READERS = {
    0: _read_RenewDelegationTokenResponse_0,
    1: _read_RenewDelegationTokenResponse_0,
    2: _read_RenewDelegationTokenResponse_2,
}
RenewDelegationTokenResponse._WRITERS = {
    0: _write_RenewDelegationTokenResponse_0,
    1: _write_RenewDelegationTokenResponse_0,
    2: _write_RenewDelegationTokenResponse_2,
}
