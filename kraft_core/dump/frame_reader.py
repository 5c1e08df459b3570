"""The frame around metadata records: its version, the record's number and version, then the record.

Kafka's `AbstractApiMessageSerde`, with the words of its errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kraft_core.dump.java_reader import JavaRefusalError, read_as_java
from kraft_core.dump.java_values import short_of

if TYPE_CHECKING:
    from kraft_core.dump.record_classes import RecordClasses

_FRAME_VERSION = 1


def read_frame(data: bytes, classes: RecordClasses) -> tuple[Any, int]:
    """Read a record that fills `data`; return it with the version that the frame names.

    Raises JavaRefusalError with the message of Kafka's exception.
    """
    frame_version, position = _number(data, 0, "frame version")
    if frame_version == 0:
        raise JavaRefusalError(
            "Could not deserialize metadata record with frame version 0. Note that upgrades from"
            " the preview release of KRaft in 2.8 to newer versions are not supported."
        )
    if frame_version != _FRAME_VERSION:
        raise JavaRefusalError(
            f"Could not deserialize metadata record due to unknown frame version {frame_version}"
            f"(only frame version {_FRAME_VERSION} is supported)"
        )
    number, position = _number(data, position, "type")
    version, position = _number(data, position, "version")
    cls = classes.get(number)
    if cls is None:
        raise JavaRefusalError(
            "org.apache.kafka.common.errors.UnsupportedVersionException: Unknown metadata id"
            f" {number}"
        )
    body = data[position:]
    try:
        message, length = read_as_java(cls, body, version)
    except JavaRefusalError:
        raise JavaRefusalError(f"Failed to deserialize record with type {number}") from None
    if length < len(body):
        raise JavaRefusalError(f"Found {len(body) - length} byte(s) of garbage after {number}")
    return message, version


def _number(data: bytes, position: int, entity: str) -> tuple[int, int]:
    value = 0
    for shift in (0, 7, 14, 21, 28):
        if position >= len(data):
            break
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        if byte < 128:
            if 0x7FFF < value & 0xFFFFFFFF < 0x80000000:
                raise JavaRefusalError(f"Value for {entity} was too large.")
            return short_of(value), position
    raise JavaRefusalError(f"Error while reading {entity}")
