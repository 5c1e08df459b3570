# Generated from LegacyOffsetCommitKey.json by `python -m codegen generate`. Do not edit.
"""LegacyOffsetCommitKey, coordinator key of type 0, version 0. Key: an offset committed in the oldest format; same fields as OffsetCommitKey."""

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

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class LegacyOffsetCommitKey(Message):
    """Key: an offset committed in the oldest format; same fields as OffsetCommitKey."""

    __slots__ = ("group", "topic", "partition", "unknown_tagged_fields")
    __match_args__ = ("group", "topic", "partition")
    KIND = "coordinator-key"
    API_KEY = 0
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, -1)
    group: Final[str]
    """Id of the group. (string)"""
    topic: Final[str]
    """Name of the topic. (string)"""
    partition: Final[int]
    """Number of the partition. (int32)"""

    def __init__(
        self,
        *,
        group: str = "",
        topic: str = "",
        partition: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group = group
        self.topic = topic
        self.partition = partition
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group: str = ...,
            topic: str = ...,
            partition: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_LegacyOffsetCommitKey = new(LegacyOffsetCommitKey)


def _read_LegacyOffsetCommitKey_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LegacyOffsetCommitKey()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.topic = buf[pos:end].decode()
    pos = end
    (o.partition,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_LegacyOffsetCommitKey_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.topic.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    put(_PACK_i(o.partition))

LegacyOffsetCommitKey._READERS = {
    0: _read_LegacyOffsetCommitKey_0,
}
LegacyOffsetCommitKey._WRITERS = {
    0: _write_LegacyOffsetCommitKey_0,
}
