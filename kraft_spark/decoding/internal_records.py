"""Records of Kafka's internal topics: as text, as typed columns, and the names of their numbers.

`decoded` of control and metadata records is the data part of what Kafka's dump prints, to the byte,
unless secrets are hidden. `TypedRecord` makes columns of the fields of one type, by its schema: the
union over all versions; what a record's version lacks is null. Arrays and structures are nested, a
uuid is Kafka's base64. Tables name what Kafka numbers: resources, patterns, operations and so on.

A row of the group, the share and the transaction coordinator has the parts that people ask for by
name, and the JSON of key and value as Kafka's dump prints it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow as pa

from kraft_spark.columns import list_of
from kraft_spark.decoding.arrow_decode import timestamp_of
from kraft_wire.errors import WireError
from kraft_wire.json_form import dumps, to_json
from kraft_wire.messages import kafka_messages, message_class
from kraft_wire.primitives import read_uvarint
from kraft_wire.records.control import ControlRecordType, control_record_type, decode_control_record
from kraft_wire.records.coordinator import (
    Coordinator,
    CoordinatorRecord,
    decode_coordinator_record,
    member_contents,
)
from kraft_wire.records.metadata_frame import decode_metadata_record
from kraft_wire.registry import type_name
from kraft_wire.secrets import REDACTED, SECRET_MESSAGES, hidden, redact_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_wire.message import Message
    from kraft_wire.records.coordinator import MemberContent
    from kraft_wire.schema import FieldSchema, StructSchema

SECRET_TYPES: Final = frozenset(
    type_name(name) for name in SECRET_MESSAGES if name.endswith("Record")
)
"""The records that can have secrets."""


class Decoded(NamedTuple):
    """A decoded record; `typed` are the values of its typed columns."""

    record_type: str | None
    version: int | None = None
    text: str | None = None
    error: str | None = None
    value: bytes | None = None
    typed: dict[str, Any] | None = None


class _Bytes(NamedTuple):
    key: bytes | None
    value: bytes | None


def decode_control(
    key: bytes | None, value: bytes | None, typed: TypedRecord | None = None
) -> Decoded:
    """Decode a record of a control batch; never raises."""
    try:
        number = control_record_type(key)
    except WireError as error:
        return Decoded(None, error=str(error), value=value)
    try:
        name = ControlRecordType(number).name
    except ValueError:
        return Decoded(str(number), error=f"control record type {number} is unknown", value=value)
    try:
        message = decode_control_record(_Bytes(key, value)).message
    except WireError as error:
        return Decoded(name, error=str(error), value=value)
    if message is None or value is None:
        return Decoded(name, error="no message", value=value)
    form = to_json(message, 0)
    version = int.from_bytes(value[:2], signed=True)
    if "version" not in form:
        form = {"version": version, **form}
    fields = None
    if typed is not None and typed.name == name:
        fields = typed.values(message, 0, ())
    return Decoded(name, version, dumps(form), None, value, fields)


@dataclass(frozen=True, slots=True)
class MetadataDecoder:
    """Decodes records of the metadata log; `typed` is the type whose fields become columns."""

    include_secrets: bool = False
    typed: TypedRecord | None = None

    def decode(self, value: bytes | None) -> Decoded:
        """Decode a value; never raises."""
        if value is None:
            return Decoded(None, error="a metadata record without value")
        try:
            message, version = decode_metadata_record(value)
        except WireError as error:
            return self._undecoded(value, str(error))
        name = type_name(type(message).__name__)
        typed = None
        if self.typed is not None:
            if self.typed.name != name:
                return Decoded(name, version)
            secrets = () if self.include_secrets else tuple(hidden(message).values())
            typed = self.typed.values(message, version, secrets)
        return self._decoded(name, version, message, value, typed)

    def _decoded(
        self,
        name: str,
        version: int,
        message: Message,
        value: bytes,
        typed: dict[str, Any] | None,
    ) -> Decoded:
        try:
            form = to_json(message, version)
        except WireError as error:
            return self._undecoded(value, str(error))
        is_hidden = not self.include_secrets and redact_json(form, message)
        return Decoded(name, version, dumps(form), None, None if is_hidden else value, typed)

    def _undecoded(self, value: bytes, error: str) -> Decoded:
        """Return the known part of an undecodable record; bytes stay unless they can be secret."""
        name, version = record_front(value)
        may_hide = name in SECRET_TYPES and not self.include_secrets
        return Decoded(name, version, error=error, value=None if may_hide else value)


def record_front(value: bytes) -> tuple[str | None, int | None]:
    """Return type and version from the frame of a metadata record; None if it is damaged."""
    try:
        _, position = read_uvarint(value, 0)
        api_key, position = read_uvarint(value, position)
        version, _ = read_uvarint(value, position)
    except (ValueError, IndexError):
        return None, None
    name = kafka_messages().name_of("metadata", api_key)
    shown = str(api_key) if name is None else type_name(name)
    return shown, version if version <= 0x7FFF else None


_TYPES: Final = {
    "bool": pa.bool_(),
    "int8": pa.int8(),
    "int16": pa.int16(),
    "uint16": pa.int32(),
    "int32": pa.int32(),
    "uint32": pa.int64(),
    "int64": pa.int64(),
    "float64": pa.float64(),
    "uuid": pa.string(),
    "string": pa.string(),
    "bytes": pa.binary(),
    "records": pa.binary(),
}
_CONTROL_MESSAGES: Final = {
    ControlRecordType.LEADER_CHANGE.name: "LeaderChangeMessage",
    ControlRecordType.SNAPSHOT_HEADER.name: "SnapshotHeaderRecord",
    ControlRecordType.SNAPSHOT_FOOTER.name: "SnapshotFooterRecord",
    ControlRecordType.KRAFT_VERSION.name: "KRaftVersionRecord",
    ControlRecordType.KRAFT_VOTERS.name: "VotersRecord",
}


class UnknownRecordTypeError(ValueError):
    """A record type that the metadata log does not have."""


class TypedRecord:
    """A type of record of the metadata log and the columns that its fields make.

    `asked` is its name as Kafka's enum or its class spells it, in any case. Raises
    UnknownRecordTypeError.
    """

    def __init__(self, asked: str) -> None:
        self.name, cls_name = _named(asked)
        self._root = message_class(cls_name).schema().root
        self.columns = tuple(
            pa.field(field.json_name, _column_type(field)) for field in self._root.fields
        )
        self._getters = [(field, _getter(field)) for field in self._root.fields]

    def values(self, message: Message, version: int, secrets: tuple[str, ...]) -> dict[str, Any]:
        """Return the values of the columns; those named in `secrets` are hidden."""
        found = {}
        for field, get in self._getters:
            name = field.json_name
            if name in secrets:
                found[name] = REDACTED if field.type == "string" else None
            elif field.is_present(version):
                found[name] = get(getattr(message, field.name), version)
            else:
                found[name] = None
        return found


def record_type_name(asked: str) -> str:
    """Return the name of a record type as Kafka's enum spells it, for any spelling of it.

    Raises UnknownRecordTypeError.
    """
    return _named(asked)[0]


def _named(asked: str) -> tuple[str, str]:
    """Return the enum's name and the class of a record type."""
    names = _names()
    key = asked.replace("_", "").lower()
    if key not in names:
        listed = ", ".join(sorted({name for name, _ in names.values()}))
        raise UnknownRecordTypeError(f"option recordType cannot be {asked!r}; allowed: {listed}")
    return names[key]


