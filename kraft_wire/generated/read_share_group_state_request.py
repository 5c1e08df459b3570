# Generated from ReadShareGroupStateRequest.json by `python -m codegen generate`. Do not edit.
"""ReadShareGroupStateRequest, request of API key 84, version 0, flexible from 0. A share partition leader loads its state from the share coordinator."""

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
    from .read_share_group_state_response import ReadShareGroupStateResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_ii = Layout(">ii").pack
_PACK_iix = Layout(">iix").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition", "leader_epoch", "unknown_tagged_fields")
    __match_args__ = ("partition", "leader_epoch")
    __qualname__ = "ReadShareGroupStateRequest.PartitionData"
    partition: Final[int]
    """Number of the partition. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""

    def __init__(
        self,
        *,
        partition: int = 0,
        leader_epoch: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition = partition
        self.leader_epoch = leader_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition: int = ...,
            leader_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class ReadStateData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "ReadShareGroupStateRequest.ReadStateData"
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


_ReadStateData = ReadStateData
_new_ReadStateData = new(ReadStateData)


class ReadShareGroupStateRequest(Request["ReadShareGroupStateResponse"]):
    """A share partition leader loads its state from the share coordinator."""

    __slots__ = ("group_id", "topics", "unknown_tagged_fields")
    __match_args__ = ("group_id", "topics")
    KIND = "request"
    API_KEY = 84
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "ReadShareGroupStateResponse"
    if TYPE_CHECKING:
        PartitionData: TypeAlias = _PartitionData
        ReadStateData: TypeAlias = _ReadStateData
    else:  # no annotation of a field
        PartitionData = _PartitionData
        ReadStateData = _ReadStateData
    group_id: Final[str]
    """Id of the group. (string)"""
    topics: Final[tuple[ReadStateData, ...]]
    """One entry for each topic. ([]ReadStateData)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: Iterable[ReadStateData] = (),
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
            topics: Iterable[ReadStateData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ReadShareGroupStateRequest = new(ReadShareGroupStateRequest)


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition, o.leader_epoch, n = _UNPACK_iiB(buf, pos)
        pos += 9
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_ii(o.partition, o.leader_epoch))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iix(o.partition, o.leader_epoch))


def _read_ReadStateData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ReadStateData()
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


def _write_ReadStateData_many_0(put: Append, many: Any) -> None:
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


def _read_ReadShareGroupStateRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ReadShareGroupStateRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_ReadStateData_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ReadShareGroupStateRequest_0(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ReadStateData_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ReadShareGroupStateRequest._READERS = {
    0: _read_ReadShareGroupStateRequest_0,
}
ReadShareGroupStateRequest._WRITERS = {
    0: _write_ReadShareGroupStateRequest_0,
}
