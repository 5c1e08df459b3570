# Generated from OffsetCommitValue.json by `python -m codegen generate`. Do not edit.
"""OffsetCommitValue, coordinator value of type 1, versions 0-4, flexible from 4. An offset that a group committed."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    keep_unknown_tag,
    new,
    read_tag,
    read_tag_count,
    sorted_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_q = Layout(">q").pack
_PACK_qh = Layout(">qh").pack
_PACK_qi = Layout(">qi").pack
_PACK_qiB = Layout(">qiB").pack
_PACK_qih = Layout(">qih").pack
_PACK_qq = Layout(">qq").pack
_PACK_qx = Layout(">qx").pack
_PACK_u = Layout(">16s").pack
_UNPACK_q = Layout(">q").unpack_from
_UNPACK_qB = Layout(">qB").unpack_from
_UNPACK_qh = Layout(">qh").unpack_from
_UNPACK_qiB = Layout(">qiB").unpack_from
_UNPACK_qih = Layout(">qih").unpack_from
_UNPACK_qq = Layout(">qq").unpack_from
_UNPACK_u = Layout(">16s").unpack_from


class OffsetCommitValue(Message):
    """An offset that a group committed."""

    __slots__ = ("offset", "leader_epoch", "metadata", "commit_timestamp", "expire_timestamp", "topic_id", "unknown_tagged_fields")
    __match_args__ = ("offset", "leader_epoch", "metadata", "commit_timestamp", "expire_timestamp", "topic_id")
    KIND = "coordinator-value"
    API_KEY = 1
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (4, 4)
    offset: Final[int]
    """Offset of the next record to consume. (int64)"""
    leader_epoch: Final[int]
    """Leader epoch of the last record that was consumed; -1 if unknown. (int32, versions 3-4, ignorable)"""
    metadata: Final[str]
    """Text that the client keeps with the offset. (string)"""
    commit_timestamp: Final[int]
    """When the offset was committed, in milliseconds since 1970. (int64)"""
    expire_timestamp: Final[int]
    """When the offset expires, in milliseconds since 1970; -1 for the broker's setting. (int64, version 1, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, version 4, tag 0, ignorable)"""

    def __init__(
        self,
        *,
        offset: int = 0,
        leader_epoch: int = -1,
        metadata: str = "",
        commit_timestamp: int = 0,
        expire_timestamp: int = -1,
        topic_id: Uuid = ZERO_UUID,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.offset = offset
        self.leader_epoch = leader_epoch
        self.metadata = metadata
        self.commit_timestamp = commit_timestamp
        self.expire_timestamp = expire_timestamp
        self.topic_id = topic_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            offset: int = ...,
            leader_epoch: int = ...,
            metadata: str = ...,
            commit_timestamp: int = ...,
            expire_timestamp: int = ...,
            topic_id: Uuid = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_OffsetCommitValue = new(OffsetCommitValue)


def _read_OffsetCommitValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitValue()
    o.leader_epoch = -1
    o.expire_timestamp = -1
    o.topic_id = ZERO_UUID
    o.offset, n = _UNPACK_qh(buf, pos)
    pos += 10
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.metadata = buf[pos:end].decode()
    pos = end
    (o.commit_timestamp,) = _UNPACK_q(buf, pos)
    pos += 8
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetCommitValue_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.metadata.encode()
    n = len(items)
    put(_PACK_qh(o.offset, n))
    put(items)
    put(_PACK_q(o.commit_timestamp))


def _read_OffsetCommitValue_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitValue()
    o.leader_epoch = -1
    o.topic_id = ZERO_UUID
    o.offset, n = _UNPACK_qh(buf, pos)
    pos += 10
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.metadata = buf[pos:end].decode()
    pos = end
    o.commit_timestamp, o.expire_timestamp = _UNPACK_qq(buf, pos)
    pos += 16
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetCommitValue_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.metadata.encode()
    n = len(items)
    put(_PACK_qh(o.offset, n))
    put(items)
    put(_PACK_qq(o.commit_timestamp, o.expire_timestamp))


def _read_OffsetCommitValue_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitValue()
    o.expire_timestamp = -1
    o.topic_id = ZERO_UUID
    o.offset, o.leader_epoch, n = _UNPACK_qih(buf, pos)
    pos += 14
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.metadata = buf[pos:end].decode()
    pos = end
    (o.commit_timestamp,) = _UNPACK_q(buf, pos)
    pos += 8
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetCommitValue_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.metadata.encode()
    n = len(items)
    put(_PACK_qih(o.offset, o.leader_epoch, n))
    put(items)
    put(_PACK_q(o.commit_timestamp))


def _read_OffsetCommitValue_tags_4(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (u0,) = _UNPACK_u(buf, pos)
            pos += 16
            o.topic_id = UUIDS[u0]
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


def _read_OffsetCommitValue_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitValue()
    o.expire_timestamp = -1
    o.offset, o.leader_epoch, n = _UNPACK_qiB(buf, pos)
    pos += 12
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.metadata = buf[pos + 1 : (pos := pos + n)].decode()
    o.commit_timestamp, n = _UNPACK_qB(buf, pos)
    pos += 9
    o.topic_id = ZERO_UUID
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_OffsetCommitValue_tags_4(o, buf, pos, n)
    return o, pos


def _write_OffsetCommitValue_tags_4(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.topic_id != ZERO_UUID:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        tags.append((0, _PACK_u(o.topic_id)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_OffsetCommitValue_4(put: Append, o: Any) -> None:
    items = o.metadata.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_qiB(o.offset, o.leader_epoch, n))
    else:
        put(_PACK_qi(o.offset, o.leader_epoch))
        put(text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields or o.topic_id != ZERO_UUID:
        put(_PACK_q(o.commit_timestamp))
        _write_OffsetCommitValue_tags_4(put, o)
    else:
        put(_PACK_qx(o.commit_timestamp))


OffsetCommitValue._READERS = {
    0: _read_OffsetCommitValue_0,
    1: _read_OffsetCommitValue_1,
    2: _read_OffsetCommitValue_0,
    3: _read_OffsetCommitValue_3,
    4: _read_OffsetCommitValue_4,
}
OffsetCommitValue._WRITERS = {
    0: _write_OffsetCommitValue_0,
    1: _write_OffsetCommitValue_1,
    2: _write_OffsetCommitValue_0,
    3: _write_OffsetCommitValue_3,
    4: _write_OffsetCommitValue_4,
}
