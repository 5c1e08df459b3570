# Generated from DeleteShareGroupStateRequest.json by `python -m codegen generate`. Do not edit.
"""DeleteShareGroupStateRequest, request of API key 86, version 0, flexible from 0. A group coordinator lets the share coordinator forget partitions of a share group."""

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
    from .delete_share_group_state_response import DeleteShareGroupStateResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition", "unknown_tagged_fields")
    __match_args__ = ("partition",)
    __qualname__ = "DeleteShareGroupStateRequest.PartitionData"
    partition: Final[int]
    """Number of the partition. (int32)"""

    def __init__(
        self,
        *,
        partition: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition = partition
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class DeleteStateData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "DeleteShareGroupStateRequest.DeleteStateData"
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


_DeleteStateData = DeleteStateData
_new_DeleteStateData = new(DeleteStateData)


class DeleteShareGroupStateRequest(Request["DeleteShareGroupStateResponse"]):
    """A group coordinator lets the share coordinator forget partitions of a share group."""

    __slots__ = ("group_id", "topics", "unknown_tagged_fields")
    __match_args__ = ("group_id", "topics")
    KIND = "request"
    API_KEY = 86
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "DeleteShareGroupStateResponse"
    if TYPE_CHECKING:
        PartitionData: TypeAlias = _PartitionData
        DeleteStateData: TypeAlias = _DeleteStateData
    else:  # no annotation of a field
        PartitionData = _PartitionData
        DeleteStateData = _DeleteStateData
    group_id: Final[str]
    """Id of the group. (string)"""
    topics: Final[tuple[DeleteStateData, ...]]
    """One entry for each topic. ([]DeleteStateData)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: Iterable[DeleteStateData] = (),
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
            topics: Iterable[DeleteStateData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DeleteShareGroupStateRequest = new(DeleteShareGroupStateRequest)


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_i(o.partition))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.partition))


def _read_DeleteStateData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteStateData()
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


def _write_DeleteStateData_many_0(put: Append, many: Any) -> None:
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


def _read_DeleteShareGroupStateRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteShareGroupStateRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_DeleteStateData_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteShareGroupStateRequest_0(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_DeleteStateData_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DeleteShareGroupStateRequest._READERS = {
    0: _read_DeleteShareGroupStateRequest_0,
}
DeleteShareGroupStateRequest._WRITERS = {
    0: _write_DeleteShareGroupStateRequest_0,
}
