"""What stands behind `key:` and `payload:` of a record.

The texts of a record are two, None for one that is not printed.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import TYPE_CHECKING, Final

from kraft_core.dump.java_values import text_of
from kraft_core.dump.options import STRING_DECODER
from kraft_core.dump.record_rows import key_of, value_of
from kraft_core.dump.report import StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_core.dump.options import DumpOptions
    from kraft_core.dump.record_rows import Row

Texts = tuple[str | None, str | None]
FieldText = Callable[[bytes], str]

_INT: Final = Struct(">i")
_LONG: Final = Struct(">q")


class Decoder:
    """Makes texts with a function of key, value and offset of a record."""

    def __init__(self, texts: Callable[[bytes | None, bytes | None, int], Texts]) -> None:
        self.texts = texts

    def batch(self, data: bytes, rows: Iterable[Row]) -> Iterator[Texts]:
        """Go over the records of a batch; `data` is what the rows point into."""
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
    """Takes keys and values for UTF-8: the default, and so it takes no detour."""

    def __init__(self) -> None:
        super().__init__(text_of, text_of)

    def batch(self, data: bytes, rows: Iterable[Row]) -> Iterator[Texts]:
        """Go over the records of a batch; `data` is what the rows point into."""
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
    """Find the decoder that was asked for; raises StoppedError for a class that is not Kafka's."""
    if options.topic is None:
        key_text = _field_text(options.key_decoder_class)
        value_text = _field_text(options.value_decoder_class)
        if key_text is value_text is text_of:
            return TextDecoder()
        return FieldDecoder(key_text, value_text)
    # each decoder is imported with what it needs only when it is used: start-up is what users feel
    if options.topic == "cluster-metadata":
        from kraft_core.dump.metadata_payload import metadata_texts  # noqa: PLC0415

        return Decoder(metadata_texts)
    if options.topic == "remote-log-metadata":
        from kraft_core.dump.remote_log_payload import remote_log_texts  # noqa: PLC0415

        return Decoder(remote_log_texts)
    from kraft_core.dump.coordinator_payloads import coordinator_texts  # noqa: PLC0415

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
    """Java prints the number of an array in its memory; here it is the bytes."""
    return f"[B@{data.hex()}"


_FIELD_TEXTS: Final[dict[str, FieldText]] = {
    STRING_DECODER: text_of,
    "org.apache.kafka.tools.api.DefaultDecoder": _bytes_text,
    "org.apache.kafka.tools.api.IntegerDecoder": _int_text,
    "org.apache.kafka.tools.api.LongDecoder": _long_text,
}


def _field_text(name: str) -> FieldText:
    if name not in _FIELD_TEXTS:
        raise StoppedError(f"{name} is no decoder class of Kafka: {', '.join(_FIELD_TEXTS)}")
    return _FIELD_TEXTS[name]
