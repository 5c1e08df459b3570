# Generated from OffsetDeleteRequest.json by `python -m codegen generate`. Do not edit.
"""OffsetDeleteRequest, request of API key 47, version 0. Deletes committed offsets of a group."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    UnknownTags,
    new,
)

if TYPE_CHECKING:
    from .offset_delete_response import OffsetDeleteResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class OffsetDeleteRequestPartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "unknown_tagged_fields")
    __match_args__ = ("partition_index",)
    __qualname__ = "OffsetDeleteRequest.OffsetDeleteRequestPartition"
    partition_index: Final[int]
    """Number of the partition. (int32)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetDeleteRequestPartition = OffsetDeleteRequestPartition
_new_OffsetDeleteRequestPartition = new(OffsetDeleteRequestPartition)


class OffsetDeleteRequestTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "OffsetDeleteRequest.OffsetDeleteRequestTopic"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[OffsetDeleteRequestPartition, ...]]
    """One entry for each partition. ([]OffsetDeleteRequestPartition)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[OffsetDeleteRequestPartition] = (),
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
            partitions: Iterable[OffsetDeleteRequestPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetDeleteRequestTopic = OffsetDeleteRequestTopic
_new_OffsetDeleteRequestTopic = new(OffsetDeleteRequestTopic)


class OffsetDeleteRequest(Request["OffsetDeleteResponse"]):
    """Deletes committed offsets of a group."""

    __slots__ = ("group_id", "topics", "unknown_tagged_fields")
    __match_args__ = ("group_id", "topics")
    KIND = "request"
    API_KEY = 47
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, -1)
    _RESPONSE_NAME = "OffsetDeleteResponse"
    if TYPE_CHECKING:
        OffsetDeleteRequestPartition: TypeAlias = _OffsetDeleteRequestPartition
        OffsetDeleteRequestTopic: TypeAlias = _OffsetDeleteRequestTopic
    else:  # no annotation of a field
        OffsetDeleteRequestPartition = _OffsetDeleteRequestPartition
        OffsetDeleteRequestTopic = _OffsetDeleteRequestTopic
    group_id: Final[str]
    """Id of the group. (string)"""
    topics: Final[tuple[OffsetDeleteRequestTopic, ...]]
    """One entry for each topic. ([]OffsetDeleteRequestTopic)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: Iterable[OffsetDeleteRequestTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            topics: Iterable[OffsetDeleteRequestTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_OffsetDeleteRequest = new(OffsetDeleteRequest)


def _read_OffsetDeleteRequestPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetDeleteRequestPartition()
        (o.partition_index,) = _UNPACK_i(buf, pos)
        pos += 4
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetDeleteRequestPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_i(o.partition_index))


def _read_OffsetDeleteRequestTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetDeleteRequestTopic()
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
        o.partitions, pos = _read_OffsetDeleteRequestPartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetDeleteRequestTopic_many_0(put: Append, many: Any) -> None:
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
            _write_OffsetDeleteRequestPartition_many_0(put, items)


def _read_OffsetDeleteRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetDeleteRequest()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetDeleteRequestTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetDeleteRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetDeleteRequestTopic_many_0(put, items)


OffsetDeleteRequest._READERS = {
    0: _read_OffsetDeleteRequest_0,
}
OffsetDeleteRequest._WRITERS = {
    0: _write_OffsetDeleteRequest_0,
}
