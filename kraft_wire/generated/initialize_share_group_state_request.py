# Generated from InitializeShareGroupStateRequest.json by `python -m codegen generate`. Do not edit.
"""InitializeShareGroupStateRequest, request of API key 83, version 0, flexible from 0. A group coordinator lets the share coordinator begin to keep state of partitions."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .initialize_share_group_state_response import InitializeShareGroupStateResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_iiq = Layout(">iiq").pack
_PACK_iiqx = Layout(">iiqx").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_iiqB = Layout(">iiqB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition", "state_epoch", "start_offset", "unknown_tagged_fields")
    __match_args__ = ("partition", "state_epoch", "start_offset")
    __qualname__ = "InitializeShareGroupStateRequest.PartitionData"
    partition: Final[int]
    """Number of the partition. (int32)"""
    state_epoch: Final[int]
    """Epoch of the share partition's state. (int32)"""
    start_offset: Final[int]
    """First offset. (int64)"""

    def __init__(
        self,
        *,
        partition: int = 0,
        state_epoch: int = 0,
        start_offset: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition = partition
        self.state_epoch = state_epoch
        self.start_offset = start_offset
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition: int = ...,
            state_epoch: int = ...,
            start_offset: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class InitializeStateData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "InitializeShareGroupStateRequest.InitializeStateData"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    partitions: Final[tuple[PartitionData, ...]]
    """One entry for each partition. ([]PartitionData)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[PartitionData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            partitions: Iterable[PartitionData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_InitializeStateData = InitializeStateData
_new_InitializeStateData = new(InitializeStateData)


class InitializeShareGroupStateRequest(Request["InitializeShareGroupStateResponse"]):
    """A group coordinator lets the share coordinator begin to keep state of partitions."""

    __slots__ = ("group_id", "topics", "unknown_tagged_fields")
    __match_args__ = ("group_id", "topics")
    KIND = "request"
    API_KEY = 83
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "InitializeShareGroupStateResponse"
    if TYPE_CHECKING:
        PartitionData: TypeAlias = _PartitionData
        InitializeStateData: TypeAlias = _InitializeStateData
    else:  # no annotation of a field
        PartitionData = _PartitionData
        InitializeStateData = _InitializeStateData
    group_id: Final[str]
    """Id of the group. (string)"""
    topics: Final[tuple[InitializeStateData, ...]]
    """One entry for each topic. ([]InitializeStateData)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: Iterable[InitializeStateData] = (),
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
            topics: Iterable[InitializeStateData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_InitializeShareGroupStateRequest = new(InitializeShareGroupStateRequest)


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition, o.state_epoch, o.start_offset, n = _UNPACK_iiqB(buf, pos)
        pos += 17
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_iiq(o.partition, o.state_epoch, o.start_offset))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iiqx(o.partition, o.state_epoch, o.start_offset))


def _read_InitializeStateData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_InitializeStateData()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionData_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_InitializeStateData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.partitions
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(count_uvarint(n))
        if items:
            _write_PartitionData_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_InitializeShareGroupStateRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_InitializeShareGroupStateRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_InitializeStateData_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_InitializeShareGroupStateRequest_0(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_InitializeStateData_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


InitializeShareGroupStateRequest._READERS = {
    0: _read_InitializeShareGroupStateRequest_0,
}
InitializeShareGroupStateRequest._WRITERS = {
    0: _write_InitializeShareGroupStateRequest_0,
}
