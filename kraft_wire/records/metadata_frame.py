"""The frame around a metadata record: frame version, record id, record version, body.

Kafka's MetadataRecordSerde. A controller must refuse unknown records; a reader may keep one
as bytes, to pass it on or to show it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_wire.errors import (
    DecodeError,
    EncodeError,
    UnknownMessageError,
    UnsupportedVersionError,
)
from kraft_wire.messages import kafka_messages
from kraft_wire.primitives import read_uvarint, uvarint

if TYPE_CHECKING:
    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet

__all__ = [
    "FRAME_VERSION",
    "MetadataRecord",
    "OpaqueMetadataRecord",
    "decode_metadata_record",
    "decode_or_keep_metadata_record",
    "encode_metadata_record",
    "metadata_record_key",
]

FRAME_VERSION: Final = 1
_INT16_MAX: Final = 32_767


class MetadataRecord(NamedTuple):
    """A metadata record and the version it was, or is to be, written in."""

    message: Message
    version: int


class OpaqueMetadataRecord(NamedTuple):
    """A metadata record that this package does not know: its id, its version, its body."""

    api_key: int
    version: int
    body: bytes

    def __repr__(self) -> str:
        # it is unknown which of its fields are secrets
        return f"OpaqueMetadataRecord({self.api_key}, {self.version}, <{len(self.body)} bytes>)"


def decode_metadata_record(value: bytes, message_set: MessageSet | None = None) -> MetadataRecord:
    """Read the value of a record of the metadata log; `message_set` is Kafka's by default.

    Raises DecodeError for another frame version and for bytes after the body, UnknownMessageError
    and UnsupportedVersionError for ids and versions that this package does not know. Offsets count
    from the start of the value.
    """
    api_key, version, start = _front(value)
    cls = (message_set or kafka_messages()).class_of("metadata", api_key)
    return MetadataRecord(cls.decode(value, version, start), version)


def decode_or_keep_metadata_record(
    value: bytes, message_set: MessageSet | None = None
) -> MetadataRecord | OpaqueMetadataRecord:
    """Read as `decode_metadata_record` does, but keep a record of an unknown id or version."""
    try:
        return decode_metadata_record(value, message_set)
    except (UnknownMessageError, UnsupportedVersionError):
        api_key, version, start = _front(value)
        return OpaqueMetadataRecord(api_key, version, value[start:])


def encode_metadata_record(record: MetadataRecord | OpaqueMetadataRecord) -> bytes:
    """Write the value of a record of the metadata log.

    Raises EncodeError for a message that is not a metadata record, and errors of its encoding.
    """
    if isinstance(record, OpaqueMetadataRecord):
        return _framed(record.api_key, record.version, record.body)
    message, version = record
    if message.KIND != "metadata" or message.API_KEY is None:
        raise EncodeError(f"{type(message).__name__} is not a metadata record")
    return _framed(message.API_KEY, version, message.encode(version))


def _framed(api_key: int, version: int, body: bytes) -> bytes:
    return uvarint(FRAME_VERSION) + uvarint(api_key) + uvarint(version) + body


def metadata_record_key(value: bytes) -> int:
    """Return the API key of a metadata record, or -1 if the frame is not valid."""
    try:
        if value[0] == FRAME_VERSION and value[1] < 0x80:
            return value[1]
        frame_version, position = read_uvarint(value, 0)
        api_key, _ = read_uvarint(value, position)
    except (ValueError, IndexError):
        return -1
    return api_key if frame_version == FRAME_VERSION else -1


def _front(value: bytes) -> tuple[int, int, int]:
    """Record id, record version, and where the body begins."""
    # fast path: in all records of released Kafka each of the three numbers takes one byte
    if len(value) > 2 and value[0] == FRAME_VERSION and value[1] < 0x80 and value[2] < 0x80:
        return value[1], value[2], 3
    frame_version, position = _number(value, 0, "frameVersion")
    if frame_version != FRAME_VERSION:
        raise DecodeError(
            f"unsupported frame version {frame_version}: expected {FRAME_VERSION}",
            offset=0,
            path="frameVersion",
        )
    api_key, position = _number(value, position, "apiKey")
    version, position = _number(value, position, "version")
    return api_key, version, position


def _number(value: bytes, position: int, path: str) -> tuple[int, int]:
    try:
        number, end = read_uvarint(value, position)
    except (ValueError, IndexError):
        raise DecodeError(
            "frame version or type is not a varint", offset=position, path=path
        ) from None
    if number > _INT16_MAX:
        raise DecodeError(f"{number} is not a valid int16", offset=position, path=path)
    return number, end
