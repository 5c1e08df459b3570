"""One record, the positions of its parts, and its parts as bytes (Kafka's DefaultRecord)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from kraft_wire.errors import EncodeError
from kraft_wire.limits import RECORD_HEADERS_MAX
from kraft_wire.primitives import octets

__all__ = [
    "KEY_ERRORS",
    "NO_HEADERS",
    "NULL",
    "TIME_DELTAS",
    "VARINTS",
    "BaseParts",
    "Headers",
    "Record",
    "RecordBase",
    "RecordSpan",
    "encoded_headers",
    "header_key",
    "header_key_bytes",
    "header_text",
    "java_text",
    "record_bytes",
]

Headers = tuple[tuple[str, bytes | None], ...]
"""The headers of a record: key and value, in order; a key can occur more than once.

A byte of a key that is not UTF-8 is a lone surrogate (`header_key`), so the key is written with the
bytes that it was read from. `header_text` is the key for people.
"""

KEY_ERRORS: Final = "surrogateescape"
"""How keys of headers are decoded and encoded. The broker does not look into them
(DefaultRecord.readHeaders), so one key that is not UTF-8 must not make its batch unreadable."""

_SURROGATE: Final = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]?")


def header_key(data: bytes) -> str:
    """Decode the key of a header; `header_key_bytes` returns the same bytes, whatever they are."""
    return data.decode("utf-8", KEY_ERRORS)


def header_key_bytes(key: str) -> bytes:
    """Return the bytes of the key of a header.

    Raises EncodeError for a surrogate of no byte: `header_key` never returns one.
    """
    try:
        return key.encode("utf-8", KEY_ERRORS)
    except UnicodeEncodeError as error:
        raise EncodeError(f"{key!r} cannot be the key of a header: {error}") from None


def header_text(key: str) -> str:
    """Return the key of a header as valid text, in which faults are U+FFFD as in Java.

    Raises EncodeError as `header_key_bytes`.
    """
    return key if key.isascii() else java_text(header_key_bytes(key))


def java_text(data: bytes) -> str:
    """Decode UTF-8 as `new String(bytes, UTF_8)` does: bad bytes become U+FFFD, one for each fault.

    Python and Java agree on what is one fault except for an encoded surrogate, which Java replaces
    as a whole.
    """
    try:
        return data.decode()
    except UnicodeDecodeError:
        return _SURROGATE.sub(b"\xff", data).decode("utf-8", "replace")


class Record(NamedTuple):
    """A record of a batch in message format 2.

    `timestamp` is milliseconds (the batch's append time where the log sets it), `sequence` the
    producer's number or -1. Null keys and values are None.
    """

    offset: int
    timestamp: int
    key: bytes | None
    value: bytes | None
    headers: Headers = ()
    sequence: int = -1


BaseParts = tuple[int, int, int, int | None, int, bool]
"""The fields of a RecordBase, which is only created where fields are read by name."""


class RecordBase(NamedTuple):
    """Values of a batch to which its records' deltas are added, and the position of its bytes."""

    offset: int
    timestamp: int
    sequence: int
    append_time: int | None
    """The timestamp of all records, if the topic uses LogAppendTime; else None."""

    origin: int = 0
    """Offset of the batch in the caller's buffer, added to the positions in errors."""

    decompressed: bool = False
    """True if the bytes are decompressed; `origin` is then the start of the compressed records."""


class RecordSpan(NamedTuple):
    """The positions of a record's parts in the payload of its batch; sizes are -1 for null.

    `headers_start` is the first byte after the count of headers, `end` the first byte after the
    record.
    """

    offset: int
    timestamp: int
    sequence: int
    key_start: int
    key_size: int
    value_start: int
    value_size: int
    headers_start: int
    header_count: int
    end: int


# -- the parts of a record of message format 2 as bytes (DefaultRecord.writeTo) --------------------

NO_HEADERS: Final = b"\x00"
NULL: Final = b"\x01"
"""The length that stands for a null key or value."""

_NO_ATTRIBUTES: Final = b"\x00"
_NULL: Final = b"\x01"
_NAMES_MAX: Final = 1024
_NAME_BYTES_MAX: Final = 256
_KEPT: Final = range(-64, 8192)
_INT64_MAX: Final = (1 << 63) - 1


class _Varints(dict[int, bytes]):
    """Zigzag forms of numbers, behind a prefix; those of small numbers are kept."""

    __slots__ = ("prefix",)

    def __init__(self, prefix: bytes) -> None:
        super().__init__()
        self.prefix = prefix

    def __missing__(self, number: int) -> bytes:
        encoded = self.prefix + _encoded(number)
        if number in _KEPT:
            self[number] = encoded
        return encoded


def _encoded(number: int) -> bytes:
    if not -_INT64_MAX - 1 <= number <= _INT64_MAX:
        raise EncodeError(f"{number} has more than 64 bits")
    rest = number << 1 ^ number >> 63
    out = bytearray()
    while rest > 0x7F:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)
    return bytes(out)


VARINTS: Final = _Varints(b"")
"""The zigzag form of any number of up to 64 bits; raises EncodeError for others."""

TIME_DELTAS: Final = _Varints(_NO_ATTRIBUTES)
"""The same after the attributes of a record: how its body begins."""


def record_bytes(part: object) -> bytes:
    """Return the bytes of a key or value of another bytes-like type, so that its length is right.

    Raises EncodeError for anything but bytes, and for a memoryview of wider items or with gaps:
    `len` of those is not the number of bytes.
    """
    try:
        if isinstance(part, memoryview) and not part.contiguous:
            raise ValueError("memoryview is not contiguous")
        return bytes(octets(part))
    except (TypeError, ValueError) as error:
        raise EncodeError(f"not the bytes of a key or a value: {error}") from None


class _Names(dict[str, bytes]):
    """The names of headers after their lengths; the first ones are cached."""

    __slots__ = ()

    def __missing__(self, name: str) -> bytes:
        key = header_key_bytes(name)
        encoded = VARINTS[len(key)] + key
        if len(self) < _NAMES_MAX and len(key) <= _NAME_BYTES_MAX:
            self[name] = encoded
        return encoded


_NAMES: Final = _Names()


def encoded_headers(headers: Headers) -> bytes:
    """Encode the headers of a record, without their count; raises EncodeError for other values."""
    if not headers:
        return NO_HEADERS
    try:
        if len(headers) > RECORD_HEADERS_MAX:
            raise EncodeError(f"{len(headers)} headers, more than {RECORD_HEADERS_MAX}")
        pieces = [VARINTS[len(headers)]]
        for name, value in headers:
            if value is None:
                pieces += (_NAMES[name], _NULL)
            else:
                data = value if type(value) is bytes else record_bytes(value)
                pieces += (_NAMES[name], VARINTS[len(data)], data)
    except (TypeError, ValueError, AttributeError) as error:
        raise EncodeError(f"headers that are not pairs of text and bytes: {error}") from None
    return b"".join(pieces)
