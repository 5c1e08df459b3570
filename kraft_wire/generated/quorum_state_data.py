# Generated from QuorumStateData.json by `python -m codegen generate`. Do not edit.
"""QuorumStateData, data, versions 0-1, flexible from 0. The quorum-state file: epoch, leader and vote of this replica, written before anything depends on it."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length,
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

_PACK_i = Layout(">i").pack
_PACK_iiiq = Layout(">iiiq").pack
_PACK_iiiqB = Layout(">iiiqB").pack
_PACK_iiiu = Layout(">iii16s").pack
_PACK_iiiux = Layout(">iii16sx").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iiiqB = Layout(">iiiqB").unpack_from
_UNPACK_iiiuB = Layout(">iii16sB").unpack_from


class Voter(Struct):
    """The static voter set; null where the voters stand in the log."""

    __slots__ = ("voter_id", "unknown_tagged_fields")
    __match_args__ = ("voter_id",)
    __qualname__ = "QuorumStateData.Voter"
    voter_id: Final[int]
    """Node id of the voter. (int32, version 0)"""

    def __init__(
        self,
        *,
        voter_id: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.voter_id = voter_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            voter_id: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Voter = Voter
_new_Voter = new(Voter)


class QuorumStateData(Message):
    """The quorum-state file: epoch, leader and vote of this replica, written before anything depends on it."""

    __slots__ = ("cluster_id", "leader_id", "leader_epoch", "voted_id", "voted_directory_id", "applied_offset", "current_voters", "unknown_tagged_fields")
    __match_args__ = ("cluster_id", "leader_id", "leader_epoch", "voted_id", "voted_directory_id", "applied_offset", "current_voters")
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    if TYPE_CHECKING:
        Voter: TypeAlias = _Voter
    else:  # no annotation of a field
        Voter = _Voter
    cluster_id: Final[str]
    """Id of the cluster; always empty. (string, version 0)"""
    leader_id: Final[int]
    """Node id of the leader of the epoch; -1 if none is known. (int32)"""
    leader_epoch: Final[int]
    """Newest epoch that this replica knows. (int32)"""
    voted_id: Final[int]
    """Node id of the replica that got this replica's vote in the epoch; -1 for none. (int32)"""
    voted_directory_id: Final[Uuid]
    """Directory id of the replica that got this replica's vote; zero for none. (uuid, version 1)"""
    applied_offset: Final[int]
    """Always 0; nobody reads it. (int64, version 0)"""
    current_voters: Final[tuple[Voter, ...] | None]
    """The static voter set; null where the voters stand in the log. ([]Voter, version 0)"""

    def __init__(
        self,
        *,
        cluster_id: str = "",
        leader_id: int = -1,
        leader_epoch: int = -1,
        voted_id: int = -1,
        voted_directory_id: Uuid = ZERO_UUID,
        applied_offset: int = 0,
        current_voters: Iterable[Voter] | None = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.cluster_id = cluster_id
        self.leader_id = leader_id
        self.leader_epoch = leader_epoch
        self.voted_id = voted_id
        self.voted_directory_id = voted_directory_id
        self.applied_offset = applied_offset
        self.current_voters = None if current_voters is None else tuple(current_voters)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            cluster_id: str = ...,
            leader_id: int = ...,
            leader_epoch: int = ...,
            voted_id: int = ...,
            voted_directory_id: Uuid = ...,
            applied_offset: int = ...,
            current_voters: Iterable[Voter] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_QuorumStateData = new(QuorumStateData)


def _read_Voter_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Voter()
        o.voter_id, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Voter_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_i(o.voter_id))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.voter_id))


def _read_QuorumStateData_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_QuorumStateData()
    o.voted_directory_id = ZERO_UUID
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.leader_id, o.leader_epoch, o.voted_id, o.applied_offset, n = _UNPACK_iiiqB(buf, pos)
    pos += 20
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.current_voters, pos = _read_Voter_many_0(buf, pos + 1, n - 1)
    else:
        o.current_voters = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_QuorumStateData_0(put: Append, o: Any) -> None:
    if o.voted_directory_id != ZERO_UUID:
        raise ValueError("this version lacks a field that is set")
    items = o.cluster_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.current_voters
    if items is None:
        put(_PACK_iiiqB(o.leader_id, o.leader_epoch, o.voted_id, o.applied_offset, 0))
    else:
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiiqB(o.leader_id, o.leader_epoch, o.voted_id, o.applied_offset, n))
        else:
            put(_PACK_iiiq(o.leader_id, o.leader_epoch, o.voted_id, o.applied_offset))
            put(count_uvarint(n))
        if items:
            _write_Voter_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_QuorumStateData_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_QuorumStateData()
    o.cluster_id = ""
    o.applied_offset = 0
    o.current_voters = ()
    o.leader_id, o.leader_epoch, o.voted_id, u0, n = _UNPACK_iiiuB(buf, pos)
    pos += 29
    o.voted_directory_id = UUIDS[u0]
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_QuorumStateData_1(put: Append, o: Any) -> None:
    if o.cluster_id != "" or o.applied_offset != 0 or o.current_voters != ():
        raise ValueError("this version lacks a field that is set")
    if len(o.voted_directory_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.unknown_tagged_fields:
        put(_PACK_iiiu(o.leader_id, o.leader_epoch, o.voted_id, o.voted_directory_id))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iiiux(o.leader_id, o.leader_epoch, o.voted_id, o.voted_directory_id))


QuorumStateData._READERS = {
    0: _read_QuorumStateData_0,
    1: _read_QuorumStateData_1,
}
QuorumStateData._WRITERS = {
    0: _write_QuorumStateData_0,
    1: _write_QuorumStateData_1,
}
