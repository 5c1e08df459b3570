# Generated from ShareGroupMetadataValue.json by `python -m codegen generate`. Do not edit.
"""ShareGroupMetadataValue, coordinator value of type 11, version 0, flexible from 0. The epoch of a share group."""

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

_PACK_iq = Layout(">iq").pack
_PACK_iqx = Layout(">iqx").pack
_UNPACK_iqB = Layout(">iqB").unpack_from


class ShareGroupMetadataValue(Message):
    """The epoch of a share group."""

    __slots__ = ("epoch", "metadata_hash", "unknown_tagged_fields")
    __match_args__ = ("epoch", "metadata_hash")
    KIND = "coordinator-value"
    API_KEY = 11
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    epoch: Final[int]
    """Epoch of the group. (int32)"""
    metadata_hash: Final[int]
    """Hash of the metadata of all subscribed topics. (int64)"""

    def __init__(
        self,
        *,
        epoch: int = 0,
        metadata_hash: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.epoch = epoch
        self.metadata_hash = metadata_hash
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            epoch: int = ...,
            metadata_hash: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareGroupMetadataValue = new(ShareGroupMetadataValue)


def _read_ShareGroupMetadataValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareGroupMetadataValue()
    o.epoch, o.metadata_hash, n = _UNPACK_iqB(buf, pos)
    pos += 13
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareGroupMetadataValue_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_iq(o.epoch, o.metadata_hash))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iqx(o.epoch, o.metadata_hash))


ShareGroupMetadataValue._READERS = {
    0: _read_ShareGroupMetadataValue_0,
}
ShareGroupMetadataValue._WRITERS = {
    0: _write_ShareGroupMetadataValue_0,
}
