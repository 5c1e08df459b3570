# Generated from ElectLeadersRequest.json by `python -m codegen generate`. Do not edit.
"""ElectLeadersRequest, request of API key 43, versions 0-2, flexible from 2. Triggers the election of partition leaders."""

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
    from .elect_leaders_response import ElectLeadersResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_bi = Layout(">bi").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_bi = Layout(">bi").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from


class TopicPartitions(Struct):
    """Partitions by topic."""

    __slots__ = ("topic", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic", "partitions")
    __qualname__ = "ElectLeadersRequest.TopicPartitions"
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


_TopicPartitions = TopicPartitions
_new_TopicPartitions = new(TopicPartitions)


class ElectLeadersRequest(Request["ElectLeadersResponse"]):
    """Triggers the election of partition leaders."""

    __slots__ = ("election_type", "topic_partitions", "timeout_ms", "unknown_tagged_fields")
    __match_args__ = ("election_type", "topic_partitions", "timeout_ms")
    KIND = "request"
    API_KEY = 43
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (2, 2)
    _RESPONSE_NAME = "ElectLeadersResponse"
    if TYPE_CHECKING:
        TopicPartitions: TypeAlias = _TopicPartitions
    else:  # no annotation of a field
        TopicPartitions = _TopicPartitions
    election_type: Final[int]
    """0 preferred replica, 1 any live replica, even one out of sync. (int8, versions 1-2)"""
    topic_partitions: Final[tuple[TopicPartitions, ...] | None]
    """Partitions by topic. ([]TopicPartitions)"""
    timeout_ms: Final[int]
    """Milliseconds that the server may take. (int32)"""

    def __init__(
        self,
        *,
        election_type: int = 0,
        topic_partitions: Iterable[TopicPartitions] | None = (),
        timeout_ms: int = 60000,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.election_type = election_type
        self.topic_partitions = None if topic_partitions is None else tuple(topic_partitions)
        self.timeout_ms = timeout_ms
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            election_type: int = ...,
            topic_partitions: Iterable[TopicPartitions] | None = ...,
            timeout_ms: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ElectLeadersRequest = new(ElectLeadersRequest)


def _read_TopicPartitions_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicPartitions()
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


def _write_TopicPartitions_many_0(put: Append, many: Any) -> None:
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


def _read_TopicPartitions_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicPartitions()
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


def _write_TopicPartitions_many_2(put: Append, many: Any) -> None:
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


def _read_ElectLeadersRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ElectLeadersRequest()
    o.election_type = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n >= 0:
        if n > 1000000:
            raise ValueError("array is too long")
        o.topic_partitions, pos = _read_TopicPartitions_many_0(buf, pos, n)
    elif n == -1:
        o.topic_partitions = None
    else:
        raise ValueError("length is below -1")
    (o.timeout_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ElectLeadersRequest_0(put: Append, o: Any) -> None:
    if o.election_type != 0:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topic_partitions
    if items is None:
        put(_PACK_i(-1))
    else:
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_TopicPartitions_many_0(put, items)
    put(_PACK_i(o.timeout_ms))


def _read_ElectLeadersRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ElectLeadersRequest()
    o.election_type, n = _UNPACK_bi(buf, pos)
    pos += 5
    if n >= 0:
        if n > 1000000:
            raise ValueError("array is too long")
        o.topic_partitions, pos = _read_TopicPartitions_many_0(buf, pos, n)
    elif n == -1:
        o.topic_partitions = None
    else:
        raise ValueError("length is below -1")
    (o.timeout_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ElectLeadersRequest_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topic_partitions
    if items is None:
        put(_PACK_bi(o.election_type, -1))
    else:
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_bi(o.election_type, n))
        if items:
            _write_TopicPartitions_many_0(put, items)
    put(_PACK_i(o.timeout_ms))


def _read_ElectLeadersRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ElectLeadersRequest()
    o.election_type, n = _UNPACK_bB(buf, pos)
    pos += 1
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.topic_partitions, pos = _read_TopicPartitions_many_2(buf, pos + 1, n - 1)
    else:
        o.topic_partitions = None
        pos += 1
    o.timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ElectLeadersRequest_2(put: Append, o: Any) -> None:
    items = o.topic_partitions
    if items is None:
        put(_PACK_bB(o.election_type, 0))
    else:
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.election_type, n))
        else:
            put(_PACK_b(o.election_type))
            put(count_uvarint(n))
        if items:
            _write_TopicPartitions_many_2(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.timeout_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.timeout_ms))


ElectLeadersRequest._READERS = {
    0: _read_ElectLeadersRequest_0,
    1: _read_ElectLeadersRequest_1,
    2: _read_ElectLeadersRequest_2,
}
ElectLeadersRequest._WRITERS = {
    0: _write_ElectLeadersRequest_0,
    1: _write_ElectLeadersRequest_1,
    2: _write_ElectLeadersRequest_2,
}
