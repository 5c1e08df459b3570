"""Read messages as leniently as Java does, with Java's messages for failures.

The codecs of `kraft_wire` refuse some bytes that Kafka's generated classes take: bad UTF-8, lengths
below -1, known tags of a wrong size and the like. A dump must show what Kafka's tool shows, above
all for damaged files, so bytes that the codecs refuse are read once more here, by the schema. What
is refused here too was refused by Java, and `JavaRefusalError` carries the words of its exception.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kraft_core.cli.dump.java_values import int_of, short_of
from kraft_wire.errors import WireError
from kraft_wire.message import Message
from kraft_wire.messages import kafka_messages
from kraft_wire.primitives import Uuid
from kraft_wire.records.record import java_text
from kraft_wire.schema import FIXED_SIZE

if TYPE_CHECKING:
    from kraft_core.cli.dump.report import Topic
    from kraft_wire.schema import FieldSchema, StructSchema

M = TypeVar("M", bound=Message)


class JavaRefusalError(Exception):
    """Java throws here; `message` is the exception's `getMessage()` ("null": none)."""

    def __init__(self, message: str = "null") -> None:
        super().__init__(message)
        self.message = message


def known_version(cls: type[Message], version: int) -> int:
    """Replace a version that the message lacks by the nearest, as Java does to read and print."""
    lowest, highest = cls.VERSIONS
    return min(max(version, lowest), highest)


def read_as_java(cls: type[M], data: bytes, version: int) -> tuple[M, int]:
    """Read the message that begins `data`; return it and its end.

    A version that the message lacks is read as the nearest, if no structure occurs in it. Raises
    JavaRefusalError.
    """
    known = known_version(cls, version)
    if known == version:
        with suppress(WireError):
            return cls.decode_prefix(data, version)
    return _Reader(cls, data, version).message()


_STRING_MAX: Final = 0x7FFF


