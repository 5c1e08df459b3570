# Generated from AddPartitionsToTxnResponse.json by `python -m codegen generate`. Do not edit.
"""AddPartitionsToTxnResponse, response of API key 24, versions 0-5, flexible from 3. Tells for each partition whether it is part of the transaction now."""

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
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ihx = Layout(">ihx").pack
_PACK_ii = Layout(">ii").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from


class AddPartitionsToTxnPartitionResult(Struct):
    """Results by partition."""

    __slots__ = ("partition_index", "partition_error_code", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "partition_error_code")
    __qualname__ = "AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    partition_error_code: Final[int]
    """Error code of this partition; 0 for success. (int16)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        partition_error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.partition_error_code = partition_error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            partition_error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AddPartitionsToTxnPartitionResult = AddPartitionsToTxnPartitionResult
_new_AddPartitionsToTxnPartitionResult = new(AddPartitionsToTxnPartitionResult)


class AddPartitionsToTxnTopicResult(Struct):
    """Part of AddPartitionsToTxnResponse."""

    __slots__ = ("name", "results_by_partition", "unknown_tagged_fields")
    __match_args__ = ("name", "results_by_partition")
    __qualname__ = "AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult"
    name: Final[str]
    """Name of the topic. (string)"""
    results_by_partition: Final[tuple[AddPartitionsToTxnPartitionResult, ...]]
    """Results by partition. ([]AddPartitionsToTxnPartitionResult)"""

    def __init__(
        self,
        *,
        name: str = "",
        results_by_partition: Iterable[AddPartitionsToTxnPartitionResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.results_by_partition = tuple(results_by_partition)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            results_by_partition: Iterable[AddPartitionsToTxnPartitionResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AddPartitionsToTxnTopicResult = AddPartitionsToTxnTopicResult
_new_AddPartitionsToTxnTopicResult = new(AddPartitionsToTxnTopicResult)


class AddPartitionsToTxnResult(Struct):
    """Results by transaction."""

    __slots__ = ("transactional_id", "topic_results", "unknown_tagged_fields")
    __match_args__ = ("transactional_id", "topic_results")
    __qualname__ = "AddPartitionsToTxnResponse.AddPartitionsToTxnResult"
    transactional_id: Final[str]
    """Transactional id of the producer. (string, versions 4-5)"""
    topic_results: Final[tuple[AddPartitionsToTxnTopicResult, ...]]
    """Results by topic. ([]AddPartitionsToTxnTopicResult, versions 4-5)"""

    def __init__(
        self,
        *,
        transactional_id: str = "",
        topic_results: Iterable[AddPartitionsToTxnTopicResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.transactional_id = transactional_id
        self.topic_results = tuple(topic_results)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            transactional_id: str = ...,
            topic_results: Iterable[AddPartitionsToTxnTopicResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AddPartitionsToTxnResult = AddPartitionsToTxnResult
_new_AddPartitionsToTxnResult = new(AddPartitionsToTxnResult)


class AddPartitionsToTxnResponse(Message):
    """Tells for each partition whether it is part of the transaction now."""

    __slots__ = ("throttle_time_ms", "error_code", "results_by_transaction", "results_by_topic_v3_and_below", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "results_by_transaction", "results_by_topic_v3_and_below")
    KIND = "response"
    API_KEY = 24
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (3, 5)
    if TYPE_CHECKING:
        AddPartitionsToTxnPartitionResult: TypeAlias = _AddPartitionsToTxnPartitionResult
        AddPartitionsToTxnTopicResult: TypeAlias = _AddPartitionsToTxnTopicResult
        AddPartitionsToTxnResult: TypeAlias = _AddPartitionsToTxnResult
    else:  # no annotation of a field
        AddPartitionsToTxnPartitionResult = _AddPartitionsToTxnPartitionResult
        AddPartitionsToTxnTopicResult = _AddPartitionsToTxnTopicResult
        AddPartitionsToTxnResult = _AddPartitionsToTxnResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16, versions 4-5, ignorable)"""
    results_by_transaction: Final[tuple[AddPartitionsToTxnResult, ...]]
    """Results by transaction. ([]AddPartitionsToTxnResult, versions 4-5)"""
    results_by_topic_v3_and_below: Final[tuple[AddPartitionsToTxnTopicResult, ...]]
    """Results by topic. ([]AddPartitionsToTxnTopicResult, versions 0-3)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        results_by_transaction: Iterable[AddPartitionsToTxnResult] = (),
        results_by_topic_v3_and_below: Iterable[AddPartitionsToTxnTopicResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.results_by_transaction = tuple(results_by_transaction)
        self.results_by_topic_v3_and_below = tuple(results_by_topic_v3_and_below)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            results_by_transaction: Iterable[AddPartitionsToTxnResult] = ...,
            results_by_topic_v3_and_below: Iterable[AddPartitionsToTxnTopicResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AddPartitionsToTxnResponse = new(AddPartitionsToTxnResponse)


def _read_AddPartitionsToTxnPartitionResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AddPartitionsToTxnPartitionResult()
        o.partition_index, o.partition_error_code = _UNPACK_ih(buf, pos)
        pos += 6
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_AddPartitionsToTxnPartitionResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ih(o.partition_index, o.partition_error_code))


def _read_AddPartitionsToTxnPartitionResult_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AddPartitionsToTxnPartitionResult()
        o.partition_index, o.partition_error_code, n = _UNPACK_ihB(buf, pos)
        pos += 7
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AddPartitionsToTxnPartitionResult_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_ih(o.partition_index, o.partition_error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ihx(o.partition_index, o.partition_error_code))


def _read_AddPartitionsToTxnTopicResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AddPartitionsToTxnTopicResult()
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
        o.results_by_partition, pos = _read_AddPartitionsToTxnPartitionResult_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_AddPartitionsToTxnTopicResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.results_by_partition
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_AddPartitionsToTxnPartitionResult_many_0(put, items)


def _read_AddPartitionsToTxnTopicResult_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AddPartitionsToTxnTopicResult()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.results_by_partition, pos = _read_AddPartitionsToTxnPartitionResult_many_3(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AddPartitionsToTxnTopicResult_many_3(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.results_by_partition
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_AddPartitionsToTxnPartitionResult_many_3(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AddPartitionsToTxnResult_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AddPartitionsToTxnResult()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topic_results, pos = _read_AddPartitionsToTxnTopicResult_many_3(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AddPartitionsToTxnResult_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.transactional_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.topic_results
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_AddPartitionsToTxnTopicResult_many_3(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AddPartitionsToTxnResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AddPartitionsToTxnResponse()
    o.error_code = 0
    o.results_by_transaction = ()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.results_by_topic_v3_and_below, pos = _read_AddPartitionsToTxnTopicResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_AddPartitionsToTxnResponse_0(put: Append, o: Any) -> None:
    if o.results_by_transaction != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.results_by_topic_v3_and_below
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_AddPartitionsToTxnTopicResult_many_0(put, items)


def _read_AddPartitionsToTxnResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AddPartitionsToTxnResponse()
    o.error_code = 0
    o.results_by_transaction = ()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.results_by_topic_v3_and_below, pos = _read_AddPartitionsToTxnTopicResult_many_3(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AddPartitionsToTxnResponse_3(put: Append, o: Any) -> None:
    if o.results_by_transaction != ():
        raise ValueError("this version lacks a field that is set")
    items = o.results_by_topic_v3_and_below
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_AddPartitionsToTxnTopicResult_many_3(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_AddPartitionsToTxnResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AddPartitionsToTxnResponse()
    o.results_by_topic_v3_and_below = ()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.results_by_transaction, pos = _read_AddPartitionsToTxnResult_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AddPartitionsToTxnResponse_4(put: Append, o: Any) -> None:
    if o.results_by_topic_v3_and_below != ():
        raise ValueError("this version lacks a field that is set")
    items = o.results_by_transaction
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_AddPartitionsToTxnResult_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


AddPartitionsToTxnResponse._READERS = {
    0: _read_AddPartitionsToTxnResponse_0,
    1: _read_AddPartitionsToTxnResponse_0,
    2: _read_AddPartitionsToTxnResponse_0,
    3: _read_AddPartitionsToTxnResponse_3,
    4: _read_AddPartitionsToTxnResponse_4,
    5: _read_AddPartitionsToTxnResponse_4,
}
AddPartitionsToTxnResponse._WRITERS = {
    0: _write_AddPartitionsToTxnResponse_0,
    1: _write_AddPartitionsToTxnResponse_0,
    2: _write_AddPartitionsToTxnResponse_0,
    3: _write_AddPartitionsToTxnResponse_3,
    4: _write_AddPartitionsToTxnResponse_4,
    5: _write_AddPartitionsToTxnResponse_4,
}
