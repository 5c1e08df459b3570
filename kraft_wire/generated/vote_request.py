# Generated from VoteRequest.json by `python -m codegen generate`. Do not edit.
"""VoteRequest, request of API key 52, versions 0-2, flexible from 0. A replica asks a voter for its vote, or in a pre-vote (KIP-996) whether it would give it."""

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
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .vote_response import VoteResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_iiiiq = Layout(">iiiiq").pack
_PACK_iiiiqx = Layout(">iiiiqx").pack
_PACK_iiiuuiq = Layout(">iii16s16siq").pack
_PACK_iiiuuiqZ = Layout(">iii16s16siq?").pack
_PACK_iiiuuiqZx = Layout(">iii16s16siq?x").pack
_PACK_iiiuuiqx = Layout(">iii16s16siqx").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iiiiqB = Layout(">iiiiqB").unpack_from
_UNPACK_iiiuuiqB = Layout(">iii16s16siqB").unpack_from
_UNPACK_iiiuuiqZB = Layout(">iii16s16siq?B").unpack_from


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "replica_epoch", "replica_id", "replica_directory_id", "voter_directory_id", "last_offset_epoch", "last_offset", "pre_vote", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "replica_epoch", "replica_id", "replica_directory_id", "voter_directory_id", "last_offset_epoch", "last_offset", "pre_vote")
    __qualname__ = "VoteRequest.PartitionData"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    replica_epoch: Final[int]
    """Epoch for which the sender stands; in a pre-vote its current one. (int32)"""
    replica_id: Final[int]
    """Node id of the sender. (int32)"""
    replica_directory_id: Final[Uuid]
    """Directory id of the sender; zero if unknown. (uuid, versions 1-2, ignorable)"""
    voter_directory_id: Final[Uuid]
    """Directory id of the voter that is asked; zero if unknown. (uuid, versions 1-2, ignorable)"""
    last_offset_epoch: Final[int]
    """Epoch of the last record in the sender's log. (int32)"""
    last_offset: Final[int]
    """End of the sender's log, exclusive. (int64)"""
    pre_vote: Final[bool]
    """Whether it only asks if the vote would be granted; nothing is stored. (bool, version 2)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        replica_epoch: int = 0,
        replica_id: int = 0,
        replica_directory_id: Uuid = ZERO_UUID,
        voter_directory_id: Uuid = ZERO_UUID,
        last_offset_epoch: int = 0,
        last_offset: int = 0,
        pre_vote: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.replica_epoch = replica_epoch
        self.replica_id = replica_id
        self.replica_directory_id = replica_directory_id
        self.voter_directory_id = voter_directory_id
        self.last_offset_epoch = last_offset_epoch
        self.last_offset = last_offset
        self.pre_vote = pre_vote
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            replica_epoch: int = ...,
            replica_id: int = ...,
            replica_directory_id: Uuid = ...,
            voter_directory_id: Uuid = ...,
            last_offset_epoch: int = ...,
            last_offset: int = ...,
            pre_vote: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class TopicData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partitions")
    __qualname__ = "VoteRequest.TopicData"
    topic_name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[PartitionData, ...]]
    """One entry for each partition. ([]PartitionData)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partitions: Iterable[PartitionData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            partitions: Iterable[PartitionData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicData = TopicData
_new_TopicData = new(TopicData)


class VoteRequest(Request["VoteResponse"]):
    """A replica asks a voter for its vote, or in a pre-vote (KIP-996) whether it would give it."""

    __slots__ = ("cluster_id", "voter_id", "topics", "unknown_tagged_fields")
    __match_args__ = ("cluster_id", "voter_id", "topics")
    KIND = "request"
    API_KEY = 52
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    _RESPONSE_NAME = "VoteResponse"
    if TYPE_CHECKING:
        PartitionData: TypeAlias = _PartitionData
        TopicData: TypeAlias = _TopicData
    else:  # no annotation of a field
        PartitionData = _PartitionData
        TopicData = _TopicData
    cluster_id: Final[str | None]
    """Id of the cluster. (string)"""
    voter_id: Final[int]
    """Node id of the voter that is asked; -1 if unknown. (int32, versions 1-2, ignorable)"""
    topics: Final[tuple[TopicData, ...]]
    """One entry for each topic. ([]TopicData)"""

    def __init__(
        self,
        *,
        cluster_id: str | None = None,
        voter_id: int = -1,
        topics: Iterable[TopicData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.cluster_id = cluster_id
        self.voter_id = voter_id
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            cluster_id: str | None = ...,
            voter_id: int = ...,
            topics: Iterable[TopicData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_VoteRequest = new(VoteRequest)


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.replica_directory_id = ZERO_UUID
        o.voter_directory_id = ZERO_UUID
        o.pre_vote = False
        o.partition_index, o.replica_epoch, o.replica_id, o.last_offset_epoch, o.last_offset, n = _UNPACK_iiiiqB(buf, pos)
        pos += 25
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.pre_vote is not False:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            put(_PACK_iiiiq(o.partition_index, o.replica_epoch, o.replica_id, o.last_offset_epoch, o.last_offset))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iiiiqx(o.partition_index, o.replica_epoch, o.replica_id, o.last_offset_epoch, o.last_offset))


def _read_PartitionData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.pre_vote = False
        o.partition_index, o.replica_epoch, o.replica_id, u0, u1, o.last_offset_epoch, o.last_offset, n = _UNPACK_iiiuuiqB(buf, pos)
        pos += 57
        o.replica_directory_id = UUIDS[u0]
        o.voter_directory_id = UUIDS[u1]
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.pre_vote is not False:
            raise ValueError("this version lacks a field that is set")
        if len(o.replica_directory_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        if len(o.voter_directory_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        if o.unknown_tagged_fields:
            put(_PACK_iiiuuiq(o.partition_index, o.replica_epoch, o.replica_id, o.replica_directory_id, o.voter_directory_id, o.last_offset_epoch, o.last_offset))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iiiuuiqx(o.partition_index, o.replica_epoch, o.replica_id, o.replica_directory_id, o.voter_directory_id, o.last_offset_epoch, o.last_offset))


def _read_PartitionData_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition_index, o.replica_epoch, o.replica_id, u0, u1, o.last_offset_epoch, o.last_offset, o.pre_vote, n = _UNPACK_iiiuuiqZB(buf, pos)
        pos += 58
        o.replica_directory_id = UUIDS[u0]
        o.voter_directory_id = UUIDS[u1]
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_2(put: Append, many: Any) -> None:
    for o in many:
        if len(o.replica_directory_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        if len(o.voter_directory_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        if o.pre_vote is not True and o.pre_vote is not False:
            raise ValueError("bool is neither true nor false")
        if o.unknown_tagged_fields:
            put(_PACK_iiiuuiqZ(o.partition_index, o.replica_epoch, o.replica_id, o.replica_directory_id, o.voter_directory_id, o.last_offset_epoch, o.last_offset, o.pre_vote))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iiiuuiqZx(o.partition_index, o.replica_epoch, o.replica_id, o.replica_directory_id, o.voter_directory_id, o.last_offset_epoch, o.last_offset, o.pre_vote))


def _read_TopicData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicData()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
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


def _write_TopicData_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionData_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopicData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicData()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionData_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicData_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionData_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopicData_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicData()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionData_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicData_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionData_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_VoteRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_VoteRequest()
    o.voter_id = -1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_VoteRequest_0(put: Append, o: Any) -> None:
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicData_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_VoteRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_VoteRequest()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.voter_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_VoteRequest_1(put: Append, o: Any) -> None:
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.voter_id, n))
    else:
        put(_PACK_i(o.voter_id))
        put(count_uvarint(n))
    if items:
        _write_TopicData_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_VoteRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_VoteRequest()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.voter_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_VoteRequest_2(put: Append, o: Any) -> None:
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.voter_id, n))
    else:
        put(_PACK_i(o.voter_id))
        put(count_uvarint(n))
    if items:
        _write_TopicData_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


VoteRequest._READERS = {
    0: _read_VoteRequest_0,
    1: _read_VoteRequest_1,
    2: _read_VoteRequest_2,
}
VoteRequest._WRITERS = {
    0: _write_VoteRequest_0,
    1: _write_VoteRequest_1,
    2: _write_VoteRequest_2,
}
