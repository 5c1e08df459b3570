# Generated from AddRaftVoterRequest.json by `python -m codegen generate`. Do not edit.
"""AddRaftVoterRequest, request of API key 80, versions 0-1, flexible from 0. Makes an observer a voter of the quorum (KIP-853); the leader waits until it has caught up."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
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
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .add_raft_voter_response import AddRaftVoterResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_H = Layout(">H").pack
_PACK_Hx = Layout(">Hx").pack
_PACK_Z = Layout(">?").pack
_PACK_Zx = Layout(">?x").pack
_PACK_iiu = Layout(">ii16s").pack
_PACK_iiuB = Layout(">ii16sB").pack
_UNPACK_HB = Layout(">HB").unpack_from
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_iiuB = Layout(">ii16sB").unpack_from


class Listener(Struct):
    """Where the new voter can be reached."""

    __slots__ = ("name", "host", "port", "unknown_tagged_fields")
    __match_args__ = ("name", "host", "port")
    __qualname__ = "AddRaftVoterRequest.Listener"
    name: Final[str]
    """Name of the listener. (string)"""
    host: Final[str]
    """Name or address of the host. (string)"""
    port: Final[int]
    """TCP port. (uint16)"""

    def __init__(
        self,
        *,
        name: str = "",
        host: str = "",
        port: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.host = host
        self.port = port
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            host: str = ...,
            port: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Listener = Listener
_new_Listener = new(Listener)


class AddRaftVoterRequest(Request["AddRaftVoterResponse"]):
    """Makes an observer a voter of the quorum (KIP-853); the leader waits until it has caught up."""

    __slots__ = ("cluster_id", "timeout_ms", "voter_id", "voter_directory_id", "listeners", "ack_when_committed", "unknown_tagged_fields")
    __match_args__ = ("cluster_id", "timeout_ms", "voter_id", "voter_directory_id", "listeners", "ack_when_committed")
    KIND = "request"
    API_KEY = 80
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    _RESPONSE_NAME = "AddRaftVoterResponse"
    if TYPE_CHECKING:
        Listener: TypeAlias = _Listener
    else:  # no annotation of a field
        Listener = _Listener
    cluster_id: Final[str | None]
    """Id of the cluster. (string)"""
    timeout_ms: Final[int]
    """Milliseconds that the leader may wait for the replica to catch up and for the commit. (int32)"""
    voter_id: Final[int]
    """Node id of the replica that becomes a voter. (int32)"""
    voter_directory_id: Final[Uuid]
    """Directory id of the replica that becomes a voter. (uuid)"""
    listeners: Final[tuple[Listener, ...]]
    """Where the new voter can be reached. ([]Listener)"""
    ack_when_committed: Final[bool]
    """Answer only when the new voter set is committed, not as soon as it is written. (bool, version 1)"""

    def __init__(
        self,
        *,
        cluster_id: str | None = "",
        timeout_ms: int = 0,
        voter_id: int = 0,
        voter_directory_id: Uuid = ZERO_UUID,
        listeners: Iterable[Listener] = (),
        ack_when_committed: bool = True,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.cluster_id = cluster_id
        self.timeout_ms = timeout_ms
        self.voter_id = voter_id
        self.voter_directory_id = voter_directory_id
        self.listeners = tuple(listeners)
        self.ack_when_committed = ack_when_committed
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            cluster_id: str | None = ...,
            timeout_ms: int = ...,
            voter_id: int = ...,
            voter_directory_id: Uuid = ...,
            listeners: Iterable[Listener] = ...,
            ack_when_committed: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AddRaftVoterRequest = new(AddRaftVoterRequest)


def _read_Listener_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Listener()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host = buf[pos + 1 : (pos := pos + n)].decode()
        o.port, n = _UNPACK_HB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Listener_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.host.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_H(o.port))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_Hx(o.port))


def _read_AddRaftVoterRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AddRaftVoterRequest()
    o.ack_when_committed = True
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.timeout_ms, o.voter_id, u0, n = _UNPACK_iiuB(buf, pos)
    pos += 24
    o.voter_directory_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.listeners, pos = _read_Listener_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AddRaftVoterRequest_0(put: Append, o: Any) -> None:
    if o.ack_when_committed is not True:
        raise ValueError("this version lacks a field that is set")
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if len(o.voter_directory_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.listeners
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiuB(o.timeout_ms, o.voter_id, o.voter_directory_id, n))
    else:
        put(_PACK_iiu(o.timeout_ms, o.voter_id, o.voter_directory_id))
        put(count_uvarint(n))
    if items:
        _write_Listener_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_AddRaftVoterRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AddRaftVoterRequest()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.timeout_ms, o.voter_id, u0, n = _UNPACK_iiuB(buf, pos)
    pos += 24
    o.voter_directory_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.listeners, pos = _read_Listener_many_0(buf, pos + 1, n - 1)
    o.ack_when_committed, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AddRaftVoterRequest_1(put: Append, o: Any) -> None:
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if len(o.voter_directory_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.listeners
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiuB(o.timeout_ms, o.voter_id, o.voter_directory_id, n))
    else:
        put(_PACK_iiu(o.timeout_ms, o.voter_id, o.voter_directory_id))
        put(count_uvarint(n))
    if items:
        _write_Listener_many_0(put, items)
    if o.ack_when_committed is not True and o.ack_when_committed is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.ack_when_committed))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.ack_when_committed))


AddRaftVoterRequest._READERS = {
    0: _read_AddRaftVoterRequest_0,
    1: _read_AddRaftVoterRequest_1,
}
AddRaftVoterRequest._WRITERS = {
    0: _write_AddRaftVoterRequest_0,
    1: _write_AddRaftVoterRequest_1,
}
