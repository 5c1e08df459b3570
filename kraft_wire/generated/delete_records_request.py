# Generated from DeleteRecordsRequest.json by `python -m codegen generate`. Do not edit.
"""DeleteRecordsRequest, request of API key 21, versions 0-2, flexible from 2. Moves the log start offset of partitions forward."""

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
    from .delete_records_response import DeleteRecordsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqx = Layout(">iqx").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iq = Layout(">iq").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from


class DeleteRecordsPartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "offset", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "offset")
    __qualname__ = "DeleteRecordsRequest.DeleteRecordsPartition"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    offset: Final[int]
    """First offset to keep; -1 for the high watermark. (int64)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        offset: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.offset = offset
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            offset: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DeleteRecordsPartition = DeleteRecordsPartition
_new_DeleteRecordsPartition = new(DeleteRecordsPartition)


class DeleteRecordsTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "DeleteRecordsRequest.DeleteRecordsTopic"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[DeleteRecordsPartition, ...]]
    """One entry for each partition. ([]DeleteRecordsPartition)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[DeleteRecordsPartition] = (),
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
            partitions: Iterable[DeleteRecordsPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DeleteRecordsTopic = DeleteRecordsTopic
_new_DeleteRecordsTopic = new(DeleteRecordsTopic)


class DeleteRecordsRequest(Request["DeleteRecordsResponse"]):
    """Moves the log start offset of partitions forward."""

    __slots__ = ("topics", "timeout_ms", "unknown_tagged_fields")
    __match_args__ = ("topics", "timeout_ms")
    KIND = "request"
    API_KEY = 21
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (2, 2)
    _RESPONSE_NAME = "DeleteRecordsResponse"
    if TYPE_CHECKING:
        DeleteRecordsPartition: TypeAlias = _DeleteRecordsPartition
        DeleteRecordsTopic: TypeAlias = _DeleteRecordsTopic
    else:  # no annotation of a field
        DeleteRecordsPartition = _DeleteRecordsPartition
        DeleteRecordsTopic = _DeleteRecordsTopic
    topics: Final[tuple[DeleteRecordsTopic, ...]]
    """One entry for each topic. ([]DeleteRecordsTopic)"""
    timeout_ms: Final[int]
    """Milliseconds that the server may take. (int32)"""

    def __init__(
        self,
        *,
        topics: Iterable[DeleteRecordsTopic] = (),
        timeout_ms: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topics = tuple(topics)
        self.timeout_ms = timeout_ms
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topics: Iterable[DeleteRecordsTopic] = ...,
            timeout_ms: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DeleteRecordsRequest = new(DeleteRecordsRequest)


def _read_DeleteRecordsPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteRecordsPartition()
        o.partition_index, o.offset = _UNPACK_iq(buf, pos)
        pos += 12
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DeleteRecordsPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_iq(o.partition_index, o.offset))


def _read_DeleteRecordsPartition_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteRecordsPartition()
        o.partition_index, o.offset, n = _UNPACK_iqB(buf, pos)
        pos += 13
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeleteRecordsPartition_many_2(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_iq(o.partition_index, o.offset))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iqx(o.partition_index, o.offset))


def _read_DeleteRecordsTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteRecordsTopic()
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
        o.partitions, pos = _read_DeleteRecordsPartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DeleteRecordsTopic_many_0(put: Append, many: Any) -> None:
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
            _write_DeleteRecordsPartition_many_0(put, items)


def _read_DeleteRecordsTopic_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteRecordsTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_DeleteRecordsPartition_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeleteRecordsTopic_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DeleteRecordsPartition_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DeleteRecordsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteRecordsRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_DeleteRecordsTopic_many_0(buf, pos, n)
    (o.timeout_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DeleteRecordsRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_DeleteRecordsTopic_many_0(put, items)
    put(_PACK_i(o.timeout_ms))


def _read_DeleteRecordsRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteRecordsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_DeleteRecordsTopic_many_2(buf, pos + 1, n - 1)
    o.timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteRecordsRequest_2(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_DeleteRecordsTopic_many_2(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.timeout_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.timeout_ms))


DeleteRecordsRequest._READERS = {
    0: _read_DeleteRecordsRequest_0,
    1: _read_DeleteRecordsRequest_0,
    2: _read_DeleteRecordsRequest_2,
}
DeleteRecordsRequest._WRITERS = {
    0: _write_DeleteRecordsRequest_0,
    1: _write_DeleteRecordsRequest_0,
    2: _write_DeleteRecordsRequest_2,
}
