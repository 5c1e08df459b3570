# Generated from StreamsGroupTopologyKey.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupTopologyKey, coordinator key of type 23, version 0. Key: the topology of a streams group."""

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


class StreamsGroupTopologyKey(Message):
    """Key: the topology of a streams group."""

    __slots__ = ("group_id", "unknown_tagged_fields")
    __match_args__ = ("group_id",)
    KIND = "coordinator-key"
    API_KEY = 23
    VERSIONS = (0, 0)
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


_new_StreamsGroupTopologyKey = new(StreamsGroupTopologyKey)


def _read_StreamsGroupTopologyKey_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupTopologyKey()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_StreamsGroupTopologyKey_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)

StreamsGroupTopologyKey._READERS = {
    0: _read_StreamsGroupTopologyKey_0,
}
StreamsGroupTopologyKey._WRITERS = {
    0: _write_StreamsGroupTopologyKey_0,
}
