"""The image of a quorum without brokers, and the first sign that the metadata is more than that.

A record that only a quorum with brokers writes, a feature level above kraft's or a record that
cannot be replayed shows that this node must not write metadata. From then on only features and
registrations of controllers are followed, which every controller reports, and no snapshot can be
written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.image import ClusterImage, ReplayError, SnapshotError, snapshot_records
from kraft_core.node.feature_levels import KRAFT_VERSION, METADATA_VERSION, SUPPORTED
from kraft_wire.errors import WireError
from kraft_wire.messages import (
    BeginTransactionRecord,
    EndTransactionRecord,
    FeatureLevelRecord,
    RegisterControllerRecord,
)
from kraft_wire.records.metadata_frame import (
    decode_metadata_record,
    encode_metadata_record,
    metadata_record_key,
)

if TYPE_CHECKING:
    from kraft_core.controller.deciding import Published
    from kraft_wire.message import Message

BROKERLESS_KINDS: Final = frozenset({4, 11, 12, 20, 21, 23, 24, 25, 27, 29})
"""What a quorum without brokers writes: config, SCRAM credential, feature level, NoOp, ZooKeeper
migration state, begin, end and abort of a transaction, registered and unregistered controller."""

_FOLLOWED_KINDS: Final = frozenset({12, 23, 24, 25, 27, 29})
"""What is followed of foreign metadata too: feature level, begin, end and abort of a transaction,
registered and unregistered controller."""


class MetadataImage:
    """Replays committed records. `is_foreign` never becomes false again.

    With `serves_brokers` all kinds of records are followed, in `cluster`, which an active
    controller changes ahead of the commit; `features` and `controllers` are then what `publish`
    was called with last.
    """

    def __init__(self, *, serves_brokers: bool = False) -> None:
        self.is_foreign = False
        self.why_foreign = ""
        """The first sign that this node must not write metadata."""
        self.transaction_name: str | None = None
        """The name of the transaction that was begun last; null if it had none."""
        self._serves_brokers = serves_brokers
        self._published: Published | None = None
        self.cluster = self._empty()

    def _empty(self) -> ClusterImage:
        if not self._serves_brokers:
            return ClusterImage(strict=not self.is_foreign)
        if self.is_foreign:
            return ClusterImage()
        return ClusterImage(strict=True, supported=SUPPORTED, indexed=True)

    @property
    def features(self) -> dict[str, int]:
        """The finalized levels; kraft.version is a control record and not among them."""
        return self.cluster.features if self._published is None else self._published[0]

    @property
    def controllers(self) -> dict[int, RegisterControllerRecord]:
        """The registered controllers by id."""
        return self.cluster.controllers if self._published is None else self._published[1]

    def publish(self, published: Published | None) -> None:
        """Report these features and controllers from now on; None for those of the image."""
        self._published = published

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction was begun and neither ended nor aborted."""
        return self.cluster.in_transaction

    @property
    def metadata_version(self) -> int | None:
        """The finalized level of metadata.version, None as long as there is none."""
        return self.features.get(METADATA_VERSION)

    def clear(self) -> None:
        """Forget the state; that it was foreign stays."""
        self.cluster = self._empty()

    def note_foreign(self, why: str = "the metadata serves brokers or is of a newer Kafka") -> None:
        """Stop to keep what only the active controller needs."""
        if not self.is_foreign:
            self.why_foreign = why
        self.is_foreign = True
        known, self.cluster = self.cluster, ClusterImage()
        self.cluster.features, self.cluster.controllers = known.features, known.controllers
        self.cluster.zk_migration_state = known.zk_migration_state
        if known.in_transaction:
            self.cluster.replay_metadata(BeginTransactionRecord(name=self.transaction_name))
            for message, offset in known.staged:
                if message.API_KEY in _FOLLOWED_KINDS:
                    self.cluster.replay_metadata(message, offset)

    def replay(self, value: bytes, offset: int = -1) -> bool:
        """Replay the value of a record; return whether it changed features."""
        kind = metadata_record_key(value)
        if self.is_foreign and kind not in _FOLLOWED_KINDS:
            return False
        if kind not in BROKERLESS_KINDS and not self._serves_brokers:
            self.note_foreign()
            return False
        try:
            message = decode_metadata_record(value).message
        except WireError as error:  # a kind or version of record that a newer Kafka wrote
            self.note_foreign(f"record {kind} at offset {offset} cannot be read: {error}")
            return False
        if isinstance(message, BeginTransactionRecord):
            self.transaction_name = message.name
        # at once, also inside a transaction: a leader with an open one must not go on with it
        if isinstance(message, FeatureLevelRecord) and not is_known_level(
            message.name, message.feature_level
        ):
            self.note_foreign(f"{message.name} is finalized at level {message.feature_level}")
        return self._replay(message, offset)

    def _replay(self, message: Message, offset: int) -> bool:
        is_end = isinstance(message, EndTransactionRecord)
        before = dict(self.cluster.features) if is_end else None
        was_in_transaction = self.in_transaction
        try:
            self.cluster.replay_metadata(message, offset)
        except ReplayError as error:
            self.note_foreign(f"{type(message).__name__} at offset {offset}: {error}")
            return False
        if is_end:
            return before != self.cluster.features
        is_level = isinstance(message, FeatureLevelRecord) and message.name != KRAFT_VERSION
        return is_level and not was_in_transaction

    def values(self) -> list[bytes]:
        """Return the records of a snapshot; raises SnapshotError."""
        if self.is_foreign:
            raise SnapshotError("the metadata holds more than this image follows")
        return [encode_metadata_record(record) for record in snapshot_records(self.cluster)]

    def configured(self, resource_type: int, name: str) -> frozenset[str]:
        """Return the names of the resources of a type that have a value of this config."""
        return frozenset(
            resource
            for (kind, resource), values in self.cluster.configs.items()
            if kind == resource_type and name in values
        )


def is_known_level(name: str, level: int) -> bool:
    """Whether a level of a feature is not above kraft's."""
    return level <= SUPPORTED.get(name, (0, 0))[1]
