# Generated from RemoveTopicRecord.json by `python -m codegen generate`. Do not edit.
"""RemoveTopicRecord, metadata of type 9, version 0, flexible from 0. Removes a topic and all its partitions."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_u = Layout(">16s").pack
_PACK_ux = Layout(">16sx").pack
_UNPACK_uB = Layout(">16sB").unpack_from


class RemoveTopicRecord(Message):
    """Removes a topic and all its partitions."""

    __slots__ = ("topic_id", "unknown_tagged_fields")
    __match_args__ = ("topic_id",)
    KIND = "metadata"
    API_KEY = 9
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    topic_id: Final[Uuid]
    """Id of the topic to remove. (uuid)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_RemoveTopicRecord = new(RemoveTopicRecord)


def _read_RemoveTopicRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RemoveTopicRecord()
    u0, n = _UNPACK_uB(buf, pos)
    pos += 17
    o.topic_id = UUIDS[u0]
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_RemoveTopicRecord_0(put: Append, o: Any) -> None:
    if len(o.topic_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.unknown_tagged_fields:
        put(_PACK_u(o.topic_id))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ux(o.topic_id))


RemoveTopicRecord._READERS = {
    0: _read_RemoveTopicRecord_0,
}
RemoveTopicRecord._WRITERS = {
    0: _write_RemoveTopicRecord_0,
}
