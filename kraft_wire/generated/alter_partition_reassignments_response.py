# Generated from AlterPartitionReassignmentsResponse.json by `python -m codegen generate`. Do not edit.
"""AlterPartitionReassignmentsResponse, response of API key 45, versions 0-1, flexible from 0. Answers AlterPartitionReassignmentsRequest."""

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

_PACK_iZh = Layout(">i?h").pack
_PACK_iZhB = Layout(">i?hB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_UNPACK_iZhB = Layout(">i?hB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from


class ReassignablePartitionResponse(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "error_message", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code", "error_message")
    __qualname__ = "AlterPartitionReassignmentsResponse.ReassignablePartitionResponse"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.error_code = error_code
        self.error_message = error_message
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ReassignablePartitionResponse = ReassignablePartitionResponse
_new_ReassignablePartitionResponse = new(ReassignablePartitionResponse)


class ReassignableTopicResponse(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "AlterPartitionReassignmentsResponse.ReassignableTopicResponse"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[ReassignablePartitionResponse, ...]]
    """One entry for each partition. ([]ReassignablePartitionResponse)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[ReassignablePartitionResponse] = (),
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
            partitions: Iterable[ReassignablePartitionResponse] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ReassignableTopicResponse = ReassignableTopicResponse
_new_ReassignableTopicResponse = new(ReassignableTopicResponse)


class AlterPartitionReassignmentsResponse(Message):
    """Answers AlterPartitionReassignmentsRequest."""

    __slots__ = ("throttle_time_ms", "allow_replication_factor_change", "error_code", "error_message", "responses", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "allow_replication_factor_change", "error_code", "error_message", "responses")
    KIND = "response"
    API_KEY = 45
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    if TYPE_CHECKING:
        ReassignablePartitionResponse: TypeAlias = _ReassignablePartitionResponse
        ReassignableTopicResponse: TypeAlias = _ReassignableTopicResponse
    else:  # no annotation of a field
        ReassignablePartitionResponse = _ReassignablePartitionResponse
        ReassignableTopicResponse = _ReassignableTopicResponse
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    allow_replication_factor_change: Final[bool]
    """Whether a reassignment may change the number of replicas. (bool, version 1, ignorable)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    responses: Final[tuple[ReassignableTopicResponse, ...]]
    """One result for each thing that was asked for. ([]ReassignableTopicResponse)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        allow_replication_factor_change: bool = True,
        error_code: int = 0,
        error_message: str | None = "",
        responses: Iterable[ReassignableTopicResponse] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.allow_replication_factor_change = allow_replication_factor_change
        self.error_code = error_code
        self.error_message = error_message
        self.responses = tuple(responses)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            allow_replication_factor_change: bool = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            responses: Iterable[ReassignableTopicResponse] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AlterPartitionReassignmentsResponse = new(AlterPartitionReassignmentsResponse)


def _read_ReassignablePartitionResponse_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ReassignablePartitionResponse()
        o.partition_index, o.error_code, n = _UNPACK_ihB(buf, pos)
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


def _write_ReassignablePartitionResponse_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_ihB(o.partition_index, o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_ihB(o.partition_index, o.error_code, n))
            else:
                put(_PACK_ih(o.partition_index, o.error_code))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ReassignableTopicResponse_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ReassignableTopicResponse()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_ReassignablePartitionResponse_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ReassignableTopicResponse_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_ReassignablePartitionResponse_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AlterPartitionReassignmentsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterPartitionReassignmentsResponse()
    o.allow_replication_factor_change = True
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_ReassignableTopicResponse_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterPartitionReassignmentsResponse_0(put: Append, o: Any) -> None:
    items = o.error_message
    if items is None:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
        else:
            put(_PACK_ih(o.throttle_time_ms, o.error_code))
            put(text_uvarint(n))
        put(items)
    items = o.responses
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ReassignableTopicResponse_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_AlterPartitionReassignmentsResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterPartitionReassignmentsResponse()
    o.throttle_time_ms, o.allow_replication_factor_change, o.error_code, n = _UNPACK_iZhB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_ReassignableTopicResponse_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterPartitionReassignmentsResponse_1(put: Append, o: Any) -> None:
    if o.allow_replication_factor_change is not True and o.allow_replication_factor_change is not False:
        raise ValueError("bool is neither true nor false")
    items = o.error_message
    if items is None:
        put(_PACK_iZhB(o.throttle_time_ms, o.allow_replication_factor_change, o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iZhB(o.throttle_time_ms, o.allow_replication_factor_change, o.error_code, n))
        else:
            put(_PACK_iZh(o.throttle_time_ms, o.allow_replication_factor_change, o.error_code))
            put(text_uvarint(n))
        put(items)
    items = o.responses
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ReassignableTopicResponse_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


AlterPartitionReassignmentsResponse._READERS = {
    0: _read_AlterPartitionReassignmentsResponse_0,
    1: _read_AlterPartitionReassignmentsResponse_1,
}
AlterPartitionReassignmentsResponse._WRITERS = {
    0: _write_AlterPartitionReassignmentsResponse_0,
    1: _write_AlterPartitionReassignmentsResponse_1,
}
