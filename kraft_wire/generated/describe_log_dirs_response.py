# Generated from DescribeLogDirsResponse.json by `python -m codegen generate`. Do not edit.
"""DescribeLogDirsResponse, response of API key 35, versions 0-5, flexible from 2. Answers DescribeLogDirsRequest."""

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
_PACK_hB = Layout(">hB").pack
_PACK_hh = Layout(">hh").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ii = Layout(">ii").pack
_PACK_iqqZ = Layout(">iqq?").pack
_PACK_iqqZx = Layout(">iqq?x").pack
_PACK_qq = Layout(">qq").pack
_PACK_qqZ = Layout(">qq?").pack
_PACK_qqZx = Layout(">qq?x").pack
_PACK_qqx = Layout(">qqx").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hh = Layout(">hh").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_iqqZ = Layout(">iqq?").unpack_from
_UNPACK_iqqZB = Layout(">iqq?B").unpack_from
_UNPACK_qqB = Layout(">qqB").unpack_from
_UNPACK_qqZB = Layout(">qq?B").unpack_from


class DescribeLogDirsPartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "partition_size", "offset_lag", "is_future_key", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "partition_size", "offset_lag", "is_future_key")
    __qualname__ = "DescribeLogDirsResponse.DescribeLogDirsPartition"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    partition_size: Final[int]
    """Bytes of the log's segments. (int64)"""
    offset_lag: Final[int]
    """How far the log end is behind, in offsets. (int64)"""
    is_future_key: Final[bool]
    """Whether it is the copy that a move to another log directory fills. (bool)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        partition_size: int = 0,
        offset_lag: int = 0,
        is_future_key: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.partition_size = partition_size
        self.offset_lag = offset_lag
        self.is_future_key = is_future_key
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            partition_size: int = ...,
            offset_lag: int = ...,
            is_future_key: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeLogDirsPartition = DescribeLogDirsPartition
_new_DescribeLogDirsPartition = new(DescribeLogDirsPartition)


class DescribeLogDirsTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "DescribeLogDirsResponse.DescribeLogDirsTopic"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[DescribeLogDirsPartition, ...]]
    """One entry for each partition. ([]DescribeLogDirsPartition)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[DescribeLogDirsPartition] = (),
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
            partitions: Iterable[DescribeLogDirsPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeLogDirsTopic = DescribeLogDirsTopic
_new_DescribeLogDirsTopic = new(DescribeLogDirsTopic)


class DescribeLogDirsResult(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("error_code", "log_dir", "topics", "total_bytes", "usable_bytes", "is_cordoned", "unknown_tagged_fields")
    __match_args__ = ("error_code", "log_dir", "topics", "total_bytes", "usable_bytes", "is_cordoned")
    __qualname__ = "DescribeLogDirsResponse.DescribeLogDirsResult"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    log_dir: Final[str]
    """Absolute path of the log directory. (string)"""
    topics: Final[tuple[DescribeLogDirsTopic, ...]]
    """One entry for each topic. ([]DescribeLogDirsTopic)"""
    total_bytes: Final[int]
    """Bytes of the volume; -1 if unknown. (int64, versions 4-5, ignorable)"""
    usable_bytes: Final[int]
    """Free bytes of the volume; -1 if unknown. (int64, versions 4-5, ignorable)"""
    is_cordoned: Final[bool]
    """Whether the log directory takes no new replicas. (bool, version 5, ignorable)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        log_dir: str = "",
        topics: Iterable[DescribeLogDirsTopic] = (),
        total_bytes: int = -1,
        usable_bytes: int = -1,
        is_cordoned: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.log_dir = log_dir
        self.topics = tuple(topics)
        self.total_bytes = total_bytes
        self.usable_bytes = usable_bytes
        self.is_cordoned = is_cordoned
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            log_dir: str = ...,
            topics: Iterable[DescribeLogDirsTopic] = ...,
            total_bytes: int = ...,
            usable_bytes: int = ...,
            is_cordoned: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeLogDirsResult = DescribeLogDirsResult
_new_DescribeLogDirsResult = new(DescribeLogDirsResult)


class DescribeLogDirsResponse(Message):
    """Answers DescribeLogDirsRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "results", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "results")
    KIND = "response"
    API_KEY = 35
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (2, 5)
    if TYPE_CHECKING:
        DescribeLogDirsPartition: TypeAlias = _DescribeLogDirsPartition
        DescribeLogDirsTopic: TypeAlias = _DescribeLogDirsTopic
        DescribeLogDirsResult: TypeAlias = _DescribeLogDirsResult
    else:  # no annotation of a field
        DescribeLogDirsPartition = _DescribeLogDirsPartition
        DescribeLogDirsTopic = _DescribeLogDirsTopic
        DescribeLogDirsResult = _DescribeLogDirsResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16, versions 3-5, ignorable)"""
    results: Final[tuple[DescribeLogDirsResult, ...]]
    """One result for each thing that was asked for. ([]DescribeLogDirsResult)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        results: Iterable[DescribeLogDirsResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.results = tuple(results)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            results: Iterable[DescribeLogDirsResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeLogDirsResponse = new(DescribeLogDirsResponse)


def _read_DescribeLogDirsPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeLogDirsPartition()
        o.partition_index, o.partition_size, o.offset_lag, o.is_future_key = _UNPACK_iqqZ(buf, pos)
        pos += 21
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribeLogDirsPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        if o.is_future_key is not True and o.is_future_key is not False:
            raise ValueError("bool is neither true nor false")
        put(_PACK_iqqZ(o.partition_index, o.partition_size, o.offset_lag, o.is_future_key))


def _read_DescribeLogDirsPartition_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeLogDirsPartition()
        o.partition_index, o.partition_size, o.offset_lag, o.is_future_key, n = _UNPACK_iqqZB(buf, pos)
        pos += 22
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeLogDirsPartition_many_2(put: Append, many: Any) -> None:
    for o in many:
        if o.is_future_key is not True and o.is_future_key is not False:
            raise ValueError("bool is neither true nor false")
        if o.unknown_tagged_fields:
            put(_PACK_iqqZ(o.partition_index, o.partition_size, o.offset_lag, o.is_future_key))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iqqZx(o.partition_index, o.partition_size, o.offset_lag, o.is_future_key))


def _read_DescribeLogDirsTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeLogDirsTopic()
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
        o.partitions, pos = _read_DescribeLogDirsPartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribeLogDirsTopic_many_0(put: Append, many: Any) -> None:
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
            _write_DescribeLogDirsPartition_many_0(put, items)


def _read_DescribeLogDirsTopic_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeLogDirsTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_DescribeLogDirsPartition_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeLogDirsTopic_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribeLogDirsPartition_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeLogDirsResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeLogDirsResult()
        o.total_bytes = -1
        o.usable_bytes = -1
        o.is_cordoned = False
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.log_dir = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.topics, pos = _read_DescribeLogDirsTopic_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribeLogDirsResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.log_dir.encode()
        n = len(items)
        put(_PACK_hh(o.error_code, n))
        put(items)
        items = o.topics
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DescribeLogDirsTopic_many_0(put, items)


def _read_DescribeLogDirsResult_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeLogDirsResult()
        o.total_bytes = -1
        o.usable_bytes = -1
        o.is_cordoned = False
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.log_dir = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_DescribeLogDirsTopic_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeLogDirsResult_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.log_dir.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_hB(o.error_code, n))
        else:
            put(_PACK_h(o.error_code))
            put(text_uvarint(n))
        put(items)
        items = o.topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribeLogDirsTopic_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeLogDirsResult_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeLogDirsResult()
        o.is_cordoned = False
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.log_dir = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_DescribeLogDirsTopic_many_2(buf, pos + 1, n - 1)
        o.total_bytes, o.usable_bytes, n = _UNPACK_qqB(buf, pos)
        pos += 17
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeLogDirsResult_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.log_dir.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_hB(o.error_code, n))
        else:
            put(_PACK_h(o.error_code))
            put(text_uvarint(n))
        put(items)
        items = o.topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribeLogDirsTopic_many_2(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_qq(o.total_bytes, o.usable_bytes))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_qqx(o.total_bytes, o.usable_bytes))


