# Generated from UpdateRaftVoterRequest.json by `python -m codegen generate`. Do not edit.
"""UpdateRaftVoterRequest, request of API key 82, version 0, flexible from 0. A voter tells the leader its endpoints and which kraft.version it can do."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct, shared_default
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
    from .update_raft_voter_response import UpdateRaftVoterResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_H = Layout(">H").pack
_PACK_Hx = Layout(">Hx").pack
_PACK_hh = Layout(">hh").pack
_PACK_hhx = Layout(">hhx").pack
_PACK_iiu = Layout(">ii16s").pack
_PACK_iiuB = Layout(">ii16sB").pack
_UNPACK_HB = Layout(">HB").unpack_from
_UNPACK_hhB = Layout(">hhB").unpack_from
_UNPACK_iiuB = Layout(">ii16sB").unpack_from


class Listener(Struct):
    """Where the voter can be reached now."""

    __slots__ = ("name", "host", "port", "unknown_tagged_fields")
    __match_args__ = ("name", "host", "port")
    __qualname__ = "UpdateRaftVoterRequest.Listener"
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


class KRaftVersionFeature(Struct):
    """Levels of kraft.version that the voter can do."""

    __slots__ = ("min_supported_version", "max_supported_version", "unknown_tagged_fields")
    __match_args__ = ("min_supported_version", "max_supported_version")
    __qualname__ = "UpdateRaftVoterRequest.KRaftVersionFeature"
    min_supported_version: Final[int]
    """Lowest kraft.version that the voter can do. (int16)"""
    max_supported_version: Final[int]
    """Highest kraft.version that the voter can do. (int16)"""

    def __init__(
        self,
        *,
        min_supported_version: int = 0,
        max_supported_version: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.min_supported_version = min_supported_version
        self.max_supported_version = max_supported_version
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            min_supported_version: int = ...,
            max_supported_version: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_KRaftVersionFeature = KRaftVersionFeature
_new_KRaftVersionFeature = new(KRaftVersionFeature)
_DEFAULT_KRaftVersionFeature = shared_default(KRaftVersionFeature)


class UpdateRaftVoterRequest(Request["UpdateRaftVoterResponse"]):
    """A voter tells the leader its endpoints and which kraft.version it can do."""

    __slots__ = ("cluster_id", "current_leader_epoch", "voter_id", "voter_directory_id", "listeners", "kraft_version_feature", "unknown_tagged_fields")
    __match_args__ = ("cluster_id", "current_leader_epoch", "voter_id", "voter_directory_id", "listeners", "kraft_version_feature")
    KIND = "request"
    API_KEY = 82
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "UpdateRaftVoterResponse"
    if TYPE_CHECKING:
        Listener: TypeAlias = _Listener
        KRaftVersionFeature: TypeAlias = _KRaftVersionFeature
    else:  # no annotation of a field
        Listener = _Listener
        KRaftVersionFeature = _KRaftVersionFeature
    cluster_id: Final[str | None]
    """Id of the cluster. (string)"""
    current_leader_epoch: Final[int]
    """Leader epoch that the sender believes in, for fencing; -1 if it knows none. (int32)"""
    voter_id: Final[int]
    """Node id of the voter, which is the sender. (int32)"""
    voter_directory_id: Final[Uuid]
    """Directory id of the voter, which is the sender. (uuid)"""
    listeners: Final[tuple[Listener, ...]]
    """Where the voter can be reached now. ([]Listener)"""
    kraft_version_feature: Final[KRaftVersionFeature]
    """Levels of kraft.version that the voter can do. (KRaftVersionFeature)"""

    def __init__(
        self,
        *,
        cluster_id: str | None = "",
        current_leader_epoch: int = 0,
        voter_id: int = 0,
        voter_directory_id: Uuid = ZERO_UUID,
        listeners: Iterable[Listener] = (),
        kraft_version_feature: KRaftVersionFeature = _DEFAULT_KRaftVersionFeature,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.cluster_id = cluster_id
        self.current_leader_epoch = current_leader_epoch
        self.voter_id = voter_id
        self.voter_directory_id = voter_directory_id
        self.listeners = tuple(listeners)
        self.kraft_version_feature = kraft_version_feature
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            cluster_id: str | None = ...,
            current_leader_epoch: int = ...,
            voter_id: int = ...,
            voter_directory_id: Uuid = ...,
            listeners: Iterable[Listener] = ...,
            kraft_version_feature: KRaftVersionFeature = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_UpdateRaftVoterRequest = new(UpdateRaftVoterRequest)


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


def _read_KRaftVersionFeature_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_KRaftVersionFeature()
    o.min_supported_version, o.max_supported_version, n = _UNPACK_hhB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_KRaftVersionFeature_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_hh(o.min_supported_version, o.max_supported_version))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_hhx(o.min_supported_version, o.max_supported_version))


def _read_UpdateRaftVoterRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateRaftVoterRequest()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.current_leader_epoch, o.voter_id, u0, n = _UNPACK_iiuB(buf, pos)
    pos += 24
    o.voter_directory_id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.listeners, pos = _read_Listener_many_0(buf, pos + 1, n - 1)
    o.kraft_version_feature, pos = _read_KRaftVersionFeature_0(buf, pos)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_UpdateRaftVoterRequest_0(put: Append, o: Any) -> None:
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
        put(_PACK_iiuB(o.current_leader_epoch, o.voter_id, o.voter_directory_id, n))
    else:
        put(_PACK_iiu(o.current_leader_epoch, o.voter_id, o.voter_directory_id))
        put(count_uvarint(n))
    if items:
        _write_Listener_many_0(put, items)
    _write_KRaftVersionFeature_0(put, o.kraft_version_feature)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


UpdateRaftVoterRequest._READERS = {
    0: _read_UpdateRaftVoterRequest_0,
}
UpdateRaftVoterRequest._WRITERS = {
    0: _write_UpdateRaftVoterRequest_0,
}
