# Generated from FetchRequest.json by `python -m codegen generate`. Do not edit.
"""FetchRequest, request of API key 1, versions 0-18, flexible from 12. Reads records: consumers and followers of partitions, and replicas of the metadata log, whose fetch offset acknowledges what they have."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    UNPACK_INT32S,
    pack_many,
    read_numbers,
    unpack_many,
)
from kraft_wire.message import Request, Struct, shared_default
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length,
    count_length_not_null,
    count_uvarint,
    keep_unknown_tag,
    new,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    sorted_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .fetch_response import FetchResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iiibii = Layout(">iiibii").pack
_PACK_iiibiiB = Layout(">iiibiiB").pack
_PACK_iiii = Layout(">iiii").pack
_PACK_iiiibi = Layout(">iiiibi").pack
_PACK_iiiibii = Layout(">iiiibii").pack
_PACK_iiiibiiB = Layout(">iiiibiiB").pack
_PACK_iiiibiii = Layout(">iiiibiii").pack
_PACK_iiiii = Layout(">iiiii").pack
_PACK_iiqiqi = Layout(">iiqiqi").pack
_PACK_iiqiqix = Layout(">iiqiqix").pack
_PACK_iiqqi = Layout(">iiqqi").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqi = Layout(">iqi").pack
_PACK_iqqi = Layout(">iqqi").pack
_PACK_iqx = Layout(">iqx").pack
_PACK_q = Layout(">q").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iiibiiB = Layout(">iiibiiB").unpack_from
_UNPACK_iiii = Layout(">iiii").unpack_from
_UNPACK_iiiibi = Layout(">iiiibi").unpack_from
_UNPACK_iiiibiiB = Layout(">iiiibiiB").unpack_from
_UNPACK_iiiibiii = Layout(">iiiibiii").unpack_from
_UNPACK_iiiii = Layout(">iiiii").unpack_from
_UNPACK_iiqiqiB = Layout(">iiqiqiB").unpack_from
_UNPACK_iiqqi = Layout(">iiqqi").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from
_UNPACK_iqi = Layout(">iqi").unpack_from
_UNPACK_iqqi = Layout(">iqqi").unpack_from
_UNPACK_q = Layout(">q").unpack_from
_UNPACK_u = Layout(">16s").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class ReplicaState(Struct):
    """The replica that reads."""

    __slots__ = ("replica_id", "replica_epoch", "unknown_tagged_fields")
    __match_args__ = ("replica_id", "replica_epoch")
    __qualname__ = "FetchRequest.ReplicaState"
    replica_id: Final[int]
    """Node id of the replica; -1 for a client. (int32, versions 15-18)"""
    replica_epoch: Final[int]
    """Broker epoch of the replica; -1 for none. (int64, versions 15-18)"""

    def __init__(
        self,
        *,
        replica_id: int = -1,
        replica_epoch: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.replica_id = replica_id
        self.replica_epoch = replica_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            replica_id: int = ...,
            replica_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ReplicaState = ReplicaState
_new_ReplicaState = new(ReplicaState)
_DEFAULT_ReplicaState = shared_default(ReplicaState)


class FetchPartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition", "current_leader_epoch", "fetch_offset", "last_fetched_epoch", "log_start_offset", "partition_max_bytes", "replica_directory_id", "high_watermark", "unknown_tagged_fields")
    __match_args__ = ("partition", "current_leader_epoch", "fetch_offset", "last_fetched_epoch", "log_start_offset", "partition_max_bytes", "replica_directory_id", "high_watermark")
    __qualname__ = "FetchRequest.FetchPartition"
    partition: Final[int]
    """Number of the partition. (int32)"""
    current_leader_epoch: Final[int]
    """Leader epoch that the sender believes in, for fencing; -1 if it knows none. (int32, versions 9-18, ignorable)"""
    fetch_offset: Final[int]
    """Offset to read from. (int64)"""
    last_fetched_epoch: Final[int]
    """Epoch of the last record that the reader has; -1 for a consumer or an empty log. (int32, versions 12-18)"""
    log_start_offset: Final[int]
    """First offset that the follower still has; -1 for a consumer. (int64, versions 5-18, ignorable)"""
    partition_max_bytes: Final[int]
    """Bytes that the partition may fill; the first batch may be larger. (int32)"""
    replica_directory_id: Final[Uuid]
    """Directory id of the replica that fetches; zero if unknown. (uuid, versions 17-18, tag 0, ignorable)"""
    high_watermark: Final[int]
    """High watermark that the replica knows; -1 if none, 2^63-1 where it does not care. (int64, version 18, tag 1, ignorable)"""

    def __init__(
        self,
        *,
        partition: int = 0,
        current_leader_epoch: int = -1,
        fetch_offset: int = 0,
        last_fetched_epoch: int = -1,
        log_start_offset: int = -1,
        partition_max_bytes: int = 0,
        replica_directory_id: Uuid = ZERO_UUID,
        high_watermark: int = 9223372036854775807,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition = partition
        self.current_leader_epoch = current_leader_epoch
        self.fetch_offset = fetch_offset
        self.last_fetched_epoch = last_fetched_epoch
        self.log_start_offset = log_start_offset
        self.partition_max_bytes = partition_max_bytes
        self.replica_directory_id = replica_directory_id
        self.high_watermark = high_watermark
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition: int = ...,
            current_leader_epoch: int = ...,
            fetch_offset: int = ...,
            last_fetched_epoch: int = ...,
            log_start_offset: int = ...,
            partition_max_bytes: int = ...,
            replica_directory_id: Uuid = ...,
            high_watermark: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_FetchPartition = FetchPartition
_new_FetchPartition = new(FetchPartition)


class FetchTopic(Struct):
    """What to read, by topic."""

    __slots__ = ("topic", "topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic", "topic_id", "partitions")
    __qualname__ = "FetchRequest.FetchTopic"
    topic: Final[str]
    """Name of the topic. (string, versions 0-12, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, versions 13-18, ignorable)"""
    partitions: Final[tuple[FetchPartition, ...]]
    """One entry for each partition. ([]FetchPartition)"""

    def __init__(
        self,
        *,
        topic: str = "",
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[FetchPartition] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic = topic
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic: str = ...,
            topic_id: Uuid = ...,
            partitions: Iterable[FetchPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_FetchTopic = FetchTopic
_new_FetchTopic = new(FetchTopic)


class ForgottenTopic(Struct):
    """Partitions to take out of the fetch session."""

    __slots__ = ("topic", "topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic", "topic_id", "partitions")
    __qualname__ = "FetchRequest.ForgottenTopic"
    topic: Final[str]
    """Name of the topic. (string, versions 7-12, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, versions 13-18, ignorable)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32, versions 7-18)"""

    def __init__(
        self,
        *,
        topic: str = "",
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic = topic
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic: str = ...,
            topic_id: Uuid = ...,
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ForgottenTopic = ForgottenTopic
_new_ForgottenTopic = new(ForgottenTopic)


class FetchRequest(Request["FetchResponse"]):
    """Reads records: consumers and followers of partitions, and replicas of the metadata log, whose fetch offset acknowledges what they have."""

    __slots__ = ("cluster_id", "replica_id", "replica_state", "max_wait_ms", "min_bytes", "max_bytes", "isolation_level", "session_id", "session_epoch", "topics", "forgotten_topics_data", "rack_id", "unknown_tagged_fields")
    __match_args__ = ("cluster_id", "replica_id", "replica_state", "max_wait_ms", "min_bytes", "max_bytes", "isolation_level", "session_id", "session_epoch", "topics", "forgotten_topics_data", "rack_id")
    KIND = "request"
    API_KEY = 1
    VERSIONS = (0, 18)
    FLEXIBLE_VERSIONS = (12, 18)
    _RESPONSE_NAME = "FetchResponse"
    _IDENTITIES = ((("topics",), (("topic", 0, 12), ("topic_id", 13, 18))), (("forgotten_topics_data",), (("topic", 7, 12), ("topic_id", 13, 18))))
    if TYPE_CHECKING:
        ReplicaState: TypeAlias = _ReplicaState
        FetchPartition: TypeAlias = _FetchPartition
        FetchTopic: TypeAlias = _FetchTopic
        ForgottenTopic: TypeAlias = _ForgottenTopic
    else:  # no annotation of a field
        ReplicaState = _ReplicaState
        FetchPartition = _FetchPartition
        FetchTopic = _FetchTopic
        ForgottenTopic = _ForgottenTopic
    cluster_id: Final[str | None]
    """Id of the cluster as the replica knows it; null for a client. (string, versions 12-18, tag 0, ignorable)"""
    replica_id: Final[int]
    """Node id of the replica; -1 for a client. (int32, versions 0-14)"""
    replica_state: Final[ReplicaState]
    """The replica that reads. (ReplicaState, versions 15-18, tag 1)"""
    max_wait_ms: Final[int]
    """Milliseconds to wait until there are MinBytes to answer with. (int32)"""
    min_bytes: Final[int]
    """Bytes to wait for before the answer. (int32)"""
    max_bytes: Final[int]
    """Bytes that the response may have; the first batch may be larger. (int32, versions 3-18, ignorable)"""
    isolation_level: Final[int]
    """0 read uncommitted, 1 read committed: nothing beyond the last stable offset. (int8, versions 4-18, ignorable)"""
    session_id: Final[int]
    """Id of the fetch session; 0 without one. (int32, versions 7-18, ignorable)"""
    session_epoch: Final[int]
    """Number of the request within the fetch session; 0 begins one, -1 ends it. (int32, versions 7-18, ignorable)"""
    topics: Final[tuple[FetchTopic, ...]]
    """What to read, by topic. ([]FetchTopic)"""
    forgotten_topics_data: Final[tuple[ForgottenTopic, ...]]
    """Partitions to take out of the fetch session. ([]ForgottenTopic, versions 7-18)"""
    rack_id: Final[str]
    """Rack of the client; null or empty for none. (string, versions 11-18, ignorable)"""

    def __init__(
        self,
        *,
        cluster_id: str | None = None,
        replica_id: int = -1,
        replica_state: ReplicaState = _DEFAULT_ReplicaState,
        max_wait_ms: int = 0,
        min_bytes: int = 0,
        max_bytes: int = 2147483647,
        isolation_level: int = 0,
        session_id: int = 0,
        session_epoch: int = -1,
        topics: Iterable[FetchTopic] = (),
        forgotten_topics_data: Iterable[ForgottenTopic] = (),
        rack_id: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.cluster_id = cluster_id
        self.replica_id = replica_id
        self.replica_state = replica_state
        self.max_wait_ms = max_wait_ms
        self.min_bytes = min_bytes
        self.max_bytes = max_bytes
        self.isolation_level = isolation_level
        self.session_id = session_id
        self.session_epoch = session_epoch
        self.topics = tuple(topics)
        self.forgotten_topics_data = tuple(forgotten_topics_data)
        self.rack_id = rack_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            cluster_id: str | None = ...,
            replica_id: int = ...,
            replica_state: ReplicaState = ...,
            max_wait_ms: int = ...,
            min_bytes: int = ...,
            max_bytes: int = ...,
            isolation_level: int = ...,
            session_id: int = ...,
            session_epoch: int = ...,
            topics: Iterable[FetchTopic] = ...,
            forgotten_topics_data: Iterable[ForgottenTopic] = ...,
            rack_id: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_FetchRequest = new(FetchRequest)


def _read_ReplicaState_15(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ReplicaState()
    o.replica_id, o.replica_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 13
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ReplicaState_15(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_iq(o.replica_id, o.replica_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iqx(o.replica_id, o.replica_epoch))


def _read_FetchPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchPartition()
        o.current_leader_epoch = -1
        o.last_fetched_epoch = -1
        o.log_start_offset = -1
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.partition, o.fetch_offset, o.partition_max_bytes = _UNPACK_iqi(buf, pos)
        pos += 16
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_FetchPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.last_fetched_epoch != -1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_iqi(o.partition, o.fetch_offset, o.partition_max_bytes))


def _read_FetchPartition_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchPartition()
        o.current_leader_epoch = -1
        o.last_fetched_epoch = -1
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.partition, o.fetch_offset, o.log_start_offset, o.partition_max_bytes = _UNPACK_iqqi(buf, pos)
        pos += 24
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_FetchPartition_many_5(put: Append, many: Any) -> None:
    for o in many:
        if o.last_fetched_epoch != -1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_iqqi(o.partition, o.fetch_offset, o.log_start_offset, o.partition_max_bytes))


def _read_FetchPartition_many_9(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchPartition()
        o.last_fetched_epoch = -1
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.partition, o.current_leader_epoch, o.fetch_offset, o.log_start_offset, o.partition_max_bytes = _UNPACK_iiqqi(buf, pos)
        pos += 28
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_FetchPartition_many_9(put: Append, many: Any) -> None:
    for o in many:
        if o.last_fetched_epoch != -1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_iiqqi(o.partition, o.current_leader_epoch, o.fetch_offset, o.log_start_offset, o.partition_max_bytes))


def _read_FetchPartition_tags_12(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag in (0, 1):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_FetchPartition_many_12(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchPartition()
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.partition, o.current_leader_epoch, o.fetch_offset, o.last_fetched_epoch, o.log_start_offset, o.partition_max_bytes, n = _UNPACK_iiqiqiB(buf, pos)
        pos += 33
        o.unknown_tagged_fields = ()
        if n:
            pos = _read_FetchPartition_tags_12(o, buf, pos, n)
        items.append(o)
    return tuple(items), pos


def _write_FetchPartition_many_12(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_iiqiqi(o.partition, o.current_leader_epoch, o.fetch_offset, o.last_fetched_epoch, o.log_start_offset, o.partition_max_bytes))
            write_tags(put, [], o.unknown_tagged_fields, 2)
        else:
            put(_PACK_iiqiqix(o.partition, o.current_leader_epoch, o.fetch_offset, o.last_fetched_epoch, o.log_start_offset, o.partition_max_bytes))


def _read_FetchPartition_tags_17(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            (u0,) = _UNPACK_u(buf, pos)
            pos += 16
            o.replica_directory_id = UUIDS[u0]
        elif tag in (1,):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_FetchPartition_many_17(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchPartition()
        o.high_watermark = 9223372036854775807
        o.partition, o.current_leader_epoch, o.fetch_offset, o.last_fetched_epoch, o.log_start_offset, o.partition_max_bytes, n = _UNPACK_iiqiqiB(buf, pos)
        pos += 33
        o.replica_directory_id = ZERO_UUID
        o.unknown_tagged_fields = ()
        if n:
            pos = _read_FetchPartition_tags_17(o, buf, pos, n)
        items.append(o)
    return tuple(items), pos


def _write_FetchPartition_tags_17(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.replica_directory_id != ZERO_UUID:
        if len(o.replica_directory_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        tags.append((0, _PACK_u(o.replica_directory_id)))
    write_tags(to, tags, o.unknown_tagged_fields, 2)


def _write_FetchPartition_many_17(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields or o.replica_directory_id != ZERO_UUID:
            put(_PACK_iiqiqi(o.partition, o.current_leader_epoch, o.fetch_offset, o.last_fetched_epoch, o.log_start_offset, o.partition_max_bytes))
            _write_FetchPartition_tags_17(put, o)
        else:
            put(_PACK_iiqiqix(o.partition, o.current_leader_epoch, o.fetch_offset, o.last_fetched_epoch, o.log_start_offset, o.partition_max_bytes))


def _read_FetchPartition_tags_18(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            (u0,) = _UNPACK_u(buf, pos)
            pos += 16
            o.replica_directory_id = UUIDS[u0]
        elif tag == 1:
            (o.high_watermark,) = _UNPACK_q(buf, pos)
            pos += 8
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_FetchPartition_many_18(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchPartition()
        o.partition, o.current_leader_epoch, o.fetch_offset, o.last_fetched_epoch, o.log_start_offset, o.partition_max_bytes, n = _UNPACK_iiqiqiB(buf, pos)
        pos += 33
        o.replica_directory_id = ZERO_UUID
        o.high_watermark = 9223372036854775807
        o.unknown_tagged_fields = ()
        if n:
            pos = _read_FetchPartition_tags_18(o, buf, pos, n)
        items.append(o)
    return tuple(items), pos


def _write_FetchPartition_tags_18(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.replica_directory_id != ZERO_UUID:
        if len(o.replica_directory_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        tags.append((0, _PACK_u(o.replica_directory_id)))
    if o.high_watermark != 9223372036854775807:
        tags.append((1, _PACK_q(o.high_watermark)))
    write_tags(to, tags, o.unknown_tagged_fields, 2)


def _write_FetchPartition_many_18(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields or o.replica_directory_id != ZERO_UUID or o.high_watermark != 9223372036854775807:
            put(_PACK_iiqiqi(o.partition, o.current_leader_epoch, o.fetch_offset, o.last_fetched_epoch, o.log_start_offset, o.partition_max_bytes))
            _write_FetchPartition_tags_18(put, o)
        else:
            put(_PACK_iiqiqix(o.partition, o.current_leader_epoch, o.fetch_offset, o.last_fetched_epoch, o.log_start_offset, o.partition_max_bytes))


def _read_FetchTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchTopic()
        o.topic_id = ZERO_UUID
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
        o.partitions, pos = _read_FetchPartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_FetchTopic_many_0(put: Append, many: Any) -> None:
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
        if items:
            _write_FetchPartition_many_0(put, items)


def _read_FetchTopic_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchTopic()
        o.topic_id = ZERO_UUID
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
        o.partitions, pos = _read_FetchPartition_many_5(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_FetchTopic_many_5(put: Append, many: Any) -> None:
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
        if items:
            _write_FetchPartition_many_5(put, items)


def _read_FetchTopic_many_9(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchTopic()
        o.topic_id = ZERO_UUID
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
        o.partitions, pos = _read_FetchPartition_many_9(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_FetchTopic_many_9(put: Append, many: Any) -> None:
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
        if items:
            _write_FetchPartition_many_9(put, items)


def _read_FetchTopic_many_12(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchTopic()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_FetchPartition_many_12(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_FetchTopic_many_12(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_FetchPartition_many_12(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_FetchTopic_many_13(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchTopic()
        o.topic = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_FetchPartition_many_12(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_FetchTopic_many_13(put: Append, many: Any) -> None:
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
            _write_FetchPartition_many_12(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_FetchTopic_many_17(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchTopic()
        o.topic = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_FetchPartition_many_17(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_FetchTopic_many_17(put: Append, many: Any) -> None:
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
            _write_FetchPartition_many_17(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_FetchTopic_many_18(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_FetchTopic()
        o.topic = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_FetchPartition_many_18(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_FetchTopic_many_18(put: Append, many: Any) -> None:
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
            _write_FetchPartition_many_18(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ForgottenTopic_many_7(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ForgottenTopic()
        o.topic_id = ZERO_UUID
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


def _write_ForgottenTopic_many_7(put: Append, many: Any) -> None:
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


def _read_ForgottenTopic_many_12(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ForgottenTopic()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
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


def _write_ForgottenTopic_many_12(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ForgottenTopic_many_13(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ForgottenTopic()
        o.topic = ""
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


def _write_ForgottenTopic_many_13(put: Append, many: Any) -> None:
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


def _read_FetchRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchRequest()
    o.cluster_id = None
    o.replica_state = _DEFAULT_ReplicaState
    o.max_bytes = 2147483647
    o.isolation_level = 0
    o.session_id = 0
    o.session_epoch = -1
    o.forgotten_topics_data = ()
    o.rack_id = ""
    o.replica_id, o.max_wait_ms, o.min_bytes, n = _UNPACK_iiii(buf, pos)
    pos += 16
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_FetchTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchRequest_0(put: Append, o: Any) -> None:
    if (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields or o.forgotten_topics_data != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iiii(o.replica_id, o.max_wait_ms, o.min_bytes, n))
    if items:
        _write_FetchTopic_many_0(put, items)


def _read_FetchRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchRequest()
    o.cluster_id = None
    o.replica_state = _DEFAULT_ReplicaState
    o.isolation_level = 0
    o.session_id = 0
    o.session_epoch = -1
    o.forgotten_topics_data = ()
    o.rack_id = ""
    o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, n = _UNPACK_iiiii(buf, pos)
    pos += 20
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_FetchTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchRequest_3(put: Append, o: Any) -> None:
    if (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields or o.forgotten_topics_data != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iiiii(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, n))
    if items:
        _write_FetchTopic_many_0(put, items)


def _read_FetchRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchRequest()
    o.cluster_id = None
    o.replica_state = _DEFAULT_ReplicaState
    o.session_id = 0
    o.session_epoch = -1
    o.forgotten_topics_data = ()
    o.rack_id = ""
    o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, n = _UNPACK_iiiibi(buf, pos)
    pos += 21
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_FetchTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchRequest_4(put: Append, o: Any) -> None:
    if (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields or o.forgotten_topics_data != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iiiibi(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, n))
    if items:
        _write_FetchTopic_many_0(put, items)


def _read_FetchRequest_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchRequest()
    o.cluster_id = None
    o.replica_state = _DEFAULT_ReplicaState
    o.session_id = 0
    o.session_epoch = -1
    o.forgotten_topics_data = ()
    o.rack_id = ""
    o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, n = _UNPACK_iiiibi(buf, pos)
    pos += 21
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_FetchTopic_many_5(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchRequest_5(put: Append, o: Any) -> None:
    if (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields or o.forgotten_topics_data != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iiiibi(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, n))
    if items:
        _write_FetchTopic_many_5(put, items)


def _read_FetchRequest_7(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchRequest()
    o.cluster_id = None
    o.replica_state = _DEFAULT_ReplicaState
    o.rack_id = ""
    o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n = _UNPACK_iiiibiii(buf, pos)
    pos += 29
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_FetchTopic_many_5(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.forgotten_topics_data, pos = _read_ForgottenTopic_many_7(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchRequest_7(put: Append, o: Any) -> None:
    if (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iiiibiii(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n))
    if items:
        _write_FetchTopic_many_5(put, items)
    items = o.forgotten_topics_data
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_ForgottenTopic_many_7(put, items)


def _read_FetchRequest_9(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchRequest()
    o.cluster_id = None
    o.replica_state = _DEFAULT_ReplicaState
    o.rack_id = ""
    o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n = _UNPACK_iiiibiii(buf, pos)
    pos += 29
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_FetchTopic_many_9(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.forgotten_topics_data, pos = _read_ForgottenTopic_many_7(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchRequest_9(put: Append, o: Any) -> None:
    if (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iiiibiii(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n))
    if items:
        _write_FetchTopic_many_9(put, items)
    items = o.forgotten_topics_data
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_ForgottenTopic_many_7(put, items)


def _read_FetchRequest_11(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchRequest()
    o.cluster_id = None
    o.replica_state = _DEFAULT_ReplicaState
    o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n = _UNPACK_iiiibiii(buf, pos)
    pos += 29
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_FetchTopic_many_9(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.forgotten_topics_data, pos = _read_ForgottenTopic_many_7(buf, pos, n)
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.rack_id = buf[pos:end].decode()
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_FetchRequest_11(put: Append, o: Any) -> None:
    if (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iiiibiii(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n))
    if items:
        _write_FetchTopic_many_9(put, items)
    items = o.forgotten_topics_data
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_ForgottenTopic_many_7(put, items)
    items = o.rack_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)


def _read_FetchRequest_tags_12(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            n = buf[pos]
            if n > 127:
                n, pos = text_length(buf, pos, n)
            if n:
                o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
            else:
                o.cluster_id = None
                pos += 1
        elif tag in (1,):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_FetchRequest_12(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchRequest()
    o.replica_state = _DEFAULT_ReplicaState
    o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n = _UNPACK_iiiibiiB(buf, pos)
    pos += 25
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_FetchTopic_many_12(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.forgotten_topics_data, pos = _read_ForgottenTopic_many_12(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.rack_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    pos += 1
    o.cluster_id = None
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_FetchRequest_tags_12(o, buf, pos, n)
    return o, pos


def _write_FetchRequest_tags_12(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.cluster_id is not None:
        items = o.cluster_id.encode()
        tags.append((0, text_uvarint(len(items) + 1) + items))
    write_tags(to, tags, o.unknown_tagged_fields, 2)


def _write_FetchRequest_12(put: Append, o: Any) -> None:
    if (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields:
        raise ValueError("this version lacks a field that is set")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiiibiiB(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n))
    else:
        put(_PACK_iiiibii(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch))
        put(count_uvarint(n))
    if items:
        _write_FetchTopic_many_12(put, items)
    items = o.forgotten_topics_data
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ForgottenTopic_many_12(put, items)
    items = o.rack_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields or o.cluster_id is not None:
        _write_FetchRequest_tags_12(put, o)
    else:
        put(b"\0")


def _read_FetchRequest_tags_13(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            n = buf[pos]
            if n > 127:
                n, pos = text_length(buf, pos, n)
            if n:
                o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
            else:
                o.cluster_id = None
                pos += 1
        elif tag in (1,):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_FetchRequest_13(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchRequest()
    o.replica_state = _DEFAULT_ReplicaState
    o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n = _UNPACK_iiiibiiB(buf, pos)
    pos += 25
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_FetchTopic_many_13(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.forgotten_topics_data, pos = _read_ForgottenTopic_many_13(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.rack_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    pos += 1
    o.cluster_id = None
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_FetchRequest_tags_13(o, buf, pos, n)
    return o, pos


def _write_FetchRequest_tags_13(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.cluster_id is not None:
        items = o.cluster_id.encode()
        tags.append((0, text_uvarint(len(items) + 1) + items))
    write_tags(to, tags, o.unknown_tagged_fields, 2)


def _write_FetchRequest_13(put: Append, o: Any) -> None:
    if (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields:
        raise ValueError("this version lacks a field that is set")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiiibiiB(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n))
    else:
        put(_PACK_iiiibii(o.replica_id, o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch))
        put(count_uvarint(n))
    if items:
        _write_FetchTopic_many_13(put, items)
    items = o.forgotten_topics_data
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ForgottenTopic_many_13(put, items)
    items = o.rack_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields or o.cluster_id is not None:
        _write_FetchRequest_tags_13(put, o)
    else:
        put(b"\0")


def _read_FetchRequest_tags_15(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            n = buf[pos]
            if n > 127:
                n, pos = text_length(buf, pos, n)
            if n:
                o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
            else:
                o.cluster_id = None
                pos += 1
        elif tag == 1:
            o.replica_state, pos = _read_ReplicaState_15(buf, pos)
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_FetchRequest_15(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchRequest()
    o.replica_id = -1
    o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n = _UNPACK_iiibiiB(buf, pos)
    pos += 21
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_FetchTopic_many_13(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.forgotten_topics_data, pos = _read_ForgottenTopic_many_13(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.rack_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    pos += 1
    o.cluster_id = None
    o.replica_state = _DEFAULT_ReplicaState
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_FetchRequest_tags_15(o, buf, pos, n)
    return o, pos


def _write_FetchRequest_tags_15(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.cluster_id is not None:
        items = o.cluster_id.encode()
        tags.append((0, text_uvarint(len(items) + 1) + items))
    if (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields:
        piece_1: list[bytes] = []
        put = piece_1.append
        _write_ReplicaState_15(put, o.replica_state)
        tags.append((1, b"".join(piece_1)))
    write_tags(to, tags, o.unknown_tagged_fields, 2)


def _write_FetchRequest_15(put: Append, o: Any) -> None:
    if o.replica_id != -1:
        raise ValueError("this version lacks a field that is set")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiibiiB(o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n))
    else:
        put(_PACK_iiibii(o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch))
        put(count_uvarint(n))
    if items:
        _write_FetchTopic_many_13(put, items)
    items = o.forgotten_topics_data
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ForgottenTopic_many_13(put, items)
    items = o.rack_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields or o.cluster_id is not None or (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields:
        _write_FetchRequest_tags_15(put, o)
    else:
        put(b"\0")


def _read_FetchRequest_tags_17(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            n = buf[pos]
            if n > 127:
                n, pos = text_length(buf, pos, n)
            if n:
                o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
            else:
                o.cluster_id = None
                pos += 1
        elif tag == 1:
            o.replica_state, pos = _read_ReplicaState_15(buf, pos)
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_FetchRequest_17(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchRequest()
    o.replica_id = -1
    o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n = _UNPACK_iiibiiB(buf, pos)
    pos += 21
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_FetchTopic_many_17(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.forgotten_topics_data, pos = _read_ForgottenTopic_many_13(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.rack_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    pos += 1
    o.cluster_id = None
    o.replica_state = _DEFAULT_ReplicaState
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_FetchRequest_tags_17(o, buf, pos, n)
    return o, pos


def _write_FetchRequest_tags_17(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.cluster_id is not None:
        items = o.cluster_id.encode()
        tags.append((0, text_uvarint(len(items) + 1) + items))
    if (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields:
        piece_1: list[bytes] = []
        put = piece_1.append
        _write_ReplicaState_15(put, o.replica_state)
        tags.append((1, b"".join(piece_1)))
    write_tags(to, tags, o.unknown_tagged_fields, 2)


def _write_FetchRequest_17(put: Append, o: Any) -> None:
    if o.replica_id != -1:
        raise ValueError("this version lacks a field that is set")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiibiiB(o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n))
    else:
        put(_PACK_iiibii(o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch))
        put(count_uvarint(n))
    if items:
        _write_FetchTopic_many_17(put, items)
    items = o.forgotten_topics_data
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ForgottenTopic_many_13(put, items)
    items = o.rack_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields or o.cluster_id is not None or (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields:
        _write_FetchRequest_tags_17(put, o)
    else:
        put(b"\0")


def _read_FetchRequest_tags_18(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            n = buf[pos]
            if n > 127:
                n, pos = text_length(buf, pos, n)
            if n:
                o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
            else:
                o.cluster_id = None
                pos += 1
        elif tag == 1:
            o.replica_state, pos = _read_ReplicaState_15(buf, pos)
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_FetchRequest_18(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchRequest()
    o.replica_id = -1
    o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n = _UNPACK_iiibiiB(buf, pos)
    pos += 21
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_FetchTopic_many_18(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.forgotten_topics_data, pos = _read_ForgottenTopic_many_13(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.rack_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    pos += 1
    o.cluster_id = None
    o.replica_state = _DEFAULT_ReplicaState
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_FetchRequest_tags_18(o, buf, pos, n)
    return o, pos


def _write_FetchRequest_tags_18(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.cluster_id is not None:
        items = o.cluster_id.encode()
        tags.append((0, text_uvarint(len(items) + 1) + items))
    if (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields:
        piece_1: list[bytes] = []
        put = piece_1.append
        _write_ReplicaState_15(put, o.replica_state)
        tags.append((1, b"".join(piece_1)))
    write_tags(to, tags, o.unknown_tagged_fields, 2)


def _write_FetchRequest_18(put: Append, o: Any) -> None:
    if o.replica_id != -1:
        raise ValueError("this version lacks a field that is set")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiibiiB(o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch, n))
    else:
        put(_PACK_iiibii(o.max_wait_ms, o.min_bytes, o.max_bytes, o.isolation_level, o.session_id, o.session_epoch))
        put(count_uvarint(n))
    if items:
        _write_FetchTopic_many_18(put, items)
    items = o.forgotten_topics_data
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ForgottenTopic_many_13(put, items)
    items = o.rack_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields or o.cluster_id is not None or (s0 := o.replica_state).replica_id != -1 or s0.replica_epoch != -1 or s0.unknown_tagged_fields:
        _write_FetchRequest_tags_18(put, o)
    else:
        put(b"\0")


FetchRequest._READERS = {
    0: _read_FetchRequest_0,
    1: _read_FetchRequest_0,
    2: _read_FetchRequest_0,
    3: _read_FetchRequest_3,
    4: _read_FetchRequest_4,
    5: _read_FetchRequest_5,
    6: _read_FetchRequest_5,
    7: _read_FetchRequest_7,
    8: _read_FetchRequest_7,
    9: _read_FetchRequest_9,
    10: _read_FetchRequest_9,
    11: _read_FetchRequest_11,
    12: _read_FetchRequest_12,
    13: _read_FetchRequest_13,
    14: _read_FetchRequest_13,
    15: _read_FetchRequest_15,
    16: _read_FetchRequest_15,
    17: _read_FetchRequest_17,
    18: _read_FetchRequest_18,
}
FetchRequest._WRITERS = {
    0: _write_FetchRequest_0,
    1: _write_FetchRequest_0,
    2: _write_FetchRequest_0,
    3: _write_FetchRequest_3,
    4: _write_FetchRequest_4,
    5: _write_FetchRequest_5,
    6: _write_FetchRequest_5,
    7: _write_FetchRequest_7,
    8: _write_FetchRequest_7,
    9: _write_FetchRequest_9,
    10: _write_FetchRequest_9,
    11: _write_FetchRequest_11,
    12: _write_FetchRequest_12,
    13: _write_FetchRequest_13,
    14: _write_FetchRequest_13,
    15: _write_FetchRequest_15,
    16: _write_FetchRequest_15,
    17: _write_FetchRequest_17,
    18: _write_FetchRequest_18,
}