def _names() -> dict[str, tuple[str, str]]:
    """Record types by their names without case: the enum's name and the class."""
    names = {}
    entries = kafka_messages().entries
    for cls_name, entry in entries.items():
        if entry.kind == "metadata":
            names[cls_name.lower()] = (type_name(cls_name), cls_name)
    for name, cls_name in _CONTROL_MESSAGES.items():
        names[name.replace("_", "").lower()] = (name, cls_name)
        names[cls_name.lower()] = (name, cls_name)
    return names


def _column_type(field: FieldSchema) -> pa.DataType:
    one = _TYPES[field.type] if field.struct is None else _struct_type(field.struct)
    return list_of(one) if field.is_array else one


def _struct_type(struct: StructSchema) -> pa.DataType:
    return pa.struct([(one.json_name, _column_type(one)) for one in struct.fields])


def _getter(field: FieldSchema) -> Callable[[Any, int], Any]:
    """Return the function that converts a field's value for its column."""
    one = _single(field)
    if not field.is_array:
        return lambda value, version: None if value is None else one(value, version)

    def every(values: Any, version: int) -> Any:
        return None if values is None else [one(value, version) for value in values]

    return every


def _single(field: FieldSchema) -> Callable[[Any, int], Any]:
    if field.struct is None:
        return _text if field.type == "uuid" else _same
    inner = [(one, _getter(one)) for one in field.struct.fields]

    def structure(value: Any, version: int) -> dict[str, Any]:
        return {
            one.json_name: (
                get(getattr(value, one.name), version) if one.is_present(version) else None
            )
            for one, get in inner
        }

    return structure


