"""Record batches made by hand, byte by byte, and segments that Kafka wrote."""

from __future__ import annotations

from pathlib import Path
from struct import Struct as Layout

from crc32c import crc32c

KAFKA = Path(__file__).parents[1] / "data" / "kafka"

_HEADER = Layout(">qiibIhiqqqhii")

GOOD_RECORD = bytes.fromhex("18 00 00 00 02 61 04 6263 02 02 68 01")
"""Key "a", value "bc", one header "h" that is null."""


def segment(case: str) -> bytes:
    """The first segment of a partition in tests/data/kafka."""
    return (KAFKA / case / "00000000000000000000.log").read_bytes()


def batch_of(records: bytes, count: int = 1, attributes: int = 0) -> bytes:
    """A batch around these bytes, with the right length and checksum."""
    body = _HEADER.pack(0, 0, 0, 2, 0, attributes, 0, 0, 0, -1, -1, -1, count)[21:] + records
    head = _HEADER.pack(5, 9 + len(body), 1, 2, crc32c(body), 0, 0, 0, 0, 0, 0, 0, 0)[:21]
    return head + body
