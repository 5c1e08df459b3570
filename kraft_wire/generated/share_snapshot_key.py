# Generated from ShareSnapshotKey.json by `python -m codegen generate`. Do not edit.
"""ShareSnapshotKey, coordinator key of type 0, version 0. Key: a share partition; its value is the whole state."""

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
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_ui = Layout(">16si").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_ui = Layout(">16si").unpack_from


class ShareSnapshotKey(Message):
    """Key: a share partition; its value is the whole state."""

    __slots__ = ("group_id", "topic_id", "partition", "unknown_tagged_fields")
    __match_args__ = ("group_id", "topic_id", "partition")
    KIND = "coordinator-key"
    API_KEY = 0
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, -1)
    group_id: Final[str]
    """Id of the group. (string)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    partition: Final[int]
    """Number of the partition. (int32)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        topic_id: Uuid = ZERO_UUID,
        partition: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.topic_id = topic_id
        self.partition = partition
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            topic_id: Uuid = ...,
            partition: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareSnapshotKey = new(ShareSnapshotKey)


def _read_ShareSnapshotKey_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareSnapshotKey()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    u0, o.partition = _UNPACK_ui(buf, pos)
    pos += 20
    o.topic_id = UUIDS[u0]
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ShareSnapshotKey_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    if len(o.topic_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    put(_PACK_ui(o.topic_id, o.partition))

ShareSnapshotKey._READERS = {
    0: _read_ShareSnapshotKey_0,
}
ShareSnapshotKey._WRITERS = {
    0: _write_ShareSnapshotKey_0,
}
