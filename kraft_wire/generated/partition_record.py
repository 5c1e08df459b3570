# Generated from PartitionRecord.json by `python -m codegen generate`. Do not edit.
"""PartitionRecord, metadata of type 3, versions 0-2, flexible from 0. The whole state of one partition: a new one, or as a snapshot tells it."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    pack_many,
    read_numbers,
    read_uuids,
    write_uuids,
)
from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length,
    count_length_not_null,
    count_uvarint,
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

_PACK_B = Layout(">B").pack
_PACK_b = Layout(">b").pack
_PACK_iii = Layout(">iii").pack
_PACK_iiiB = Layout(">iiiB").pack
_PACK_iiix = Layout(">iiix").pack
_PACK_iu = Layout(">i16s").pack
_PACK_iuB = Layout(">i16sB").pack
_UNPACK_b = Layout(">b").unpack_from
_UNPACK_iiiB = Layout(">iiiB").unpack_from
_UNPACK_iuB = Layout(">i16sB").unpack_from


class PartitionRecord(Message):
    """The whole state of one partition: a new one, or as a snapshot tells it."""

    __slots__ = ("partition_id", "topic_id", "replicas", "isr", "removing_replicas", "adding_replicas", "leader", "leader_recovery_state", "leader_epoch", "partition_epoch", "directories", "eligible_leader_replicas", "last_known_elr", "unknown_tagged_fields")
    __match_args__ = ("partition_id", "topic_id", "replicas", "isr", "removing_replicas", "adding_replicas", "leader", "leader_recovery_state", "leader_epoch", "partition_epoch", "directories", "eligible_leader_replicas", "last_known_elr")
    KIND = "metadata"
    API_KEY = 3
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    partition_id: Final[int]
    """Number of the partition. (int32)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    replicas: Final[tuple[int, ...]]
    """Node ids of the replicas, preferred leader first. ([]int32)"""
    isr: Final[tuple[int, ...]]
    """Node ids of the in-sync replicas. ([]int32)"""
    removing_replicas: Final[tuple[int, ...]]
    """Node ids of replicas that a reassignment removes. ([]int32)"""
    adding_replicas: Final[tuple[int, ...]]
    """Node ids of replicas that a reassignment adds. ([]int32)"""
    leader: Final[int]
    """Node id of the leader; -1 for none. (int32)"""
    leader_recovery_state: Final[int]
    """0 recovered, 1 the leader came from an unclean election and is recovering. (int8, tag 0)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""
    partition_epoch: Final[int]
    """Epoch of the partition, raised by each change of its state. (int32)"""
    directories: Final[tuple[Uuid, ...]]
    """Directory ids of the log directory of each replica, in the order of the replicas. ([]uuid, versions 1-2)"""
    eligible_leader_replicas: Final[tuple[int, ...] | None]
    """Node ids out of the ISR that are known to have all committed records (KIP-966). ([]int32, version 2, tag 1)"""
    last_known_elr: Final[tuple[int, ...] | None]
    """Node ids of the last eligible leader replicas, once none is left (KIP-966). ([]int32, version 2, tag 2)"""

    def __init__(
        self,
        *,
        partition_id: int = -1,
        topic_id: Uuid = ZERO_UUID,
        replicas: Iterable[int] = (),
        isr: Iterable[int] = (),
        removing_replicas: Iterable[int] = (),
        adding_replicas: Iterable[int] = (),
        leader: int = -1,
        leader_recovery_state: int = 0,
        leader_epoch: int = -1,
        partition_epoch: int = -1,
        directories: Iterable[Uuid] = (),
        eligible_leader_replicas: Iterable[int] | None = None,
        last_known_elr: Iterable[int] | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_id = partition_id
        self.topic_id = topic_id
        self.replicas = tuple(replicas)
        self.isr = tuple(isr)
        self.removing_replicas = tuple(removing_replicas)
        self.adding_replicas = tuple(adding_replicas)
        self.leader = leader
        self.leader_recovery_state = leader_recovery_state
        self.leader_epoch = leader_epoch
        self.partition_epoch = partition_epoch
        self.directories = tuple(directories)
        self.eligible_leader_replicas = None if eligible_leader_replicas is None else tuple(eligible_leader_replicas)
        self.last_known_elr = None if last_known_elr is None else tuple(last_known_elr)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_id: int = ...,
            topic_id: Uuid = ...,
            replicas: Iterable[int] = ...,
            isr: Iterable[int] = ...,
            removing_replicas: Iterable[int] = ...,
            adding_replicas: Iterable[int] = ...,
            leader: int = ...,
            leader_recovery_state: int = ...,
            leader_epoch: int = ...,
            partition_epoch: int = ...,
            directories: Iterable[Uuid] = ...,
            eligible_leader_replicas: Iterable[int] | None = ...,
            last_known_elr: Iterable[int] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_PartitionRecord = new(PartitionRecord)


def _read_PartitionRecord_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.leader_recovery_state,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag in (1, 2):
            raise ValueError("this version has no such tag")
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


def _read_PartitionRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_PartitionRecord()
    o.directories = ()
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.partition_id, u0, n = _UNPACK_iuB(buf, pos)
    pos += 20
    o.topic_id = UUIDS[u0]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
    pos += 4 * n - 3
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.isr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
    pos += 4 * n - 3
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.removing_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
    pos += 4 * n - 3
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.adding_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
    pos += 4 * n - 3
    o.leader, o.leader_epoch, o.partition_epoch, n = _UNPACK_iiiB(buf, pos)
    pos += 13
    o.leader_recovery_state = 0
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_PartitionRecord_tags_0(o, buf, pos, n)
    return o, pos


def _write_PartitionRecord_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.leader_recovery_state != 0:
        tags.append((0, _PACK_b(o.leader_recovery_state)))
    write_tags(to, tags, o.unknown_tagged_fields, 3)


def _write_PartitionRecord_0(put: Append, o: Any) -> None:
    if o.directories != () or o.eligible_leader_replicas is not None or o.last_known_elr is not None:
        raise ValueError("this version lacks a field that is set")
    if len(o.topic_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.replicas
    n = len(items) + 1
    if n < 128:
        put(_PACK_iuB(o.partition_id, o.topic_id, n))
    else:
        put(_PACK_iu(o.partition_id, o.topic_id))
        put(count_uvarint(n))
    put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
    items = o.isr
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
    items = o.removing_replicas
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
    items = o.adding_replicas
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
    if o.unknown_tagged_fields or o.leader_recovery_state != 0:
        put(_PACK_iii(o.leader, o.leader_epoch, o.partition_epoch))
        _write_PartitionRecord_tags_0(put, o)
    else:
        put(_PACK_iiix(o.leader, o.leader_epoch, o.partition_epoch))


def _read_PartitionRecord_tags_1(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.leader_recovery_state,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag in (1, 2):
            raise ValueError("this version has no such tag")
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


def _read_PartitionRecord_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_PartitionRecord()
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.partition_id, u0, n = _UNPACK_iuB(buf, pos)
    pos += 20
    o.topic_id = UUIDS[u0]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
    pos += 4 * n - 3
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.isr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
    pos += 4 * n - 3
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.removing_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
    pos += 4 * n - 3
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.adding_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
    pos += 4 * n - 3
    o.leader, o.leader_epoch, o.partition_epoch, n = _UNPACK_iiiB(buf, pos)
    pos += 12
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.directories, pos = read_uuids(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.leader_recovery_state = 0
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_PartitionRecord_tags_1(o, buf, pos, n)
    return o, pos


def _write_PartitionRecord_tags_1(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.leader_recovery_state != 0:
        tags.append((0, _PACK_b(o.leader_recovery_state)))
    write_tags(to, tags, o.unknown_tagged_fields, 3)


def _write_PartitionRecord_1(put: Append, o: Any) -> None:
    if o.eligible_leader_replicas is not None or o.last_known_elr is not None:
        raise ValueError("this version lacks a field that is set")
    if len(o.topic_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.replicas
    n = len(items) + 1
    if n < 128:
        put(_PACK_iuB(o.partition_id, o.topic_id, n))
    else:
        put(_PACK_iu(o.partition_id, o.topic_id))
        put(count_uvarint(n))
    put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
    items = o.isr
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
    items = o.removing_replicas
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
    items = o.adding_replicas
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
    items = o.directories
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiiB(o.leader, o.leader_epoch, o.partition_epoch, n))
    else:
        put(_PACK_iii(o.leader, o.leader_epoch, o.partition_epoch))
        put(count_uvarint(n))
    write_uuids(put, items)
    if o.unknown_tagged_fields or o.leader_recovery_state != 0:
        _write_PartitionRecord_tags_1(put, o)
    else:
        put(b"\0")


def _read_PartitionRecord_tags_2(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.leader_recovery_state,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag == 1:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.eligible_leader_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.eligible_leader_replicas = None
                pos += 1
        elif tag == 2:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.last_known_elr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.last_known_elr = None
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


def _read_PartitionRecord_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_PartitionRecord()
    o.partition_id, u0, n = _UNPACK_iuB(buf, pos)
    pos += 20
    o.topic_id = UUIDS[u0]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
    pos += 4 * n - 3
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.isr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
    pos += 4 * n - 3
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.removing_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
    pos += 4 * n - 3
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.adding_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
    pos += 4 * n - 3
    o.leader, o.leader_epoch, o.partition_epoch, n = _UNPACK_iiiB(buf, pos)
    pos += 12
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.directories, pos = read_uuids(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.leader_recovery_state = 0
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_PartitionRecord_tags_2(o, buf, pos, n)
    return o, pos


def _write_PartitionRecord_tags_2(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.leader_recovery_state != 0:
        tags.append((0, _PACK_b(o.leader_recovery_state)))
    if o.eligible_leader_replicas is not None:
        piece_1: list[bytes] = []
        put = piece_1.append
        items = o.eligible_leader_replicas
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((1, b"".join(piece_1)))
    if o.last_known_elr is not None:
        piece_2: list[bytes] = []
        put = piece_2.append
        items = o.last_known_elr
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((2, b"".join(piece_2)))
    write_tags(to, tags, o.unknown_tagged_fields, 3)


def _write_PartitionRecord_2(put: Append, o: Any) -> None:
    if len(o.topic_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.replicas
    n = len(items) + 1
    if n < 128:
        put(_PACK_iuB(o.partition_id, o.topic_id, n))
    else:
        put(_PACK_iu(o.partition_id, o.topic_id))
        put(count_uvarint(n))
    put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
    items = o.isr
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
    items = o.removing_replicas
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
    items = o.adding_replicas
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
    items = o.directories
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiiB(o.leader, o.leader_epoch, o.partition_epoch, n))
    else:
        put(_PACK_iii(o.leader, o.leader_epoch, o.partition_epoch))
        put(count_uvarint(n))
    write_uuids(put, items)
    if o.unknown_tagged_fields or o.leader_recovery_state != 0 or o.eligible_leader_replicas is not None or o.last_known_elr is not None:
        _write_PartitionRecord_tags_2(put, o)
    else:
        put(b"\0")


PartitionRecord._READERS = {
    0: _read_PartitionRecord_0,
    1: _read_PartitionRecord_1,
    2: _read_PartitionRecord_2,
}
PartitionRecord._WRITERS = {
    0: _write_PartitionRecord_0,
    1: _write_PartitionRecord_1,
    2: _write_PartitionRecord_2,
}
