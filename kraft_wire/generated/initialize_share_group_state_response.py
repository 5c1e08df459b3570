# Generated from InitializeShareGroupStateResponse.json by `python -m codegen generate`. Do not edit.
"""InitializeShareGroupStateResponse, response of API key 83, version 0, flexible from 0. Answers InitializeShareGroupStateRequest."""

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
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class PartitionResult(Struct):
    """One entry for each partition."""

    __slots__ = ("partition", "error_code", "error_message", "unknown_tagged_fields")
    __match_args__ = ("partition", "error_code", "error_message")
    __qualname__ = "InitializeShareGroupStateResponse.PartitionResult"
    partition: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""

    def __init__(
        self,
        *,
        partition: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition = partition
        self.error_code = error_code
        self.error_message = error_message
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionResult = PartitionResult
_new_PartitionResult = new(PartitionResult)


class InitializeStateResult(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "InitializeShareGroupStateResponse.InitializeStateResult"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    partitions: Final[tuple[PartitionResult, ...]]
    """One entry for each partition. ([]PartitionResult)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[PartitionResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            partitions: Iterable[PartitionResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_InitializeStateResult = InitializeStateResult
_new_InitializeStateResult = new(InitializeStateResult)


class InitializeShareGroupStateResponse(Message):
    """Answers InitializeShareGroupStateRequest."""

    __slots__ = ("results", "unknown_tagged_fields")
    __match_args__ = ("results",)
    KIND = "response"
    API_KEY = 83
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        PartitionResult: TypeAlias = _PartitionResult
        InitializeStateResult: TypeAlias = _InitializeStateResult
    else:  # no annotation of a field
        PartitionResult = _PartitionResult
        InitializeStateResult = _InitializeStateResult
    results: Final[tuple[InitializeStateResult, ...]]
    """One result for each thing that was asked for. ([]InitializeStateResult)"""

    def __init__(
        self,
        *,
        results: Iterable[InitializeStateResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.results = tuple(results)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            results: Iterable[InitializeStateResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_InitializeShareGroupStateResponse = new(InitializeShareGroupStateResponse)


def _read_PartitionResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionResult()
        o.partition, o.error_code, n = _UNPACK_ihB(buf, pos)
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


def _write_PartitionResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_ihB(o.partition, o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_ihB(o.partition, o.error_code, n))
            else:
                put(_PACK_ih(o.partition, o.error_code))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_InitializeStateResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_InitializeStateResult()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionResult_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_InitializeStateResult_many_0(put: Append, many: Any) -> None:
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
            _write_PartitionResult_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_InitializeShareGroupStateResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_InitializeShareGroupStateResponse()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.results, pos = _read_InitializeStateResult_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_InitializeShareGroupStateResponse_0(put: Append, o: Any) -> None:
    items = o.results
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_InitializeStateResult_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


InitializeShareGroupStateResponse._READERS = {
    0: _read_InitializeShareGroupStateResponse_0,
}
InitializeShareGroupStateResponse._WRITERS = {
    0: _write_InitializeShareGroupStateResponse_0,
}
