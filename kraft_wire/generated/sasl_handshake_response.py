# Generated from SaslHandshakeResponse.json by `python -m codegen generate`. Do not edit.
"""SaslHandshakeResponse, response of API key 17, versions 0-1. Answers SaslHandshakeRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    _text_tuple,
    read_fixed_texts,
    write_fixed_texts,
)
from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    new,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_hi = Layout(">hi").pack
_UNPACK_hi = Layout(">hi").unpack_from


class SaslHandshakeResponse(Message):
    """Answers SaslHandshakeRequest."""

    __slots__ = ("error_code", "mechanisms", "unknown_tagged_fields")
    __match_args__ = ("error_code", "mechanisms")
    KIND = "response"
    API_KEY = 17
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, -1)
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    mechanisms: Final[tuple[str, ...]]
    """Mechanisms that the server offers. ([]string)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        mechanisms: Iterable[str] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.mechanisms = _text_tuple(mechanisms)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            mechanisms: Iterable[str] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_SaslHandshakeResponse = new(SaslHandshakeResponse)


def _read_SaslHandshakeResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SaslHandshakeResponse()
    o.error_code, n = _UNPACK_hi(buf, pos)
    pos += 6
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.mechanisms, pos = read_fixed_texts(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_SaslHandshakeResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.mechanisms
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_hi(o.error_code, n))
    write_fixed_texts(put, items)

SaslHandshakeResponse._READERS = {
    0: _read_SaslHandshakeResponse_0,
    1: _read_SaslHandshakeResponse_0,
}
SaslHandshakeResponse._WRITERS = {
    0: _write_SaslHandshakeResponse_0,
    1: _write_SaslHandshakeResponse_0,
}
