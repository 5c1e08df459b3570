# Generated from ListOffsetsRequest.json by `python -m codegen generate`. Do not edit.
"""ListOffsetsRequest, request of API key 2, versions 0-11, flexible from 6. Asks for offsets by timestamp, or for the first, last and other special ones."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .list_offsets_response import ListOffsetsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_ib = Layout(">ib").pack
_PACK_ibB = Layout(">ibB").pack
_PACK_ibi = Layout(">ibi").pack
_PACK_ii = Layout(">ii").pack
_PACK_iiq = Layout(">iiq").pack
_PACK_iiqx = Layout(">iiqx").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqi = Layout(">iqi").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ibB = Layout(">ibB").unpack_from
_UNPACK_ibi = Layout(">ibi").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_iiq = Layout(">iiq").unpack_from
_UNPACK_iiqB = Layout(">iiqB").unpack_from
_UNPACK_iq = Layout(">iq").unpack_from
_UNPACK_iqi = Layout(">iqi").unpack_from


class ListOffsetsPartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "current_leader_epoch", "timestamp", "max_num_offsets", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "current_leader_epoch", "timestamp", "max_num_offsets")
    __qualname__ = "ListOffsetsRequest.ListOffsetsPartition"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    current_leader_epoch: Final[int]
    """Leader epoch that the sender believes in, for fencing; -1 if it knows none. (int32, versions 4-11, ignorable)"""
    timestamp: Final[int]
    """Timestamp to look for; -1 latest, -2 earliest, -3 highest timestamp, -4 earliest local, -5 latest tiered, -6 earliest not yet uploaded. (int64)"""
    max_num_offsets: Final[int]
    """How many offsets to tell. (int32, version 0)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        current_leader_epoch: int = -1,
        timestamp: int = 0,
        max_num_offsets: int = 1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.current_leader_epoch = current_leader_epoch
        self.timestamp = timestamp
        self.max_num_offsets = max_num_offsets
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            current_leader_epoch: int = ...,
            timestamp: int = ...,
            max_num_offsets: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ListOffsetsPartition = ListOffsetsPartition
_new_ListOffsetsPartition = new(ListOffsetsPartition)


class ListOffsetsTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "ListOffsetsRequest.ListOffsetsTopic"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[ListOffsetsPartition, ...]]
    """One entry for each partition. ([]ListOffsetsPartition)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[ListOffsetsPartition] = (),
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
            partitions: Iterable[ListOffsetsPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ListOffsetsTopic = ListOffsetsTopic
_new_ListOffsetsTopic = new(ListOffsetsTopic)


class ListOffsetsRequest(Request["ListOffsetsResponse"]):
    """Asks for offsets by timestamp, or for the first, last and other special ones."""

    __slots__ = ("replica_id", "isolation_level", "topics", "timeout_ms", "unknown_tagged_fields")
    __match_args__ = ("replica_id", "isolation_level", "topics", "timeout_ms")
    KIND = "request"
    API_KEY = 2
    VERSIONS = (0, 11)
    FLEXIBLE_VERSIONS = (6, 11)
    _RESPONSE_NAME = "ListOffsetsResponse"
    if TYPE_CHECKING:
        ListOffsetsPartition: TypeAlias = _ListOffsetsPartition
        ListOffsetsTopic: TypeAlias = _ListOffsetsTopic
    else:  # no annotation of a field
        ListOffsetsPartition = _ListOffsetsPartition
        ListOffsetsTopic = _ListOffsetsTopic
    replica_id: Final[int]
    """Node id of the replica; -1 for a client. (int32)"""
    isolation_level: Final[int]
    """0 read uncommitted, 1 read committed: nothing beyond the last stable offset. (int8, versions 2-11)"""
    topics: Final[tuple[ListOffsetsTopic, ...]]
    """One entry for each topic. ([]ListOffsetsTopic)"""
    timeout_ms: Final[int]
    """Milliseconds that the server may take. (int32, versions 10-11, ignorable)"""

    def __init__(
        self,
        *,
        replica_id: int = 0,
        isolation_level: int = 0,
        topics: Iterable[ListOffsetsTopic] = (),
        timeout_ms: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.replica_id = replica_id
        self.isolation_level = isolation_level
        self.topics = tuple(topics)
        self.timeout_ms = timeout_ms
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            replica_id: int = ...,
            isolation_level: int = ...,
            topics: Iterable[ListOffsetsTopic] = ...,
            timeout_ms: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ListOffsetsRequest = new(ListOffsetsRequest)


def _read_ListOffsetsPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsPartition()
        o.current_leader_epoch = -1
        o.partition_index, o.timestamp, o.max_num_offsets = _UNPACK_iqi(buf, pos)
        pos += 16
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_iqi(o.partition_index, o.timestamp, o.max_num_offsets))


def _read_ListOffsetsPartition_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsPartition()
        o.current_leader_epoch = -1
        o.max_num_offsets = 1
        o.partition_index, o.timestamp = _UNPACK_iq(buf, pos)
        pos += 12
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsPartition_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.max_num_offsets != 1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_iq(o.partition_index, o.timestamp))


def _read_ListOffsetsPartition_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsPartition()
        o.max_num_offsets = 1
        o.partition_index, o.current_leader_epoch, o.timestamp = _UNPACK_iiq(buf, pos)
        pos += 16
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsPartition_many_4(put: Append, many: Any) -> None:
    for o in many:
        if o.max_num_offsets != 1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_iiq(o.partition_index, o.current_leader_epoch, o.timestamp))


def _read_ListOffsetsPartition_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsPartition()
        o.max_num_offsets = 1
        o.partition_index, o.current_leader_epoch, o.timestamp, n = _UNPACK_iiqB(buf, pos)
        pos += 17
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsPartition_many_6(put: Append, many: Any) -> None:
    for o in many:
        if o.max_num_offsets != 1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            put(_PACK_iiq(o.partition_index, o.current_leader_epoch, o.timestamp))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iiqx(o.partition_index, o.current_leader_epoch, o.timestamp))


def _read_ListOffsetsTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsTopic()
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
        o.partitions, pos = _read_ListOffsetsPartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsTopic_many_0(put: Append, many: Any) -> None:
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
            _write_ListOffsetsPartition_many_0(put, items)


def _read_ListOffsetsTopic_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsTopic()
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
        o.partitions, pos = _read_ListOffsetsPartition_many_1(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsTopic_many_1(put: Append, many: Any) -> None:
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
            _write_ListOffsetsPartition_many_1(put, items)


def _read_ListOffsetsTopic_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsTopic()
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
        o.partitions, pos = _read_ListOffsetsPartition_many_4(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsTopic_many_4(put: Append, many: Any) -> None:
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
            _write_ListOffsetsPartition_many_4(put, items)


def _read_ListOffsetsTopic_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_ListOffsetsPartition_many_6(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsTopic_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_ListOffsetsPartition_many_6(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ListOffsetsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListOffsetsRequest()
    o.isolation_level = 0
    o.timeout_ms = 0
    o.replica_id, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_ListOffsetsTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ListOffsetsRequest_0(put: Append, o: Any) -> None:
    if o.isolation_level != 0:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.replica_id, n))
    if items:
        _write_ListOffsetsTopic_many_0(put, items)


def _read_ListOffsetsRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListOffsetsRequest()
    o.isolation_level = 0
    o.timeout_ms = 0
    o.replica_id, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_ListOffsetsTopic_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ListOffsetsRequest_1(put: Append, o: Any) -> None:
    if o.isolation_level != 0:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.replica_id, n))
    if items:
        _write_ListOffsetsTopic_many_1(put, items)


def _read_ListOffsetsRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListOffsetsRequest()
    o.timeout_ms = 0
    o.replica_id, o.isolation_level, n = _UNPACK_ibi(buf, pos)
    pos += 9
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_ListOffsetsTopic_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ListOffsetsRequest_2(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ibi(o.replica_id, o.isolation_level, n))
    if items:
        _write_ListOffsetsTopic_many_1(put, items)


def _read_ListOffsetsRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListOffsetsRequest()
    o.timeout_ms = 0
    o.replica_id, o.isolation_level, n = _UNPACK_ibi(buf, pos)
    pos += 9
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_ListOffsetsTopic_many_4(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ListOffsetsRequest_4(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ibi(o.replica_id, o.isolation_level, n))
    if items:
        _write_ListOffsetsTopic_many_4(put, items)


def _read_ListOffsetsRequest_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListOffsetsRequest()
    o.timeout_ms = 0
    o.replica_id, o.isolation_level, n = _UNPACK_ibB(buf, pos)
    pos += 5
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_ListOffsetsTopic_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListOffsetsRequest_6(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_ibB(o.replica_id, o.isolation_level, n))
    else:
        put(_PACK_ib(o.replica_id, o.isolation_level))
        put(count_uvarint(n))
    if items:
        _write_ListOffsetsTopic_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ListOffsetsRequest_10(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListOffsetsRequest()
    o.replica_id, o.isolation_level, n = _UNPACK_ibB(buf, pos)
    pos += 5
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_ListOffsetsTopic_many_6(buf, pos + 1, n - 1)
    o.timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListOffsetsRequest_10(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_ibB(o.replica_id, o.isolation_level, n))
    else:
        put(_PACK_ib(o.replica_id, o.isolation_level))
        put(count_uvarint(n))
    if items:
        _write_ListOffsetsTopic_many_6(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.timeout_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.timeout_ms))


ListOffsetsRequest._READERS = {
    0: _read_ListOffsetsRequest_0,
    1: _read_ListOffsetsRequest_1,
    2: _read_ListOffsetsRequest_2,
    3: _read_ListOffsetsRequest_2,
    4: _read_ListOffsetsRequest_4,
    5: _read_ListOffsetsRequest_4,
    6: _read_ListOffsetsRequest_6,
    7: _read_ListOffsetsRequest_6,
    8: _read_ListOffsetsRequest_6,
    9: _read_ListOffsetsRequest_6,
    10: _read_ListOffsetsRequest_10,
    11: _read_ListOffsetsRequest_10,
}
ListOffsetsRequest._WRITERS = {
    0: _write_ListOffsetsRequest_0,
    1: _write_ListOffsetsRequest_1,
    2: _write_ListOffsetsRequest_2,
    3: _write_ListOffsetsRequest_2,
    4: _write_ListOffsetsRequest_4,
    5: _write_ListOffsetsRequest_4,
    6: _write_ListOffsetsRequest_6,
    7: _write_ListOffsetsRequest_6,
    8: _write_ListOffsetsRequest_6,
    9: _write_ListOffsetsRequest_6,
    10: _write_ListOffsetsRequest_10,
    11: _write_ListOffsetsRequest_10,
}
