# Generated from BeginTransactionRecord.json by `python -m codegen generate`. Do not edit.
"""BeginTransactionRecord, metadata of type 23, version 0, flexible from 0. Begins a metadata transaction: the records that follow count only once it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    keep_unknown_tag,
    new,
    read_tag,
    read_tag_count,
    sorted_tags,
    text_length,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append


class BeginTransactionRecord(Message):
    """Begins a metadata transaction: the records that follow count only once it ends."""

    __slots__ = ("name", "unknown_tagged_fields")
    __match_args__ = ("name",)
    KIND = "metadata"
    API_KEY = 23
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    name: Final[str | None]
    """What the transaction is for; null if nobody said. (string, tag 0)"""

    def __init__(
        self,
        *,
        name: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_BeginTransactionRecord = new(BeginTransactionRecord)


def _read_BeginTransactionRecord_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            n = buf[pos]
            if n > 127:
                n, pos = text_length(buf, pos, n)
            if n:
                o.name = buf[pos + 1 : (pos := pos + n)].decode()
            else:
                o.name = None
                pos += 1
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_BeginTransactionRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BeginTransactionRecord()
    n = buf[pos]
    pos += 1
    o.name = None
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_BeginTransactionRecord_tags_0(o, buf, pos, n)
    return o, pos


def _write_BeginTransactionRecord_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.name is not None:
        items = o.name.encode()
        tags.append((0, text_uvarint(len(items) + 1) + items))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_BeginTransactionRecord_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields or o.name is not None:
        _write_BeginTransactionRecord_tags_0(put, o)
    else:
        put(b"\0")


BeginTransactionRecord._READERS = {
    0: _read_BeginTransactionRecord_0,
}
BeginTransactionRecord._WRITERS = {
    0: _write_BeginTransactionRecord_0,
}
