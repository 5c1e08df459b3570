"""The state machine of simulated nodes: names and values in real metadata records.

Written as a controller would write them, with the level of metadata.version before everything else,
so that Kafka's own controllers and tools can open what a simulation leaves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final
from zlib import crc32

from kraft_core.raft.replica.state_machine import StateMachine
from kraft_wire.messages import ConfigRecord, FeatureLevelRecord, NoOpRecord
from kraft_wire.records.metadata_frame import (
    MetadataRecord,
    decode_metadata_record,
    encode_metadata_record,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_core.raft.consensus.values import LeaderAndEpoch, SnapshotId
    from kraft_wire.records import RecordBatch

FEATURE_LEVEL: Final = 21
"""3.9-IV0, which all simulated releases know."""

_BROKER: Final = 4
_RESOURCE: Final = "1000"
FEATURE: Final = "metadata.version"
_DIGEST_MASK: Final = (1 << 64) - 1


def feature_record() -> bytes:
    """Return the record that a metadata log begins with."""
    level = FeatureLevelRecord(name=FEATURE, feature_level=FEATURE_LEVEL)
    return encode_metadata_record(MetadataRecord(level, 0))


def write_record(name: str, value: str) -> bytes:
    """Return a record that sets a name to another value."""
    record = ConfigRecord(
        resource_type=_BROKER, resource_name=_RESOURCE, name=f"kraft.{name}", value=value
    )
    return encode_metadata_record(MetadataRecord(record, 0))


@lru_cache(maxsize=1)
def read_record() -> bytes:
    """Return a record that changes nothing; its client learns when it is applied."""
    return encode_metadata_record(MetadataRecord(NoOpRecord(), 0))


@lru_cache(maxsize=4096)
def _meaning(record: bytes) -> tuple[str, str] | None:
    """Name and new value, None of a record that changes nothing."""
    message = decode_metadata_record(record).message
    if isinstance(message, ConfigRecord):
        return message.name.removeprefix("kraft."), message.value or ""
    if isinstance(message, FeatureLevelRecord):
        return message.name, str(message.feature_level)
    return None


class SimulatedMachine(StateMachine):
    """Values by name. `digest` is equal for equal states, whatever their history."""

    def __init__(
        self,
        on_leader: Callable[[LeaderAndEpoch], None],
        on_applied: Callable[[int, int], None],
    ) -> None:
        self._on_leader = on_leader
        self._on_applied = on_applied
        self._values: dict[str, str] = {}
        self.digest = 0
        self.applied_end = 0
        self.leader: LeaderAndEpoch | None = None
        """The last leader that was announced."""

    @property
    def is_initialized(self) -> bool:
        """Return True if the level of metadata.version was written."""
        return FEATURE in self._values

    @property
    def values(self) -> dict[str, str]:
        return dict(self._values)

    def get(self, name: str) -> str | None:
        """Return the value of a name."""
        return self._values.get(name)

    def apply(self, batch: RecordBatch) -> None:
        self._take(batch)
        self.applied_end = batch.next_offset
        self._on_applied(self.applied_end, self.digest)

    def apply_control(self, batch: RecordBatch) -> None:
        self.applied_end = batch.next_offset
        self._on_applied(self.applied_end, self.digest)

    def begin_load(self, snapshot_id: SnapshotId) -> None:
        del snapshot_id
        self._values.clear()
        self.digest = 0

    def load(self, batch: RecordBatch) -> None:
        """Apply a batch of a snapshot."""
        self._take(batch)

    def end_load(self, snapshot_id: SnapshotId) -> None:
        """Report the state of the snapshot as applied."""
        self.applied_end = snapshot_id.offset
        self._on_applied(self.applied_end, self.digest)

    def snapshot_values(self) -> Iterable[bytes]:
        """Return the state as records, the level of metadata.version first."""
        values = dict(self._values)
        if values.pop(FEATURE, None) is None:
            return []
        return [feature_record(), *(write_record(name, values[name]) for name in sorted(values))]

    def leader_changed(self, leader: LeaderAndEpoch) -> None:
        """Store and report the new leader."""
        self.leader = leader
        self._on_leader(leader)

    def _take(self, batch: RecordBatch) -> None:
        for record in batch.records():
            meaning = _meaning(bytes(record.value or b""))
            if meaning is not None:
                self._set(*meaning)

    def _set(self, name: str, value: str) -> None:
        before = self._values.get(name)
        if before is not None:
            self.digest -= digest_of(name, before)
        self._values[name] = value
        self.digest = (self.digest + digest_of(name, value)) & _DIGEST_MASK


def digest_of(name: str, value: str) -> int:
    """Return the contribution of one name and its value to the digest of a state."""
    pair = f"{name}={value}".encode()
    return crc32(pair) << 32 | crc32(pair, 0x5EED)