def _text(value: Any, version: int) -> str:
    del version
    return str(value)


def _same(value: Any, version: int) -> Any:
    del version
    return value


CONFIG_RESOURCES: Final = {
    2: "TOPIC",
    4: "BROKER",
    8: "BROKER_LOGGER",
    16: "CLIENT_METRICS",
    32: "GROUP",
}
"""ConfigResource.Type."""

ACL_RESOURCES: Final = dict(
    enumerate(
        (
            "UNKNOWN",
            "ANY",
            "TOPIC",
            "GROUP",
            "CLUSTER",
            "TRANSACTIONAL_ID",
            "DELEGATION_TOKEN",
            "USER",
        )
    )
)
"""ResourceType."""

PATTERNS: Final = dict(enumerate(("UNKNOWN", "ANY", "MATCH", "LITERAL", "PREFIXED")))
"""PatternType."""

OPERATIONS: Final = dict(
    enumerate(
        (
            "UNKNOWN",
            "ANY",
            "ALL",
            "READ",
            "WRITE",
            "CREATE",
            "DELETE",
            "ALTER",
            "DESCRIBE",
            "CLUSTER_ACTION",
            "DESCRIBE_CONFIGS",
            "ALTER_CONFIGS",
            "IDEMPOTENT_WRITE",
            "CREATE_TOKENS",
            "DESCRIBE_TOKENS",
            "TWO_PHASE_COMMIT",
        )
    )
)
"""AclOperation."""

PERMISSIONS: Final = dict(enumerate(("UNKNOWN", "ANY", "DENY", "ALLOW")))
"""AclPermissionType."""

PROTOCOLS: Final = dict(enumerate(("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")))
"""SecurityProtocol."""

SCRAM_MECHANISMS: Final = {1: "SCRAM-SHA-256", 2: "SCRAM-SHA-512"}
RECOVERY_STATES: Final = {0: "RECOVERED", 1: "RECOVERING"}
"""LeaderRecoveryState."""


def named(names: dict[int, str], number: int) -> str:
    """Return the name of a number; one that this package does not know is its text."""
    return names.get(number, str(number))


Row = dict[str, Any]
_COMMITS: Final = ("OffsetCommit", "LegacyOffsetCommit")
_TOPIC_ID_SINCE: Final = 4
_VERSION_BYTES: Final = 2

_STATES: Final = (
    "Empty",
    "Ongoing",
    "PrepareCommit",
    "PrepareAbort",
    "CompleteCommit",
    "CompleteAbort",
    "Dead",
    "PrepareEpochFence",
)
"""The states of a transaction by number (Kafka's TransactionState)."""


def offset_row(coordinator: Coordinator, key: bytes | None, value: bytes | None) -> Row:
    """Return a record of the group or the share coordinator; never raises."""
    record, row = _begin(coordinator, key, value)
    if record is None:
        return row
    of_key: Any = record.key
    row["groupId"] = of_key.group_id if hasattr(of_key, "group_id") else of_key.group
    if record.name in _COMMITS:
        row["topic"], row["partition"] = of_key.topic, of_key.partition
        if record.value is not None:
            row.update(_commit(record.value, record.version or 0))
    elif coordinator is Coordinator.SHARE:
        row["topicId"], row["partition"] = str(of_key.topic_id), of_key.partition
    return row


