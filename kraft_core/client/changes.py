"""A record of the metadata log as a user gets it, and its JSON."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from kraft_core.client.errors import UnreadableRecordError
from kraft_wire import messages
from kraft_wire.errors import WireError
from kraft_wire.records.control import decode_control_record
from kraft_wire.records.metadata_frame import OpaqueMetadataRecord, decode_or_keep_metadata_record
from kraft_wire.registry import type_name
from kraft_wire.secrets import REDACTED, hidden, redacted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.message import Message
    from kraft_wire.records.batch import RecordBatch
    from kraft_wire.records.record import Record

Source = Literal["log", "snapshot"]

CONTROL_TYPES: Final = {
    "LeaderChangeMessage": "LEADER_CHANGE",
    "SnapshotHeaderRecord": "SNAPSHOT_HEADER",
    "SnapshotFooterRecord": "SNAPSHOT_FOOTER",
    "KRaftVersionRecord": "KRAFT_VERSION",
    "VotersRecord": "KRAFT_VOTERS",
}
"""The control records of a metadata log: message names and Kafka's names of the types."""

HIDDEN: Final = REDACTED.encode()


class OpaqueControlRecord(NamedTuple):
    """A control record of a type that this release does not know."""

    type_number: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Change:
    """One committed record.

    `offset` is that in the log or, with source "snapshot", inside the snapshot; `epoch` that of
    the leader that wrote the batch; `timestamp` milliseconds since 1970. `record` is a metadata
    record or, where `is_control`, a control record; one that a newer Kafka wrote is kept opaque.
    Secrets are `(redacted)` unless they were asked for; what is opaque counts as secret.
    """

    offset: int
    epoch: int
    timestamp: int
    source: Source
    record: Message | OpaqueMetadataRecord | OpaqueControlRecord
    version: int
    is_control: bool = False

    @property
    def name(self) -> str:
        """The name of the record's schema: `TopicRecord`, `LeaderChangeMessage`."""
        match self.record:
            case OpaqueMetadataRecord(api_key):
                known = messages.kafka_messages().name_of("metadata", api_key)
                return known or f"MetadataRecord{api_key}"
            case OpaqueControlRecord(number):
                return f"ControlRecord{number}"
            case record:
                return type(record).__name__

    @property
    def type(self) -> str:
        """Kafka's name of the record's type: `TOPIC_RECORD`, `LEADER_CHANGE`."""
        return CONTROL_TYPES.get(self.name) or type_name(self.name)

    def to_json(self) -> dict[str, Any]:
        """Return the line of `kraft tail --json`: offset, epoch, timestamp, source, record."""
        kind, record = "control", dict[str, Any](type=self.type)
        if not self.is_control:
            kind = "metadata"
            record |= {"apiKey": self._api_key, "version": self.version}
        return {
            "offset": self.offset,
            "epoch": self.epoch,
            "timestamp": self.timestamp,
            "source": self.source,
            kind: {**record, "data": self.fields()},
        }

    @property
    def _api_key(self) -> int | None:
        record = self.record
        if isinstance(record, OpaqueMetadataRecord):
            return record.api_key
        return None if isinstance(record, OpaqueControlRecord) else record.API_KEY

    def fields(self) -> dict[str, Any] | str:
        """Return the record in Kafka's JSON form, secrets as `(redacted)`; base64 if opaque."""
        record = self.record
        if isinstance(record, OpaqueMetadataRecord | OpaqueControlRecord):
            return REDACTED if record.body == HIDDEN else base64.b64encode(record.body).decode()
        from kraft_wire.json_form import to_json  # objects need no JSON

        found: dict[str, Any] = to_json(record, self.version)
        for name, json_name in hidden(record).items():
            if getattr(record, name) in (REDACTED, HIDDEN):
                found[json_name] = REDACTED  # and not its base64, where it is of bytes
        return found


def changes_of(batch: RecordBatch, source: Source, *, include_secrets: bool) -> Iterator[Change]:
    """Decode the records of a batch, one at a time.

    Raises UnreadableRecordError at one that is not a record of a metadata log.
    """
    decode = _control_record if batch.is_control else _metadata_record
    offset = batch.base_offset
    try:
        for each in batch.records():
            offset = each.offset
            record, version = decode(each)
            yield Change(
                offset,
                batch.partition_leader_epoch,
                each.timestamp,
                source,
                record if include_secrets else _without_secrets(record),
                version,
                batch.is_control,
            )
    except WireError as error:
        raise UnreadableRecordError(
            f"the record at offset {offset} of the {source} cannot be read: {error}"
        ) from None


def _control_record(record: Record) -> tuple[Message | OpaqueControlRecord, int]:
    found = decode_control_record(record)
    if found.message is None:
        return OpaqueControlRecord(found.type_number, record.value or b""), 0
    return found.message, 0


def _metadata_record(record: Record) -> tuple[Message | OpaqueMetadataRecord, int]:
    found = decode_or_keep_metadata_record(record.value or b"")
    if isinstance(found, OpaqueMetadataRecord):
        return found, found.version
    return found.message, found.version


def _without_secrets(
    record: Message | OpaqueMetadataRecord | OpaqueControlRecord,
) -> Message | OpaqueMetadataRecord | OpaqueControlRecord:
    if isinstance(record, OpaqueMetadataRecord | OpaqueControlRecord):
        return record._replace(body=HIDDEN)
    return redacted(record)


@cache
def record_names() -> dict[str, str]:
    """Return the name of each metadata record, by that name and by Kafka's type name."""
    known = messages.kafka_messages()
    names = (known.name_of("metadata", key) or "" for key in known.keys_of("metadata"))
    types = {name: type_name(name) for name in names} | CONTROL_TYPES
    return {spelt: name for name, kind in types.items() for spelt in (name, kind)}
