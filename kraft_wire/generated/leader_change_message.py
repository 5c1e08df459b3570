# Generated from LeaderChangeMessage.json by `python -m codegen generate`. Do not edit.
"""LeaderChangeMessage, data, versions 0-1, flexible from 0. Control record that a new leader writes first: it, the voters, and who voted for it."""

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
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_hi = Layout(">hi").pack
_PACK_hiB = Layout(">hiB").pack
_PACK_i = Layout(">i").pack
_PACK_iu = Layout(">i16s").pack
_PACK_iux = Layout(">i16sx").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_hiB = Layout(">hiB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iuB = Layout(">i16sB").unpack_from


class Voter(Struct):
    """Part of LeaderChangeMessage."""

    __slots__ = ("voter_id", "voter_directory_id", "unknown_tagged_fields")
    __match_args__ = ("voter_id", "voter_directory_id")
    __qualname__ = "LeaderChangeMessage.Voter"
    voter_id: Final[int]
    """Node id of the voter. (int32)"""
    voter_directory_id: Final[Uuid]
    """Directory id of the voter; zero if unknown. (uuid, version 1)"""

    def __init__(
        self,
        *,
        voter_id: int = 0,
        voter_directory_id: Uuid = ZERO_UUID,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.voter_id = voter_id
        self.voter_directory_id = voter_directory_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            voter_id: int = ...,
            voter_directory_id: Uuid = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Voter = Voter
_new_Voter = new(Voter)


class LeaderChangeMessage(Message):
    """Control record that a new leader writes first: it, the voters, and who voted for it."""

    __slots__ = ("version", "leader_id", "voters", "granting_voters", "unknown_tagged_fields")
    __match_args__ = ("version", "leader_id", "voters", "granting_voters")
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    if TYPE_CHECKING:
        Voter: TypeAlias = _Voter
    else:  # no annotation of a field
        Voter = _Voter
    version: Final[int]
    """Version of the record. (int16)"""
    leader_id: Final[int]
    """Node id of the new leader. (int32)"""
    voters: Final[tuple[Voter, ...]]
    """Voters at the time of the election. ([]Voter)"""
    granting_voters: Final[tuple[Voter, ...]]
    """Voters that gave the leader their vote. ([]Voter)"""

    def __init__(
        self,
        *,
        version: int = 0,
        leader_id: int = 0,
        voters: Iterable[Voter] = (),
        granting_voters: Iterable[Voter] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.version = version
        self.leader_id = leader_id
        self.voters = tuple(voters)
        self.granting_voters = tuple(granting_voters)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            version: int = ...,
            leader_id: int = ...,
            voters: Iterable[Voter] = ...,
            granting_voters: Iterable[Voter] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_LeaderChangeMessage = new(LeaderChangeMessage)


def _read_Voter_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Voter()
        o.voter_directory_id = ZERO_UUID
        o.voter_id, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Voter_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.voter_directory_id != ZERO_UUID:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            put(_PACK_i(o.voter_id))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.voter_id))


def _read_Voter_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Voter()
        o.voter_id, u0, n = _UNPACK_iuB(buf, pos)
        pos += 21
        o.voter_directory_id = UUIDS[u0]
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Voter_many_1(put: Append, many: Any) -> None:
    for o in many:
        if len(o.voter_directory_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        if o.unknown_tagged_fields:
            put(_PACK_iu(o.voter_id, o.voter_directory_id))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iux(o.voter_id, o.voter_directory_id))


def _read_LeaderChangeMessage_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderChangeMessage()
    o.version, o.leader_id, n = _UNPACK_hiB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.voters, pos = _read_Voter_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.granting_voters, pos = _read_Voter_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaderChangeMessage_0(put: Append, o: Any) -> None:
    items = o.voters
    n = len(items) + 1
    if n < 128:
        put(_PACK_hiB(o.version, o.leader_id, n))
    else:
        put(_PACK_hi(o.version, o.leader_id))
        put(count_uvarint(n))
    if items:
        _write_Voter_many_0(put, items)
    items = o.granting_voters
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_Voter_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_LeaderChangeMessage_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderChangeMessage()
    o.version, o.leader_id, n = _UNPACK_hiB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.voters, pos = _read_Voter_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.granting_voters, pos = _read_Voter_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaderChangeMessage_1(put: Append, o: Any) -> None:
    items = o.voters
    n = len(items) + 1
    if n < 128:
        put(_PACK_hiB(o.version, o.leader_id, n))
    else:
        put(_PACK_hi(o.version, o.leader_id))
        put(count_uvarint(n))
    if items:
        _write_Voter_many_1(put, items)
    items = o.granting_voters
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_Voter_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


LeaderChangeMessage._READERS = {
    0: _read_LeaderChangeMessage_0,
    1: _read_LeaderChangeMessage_1,
}
LeaderChangeMessage._WRITERS = {
    0: _write_LeaderChangeMessage_0,
    1: _write_LeaderChangeMessage_1,
}
