# Generated from GroupMetadataKey.json by `python -m codegen generate`. Do not edit.
"""GroupMetadataKey, coordinator key of type 2, version 0. Key: a classic group."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    new,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_UNPACK_h = Layout(">h").unpack_from


class GroupMetadataKey(Message):
    """Key: a classic group."""

    __slots__ = ("group", "unknown_tagged_fields")
    __match_args__ = ("group",)
    KIND = "coordinator-key"
    API_KEY = 2
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, -1)
    group: Final[str]
    """Id of the group. (string)"""

    def __init__(
        self,
        *,
        group: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group = group
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_GroupMetadataKey = new(GroupMetadataKey)


def _read_GroupMetadataKey_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_GroupMetadataKey()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group = buf[pos:end].decode()
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_GroupMetadataKey_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)

GroupMetadataKey._READERS = {
    0: _read_GroupMetadataKey_0,
}
GroupMetadataKey._WRITERS = {
    0: _write_GroupMetadataKey_0,
}