def _commit(value: Any, version: int) -> Row:
    row = {
        "committedOffset": value.offset,
        "leaderEpoch": value.leader_epoch,
        "metadata": value.metadata,
        "commitTimestamp": timestamp_of(value.commit_timestamp),
        "expireTimestamp": timestamp_of(value.expire_timestamp),
    }
    if version >= _TOPIC_ID_SINCE:
        row["topicId"] = str(value.topic_id)
    return row


def transaction_row(key: bytes | None, value: bytes | None) -> Row:
    """Return a record of the transaction coordinator; never raises."""
    record, row = _begin(Coordinator.TRANSACTION, key, value)
    if record is None:
        return row
    of_key: Any = record.key
    row["transactionalId"] = of_key.transactional_id
    if record.value is not None:
        row.update(_transaction(record.value))
    return row


def _transaction(value: Any) -> Row:
    number = value.transaction_status
    partitions = value.transaction_partitions
    return {
        "producerId": value.producer_id,
        "previousProducerId": value.previous_producer_id,
        "nextProducerId": value.next_producer_id,
        "producerEpoch": value.producer_epoch,
        "timeoutMs": value.transaction_timeout_ms,
        "state": _STATES[number] if 0 <= number < len(_STATES) else str(number),
        "partitions": None
        if partitions is None
        else [
            {"topic": one.topic, "partition": partition}
            for one in partitions
            for partition in one.partition_ids
        ],
        "startTimestamp": timestamp_of(value.transaction_start_timestamp_ms),
        "lastUpdateTimestamp": timestamp_of(value.transaction_last_update_timestamp_ms),
        "clientTransactionVersion": value.client_transaction_version,
    }


def _begin(
    coordinator: Coordinator, key: bytes | None, value: bytes | None
) -> tuple[CoordinatorRecord | None, Row]:
    """Decode, and fill the common fields of these records; the row contains decoding errors."""
    row: Row = {"isTombstone": value is None}
    error = None
    try:
        record = decode_coordinator_record(coordinator, key, value)
    except WireError as refusal:
        error = str(refusal)
        try:
            record = decode_coordinator_record(coordinator, key, None)
        except WireError:
            row["recordType"] = _number(key)
            row["decodeError"] = error
            return None, row
    row["recordType"] = type_name(record.name)
    row["recordVersion"] = record.version
    row["decodedKey"] = dumps(to_json(record.key, record.key.VERSIONS[0]))
    if error is not None:
        row["decodeError"] = error
        row["recordVersion"] = _version(value)
    elif record.value is not None:
        try:
            row["decoded"] = dumps(_value_form(record.value, record.version or 0))
        except WireError as refusal:
            row["decodeError"] = str(refusal)
    return record, row


def _number(key: bytes | None) -> str | None:
    return None if key is None or len(key) < 2 else str(int.from_bytes(key[:2], signed=True))


def _version(value: bytes | None) -> int | None:
    return None if value is None or len(value) < 2 else int.from_bytes(value[:2], signed=True)


def _value_form(message: Message, version: int) -> dict[str, Any]:
    form = to_json(message, version)
    if type(message).__name__ == "GroupMetadataValue":
        for each in member_contents(message):
            _open(each, form["members"][each.member])
    return form


def _open(content: MemberContent, shown: dict[str, Any]) -> None:
    """Replace bytes by the message that they hold; bytes that hold none stay."""
    if len(content.content) < _VERSION_BYTES:
        return
    cls = message_class(content.message)
    lowest, highest = cls.VERSIONS
    number = int.from_bytes(content.content[:_VERSION_BYTES], signed=True)
    version = min(max(number, lowest), highest)
    try:
        message, _ = cls.decode_prefix(content.content, version, _VERSION_BYTES)
    except WireError:
        return
    shown[content.field] = to_json(message, version)
