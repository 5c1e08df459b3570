"""What the metadata log of a quorum without brokers holds, whole: Kafka's MetadataImage.

Records are kept as they stand in the log, byte for byte, so a snapshot of them loses nothing, not
even fields of a newer Kafka. A record of any other kind, a level above ours or a transaction out of
order shows that the metadata is not ours to add to; from then on only features and registrations
are followed, and the image can no longer be written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.node.feature_levels import KRAFT_VERSION, METADATA_VERSION, SUPPORTED
from kraft_wire.errors import WireError
from kraft_wire.messages import (
    AbortTransactionRecord,
    BeginTransactionRecord,
    ConfigRecord,
    EndTransactionRecord,
    FeatureLevelRecord,
    NoOpRecord,
    RegisterControllerRecord,
    UnregisterControllerRecord,
    UserScramCredentialRecord,
    ZkMigrationStateRecord,
)
from kraft_wire.primitives import read_uvarint
from kraft_wire.records.metadata_frame import decode_metadata_record

if TYPE_CHECKING:
    from kraft_wire.message import Message

_Key = tuple[object, ...]

_FEATURES, _ZK_MIGRATION, _CONTROLLERS, _CONFIGS, _CREDENTIALS = range(5)
"""The order of a snapshot, which is Kafka's."""

BROKERLESS_KINDS: Final = frozenset({4, 11, 12, 20, 21, 23, 24, 25, 27, 29})
"""What a quorum without brokers writes: config, SCRAM credential, feature level, NoOp, ZooKeeper
migration state, begin, end and abort of a transaction, registered and unregistered controller."""


class _Staged(NamedTuple):
    """A record of the transaction that is under way."""

    message: Message
    value: bytes


class MetadataImage:
    """Replays committed records.

    `features` are the finalized levels but for kraft.version, which is a control record.
    `is_foreign` never becomes false again.
    """

    def __init__(self) -> None:
        self.features: dict[str, int] = {}
        self.controllers: dict[int, RegisterControllerRecord] = {}
        self.is_foreign = False
        self._kept: dict[_Key, bytes] = {}
        self._transaction: list[_Staged] | None = None

    def clear(self) -> None:
        """Forget the state; that it was foreign stays."""
        self.features.clear()
        self.controllers.clear()
        self._kept.clear()
        self._transaction = None

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction was begun and neither ended nor aborted."""
        return self._transaction is not None

    @property
    def metadata_version(self) -> int | None:
        """The finalized level of metadata.version, None as long as there is none."""
        return self.features.get(METADATA_VERSION)

    def note_foreign(self) -> None:
        """This metadata is not ours to add to: keep no more of it than what is read."""
        self.is_foreign = True
        self._kept.clear()

    def replay(self, value: bytes) -> bool:
        """Take the value of a record; tell whether it changed features."""
        if _kind(value) not in BROKERLESS_KINDS:
            self.note_foreign()
            return False
        try:
            message = decode_metadata_record(value).message
        except WireError:
            self.note_foreign()  # a version of the record that a newer Kafka wrote
            return False
        match message:
            case NoOpRecord():
                return False
            case BeginTransactionRecord() | EndTransactionRecord() | AbortTransactionRecord():
                return self._mark(message)
            case _ if self._transaction is not None:
                self._look_at_level(message)
                self._transaction.append(_Staged(message, value))
                return False
            case _:
                return self._take(message, value)

    def values(self) -> list[bytes]:
        """The records that would bring this image about, metadata.version first."""
        first = (_FEATURES, METADATA_VERSION)
        keys = sorted(self._kept, key=lambda key: (key[0], key != first))
        return [self._kept[key] for key in keys]

    def configured(self, resource_type: int, name: str) -> frozenset[str]:
        """The resources of a type that have a value of this config."""
        return frozenset(
            str(key[2])
            for key in self._kept
            if key[0] == _CONFIGS and (key[1], key[3]) == (resource_type, name)
        )

    # -- inside -------------------------------------------------------------------------------

    def _mark(self, message: Message) -> bool:
        """Begin, end or abort a transaction."""
        begins = isinstance(message, BeginTransactionRecord)
        staged, self._transaction = self._transaction, [] if begins else None
        if begins is not (staged is None):
            self.note_foreign()
        if begins or isinstance(message, AbortTransactionRecord):
            return False
        changes = [self._take(*each) for each in staged or ()]
        return any(changes)

    def _take(self, message: Message, value: bytes) -> bool:
        self._look_at_level(message)
        match message:
            case FeatureLevelRecord():
                self._keep((_FEATURES, message.name), value if message.feature_level else None)
                return self._set_level(message.name, message.feature_level)
            case RegisterControllerRecord():
                self.controllers[message.controller_id] = message
                self._keep((_CONTROLLERS, message.controller_id), value)
            case UnregisterControllerRecord():
                self.controllers.pop(message.controller_id, None)
                self._keep((_CONTROLLERS, message.controller_id), None)
            case ConfigRecord():
                key = (_CONFIGS, message.resource_type, message.resource_name, message.name)
                self._keep(key, None if message.value is None else value)
            case UserScramCredentialRecord():
                self._keep((_CREDENTIALS, message.name, message.mechanism), value)
            case ZkMigrationStateRecord():
                self._keep((_ZK_MIGRATION,), value)
        return False

    def _keep(self, key: _Key, value: bytes | None) -> None:
        if value is None or self.is_foreign:
            self._kept.pop(key, None)
        else:
            self._kept[key] = value

    def _set_level(self, name: str, level: int) -> bool:
        """Kafka 3.9 wrote kraft.version here too, where it means nothing (KAFKA-18979)."""
        if name == KRAFT_VERSION:
            return False
        if level:
            self.features[name] = level
        else:
            self.features.pop(name, None)
        return True

    def _look_at_level(self, message: Message) -> None:
        if isinstance(message, FeatureLevelRecord) and not is_known_level(
            message.name, message.feature_level
        ):
            self.note_foreign()


def is_known_level(name: str, level: int) -> bool:
    """Whether a level of a feature is not above ours."""
    return level <= SUPPORTED.get(name, (0, 0))[1]


def _kind(value: bytes) -> int:
    """The id of a metadata record, -1 for what is none."""
    try:
        frame_version, position = read_uvarint(value, 0)
        kind, _ = read_uvarint(value, position)
    except (ValueError, IndexError):
        return -1
    return kind if frame_version == 1 else -1
