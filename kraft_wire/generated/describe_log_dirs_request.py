# Generated from DescribeLogDirsRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeLogDirsRequest, request of API key 35, versions 0-5, flexible from 2. Asks a broker for its log directories, their space and the replicas in them."""

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
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .describe_log_dirs_response import DescribeLogDirsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class DescribableLogDirTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("topic", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic", "partitions")
    __qualname__ = "DescribeLogDirsRequest.DescribableLogDirTopic"
    topic: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        topic: str = "",
        partitions: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic = topic
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic: str = ...,
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribableLogDirTopic = DescribableLogDirTopic
_new_DescribableLogDirTopic = new(DescribableLogDirTopic)


class DescribeLogDirsRequest(Request["DescribeLogDirsResponse"]):
    """Asks a broker for its log directories, their space and the replicas in them."""

    __slots__ = ("topics", "unknown_tagged_fields")
    __match_args__ = ("topics",)
    KIND = "request"
    API_KEY = 35
    VERSIONS = (0, 5)
    FLEXIBLE_VERSIONS = (2, 5)
    _RESPONSE_NAME = "DescribeLogDirsResponse"
    if TYPE_CHECKING:
        DescribableLogDirTopic: TypeAlias = _DescribableLogDirTopic
    else:  # no annotation of a field
        DescribableLogDirTopic = _DescribableLogDirTopic
    topics: Final[tuple[DescribableLogDirTopic, ...] | None]
    """One entry for each topic. ([]DescribableLogDirTopic)"""

    def __init__(
        self,
        *,
        topics: Iterable[DescribableLogDirTopic] | None = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topics = None if topics is None else tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topics: Iterable[DescribableLogDirTopic] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeLogDirsRequest = new(DescribeLogDirsRequest)


def _read_DescribableLogDirTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribableLogDirTopic()
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
        o.partitions = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribableLogDirTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_DescribableLogDirTopic_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribableLogDirTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partitions = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribableLogDirTopic_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeLogDirsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeLogDirsRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n >= 0:
        if n > 1000000:
            raise ValueError("array is too long")
        o.topics, pos = _read_DescribableLogDirTopic_many_0(buf, pos, n)
    elif n == -1:
        o.topics = None
    else:
        raise ValueError("length is below -1")
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeLogDirsRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    if items is None:
        put(_PACK_i(-1))
    else:
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DescribableLogDirTopic_many_0(put, items)


def _read_DescribeLogDirsRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeLogDirsRequest()
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.topics, pos = _read_DescribableLogDirTopic_many_2(buf, pos + 1, n - 1)
    else:
        o.topics = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeLogDirsRequest_2(put: Append, o: Any) -> None:
    items = o.topics
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribableLogDirTopic_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeLogDirsRequest._READERS = {
    0: _read_DescribeLogDirsRequest_0,
    1: _read_DescribeLogDirsRequest_0,
    2: _read_DescribeLogDirsRequest_2,
    3: _read_DescribeLogDirsRequest_2,
    4: _read_DescribeLogDirsRequest_2,
    5: _read_DescribeLogDirsRequest_2,
}
DescribeLogDirsRequest._WRITERS = {
    0: _write_DescribeLogDirsRequest_0,
    1: _write_DescribeLogDirsRequest_0,
    2: _write_DescribeLogDirsRequest_2,
    3: _write_DescribeLogDirsRequest_2,
    4: _write_DescribeLogDirsRequest_2,
    5: _write_DescribeLogDirsRequest_2,
}
