# Generated from AbortedTxn.json by `python -m codegen generate`. Do not edit.
"""AbortedTxn, data, version 0. One entry of a transaction index file: an aborted transaction of a segment."""

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

_PACK_qqqq = Layout(">qqqq").pack
_UNPACK_qqqq = Layout(">qqqq").unpack_from


class AbortedTxn(Message):
    """One entry of a transaction index file: an aborted transaction of a segment."""

    __slots__ = ("producer_id", "first_offset", "last_offset", "last_stable_offset", "unknown_tagged_fields")
    __match_args__ = ("producer_id", "first_offset", "last_offset", "last_stable_offset")
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, -1)
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64)"""
    first_offset: Final[int]
    """First offset. (int64)"""
    last_offset: Final[int]
    """Last offset. (int64)"""
    last_stable_offset: Final[int]
    """Offset below which every transaction is decided. (int64)"""

    def __init__(
        self,
        *,
        producer_id: int = 0,
        first_offset: int = 0,
        last_offset: int = 0,
        last_stable_offset: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.producer_id = producer_id
        self.first_offset = first_offset
        self.last_offset = last_offset
        self.last_stable_offset = last_stable_offset
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            producer_id: int = ...,
            first_offset: int = ...,
            last_offset: int = ...,
            last_stable_offset: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AbortedTxn = new(AbortedTxn)


def _read_AbortedTxn_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AbortedTxn()
    o.producer_id, o.first_offset, o.last_offset, o.last_stable_offset = _UNPACK_qqqq(buf, pos)
    pos += 32
    o.unknown_tagged_fields = ()
    return o, pos


def _write_AbortedTxn_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_qqqq(o.producer_id, o.first_offset, o.last_offset, o.last_stable_offset))

AbortedTxn._READERS = {
    0: _read_AbortedTxn_0,
}
AbortedTxn._WRITERS = {
    0: _write_AbortedTxn_0,
}
