# Generated from AccessControlEntryRecord.json by `python -m codegen generate`. Do not edit.
"""AccessControlEntryRecord, metadata of type 18, version 0, flexible from 0. Adds one access control entry."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_bb = Layout(">bb").pack
_PACK_bbx = Layout(">bbx").pack
_PACK_ub = Layout(">16sb").pack
_PACK_ubB = Layout(">16sbB").pack
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_bbB = Layout(">bbB").unpack_from
_UNPACK_ubB = Layout(">16sbB").unpack_from


class AccessControlEntryRecord(Message):
    """Adds one access control entry."""

    __slots__ = ("id", "resource_type", "resource_name", "pattern_type", "principal", "host", "operation", "permission_type", "unknown_tagged_fields")
    __match_args__ = ("id", "resource_type", "resource_name", "pattern_type", "principal", "host", "operation", "permission_type")
    KIND = "metadata"
    API_KEY = 18
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    id: Final[Uuid]
    """Id of the entry, by which it is removed. (uuid)"""
    resource_type: Final[int]
    """2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation token, 7 user. (int8)"""
    resource_name: Final[str]
    """Name of the resource. (string)"""
    pattern_type: Final[int]
    """3 literal name, 4 prefix. (int8)"""
    principal: Final[str]
    """Principal, as type:name. (string)"""
    host: Final[str]
    """Host that the entry is for; * for all. (string)"""
    operation: Final[int]
    """Number of the ACL operation. (int8)"""
    permission_type: Final[int]
    """2 deny, 3 allow; 1 any in filters. (int8)"""

    def __init__(
        self,
        *,
        id: Uuid = ZERO_UUID,
        resource_type: int = 0,
        resource_name: str = "",
        pattern_type: int = 0,
        principal: str = "",
        host: str = "",
        operation: int = 0,
        permission_type: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.id = id
        self.resource_type = resource_type
        self.resource_name = resource_name
        self.pattern_type = pattern_type
        self.principal = principal
        self.host = host
        self.operation = operation
        self.permission_type = permission_type
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            id: Uuid = ...,
            resource_type: int = ...,
            resource_name: str = ...,
            pattern_type: int = ...,
            principal: str = ...,
            host: str = ...,
            operation: int = ...,
            permission_type: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AccessControlEntryRecord = new(AccessControlEntryRecord)


def _read_AccessControlEntryRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AccessControlEntryRecord()
    u0, o.resource_type, n = _UNPACK_ubB(buf, pos)
    pos += 17
    o.id = UUIDS[u0]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.resource_name = buf[pos + 1 : (pos := pos + n)].decode()
    o.pattern_type, n = _UNPACK_bB(buf, pos)
    pos += 1
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.principal = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.host = buf[pos + 1 : (pos := pos + n)].decode()
    o.operation, o.permission_type, n = _UNPACK_bbB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AccessControlEntryRecord_0(put: Append, o: Any) -> None:
    if len(o.id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.resource_name.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_ubB(o.id, o.resource_type, n))
    else:
        put(_PACK_ub(o.id, o.resource_type))
        put(text_uvarint(n))
    put(items)
    items = o.principal.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_bB(o.pattern_type, n))
    else:
        put(_PACK_b(o.pattern_type))
        put(text_uvarint(n))
    put(items)
    items = o.host.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_bb(o.operation, o.permission_type))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_bbx(o.operation, o.permission_type))


AccessControlEntryRecord._READERS = {
    0: _read_AccessControlEntryRecord_0,
}
AccessControlEntryRecord._WRITERS = {
    0: _write_AccessControlEntryRecord_0,
}
