from __future__ import annotations

import pytest

from kraft_wire.records.record_reading import read_long, read_varint
from tests.support.record_batches import varint


def test_numbers_of_two_to_eight_bytes() -> None:
    for bits in range(7, 55):
        for number in ((1 << bits) - 1, 1 << bits):
            encoded = varint(number)
            assert read_long(encoded + b"\xff", 0) == (number * 2, len(encoded))
            negative = varint(-number)
            assert read_long(b"x" + negative, 1) == (number * 2 - 1, 1 + len(negative))
    with pytest.raises(ValueError):
        read_long(varint(1 << 55), 0)


def test_numbers_of_two_to_four_bytes() -> None:
    for number in (0, 63, 64, 8191, 8192, 1048575, 1048576, 134217727):
        encoded = varint(number)
        if len(encoded) > 1:
            assert read_varint(encoded + b"\xff", 0) == (number * 2, len(encoded))
    with pytest.raises(ValueError):
        read_varint(varint(134217728), 0)


def test_numbers_that_are_cut_short() -> None:
    for read in (read_varint, read_long):
        for data in (b"\x80", b"\x80\x80", b"\xff\xff\xff"):
            with pytest.raises(IndexError):
                read(data, 0)
