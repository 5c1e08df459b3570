# Generated from LeaderAndIsrResponse.json by `python -m codegen generate`. Do not edit.
"""LeaderAndIsrResponse, response of API key 4, versions 0-7, flexible from 4. Answers LeaderAndIsrRequest."""

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
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hi = Layout(">hi").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihx = Layout(">ihx").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hi = Layout(">hi").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class LeaderAndIsrPartitionError(Struct):
    """Part of LeaderAndIsrResponse."""

    __slots__ = ("topic_name", "partition_index", "error_code", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partition_index", "error_code")
    __qualname__ = "LeaderAndIsrResponse.LeaderAndIsrPartitionError"
    topic_name: Final[str]
    """Name of the topic. (string, versions 0-4, ignorable)"""
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partition_index: int = 0,
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.partition_index = partition_index
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            partition_index: int = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_LeaderAndIsrPartitionError = LeaderAndIsrPartitionError
_new_LeaderAndIsrPartitionError = new(LeaderAndIsrPartitionError)


class LeaderAndIsrTopicError(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_id", "partition_errors", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partition_errors")
    __qualname__ = "LeaderAndIsrResponse.LeaderAndIsrTopicError"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, versions 5-7)"""
    partition_errors: Final[tuple[LeaderAndIsrPartitionError, ...]]
    """Error codes by partition. ([]LeaderAndIsrPartitionError, versions 5-7)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        partition_errors: Iterable[LeaderAndIsrPartitionError] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.partition_errors = tuple(partition_errors)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            partition_errors: Iterable[LeaderAndIsrPartitionError] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_LeaderAndIsrTopicError = LeaderAndIsrTopicError
_new_LeaderAndIsrTopicError = new(LeaderAndIsrTopicError)


class LeaderAndIsrResponse(Message):
    """Answers LeaderAndIsrRequest."""

    __slots__ = ("error_code", "partition_errors", "topics", "unknown_tagged_fields")
    __match_args__ = ("error_code", "partition_errors", "topics")
    KIND = "response"
    API_KEY = 4
    VERSIONS = (0, 7)
    FLEXIBLE_VERSIONS = (4, 7)
    if TYPE_CHECKING:
        LeaderAndIsrPartitionError: TypeAlias = _LeaderAndIsrPartitionError
        LeaderAndIsrTopicError: TypeAlias = _LeaderAndIsrTopicError
    else:  # no annotation of a field
        LeaderAndIsrPartitionError = _LeaderAndIsrPartitionError
        LeaderAndIsrTopicError = _LeaderAndIsrTopicError
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    partition_errors: Final[tuple[LeaderAndIsrPartitionError, ...]]
    """Error codes by partition. ([]LeaderAndIsrPartitionError, versions 0-4)"""
    topics: Final[tuple[LeaderAndIsrTopicError, ...]]
    """One entry for each topic. ([]LeaderAndIsrTopicError, versions 5-7)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        partition_errors: Iterable[LeaderAndIsrPartitionError] = (),
        topics: Iterable[LeaderAndIsrTopicError] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.partition_errors = tuple(partition_errors)
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            partition_errors: Iterable[LeaderAndIsrPartitionError] = ...,
            topics: Iterable[LeaderAndIsrTopicError] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_LeaderAndIsrResponse = new(LeaderAndIsrResponse)


def _read_LeaderAndIsrPartitionError_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrPartitionError()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic_name = buf[pos:end].decode()
        pos = end
        o.partition_index, o.error_code = _UNPACK_ih(buf, pos)
        pos += 6
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrPartitionError_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic_name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        put(_PACK_ih(o.partition_index, o.error_code))


def _read_LeaderAndIsrPartitionError_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrPartitionError()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        o.partition_index, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 7
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrPartitionError_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_ih(o.partition_index, o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ihx(o.partition_index, o.error_code))


def _read_LeaderAndIsrPartitionError_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrPartitionError()
        o.topic_name = ""
        o.partition_index, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 7
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrPartitionError_many_5(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_ih(o.partition_index, o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ihx(o.partition_index, o.error_code))


def _read_LeaderAndIsrTopicError_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrTopicError()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_errors, pos = _read_LeaderAndIsrPartitionError_many_5(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrTopicError_many_5(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.partition_errors
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(count_uvarint(n))
        if items:
            _write_LeaderAndIsrPartitionError_many_5(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_LeaderAndIsrResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderAndIsrResponse()
    o.topics = ()
    o.error_code, n = _UNPACK_hi(buf, pos)
    pos += 6
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.partition_errors, pos = _read_LeaderAndIsrPartitionError_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_LeaderAndIsrResponse_0(put: Append, o: Any) -> None:
    if o.topics != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.partition_errors
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_hi(o.error_code, n))
    if items:
        _write_LeaderAndIsrPartitionError_many_0(put, items)


def _read_LeaderAndIsrResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderAndIsrResponse()
    o.topics = ()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.partition_errors, pos = _read_LeaderAndIsrPartitionError_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaderAndIsrResponse_4(put: Append, o: Any) -> None:
    if o.topics != ():
        raise ValueError("this version lacks a field that is set")
    items = o.partition_errors
    n = len(items) + 1
    if n < 128:
        put(_PACK_hB(o.error_code, n))
    else:
        put(_PACK_h(o.error_code))
        put(count_uvarint(n))
    if items:
        _write_LeaderAndIsrPartitionError_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_LeaderAndIsrResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderAndIsrResponse()
    o.partition_errors = ()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_LeaderAndIsrTopicError_many_5(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaderAndIsrResponse_5(put: Append, o: Any) -> None:
    if o.partition_errors != ():
        raise ValueError("this version lacks a field that is set")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_hB(o.error_code, n))
    else:
        put(_PACK_h(o.error_code))
        put(count_uvarint(n))
    if items:
        _write_LeaderAndIsrTopicError_many_5(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


LeaderAndIsrResponse._READERS = {
    0: _read_LeaderAndIsrResponse_0,
    1: _read_LeaderAndIsrResponse_0,
    2: _read_LeaderAndIsrResponse_0,
    3: _read_LeaderAndIsrResponse_0,
    4: _read_LeaderAndIsrResponse_4,
    5: _read_LeaderAndIsrResponse_5,
    6: _read_LeaderAndIsrResponse_5,
    7: _read_LeaderAndIsrResponse_5,
}
LeaderAndIsrResponse._WRITERS = {
    0: _write_LeaderAndIsrResponse_0,
    1: _write_LeaderAndIsrResponse_0,
    2: _write_LeaderAndIsrResponse_0,
    3: _write_LeaderAndIsrResponse_0,
    4: _write_LeaderAndIsrResponse_4,
    5: _write_LeaderAndIsrResponse_5,
    6: _write_LeaderAndIsrResponse_5,
    7: _write_LeaderAndIsrResponse_5,
}
