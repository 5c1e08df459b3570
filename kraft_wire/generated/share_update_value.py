# Generated from ShareUpdateValue.json by `python -m codegen generate`. Do not edit.
"""ShareUpdateValue, coordinator value of type 1, version 0, flexible from 0. What changed in a share partition since the snapshot before it."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    keep_unknown_tag,
    new,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    sorted_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_iiq = Layout(">iiq").pack
_PACK_iiqB = Layout(">iiqB").pack
_PACK_qqbh = Layout(">qqbh").pack
_PACK_qqbhx = Layout(">qqbhx").pack
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iiqB = Layout(">iiqB").unpack_from
_UNPACK_qqbhB = Layout(">qqbhB").unpack_from


class StateBatch(Struct):
    """States of ranges of offsets."""

    __slots__ = ("first_offset", "last_offset", "delivery_state", "delivery_count", "unknown_tagged_fields")
    __match_args__ = ("first_offset", "last_offset", "delivery_state", "delivery_count")
    __qualname__ = "ShareUpdateValue.StateBatch"
    first_offset: Final[int]
    """First offset. (int64)"""
    last_offset: Final[int]
    """Last offset. (int64)"""
    delivery_state: Final[int]
    """0 available, 2 acknowledged, 4 archived. (int8)"""
    delivery_count: Final[int]
    """How often the records were delivered. (int16)"""

    def __init__(
        self,
        *,
        first_offset: int = 0,
        last_offset: int = 0,
        delivery_state: int = 0,
        delivery_count: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.first_offset = first_offset
        self.last_offset = last_offset
        self.delivery_state = delivery_state
        self.delivery_count = delivery_count
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            first_offset: int = ...,
            last_offset: int = ...,
            delivery_state: int = ...,
            delivery_count: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_StateBatch = StateBatch
_new_StateBatch = new(StateBatch)


class ShareUpdateValue(Message):
    """What changed in a share partition since the snapshot before it."""

    __slots__ = ("snapshot_epoch", "leader_epoch", "start_offset", "delivery_complete_count", "state_batches", "unknown_tagged_fields")
    __match_args__ = ("snapshot_epoch", "leader_epoch", "start_offset", "delivery_complete_count", "state_batches")
    KIND = "coordinator-value"
    API_KEY = 1
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        StateBatch: TypeAlias = _StateBatch
    else:  # no annotation of a field
        StateBatch = _StateBatch
    snapshot_epoch: Final[int]
    """Epoch of the snapshot. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""
    start_offset: Final[int]
    """First offset that is not yet done; -1 for no change. (int64)"""
    delivery_complete_count: Final[int]
    """Number of records at or above the start offset whose delivery is complete; -1 if unknown. (int32, tag 0)"""
    state_batches: Final[tuple[StateBatch, ...]]
    """States of ranges of offsets. ([]StateBatch)"""

    def __init__(
        self,
        *,
        snapshot_epoch: int = 0,
        leader_epoch: int = 0,
        start_offset: int = 0,
        delivery_complete_count: int = -1,
        state_batches: Iterable[StateBatch] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.snapshot_epoch = snapshot_epoch
        self.leader_epoch = leader_epoch
        self.start_offset = start_offset
        self.delivery_complete_count = delivery_complete_count
        self.state_batches = tuple(state_batches)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            snapshot_epoch: int = ...,
            leader_epoch: int = ...,
            start_offset: int = ...,
            delivery_complete_count: int = ...,
            state_batches: Iterable[StateBatch] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareUpdateValue = new(ShareUpdateValue)


def _read_StateBatch_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_StateBatch()
        o.first_offset, o.last_offset, o.delivery_state, o.delivery_count, n = _UNPACK_qqbhB(buf, pos)
        pos += 20
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_StateBatch_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_qqbh(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_qqbhx(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count))


def _read_ShareUpdateValue_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            (o.delivery_complete_count,) = _UNPACK_i(buf, pos)
            pos += 4
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_ShareUpdateValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareUpdateValue()
    o.snapshot_epoch, o.leader_epoch, o.start_offset, n = _UNPACK_iiqB(buf, pos)
    pos += 16
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.state_batches, pos = _read_StateBatch_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.delivery_complete_count = -1
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_ShareUpdateValue_tags_0(o, buf, pos, n)
    return o, pos


def _write_ShareUpdateValue_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.delivery_complete_count != -1:
        tags.append((0, _PACK_i(o.delivery_complete_count)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_ShareUpdateValue_0(put: Append, o: Any) -> None:
    items = o.state_batches
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiqB(o.snapshot_epoch, o.leader_epoch, o.start_offset, n))
    else:
        put(_PACK_iiq(o.snapshot_epoch, o.leader_epoch, o.start_offset))
        put(count_uvarint(n))
    if items:
        _write_StateBatch_many_0(put, items)
    if o.unknown_tagged_fields or o.delivery_complete_count != -1:
        _write_ShareUpdateValue_tags_0(put, o)
    else:
        put(b"\0")


ShareUpdateValue._READERS = {
    0: _read_ShareUpdateValue_0,
}
ShareUpdateValue._WRITERS = {
    0: _write_ShareUpdateValue_0,
}
