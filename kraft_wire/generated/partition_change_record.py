# Generated from PartitionChangeRecord.json by `python -m codegen generate`. Do not edit.
"""PartitionChangeRecord, metadata of type 5, versions 0-2, flexible from 0. Changes parts of a partition's state."""

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
_PACK_i = Layout(">i").pack
_PACK_iu = Layout(">i16s").pack
_PACK_iux = Layout(">i16sx").pack
_UNPACK_b = Layout(">b").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iuB = Layout(">i16sB").unpack_from


class PartitionChangeRecord(Message):
    """Changes parts of a partition's state."""

    __slots__ = ("partition_id", "topic_id", "isr", "leader", "replicas", "removing_replicas", "adding_replicas", "leader_recovery_state", "directories", "eligible_leader_replicas", "last_known_elr", "unknown_tagged_fields")
    __match_args__ = ("partition_id", "topic_id", "isr", "leader", "replicas", "removing_replicas", "adding_replicas", "leader_recovery_state", "directories", "eligible_leader_replicas", "last_known_elr")
    KIND = "metadata"
    API_KEY = 5
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    partition_id: Final[int]
    """Number of the partition. (int32)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    isr: Final[tuple[int, ...] | None]
    """Node ids of the in-sync replicas; null for no change. ([]int32, tag 0)"""
    leader: Final[int]
    """Node id of the leader; -1 for none, -2 for no change. (int32, tag 1)"""
    replicas: Final[tuple[int, ...] | None]
    """Node ids of the replicas; null for no change. ([]int32, tag 2)"""
    removing_replicas: Final[tuple[int, ...] | None]
    """Node ids of replicas that a reassignment removes; null for no change. ([]int32, tag 3)"""
    adding_replicas: Final[tuple[int, ...] | None]
    """Node ids of replicas that a reassignment adds; null for no change. ([]int32, tag 4)"""
    leader_recovery_state: Final[int]
    """0 recovered, 1 recovering from an unclean election, -1 no change. (int8, tag 5)"""
    directories: Final[tuple[Uuid, ...] | None]
    """Directory id of each replica's log directory; null for no change. ([]uuid, versions 1-2, tag 8)"""
    eligible_leader_replicas: Final[tuple[int, ...] | None]
    """Node ids of the eligible leader replicas (KIP-966); null for no change. ([]int32, version 2, tag 6)"""
    last_known_elr: Final[tuple[int, ...] | None]
    """Node ids of the last eligible leader replicas (KIP-966); null for no change. ([]int32, version 2, tag 7)"""

    def __init__(
        self,
        *,
        partition_id: int = -1,
        topic_id: Uuid = ZERO_UUID,
        isr: Iterable[int] | None = None,
        leader: int = -2,
        replicas: Iterable[int] | None = None,
        removing_replicas: Iterable[int] | None = None,
        adding_replicas: Iterable[int] | None = None,
        leader_recovery_state: int = -1,
        directories: Iterable[Uuid] | None = None,
        eligible_leader_replicas: Iterable[int] | None = None,
        last_known_elr: Iterable[int] | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_id = partition_id
        self.topic_id = topic_id
        self.isr = None if isr is None else tuple(isr)
        self.leader = leader
        self.replicas = None if replicas is None else tuple(replicas)
        self.removing_replicas = None if removing_replicas is None else tuple(removing_replicas)
        self.adding_replicas = None if adding_replicas is None else tuple(adding_replicas)
        self.leader_recovery_state = leader_recovery_state
        self.directories = None if directories is None else tuple(directories)
        self.eligible_leader_replicas = None if eligible_leader_replicas is None else tuple(eligible_leader_replicas)
        self.last_known_elr = None if last_known_elr is None else tuple(last_known_elr)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_id: int = ...,
            topic_id: Uuid = ...,
            isr: Iterable[int] | None = ...,
            leader: int = ...,
            replicas: Iterable[int] | None = ...,
            removing_replicas: Iterable[int] | None = ...,
            adding_replicas: Iterable[int] | None = ...,
            leader_recovery_state: int = ...,
            directories: Iterable[Uuid] | None = ...,
            eligible_leader_replicas: Iterable[int] | None = ...,
            last_known_elr: Iterable[int] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_PartitionChangeRecord = new(PartitionChangeRecord)


def _read_PartitionChangeRecord_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
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
                o.isr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.isr = None
                pos += 1
        elif tag == 1:
            (o.leader,) = _UNPACK_i(buf, pos)
            pos += 4
        elif tag == 2:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.replicas = None
                pos += 1
        elif tag == 3:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.removing_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.removing_replicas = None
                pos += 1
        elif tag == 4:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.adding_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.adding_replicas = None
                pos += 1
        elif tag == 5:
            (o.leader_recovery_state,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag in (6, 7, 8):
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


def _read_PartitionChangeRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_PartitionChangeRecord()
    o.directories = None
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.partition_id, u0, n = _UNPACK_iuB(buf, pos)
    pos += 21
    o.topic_id = UUIDS[u0]
    o.isr = None
    o.leader = -2
    o.replicas = None
    o.removing_replicas = None
    o.adding_replicas = None
    o.leader_recovery_state = -1
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_PartitionChangeRecord_tags_0(o, buf, pos, n)
    return o, pos


def _write_PartitionChangeRecord_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.isr is not None:
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.isr
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((0, b"".join(piece_0)))
    if o.leader != -2:
        tags.append((1, _PACK_i(o.leader)))
    if o.replicas is not None:
        piece_2: list[bytes] = []
        put = piece_2.append
        items = o.replicas
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((2, b"".join(piece_2)))
    if o.removing_replicas is not None:
        piece_3: list[bytes] = []
        put = piece_3.append
        items = o.removing_replicas
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((3, b"".join(piece_3)))
    if o.adding_replicas is not None:
        piece_4: list[bytes] = []
        put = piece_4.append
        items = o.adding_replicas
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((4, b"".join(piece_4)))
    if o.leader_recovery_state != -1:
        tags.append((5, _PACK_b(o.leader_recovery_state)))
    write_tags(to, tags, o.unknown_tagged_fields, 9)


def _write_PartitionChangeRecord_0(put: Append, o: Any) -> None:
    if o.directories is not None or o.eligible_leader_replicas is not None or o.last_known_elr is not None:
        raise ValueError("this version lacks a field that is set")
    if len(o.topic_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.unknown_tagged_fields or o.isr is not None or o.leader != -2 or o.replicas is not None or o.removing_replicas is not None or o.adding_replicas is not None or o.leader_recovery_state != -1:
        put(_PACK_iu(o.partition_id, o.topic_id))
        _write_PartitionChangeRecord_tags_0(put, o)
    else:
        put(_PACK_iux(o.partition_id, o.topic_id))


def _read_PartitionChangeRecord_tags_1(o: Any, buf: bytes, pos: int, n: int) -> int:
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
                o.isr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.isr = None
                pos += 1
        elif tag == 1:
            (o.leader,) = _UNPACK_i(buf, pos)
            pos += 4
        elif tag == 2:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.replicas = None
                pos += 1
        elif tag == 3:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.removing_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.removing_replicas = None
                pos += 1
        elif tag == 4:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.adding_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.adding_replicas = None
                pos += 1
        elif tag == 5:
            (o.leader_recovery_state,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag == 8:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.directories, pos = read_uuids(buf, pos + 1, n - 1)
            else:
                o.directories = None
                pos += 1
        elif tag in (6, 7):
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


def _read_PartitionChangeRecord_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_PartitionChangeRecord()
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.partition_id, u0, n = _UNPACK_iuB(buf, pos)
    pos += 21
    o.topic_id = UUIDS[u0]
    o.isr = None
    o.leader = -2
    o.replicas = None
    o.removing_replicas = None
    o.adding_replicas = None
    o.leader_recovery_state = -1
    o.directories = None
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_PartitionChangeRecord_tags_1(o, buf, pos, n)
    return o, pos


def _write_PartitionChangeRecord_tags_1(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.isr is not None:
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.isr
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((0, b"".join(piece_0)))
    if o.leader != -2:
        tags.append((1, _PACK_i(o.leader)))
    if o.replicas is not None:
        piece_2: list[bytes] = []
        put = piece_2.append
        items = o.replicas
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((2, b"".join(piece_2)))
    if o.removing_replicas is not None:
        piece_3: list[bytes] = []
        put = piece_3.append
        items = o.removing_replicas
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((3, b"".join(piece_3)))
    if o.adding_replicas is not None:
        piece_4: list[bytes] = []
        put = piece_4.append
        items = o.adding_replicas
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((4, b"".join(piece_4)))
    if o.leader_recovery_state != -1:
        tags.append((5, _PACK_b(o.leader_recovery_state)))
    if o.directories is not None:
        piece_8: list[bytes] = []
        put = piece_8.append
        items = o.directories
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            write_uuids(put, items)
        tags.append((8, b"".join(piece_8)))
    write_tags(to, tags, o.unknown_tagged_fields, 9)


def _write_PartitionChangeRecord_1(put: Append, o: Any) -> None:
    if o.eligible_leader_replicas is not None or o.last_known_elr is not None:
        raise ValueError("this version lacks a field that is set")
    if len(o.topic_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.unknown_tagged_fields or o.isr is not None or o.leader != -2 or o.replicas is not None or o.removing_replicas is not None or o.adding_replicas is not None or o.leader_recovery_state != -1 or o.directories is not None:
        put(_PACK_iu(o.partition_id, o.topic_id))
        _write_PartitionChangeRecord_tags_1(put, o)
    else:
        put(_PACK_iux(o.partition_id, o.topic_id))


def _read_PartitionChangeRecord_tags_2(o: Any, buf: bytes, pos: int, n: int) -> int:
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
                o.isr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.isr = None
                pos += 1
        elif tag == 1:
            (o.leader,) = _UNPACK_i(buf, pos)
            pos += 4
        elif tag == 2:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.replicas = None
                pos += 1
        elif tag == 3:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.removing_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.removing_replicas = None
                pos += 1
        elif tag == 4:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.adding_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.adding_replicas = None
                pos += 1
        elif tag == 5:
            (o.leader_recovery_state,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag == 6:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.eligible_leader_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.eligible_leader_replicas = None
                pos += 1
        elif tag == 7:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.last_known_elr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
                pos += 4 * n - 3
            else:
                o.last_known_elr = None
                pos += 1
        elif tag == 8:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.directories, pos = read_uuids(buf, pos + 1, n - 1)
            else:
                o.directories = None
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


def _read_PartitionChangeRecord_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_PartitionChangeRecord()
    o.partition_id, u0, n = _UNPACK_iuB(buf, pos)
    pos += 21
    o.topic_id = UUIDS[u0]
    o.isr = None
    o.leader = -2
    o.replicas = None
    o.removing_replicas = None
    o.adding_replicas = None
    o.leader_recovery_state = -1
    o.eligible_leader_replicas = None
    o.last_known_elr = None
    o.directories = None
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_PartitionChangeRecord_tags_2(o, buf, pos, n)
    return o, pos


def _write_PartitionChangeRecord_tags_2(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.isr is not None:
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.isr
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((0, b"".join(piece_0)))
    if o.leader != -2:
        tags.append((1, _PACK_i(o.leader)))
    if o.replicas is not None:
        piece_2: list[bytes] = []
        put = piece_2.append
        items = o.replicas
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((2, b"".join(piece_2)))
    if o.removing_replicas is not None:
        piece_3: list[bytes] = []
        put = piece_3.append
        items = o.removing_replicas
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((3, b"".join(piece_3)))
    if o.adding_replicas is not None:
        piece_4: list[bytes] = []
        put = piece_4.append
        items = o.adding_replicas
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((4, b"".join(piece_4)))
    if o.leader_recovery_state != -1:
        tags.append((5, _PACK_b(o.leader_recovery_state)))
    if o.eligible_leader_replicas is not None:
        piece_6: list[bytes] = []
        put = piece_6.append
        items = o.eligible_leader_replicas
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((6, b"".join(piece_6)))
    if o.last_known_elr is not None:
        piece_7: list[bytes] = []
        put = piece_7.append
        items = o.last_known_elr
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        tags.append((7, b"".join(piece_7)))
    if o.directories is not None:
        piece_8: list[bytes] = []
        put = piece_8.append
        items = o.directories
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            write_uuids(put, items)
        tags.append((8, b"".join(piece_8)))
    write_tags(to, tags, o.unknown_tagged_fields, 9)


def _write_PartitionChangeRecord_2(put: Append, o: Any) -> None:
    if len(o.topic_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.unknown_tagged_fields or o.isr is not None or o.leader != -2 or o.replicas is not None or o.removing_replicas is not None or o.adding_replicas is not None or o.leader_recovery_state != -1 or o.eligible_leader_replicas is not None or o.last_known_elr is not None or o.directories is not None:
        put(_PACK_iu(o.partition_id, o.topic_id))
        _write_PartitionChangeRecord_tags_2(put, o)
    else:
        put(_PACK_iux(o.partition_id, o.topic_id))


PartitionChangeRecord._READERS = {
    0: _read_PartitionChangeRecord_0,
    1: _read_PartitionChangeRecord_1,
    2: _read_PartitionChangeRecord_2,
}
PartitionChangeRecord._WRITERS = {
    0: _write_PartitionChangeRecord_0,
    1: _write_PartitionChangeRecord_1,
    2: _write_PartitionChangeRecord_2,
}
