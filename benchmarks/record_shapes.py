"""The record batches that are timed: a few hundred records, as producers send them.

Values are JSON-like text, so that codecs have something to do. `plain` has values of 200 bytes
and nothing else, `keyed` has keys too, `headers` three headers besides, `single` is one record.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from kraft_wire.records import Compression, Record, RecordBatchBuilder

Row = tuple[int, bytes | None, bytes | None, tuple[tuple[str, bytes | None], ...]]
"""Timestamp, key, value, headers."""

_START = 1_760_000_000_000
_CITIES = ("Amsterdam", "Berlin", "Cairo", "Delhi", "Essen", "Florence", "Ghent", "Hanoi")


def record_cases() -> list[dict[str, Any]]:
    """Return name, codec, bytes and rows of each case; the same in every run."""
    random = Random(853)
    plain = [_row(random, number, 200) for number in range(200)]
    cases = [_case(f"plain, {codec.label}", codec, plain) for codec in Compression]
    keyed = [_row(random, number, 100, key_size=16) for number in range(200)]
    headed = [_row(random, number, 100, key_size=16, headers=3) for number in range(100)]
    cases.append(_case("keyed, none", Compression.NONE, keyed))
    cases.append(_case("headers, none", Compression.NONE, headed))
    cases.append(_case("single, none", Compression.NONE, plain[:1]))
    return cases


def value(random: Random, size: int) -> bytes:
    """Return JSON-like text of exactly `size` bytes."""
    text = json.dumps(
        {
            "id": random.randrange(1 << 40),
            "city": random.choice(_CITIES),
            "amount": round(random.uniform(1, 1000), 2),
            "note": f"order {random.randrange(1 << 30):x} of customer {random.randrange(100_000)}",
        }
    )
    return text.ljust(size, ".")[:size].encode()


def _row(random: Random, number: int, size: int, *, key_size: int = 0, headers: int = 0) -> Row:
    key = random.randbytes(key_size // 2).hex().encode() if key_size else None
    pairs = tuple((f"header-{number}", random.randbytes(12)) for number in range(headers))
    return _START + 2 * number + random.randrange(2), key, value(random, size), pairs


def _case(name: str, codec: Compression, rows: list[Row]) -> dict[str, Any]:
    return {
        "name": name,
        "codec": int(codec),
        "hex": build(codec, records_of(rows)).hex(),
        "rows": [
            [time, _hex(key), _hex(body), [[name, _hex(data)] for name, data in headers]]
            for time, key, body, headers in rows
        ],
    }


def build(codec: Compression, records: list[Record]) -> bytes:
    """Build one batch with these records."""
    builder = RecordBatchBuilder(compression=codec)
    builder.extend(records)
    return builder.build()


def append(codec: Compression, rows: list[Row]) -> bytes:
    """Build one batch record by record from timestamps, keys, values and headers."""
    builder = RecordBatchBuilder(compression=codec)
    for timestamp, key, body, headers in rows:
        builder.append(timestamp, key, body, headers)
    return builder.build()


def records_of(rows: list[Row]) -> list[Record]:
    """Return the rows with offsets from 0, as kraft's builder takes them."""
    return [Record(offset, *row) for offset, row in enumerate(rows)]


def rows_of(case: dict[str, Any]) -> list[Row]:
    """Return the rows of a case after a round trip through JSON."""
    return [
        (time, _bytes(key), _bytes(body), tuple((name, _bytes(data)) for name, data in headers))
        for time, key, body, headers in case["rows"]
    ]


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else bytes.fromhex(text)
