"""The line of a record, and what a decoder makes of its key and value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.dump.control_text import control_text
from kraft_core.dump.java_values import INT_MAX, incremented_sequence, int_of
from kraft_core.dump.record_rows import key_of, value_of
from kraft_core.dump.report import StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kraft_core.dump.batch_text import Append, BatchHeader, LegacyHeader
    from kraft_core.dump.message_sets import Message
    from kraft_core.dump.payloads import Decoder, Texts
    from kraft_core.dump.record_rows import Headers, Row

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
        """Print lines of two parts; where the second fails, the first is printed all the same."""
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
    return f"[{','.join(name for name, _ in headers)}]"


def _message_head(header: LegacyHeader, message: Message) -> str:
    timestamp = message.header.timestamp
    return (
        f"{INDENT} offset: {message.offset} {header.timestamp_type}: {timestamp}"
        f" keySize: {message.key_size} valueSize: {message.value_size}"
        f" isValid: {'true' if message.is_valid else 'false'} crc: {message.header.crc}"
    )
