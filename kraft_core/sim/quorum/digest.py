"""Digest of a simulated run: of all that nodes decided, exchanged and did to their disks.

Equal digests before and after a change of the code mean that it changed no behaviour: every effect
in its order, every deadline, every delivery and every operation on files is in it. Notes are not,
since they are words for people.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from struct import Struct
from typing import TYPE_CHECKING, Any, Final

from kraft_core.raft.consensus.effects import Note

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus.effects import Effect

_DELIVERY: Final = Struct("<cqiii")
_DEADLINE: Final = Struct("<cqiq")
_OPERATION: Final = Struct("<cqi")
_READING: Final = frozenset({"open", "read"})
_NEVER: Final = -1


class RunDigest:
    """A digest that grows with the run; times are true virtual time, deadlines the node's own."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=16)

    def hexdigest(self) -> str:
        """Return the digest of everything so far."""
        return self._hash.hexdigest()

    def delivered(self, now_ms: int, from_id: int, to_id: int, payload: bytes) -> None:
        """Add a delivered message."""
        self._hash.update(_DELIVERY.pack(b"m", now_ms, from_id, to_id, len(payload)) + payload)

    def decided(
        self, now_ms: int, node_id: int, deadline_ms: int | None, effects: list[Effect]
    ) -> None:
        """Add an event of a core: its effects, in order, and its next deadline."""
        update = self._hash.update
        deadline_ms = _NEVER if deadline_ms is None else deadline_ms
        update(_DEADLINE.pack(b"d", now_ms, node_id, deadline_ms))
        for effect in effects:
            kind: Any = type(effect)
            if kind is Note:
                continue
            name, values, has_payload = _parts(kind)
            update(f"{name} {values(effect)}".encode())
            if has_payload:
                update(effect.payload)  # type: ignore[union-attr]

    def waits_until(self, now_ms: int, node_id: int, deadline_ms: int | None) -> None:
        """Add the end of a turn: the latest time of the replica's next turn."""
        deadline_ms = _NEVER if deadline_ms is None else deadline_ms
        self._hash.update(_DEADLINE.pack(b"t", now_ms, node_id, deadline_ms))

    def disk_operation(self, now_ms: int, node_id: int, kind: str, path: str) -> None:
        """Add a change or sync of a node's file or folder; reads are not part of the digest."""
        if kind not in _READING:
            self._hash.update(_OPERATION.pack(b"f", now_ms, node_id) + f"{kind} {path}".encode())


@lru_cache(maxsize=64)
def _parts(kind: type[Any]) -> tuple[str, Callable[[Any], object], bool]:
    """Return an effect's name, a reader of its fields, and whether it has bytes to hash apart."""
    names = [each.name for each in fields(kind)]
    shown = [name for name in names if name != "payload"]
    return kind.__name__, attrgetter(*shown) if shown else _nothing, len(shown) < len(names)


def _nothing(_: object) -> object:
    return ()
