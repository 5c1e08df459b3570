# Generated from OffsetDeleteResponse.json by `python -m codegen generate`. Do not edit.
"""OffsetDeleteResponse, response of API key 47, version 0. Answers OffsetDeleteRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    UnknownTags,
    new,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_hii = Layout(">hii").pack
_PACK_i = Layout(">i").pack
_PACK_ih = Layout(">ih").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hii = Layout(">hii").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from


class OffsetDeleteResponsePartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code")
    __qualname__ = "OffsetDeleteResponse.OffsetDeleteResponsePartition"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetDeleteResponsePartition = OffsetDeleteResponsePartition
_new_OffsetDeleteResponsePartition = new(OffsetDeleteResponsePartition)


class OffsetDeleteResponseTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "OffsetDeleteResponse.OffsetDeleteResponseTopic"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[OffsetDeleteResponsePartition, ...]]
    """One entry for each partition. ([]OffsetDeleteResponsePartition)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[OffsetDeleteResponsePartition] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            partitions: Iterable[OffsetDeleteResponsePartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetDeleteResponseTopic = OffsetDeleteResponseTopic
_new_OffsetDeleteResponseTopic = new(OffsetDeleteResponseTopic)


class OffsetDeleteResponse(Message):
    """Answers OffsetDeleteRequest."""

    __slots__ = ("error_code", "throttle_time_ms", "topics", "unknown_tagged_fields")
    __match_args__ = ("error_code", "throttle_time_ms", "topics")
    KIND = "response"
    API_KEY = 47
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, -1)
    if TYPE_CHECKING:
        OffsetDeleteResponsePartition: TypeAlias = _OffsetDeleteResponsePartition
        OffsetDeleteResponseTopic: TypeAlias = _OffsetDeleteResponseTopic
    else:  # no annotation of a field
        OffsetDeleteResponsePartition = _OffsetDeleteResponsePartition
        OffsetDeleteResponseTopic = _OffsetDeleteResponseTopic
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    topics: Final[tuple[OffsetDeleteResponseTopic, ...]]
    """One entry for each topic. ([]OffsetDeleteResponseTopic)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        throttle_time_ms: int = 0,
        topics: Iterable[OffsetDeleteResponseTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.throttle_time_ms = throttle_time_ms
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            throttle_time_ms: int = ...,
            topics: Iterable[OffsetDeleteResponseTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_OffsetDeleteResponse = new(OffsetDeleteResponse)


def _read_OffsetDeleteResponsePartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetDeleteResponsePartition()
        o.partition_index, o.error_code = _UNPACK_ih(buf, pos)
        pos += 6
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetDeleteResponsePartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ih(o.partition_index, o.error_code))


def _read_OffsetDeleteResponseTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetDeleteResponseTopic()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_OffsetDeleteResponsePartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetDeleteResponseTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_OffsetDeleteResponsePartition_many_0(put, items)


def _read_OffsetDeleteResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetDeleteResponse()
    o.error_code, o.throttle_time_ms, n = _UNPACK_hii(buf, pos)
    pos += 10
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetDeleteResponseTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetDeleteResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_hii(o.error_code, o.throttle_time_ms, n))
    if items:
        _write_OffsetDeleteResponseTopic_many_0(put, items)


OffsetDeleteResponse._READERS = {
    0: _read_OffsetDeleteResponse_0,
}
OffsetDeleteResponse._WRITERS = {
    0: _write_OffsetDeleteResponse_0,
}
