# Generated from ZkMigrationStateRecord.json by `python -m codegen generate`. Do not edit.
"""ZkMigrationStateRecord, metadata of type 21, version 0, flexible from 0. How far a migration from ZooKeeper has got."""

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

_PACK_b = Layout(">b").pack
_PACK_bx = Layout(">bx").pack
_UNPACK_bB = Layout(">bB").unpack_from


class ZkMigrationStateRecord(Message):
    """How far a migration from ZooKeeper has got."""

    __slots__ = ("zk_migration_state", "unknown_tagged_fields")
    __match_args__ = ("zk_migration_state",)
    KIND = "metadata"
    API_KEY = 21
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    zk_migration_state: Final[int]
    """0 none, 1 under way, 2 before, 3 after the migration; 3.4 had 1 and 2 the other way round. (int8)"""

    def __init__(
        self,
        *,
        zk_migration_state: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.zk_migration_state = zk_migration_state
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            zk_migration_state: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ZkMigrationStateRecord = new(ZkMigrationStateRecord)


def _read_ZkMigrationStateRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ZkMigrationStateRecord()
    o.zk_migration_state, n = _UNPACK_bB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ZkMigrationStateRecord_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_b(o.zk_migration_state))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_bx(o.zk_migration_state))


ZkMigrationStateRecord._READERS = {
    0: _read_ZkMigrationStateRecord_0,
}
ZkMigrationStateRecord._WRITERS = {
    0: _write_ZkMigrationStateRecord_0,
}
