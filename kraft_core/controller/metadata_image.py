"""The image of a quorum without brokers, and the first sign that the metadata is more than that.

A record that only a quorum with brokers writes, a feature level above kraft's or a record that
cannot be replayed shows that this node must not write metadata. From then on only features and
registrations of controllers are followed, which every controller reports, and no snapshot can be
written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.image import ClusterImage, ReplayError, SnapshotError, snapshot_records
from kraft_core.node.feature_levels import KRAFT_VERSION, SUPPORTED
from kraft_wire.errors import WireError
from kraft_wire.messages import (
    AbortTransactionRecord,
    BeginTransactionRecord,
    EndTransactionRecord,
    FeatureLevelRecord,
    RegisterControllerRecord,
    UnregisterControllerRecord,
)
from kraft_wire.primitives import read_uvarint
from kraft_wire.records.metadata_frame import decode_metadata_record, encode_metadata_record

if TYPE_CHECKING:
    from kraft_wire.message import Message

BROKERLESS_KINDS: Final = frozenset({4, 11, 12, 20, 21, 23, 24, 25, 27, 29})
"""What a quorum without brokers writes: config, SCRAM credential, feature level, NoOp, ZooKeeper
migration state, begin, end and abort of a transaction, registered and unregistered controller."""

_ALWAYS_FOLLOWED: Final = (
    AbortTransactionRecord,
    BeginTransactionRecord,
    EndTransactionRecord,
    FeatureLevelRecord,
    RegisterControllerRecord,
    UnregisterControllerRecord,
)


class MetadataImage:
    """Replays committed records. `is_foreign` never becomes false again."""

    def __init__(self) -> None:
        self.is_foreign = False
        self._image = ClusterImage(strict=True)

    @property
    def features(self) -> dict[str, int]:
        """The finalized levels; kraft.version is a control record and not among them."""
        return self._image.features

    @property
    def controllers(self) -> dict[int, RegisterControllerRecord]:
        """The registered controllers by id."""
        return self._image.controllers

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction was begun and neither ended nor aborted."""
        return self._image.in_transaction

    @property
    def metadata_version(self) -> int | None:
        """The finalized level of metadata.version, None as long as there is none."""
        return self._image.metadata_version

    def clear(self) -> None:
        """Forget the state; that it was foreign stays."""
        self._image = ClusterImage(strict=not self.is_foreign)

    def note_foreign(self) -> None:
        """Stop to keep what only the active controller needs."""
        self.is_foreign = True
        self._image.relax()
        for table in (self._image.configs, self._image.scram_credentials):
            table.clear()

    def replay(self, value: bytes) -> bool:
        """Replay the value of a record; return whether it changed features."""
        if _kind(value) not in BROKERLESS_KINDS:
            self.note_foreign()
            return False
        try:
            message = decode_metadata_record(value).message
        except WireError:
            self.note_foreign()  # a version of the record that a newer Kafka wrote
            return False
        # at once, also inside a transaction: a leader with an open one must not go on with it
        if isinstance(message, FeatureLevelRecord) and not is_known_level(
            message.name, message.feature_level
        ):
            self.note_foreign()
        if self.is_foreign and not isinstance(message, _ALWAYS_FOLLOWED):
            return False
        return self._replay(message)

    def _replay(self, message: Message) -> bool:
        is_end = isinstance(message, EndTransactionRecord)
        before = dict(self.features) if is_end else None
        was_in_transaction = self.in_transaction
        try:
            self._image.replay_metadata(message)
        except ReplayError:
            self.note_foreign()
            return False
        if is_end:
            return before != self.features
        is_level = isinstance(message, FeatureLevelRecord) and message.name != KRAFT_VERSION
        return is_level and not was_in_transaction

    def values(self) -> list[bytes]:
        """Return the records of a snapshot; raises SnapshotError."""
        if self.is_foreign:
            raise SnapshotError("the metadata holds more than this image follows")
        return [encode_metadata_record(record) for record in snapshot_records(self._image)]

    def configured(self, resource_type: int, name: str) -> frozenset[str]:
        """Return the names of the resources of a type that have a value of this config."""
        return frozenset(
            resource
            for (kind, resource), values in self._image.configs.items()
            if kind == resource_type and name in values
        )


def is_known_level(name: str, level: int) -> bool:
    """Whether a level of a feature is not above kraft's."""
    return level <= SUPPORTED.get(name, (0, 0))[1]


def _kind(value: bytes) -> int:
    """The id of a metadata record, -1 for bytes that are none."""
    try:
        frame_version, position = read_uvarint(value, 0)
        kind, _ = read_uvarint(value, position)
    except (ValueError, IndexError):
        return -1
    return kind if frame_version == 1 else -1
