# Generated from ClearElrRecord.json by `python -m codegen generate`. Do not edit.
"""ClearElrRecord, metadata of type 28, version 0, flexible from 0. Empties the eligible leader replicas of one topic or of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append


class ClearElrRecord(Message):
    """Empties the eligible leader replicas of one topic or of all."""

    __slots__ = ("topic_name", "unknown_tagged_fields")
    __match_args__ = ("topic_name",)
    KIND = "metadata"
    API_KEY = 28
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    topic_name: Final[str]
    """Name of the topic; empty for all topics. (string)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ClearElrRecord = new(ClearElrRecord)


def _read_ClearElrRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ClearElrRecord()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ClearElrRecord_0(put: Append, o: Any) -> None:
    items = o.topic_name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ClearElrRecord._READERS = {
    0: _read_ClearElrRecord_0,
}
ClearElrRecord._WRITERS = {
    0: _write_ClearElrRecord_0,
}
