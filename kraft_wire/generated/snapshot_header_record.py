# Generated from SnapshotHeaderRecord.json by `python -m codegen generate`. Do not edit.
"""SnapshotHeaderRecord, data, version 0, flexible from 0. Control record that begins a snapshot."""

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

_PACK_hq = Layout(">hq").pack
_PACK_hqx = Layout(">hqx").pack
_UNPACK_hqB = Layout(">hqB").unpack_from


class SnapshotHeaderRecord(Message):
    """Control record that begins a snapshot."""

    __slots__ = ("version", "last_contained_log_timestamp", "unknown_tagged_fields")
    __match_args__ = ("version", "last_contained_log_timestamp")
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    version: Final[int]
    """Version of the record. (int16)"""
    last_contained_log_timestamp: Final[int]
    """Timestamp of the last record that the snapshot replaces, in milliseconds since 1970. (int64)"""

    def __init__(
        self,
        *,
        version: int = 0,
        last_contained_log_timestamp: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.version = version
        self.last_contained_log_timestamp = last_contained_log_timestamp
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            version: int = ...,
            last_contained_log_timestamp: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_SnapshotHeaderRecord = new(SnapshotHeaderRecord)


def _read_SnapshotHeaderRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SnapshotHeaderRecord()
    o.version, o.last_contained_log_timestamp, n = _UNPACK_hqB(buf, pos)
    pos += 11
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_SnapshotHeaderRecord_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_hq(o.version, o.last_contained_log_timestamp))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_hqx(o.version, o.last_contained_log_timestamp))


SnapshotHeaderRecord._READERS = {
    0: _read_SnapshotHeaderRecord_0,
}
SnapshotHeaderRecord._WRITERS = {
    0: _write_SnapshotHeaderRecord_0,
}
