"""The parts of a record of message format 2 as bytes (Kafka's DefaultRecord.writeTo)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_wire.errors import EncodeError
from kraft_wire.limits import RECORD_HEADERS_MAX
from kraft_wire.primitives import octets

if TYPE_CHECKING:
    from kraft_wire.records.record import Headers

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
    """The bytes of a key or a value that is not plain bytes, so that its length is theirs.

    Raises EncodeError for what is not bytes, and for a memoryview of wider items or with gaps:
    `len` of those is not the number of bytes.
    """
    try:
        if isinstance(part, memoryview) and not part.contiguous:
            raise ValueError("memoryview is not contiguous")
        return octets(part)
    except (TypeError, ValueError) as error:
        raise EncodeError(f"not the bytes of a key or a value: {error}") from None


class _Names(dict[str, bytes]):
    """The names of headers after their lengths; the first that come are kept."""

    __slots__ = ()

    def __missing__(self, name: str) -> bytes:
        key = name.encode()
        encoded = VARINTS[len(key)] + key
        if len(self) < _NAMES_MAX and len(key) <= _NAME_BYTES_MAX:
            self[name] = encoded
        return encoded


_NAMES: Final = _Names()


def encoded_headers(headers: Headers) -> bytes:
    """The headers of a record after their number; raises EncodeError for what are none."""
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
