"""What the core knows of record batches: places, epochs, sizes and decoded control records.

The bytes themselves travel beside a summary as a payload that the core hands on unopened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_core.consensus.voters import VoterSet

Payload = bytes | bytearray | memoryview
"""Bytes of batches or of a piece of a snapshot. Never looked into here."""


@dataclass(frozen=True, slots=True)
class LeaderChange:
    """The first record of an epoch: who leads, the voters, and those who granted their vote."""

    leader_id: int
    voters: tuple[int, ...]
    granting_voters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KRaftVersion:
    """The level of the feature kraft.version from here on."""

    level: int


@dataclass(frozen=True, slots=True)
class Voters:
    """The whole voter set from here on (KIP-853)."""

    voter_set: VoterSet


@dataclass(frozen=True, slots=True)
class OtherControl:
    """A control record that consensus does not use, kept so that offsets can be counted."""

    control_type: int


ControlRecord = LeaderChange | KRaftVersion | Voters | OtherControl


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """One batch: absolute offsets of its first and last record, epoch, bytes on disk.

    `control_records` is empty for a data batch; for a control batch it has every record, in
    order, so that the n-th stands at `base_offset + n`.
    """

    base_offset: int
    last_offset: int
    epoch: int
    size_bytes: int
    control_records: tuple[ControlRecord, ...] = ()

    @property
    def end_offset(self) -> int:
        """The offset after the last record."""
        return self.last_offset + 1

    def moved_to(self, base_offset: int, epoch: int) -> BatchSummary:
        """The same batch at another place, as the leader stamps it."""
        count = self.end_offset - self.base_offset
        return replace(
            self, base_offset=base_offset, last_offset=base_offset + count - 1, epoch=epoch
        )
