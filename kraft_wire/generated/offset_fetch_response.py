# Generated from OffsetFetchResponse.json by `python -m codegen generate`. Do not edit.
"""OffsetFetchResponse, response of API key 9, versions 0-10, flexible from 6. Answers OffsetFetchRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
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
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_hx = Layout(">hx").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_PACK_iqh = Layout(">iqh").pack
_PACK_iqi = Layout(">iqi").pack
_PACK_iqiB = Layout(">iqiB").pack
_PACK_iqih = Layout(">iqih").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_iqh = Layout(">iqh").unpack_from
_UNPACK_iqiB = Layout(">iqiB").unpack_from
_UNPACK_iqih = Layout(">iqih").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class OffsetFetchResponsePartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "committed_offset", "committed_leader_epoch", "metadata", "error_code", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "committed_offset", "committed_leader_epoch", "metadata", "error_code")
    __qualname__ = "OffsetFetchResponse.OffsetFetchResponsePartition"
    partition_index: Final[int]
    """Number of the partition. (int32, versions 0-7)"""
    committed_offset: Final[int]
    """Offset of the next record to consume; -1 where none is committed. (int64, versions 0-7)"""
    committed_leader_epoch: Final[int]
    """Leader epoch of the last record that was consumed; -1 if unknown. (int32, versions 5-7, ignorable)"""
    metadata: Final[str | None]
    """Bytes or text of the client's own. (string, versions 0-7)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16, versions 0-7)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        committed_offset: int = 0,
        committed_leader_epoch: int = -1,
        metadata: str | None = "",
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.committed_offset = committed_offset
        self.committed_leader_epoch = committed_leader_epoch
        self.metadata = metadata
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            committed_offset: int = ...,
            committed_leader_epoch: int = ...,
            metadata: str | None = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetFetchResponsePartition = OffsetFetchResponsePartition
_new_OffsetFetchResponsePartition = new(OffsetFetchResponsePartition)


class OffsetFetchResponseTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "OffsetFetchResponse.OffsetFetchResponseTopic"
    name: Final[str]
    """Name of the topic. (string, versions 0-7)"""
    partitions: Final[tuple[OffsetFetchResponsePartition, ...]]
    """One entry for each partition. ([]OffsetFetchResponsePartition, versions 0-7)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[OffsetFetchResponsePartition] = (),
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
            partitions: Iterable[OffsetFetchResponsePartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetFetchResponseTopic = OffsetFetchResponseTopic
_new_OffsetFetchResponseTopic = new(OffsetFetchResponseTopic)


class OffsetFetchResponsePartitions(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "committed_offset", "committed_leader_epoch", "metadata", "error_code", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "committed_offset", "committed_leader_epoch", "metadata", "error_code")
    __qualname__ = "OffsetFetchResponse.OffsetFetchResponsePartitions"
    partition_index: Final[int]
    """Number of the partition. (int32, versions 8-10)"""
    committed_offset: Final[int]
    """Offset of the next record to consume; -1 where none is committed. (int64, versions 8-10)"""
    committed_leader_epoch: Final[int]
    """Leader epoch of the last record that was consumed; -1 if unknown. (int32, versions 8-10, ignorable)"""
    metadata: Final[str | None]
    """Bytes or text of the client's own. (string, versions 8-10)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16, versions 8-10)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        committed_offset: int = 0,
        committed_leader_epoch: int = -1,
        metadata: str | None = "",
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.committed_offset = committed_offset
        self.committed_leader_epoch = committed_leader_epoch
        self.metadata = metadata
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            committed_offset: int = ...,
            committed_leader_epoch: int = ...,
            metadata: str | None = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetFetchResponsePartitions = OffsetFetchResponsePartitions
_new_OffsetFetchResponsePartitions = new(OffsetFetchResponsePartitions)


