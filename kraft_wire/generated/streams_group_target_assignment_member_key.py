# Generated from StreamsGroupTargetAssignmentMemberKey.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupTargetAssignmentMemberKey, coordinator key of type 21, version 0. Key: the tasks that a member of a streams group shall have."""

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


class StreamsGroupTargetAssignmentMemberKey(Message):
    """Key: the tasks that a member of a streams group shall have."""

    __slots__ = ("group_id", "member_id", "unknown_tagged_fields")
    __match_args__ = ("group_id", "member_id")
    KIND = "coordinator-key"
    API_KEY = 21
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, -1)
    group_id: Final[str]
    """Id of the group. (string)"""
    member_id: Final[str]
    """Id of the member. (string)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        member_id: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.member_id = member_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            member_id: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupTargetAssignmentMemberKey = new(StreamsGroupTargetAssignmentMemberKey)


def _read_StreamsGroupTargetAssignmentMemberKey_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupTargetAssignmentMemberKey()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_StreamsGroupTargetAssignmentMemberKey_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)

StreamsGroupTargetAssignmentMemberKey._READERS = {
    0: _read_StreamsGroupTargetAssignmentMemberKey_0,
}
StreamsGroupTargetAssignmentMemberKey._WRITERS = {
    0: _write_StreamsGroupTargetAssignmentMemberKey_0,
}
