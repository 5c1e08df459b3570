# Generated from RemoveAccessControlEntryRecord.json by `python -m codegen generate`. Do not edit.
"""RemoveAccessControlEntryRecord, metadata of type 19, version 0, flexible from 0. Removes one access control entry."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_u = Layout(">16s").pack
_PACK_ux = Layout(">16sx").pack
_UNPACK_uB = Layout(">16sB").unpack_from


class RemoveAccessControlEntryRecord(Message):
    """Removes one access control entry."""

    __slots__ = ("id", "unknown_tagged_fields")
    __match_args__ = ("id",)
    KIND = "metadata"
    API_KEY = 19
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    id: Final[Uuid]
    """Id of the entry to remove. (uuid)"""

    def __init__(
        self,
        *,
        id: Uuid = ZERO_UUID,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.id = id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            id: Uuid = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_RemoveAccessControlEntryRecord = new(RemoveAccessControlEntryRecord)


def _read_RemoveAccessControlEntryRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RemoveAccessControlEntryRecord()
    u0, n = _UNPACK_uB(buf, pos)
    pos += 17
    o.id = UUIDS[u0]
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_RemoveAccessControlEntryRecord_0(put: Append, o: Any) -> None:
    if len(o.id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.unknown_tagged_fields:
        put(_PACK_u(o.id))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ux(o.id))


RemoveAccessControlEntryRecord._READERS = {
    0: _read_RemoveAccessControlEntryRecord_0,
}
RemoveAccessControlEntryRecord._WRITERS = {
    0: _write_RemoveAccessControlEntryRecord_0,
}
