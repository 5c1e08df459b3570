# Generated from ConsumerProtocolSubscription.json by `python -m codegen generate`. Do not edit.
"""ConsumerProtocolSubscription, data, versions 0-3. The subscription that clients of classic groups exchange inside JoinGroup."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    UNPACK_INT32S,
    _text_tuple,
    pack_many,
    read_fixed_texts,
    unpack_many,
    write_fixed_texts,
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
_PACK_ih = Layout(">ih").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from


class TopicPartition(Struct):
    """Partitions that the member has kept."""

    __slots__ = ("topic", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic", "partitions")
    __qualname__ = "ConsumerProtocolSubscription.TopicPartition"
    topic: Final[str]
    """Name of the topic. (string, versions 1-3)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32, versions 1-3)"""

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


class ConsumerProtocolSubscription(Message):
    """The subscription that clients of classic groups exchange inside JoinGroup."""

    __slots__ = ("topics", "user_data", "owned_partitions", "generation_id", "rack_id", "unknown_tagged_fields")
    __match_args__ = ("topics", "user_data", "owned_partitions", "generation_id", "rack_id")
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (0, -1)
    if TYPE_CHECKING:
        TopicPartition: TypeAlias = _TopicPartition
    else:  # no annotation of a field
        TopicPartition = _TopicPartition
    topics: Final[tuple[str, ...]]
    """Names of the topics. ([]string)"""
    user_data: Final[bytes | None]
    """Bytes of the assignor's own. (bytes)"""
    owned_partitions: Final[tuple[TopicPartition, ...]]
    """Partitions that the member has kept. ([]TopicPartition, versions 1-3, ignorable)"""
    generation_id: Final[int]
    """Generation of the classic group. (int32, versions 2-3, ignorable)"""
    rack_id: Final[str | None]
    """Rack of the client; null or empty for none. (string, version 3, ignorable)"""

    def __init__(
        self,
        *,
        topics: Iterable[str] = (),
        user_data: bytes | None = None,
        owned_partitions: Iterable[TopicPartition] = (),
        generation_id: int = -1,
        rack_id: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topics = _text_tuple(topics)
        self.user_data = user_data
        self.owned_partitions = tuple(owned_partitions)
        self.generation_id = generation_id
        self.rack_id = rack_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topics: Iterable[str] = ...,
            user_data: bytes | None = ...,
            owned_partitions: Iterable[TopicPartition] = ...,
            generation_id: int = ...,
            rack_id: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ConsumerProtocolSubscription = new(ConsumerProtocolSubscription)


def _read_TopicPartition_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
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


def _write_TopicPartition_many_1(put: Append, many: Any) -> None:
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


def _read_ConsumerProtocolSubscription_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerProtocolSubscription()
    o.owned_partitions = ()
    o.generation_id = -1
    o.rack_id = None
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = read_fixed_texts(buf, pos, n)
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


def _write_ConsumerProtocolSubscription_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    write_fixed_texts(put, items)
    items = o.user_data
    if items is None:
        put(_PACK_i(-1))
    else:
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)


def _read_ConsumerProtocolSubscription_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerProtocolSubscription()
    o.generation_id = -1
    o.rack_id = None
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = read_fixed_texts(buf, pos, n)
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
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.owned_partitions, pos = _read_TopicPartition_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ConsumerProtocolSubscription_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    write_fixed_texts(put, items)
    items = o.user_data
    if items is None:
        put(_PACK_i(-1))
    else:
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)
    items = o.owned_partitions
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_TopicPartition_many_1(put, items)


def _read_ConsumerProtocolSubscription_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerProtocolSubscription()
    o.rack_id = None
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = read_fixed_texts(buf, pos, n)
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
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.owned_partitions, pos = _read_TopicPartition_many_1(buf, pos, n)
    (o.generation_id,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ConsumerProtocolSubscription_2(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    write_fixed_texts(put, items)
    items = o.user_data
    if items is None:
        put(_PACK_i(-1))
    else:
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)
    items = o.owned_partitions
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_TopicPartition_many_1(put, items)
    put(_PACK_i(o.generation_id))


def _read_ConsumerProtocolSubscription_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerProtocolSubscription()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = read_fixed_texts(buf, pos, n)
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
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.owned_partitions, pos = _read_TopicPartition_many_1(buf, pos, n)
    o.generation_id, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n >= 0:
        end = pos + n
        o.rack_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.rack_id = None
    else:
        raise ValueError("length is below -1")
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ConsumerProtocolSubscription_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    write_fixed_texts(put, items)
    items = o.user_data
    if items is None:
        put(_PACK_i(-1))
    else:
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)
    items = o.owned_partitions
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_TopicPartition_many_1(put, items)
    items = o.rack_id
    if items is None:
        put(_PACK_ih(o.generation_id, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_ih(o.generation_id, n))
        put(items)


ConsumerProtocolSubscription._READERS = {
    0: _read_ConsumerProtocolSubscription_0,
    1: _read_ConsumerProtocolSubscription_1,
    2: _read_ConsumerProtocolSubscription_2,
    3: _read_ConsumerProtocolSubscription_3,
}
ConsumerProtocolSubscription._WRITERS = {
    0: _write_ConsumerProtocolSubscription_0,
    1: _write_ConsumerProtocolSubscription_1,
    2: _write_ConsumerProtocolSubscription_2,
    3: _write_ConsumerProtocolSubscription_3,
}
