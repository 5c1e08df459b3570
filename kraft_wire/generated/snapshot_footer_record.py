# Generated from SnapshotFooterRecord.json by `python -m codegen generate`. Do not edit.
"""SnapshotFooterRecord, data, version 0, flexible from 0. Control record that ends a snapshot: what lacks it is cut off."""

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

_PACK_h = Layout(">h").pack
_PACK_hx = Layout(">hx").pack
_UNPACK_hB = Layout(">hB").unpack_from


class SnapshotFooterRecord(Message):
    """Control record that ends a snapshot: what lacks it is cut off."""

    __slots__ = ("version", "unknown_tagged_fields")
    __match_args__ = ("version",)
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    version: Final[int]
    """Version of the record. (int16)"""

    def __init__(
        self,
        *,
        version: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.version = version
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            version: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_SnapshotFooterRecord = new(SnapshotFooterRecord)


def _read_SnapshotFooterRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SnapshotFooterRecord()
    o.version, n = _UNPACK_hB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_SnapshotFooterRecord_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_h(o.version))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_hx(o.version))


SnapshotFooterRecord._READERS = {
    0: _read_SnapshotFooterRecord_0,
}
SnapshotFooterRecord._WRITERS = {
    0: _write_SnapshotFooterRecord_0,
}