class OffsetFetchResponseTopics(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "topic_id", "partitions")
    __qualname__ = "OffsetFetchResponse.OffsetFetchResponseTopics"
    name: Final[str]
    """Name of the topic. (string, versions 8-9, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, version 10, ignorable)"""
    partitions: Final[tuple[OffsetFetchResponsePartitions, ...]]
    """One entry for each partition. ([]OffsetFetchResponsePartitions, versions 8-10)"""

    def __init__(
        self,
        *,
        name: str = "",
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[OffsetFetchResponsePartitions] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            topic_id: Uuid = ...,
            partitions: Iterable[OffsetFetchResponsePartitions] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetFetchResponseTopics = OffsetFetchResponseTopics
_new_OffsetFetchResponseTopics = new(OffsetFetchResponseTopics)


class OffsetFetchResponseGroup(Struct):
    """One entry for each group."""

    __slots__ = ("group_id", "topics", "error_code", "unknown_tagged_fields")
    __match_args__ = ("group_id", "topics", "error_code")
    __qualname__ = "OffsetFetchResponse.OffsetFetchResponseGroup"
    group_id: Final[str]
    """Id of the group. (string, versions 8-10)"""
    topics: Final[tuple[OffsetFetchResponseTopics, ...]]
    """One entry for each topic. ([]OffsetFetchResponseTopics, versions 8-10)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16, versions 8-10)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: Iterable[OffsetFetchResponseTopics] = (),
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.topics = tuple(topics)
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            topics: Iterable[OffsetFetchResponseTopics] = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetFetchResponseGroup = OffsetFetchResponseGroup
_new_OffsetFetchResponseGroup = new(OffsetFetchResponseGroup)


class OffsetFetchResponse(Message):
    """Answers OffsetFetchRequest."""

    __slots__ = ("throttle_time_ms", "topics", "error_code", "groups", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "topics", "error_code", "groups")
    KIND = "response"
    API_KEY = 9
    VERSIONS = (0, 10)
    FLEXIBLE_VERSIONS = (6, 10)
    _IDENTITIES = ((("groups", "topics"), (("name", 8, 9), ("topic_id", 10, 10))),)
    if TYPE_CHECKING:
        OffsetFetchResponsePartition: TypeAlias = _OffsetFetchResponsePartition
        OffsetFetchResponseTopic: TypeAlias = _OffsetFetchResponseTopic
        OffsetFetchResponsePartitions: TypeAlias = _OffsetFetchResponsePartitions
        OffsetFetchResponseTopics: TypeAlias = _OffsetFetchResponseTopics
        OffsetFetchResponseGroup: TypeAlias = _OffsetFetchResponseGroup
    else:  # no annotation of a field
        OffsetFetchResponsePartition = _OffsetFetchResponsePartition
        OffsetFetchResponseTopic = _OffsetFetchResponseTopic
        OffsetFetchResponsePartitions = _OffsetFetchResponsePartitions
        OffsetFetchResponseTopics = _OffsetFetchResponseTopics
        OffsetFetchResponseGroup = _OffsetFetchResponseGroup
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 3-10, ignorable)"""
    topics: Final[tuple[OffsetFetchResponseTopic, ...]]
    """One entry for each topic. ([]OffsetFetchResponseTopic, versions 0-7)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16, versions 2-7, ignorable)"""
    groups: Final[tuple[OffsetFetchResponseGroup, ...]]
    """One entry for each group. ([]OffsetFetchResponseGroup, versions 8-10)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: Iterable[OffsetFetchResponseTopic] = (),
        error_code: int = 0,
        groups: Iterable[OffsetFetchResponseGroup] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.topics = tuple(topics)
        self.error_code = error_code
        self.groups = tuple(groups)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            topics: Iterable[OffsetFetchResponseTopic] = ...,
            error_code: int = ...,
            groups: Iterable[OffsetFetchResponseGroup] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_OffsetFetchResponse = new(OffsetFetchResponse)


def _read_OffsetFetchResponsePartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchResponsePartition()
        o.committed_leader_epoch = -1
        o.partition_index, o.committed_offset, n = _UNPACK_iqh(buf, pos)
        pos += 14
        if n >= 0:
            end = pos + n
            o.metadata = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.metadata = None
        else:
            raise ValueError("length is below -1")
        (o.error_code,) = _UNPACK_h(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchResponsePartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.metadata
        if items is None:
            put(_PACK_iqh(o.partition_index, o.committed_offset, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_iqh(o.partition_index, o.committed_offset, n))
            put(items)
        put(_PACK_h(o.error_code))


def _read_OffsetFetchResponsePartition_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchResponsePartition()
        o.partition_index, o.committed_offset, o.committed_leader_epoch, n = _UNPACK_iqih(buf, pos)
        pos += 18
        if n >= 0:
            end = pos + n
            o.metadata = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.metadata = None
        else:
            raise ValueError("length is below -1")
        (o.error_code,) = _UNPACK_h(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchResponsePartition_many_5(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.metadata
        if items is None:
            put(_PACK_iqih(o.partition_index, o.committed_offset, o.committed_leader_epoch, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_iqih(o.partition_index, o.committed_offset, o.committed_leader_epoch, n))
            put(items)
        put(_PACK_h(o.error_code))


def _read_OffsetFetchResponsePartition_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchResponsePartition()
        o.partition_index, o.committed_offset, o.committed_leader_epoch, n = _UNPACK_iqiB(buf, pos)
        pos += 16
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.metadata = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.metadata = None
            pos += 1
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchResponsePartition_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.metadata
        if items is None:
            put(_PACK_iqiB(o.partition_index, o.committed_offset, o.committed_leader_epoch, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_iqiB(o.partition_index, o.committed_offset, o.committed_leader_epoch, n))
            else:
                put(_PACK_iqi(o.partition_index, o.committed_offset, o.committed_leader_epoch))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            put(_PACK_h(o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hx(o.error_code))


def _read_OffsetFetchResponseTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchResponseTopic()
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
        o.partitions, pos = _read_OffsetFetchResponsePartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchResponseTopic_many_0(put: Append, many: Any) -> None:
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
            _write_OffsetFetchResponsePartition_many_0(put, items)


def _read_OffsetFetchResponseTopic_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchResponseTopic()
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
        o.partitions, pos = _read_OffsetFetchResponsePartition_many_5(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchResponseTopic_many_5(put: Append, many: Any) -> None:
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
            _write_OffsetFetchResponsePartition_many_5(put, items)


def _read_OffsetFetchResponseTopic_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchResponseTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_OffsetFetchResponsePartition_many_6(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchResponseTopic_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_OffsetFetchResponsePartition_many_6(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetFetchResponsePartitions_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchResponsePartitions()
        o.partition_index, o.committed_offset, o.committed_leader_epoch, n = _UNPACK_iqiB(buf, pos)
        pos += 16
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.metadata = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.metadata = None
            pos += 1
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchResponsePartitions_many_8(put: Append, many: Any) -> None:
    for o in many:
        items = o.metadata
        if items is None:
            put(_PACK_iqiB(o.partition_index, o.committed_offset, o.committed_leader_epoch, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_iqiB(o.partition_index, o.committed_offset, o.committed_leader_epoch, n))
            else:
                put(_PACK_iqi(o.partition_index, o.committed_offset, o.committed_leader_epoch))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            put(_PACK_h(o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hx(o.error_code))


def _read_OffsetFetchResponseTopics_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchResponseTopics()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_OffsetFetchResponsePartitions_many_8(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchResponseTopics_many_8(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_OffsetFetchResponsePartitions_many_8(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetFetchResponseTopics_many_10(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchResponseTopics()
        o.name = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_OffsetFetchResponsePartitions_many_8(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchResponseTopics_many_10(put: Append, many: Any) -> None:
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
            _write_OffsetFetchResponsePartitions_many_8(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetFetchResponseGroup_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchResponseGroup()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_OffsetFetchResponseTopics_many_8(buf, pos + 1, n - 1)
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchResponseGroup_many_8(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_OffsetFetchResponseTopics_many_8(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_h(o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hx(o.error_code))


def _read_OffsetFetchResponseGroup_many_10(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetFetchResponseGroup()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_OffsetFetchResponseTopics_many_10(buf, pos + 1, n - 1)
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetFetchResponseGroup_many_10(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_OffsetFetchResponseTopics_many_10(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_h(o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hx(o.error_code))


def _read_OffsetFetchResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchResponse()
    o.throttle_time_ms = 0
    o.error_code = 0
    o.groups = ()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetFetchResponseTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetFetchResponse_0(put: Append, o: Any) -> None:
    if o.groups != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetFetchResponseTopic_many_0(put, items)


def _read_OffsetFetchResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchResponse()
    o.throttle_time_ms = 0
    o.groups = ()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetFetchResponseTopic_many_0(buf, pos, n)
    (o.error_code,) = _UNPACK_h(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetFetchResponse_2(put: Append, o: Any) -> None:
    if o.groups != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetFetchResponseTopic_many_0(put, items)
    put(_PACK_h(o.error_code))


def _read_OffsetFetchResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchResponse()
    o.groups = ()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetFetchResponseTopic_many_0(buf, pos, n)
    (o.error_code,) = _UNPACK_h(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetFetchResponse_3(put: Append, o: Any) -> None:
    if o.groups != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_OffsetFetchResponseTopic_many_0(put, items)
    put(_PACK_h(o.error_code))


def _read_OffsetFetchResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchResponse()
    o.groups = ()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetFetchResponseTopic_many_5(buf, pos, n)
    (o.error_code,) = _UNPACK_h(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetFetchResponse_5(put: Append, o: Any) -> None:
    if o.groups != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_OffsetFetchResponseTopic_many_5(put, items)
    put(_PACK_h(o.error_code))


def _read_OffsetFetchResponse_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchResponse()
    o.groups = ()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_OffsetFetchResponseTopic_many_6(buf, pos + 1, n - 1)
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetFetchResponse_6(put: Append, o: Any) -> None:
    if o.groups != ():
        raise ValueError("this version lacks a field that is set")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_OffsetFetchResponseTopic_many_6(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_h(o.error_code))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_hx(o.error_code))


def _read_OffsetFetchResponse_8(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchResponse()
    o.topics = ()
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_OffsetFetchResponseGroup_many_8(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetFetchResponse_8(put: Append, o: Any) -> None:
    if o.topics != ():
        raise ValueError("this version lacks a field that is set")
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_OffsetFetchResponseGroup_many_8(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_OffsetFetchResponse_10(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetFetchResponse()
    o.topics = ()
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_OffsetFetchResponseGroup_many_10(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetFetchResponse_10(put: Append, o: Any) -> None:
    if o.topics != ():
        raise ValueError("this version lacks a field that is set")
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_OffsetFetchResponseGroup_many_10(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


OffsetFetchResponse._READERS = {
    0: _read_OffsetFetchResponse_0,
    1: _read_OffsetFetchResponse_0,
    2: _read_OffsetFetchResponse_2,
    3: _read_OffsetFetchResponse_3,
    4: _read_OffsetFetchResponse_3,
    5: _read_OffsetFetchResponse_5,
    6: _read_OffsetFetchResponse_6,
    7: _read_OffsetFetchResponse_6,
    8: _read_OffsetFetchResponse_8,
    9: _read_OffsetFetchResponse_8,
    10: _read_OffsetFetchResponse_10,
}
OffsetFetchResponse._WRITERS = {
    0: _write_OffsetFetchResponse_0,
    1: _write_OffsetFetchResponse_0,
    2: _write_OffsetFetchResponse_2,
    3: _write_OffsetFetchResponse_3,
    4: _write_OffsetFetchResponse_3,
    5: _write_OffsetFetchResponse_5,
    6: _write_OffsetFetchResponse_6,
    7: _write_OffsetFetchResponse_6,
    8: _write_OffsetFetchResponse_8,
    9: _write_OffsetFetchResponse_8,
    10: _write_OffsetFetchResponse_10,
}
