# Generated from FeatureLevelRecord.json by `python -m codegen generate`. Do not edit.
"""FeatureLevelRecord, metadata of type 12, version 0, flexible from 0. Sets the finalized level of a feature."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_hx = Layout(">hx").pack
_UNPACK_hB = Layout(">hB").unpack_from


class FeatureLevelRecord(Message):
    """Sets the finalized level of a feature."""

    __slots__ = ("name", "feature_level", "unknown_tagged_fields")
    __match_args__ = ("name", "feature_level")
    KIND = "metadata"
    API_KEY = 12
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    name: Final[str]
    """Name of the feature. (string)"""
    feature_level: Final[int]
    """Finalized level; 0 takes the feature away. (int16)"""

    def __init__(
        self,
        *,
        name: str = "",
        feature_level: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.feature_level = feature_level
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            feature_level: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_FeatureLevelRecord = new(FeatureLevelRecord)


def _read_FeatureLevelRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FeatureLevelRecord()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.name = buf[pos + 1 : (pos := pos + n)].decode()
    o.feature_level, n = _UNPACK_hB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_FeatureLevelRecord_0(put: Append, o: Any) -> None:
    items = o.name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_h(o.feature_level))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_hx(o.feature_level))


FeatureLevelRecord._READERS = {
    0: _read_FeatureLevelRecord_0,
}
FeatureLevelRecord._WRITERS = {
    0: _write_FeatureLevelRecord_0,
}
