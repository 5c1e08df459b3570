# Generated from ShareFetchRequest.json by `python -m codegen generate`. Do not edit.
"""ShareFetchRequest, request of API key 78, versions 0-2, flexible from 0. A member of a share group acquires records, and may acknowledge earlier ones."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    PACK_INT8S,
    READ_INT32S,
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
    from .share_fetch_response import ShareFetchResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_PACK_iiB = Layout(">iiB").pack
_PACK_iiii = Layout(">iiii").pack
_PACK_iiiiB = Layout(">iiiiB").pack
_PACK_iiiiii = Layout(">iiiiii").pack
_PACK_iiiiiiB = Layout(">iiiiiiB").pack
_PACK_iiiiiibZ = Layout(">iiiiiib?").pack
_PACK_iiiiiibZB = Layout(">iiiiiib?B").pack
_PACK_qq = Layout(">qq").pack
_PACK_qqB = Layout(">qqB").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_iiiiB = Layout(">iiiiB").unpack_from
_UNPACK_iiiiiiB = Layout(">iiiiiiB").unpack_from
_UNPACK_iiiiiibZB = Layout(">iiiiiib?B").unpack_from
_UNPACK_qqB = Layout(">qqB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class AcknowledgementBatch(Struct):
    """Ranges of offsets that are acknowledged."""

    __slots__ = ("first_offset", "last_offset", "acknowledge_types", "unknown_tagged_fields")
    __match_args__ = ("first_offset", "last_offset", "acknowledge_types")
    __qualname__ = "ShareFetchRequest.AcknowledgementBatch"
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


class FetchPartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "partition_max_bytes", "acknowledgement_batches", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "partition_max_bytes", "acknowledgement_batches")
    __qualname__ = "ShareFetchRequest.FetchPartition"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    partition_max_bytes: Final[int]
    """Bytes that the partition may fill; the first batch may be larger. (int32, version 0)"""
    acknowledgement_batches: Final[tuple[AcknowledgementBatch, ...]]
    """Ranges of offsets that are acknowledged. ([]AcknowledgementBatch)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        partition_max_bytes: int = 0,
        acknowledgement_batches: Iterable[AcknowledgementBatch] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.partition_max_bytes = partition_max_bytes
        self.acknowledgement_batches = tuple(acknowledgement_batches)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            partition_max_bytes: int = ...,
            acknowledgement_batches: Iterable[AcknowledgementBatch] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_FetchPartition = FetchPartition
_new_FetchPartition = new(FetchPartition)


class FetchTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "ShareFetchRequest.FetchTopic"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    partitions: Final[tuple[FetchPartition, ...]]
    """One entry for each partition. ([]FetchPartition)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[FetchPartition] = (),
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
            partitions: Iterable[FetchPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_FetchTopic = FetchTopic
_new_FetchTopic = new(FetchTopic)


class ForgottenTopic(Struct):
    """Partitions to take out of the fetch session."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "ShareFetchRequest.ForgottenTopic"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[int] = (),
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
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ForgottenTopic = ForgottenTopic
_new_ForgottenTopic = new(ForgottenTopic)


