# Generated from ShareAcknowledgeRequest.json by `python -m codegen generate`. Do not edit.
"""ShareAcknowledgeRequest, request of API key 79, versions 0-2, flexible from 0. A member of a share group acknowledges records without reading new ones."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT8S,
    READ_INT8S,
    pack_many,
    read_numbers,
)
from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .share_acknowledge_response import ShareAcknowledgeResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_iZ = Layout(">i?").pack
_PACK_iZB = Layout(">i?B").pack
_PACK_qq = Layout(">qq").pack
_PACK_qqB = Layout(">qqB").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iZB = Layout(">i?B").unpack_from
_UNPACK_qqB = Layout(">qqB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class AcknowledgementBatch(Struct):
    """Ranges of offsets that are acknowledged."""

    __slots__ = ("first_offset", "last_offset", "acknowledge_types", "unknown_tagged_fields")
    __match_args__ = ("first_offset", "last_offset", "acknowledge_types")
    __qualname__ = "ShareAcknowledgeRequest.AcknowledgementBatch"
    first_offset: Final[int]
    """First offset. (int64)"""
    last_offset: Final[int]
    """Last offset. (int64)"""
    acknowledge_types: Final[tuple[int, ...]]
    """For each offset: 0 gap, 1 accept, 2 release, 3 reject, 4 renew; a single entry counts for all. ([]int8)"""

    def __init__(
        self,
        *,
        first_offset: int = 0,
        last_offset: int = 0,
        acknowledge_types: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.first_offset = first_offset
        self.last_offset = last_offset
        self.acknowledge_types = tuple(acknowledge_types)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            first_offset: int = ...,
            last_offset: int = ...,
            acknowledge_types: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AcknowledgementBatch = AcknowledgementBatch
_new_AcknowledgementBatch = new(AcknowledgementBatch)


class AcknowledgePartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "acknowledgement_batches", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "acknowledgement_batches")
    __qualname__ = "ShareAcknowledgeRequest.AcknowledgePartition"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    acknowledgement_batches: Final[tuple[AcknowledgementBatch, ...]]
    """Ranges of offsets that are acknowledged. ([]AcknowledgementBatch)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        acknowledgement_batches: Iterable[AcknowledgementBatch] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.acknowledgement_batches = tuple(acknowledgement_batches)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            acknowledgement_batches: Iterable[AcknowledgementBatch] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AcknowledgePartition = AcknowledgePartition
_new_AcknowledgePartition = new(AcknowledgePartition)


class AcknowledgeTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "ShareAcknowledgeRequest.AcknowledgeTopic"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    partitions: Final[tuple[AcknowledgePartition, ...]]
    """One entry for each partition. ([]AcknowledgePartition)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[AcknowledgePartition] = (),
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
            partitions: Iterable[AcknowledgePartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AcknowledgeTopic = AcknowledgeTopic
_new_AcknowledgeTopic = new(AcknowledgeTopic)


class ShareAcknowledgeRequest(Request["ShareAcknowledgeResponse"]):
    """A member of a share group acknowledges records without reading new ones."""

    __slots__ = ("group_id", "member_id", "share_session_epoch", "is_renew_ack", "topics", "unknown_tagged_fields")
    __match_args__ = ("group_id", "member_id", "share_session_epoch", "is_renew_ack", "topics")
    KIND = "request"
    API_KEY = 79
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    _RESPONSE_NAME = "ShareAcknowledgeResponse"
    if TYPE_CHECKING:
        AcknowledgementBatch: TypeAlias = _AcknowledgementBatch
        AcknowledgePartition: TypeAlias = _AcknowledgePartition
        AcknowledgeTopic: TypeAlias = _AcknowledgeTopic
    else:  # no annotation of a field
        AcknowledgementBatch = _AcknowledgementBatch
        AcknowledgePartition = _AcknowledgePartition
        AcknowledgeTopic = _AcknowledgeTopic
    group_id: Final[str | None]
    """Id of the group. (string)"""
    member_id: Final[str | None]
    """Id of the member. (string)"""
    share_session_epoch: Final[int]
    """Number of the request within the share session; 0 begins one, -1 ends it. (int32)"""
    is_renew_ack: Final[bool]
    """Whether acquisition locks may be renewed by this request. (bool, version 2)"""
    topics: Final[tuple[AcknowledgeTopic, ...]]
    """One entry for each topic. ([]AcknowledgeTopic)"""

    def __init__(
        self,
        *,
        group_id: str | None = None,
        member_id: str | None = "",
        share_session_epoch: int = 0,
        is_renew_ack: bool = False,
        topics: Iterable[AcknowledgeTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.member_id = member_id
        self.share_session_epoch = share_session_epoch
        self.is_renew_ack = is_renew_ack
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str | None = ...,
            member_id: str | None = ...,
            share_session_epoch: int = ...,
            is_renew_ack: bool = ...,
            topics: Iterable[AcknowledgeTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareAcknowledgeRequest = new(ShareAcknowledgeRequest)


def _read_AcknowledgementBatch_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AcknowledgementBatch()
        o.first_offset, o.last_offset, n = _UNPACK_qqB(buf, pos)
        pos += 16
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.acknowledge_types = (READ_INT8S[n] if n < 16 else read_numbers("b", n))(buf, pos)
        pos += n
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AcknowledgementBatch_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.acknowledge_types
        n = len(items) + 1
        if n < 128:
            put(_PACK_qqB(o.first_offset, o.last_offset, n))
        else:
            put(_PACK_qq(o.first_offset, o.last_offset))
            put(count_uvarint(n))
        put((PACK_INT8S[n - 1] if n < 16 else pack_many("b", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AcknowledgePartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AcknowledgePartition()
        o.partition_index, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.acknowledgement_batches, pos = _read_AcknowledgementBatch_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AcknowledgePartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.acknowledgement_batches
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.partition_index, n))
        else:
            put(_PACK_i(o.partition_index))
            put(count_uvarint(n))
        if items:
            _write_AcknowledgementBatch_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AcknowledgeTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AcknowledgeTopic()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_AcknowledgePartition_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AcknowledgeTopic_many_0(put: Append, many: Any) -> None:
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
            _write_AcknowledgePartition_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ShareAcknowledgeRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareAcknowledgeRequest()
    o.is_renew_ack = False
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.group_id = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.member_id = None
        pos += 1
    o.share_session_epoch, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_AcknowledgeTopic_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareAcknowledgeRequest_0(put: Append, o: Any) -> None:
    if o.is_renew_ack is not False:
        raise ValueError("this version lacks a field that is set")
    items = o.group_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.member_id
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
        put(_PACK_iB(o.share_session_epoch, n))
    else:
        put(_PACK_i(o.share_session_epoch))
        put(count_uvarint(n))
    if items:
        _write_AcknowledgeTopic_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ShareAcknowledgeRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareAcknowledgeRequest()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.group_id = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.member_id = None
        pos += 1
    o.share_session_epoch, o.is_renew_ack, n = _UNPACK_iZB(buf, pos)
    pos += 5
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_AcknowledgeTopic_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareAcknowledgeRequest_2(put: Append, o: Any) -> None:
    items = o.group_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.member_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.is_renew_ack is not True and o.is_renew_ack is not False:
        raise ValueError("bool is neither true nor false")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iZB(o.share_session_epoch, o.is_renew_ack, n))
    else:
        put(_PACK_iZ(o.share_session_epoch, o.is_renew_ack))
        put(count_uvarint(n))
    if items:
        _write_AcknowledgeTopic_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ShareAcknowledgeRequest._READERS = {
    0: _read_ShareAcknowledgeRequest_0,
    1: _read_ShareAcknowledgeRequest_0,
    2: _read_ShareAcknowledgeRequest_2,
}
ShareAcknowledgeRequest._WRITERS = {
    0: _write_ShareAcknowledgeRequest_0,
    1: _write_ShareAcknowledgeRequest_0,
    2: _write_ShareAcknowledgeRequest_2,
}