def _read_DescribeLogDirsResult_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeLogDirsResult()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.log_dir = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_DescribeLogDirsTopic_many_2(buf, pos + 1, n - 1)
        o.total_bytes, o.usable_bytes, o.is_cordoned, n = _UNPACK_qqZB(buf, pos)
        pos += 18
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeLogDirsResult_many_5(put: Append, many: Any) -> None:
    for o in many:
        items = o.log_dir.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_hB(o.error_code, n))
        else:
            put(_PACK_h(o.error_code))
            put(text_uvarint(n))
        put(items)
        items = o.topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribeLogDirsTopic_many_2(put, items)
        if o.is_cordoned is not True and o.is_cordoned is not False:
            raise ValueError("bool is neither true nor false")
        if o.unknown_tagged_fields:
            put(_PACK_qqZ(o.total_bytes, o.usable_bytes, o.is_cordoned))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_qqZx(o.total_bytes, o.usable_bytes, o.is_cordoned))


def _read_DescribeLogDirsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeLogDirsResponse()
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.results, pos = _read_DescribeLogDirsResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeLogDirsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.results
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_DescribeLogDirsResult_many_0(put, items)


def _read_DescribeLogDirsResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeLogDirsResponse()
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.results, pos = _read_DescribeLogDirsResult_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeLogDirsResponse_2(put: Append, o: Any) -> None:
    items = o.results
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DescribeLogDirsResult_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_DescribeLogDirsResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeLogDirsResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.results, pos = _read_DescribeLogDirsResult_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeLogDirsResponse_3(put: Append, o: Any) -> None:
    items = o.results
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_DescribeLogDirsResult_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_DescribeLogDirsResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeLogDirsResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.results, pos = _read_DescribeLogDirsResult_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeLogDirsResponse_4(put: Append, o: Any) -> None:
    items = o.results
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_DescribeLogDirsResult_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_DescribeLogDirsResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeLogDirsResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.results, pos = _read_DescribeLogDirsResult_many_5(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeLogDirsResponse_5(put: Append, o: Any) -> None:
    items = o.results
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_DescribeLogDirsResult_many_5(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeLogDirsResponse._READERS = {
    0: _read_DescribeLogDirsResponse_0,
    1: _read_DescribeLogDirsResponse_0,
    2: _read_DescribeLogDirsResponse_2,
    3: _read_DescribeLogDirsResponse_3,
    4: _read_DescribeLogDirsResponse_4,
    5: _read_DescribeLogDirsResponse_5,
}
DescribeLogDirsResponse._WRITERS = {
    0: _write_DescribeLogDirsResponse_0,
    1: _write_DescribeLogDirsResponse_0,
    2: _write_DescribeLogDirsResponse_2,
    3: _write_DescribeLogDirsResponse_3,
    4: _write_DescribeLogDirsResponse_4,
    5: _write_DescribeLogDirsResponse_5,
}