class ShareFetchRequest(Request["ShareFetchResponse"]):
    """A member of a share group acquires records, and may acknowledge earlier ones."""

    __slots__ = ("group_id", "member_id", "share_session_epoch", "max_wait_ms", "min_bytes", "max_bytes", "max_records", "batch_size", "share_acquire_mode", "is_renew_ack", "topics", "forgotten_topics_data", "unknown_tagged_fields")
    __match_args__ = ("group_id", "member_id", "share_session_epoch", "max_wait_ms", "min_bytes", "max_bytes", "max_records", "batch_size", "share_acquire_mode", "is_renew_ack", "topics", "forgotten_topics_data")
    KIND = "request"
    API_KEY = 78
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    _RESPONSE_NAME = "ShareFetchResponse"
    if TYPE_CHECKING:
        AcknowledgementBatch: TypeAlias = _AcknowledgementBatch
        FetchPartition: TypeAlias = _FetchPartition
        FetchTopic: TypeAlias = _FetchTopic
        ForgottenTopic: TypeAlias = _ForgottenTopic
    else:  # no annotation of a field
        AcknowledgementBatch = _AcknowledgementBatch
        FetchPartition = _FetchPartition
        FetchTopic = _FetchTopic
        ForgottenTopic = _ForgottenTopic
    group_id: Final[str | None]
    """Id of the group. (string)"""
    member_id: Final[str | None]
    """Id of the member. (string)"""
    share_session_epoch: Final[int]
    """Number of the request within the share session; 0 begins one, -1 ends it. (int32)"""
    max_wait_ms: Final[int]
    """Milliseconds to wait until there are MinBytes to answer with. (int32)"""
    min_bytes: Final[int]
    """Bytes to wait for before the answer. (int32)"""
    max_bytes: Final[int]
    """Bytes that the response may have; the first batch may be larger. (int32)"""
    max_records: Final[int]
    """How many records may be acquired. (int32, versions 1-2)"""
    batch_size: Final[int]
    """Number of records of a batch that the member would like best. (int32, versions 1-2)"""
    share_acquire_mode: Final[int]
    """0 batches may exceed the limit, 1 the record limit is strict. (int8, version 2, ignorable)"""
    is_renew_ack: Final[bool]
    """Whether acquisition locks may be renewed by this request. (bool, version 2)"""
    topics: Final[tuple[FetchTopic, ...]]
    """One entry for each topic. ([]FetchTopic)"""
    forgotten_topics_data: Final[tuple[ForgottenTopic, ...]]
    """Partitions to take out of the fetch session. ([]ForgottenTopic)"""

    def __init__(
        self,
        *,
        group_id: str | None = None,
        member_id: str | None = "",
        share_session_epoch: int = 0,
        max_wait_ms: int = 0,
        min_bytes: int = 0,
        max_bytes: int = 2147483647,
        max_records: int = 0,
        batch_size: int = 0,
        share_acquire_mode: int = 0,
        is_renew_ack: bool = False,
        topics: Iterable[FetchTopic] = (),
        forgotten_topics_data: Iterable[ForgottenTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.member_id = member_id
        self.share_session_epoch = share_session_epoch
        self.max_wait_ms = max_wait_ms
        self.min_bytes = min_bytes
        self.max_bytes = max_bytes
        self.max_records = max_records
        self.batch_size = batch_size
        self.share_acquire_mode = share_acquire_mode
        self.is_renew_ack = is_renew_ack
        self.topics = tuple(topics)
        self.forgotten_topics_data = tuple(forgotten_topics_data)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str | None = ...,
            member_id: str | None = ...,
            share_session_epoch: int = ...,
            max_wait_ms: int = ...,
            min_bytes: int = ...,
            max_bytes: int = ...,
            max_records: int = ...,
            batch_size: int = ...,
            share_acquire_mode: int = ...,
            is_renew_ack: bool = ...,
            topics: Iterable[FetchTopic] = ...,
            forgotten_topics_data: Iterable[ForgottenTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareFetchRequest = new(ShareFetchRequest)


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


def _read_FetchPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchPartition()
        o.partition_index, o.partition_max_bytes, n = _UNPACK_iiB(buf, pos)
        pos += 8
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


def _write_FetchPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.acknowledgement_batches
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiB(o.partition_index, o.partition_max_bytes, n))
        else:
            put(_PACK_ii(o.partition_index, o.partition_max_bytes))
            put(count_uvarint(n))
        if items:
            _write_AcknowledgementBatch_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_FetchPartition_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchPartition()
        o.partition_max_bytes = 0
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


def _write_FetchPartition_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.partition_max_bytes != 0:
            raise ValueError("this version lacks a field that is set")
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


def _read_FetchTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchTopic()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_FetchPartition_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_FetchTopic_many_0(put: Append, many: Any) -> None:
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
            _write_FetchPartition_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_FetchTopic_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchTopic()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_FetchPartition_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_FetchTopic_many_1(put: Append, many: Any) -> None:
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
            _write_FetchPartition_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ForgottenTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ForgottenTopic()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partitions = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ForgottenTopic_many_0(put: Append, many: Any) -> None:
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
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ShareFetchRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareFetchRequest()
    o.max_records = 0
    o.batch_size = 0
    o.share_acquire_mode = 0
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
    o.share_session_epoch, o.max_wait_ms, o.min_bytes, o.max_bytes, n = _UNPACK_iiiiB(buf, pos)
    pos += 16
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_FetchTopic_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.forgotten_topics_data, pos = _read_ForgottenTopic_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareFetchRequest_0(put: Append, o: Any) -> None:
    if o.max_records != 0 or o.batch_size != 0 or o.is_renew_ack is not False:
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
        put(_PACK_iiiiB(o.share_session_epoch, o.max_wait_ms, o.min_bytes, o.max_bytes, n))
    else:
        put(_PACK_iiii(o.share_session_epoch, o.max_wait_ms, o.min_bytes, o.max_bytes))
        put(count_uvarint(n))
    if items:
        _write_FetchTopic_many_0(put, items)
    items = o.forgotten_topics_data
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ForgottenTopic_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ShareFetchRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareFetchRequest()
    o.share_acquire_mode = 0
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
    o.share_session_epoch, o.max_wait_ms, o.min_bytes, o.max_bytes, o.max_records, o.batch_size, n = _UNPACK_iiiiiiB(buf, pos)
    pos += 24
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_FetchTopic_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.forgotten_topics_data, pos = _read_ForgottenTopic_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareFetchRequest_1(put: Append, o: Any) -> None:
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
        put(_PACK_iiiiiiB(o.share_session_epoch, o.max_wait_ms, o.min_bytes, o.max_bytes, o.max_records, o.batch_size, n))
    else:
        put(_PACK_iiiiii(o.share_session_epoch, o.max_wait_ms, o.min_bytes, o.max_bytes, o.max_records, o.batch_size))
        put(count_uvarint(n))
    if items:
        _write_FetchTopic_many_1(put, items)
    items = o.forgotten_topics_data
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ForgottenTopic_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ShareFetchRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareFetchRequest()
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
    o.share_session_epoch, o.max_wait_ms, o.min_bytes, o.max_bytes, o.max_records, o.batch_size, o.share_acquire_mode, o.is_renew_ack, n = _UNPACK_iiiiiibZB(buf, pos)
    pos += 26
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_FetchTopic_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.forgotten_topics_data, pos = _read_ForgottenTopic_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareFetchRequest_2(put: Append, o: Any) -> None:
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
        put(_PACK_iiiiiibZB(o.share_session_epoch, o.max_wait_ms, o.min_bytes, o.max_bytes, o.max_records, o.batch_size, o.share_acquire_mode, o.is_renew_ack, n))
    else:
        put(_PACK_iiiiiibZ(o.share_session_epoch, o.max_wait_ms, o.min_bytes, o.max_bytes, o.max_records, o.batch_size, o.share_acquire_mode, o.is_renew_ack))
        put(count_uvarint(n))
    if items:
        _write_FetchTopic_many_1(put, items)
    items = o.forgotten_topics_data
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ForgottenTopic_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ShareFetchRequest._READERS = {
    0: _read_ShareFetchRequest_0,
    1: _read_ShareFetchRequest_1,
    2: _read_ShareFetchRequest_2,
}
ShareFetchRequest._WRITERS = {
    0: _write_ShareFetchRequest_0,
    1: _write_ShareFetchRequest_1,
    2: _write_ShareFetchRequest_2,
}
