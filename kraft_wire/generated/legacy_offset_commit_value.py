# Generated from LegacyOffsetCommitValue.json by `python -m codegen generate`. Do not edit.
"""LegacyOffsetCommitValue, coordinator value of type 0, version 0. An offset committed in the oldest format."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    new,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_q = Layout(">q").pack
_PACK_qh = Layout(">qh").pack
_UNPACK_q = Layout(">q").unpack_from
_UNPACK_qh = Layout(">qh").unpack_from


class LegacyOffsetCommitValue(Message):
    """An offset committed in the oldest format."""

    __slots__ = ("offset", "metadata", "commit_timestamp", "unknown_tagged_fields")
    __match_args__ = ("offset", "metadata", "commit_timestamp")
    KIND = "coordinator-value"
    API_KEY = 0
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, -1)
    offset: Final[int]
    """Offset of the next record to consume. (int64)"""
    metadata: Final[str]
    """Text that the client keeps with the offset. (string)"""
    commit_timestamp: Final[int]
    """When the offset was committed, in milliseconds since 1970. (int64)"""

    def __init__(
        self,
        *,
        offset: int = 0,
        metadata: str = "",
        commit_timestamp: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.offset = offset
        self.metadata = metadata
        self.commit_timestamp = commit_timestamp
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            offset: int = ...,
            metadata: str = ...,
            commit_timestamp: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_LegacyOffsetCommitValue = new(LegacyOffsetCommitValue)


def _read_LegacyOffsetCommitValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LegacyOffsetCommitValue()
    o.offset, n = _UNPACK_qh(buf, pos)
    pos += 10
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.metadata = buf[pos:end].decode()
    pos = end
    (o.commit_timestamp,) = _UNPACK_q(buf, pos)
    pos += 8
    o.unknown_tagged_fields = ()
    return o, pos


def _write_LegacyOffsetCommitValue_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.metadata.encode()
    n = len(items)
    put(_PACK_qh(o.offset, n))
    put(items)
    put(_PACK_q(o.commit_timestamp))

LegacyOffsetCommitValue._READERS = {
    0: _read_LegacyOffsetCommitValue_0,
}
LegacyOffsetCommitValue._WRITERS = {
    0: _write_LegacyOffsetCommitValue_0,
}