class _Reader:
    """One pass over the bytes of one message, in the order of Kafka's generated `read`."""

    def __init__(self, cls: type[Message], data: bytes, version: int) -> None:
        schema = cls.schema()
        self._class = cls
        self._schema = schema.root
        self._data = data
        self._position = 0
        self._asked_version = version
        self._version = known_version(cls, version)
        self._is_flexible = schema.is_flexible(self._version)

    def message(self) -> tuple[Any, int]:
        """Read the message. Returns it and the position after it."""
        values = self._values(self._schema)
        return self._class(**values), self._position

    def _struct(self, schema: StructSchema) -> Any:
        version = self._asked_version
        if version != self._version or not schema.versions[0] <= version <= schema.versions[1]:
            raise JavaRefusalError(f"Can't read version {version} of {schema.name}")
        return getattr(self._class, schema.name)(**self._values(schema))

    def _values(self, schema: StructSchema) -> dict[str, Any]:
        version = self._version
        values = {
            field.name: self._field(field, is_tagged=False)
            for field in schema.fields
            if field.is_present(version) and not field.is_tagged(version)
        }
        if self._is_flexible:
            self._tags(schema, values)
        return values

    def _tags(self, schema: StructSchema, values: dict[str, Any]) -> None:
        known = {field.tag: field for field in schema.fields if field.tag is not None}
        for _ in range(self._uvarint()):
            tag, size = self._uvarint(), self._uvarint()
            if (field := known.get(tag)) is None:
                self._bytes(size)
            elif field.is_tagged(self._version):
                values[field.name] = self._field(field, is_tagged=True)
            else:
                raise JavaRefusalError(f"Tag {tag} is not valid for version {self._version}")

    def _field(self, field: FieldSchema, *, is_tagged: bool) -> Any:
        name, is_nullable = field.json_name, field.is_nullable(self._version)
        if field.is_array:
            count = self._length(field, name, is_nullable=is_nullable)
            return None if count is None else self._array(field, f"{name} element", count)
        if field.struct is not None and is_nullable and self._is_null(is_tagged=is_tagged):
            return None
        return self._value(field, name, is_nullable=is_nullable)

    def _array(self, field: FieldSchema, name: str, count: int) -> tuple[Any, ...]:
        if count > (left := len(self._data) - self._position):
            raise JavaRefusalError(
                f"Tried to allocate a collection of size {count}, but there are only {left} bytes"
                " remaining."
            )
        return tuple(self._value(field, name, is_nullable=False) for _ in range(count))

    def _value(self, field: FieldSchema, name: str, *, is_nullable: bool) -> Any:
        if field.struct is not None:
            return self._struct(field.struct)
        if layout := FIXED_SIZE.get(field.type):
            value = layout.unpack(self._fixed(layout.size))[0]
            return Uuid(value) if field.type == "uuid" else value
        length = self._length(field, name, is_nullable=is_nullable, is_text=field.type == "string")
        if length is None:
            return None
        data = self._bytes(length)
        return java_text(data) if field.type == "string" else data

    def _length(
        self, field: FieldSchema, name: str, *, is_nullable: bool, is_text: bool = False
    ) -> int | None:
        if self._is_flexible and field.compact:
            length = int_of(self._uvarint() - 1)
        else:
            layout = FIXED_SIZE["int16" if is_text else "int32"]
            length = layout.unpack(self._fixed(layout.size))[0]
        if length < 0 and not is_nullable:
            raise JavaRefusalError(f"non-nullable field {name} was serialized as null")
        if is_text and length > _STRING_MAX:
            raise JavaRefusalError(f"string field {name} had invalid length {length}")
        return None if length < 0 else length

    def _is_null(self, *, is_tagged: bool) -> bool:
        return self._uvarint() <= 0 if is_tagged else self._fixed(1)[0] > 127

    def _uvarint(self) -> int:
        value = 0
        for shift in (0, 7, 14, 21, 28):
            byte = self._fixed(1)[0]
            value |= (byte & 127) << shift
            if byte < 128:
                return int_of(value)
        raise JavaRefusalError(
            "Varint is too long, the most significant bit in the 5th byte is set, converted value:"
            f" {value & 0xFFFFFFFF:x}"
        )

    def _fixed(self, size: int) -> bytes:
        data = self._data[self._position : self._position + size]
        if len(data) < size:
            raise JavaRefusalError
        self._position += size
        return data

    def _bytes(self, size: int) -> bytes:
        left = len(self._data) - self._position
        if size > left:
            raise JavaRefusalError(
                f"Error reading byte array of {size} byte(s): only {left} byte(s) available"
            )
        if size < 0:
            raise JavaRefusalError(str(size))
        return self._fixed(size)


_REMOTE_LOG: Final = ("RemoteLogSegment", "RemotePartition")
_SHARE: Final = ("ShareSnapshot", "ShareUpdate")
_TRANSACTION: Final = ("TransactionLog",)

_PREFIXES: Final[dict[Topic, tuple[str, ...]]] = {
    "remote-log-metadata": _REMOTE_LOG,
    "share-group-state": _SHARE,
    "transaction-log": _TRANSACTION,
}
_ELSEWHERE: Final = (*_REMOTE_LOG, *_SHARE, *_TRANSACTION)


class RecordClasses:
    """The messages of an internal topic by number; each is imported when a record needs it.

    `kind` is that of the schemas: metadata, coordinator-key or coordinator-value.
    """

    def __init__(self, topic: Topic, kind: str) -> None:
        mine = _PREFIXES.get(topic)
        self._names = {
            entry.api_key: name
            for name, entry in kafka_messages().entries.items()
            if entry.kind == kind
            and entry.api_key is not None
            and (name.startswith(mine) if mine else not name.startswith(_ELSEWHERE))
        }
        self._classes: dict[int, type[Message]] = {}

    @property
    def numbers(self) -> list[int]:
        """All numbers of messages, ascending."""
        return sorted(self._names)

    def get(self, number: int) -> type[Message] | None:
        """Return the message of a number, None if there is none."""
        if number not in self._classes and number in self._names:
            self._classes[number] = kafka_messages().message_class(self._names[number])
        return self._classes.get(number)


@cache
def record_classes(topic: Topic, kind: str) -> RecordClasses:
    """Return the messages of an internal topic."""
    return RecordClasses(topic, kind)


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
