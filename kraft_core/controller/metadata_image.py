"""The image that a controller follows, and the parts of it that this node cannot read.

A record of an unknown kind or version, or one that cannot be replayed, leaves a state that is not
known whole. In a quorum without brokers so does a record that only a quorum with brokers writes, or
a feature level outside kraft's range. From then on only features and registrations of controllers
are followed, which every controller reports, and no snapshot can be written.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.config.feature_levels import KRAFT_VERSION, METADATA_VERSION, SUPPORTED
from kraft_core.config.gates import is_finalizable
from kraft_core.metadata import ClusterImage, ReplayError, SnapshotError, snapshot_records
from kraft_wire.errors import WireError
from kraft_wire.message import Struct
from kraft_wire.messages import (
    AbortTransactionRecord,
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
    from kraft_core.controller.decider import Published
    from kraft_wire.message import Message

BROKERLESS_KINDS: Final = frozenset({4, 11, 12, 20, 21, 23, 24, 25, 27, 29})
"""The records of a quorum without brokers: config, SCRAM credential, feature level, NoOp, ZooKeeper
migration state, begin, end and abort of a transaction, registered and unregistered controller."""

_FOLLOWED_KINDS: Final = frozenset({12, 23, 24, 25, 27, 29})
"""Records that are followed in foreign metadata too: feature level, begin, end and abort of a
transaction, registered and unregistered controller."""


_CHANGES_LEVELS: Final = (AbortTransactionRecord, EndTransactionRecord, FeatureLevelRecord)


class Reason(Enum):
    """Why a node must not write metadata. The values are labels of metrics."""

    UNREADABLE_RECORD = "unreadable-record"
    FEATURE_LEVEL = "feature-level"
    ZK_MIGRATION = "zk-migration"
    OPEN_TRANSACTION = "open-transaction"
    SERVES_BROKERS = "serves-brokers"


class Obstacle(NamedTuple):
    """A reason with its details."""

    reason: Reason
    text: str


class MetadataImage:
    """Replays committed records.

    `unreadable` is the first record that this image could not follow. Without `serves_brokers` it
    is never forgotten: the metadata of brokers is not kraft's to write. With `serves_brokers` all
    kinds of records are followed, and a snapshot that replaces the whole state ends it. An active
    controller then changes `cluster` ahead of the commit; `features` and `controllers` are what
    `publish` was called with last.
    """

    def __init__(self, *, serves_brokers: bool = False) -> None:
        self.unreadable: Obstacle | None = None
        self.transaction_name: str | None = None
        """The name of the transaction that was begun last; null if it had none."""
        self._staged_level: tuple[str, int] | None = None
        """The first level outside kraft's range in the transaction that was begun last."""
        self._is_above = False
        """True if the last change of levels left one outside kraft's range."""
        self._serves_brokers = serves_brokers
        self._published: Published | None = None
        self.cluster = self._empty()

    def _empty(self) -> ClusterImage:
        if not self._serves_brokers:
            return ClusterImage(strict=not self.is_foreign)
        # a level outside kraft's range blocks activation but is not an error: it can be changed
        # again
        return ClusterImage(strict=True, indexed=True)

    @property
    def is_foreign(self) -> bool:
        """Return True if the state is only partly known."""
        return self.unreadable is not None

    @property
    def is_whole(self) -> bool:
        """Return True if this node understands the whole state."""
        return self.unreadable is None and self.unknown_level is None

    @property
    def unknown_level(self) -> tuple[str, int] | None:
        """A level outside kraft's range: finalized, or about to be by the open transaction."""
        for name, level in self.features.items():
            if not is_known_level(name, level):
                return name, level
        return self._staged_level if self.in_transaction else None

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
        """Return True if a transaction was begun and neither ended nor aborted."""
        return self.cluster.in_transaction

    @property
    def metadata_version(self) -> int | None:
        """The finalized level of metadata.version, None as long as there is none."""
        return self.features.get(METADATA_VERSION)

    def clear(self) -> None:
        """Forget the state, for a snapshot."""
        if self._serves_brokers:
            self.unreadable = None
        self._is_above = False
        self._replace(self._empty())

    def _replace(self, cluster: ClusterImage) -> None:
        """Replace the image; elections are counted since the start of the process."""
        cluster.elections, self.cluster = self.cluster.elections, cluster

    def note_unreadable(self, reason: Reason, text: str) -> None:
        """Stop keeping state that only the active controller needs."""
        if self.unreadable is None:
            self.unreadable = Obstacle(reason, text)
        known = self.cluster
        self._replace(ClusterImage())
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
            self.note_unreadable(
                Reason.SERVES_BROKERS, "the metadata serves brokers or is of a newer Kafka"
            )
            return False
        try:
            message = decode_metadata_record(value).message
        except WireError as error:  # a kind or version of record that a newer Kafka wrote
            text = f"record {kind} at offset {offset} cannot be read: {error}"
            self.note_unreadable(Reason.UNREADABLE_RECORD, text)
            return False
        if isinstance(message, BeginTransactionRecord):
            self.transaction_name, self._staged_level = message.name, None
        if not self._serves_brokers and isinstance(message, FeatureLevelRecord):
            # at once, also inside a transaction: a leader with an open one must not continue it
            name, level = message.name, message.feature_level
            if not is_known_level(name, level):
                self.note_unreadable(Reason.FEATURE_LEVEL, level_text(name, level))
        elif self._is_above and not self.is_foreign and has_unknown_fields(message):
            # Only a newer level writes fields that kraft does not know. They would be lost in the
            # records that kraft writes after that level is lowered again.
            kind_name = type(message).__name__
            self.note_unreadable(
                Reason.UNREADABLE_RECORD, f"{kind_name} at offset {offset} has unknown fields"
            )
            return False
        has_changed = self._replay(message, offset)
        if isinstance(message, _CHANGES_LEVELS):
            self._note_level(message)
        return has_changed

    def _note_level(self, message: Message) -> None:
        if isinstance(message, FeatureLevelRecord) and self.in_transaction:
            name, level = message.name, message.feature_level
            if self._staged_level is None and not is_known_level(name, level):
                self._staged_level = name, level
        self._is_above = self.unknown_level is not None

    def _replay(self, message: Message, offset: int) -> bool:
        is_end = isinstance(message, EndTransactionRecord)
        before = dict(self.cluster.features) if is_end else None
        was_in_transaction = self.in_transaction
        try:
            self.cluster.replay_metadata(message, offset)
        except ReplayError as error:
            text = f"{type(message).__name__} at offset {offset}: {error}"
            self.note_unreadable(Reason.UNREADABLE_RECORD, text)
            return False
        if is_end:
            return before != self.cluster.features
        is_level = isinstance(message, FeatureLevelRecord) and message.name != KRAFT_VERSION
        return is_level and not was_in_transaction

    def values(self) -> list[bytes]:
        """Return the records of a snapshot; raises SnapshotError."""
        if self.is_foreign:
            raise SnapshotError("the metadata contains record types that this image does not track")
        return [encode_metadata_record(record) for record in snapshot_records(self.cluster)]

    def configured(self, resource_type: int, name: str) -> frozenset[str]:
        """Return the names of the resources of a type for which this config is set."""
        return frozenset(
            resource
            for (kind, resource), values in self.cluster.configs.items()
            if kind == resource_type and name in values
        )


def is_known_level(name: str, level: int) -> bool:
    """Return True if kraft supports this level of a feature; level 0 removes a feature."""
    return is_finalizable(level, SUPPORTED.get(name, (0, 0)))


def level_text(name: str, level: int) -> str:
    """Return the text of an obstacle: a finalized level and the range that kraft supports."""
    if name not in SUPPORTED:
        return f"{name} is finalized at level {level}, and kraft does not know that feature"
    lowest, highest = SUPPORTED[name]
    return f"{name} is finalized at level {level}, and kraft supports {lowest} to {highest}"


def has_unknown_fields(structure: Struct) -> bool:
    """Return True if a structure has tagged fields that its schema does not name."""
    if structure.unknown_tagged_fields:
        return True
    for name in structure._FIELDS:
        value = getattr(structure, name)
        items = value if isinstance(value, tuple) else (value,)
        if any(isinstance(each, Struct) and has_unknown_fields(each) for each in items):
            return True
    return False
