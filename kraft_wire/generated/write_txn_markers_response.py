# Generated from WriteTxnMarkersResponse.json by `python -m codegen generate`. Do not edit.
"""WriteTxnMarkersResponse, response of API key 27, versions 0-2, flexible from 1. Answers WriteTxnMarkersRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
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
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihx = Layout(">ihx").pack
_PACK_q = Layout(">q").pack
_PACK_qB = Layout(">qB").pack
_PACK_qi = Layout(">qi").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_qB = Layout(">qB").unpack_from
_UNPACK_qi = Layout(">qi").unpack_from


class WritableTxnMarkerPartitionResult(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code")
    __qualname__ = "WriteTxnMarkersResponse.WritableTxnMarkerPartitionResult"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_WritableTxnMarkerPartitionResult = WritableTxnMarkerPartitionResult
_new_WritableTxnMarkerPartitionResult = new(WritableTxnMarkerPartitionResult)


class WritableTxnMarkerTopicResult(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "WriteTxnMarkersResponse.WritableTxnMarkerTopicResult"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[WritableTxnMarkerPartitionResult, ...]]
    """One entry for each partition. ([]WritableTxnMarkerPartitionResult)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[WritableTxnMarkerPartitionResult] = (),
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
            partitions: Iterable[WritableTxnMarkerPartitionResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_WritableTxnMarkerTopicResult = WritableTxnMarkerTopicResult
_new_WritableTxnMarkerTopicResult = new(WritableTxnMarkerTopicResult)


class WritableTxnMarkerResult(Struct):
    """Transactions and their markers."""

    __slots__ = ("producer_id", "topics", "unknown_tagged_fields")
    __match_args__ = ("producer_id", "topics")
    __qualname__ = "WriteTxnMarkersResponse.WritableTxnMarkerResult"
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64)"""
    topics: Final[tuple[WritableTxnMarkerTopicResult, ...]]
    """One entry for each topic. ([]WritableTxnMarkerTopicResult)"""

    def __init__(
        self,
        *,
        producer_id: int = 0,
        topics: Iterable[WritableTxnMarkerTopicResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.producer_id = producer_id
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            producer_id: int = ...,
            topics: Iterable[WritableTxnMarkerTopicResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_WritableTxnMarkerResult = WritableTxnMarkerResult
_new_WritableTxnMarkerResult = new(WritableTxnMarkerResult)


class WriteTxnMarkersResponse(Message):
    """Answers WriteTxnMarkersRequest."""

    __slots__ = ("markers", "unknown_tagged_fields")
    __match_args__ = ("markers",)
    KIND = "response"
    API_KEY = 27
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (1, 2)
    if TYPE_CHECKING:
        WritableTxnMarkerPartitionResult: TypeAlias = _WritableTxnMarkerPartitionResult
        WritableTxnMarkerTopicResult: TypeAlias = _WritableTxnMarkerTopicResult
        WritableTxnMarkerResult: TypeAlias = _WritableTxnMarkerResult
    else:  # no annotation of a field
        WritableTxnMarkerPartitionResult = _WritableTxnMarkerPartitionResult
        WritableTxnMarkerTopicResult = _WritableTxnMarkerTopicResult
        WritableTxnMarkerResult = _WritableTxnMarkerResult
    markers: Final[tuple[WritableTxnMarkerResult, ...]]
    """Transactions and their markers. ([]WritableTxnMarkerResult)"""

    def __init__(
        self,
        *,
        markers: Iterable[WritableTxnMarkerResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.markers = tuple(markers)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            markers: Iterable[WritableTxnMarkerResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_WriteTxnMarkersResponse = new(WriteTxnMarkersResponse)


def _read_WritableTxnMarkerPartitionResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WritableTxnMarkerPartitionResult()
        o.partition_index, o.error_code = _UNPACK_ih(buf, pos)
        pos += 6
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_WritableTxnMarkerPartitionResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ih(o.partition_index, o.error_code))


def _read_WritableTxnMarkerPartitionResult_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WritableTxnMarkerPartitionResult()
        o.partition_index, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 7
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_WritableTxnMarkerPartitionResult_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_ih(o.partition_index, o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ihx(o.partition_index, o.error_code))


def _read_WritableTxnMarkerTopicResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WritableTxnMarkerTopicResult()
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
        o.partitions, pos = _read_WritableTxnMarkerPartitionResult_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_WritableTxnMarkerTopicResult_many_0(put: Append, many: Any) -> None:
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
            _write_WritableTxnMarkerPartitionResult_many_0(put, items)


def _read_WritableTxnMarkerTopicResult_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WritableTxnMarkerTopicResult()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_WritableTxnMarkerPartitionResult_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_WritableTxnMarkerTopicResult_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_WritableTxnMarkerPartitionResult_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_WritableTxnMarkerResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WritableTxnMarkerResult()
        o.producer_id, n = _UNPACK_qi(buf, pos)
        pos += 12
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.topics, pos = _read_WritableTxnMarkerTopicResult_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_WritableTxnMarkerResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topics
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_qi(o.producer_id, n))
        if items:
            _write_WritableTxnMarkerTopicResult_many_0(put, items)


def _read_WritableTxnMarkerResult_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WritableTxnMarkerResult()
        o.producer_id, n = _UNPACK_qB(buf, pos)
        pos += 8
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_WritableTxnMarkerTopicResult_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_WritableTxnMarkerResult_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.topics
        n = len(items) + 1
        if n < 128:
            put(_PACK_qB(o.producer_id, n))
        else:
            put(_PACK_q(o.producer_id))
            put(count_uvarint(n))
        if items:
            _write_WritableTxnMarkerTopicResult_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_WriteTxnMarkersResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_WriteTxnMarkersResponse()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.markers, pos = _read_WritableTxnMarkerResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_WriteTxnMarkersResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.markers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_WritableTxnMarkerResult_many_0(put, items)


def _read_WriteTxnMarkersResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_WriteTxnMarkersResponse()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.markers, pos = _read_WritableTxnMarkerResult_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_WriteTxnMarkersResponse_1(put: Append, o: Any) -> None:
    items = o.markers
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_WritableTxnMarkerResult_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


WriteTxnMarkersResponse._READERS = {
    0: _read_WriteTxnMarkersResponse_0,
    1: _read_WriteTxnMarkersResponse_1,
    2: _read_WriteTxnMarkersResponse_1,
}
WriteTxnMarkersResponse._WRITERS = {
    0: _write_WriteTxnMarkersResponse_0,
    1: _write_WriteTxnMarkersResponse_1,
    2: _write_WriteTxnMarkersResponse_1,
}
