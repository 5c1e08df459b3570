# Generated from BrokerRegistrationChangeRecord.json by `python -m codegen generate`. Do not edit.
"""BrokerRegistrationChangeRecord, metadata of type 17, versions 0-3, flexible from 0. Changes parts of a broker's registration, fencing above all."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    read_uuids,
    write_uuids,
)
from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    Uuid,
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
_PACK_iq = Layout(">iq").pack
_PACK_iqx = Layout(">iqx").pack
_UNPACK_b = Layout(">b").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from


class BrokerRegistrationChangeRecord(Message):
    """Changes parts of a broker's registration, fencing above all."""

    __slots__ = ("broker_id", "broker_epoch", "fenced", "in_controlled_shutdown", "log_dirs", "cordoned_log_dirs", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "broker_epoch", "fenced", "in_controlled_shutdown", "log_dirs", "cordoned_log_dirs")
    KIND = "metadata"
    API_KEY = 17
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (0, 3)
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64)"""
    fenced: Final[int]
    """-1 unfenced, 0 no change, 1 fenced. (int8, tag 0)"""
    in_controlled_shutdown: Final[int]
    """0 no change, 1 the broker hands over its leaderships to stop. (int8, versions 1-3, tag 1)"""
    log_dirs: Final[tuple[Uuid, ...]]
    """Directory ids of the log directories that are online. ([]uuid, versions 2-3, tag 2)"""
    cordoned_log_dirs: Final[tuple[Uuid, ...] | None]
    """Directory ids of log directories that take no new replicas; null for no change. ([]uuid, version 3, tag 3)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = 0,
        fenced: int = 0,
        in_controlled_shutdown: int = 0,
        log_dirs: Iterable[Uuid] = (),
        cordoned_log_dirs: Iterable[Uuid] | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.broker_epoch = broker_epoch
        self.fenced = fenced
        self.in_controlled_shutdown = in_controlled_shutdown
        self.log_dirs = tuple(log_dirs)
        self.cordoned_log_dirs = None if cordoned_log_dirs is None else tuple(cordoned_log_dirs)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            broker_epoch: int = ...,
            fenced: int = ...,
            in_controlled_shutdown: int = ...,
            log_dirs: Iterable[Uuid] = ...,
            cordoned_log_dirs: Iterable[Uuid] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_BrokerRegistrationChangeRecord = new(BrokerRegistrationChangeRecord)


def _read_BrokerRegistrationChangeRecord_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.fenced,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag in (1, 2, 3):
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


def _read_BrokerRegistrationChangeRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerRegistrationChangeRecord()
    o.in_controlled_shutdown = 0
    o.log_dirs = ()
    o.cordoned_log_dirs = None
    o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 13
    o.fenced = 0
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_BrokerRegistrationChangeRecord_tags_0(o, buf, pos, n)
    return o, pos


def _write_BrokerRegistrationChangeRecord_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.fenced != 0:
        tags.append((0, _PACK_b(o.fenced)))
    write_tags(to, tags, o.unknown_tagged_fields, 4)


def _write_BrokerRegistrationChangeRecord_0(put: Append, o: Any) -> None:
    if o.in_controlled_shutdown != 0 or o.log_dirs != () or o.cordoned_log_dirs is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields or o.fenced != 0:
        put(_PACK_iq(o.broker_id, o.broker_epoch))
        _write_BrokerRegistrationChangeRecord_tags_0(put, o)
    else:
        put(_PACK_iqx(o.broker_id, o.broker_epoch))


