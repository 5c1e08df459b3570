# Generated from BrokerHeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""BrokerHeartbeatRequest, request of API key 63, versions 0-2, flexible from 0. A broker tells the controller that it lives and what state it wishes for."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    read_uuids,
    write_uuids,
)
from kraft_wire.message import Request
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
    from .broker_heartbeat_response import BrokerHeartbeatResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_iqqZZ = Layout(">iqq??").pack
_PACK_iqqZZx = Layout(">iqq??x").pack
_UNPACK_iqqZZB = Layout(">iqq??B").unpack_from


class BrokerHeartbeatRequest(Request["BrokerHeartbeatResponse"]):
    """A broker tells the controller that it lives and what state it wishes for."""

    __slots__ = ("broker_id", "broker_epoch", "current_metadata_offset", "want_fence", "want_shut_down", "offline_log_dirs", "cordoned_log_dirs", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "broker_epoch", "current_metadata_offset", "want_fence", "want_shut_down", "offline_log_dirs", "cordoned_log_dirs")
    KIND = "request"
    API_KEY = 63
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    _RESPONSE_NAME = "BrokerHeartbeatResponse"
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64)"""
    current_metadata_offset: Final[int]
    """Offset up to which the broker has applied the metadata log. (int64)"""
    want_fence: Final[bool]
    """Whether the broker wishes to be fenced. (bool)"""
    want_shut_down: Final[bool]
    """Whether the broker wishes to stop. (bool)"""
    offline_log_dirs: Final[tuple[Uuid, ...]]
    """Directory ids of log directories that failed. ([]uuid, versions 1-2, tag 0)"""
    cordoned_log_dirs: Final[tuple[Uuid, ...] | None]
    """Directory ids of log directories that take no new replicas; null where the broker has not told. ([]uuid, version 2, tag 1)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = -1,
        current_metadata_offset: int = 0,
        want_fence: bool = False,
        want_shut_down: bool = False,
        offline_log_dirs: Iterable[Uuid] = (),
        cordoned_log_dirs: Iterable[Uuid] | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.broker_epoch = broker_epoch
        self.current_metadata_offset = current_metadata_offset
        self.want_fence = want_fence
        self.want_shut_down = want_shut_down
        self.offline_log_dirs = tuple(offline_log_dirs)
        self.cordoned_log_dirs = None if cordoned_log_dirs is None else tuple(cordoned_log_dirs)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            broker_epoch: int = ...,
            current_metadata_offset: int = ...,
            want_fence: bool = ...,
            want_shut_down: bool = ...,
            offline_log_dirs: Iterable[Uuid] = ...,
            cordoned_log_dirs: Iterable[Uuid] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_BrokerHeartbeatRequest = new(BrokerHeartbeatRequest)


def _read_BrokerHeartbeatRequest_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag in (0, 1):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_BrokerHeartbeatRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerHeartbeatRequest()
    o.offline_log_dirs = ()
    o.cordoned_log_dirs = None
    o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down, n = _UNPACK_iqqZZB(buf, pos)
    pos += 23
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_BrokerHeartbeatRequest_tags_0(o, buf, pos, n)
    return o, pos


def _write_BrokerHeartbeatRequest_0(put: Append, o: Any) -> None:
    if o.offline_log_dirs != () or o.cordoned_log_dirs is not None:
        raise ValueError("this version lacks a field that is set")
    if o.want_fence is not True and o.want_fence is not False:
        raise ValueError("bool is neither true nor false")
    if o.want_shut_down is not True and o.want_shut_down is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_iqqZZ(o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down))
        write_tags(put, [], o.unknown_tagged_fields, 2)
    else:
        put(_PACK_iqqZZx(o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down))


def _read_BrokerHeartbeatRequest_tags_1(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            if n > 127 or not n:
                n, pos = count_length_not_null(buf, pos, n)
            o.offline_log_dirs, pos = read_uuids(buf, pos + 1, n - 1)
        elif tag in (1,):
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


def _read_BrokerHeartbeatRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerHeartbeatRequest()
    o.cordoned_log_dirs = None
    o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down, n = _UNPACK_iqqZZB(buf, pos)
    pos += 23
    o.offline_log_dirs = ()
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_BrokerHeartbeatRequest_tags_1(o, buf, pos, n)
    return o, pos


def _write_BrokerHeartbeatRequest_tags_1(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.offline_log_dirs != ():
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.offline_log_dirs
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_uuids(put, items)
        tags.append((0, b"".join(piece_0)))
    write_tags(to, tags, o.unknown_tagged_fields, 2)


def _write_BrokerHeartbeatRequest_1(put: Append, o: Any) -> None:
    if o.cordoned_log_dirs is not None:
        raise ValueError("this version lacks a field that is set")
    if o.want_fence is not True and o.want_fence is not False:
        raise ValueError("bool is neither true nor false")
    if o.want_shut_down is not True and o.want_shut_down is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields or o.offline_log_dirs != ():
        put(_PACK_iqqZZ(o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down))
        _write_BrokerHeartbeatRequest_tags_1(put, o)
    else:
        put(_PACK_iqqZZx(o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down))


def _read_BrokerHeartbeatRequest_tags_2(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            if n > 127 or not n:
                n, pos = count_length_not_null(buf, pos, n)
            o.offline_log_dirs, pos = read_uuids(buf, pos + 1, n - 1)
        elif tag == 1:
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


def _read_BrokerHeartbeatRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerHeartbeatRequest()
    o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down, n = _UNPACK_iqqZZB(buf, pos)
    pos += 23
    o.offline_log_dirs = ()
    o.cordoned_log_dirs = None
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_BrokerHeartbeatRequest_tags_2(o, buf, pos, n)
    return o, pos


def _write_BrokerHeartbeatRequest_tags_2(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.offline_log_dirs != ():
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.offline_log_dirs
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_uuids(put, items)
        tags.append((0, b"".join(piece_0)))
    if o.cordoned_log_dirs is not None:
        piece_1: list[bytes] = []
        put = piece_1.append
        items = o.cordoned_log_dirs
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            write_uuids(put, items)
        tags.append((1, b"".join(piece_1)))
    write_tags(to, tags, o.unknown_tagged_fields, 2)


def _write_BrokerHeartbeatRequest_2(put: Append, o: Any) -> None:
    if o.want_fence is not True and o.want_fence is not False:
        raise ValueError("bool is neither true nor false")
    if o.want_shut_down is not True and o.want_shut_down is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields or o.offline_log_dirs != () or o.cordoned_log_dirs is not None:
        put(_PACK_iqqZZ(o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down))
        _write_BrokerHeartbeatRequest_tags_2(put, o)
    else:
        put(_PACK_iqqZZx(o.broker_id, o.broker_epoch, o.current_metadata_offset, o.want_fence, o.want_shut_down))


BrokerHeartbeatRequest._READERS = {
    0: _read_BrokerHeartbeatRequest_0,
    1: _read_BrokerHeartbeatRequest_1,
    2: _read_BrokerHeartbeatRequest_2,
}
BrokerHeartbeatRequest._WRITERS = {
    0: _write_BrokerHeartbeatRequest_0,
    1: _write_BrokerHeartbeatRequest_1,
    2: _write_BrokerHeartbeatRequest_2,
}
