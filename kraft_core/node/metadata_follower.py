"""The least that a controller knows of the metadata log: finalized features, and whose it is.

It writes nothing and serves no administration: what is not the replica's is answered with
NOT_CONTROLLER (41), which sends clients on to another controller. It makes no snapshots either,
since it keeps no image.

Metadata that serves brokers is not ours to invent. Where `kraft.witness` is `auto`, the first sign
of it in the log makes this node a witness: a record of a kind that a quorum without brokers does
not write, or a level of a feature above ours.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from kraft_core.node.api_versions import SERVED, FinalizedFeatures
from kraft_core.node.feature_levels import LOWEST, METADATA_VERSION, SUPPORTED
from kraft_core.node.refusals import refusal
from kraft_core.node.registration import Registration
from kraft_core.node.service import ServedRequest, Service
from kraft_core.node.snapshot_copying import SnapshotCopying
from kraft_core.replica import StateMachine
from kraft_wire.errors import ErrorCode, WireError
from kraft_wire.messages import (
    FeatureLevelRecord,
    RegisterControllerRecord,
    UnregisterControllerRecord,
)
from kraft_wire.primitives import read_uvarint
from kraft_wire.records.metadata_frame import decode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.consensus.values import SnapshotId
    from kraft_core.node.node import RaftNode
    from kraft_wire.records import RecordBatch

_FEATURE_LEVEL: Final = 12
_READ: Final = (_FEATURE_LEVEL, 27, 29)
BROKERLESS_KINDS: Final = frozenset({4, 11, 12, 20, 21, 23, 24, 25, 27, 29})
"""What a quorum without brokers writes: config, SCRAM credential, feature level, NoOp, ZooKeeper
migration state, begin, end and abort of a transaction, registered and unregistered controller."""


class MetadataFollower(StateMachine, Service):
    """Follows the metadata log of a Kafka cluster. `becomes_witness` is `kraft.witness=auto`."""

    served = SERVED
    supported = SUPPORTED

    def __init__(self, *, becomes_witness: bool) -> None:
        self._becomes_witness = becomes_witness
        self._levels: dict[str, int] = {}
        self._told_at = -1
        self._is_foreign = False
        self._registered: dict[int, bytes] = {}
        self._node: RaftNode | None = None
        self._registration: Registration | None = None
        self._copying: SnapshotCopying | None = None

    @property
    def serves_brokers(self) -> bool:
        """Whether the log holds what only a controller of Kafka's may add to."""
        return self._is_foreign

    @property
    def registered(self) -> dict[int, bytes]:
        """The incarnation of each registered controller, by its id."""
        return dict(self._registered)

    # -- as a service -------------------------------------------------------------------------

    def attach(self, node: RaftNode) -> None:
        """Begin to look after a node."""
        self._node = node
        self._registration = Registration(node)
        self._copying = SnapshotCopying(node)

    def housekeep(self) -> None:
        """Register with the active controller, copy a snapshot: whatever is due."""
        if self._registration is not None:
            self._registration.look(self._levels, self._registered)
        if self._copying is not None:
            self._copying.look()

    async def close(self, patience_s: float) -> None:
        """Ask for nothing any more."""
        if self._registration is not None:
            self._registration.close()
            await self._registration.wait_closed(patience_s)
        if self._copying is not None:
            self._copying.close()
            await self._copying.wait_closed(patience_s)

    def finalized_features(self) -> FinalizedFeatures:
        """What the log says; without metadata.version the lowest of it, at no offset."""
        if METADATA_VERSION not in self._levels:
            return FinalizedFeatures({METADATA_VERSION: LOWEST, **self._levels})
        return FinalizedFeatures(dict(self._levels), self._told_at)

    def receive(self, request: ServedRequest) -> None:
        """Send whoever asks on to another controller."""
        request.reply(refusal(request.message, request.api_version, ErrorCode.NOT_CONTROLLER))

    # -- as a state machine -------------------------------------------------------------------

    def apply(self, batch: RecordBatch) -> None:
        """Look at committed records."""
        kinds = [self._look_at(bytes(record.value or b"")) for record in batch.records()]
        if _FEATURE_LEVEL in kinds:
            self._told_at = batch.next_offset - 1
        if self._copying is not None:
            self._copying.applied(batch.size)

    def begin_load(self, snapshot_id: SnapshotId) -> None:
        """Forget features and registrations; that brokers were served stays true."""
        del snapshot_id
        self._levels.clear()
        self._registered.clear()

    def load(self, batch: RecordBatch) -> None:
        """Look at the records of a snapshot."""
        for record in batch.records():
            self._look_at(bytes(record.value or b""))

    def end_load(self, snapshot_id: SnapshotId) -> None:
        """What follows begins behind it."""
        self._told_at = snapshot_id.offset - 1

    def snapshot_values(self) -> Iterable[bytes]:
        """There is no image to write."""
        return ()

    def can_write_snapshot(self) -> bool:
        """Never: a snapshot would drop what was not kept."""
        return False

    # -- inside -------------------------------------------------------------------------------

    def _look_at(self, value: bytes) -> int:
        """Take a record; its kind."""
        kind = _kind(value)
        if kind not in BROKERLESS_KINDS:
            self._note_foreign()
        elif kind in _READ:
            self._read(value)
        return kind

    def _read(self, value: bytes) -> None:
        """Take a record that matters here; one that cannot be read is of a newer Kafka's."""
        try:
            record = decode_metadata_record(value).message
        except WireError:
            self._note_foreign()
            return
        match record:
            case FeatureLevelRecord():
                self._note_level(record.name, record.feature_level)
            case RegisterControllerRecord():
                self._registered[record.controller_id] = record.incarnation_id
            case UnregisterControllerRecord():
                self._registered.pop(record.controller_id, None)

    def _note_level(self, name: str, level: int) -> None:
        if level:
            self._levels[name] = level
        else:
            self._levels.pop(name, None)
        if level > SUPPORTED.get(name, (0, 0))[1]:
            self._note_foreign()

    def _note_foreign(self) -> None:
        if self._is_foreign:
            return
        self._is_foreign = True
        if self._becomes_witness and self._node is not None:
            # not from within the turn in which the record is applied
            asyncio.get_running_loop().call_soon(self._node.set_witness, True)


def _kind(value: bytes) -> int:
    """The id of a metadata record, -1 for what is none."""
    try:
        frame_version, position = read_uvarint(value, 0)
        kind, _ = read_uvarint(value, position)
    except (ValueError, IndexError):
        return -1
    return kind if frame_version == 1 else -1
