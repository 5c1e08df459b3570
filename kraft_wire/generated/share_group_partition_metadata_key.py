# Generated from ShareGroupPartitionMetadataKey.json by `python -m codegen generate`. Do not edit.
"""ShareGroupPartitionMetadataKey, data, version 9. Key: the topics of a share group in 3.9, which had it in early access."""

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


class ShareGroupPartitionMetadataKey(Message):
    """Key: the topics of a share group in 3.9, which had it in early access."""

    __slots__ = ("group_id", "unknown_tagged_fields")
    __match_args__ = ("group_id",)
    KIND = "data"
    API_KEY = None
    VERSIONS = (9, 9)
    FLEXIBLE_VERSIONS = (0, -1)
    group_id: Final[str]
    """Id of the group. (string)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareGroupPartitionMetadataKey = new(ShareGroupPartitionMetadataKey)


def _read_ShareGroupPartitionMetadataKey_9(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareGroupPartitionMetadataKey()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ShareGroupPartitionMetadataKey_9(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)

ShareGroupPartitionMetadataKey._READERS = {
    9: _read_ShareGroupPartitionMetadataKey_9,
}
ShareGroupPartitionMetadataKey._WRITERS = {
    9: _write_ShareGroupPartitionMetadataKey_9,
}
