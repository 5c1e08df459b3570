"""Minimal DER, for the parts of certificates and protected keys that other readers lose.

A value is read only within the bounds of the one that holds it, and nothing is copied before its
length is checked.
"""

from __future__ import annotations

from typing import Final, NamedTuple

INTEGER: Final = 0x02
OCTET_STRING: Final = 0x04
OID: Final = 0x06
SEQUENCE: Final = 0x30
SET: Final = 0x31

_LENGTH_BYTES_MAX: Final = 4


class Value(NamedTuple):
    """A tag, the content and, in `whole`, both with the length between them."""

    tag: int
    content: bytes
    whole: bytes

    def children(self) -> list[Value]:
        """Read the values inside the content; raises ValueError."""
        found = []
        at = 0
        while at < len(self.content):
            value = read(self.content, at)
            found.append(value)
            at += len(value.whole)
        return found


def read(data: bytes, at: int = 0, tag: int | None = None) -> Value:
    """Read the value that begins at an offset, of this tag if one is given; raises ValueError."""
    if at + 2 > len(data) or data[at] & 0x1F == 0x1F:
        raise ValueError("DER value is truncated or has a long tag")
    first, length, start = data[at], data[at + 1], at + 2
    if length & 0x80:
        count = length & 0x7F
        # 0x80 is the indefinite length of BER, which DER does not have
        if not 0 < count <= _LENGTH_BYTES_MAX or start + count > len(data):
            raise ValueError("DER length is not valid")
        length = int.from_bytes(data[start : start + count], "big")
        start += count
    if start + length > len(data):
        raise ValueError("DER value is truncated")
    if tag is not None and first != tag:
        raise ValueError(f"DER tag {first:#04x} where {tag:#04x} was expected")
    return Value(first, data[start : start + length], data[at : start + length])


def oid_text(content: bytes) -> str:
    """Write an object identifier with dots; raises ValueError."""
    if not content or content[-1] & 0x80:
        raise ValueError("DER object identifier is truncated")
    numbers, number = [], 0
    for byte in content:
        number = number << 7 | byte & 0x7F
        if number.bit_length() > 128:
            raise ValueError("DER object identifier is too large")
        if not byte & 0x80:
            numbers.append(number)
            number = 0
    # the first two numbers share one (X.690, 8.19.4)
    root = min(numbers[0] // 40, 2)
    return ".".join(map(str, (root, numbers[0] - 40 * root, *numbers[1:])))
