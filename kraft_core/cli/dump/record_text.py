"""The line of a record: its head, its key and payload, or the content of a control record.

Control records: Kafka's `ControlRecordType`, `ControlRecordUtils` and `EndTransactionMarker`. A
record has two texts, key and payload; None for one that is not printed.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from struct import error as struct_error
from typing import TYPE_CHECKING, Any, Final

from kraft_core.cli.dump.java_values import INT_MAX, incremented_sequence, int_of
from kraft_core.cli.dump.records import key_of, value_of
from kraft_core.cli.dump.report import STRING_DECODER, StoppedError
from kraft_wire.records.record import header_text, java_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kraft_core.cli.dump.batches import Append, BatchHeader, LegacyHeader
    from kraft_core.cli.dump.records import Headers, Message, Row
    from kraft_core.cli.dump.report import DumpOptions

INDENT: Final = "|"


class RecordPrinter:
    """Prints records into `append`, as the options ask: metadata, contents, both or neither."""

    def __init__(self, append: Append, decoder: Decoder | None, *, skips_metadata: bool) -> None:
        self._append = append
        self._decoder = decoder
        self._skips_metadata = skips_metadata
        self._before_contents = f"{INDENT} " if skips_metadata else " "

    def records(self, header: BatchHeader, data: bytes, rows: Sequence[Row]) -> None:
        """Print the records of a batch of format 2; `data` is what the rows point into."""
        heads = [""] * len(rows) if self._skips_metadata else record_heads(header, rows)
        if header.is_control and not self._skips_metadata:
            self._tailed(
                heads, (control_text(key_of(data, row), value_of(data, row)) for row in rows)
            )
        elif self._decoder is None or header.is_control:
            self._append("\n".join([*heads, ""]))
        else:
            self._tailed(heads, self._contents(self._decoder.batch(data, rows)))

    def messages(self, header: LegacyHeader, messages: Iterable[Message]) -> None:
        """Print messages of formats 0 and 1; `header` is that of the wrapper."""
        append = self._append
        for message in messages:
            if not self._skips_metadata:
                append(_message_head(header, message))
            if self._decoder is not None:
                texts = self._decoder.texts(message.key, message.value, message.offset)
                append("".join(self._contents([texts])))
            append("\n")

    def _tailed(self, heads: Sequence[str], tails: Iterable[str]) -> None:
        """Print lines of two parts; if the second part fails, the first is printed anyway."""
        append = self._append
        done = 0
        try:
            for tail in tails:
                append(f"{heads[done]}{tail}\n")
                done += 1
        except StoppedError:
            append(heads[done])
            raise

    def _contents(self, pairs: Iterable[Texts]) -> Iterator[str]:
        before = self._before_contents
        for key, value in pairs:
            if value is None:
                yield "" if key is None else f"{before}key: {key}"
            elif key is None:
                yield f"{before}payload: {value}"
            else:
                yield f"{before}key: {key} payload: {value}"


def record_heads(header: BatchHeader, rows: Iterable[Row]) -> list[str]:
    """Print all of the records but contents and line ends."""
    kind = header.timestamp_type
    if header.base_sequence < 0:
        return [
            f"| offset: {offset} {kind}: {timestamp} keySize: {key} valueSize: {value}"
            f" sequence: -1 headerKeys: {_names(headers) if headers else '[]'}"
            for offset, timestamp, key, _, value, _, headers in rows
        ]
    return [
        f"| offset: {offset} {kind}: {timestamp} keySize: {key} valueSize: {value}"
        f" sequence: {sequence_of(header, offset)}"
        f" headerKeys: {_names(headers) if headers else '[]'}"
        for offset, timestamp, key, _, value, _, headers in rows
    ]


def sequence_of(header: BatchHeader, offset: int) -> int:
    """Count the sequence number of a record, -1 where the producer has none."""
    first = header.base_sequence
    if first < 0:
        return -1
    sequence = first + offset - header.base_offset
    if first <= sequence <= INT_MAX:
        return sequence
    return incremented_sequence(first, int_of(offset - header.base_offset))


def _names(headers: Headers) -> str:
    return f"[{','.join(header_text(name) for name, _ in headers)}]"


def _message_head(header: LegacyHeader, message: Message) -> str:
    timestamp = message.header.timestamp
    return (
        f"{INDENT} offset: {message.offset} {header.timestamp_type}: {timestamp}"
        f" keySize: {message.key_size} valueSize: {message.value_size}"
        f" isValid: {'true' if message.is_valid else 'false'} crc: {message.header.crc}"
    )


_KEY: Final = Struct(">hh")
_MARKER: Final = Struct(">hi")

_MARKERS: Final = {0: "ABORT", 1: "COMMIT"}
_MESSAGES: Final = {
    2: ("LEADER_CHANGE", "LeaderChange:", "LeaderChangeMessage"),
    3: ("SNAPSHOT_HEADER", "SnapshotHeader", "SnapshotHeaderRecord"),
    4: ("SNAPSHOT_FOOTER", "SnapshotFooter", "SnapshotFooterRecord"),
    5: ("KRAFT_VERSION", "KRaftVersion", "KRaftVersionRecord"),
    6: ("KRAFT_VOTERS", "KRaftVoters", "VotersRecord"),
}
"""Type: its name, what the dump calls it, and the message."""


def control_text(key: bytes | None, value: bytes | None) -> str:
    """Print a control record as the end of its line.

    Raises StoppedError where Kafka's tool cannot read it.
    """
    number = _type_of(key)
    if marker := _MARKERS.get(number):
        return f" endTxnMarker: {marker} coordinatorEpoch: {_coordinator_epoch(value)}"
    if number in _MESSAGES:
        from kraft_wire.json_form import dumps  # only where it is needed

        _, label, name = _MESSAGES[number]
        return f" {label} {dumps(_data_of(name, value))}"
    return f" controlType: UNKNOWN({number})"


def control_json(key: bytes | None, value: bytes | None) -> dict[str, Any]:
    """Return a control record as JSON: its type, and a marker's epoch or a message's data.

    Raises StoppedError where Kafka's tool cannot read it.
    """
    number = _type_of(key)
    if marker := _MARKERS.get(number):
        return {"type": marker, "coordinatorEpoch": _coordinator_epoch(value)}
    if number in _MESSAGES:
        kind, _, name = _MESSAGES[number]
        return {"type": kind, "data": _data_of(name, value)}
    return {"type": "UNKNOWN"}


def _type_of(key: bytes | None) -> int:
    if key is None or len(key) < _KEY.size:
        raise StoppedError("a control record has no type in its key")
    version, number = _KEY.unpack_from(key)
    if version < 0:
        raise StoppedError(f"the key of a control record has version {version}")
    return int(number)


def _coordinator_epoch(value: bytes | None) -> int:
    try:
        version, epoch = _MARKER.unpack_from(value or b"")
    except struct_error:
        raise StoppedError("a transaction marker is truncated") from None
    if version < 0:
        raise StoppedError(f"a transaction marker has version {version}")
    return int(epoch)


def _data_of(name: str, value: bytes | None) -> Any:
    """Decode as version 0, print as the version that the message says it has: so does Kafka."""
    # most dumped logs have no such record, so its reader is loaded on first use
    from kraft_core.cli.dump.java_reader import (
        JavaRefusalError,
        known_version,
        read_as_java,
    )
    from kraft_wire.json_form import to_json
    from kraft_wire.messages import message_class

    if value is None:
        raise StoppedError(f"a {name} has no value")
    cls = message_class(name)
    try:
        message: Any = read_as_java(cls, value, 0)[0]
    except JavaRefusalError as error:
        raise StoppedError(f"a {name} cannot be read ({error.message})") from None
    return to_json(message, known_version(cls, message.version))


Texts = tuple[str | None, str | None]
FieldText = Callable[[bytes], str]

_INT: Final = Struct(">i")
_LONG: Final = Struct(">q")


class Decoder:
    """Makes texts with a function of key, value and offset of a record."""

    def __init__(self, texts: Callable[[bytes | None, bytes | None, int], Texts]) -> None:
        self.texts = texts

    def batch(self, data: bytes, rows: Iterable[Row]) -> Iterator[Texts]:
        """Yield texts for the records of a batch; `data` is the buffer of the rows."""
        for row in rows:
            yield self.texts(key_of(data, row), value_of(data, row), row[0])


class FieldDecoder(Decoder):
    """Makes the texts of key and value each by itself."""

    def __init__(self, key_text: FieldText, value_text: FieldText) -> None:
        def texts(key: bytes | None, value: bytes | None, offset: int) -> Texts:
            del offset
            return (
                None if key is None else key_text(key),
                None if value is None else value_text(value),
            )

        super().__init__(texts)


class TextDecoder(FieldDecoder):
    """Decodes keys and values as UTF-8: the default, so it takes the fast path."""

    def __init__(self) -> None:
        super().__init__(java_text, java_text)

    def batch(self, data: bytes, rows: Iterable[Row]) -> Iterator[Texts]:
        """Yield texts for the records of a batch; `data` is the buffer of the rows."""
        for row in rows:
            _, _, key_size, key_start, value_size, value_start, _ = row
            try:
                key = value = None
                if key_size >= 0:
                    key = data[key_start : key_start + key_size].decode()
                if value_size >= 0:
                    value = data[value_start : value_start + value_size].decode()
            except UnicodeDecodeError:
                key, value = self.texts(key_of(data, row), value_of(data, row), row[0])
            yield key, value


def decoder_for(options: DumpOptions) -> Decoder:
    """Return the requested decoder; raises StoppedError for a class that is not Kafka's."""
    if options.topic is None:
        key_text = _field_text(options.key_decoder_class)
        value_text = _field_text(options.value_decoder_class)
        if key_text is value_text is java_text:
            return TextDecoder()
        return FieldDecoder(key_text, value_text)
    # import a decoder and its dependencies on first use: they would slow the start
    if options.topic == "cluster-metadata":
        from kraft_core.cli.dump.topic_payloads import metadata_texts, redacted_texts

        return Decoder(redacted_texts if options.redact else metadata_texts)
    if options.topic == "remote-log-metadata":
        from kraft_core.cli.dump.topic_payloads import remote_log_texts

        return Decoder(remote_log_texts)
    from kraft_core.cli.dump.topic_payloads import coordinator_texts

    return Decoder(coordinator_texts(options.topic))


def _int_text(data: bytes) -> str:
    if len(data) < _INT.size:
        raise StoppedError(f"an integer needs {_INT.size} bytes, not {len(data)}")
    return str(_INT.unpack_from(data)[0])


def _long_text(data: bytes) -> str:
    if len(data) < _LONG.size:
        raise StoppedError(f"a long needs {_LONG.size} bytes, not {len(data)}")
    return str(_LONG.unpack_from(data)[0])


def _bytes_text(data: bytes) -> str:
    """Return the bytes as text, where Java prints the address of the array."""
    return f"[B@{data.hex()}"


_FIELD_TEXTS: Final[dict[str, FieldText]] = {
    STRING_DECODER: java_text,
    "org.apache.kafka.tools.api.DefaultDecoder": _bytes_text,
    "org.apache.kafka.tools.api.IntegerDecoder": _int_text,
    "org.apache.kafka.tools.api.LongDecoder": _long_text,
}


def _field_text(name: str) -> FieldText:
    if name not in _FIELD_TEXTS:
        raise StoppedError(
            f"{name} is not a valid decoder class of Kafka: {', '.join(_FIELD_TEXTS)}"
        )
    return _FIELD_TEXTS[name]
