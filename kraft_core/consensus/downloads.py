"""A snapshot that comes from the leader piece by piece."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_core.consensus.values import SnapshotId


@dataclass(slots=True)
class Download:
    """One attempt. Its number tells its chunks from those of an earlier one of the same id.

    `position` counts the bytes that are stored; `is_storing` is set while a chunk is being stored,
    until then the next one is not asked for. `size` is what the last answer said.
    """

    number: int
    snapshot_id: SnapshotId
    position: int = 0
    size: int = 0
    is_storing: bool = False


@dataclass(frozen=True, slots=True)
class Installation:
    """A download that is complete and about to replace the log. It no longer depends on a role.

    The file is whole and what it holds is committed, whoever leads by now; so it is carried through
    even if the epoch changes meanwhile, and nothing is claimed of the log until it is done.
    """

    number: int
    snapshot_id: SnapshotId
