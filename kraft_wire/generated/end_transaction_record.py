# Generated from EndTransactionRecord.json by `python -m codegen generate`. Do not edit.
"""EndTransactionRecord, metadata of type 24, version 0, flexible from 0. Ends a metadata transaction: its records since BeginTransactionRecord count from here on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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


class EndTransactionRecord(Message):
    """Ends a metadata transaction: its records since BeginTransactionRecord count from here on."""

    __slots__ = ("unknown_tagged_fields",)
    __match_args__ = ()
    KIND = "metadata"
    API_KEY = 24
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)

    def __init__(
        self,
        *,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_EndTransactionRecord = new(EndTransactionRecord)


def _read_EndTransactionRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_EndTransactionRecord()
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_EndTransactionRecord_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


EndTransactionRecord._READERS = {
    0: _read_EndTransactionRecord_0,
}
EndTransactionRecord._WRITERS = {
    0: _write_EndTransactionRecord_0,
}
