# Generated from ControlledShutdownResponse.json by `python -m codegen generate`. Do not edit.
"""ControlledShutdownResponse, response of API key 7, versions 0-3, flexible from 3. Answers ControlledShutdownRequest."""

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
_PACK_hi = Layout(">hi").pack
_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hi = Layout(">hi").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from


class RemainingPartition(Struct):
    """Partitions that the broker still leads."""

    __slots__ = ("topic_name", "partition_index", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partition_index")
    __qualname__ = "ControlledShutdownResponse.RemainingPartition"
    topic_name: Final[str]
    """Name of the topic. (string)"""
    partition_index: Final[int]
    """Number of the partition. (int32)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partition_index: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.partition_index = partition_index
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            partition_index: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_RemainingPartition = RemainingPartition
_new_RemainingPartition = new(RemainingPartition)


class ControlledShutdownResponse(Message):
    """Answers ControlledShutdownRequest."""

    __slots__ = ("error_code", "remaining_partitions", "unknown_tagged_fields")
    __match_args__ = ("error_code", "remaining_partitions")
    KIND = "response"
    API_KEY = 7
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (3, 3)
    if TYPE_CHECKING:
        RemainingPartition: TypeAlias = _RemainingPartition
    else:  # no annotation of a field
        RemainingPartition = _RemainingPartition
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    remaining_partitions: Final[tuple[RemainingPartition, ...]]
    """Partitions that the broker still leads. ([]RemainingPartition)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        remaining_partitions: Iterable[RemainingPartition] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.remaining_partitions = tuple(remaining_partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            remaining_partitions: Iterable[RemainingPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ControlledShutdownResponse = new(ControlledShutdownResponse)


def _read_RemainingPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_RemainingPartition()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic_name = buf[pos:end].decode()
        pos = end
        (o.partition_index,) = _UNPACK_i(buf, pos)
        pos += 4
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_RemainingPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic_name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        put(_PACK_i(o.partition_index))


def _read_RemainingPartition_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_RemainingPartition()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        o.partition_index, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_RemainingPartition_many_3(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_i(o.partition_index))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.partition_index))


def _read_ControlledShutdownResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ControlledShutdownResponse()
    o.error_code, n = _UNPACK_hi(buf, pos)
    pos += 6
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.remaining_partitions, pos = _read_RemainingPartition_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ControlledShutdownResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.remaining_partitions
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_hi(o.error_code, n))
    if items:
        _write_RemainingPartition_many_0(put, items)


def _read_ControlledShutdownResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ControlledShutdownResponse()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.remaining_partitions, pos = _read_RemainingPartition_many_3(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ControlledShutdownResponse_3(put: Append, o: Any) -> None:
    items = o.remaining_partitions
    n = len(items) + 1
    if n < 128:
        put(_PACK_hB(o.error_code, n))
    else:
        put(_PACK_h(o.error_code))
        put(count_uvarint(n))
    if items:
        _write_RemainingPartition_many_3(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ControlledShutdownResponse._READERS = {
    0: _read_ControlledShutdownResponse_0,
    1: _read_ControlledShutdownResponse_0,
    2: _read_ControlledShutdownResponse_0,
    3: _read_ControlledShutdownResponse_3,
}
ControlledShutdownResponse._WRITERS = {
    0: _write_ControlledShutdownResponse_0,
    1: _write_ControlledShutdownResponse_0,
    2: _write_ControlledShutdownResponse_0,
    3: _write_ControlledShutdownResponse_3,
}
