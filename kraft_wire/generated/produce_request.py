# Generated from ProduceRequest.json by `python -m codegen generate`. Do not edit.
"""ProduceRequest, request of API key 0, versions 0-13, flexible from 9. Writes record batches to partitions."""

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
    long_blob_length,
    new,
    octets,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .produce_response import ProduceResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_hi = Layout(">hi").pack
_PACK_hiB = Layout(">hiB").pack
_PACK_hii = Layout(">hii").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hiB = Layout(">hiB").unpack_from
_UNPACK_hii = Layout(">hii").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class PartitionProduceData(Struct):
    """Data by partition."""

    __slots__ = ("index", "records", "unknown_tagged_fields")
    __match_args__ = ("index", "records")
    __qualname__ = "ProduceRequest.PartitionProduceData"
    index: Final[int]
    """Number of the partition. (int32)"""
    records: Final[bytes | None]
    """Record batches. (records)"""

    def __init__(
        self,
        *,
        index: int = 0,
        records: bytes | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.index = index
        self.records = records
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            index: int = ...,
            records: bytes | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionProduceData = PartitionProduceData
_new_PartitionProduceData = new(PartitionProduceData)


class TopicProduceData(Struct):
    """Data by topic."""

    __slots__ = ("name", "topic_id", "partition_data", "unknown_tagged_fields")
    __match_args__ = ("name", "topic_id", "partition_data")
    __qualname__ = "ProduceRequest.TopicProduceData"
    name: Final[str]
    """Name of the topic. (string, versions 0-12, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, version 13, ignorable)"""
    partition_data: Final[tuple[PartitionProduceData, ...]]
    """Data by partition. ([]PartitionProduceData)"""

    def __init__(
        self,
        *,
        name: str = "",
        topic_id: Uuid = ZERO_UUID,
        partition_data: Iterable[PartitionProduceData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.topic_id = topic_id
        self.partition_data = tuple(partition_data)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            topic_id: Uuid = ...,
            partition_data: Iterable[PartitionProduceData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicProduceData = TopicProduceData
_new_TopicProduceData = new(TopicProduceData)


class ProduceRequest(Request["ProduceResponse"]):
    """Writes record batches to partitions."""

    __slots__ = ("transactional_id", "acks", "timeout_ms", "topic_data", "unknown_tagged_fields")
    __match_args__ = ("transactional_id", "acks", "timeout_ms", "topic_data")
    KIND = "request"
    API_KEY = 0
    VERSIONS = (0, 13)
    FLEXIBLE_VERSIONS = (9, 13)
    _RESPONSE_NAME = "ProduceResponse"
    _IDENTITIES = ((("topic_data",), (("name", 0, 12), ("topic_id", 13, 13))),)
    if TYPE_CHECKING:
        PartitionProduceData: TypeAlias = _PartitionProduceData
        TopicProduceData: TypeAlias = _TopicProduceData
    else:  # no annotation of a field
        PartitionProduceData = _PartitionProduceData
        TopicProduceData = _TopicProduceData
    transactional_id: Final[str | None]
    """Transactional id of the producer. (string, versions 3-13)"""
    acks: Final[int]
    """How many acknowledgements to wait for: 0 none, 1 the leader, -1 all in-sync replicas. (int16)"""
    timeout_ms: Final[int]
    """Milliseconds that the server may take. (int32)"""
    topic_data: Final[tuple[TopicProduceData, ...]]
    """Data by topic. ([]TopicProduceData)"""

    def __init__(
        self,
        *,
        transactional_id: str | None = None,
        acks: int = 0,
        timeout_ms: int = 0,
        topic_data: Iterable[TopicProduceData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.transactional_id = transactional_id
        self.acks = acks
        self.timeout_ms = timeout_ms
        self.topic_data = tuple(topic_data)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            transactional_id: str | None = ...,
            acks: int = ...,
            timeout_ms: int = ...,
            topic_data: Iterable[TopicProduceData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ProduceRequest = new(ProduceRequest)


def _read_PartitionProduceData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionProduceData()
        o.index, n = _UNPACK_ii(buf, pos)
        pos += 8
        if n >= 0:
            end = pos + n
            o.records = buf[pos:end]
            pos = end
        elif n == -1:
            o.records = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionProduceData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.records
        if items is None:
            put(_PACK_ii(o.index, -1))
        else:
            if type(items) is not bytes:
                items = octets(items)
            n = len(items)
            put(_PACK_ii(o.index, n))
            put(items)


def _read_PartitionProduceData_many_9(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionProduceData()
        o.index, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n -= 128
            pos += 1
            if buf[pos] < 128:
                n += buf[pos] << 7
            else:
                n, pos = long_blob_length(buf, pos)
        if n:
            end = pos + n
            o.records = buf[pos + 1 : end]
            pos = end
        else:
            o.records = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionProduceData_many_9(put: Append, many: Any) -> None:
    for o in many:
        items = o.records
        if items is None:
            put(_PACK_iB(o.index, 0))
        else:
            if type(items) is not bytes:
                items = octets(items)
            n = len(items) + 1
            if n < 128:
                put(_PACK_iB(o.index, n))
            else:
                put(_PACK_i(o.index))
                put(uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopicProduceData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicProduceData()
        o.topic_id = ZERO_UUID
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
        o.partition_data, pos = _read_PartitionProduceData_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_TopicProduceData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partition_data
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_PartitionProduceData_many_0(put, items)


def _read_TopicProduceData_many_9(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicProduceData()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_data, pos = _read_PartitionProduceData_many_9(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicProduceData_many_9(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partition_data
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionProduceData_many_9(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopicProduceData_many_13(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicProduceData()
        o.name = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_data, pos = _read_PartitionProduceData_many_9(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicProduceData_many_13(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.partition_data
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(count_uvarint(n))
        if items:
            _write_PartitionProduceData_many_9(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ProduceRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProduceRequest()
    o.transactional_id = None
    o.acks, o.timeout_ms, n = _UNPACK_hii(buf, pos)
    pos += 10
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topic_data, pos = _read_TopicProduceData_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ProduceRequest_0(put: Append, o: Any) -> None:
    if o.transactional_id is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topic_data
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_hii(o.acks, o.timeout_ms, n))
    if items:
        _write_TopicProduceData_many_0(put, items)


def _read_ProduceRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProduceRequest()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.transactional_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.transactional_id = None
    else:
        raise ValueError("length is below -1")
    o.acks, o.timeout_ms, n = _UNPACK_hii(buf, pos)
    pos += 10
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topic_data, pos = _read_TopicProduceData_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ProduceRequest_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.transactional_id
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
    items = o.topic_data
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_hii(o.acks, o.timeout_ms, n))
    if items:
        _write_TopicProduceData_many_0(put, items)


def _read_ProduceRequest_9(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProduceRequest()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.transactional_id = None
        pos += 1
    o.acks, o.timeout_ms, n = _UNPACK_hiB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_data, pos = _read_TopicProduceData_many_9(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ProduceRequest_9(put: Append, o: Any) -> None:
    items = o.transactional_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topic_data
    n = len(items) + 1
    if n < 128:
        put(_PACK_hiB(o.acks, o.timeout_ms, n))
    else:
        put(_PACK_hi(o.acks, o.timeout_ms))
        put(count_uvarint(n))
    if items:
        _write_TopicProduceData_many_9(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ProduceRequest_13(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ProduceRequest()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.transactional_id = None
        pos += 1
    o.acks, o.timeout_ms, n = _UNPACK_hiB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_data, pos = _read_TopicProduceData_many_13(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ProduceRequest_13(put: Append, o: Any) -> None:
    items = o.transactional_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topic_data
    n = len(items) + 1
    if n < 128:
        put(_PACK_hiB(o.acks, o.timeout_ms, n))
    else:
        put(_PACK_hi(o.acks, o.timeout_ms))
        put(count_uvarint(n))
    if items:
        _write_TopicProduceData_many_13(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ProduceRequest._READERS = {
    0: _read_ProduceRequest_0,
    1: _read_ProduceRequest_0,
    2: _read_ProduceRequest_0,
    3: _read_ProduceRequest_3,
    4: _read_ProduceRequest_3,
    5: _read_ProduceRequest_3,
    6: _read_ProduceRequest_3,
    7: _read_ProduceRequest_3,
    8: _read_ProduceRequest_3,
    9: _read_ProduceRequest_9,
    10: _read_ProduceRequest_9,
    11: _read_ProduceRequest_9,
    12: _read_ProduceRequest_9,
    13: _read_ProduceRequest_13,
}
ProduceRequest._WRITERS = {
    0: _write_ProduceRequest_0,
    1: _write_ProduceRequest_0,
    2: _write_ProduceRequest_0,
    3: _write_ProduceRequest_3,
    4: _write_ProduceRequest_3,
    5: _write_ProduceRequest_3,
    6: _write_ProduceRequest_3,
    7: _write_ProduceRequest_3,
    8: _write_ProduceRequest_3,
    9: _write_ProduceRequest_9,
    10: _write_ProduceRequest_9,
    11: _write_ProduceRequest_9,
    12: _write_ProduceRequest_9,
    13: _write_ProduceRequest_13,
}
