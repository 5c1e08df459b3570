# Generated from VotersRecord.json by `python -m codegen generate`. Do not edit.
"""VotersRecord, data, version 0, flexible from 0. Control record: the voter set that holds from here on (KIP-853)."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct, shared_default
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
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_H = Layout(">H").pack
_PACK_Hx = Layout(">Hx").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hh = Layout(">hh").pack
_PACK_hhx = Layout(">hhx").pack
_PACK_iu = Layout(">i16s").pack
_PACK_iuB = Layout(">i16sB").pack
_UNPACK_HB = Layout(">HB").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hhB = Layout(">hhB").unpack_from
_UNPACK_iuB = Layout(">i16sB").unpack_from


class Endpoint(Struct):
    """Where the voter can be reached."""

    __slots__ = ("name", "host", "port", "unknown_tagged_fields")
    __match_args__ = ("name", "host", "port")
    __qualname__ = "VotersRecord.Endpoint"
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


_Endpoint = Endpoint
_new_Endpoint = new(Endpoint)


class KRaftVersionFeature(Struct):
    """Levels of kraft.version that the voter can do."""

    __slots__ = ("min_supported_version", "max_supported_version", "unknown_tagged_fields")
    __match_args__ = ("min_supported_version", "max_supported_version")
    __qualname__ = "VotersRecord.KRaftVersionFeature"
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


class Voter(Struct):
    """The voter set."""

    __slots__ = ("voter_id", "voter_directory_id", "endpoints", "kraft_version_feature", "unknown_tagged_fields")
    __match_args__ = ("voter_id", "voter_directory_id", "endpoints", "kraft_version_feature")
    __qualname__ = "VotersRecord.Voter"
    voter_id: Final[int]
    """Node id of the voter. (int32)"""
    voter_directory_id: Final[Uuid]
    """Directory id of the voter; zero if unknown. (uuid)"""
    endpoints: Final[tuple[Endpoint, ...]]
    """Where the voter can be reached. ([]Endpoint)"""
    kraft_version_feature: Final[KRaftVersionFeature]
    """Levels of kraft.version that the voter can do. (KRaftVersionFeature)"""

    def __init__(
        self,
        *,
        voter_id: int = 0,
        voter_directory_id: Uuid = ZERO_UUID,
        endpoints: Iterable[Endpoint] = (),
        kraft_version_feature: KRaftVersionFeature = _DEFAULT_KRaftVersionFeature,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.voter_id = voter_id
        self.voter_directory_id = voter_directory_id
        self.endpoints = tuple(endpoints)
        self.kraft_version_feature = kraft_version_feature
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            voter_id: int = ...,
            voter_directory_id: Uuid = ...,
            endpoints: Iterable[Endpoint] = ...,
            kraft_version_feature: KRaftVersionFeature = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Voter = Voter
_new_Voter = new(Voter)


class VotersRecord(Message):
    """Control record: the voter set that holds from here on (KIP-853)."""

    __slots__ = ("version", "voters", "unknown_tagged_fields")
    __match_args__ = ("version", "voters")
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        Endpoint: TypeAlias = _Endpoint
        KRaftVersionFeature: TypeAlias = _KRaftVersionFeature
        Voter: TypeAlias = _Voter
    else:  # no annotation of a field
        Endpoint = _Endpoint
        KRaftVersionFeature = _KRaftVersionFeature
        Voter = _Voter
    version: Final[int]
    """Version of the record. (int16)"""
    voters: Final[tuple[Voter, ...]]
    """The voter set. ([]Voter)"""

    def __init__(
        self,
        *,
        version: int = 0,
        voters: Iterable[Voter] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.version = version
        self.voters = tuple(voters)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            version: int = ...,
            voters: Iterable[Voter] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_VotersRecord = new(VotersRecord)


def _read_Endpoint_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Endpoint()
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


def _write_Endpoint_many_0(put: Append, many: Any) -> None:
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


def _read_Voter_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Voter()
        o.voter_id, u0, n = _UNPACK_iuB(buf, pos)
        pos += 20
        o.voter_directory_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.endpoints, pos = _read_Endpoint_many_0(buf, pos + 1, n - 1)
        o.kraft_version_feature, pos = _read_KRaftVersionFeature_0(buf, pos)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Voter_many_0(put: Append, many: Any) -> None:
    for o in many:
        if len(o.voter_directory_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.endpoints
        n = len(items) + 1
        if n < 128:
            put(_PACK_iuB(o.voter_id, o.voter_directory_id, n))
        else:
            put(_PACK_iu(o.voter_id, o.voter_directory_id))
            put(count_uvarint(n))
        if items:
            _write_Endpoint_many_0(put, items)
        _write_KRaftVersionFeature_0(put, o.kraft_version_feature)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_VotersRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_VotersRecord()
    o.version, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.voters, pos = _read_Voter_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_VotersRecord_0(put: Append, o: Any) -> None:
    items = o.voters
    n = len(items) + 1
    if n < 128:
        put(_PACK_hB(o.version, n))
    else:
        put(_PACK_h(o.version))
        put(count_uvarint(n))
    if items:
        _write_Voter_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


VotersRecord._READERS = {
    0: _read_VotersRecord_0,
}
VotersRecord._WRITERS = {
    0: _write_VotersRecord_0,
}
