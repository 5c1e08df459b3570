# Generated from StreamsGroupTargetAssignmentMemberValue.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupTargetAssignmentMemberValue, coordinator value of type 21, version 0, flexible from 0. The tasks that a member of a streams group shall have."""

from __future__ import annotations

from collections.abc import Iterable
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
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append


class TaskIds(Struct):
    """Part of StreamsGroupTargetAssignmentMemberValue."""

    __slots__ = ("subtopology_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("subtopology_id", "partitions")
    __qualname__ = "StreamsGroupTargetAssignmentMemberValue.TaskIds"
    subtopology_id: Final[str]
    """Id of the subtopology. (string)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        subtopology_id: str = "",
        partitions: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.subtopology_id = subtopology_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            subtopology_id: str = ...,
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TaskIds = TaskIds
_new_TaskIds = new(TaskIds)


class StreamsGroupTargetAssignmentMemberValue(Message):
    """The tasks that a member of a streams group shall have."""

    __slots__ = ("active_tasks", "standby_tasks", "warmup_tasks", "unknown_tagged_fields")
    __match_args__ = ("active_tasks", "standby_tasks", "warmup_tasks")
    KIND = "coordinator-value"
    API_KEY = 21
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        TaskIds: TypeAlias = _TaskIds
    else:  # no annotation of a field
        TaskIds = _TaskIds
    active_tasks: Final[tuple[TaskIds, ...]]
    """Tasks that process records. ([]TaskIds)"""
    standby_tasks: Final[tuple[TaskIds, ...]]
    """Tasks that keep a copy of the state. ([]TaskIds)"""
    warmup_tasks: Final[tuple[TaskIds, ...]]
    """Tasks that restore their state in order to become active here. ([]TaskIds)"""

    def __init__(
        self,
        *,
        active_tasks: Iterable[TaskIds] = (),
        standby_tasks: Iterable[TaskIds] = (),
        warmup_tasks: Iterable[TaskIds] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.active_tasks = tuple(active_tasks)
        self.standby_tasks = tuple(standby_tasks)
        self.warmup_tasks = tuple(warmup_tasks)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            active_tasks: Iterable[TaskIds] = ...,
            standby_tasks: Iterable[TaskIds] = ...,
            warmup_tasks: Iterable[TaskIds] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupTargetAssignmentMemberValue = new(StreamsGroupTargetAssignmentMemberValue)


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
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


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
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_StreamsGroupTargetAssignmentMemberValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupTargetAssignmentMemberValue()
    n = buf[pos]
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
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupTargetAssignmentMemberValue_0(put: Append, o: Any) -> None:
    items = o.active_tasks
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
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
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


StreamsGroupTargetAssignmentMemberValue._READERS = {
    0: _read_StreamsGroupTargetAssignmentMemberValue_0,
}
StreamsGroupTargetAssignmentMemberValue._WRITERS = {
    0: _write_StreamsGroupTargetAssignmentMemberValue_0,
}
