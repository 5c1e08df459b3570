# Generated from StreamsGroupCurrentMemberAssignmentValue.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupCurrentMemberAssignmentValue, coordinator value of type 22, version 0, flexible from 0. The tasks that a member of a streams group has now and must still give back."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    pack_many,
    read_numbers,
)
from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
    count_length_not_null,
    count_uvarint,
    keep_unknown_tag,
    new,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    sorted_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_iib = Layout(">iib").pack
_PACK_iibB = Layout(">iibB").pack
_UNPACK_iibB = Layout(">iibB").unpack_from


class TaskIds(Struct):
    """Part of StreamsGroupCurrentMemberAssignmentValue."""

    __slots__ = ("subtopology_id", "partitions", "assignment_epochs", "unknown_tagged_fields")
    __match_args__ = ("subtopology_id", "partitions", "assignment_epochs")
    __qualname__ = "StreamsGroupCurrentMemberAssignmentValue.TaskIds"
    subtopology_id: Final[str]
    """Id of the subtopology. (string)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""
    assignment_epochs: Final[tuple[int, ...] | None]
    """Epoch at which each partition or task was assigned. ([]int32, tag 0)"""

    def __init__(
        self,
        *,
        subtopology_id: str = "",
        partitions: Iterable[int] = (),
        assignment_epochs: Iterable[int] | None = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.subtopology_id = subtopology_id
        self.partitions = tuple(partitions)
        self.assignment_epochs = None if assignment_epochs is None else tuple(assignment_epochs)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            subtopology_id: str = ...,
            partitions: Iterable[int] = ...,
            assignment_epochs: Iterable[int] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TaskIds = TaskIds
_new_TaskIds = new(TaskIds)


class StreamsGroupCurrentMemberAssignmentValue(Message):
    """The tasks that a member of a streams group has now and must still give back."""

    __slots__ = ("member_epoch", "previous_member_epoch", "state", "active_tasks", "standby_tasks", "warmup_tasks", "active_tasks_pending_revocation", "standby_tasks_pending_revocation", "warmup_tasks_pending_revocation", "unknown_tagged_fields")
    __match_args__ = ("member_epoch", "previous_member_epoch", "state", "active_tasks", "standby_tasks", "warmup_tasks", "active_tasks_pending_revocation", "standby_tasks_pending_revocation", "warmup_tasks_pending_revocation")
    KIND = "coordinator-value"
    API_KEY = 22
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        TaskIds: TypeAlias = _TaskIds
    else:  # no annotation of a field
        TaskIds = _TaskIds
    member_epoch: Final[int]
    """Epoch of the member. (int32)"""
    previous_member_epoch: Final[int]
    """Epoch of the member before the current one. (int32)"""
    state: Final[int]
    """State of the member, as a number. (int8)"""
    active_tasks: Final[tuple[TaskIds, ...]]
    """Tasks that process records. ([]TaskIds)"""
    standby_tasks: Final[tuple[TaskIds, ...]]
    """Tasks that keep a copy of the state. ([]TaskIds)"""
    warmup_tasks: Final[tuple[TaskIds, ...]]
    """Tasks that restore their state in order to become active here. ([]TaskIds)"""
    active_tasks_pending_revocation: Final[tuple[TaskIds, ...]]
    """Active tasks that the member must still give back. ([]TaskIds)"""
    standby_tasks_pending_revocation: Final[tuple[TaskIds, ...]]
    """Standby tasks that the member must still give back. ([]TaskIds)"""
    warmup_tasks_pending_revocation: Final[tuple[TaskIds, ...]]
    """Warm-up tasks that the member must still give back. ([]TaskIds)"""

    def __init__(
        self,
        *,
        member_epoch: int = 0,
        previous_member_epoch: int = 0,
        state: int = 0,
        active_tasks: Iterable[TaskIds] = (),
        standby_tasks: Iterable[TaskIds] = (),
        warmup_tasks: Iterable[TaskIds] = (),
        active_tasks_pending_revocation: Iterable[TaskIds] = (),
        standby_tasks_pending_revocation: Iterable[TaskIds] = (),
        warmup_tasks_pending_revocation: Iterable[TaskIds] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.member_epoch = member_epoch
        self.previous_member_epoch = previous_member_epoch
        self.state = state
        self.active_tasks = tuple(active_tasks)
        self.standby_tasks = tuple(standby_tasks)
        self.warmup_tasks = tuple(warmup_tasks)
        self.active_tasks_pending_revocation = tuple(active_tasks_pending_revocation)
        self.standby_tasks_pending_revocation = tuple(standby_tasks_pending_revocation)
        self.warmup_tasks_pending_revocation = tuple(warmup_tasks_pending_revocation)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            member_epoch: int = ...,
            previous_member_epoch: int = ...,
            state: int = ...,
            active_tasks: Iterable[TaskIds] = ...,
            standby_tasks: Iterable[TaskIds] = ...,
            warmup_tasks: Iterable[TaskIds] = ...,
            active_tasks_pending_revocation: Iterable[TaskIds] = ...,
            standby_tasks_pending_revocation: Iterable[TaskIds] = ...,
            warmup_tasks_pending_revocation: Iterable[TaskIds] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupCurrentMemberAssignmentValue = new(StreamsGroupCurrentMemberAssignmentValue)


def _read_TaskIds_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.assignment_epochs = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.assignment_epochs = None
                pos += 1
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


def _read_TaskIds_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TaskIds()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.subtopology_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partitions = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.assignment_epochs = ()
        o.unknown_tagged_fields = ()
        if n:
            pos = _read_TaskIds_tags_0(o, buf, pos, n)
        items.append(o)
    return tuple(items), pos


def _write_TaskIds_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.assignment_epochs != ():
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.assignment_epochs
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((0, b"".join(piece_0)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_TaskIds_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.subtopology_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields or o.assignment_epochs != ():
            _write_TaskIds_tags_0(put, o)
        else:
            put(b"\0")


def _read_StreamsGroupCurrentMemberAssignmentValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupCurrentMemberAssignmentValue()
    o.member_epoch, o.previous_member_epoch, o.state, n = _UNPACK_iibB(buf, pos)
    pos += 9
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.active_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.standby_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.warmup_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.active_tasks_pending_revocation, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.standby_tasks_pending_revocation, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.warmup_tasks_pending_revocation, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupCurrentMemberAssignmentValue_0(put: Append, o: Any) -> None:
    items = o.active_tasks
    n = len(items) + 1
    if n < 128:
        put(_PACK_iibB(o.member_epoch, o.previous_member_epoch, o.state, n))
    else:
        put(_PACK_iib(o.member_epoch, o.previous_member_epoch, o.state))
        put(count_uvarint(n))
    if items:
        _write_TaskIds_many_0(put, items)
    items = o.standby_tasks
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TaskIds_many_0(put, items)
    items = o.warmup_tasks
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TaskIds_many_0(put, items)
    items = o.active_tasks_pending_revocation
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TaskIds_many_0(put, items)
    items = o.standby_tasks_pending_revocation
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TaskIds_many_0(put, items)
    items = o.warmup_tasks_pending_revocation
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TaskIds_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


StreamsGroupCurrentMemberAssignmentValue._READERS = {
    0: _read_StreamsGroupCurrentMemberAssignmentValue_0,
}
StreamsGroupCurrentMemberAssignmentValue._WRITERS = {
    0: _write_StreamsGroupCurrentMemberAssignmentValue_0,
}
