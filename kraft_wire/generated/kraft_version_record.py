# Generated from KRaftVersionRecord.json by `python -m codegen generate`. Do not edit.
"""KRaftVersionRecord, data, version 0, flexible from 0. Control record: the kraft.version that holds from here on (KIP-853)."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_hh = Layout(">hh").pack
_PACK_hhx = Layout(">hhx").pack
_UNPACK_hhB = Layout(">hhB").unpack_from


class KRaftVersionRecord(Message):
    """Control record: the kraft.version that holds from here on (KIP-853)."""

    __slots__ = ("version", "kraft_version", "unknown_tagged_fields")
    __match_args__ = ("version", "kraft_version")
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    version: Final[int]
    """Version of the record. (int16)"""
    kraft_version: Final[int]
    """kraft.version: 0 for a static voter set, 1 and above for one in the log. (int16)"""

    def __init__(
        self,
        *,
        version: int = 0,
        kraft_version: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.version = version
        self.kraft_version = kraft_version
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            version: int = ...,
            kraft_version: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_KRaftVersionRecord = new(KRaftVersionRecord)


def _read_KRaftVersionRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_KRaftVersionRecord()
    o.version, o.kraft_version, n = _UNPACK_hhB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_KRaftVersionRecord_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_hh(o.version, o.kraft_version))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_hhx(o.version, o.kraft_version))


KRaftVersionRecord._READERS = {
    0: _read_KRaftVersionRecord_0,
}
KRaftVersionRecord._WRITERS = {
    0: _write_KRaftVersionRecord_0,
}
