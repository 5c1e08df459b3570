# Generated from ElectLeadersResponse.json by `python -m codegen generate`. Do not edit.
"""ElectLeadersResponse, response of API key 43, versions 0-2, flexible from 2. Answers ElectLeadersRequest."""

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
    text_length,
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
_PACK_ihB = Layout(">ihB").pack
_PACK_ihh = Layout(">ihh").pack
_PACK_ihi = Layout(">ihi").pack
_PACK_ii = Layout(">ii").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ihh = Layout(">ihh").unpack_from
_UNPACK_ihi = Layout(">ihi").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from


class PartitionResult(Struct):
    """Results by partition."""

    __slots__ = ("partition_id", "error_code", "error_message", "unknown_tagged_fields")
    __match_args__ = ("partition_id", "error_code", "error_message")
    __qualname__ = "ElectLeadersResponse.PartitionResult"
    partition_id: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""

    def __init__(
        self,
        *,
        partition_id: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_id = partition_id
        self.error_code = error_code
        self.error_message = error_message
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_id: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionResult = PartitionResult
_new_PartitionResult = new(PartitionResult)


class ReplicaElectionResult(Struct):
    """Results by topic."""

    __slots__ = ("topic", "partition_result", "unknown_tagged_fields")
    __match_args__ = ("topic", "partition_result")
    __qualname__ = "ElectLeadersResponse.ReplicaElectionResult"
    topic: Final[str]
    """Name of the topic. (string)"""
    partition_result: Final[tuple[PartitionResult, ...]]
    """Results by partition. ([]PartitionResult)"""

    def __init__(
        self,
        *,
        topic: str = "",
        partition_result: Iterable[PartitionResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic = topic
        self.partition_result = tuple(partition_result)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic: str = ...,
            partition_result: Iterable[PartitionResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ReplicaElectionResult = ReplicaElectionResult
_new_ReplicaElectionResult = new(ReplicaElectionResult)


class ElectLeadersResponse(Message):
    """Answers ElectLeadersRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "replica_election_results", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "replica_election_results")
    KIND = "response"
    API_KEY = 43
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (2, 2)
    if TYPE_CHECKING:
        PartitionResult: TypeAlias = _PartitionResult
        ReplicaElectionResult: TypeAlias = _ReplicaElectionResult
    else:  # no annotation of a field
        PartitionResult = _PartitionResult
        ReplicaElectionResult = _ReplicaElectionResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16, versions 1-2)"""
    replica_election_results: Final[tuple[ReplicaElectionResult, ...]]
    """Results by topic. ([]ReplicaElectionResult)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        replica_election_results: Iterable[ReplicaElectionResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.replica_election_results = tuple(replica_election_results)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            replica_election_results: Iterable[ReplicaElectionResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ElectLeadersResponse = new(ElectLeadersResponse)


def _read_PartitionResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionResult()
        o.partition_id, o.error_code, n = _UNPACK_ihh(buf, pos)
        pos += 8
        if n >= 0:
            end = pos + n
            o.error_message = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.error_message = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.error_message
        if items is None:
            put(_PACK_ihh(o.partition_id, o.error_code, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_ihh(o.partition_id, o.error_code, n))
            put(items)


def _read_PartitionResult_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionResult()
        o.partition_id, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 6
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionResult_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_ihB(o.partition_id, o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_ihB(o.partition_id, o.error_code, n))
            else:
                put(_PACK_ih(o.partition_id, o.error_code))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ReplicaElectionResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ReplicaElectionResult()
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
        o.partition_result, pos = _read_PartitionResult_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ReplicaElectionResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partition_result
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_PartitionResult_many_0(put, items)


def _read_ReplicaElectionResult_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ReplicaElectionResult()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_result, pos = _read_PartitionResult_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ReplicaElectionResult_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partition_result
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionResult_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ElectLeadersResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ElectLeadersResponse()
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.replica_election_results, pos = _read_ReplicaElectionResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ElectLeadersResponse_0(put: Append, o: Any) -> None:
    if o.error_code != 0:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.replica_election_results
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_ReplicaElectionResult_many_0(put, items)


def _read_ElectLeadersResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ElectLeadersResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihi(buf, pos)
    pos += 10
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.replica_election_results, pos = _read_ReplicaElectionResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ElectLeadersResponse_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.replica_election_results
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ihi(o.throttle_time_ms, o.error_code, n))
    if items:
        _write_ReplicaElectionResult_many_0(put, items)


def _read_ElectLeadersResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ElectLeadersResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.replica_election_results, pos = _read_ReplicaElectionResult_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ElectLeadersResponse_2(put: Append, o: Any) -> None:
    items = o.replica_election_results
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_ReplicaElectionResult_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ElectLeadersResponse._READERS = {
    0: _read_ElectLeadersResponse_0,
    1: _read_ElectLeadersResponse_1,
    2: _read_ElectLeadersResponse_2,
}
ElectLeadersResponse._WRITERS = {
    0: _write_ElectLeadersResponse_0,
    1: _write_ElectLeadersResponse_1,
    2: _write_ElectLeadersResponse_2,
}
