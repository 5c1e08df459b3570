"""Records of the group, share and transaction coordinators, as their decoders print them.

Kafka's `CoordinatorRecordMessageParser` over `CoordinatorRecordSerde`: a number of two bytes stands
before key and value, that of the key is the kind of record, that of the value its version.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Any, Final

from kraft_core.dump.java_reader import JavaRefusalError, known_version, read_as_java
from kraft_core.dump.record_classes import record_classes
from kraft_core.dump.report import StoppedError
from kraft_wire.json_form import dumps, to_json
from kraft_wire.messages import message_class
from kraft_wire.records.coordinator import member_contents

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.dump.options import Topic
    from kraft_core.dump.payloads import Texts
    from kraft_wire.message import Message
    from kraft_wire.records.coordinator import MemberContent

_PREFIX: Final = Struct(">h")
_TOMBSTONE: Final = "<DELETE>"


def coordinator_texts(topic: Topic) -> Callable[[bytes | None, bytes | None, int], Texts]:
    """Make the function that prints the records of an internal topic that a coordinator writes."""
    keys = record_classes(topic, "coordinator-key")
    values = record_classes(topic, "coordinator-value")

    def texts(key: bytes | None, value: bytes | None, offset: int) -> Texts:
        if key is None:
            raise StoppedError(
                f"the record at offset {offset} has no key, so it is none of a coordinator"
            )
        try:
            kind = _prefix(key, "key")
            key_class, value_class = keys.get(kind), values.get(kind)
            if key_class is None or value_class is None:
                return f"Unknown record type {kind} at offset {offset}, skipping.", None
            return _key_text(key_class, key, kind), _value_text(value_class, value, kind)
        except JavaRefusalError as error:
            return f"Error at offset {offset}, skipping. {error.message}", None

    return texts


def _key_text(cls: type[Message], key: bytes, kind: int) -> str:
    message = _read(cls, key, kind, "key")
    return f'{{"type":"{kind}","data":{dumps(to_json(message, cls.VERSIONS[0]))}}}'


def _value_text(cls: type[Message], value: bytes | None, kind: int) -> str:
    if value is None:
        return _TOMBSTONE
    version = _prefix(value, "value")
    if not cls.VERSIONS[0] <= version <= cls.VERSIONS[1]:
        raise JavaRefusalError(f"Found an unknown record version {version} for {kind} type")
    message = _read(cls, value, version, "value")
    data = to_json(message, version)
    if cls.__name__ == "GroupMetadataValue":
        for each in member_contents(message):
            _open(each, data["members"][each.member])
    return f'{{"version":"{version}","data":{dumps(data)}}}'


def _prefix(data: bytes, name: str) -> int:
    if len(data) < _PREFIX.size:
        raise JavaRefusalError(f"Could not read version from {name}'s buffer.")
    return int(_PREFIX.unpack_from(data)[0])


def _read(cls: type[Message], data: bytes, version: int, name: str) -> Message:
    try:
        return read_as_java(cls, data[_PREFIX.size :], version)[0]
    except JavaRefusalError as error:
        raise JavaRefusalError(
            f"Could not read record with version {version} from {name}'s buffer due to:"
            f" {error.message}."
        ) from None


def _open(content: MemberContent, shown: dict[str, Any]) -> None:
    """Replace bytes by the message that they hold; bytes that hold none stay."""
    cls = message_class(content.message)
    try:
        version = known_version(cls, _prefix(content.content, content.field))
        message, _ = read_as_java(cls, content.content[_PREFIX.size :], version)
    except JavaRefusalError:
        return
    shown[content.field] = to_json(message, version)