def _read_BrokerRegistrationChangeRecord_tags_1(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.fenced,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag == 1:
            (o.in_controlled_shutdown,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag in (2, 3):
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


def _read_BrokerRegistrationChangeRecord_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerRegistrationChangeRecord()
    o.log_dirs = ()
    o.cordoned_log_dirs = None
    o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 13
    o.fenced = 0
    o.in_controlled_shutdown = 0
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_BrokerRegistrationChangeRecord_tags_1(o, buf, pos, n)
    return o, pos


def _write_BrokerRegistrationChangeRecord_tags_1(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.fenced != 0:
        tags.append((0, _PACK_b(o.fenced)))
    if o.in_controlled_shutdown != 0:
        tags.append((1, _PACK_b(o.in_controlled_shutdown)))
    write_tags(to, tags, o.unknown_tagged_fields, 4)


def _write_BrokerRegistrationChangeRecord_1(put: Append, o: Any) -> None:
    if o.log_dirs != () or o.cordoned_log_dirs is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields or o.fenced != 0 or o.in_controlled_shutdown != 0:
        put(_PACK_iq(o.broker_id, o.broker_epoch))
        _write_BrokerRegistrationChangeRecord_tags_1(put, o)
    else:
        put(_PACK_iqx(o.broker_id, o.broker_epoch))


def _read_BrokerRegistrationChangeRecord_tags_2(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.fenced,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag == 1:
            (o.in_controlled_shutdown,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag == 2:
            n = buf[pos]
            if n > 127 or not n:
                n, pos = count_length_not_null(buf, pos, n)
            o.log_dirs, pos = read_uuids(buf, pos + 1, n - 1)
        elif tag in (3,):
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


def _read_BrokerRegistrationChangeRecord_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerRegistrationChangeRecord()
    o.cordoned_log_dirs = None
    o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 13
    o.fenced = 0
    o.in_controlled_shutdown = 0
    o.log_dirs = ()
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_BrokerRegistrationChangeRecord_tags_2(o, buf, pos, n)
    return o, pos


def _write_BrokerRegistrationChangeRecord_tags_2(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.fenced != 0:
        tags.append((0, _PACK_b(o.fenced)))
    if o.in_controlled_shutdown != 0:
        tags.append((1, _PACK_b(o.in_controlled_shutdown)))
    if o.log_dirs != ():
        piece_2: list[bytes] = []
        put = piece_2.append
        items = o.log_dirs
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_uuids(put, items)
        tags.append((2, b"".join(piece_2)))
    write_tags(to, tags, o.unknown_tagged_fields, 4)


def _write_BrokerRegistrationChangeRecord_2(put: Append, o: Any) -> None:
    if o.cordoned_log_dirs is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields or o.fenced != 0 or o.in_controlled_shutdown != 0 or o.log_dirs != ():
        put(_PACK_iq(o.broker_id, o.broker_epoch))
        _write_BrokerRegistrationChangeRecord_tags_2(put, o)
    else:
        put(_PACK_iqx(o.broker_id, o.broker_epoch))


def _read_BrokerRegistrationChangeRecord_tags_3(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.fenced,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag == 1:
            (o.in_controlled_shutdown,) = _UNPACK_b(buf, pos)
            pos += 1
        elif tag == 2:
            n = buf[pos]
            if n > 127 or not n:
                n, pos = count_length_not_null(buf, pos, n)
            o.log_dirs, pos = read_uuids(buf, pos + 1, n - 1)
        elif tag == 3:
            n = buf[pos]
            if n > 127:
                n, pos = count_length(buf, pos, n)
            if n:
                o.cordoned_log_dirs, pos = read_uuids(buf, pos + 1, n - 1)
            else:
                o.cordoned_log_dirs = None
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


def _read_BrokerRegistrationChangeRecord_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerRegistrationChangeRecord()
    o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 13
    o.fenced = 0
    o.in_controlled_shutdown = 0
    o.log_dirs = ()
    o.cordoned_log_dirs = None
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_BrokerRegistrationChangeRecord_tags_3(o, buf, pos, n)
    return o, pos


def _write_BrokerRegistrationChangeRecord_tags_3(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.fenced != 0:
        tags.append((0, _PACK_b(o.fenced)))
    if o.in_controlled_shutdown != 0:
        tags.append((1, _PACK_b(o.in_controlled_shutdown)))
    if o.log_dirs != ():
        piece_2: list[bytes] = []
        put = piece_2.append
        items = o.log_dirs
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_uuids(put, items)
        tags.append((2, b"".join(piece_2)))
    if o.cordoned_log_dirs is not None:
        piece_3: list[bytes] = []
        put = piece_3.append
        items = o.cordoned_log_dirs
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            write_uuids(put, items)
        tags.append((3, b"".join(piece_3)))
    write_tags(to, tags, o.unknown_tagged_fields, 4)


def _write_BrokerRegistrationChangeRecord_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields or o.fenced != 0 or o.in_controlled_shutdown != 0 or o.log_dirs != () or o.cordoned_log_dirs is not None:
        put(_PACK_iq(o.broker_id, o.broker_epoch))
        _write_BrokerRegistrationChangeRecord_tags_3(put, o)
    else:
        put(_PACK_iqx(o.broker_id, o.broker_epoch))


BrokerRegistrationChangeRecord._READERS = {
    0: _read_BrokerRegistrationChangeRecord_0,
    1: _read_BrokerRegistrationChangeRecord_1,
    2: _read_BrokerRegistrationChangeRecord_2,
    3: _read_BrokerRegistrationChangeRecord_3,
}
BrokerRegistrationChangeRecord._WRITERS = {
    0: _write_BrokerRegistrationChangeRecord_0,
    1: _write_BrokerRegistrationChangeRecord_1,
    2: _write_BrokerRegistrationChangeRecord_2,
    3: _write_BrokerRegistrationChangeRecord_3,
}
