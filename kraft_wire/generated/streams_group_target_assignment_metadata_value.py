# Generated from StreamsGroupTargetAssignmentMetadataValue.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupTargetAssignmentMetadataValue, coordinator value of type 20, version 0, flexible from 0. The epoch for which a target assignment was computed."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    keep_unknown_tag,
    new,
    read_tag,
    read_tag_count,
    sorted_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_PACK_q = Layout(">q").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_q = Layout(">q").unpack_from


class StreamsGroupTargetAssignmentMetadataValue(Message):
    """The epoch for which a target assignment was computed."""

    __slots__ = ("assignment_epoch", "assignment_timestamp", "unknown_tagged_fields")
    __match_args__ = ("assignment_epoch", "assignment_timestamp")
    KIND = "coordinator-value"
    API_KEY = 20
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    assignment_epoch: Final[int]
    """Epoch of the group for which the assignment was computed. (int32)"""
    assignment_timestamp: Final[int]
    """When the assignment was computed, in milliseconds since 1970. (int64, tag 0)"""

    def __init__(
        self,
        *,
        assignment_epoch: int = 0,
        assignment_timestamp: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.assignment_epoch = assignment_epoch
        self.assignment_timestamp = assignment_timestamp
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            assignment_epoch: int = ...,
            assignment_timestamp: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupTargetAssignmentMetadataValue = new(StreamsGroupTargetAssignmentMetadataValue)


def _read_StreamsGroupTargetAssignmentMetadataValue_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.assignment_timestamp,) = _UNPACK_q(buf, pos)
            pos += 8
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


def _read_StreamsGroupTargetAssignmentMetadataValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupTargetAssignmentMetadataValue()
    o.assignment_epoch, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.assignment_timestamp = 0
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_StreamsGroupTargetAssignmentMetadataValue_tags_0(o, buf, pos, n)
    return o, pos


def _write_StreamsGroupTargetAssignmentMetadataValue_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.assignment_timestamp != 0:
        tags.append((0, _PACK_q(o.assignment_timestamp)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_StreamsGroupTargetAssignmentMetadataValue_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields or o.assignment_timestamp != 0:
        put(_PACK_i(o.assignment_epoch))
        _write_StreamsGroupTargetAssignmentMetadataValue_tags_0(put, o)
    else:
        put(_PACK_ix(o.assignment_epoch))


StreamsGroupTargetAssignmentMetadataValue._READERS = {
    0: _read_StreamsGroupTargetAssignmentMetadataValue_0,
}
StreamsGroupTargetAssignmentMetadataValue._WRITERS = {
    0: _write_StreamsGroupTargetAssignmentMetadataValue_0,
}
