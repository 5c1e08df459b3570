"""Records of the internal topics: of the group, the share and the transaction coordinator.

The key begins with the type of the record, the value with its version, two bytes each. Each
coordinator has its own types, so the same number means another record in another topic
(Kafka's CoordinatorRecordSerde and the three CoordinatorRecordType enumerations). A null value is
a tombstone. `message_set` is the generated package whose messages are used, Kafka's by default.

Since Kafka 4.0 a schema of a key has its type as `apiKey`, and one version, 0. Up to 3.9 the
version of a key was its type: a package of such schemas is read by that rule.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_wire.errors import (
    DecodeError,
    EncodeError,
    TruncatedError,
    UnknownMessageError,
)
from kraft_wire.messages import kafka_messages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet

__all__ = [
    "Coordinator",
    "CoordinatorRecord",
    "MemberContent",
    "decode_coordinator_record",
    "encode_coordinator_record",
    "member_contents",
    "record_names",
]

_INT16: Final = Layout(">h")
_KEY_VERSION: Final = 0


class Coordinator(Enum):
    """The coordinator whose records a topic contains."""

    GROUP = "__consumer_offsets"
    SHARE = "__share_group_state"
    TRANSACTION = "__transaction_state"


_SHARE_RECORDS: Final = frozenset(("ShareSnapshot", "ShareUpdate"))
_TRANSACTION_RECORDS: Final = frozenset(("TransactionLog",))


class CoordinatorRecord(NamedTuple):
    """A decoded record; `value` and `version` are None for a tombstone."""

    type_number: int
    key: Message
    value: Message | None
    version: int | None

    @property
    def name(self) -> str:
        """The name of the record, without Key or Value: "OffsetCommit"."""
        return type(self.key).__name__.removesuffix("Key")


class MemberContent(NamedTuple):
    """Bytes of a classic consumer group's member, which hold a message after its version."""

    member: int
    """Its place in the group."""
    field: str
    message: str
    """The name of the message."""
    content: bytes


_MEMBER_CONTENTS: Final = {
    "subscription": "ConsumerProtocolSubscription",
    "assignment": "ConsumerProtocolAssignment",
}


def member_contents(group: Any) -> Iterator[MemberContent]:
    """Yield the subscriptions and assignments of a GroupMetadataValue's members.

    Groups of other protocols than "consumer" have bytes of their own, which are not decoded.
    """
    if group.protocol_type == "consumer":
        for place, member in enumerate(group.members):
            for field, message in _MEMBER_CONTENTS.items():
                yield MemberContent(place, field, message, getattr(member, field))


def record_names(coordinator: Coordinator, message_set: MessageSet | None = None) -> dict[int, str]:
    """Return the records of a coordinator by type number, without Key or Value."""
    return _record_names(coordinator, message_set or kafka_messages())


@lru_cache(maxsize=32)
def _record_names(coordinator: Coordinator, message_set: MessageSet) -> dict[int, str]:
    found = {}
    # Kafka 3.9 numbers keys by their versions. In a set that has newer ones too, the numbers are
    # those of the newer ones: number 9 of 3.9 is unknown to a newer Kafka.
    has_keys = any(entry.kind == "coordinator-key" for entry in message_set.entries.values())
    for name, entry in message_set.entries.items():
        record = name.removesuffix("Key")
        if record == name or _coordinator_of(record) is not coordinator:
            continue
        if entry.kind == "coordinator-key" and entry.api_key is not None:
            found[entry.api_key] = record
        elif not has_keys and entry.kind == "data" and f"{record}Value" in message_set.entries:
            found |= dict.fromkeys(range(entry.lowest, entry.highest + 1), record)
    return found


def _coordinator_of(record: str) -> Coordinator:
    if record in _SHARE_RECORDS:
        return Coordinator.SHARE
    return Coordinator.TRANSACTION if record in _TRANSACTION_RECORDS else Coordinator.GROUP


def decode_coordinator_record(
    coordinator: Coordinator,
    key: bytes | None,
    value: bytes | None,
    message_set: MessageSet | None = None,
) -> CoordinatorRecord:
    """Decode key and value of a record of this coordinator's topic.

    Raises UnknownMessageError for a type that this package does not know, UnsupportedVersionError
    for such a version, and DecodeError with an offset in the key or the value. Bytes after the
    body are ignored, as in Kafka.
    """
    if key is None:
        raise DecodeError("a coordinator's record without key", path="key")
    number = _prefix(key, "key")
    known = message_set or kafka_messages()
    key_class = _class_of(coordinator, number, "Key", known)
    key_message = _body(key_class, key, _key_version(key_class, number), "key")
    if value is None:
        return CoordinatorRecord(number, key_message, None, None)
    version = _prefix(value, "value")
    value_class = _class_of(coordinator, number, "Value", known)
    value_message = _body(value_class, value, version, "value")
    return CoordinatorRecord(number, key_message, value_message, version)


def encode_coordinator_record(record: CoordinatorRecord) -> tuple[bytes, bytes | None]:
    """Return key and value as bytes; raises the errors of encoding messages."""
    version = _key_version(type(record.key), record.type_number)
    key = _INT16.pack(record.type_number) + record.key.encode(version)
    if record.value is None:
        return key, None
    if record.version is None:
        raise EncodeError(f"{type(record.value).__name__} without a version")
    return key, _INT16.pack(record.version) + record.value.encode(record.version)


def _key_version(cls: type[Message], number: int) -> int:
    return number if cls.KIND == "data" else _KEY_VERSION


def _class_of(
    coordinator: Coordinator, number: int, part: str, message_set: MessageSet
) -> type[Message]:
    name = _record_names(coordinator, message_set).get(number)
    if name is None:
        raise UnknownMessageError(
            f"unknown record type {number} in {coordinator.value}", offset=0, path="key"
        )
    return message_set.message_class(name + part)


def _prefix(data: bytes, path: str) -> int:
    if len(data) < _INT16.size:
        raise TruncatedError("no room for the two bytes in front", offset=0, path=path)
    number: int = _INT16.unpack_from(data)[0]
    return number


def _body(cls: type[Message], data: bytes, version: int, path: str) -> Message:
    try:
        message, _ = cls.decode_prefix(data, version, _INT16.size)
    except DecodeError as error:
        error.path = f"{path}.{error.path}" if error.path else path
        raise
    return message
