# Generated from UpdateRaftVoterResponse.json by `python -m codegen generate`. Do not edit.
"""UpdateRaftVoterResponse, response of API key 82, version 0, flexible from 0. Acknowledges the update, or names the leader."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct, shared_default
from kraft_wire.primitives import (
    UnknownTags,
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

_PACK_i = Layout(">i").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihx = Layout(">ihx").pack
_PACK_ii = Layout(">ii").pack
_PACK_iiB = Layout(">iiB").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from


class CurrentLeader(Struct):
    """The leader as far as the answering node knows."""

    __slots__ = ("leader_id", "leader_epoch", "host", "port", "unknown_tagged_fields")
    __match_args__ = ("leader_id", "leader_epoch", "host", "port")
    __qualname__ = "UpdateRaftVoterResponse.CurrentLeader"
    leader_id: Final[int]
    """Node id of the leader; -1 if unknown. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""
    host: Final[str]
    """Host of the leader; empty if unknown. (string)"""
    port: Final[int]
    """TCP port of the leader; 0 if unknown. (int32)"""

    def __init__(
        self,
        *,
        leader_id: int = -1,
        leader_epoch: int = -1,
        host: str = "",
        port: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.leader_id = leader_id
        self.leader_epoch = leader_epoch
        self.host = host
        self.port = port
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            leader_id: int = ...,
            leader_epoch: int = ...,
            host: str = ...,
            port: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_CurrentLeader = CurrentLeader
_new_CurrentLeader = new(CurrentLeader)
_DEFAULT_CurrentLeader = shared_default(CurrentLeader)


class UpdateRaftVoterResponse(Message):
    """Acknowledges the update, or names the leader."""

    __slots__ = ("throttle_time_ms", "error_code", "current_leader", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "current_leader")
    KIND = "response"
    API_KEY = 82
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        CurrentLeader: TypeAlias = _CurrentLeader
    else:  # no annotation of a field
        CurrentLeader = _CurrentLeader
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    current_leader: Final[CurrentLeader]
    """The leader as far as the answering node knows. (CurrentLeader, tag 0)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        current_leader: CurrentLeader = _DEFAULT_CurrentLeader,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.current_leader = current_leader
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            current_leader: CurrentLeader = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_UpdateRaftVoterResponse = new(UpdateRaftVoterResponse)


def _read_CurrentLeader_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CurrentLeader()
    o.leader_id, o.leader_epoch, n = _UNPACK_iiB(buf, pos)
    pos += 8
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.host = buf[pos + 1 : (pos := pos + n)].decode()
    o.port, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_CurrentLeader_0(put: Append, o: Any) -> None:
    items = o.host.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiB(o.leader_id, o.leader_epoch, n))
    else:
        put(_PACK_ii(o.leader_id, o.leader_epoch))
        put(text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.port))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.port))


def _read_UpdateRaftVoterResponse_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            o.current_leader, pos = _read_CurrentLeader_0(buf, pos)
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


def _read_UpdateRaftVoterResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateRaftVoterResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 7
    o.current_leader = _DEFAULT_CurrentLeader
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_UpdateRaftVoterResponse_tags_0(o, buf, pos, n)
    return o, pos


def _write_UpdateRaftVoterResponse_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.host != "" or s0.port != 0 or s0.unknown_tagged_fields:
        piece_0: list[bytes] = []
        put = piece_0.append
        _write_CurrentLeader_0(put, o.current_leader)
        tags.append((0, b"".join(piece_0)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_UpdateRaftVoterResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields or (s0 := o.current_leader).leader_id != -1 or s0.leader_epoch != -1 or s0.host != "" or s0.port != 0 or s0.unknown_tagged_fields:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        _write_UpdateRaftVoterResponse_tags_0(put, o)
    else:
        put(_PACK_ihx(o.throttle_time_ms, o.error_code))


UpdateRaftVoterResponse._READERS = {
    0: _read_UpdateRaftVoterResponse_0,
}
UpdateRaftVoterResponse._WRITERS = {
    0: _write_UpdateRaftVoterResponse_0,
}
