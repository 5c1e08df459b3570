from __future__ import annotations

import pytest

from kraft_wire.records.attributes import (
    COMPRESSIONS,
    Compression,
    TimestampType,
    advanced_sequence,
    wrapped_int64,
)


def test_names_are_those_that_kafka_prints() -> None:
    assert [codec.label for codec in COMPRESSIONS] == ["none", "gzip", "snappy", "lz4", "zstd"]
    assert [Compression(number) for number in range(5)] == list(COMPRESSIONS)
    assert [(int(kind), kind.label) for kind in TimestampType] == [
        (-1, "NoTimestampType"),
        (0, "CreateTime"),
        (1, "LogAppendTime"),
    ]


@pytest.mark.parametrize(
    ("sequence", "delta", "expected"),
    [
        (0, 0, 0),
        (5, 7, 12),
        (2**31 - 1, 0, 2**31 - 1),
        (2**31 - 1, 1, 0),
        (2**31 - 3, 5, 2),
        # what 32-bit arithmetic in Java gives for deltas that no producer writes
        (0, -1, 2**31 - 1),
        (5, -1, -(2**31) + 4),
    ],
)
def test_sequences_wrap_as_in_kafka(sequence: int, delta: int, expected: int) -> None:
    assert advanced_sequence(sequence, delta) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, 0), (2**63 - 1, 2**63 - 1), (2**63, -(2**63)), (-(2**63) - 1, 2**63 - 1)],
)
def test_offsets_and_times_wrap_at_64_bits(value: int, expected: int) -> None:
    assert wrapped_int64(value) == expected
