"""Control and metadata records as rows: type, version, JSON, or why there is none.

`decoded` is the data part of what Kafka's dump prints, to the byte, unless secrets are hidden.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_wire.errors import WireError
from kraft_wire.json_form import dumps, to_json
from kraft_wire.messages import kafka_messages
from kraft_wire.primitives import read_uvarint
from kraft_wire.records.control import (
    ControlRecordType,
    control_record_type,
    decode_control_record,
)
from kraft_wire.records.metadata_frame import decode_metadata_record
from kraft_wire.records.type_names import type_name
from kraft_wire.secrets import SECRET_MESSAGES, hidden, redact_json

if TYPE_CHECKING:
    from kraft_spark.decoding.typed_records import TypedRecord
    from kraft_wire.message import Message


SECRET_TYPES: Final = frozenset(
    type_name(name) for name in SECRET_MESSAGES if name.endswith("Record")
)
"""The records that may have secrets."""


class Decoded(NamedTuple):
    """What became of a record; `typed` are the values of its typed columns."""

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
        """What is known of a record that does not decode; bytes stay unless they may hide."""
        name, version = record_front(value)
        may_hide = name in SECRET_TYPES and not self.include_secrets
        return Decoded(name, version, error=error, value=None if may_hide else value)


def record_front(value: bytes) -> tuple[str | None, int | None]:
    """Type and version as the frame says them."""
    try:
        _, position = read_uvarint(value, 0)
        api_key, position = read_uvarint(value, position)
        version, _ = read_uvarint(value, position)
    except (ValueError, IndexError):
        return None, None
    name = kafka_messages().name_of("metadata", api_key)
    shown = str(api_key) if name is None else type_name(name)
    return shown, version if version <= 0x7FFF else None
