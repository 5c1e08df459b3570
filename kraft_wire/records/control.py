"""Control records: written by leaders, snapshots and transaction coordinators for the log itself.

The key is a version and a type, two bytes each (ControlRecordTypeSchema). The value of a
transaction marker follows its version (EndTransactionMarker); the values of the other types
are message bodies, read as version 0 whatever their own first field says (ControlRecordUtils).
"""

from __future__ import annotations

from enum import IntEnum
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from kraft_wire.errors import CorruptRecordError, EncodeError
from kraft_wire.messages import kafka_messages

if TYPE_CHECKING:
    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet

__all__ = [
    "ControlRecord",
    "ControlRecordType",
    "KeyAndValue",
    "control_record_type",
    "decode_control_record",
    "encode_control_record",
    "encode_transaction_marker",
]

_KEY: Final = Layout(">hh")
_VERSION: Final = Layout(">h")
_KEY_VERSION: Final = 0
_VALUE_VERSION: Final = 0


class ControlRecordType(IntEnum):
    """The types by their numbers; Kafka ignores the numbers it does not know."""

    ABORT = 0
    COMMIT = 1
    LEADER_CHANGE = 2
    SNAPSHOT_HEADER = 3
    SNAPSHOT_FOOTER = 4
    KRAFT_VERSION = 5
    KRAFT_VOTERS = 6


_MESSAGES: Final = {
    ControlRecordType.ABORT: "EndTxnMarker",
    ControlRecordType.COMMIT: "EndTxnMarker",
    ControlRecordType.LEADER_CHANGE: "LeaderChangeMessage",
    ControlRecordType.SNAPSHOT_HEADER: "SnapshotHeaderRecord",
    ControlRecordType.SNAPSHOT_FOOTER: "SnapshotFooterRecord",
    ControlRecordType.KRAFT_VERSION: "KRaftVersionRecord",
    ControlRecordType.KRAFT_VOTERS: "VotersRecord",
}
_TYPES: Final = {
    name: type_ for type_, name in _MESSAGES.items() if type_ > ControlRecordType.COMMIT
}
_MARKERS: Final = frozenset((ControlRecordType.ABORT, ControlRecordType.COMMIT))


class KeyAndValue(Protocol):
    """The source of a control record: a Record, or anything with a key and a value."""

    @property
    def key(self) -> bytes | None:
        """Bytes of the key."""

    @property
    def value(self) -> bytes | None:
        """Bytes of the value."""


class ControlRecord(NamedTuple):
    """A decoded control record.

    `type` and `message` are None where `type_number` is unknown.
    """

    type: ControlRecordType | None
    type_number: int
    message: Message | None


def control_record_type(key: bytes | None) -> int:
    """Return the type in the key of a control record; raises CorruptRecordError for another key.

    Versions above 0 are read like version 0, as Kafka does.
    """
    if key is None or len(key) < _KEY.size:
        raise CorruptRecordError("the key of a control record must have four bytes", path="key")
    version, number = _KEY.unpack_from(key)
    if version < 0:
        raise CorruptRecordError(f"version {version} of a control record's key", path="key")
    return int(number)


def decode_control_record(
    record: KeyAndValue, message_set: MessageSet | None = None
) -> ControlRecord:
    """Decode the key and the value of a record out of a control batch.

    `message_set` is the generated package whose messages are used, Kafka's by default.

    Raises CorruptRecordError for a bad key or no value, UnknownMessageError for a message that the
    package lacks, and what decoding the message raises, with
    offsets that count from the start of the value. Bytes after the message are ignored.
    """
    number = control_record_type(record.key)
    try:
        type_ = ControlRecordType(number)
    except ValueError:
        return ControlRecord(None, number, None)
    value = record.value
    if value is None:
        raise CorruptRecordError(f"a control record {type_.name} without value", path="value")
    start = _marker_body(value) if type_ in _MARKERS else 0
    cls = (message_set or kafka_messages()).message_class(_MESSAGES[type_])
    message, _ = cls.decode_prefix(value, _VALUE_VERSION, start)
    return ControlRecord(type_, number, message)


def _marker_body(value: bytes) -> int:
    """Return the start of a transaction marker's body; versions above 0 are read like 0."""
    if len(value) < _VERSION.size:
        raise CorruptRecordError("a transaction marker is truncated", path="value")
    (version,) = _VERSION.unpack_from(value)
    if version < 0:
        raise CorruptRecordError(f"version {version} of a transaction marker", path="value")
    return _VERSION.size


def encode_control_record(message: Message) -> tuple[bytes, bytes]:
    """Return key and value of a KRaft control record; raises EncodeError for another message."""
    type_ = _TYPES.get(type(message).__name__)
    if type_ is None:
        raise EncodeError(f"{type(message).__name__} is not a control record of KRaft")
    return _KEY.pack(_KEY_VERSION, type_), message.encode(_VALUE_VERSION)


def encode_transaction_marker(
    *, commit: bool, coordinator_epoch: int, message_set: MessageSet | None = None
) -> tuple[bytes, bytes]:
    """Return key and value of the marker that ends a transaction."""
    type_ = ControlRecordType.COMMIT if commit else ControlRecordType.ABORT
    cls: Any = (message_set or kafka_messages()).message_class(_MESSAGES[type_])
    message = cls(coordinator_epoch=coordinator_epoch)
    value: bytes = _VERSION.pack(_VALUE_VERSION) + message.encode(_VALUE_VERSION)
    return _KEY.pack(_KEY_VERSION, type_), value
