# Generated from ConsumerProtocolAssignment.json by `python -m codegen generate`. Do not edit.
"""ConsumerProtocolAssignment, data, versions 0-3. The assignment that clients of classic groups exchange inside SyncGroup."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    UNPACK_INT32S,
    pack_many,
    unpack_many,
)
from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    UnknownTags,
    new,
    octets,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class TopicPartition(Struct):
    """Partitions that are assigned."""

    __slots__ = ("topic", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic", "partitions")
    __qualname__ = "ConsumerProtocolAssignment.TopicPartition"
    topic: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        topic: str = "",
        partitions: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic = topic
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic: str = ...,
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicPartition = TopicPartition
_new_TopicPartition = new(TopicPartition)


class ConsumerProtocolAssignment(Message):
    """The assignment that clients of classic groups exchange inside SyncGroup."""

    __slots__ = ("assigned_partitions", "user_data", "unknown_tagged_fields")
    __match_args__ = ("assigned_partitions", "user_data")
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (0, -1)
    if TYPE_CHECKING:
        TopicPartition: TypeAlias = _TopicPartition
    else:  # no annotation of a field
        TopicPartition = _TopicPartition
    assigned_partitions: Final[tuple[TopicPartition, ...]]
    """Partitions that are assigned. ([]TopicPartition)"""
    user_data: Final[bytes | None]
    """Bytes of the assignor's own. (bytes)"""

    def __init__(
        self,
        *,
        assigned_partitions: Iterable[TopicPartition] = (),
        user_data: bytes | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.assigned_partitions = tuple(assigned_partitions)
        self.user_data = user_data
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            assigned_partitions: Iterable[TopicPartition] = ...,
            user_data: bytes | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ConsumerProtocolAssignment = new(ConsumerProtocolAssignment)


def _read_TopicPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicPartition()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_TopicPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_ConsumerProtocolAssignment_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerProtocolAssignment()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.assigned_partitions, pos = _read_TopicPartition_many_0(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n >= 0:
        end = pos + n
        o.user_data = buf[pos:end]
        pos = end
    elif n == -1:
        o.user_data = None
    else:
        raise ValueError("length is below -1")
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ConsumerProtocolAssignment_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.assigned_partitions
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_TopicPartition_many_0(put, items)
    items = o.user_data
    if items is None:
        put(_PACK_i(-1))
    else:
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)


ConsumerProtocolAssignment._READERS = {
    0: _read_ConsumerProtocolAssignment_0,
    1: _read_ConsumerProtocolAssignment_0,
    2: _read_ConsumerProtocolAssignment_0,
    3: _read_ConsumerProtocolAssignment_0,
}
ConsumerProtocolAssignment._WRITERS = {
    0: _write_ConsumerProtocolAssignment_0,
    1: _write_ConsumerProtocolAssignment_0,
    2: _write_ConsumerProtocolAssignment_0,
    3: _write_ConsumerProtocolAssignment_0,
}
