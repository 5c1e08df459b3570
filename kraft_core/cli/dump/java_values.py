"""Java's text of bytes, wrapping integers, and numbers in file names.

Kafka's tool prints Java's form of a value, so the differences between the two languages are
collected here.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

INT_MAX: Final = 2**31 - 1
LONG_MAX: Final = 2**63 - 1

_NUMBER: Final = re.compile(r"[+-]?\d+", re.ASCII)


def short_of(value: int) -> int:
    """Keep the lowest 16 bits, as Java's cast does."""
    return (value + 2**15) % 2**16 - 2**15


def int_of(value: int) -> int:
    """Wrap to an int, as Java's arithmetic does."""
    return (value + 2**31) % 2**32 - 2**31


def long_of(value: int) -> int:
    """Wrap to a long, as Java's arithmetic does."""
    return (value + 2**63) % 2**64 - 2**63


def parse_integer(text: str, highest: int = LONG_MAX) -> int:
    """Read a decimal number as `Long.parseLong` does: an optional sign, digits of any script.

    Raises ValueError for all else, and for a number outside -highest - 1 to highest.
    """
    if not text.isascii():
        text = "".join(str(unicodedata.decimal(char, char)) for char in text)
    if not _NUMBER.fullmatch(text):
        raise ValueError(f'For input string: "{text}"')
    value = int(text)
    if not -highest - 1 <= value <= highest:
        raise ValueError(f'For input string: "{text}"')
    return value


def incremented_sequence(sequence: int, increment: int) -> int:
    """Count on from a sequence number; after 2^31-1 comes 0 (`incrementSequence`)."""
    if sequence > int_of(INT_MAX - increment):
        return int_of(increment - (INT_MAX - sequence) - 1)
    return int_of(sequence + increment)


def decremented_sequence(sequence: int, decrement: int) -> int:
    """Count back from a sequence number; before 0 comes 2^31-1 (`decrementSequence`)."""
    if sequence < decrement:
        return int_of(INT_MAX - (decrement - sequence) + 1)
    return int_of(sequence - decrement)


def optional_long(value: int | None) -> str:
    """Write an `OptionalLong`."""
    return "OptionalLong.empty" if value is None else f"OptionalLong[{value}]"


def path_of(name: str) -> str:
    """Write a path as `java.io.File` does: no double slash, none at the end."""
    return re.sub("/{2,}", "/", name).rstrip("/") or name[:1]


def name_of(path: str) -> str:
    """Return the last part of a path."""
    return path.rpartition("/")[2]
