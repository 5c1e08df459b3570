# Generated from WriteTxnMarkersRequest.json by `python -m codegen generate`. Do not edit.
"""WriteTxnMarkersRequest, request of API key 27, versions 0-2, flexible from 1. A transaction coordinator lets partition leaders write commit or abort markers."""

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
from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .write_txn_markers_response import WriteTxnMarkersResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_ib = Layout(">ib").pack
_PACK_ibx = Layout(">ibx").pack
_PACK_ix = Layout(">ix").pack
_PACK_qhZ = Layout(">qh?").pack
_PACK_qhZB = Layout(">qh?B").pack
_PACK_qhZi = Layout(">qh?i").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ibB = Layout(">ibB").unpack_from
_UNPACK_qhZB = Layout(">qh?B").unpack_from
_UNPACK_qhZi = Layout(">qh?i").unpack_from


class WritableTxnMarkerTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partition_indexes", "unknown_tagged_fields")
    __match_args__ = ("name", "partition_indexes")
    __qualname__ = "WriteTxnMarkersRequest.WritableTxnMarkerTopic"
    name: Final[str]
    """Name of the topic. (string)"""
    partition_indexes: Final[tuple[int, ...]]
    """Numbers of partitions. ([]int32)"""

    def __init__(
        self,
        *,
        name: str = "",
        partition_indexes: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.partition_indexes = tuple(partition_indexes)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            partition_indexes: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_WritableTxnMarkerTopic = WritableTxnMarkerTopic
_new_WritableTxnMarkerTopic = new(WritableTxnMarkerTopic)


class WritableTxnMarker(Struct):
    """Transactions and their markers."""

    __slots__ = ("producer_id", "producer_epoch", "transaction_result", "topics", "coordinator_epoch", "transaction_version", "unknown_tagged_fields")
    __match_args__ = ("producer_id", "producer_epoch", "transaction_result", "topics", "coordinator_epoch", "transaction_version")
    __qualname__ = "WriteTxnMarkersRequest.WritableTxnMarker"
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64)"""
    producer_epoch: Final[int]
    """Epoch of the producer; -1 for none. (int16)"""
    transaction_result: Final[bool]
    """True for a commit marker, false for an abort marker. (bool)"""
    topics: Final[tuple[WritableTxnMarkerTopic, ...]]
    """One entry for each topic. ([]WritableTxnMarkerTopic)"""
    coordinator_epoch: Final[int]
    """Epoch of the transaction coordinator. (int32)"""
    transaction_version: Final[int]
    """transaction.version of the marker. (int8, version 2, ignorable)"""

    def __init__(
        self,
        *,
        producer_id: int = 0,
        producer_epoch: int = 0,
        transaction_result: bool = False,
        topics: Iterable[WritableTxnMarkerTopic] = (),
        coordinator_epoch: int = 0,
        transaction_version: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.transaction_result = transaction_result
        self.topics = tuple(topics)
        self.coordinator_epoch = coordinator_epoch
        self.transaction_version = transaction_version
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            producer_id: int = ...,
            producer_epoch: int = ...,
            transaction_result: bool = ...,
            topics: Iterable[WritableTxnMarkerTopic] = ...,
            coordinator_epoch: int = ...,
            transaction_version: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_WritableTxnMarker = WritableTxnMarker
_new_WritableTxnMarker = new(WritableTxnMarker)


class WriteTxnMarkersRequest(Request["WriteTxnMarkersResponse"]):
    """A transaction coordinator lets partition leaders write commit or abort markers."""

    __slots__ = ("markers", "unknown_tagged_fields")
    __match_args__ = ("markers",)
    KIND = "request"
    API_KEY = 27
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (1, 2)
    _RESPONSE_NAME = "WriteTxnMarkersResponse"
    if TYPE_CHECKING:
        WritableTxnMarkerTopic: TypeAlias = _WritableTxnMarkerTopic
        WritableTxnMarker: TypeAlias = _WritableTxnMarker
    else:  # no annotation of a field
        WritableTxnMarkerTopic = _WritableTxnMarkerTopic
        WritableTxnMarker = _WritableTxnMarker
    markers: Final[tuple[WritableTxnMarker, ...]]
    """Transactions and their markers. ([]WritableTxnMarker)"""

    def __init__(
        self,
        *,
        markers: Iterable[WritableTxnMarker] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.markers = tuple(markers)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            markers: Iterable[WritableTxnMarker] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_WriteTxnMarkersRequest = new(WriteTxnMarkersRequest)


def _read_WritableTxnMarkerTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WritableTxnMarkerTopic()
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
        o.partition_indexes = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_WritableTxnMarkerTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partition_indexes
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_WritableTxnMarkerTopic_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WritableTxnMarkerTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partition_indexes = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_WritableTxnMarkerTopic_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partition_indexes
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_WritableTxnMarker_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WritableTxnMarker()
        o.transaction_version = 0
        o.producer_id, o.producer_epoch, o.transaction_result, n = _UNPACK_qhZi(buf, pos)
        pos += 15
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.topics, pos = _read_WritableTxnMarkerTopic_many_0(buf, pos, n)
        (o.coordinator_epoch,) = _UNPACK_i(buf, pos)
        pos += 4
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_WritableTxnMarker_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        if o.transaction_result is not True and o.transaction_result is not False:
            raise ValueError("bool is neither true nor false")
        items = o.topics
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_qhZi(o.producer_id, o.producer_epoch, o.transaction_result, n))
        if items:
            _write_WritableTxnMarkerTopic_many_0(put, items)
        put(_PACK_i(o.coordinator_epoch))


def _read_WritableTxnMarker_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WritableTxnMarker()
        o.transaction_version = 0
        o.producer_id, o.producer_epoch, o.transaction_result, n = _UNPACK_qhZB(buf, pos)
        pos += 11
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_WritableTxnMarkerTopic_many_1(buf, pos + 1, n - 1)
        o.coordinator_epoch, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_WritableTxnMarker_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.transaction_result is not True and o.transaction_result is not False:
            raise ValueError("bool is neither true nor false")
        items = o.topics
        n = len(items) + 1
        if n < 128:
            put(_PACK_qhZB(o.producer_id, o.producer_epoch, o.transaction_result, n))
        else:
            put(_PACK_qhZ(o.producer_id, o.producer_epoch, o.transaction_result))
            put(count_uvarint(n))
        if items:
            _write_WritableTxnMarkerTopic_many_1(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_i(o.coordinator_epoch))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.coordinator_epoch))


def _read_WritableTxnMarker_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WritableTxnMarker()
        o.producer_id, o.producer_epoch, o.transaction_result, n = _UNPACK_qhZB(buf, pos)
        pos += 11
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_WritableTxnMarkerTopic_many_1(buf, pos + 1, n - 1)
        o.coordinator_epoch, o.transaction_version, n = _UNPACK_ibB(buf, pos)
        pos += 6
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_WritableTxnMarker_many_2(put: Append, many: Any) -> None:
    for o in many:
        if o.transaction_result is not True and o.transaction_result is not False:
            raise ValueError("bool is neither true nor false")
        items = o.topics
        n = len(items) + 1
        if n < 128:
            put(_PACK_qhZB(o.producer_id, o.producer_epoch, o.transaction_result, n))
        else:
            put(_PACK_qhZ(o.producer_id, o.producer_epoch, o.transaction_result))
            put(count_uvarint(n))
        if items:
            _write_WritableTxnMarkerTopic_many_1(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_ib(o.coordinator_epoch, o.transaction_version))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ibx(o.coordinator_epoch, o.transaction_version))


def _read_WriteTxnMarkersRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_WriteTxnMarkersRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.markers, pos = _read_WritableTxnMarker_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_WriteTxnMarkersRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.markers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_WritableTxnMarker_many_0(put, items)


def _read_WriteTxnMarkersRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_WriteTxnMarkersRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.markers, pos = _read_WritableTxnMarker_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_WriteTxnMarkersRequest_1(put: Append, o: Any) -> None:
    items = o.markers
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_WritableTxnMarker_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_WriteTxnMarkersRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_WriteTxnMarkersRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.markers, pos = _read_WritableTxnMarker_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_WriteTxnMarkersRequest_2(put: Append, o: Any) -> None:
    items = o.markers
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_WritableTxnMarker_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


WriteTxnMarkersRequest._READERS = {
    0: _read_WriteTxnMarkersRequest_0,
    1: _read_WriteTxnMarkersRequest_1,
    2: _read_WriteTxnMarkersRequest_2,
}
WriteTxnMarkersRequest._WRITERS = {
    0: _write_WriteTxnMarkersRequest_0,
    1: _write_WriteTxnMarkersRequest_1,
    2: _write_WriteTxnMarkersRequest_2,
}
