# Generated from UpdateMetadataResponse.json by `python -m codegen generate`. Do not edit.
"""UpdateMetadataResponse, response of API key 6, versions 0-8, flexible from 6. Answers UpdateMetadataRequest."""

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

_PACK_h = Layout(">h").pack
_PACK_hx = Layout(">hx").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from


class UpdateMetadataResponse(Message):
    """Answers UpdateMetadataRequest."""

    __slots__ = ("error_code", "unknown_tagged_fields")
    __match_args__ = ("error_code",)
    KIND = "response"
    API_KEY = 6
    VERSIONS = (0, 8)
    FLEXIBLE_VERSIONS = (6, 8)
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_UpdateMetadataResponse = new(UpdateMetadataResponse)


def _read_UpdateMetadataResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateMetadataResponse()
    (o.error_code,) = _UNPACK_h(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    return o, pos


def _write_UpdateMetadataResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_h(o.error_code))


def _read_UpdateMetadataResponse_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateMetadataResponse()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_UpdateMetadataResponse_6(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_h(o.error_code))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_hx(o.error_code))


UpdateMetadataResponse._READERS = {
    0: _read_UpdateMetadataResponse_0,
    1: _read_UpdateMetadataResponse_0,
    2: _read_UpdateMetadataResponse_0,
    3: _read_UpdateMetadataResponse_0,
    4: _read_UpdateMetadataResponse_0,
    5: _read_UpdateMetadataResponse_0,
    6: _read_UpdateMetadataResponse_6,
    7: _read_UpdateMetadataResponse_6,
    8: _read_UpdateMetadataResponse_6,
}
UpdateMetadataResponse._WRITERS = {
    0: _write_UpdateMetadataResponse_0,
    1: _write_UpdateMetadataResponse_0,
    2: _write_UpdateMetadataResponse_0,
    3: _write_UpdateMetadataResponse_0,
    4: _write_UpdateMetadataResponse_0,
    5: _write_UpdateMetadataResponse_0,
    6: _write_UpdateMetadataResponse_6,
    7: _write_UpdateMetadataResponse_6,
    8: _write_UpdateMetadataResponse_6,
}
