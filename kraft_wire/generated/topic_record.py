# Generated from TopicRecord.json by `python -m codegen generate`. Do not edit.
"""TopicRecord, metadata of type 2, version 0, flexible from 0. Adds a topic; its partitions follow as records of their own."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_u = Layout(">16s").pack
_PACK_ux = Layout(">16sx").pack
_UNPACK_uB = Layout(">16sB").unpack_from


class TopicRecord(Message):
    """Adds a topic; its partitions follow as records of their own."""

    __slots__ = ("name", "topic_id", "unknown_tagged_fields")
    __match_args__ = ("name", "topic_id")
    KIND = "metadata"
    API_KEY = 2
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    name: Final[str]
    """Name of the topic. (string)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""

    def __init__(
        self,
        *,
        name: str = "",
        topic_id: Uuid = ZERO_UUID,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.topic_id = topic_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            topic_id: Uuid = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_TopicRecord = new(TopicRecord)


def _read_TopicRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TopicRecord()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.name = buf[pos + 1 : (pos := pos + n)].decode()
    u0, n = _UNPACK_uB(buf, pos)
    pos += 17
    o.topic_id = UUIDS[u0]
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_TopicRecord_0(put: Append, o: Any) -> None:
    items = o.name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if len(o.topic_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.unknown_tagged_fields:
        put(_PACK_u(o.topic_id))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ux(o.topic_id))


TopicRecord._READERS = {
    0: _read_TopicRecord_0,
}
TopicRecord._WRITERS = {
    0: _write_TopicRecord_0,
}
