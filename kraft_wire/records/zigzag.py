"""The numbers of records: varints in zigzag form, as far as the quick loops take them.

Both functions want a first byte above 127 and give the number still in zigzag form: the sign is
its lowest bit. They raise IndexError or ValueError for what they do not take.
"""

from __future__ import annotations


def read_varint(payload: bytes, position: int) -> tuple[int, int]:
    """Read a number of two to four bytes."""
    value = payload[position] & 0x7F | payload[position + 1] << 7
    if value < 0x4000:
        return value, position + 2
    value += payload[position + 2] - 1 << 14
    if value < 0x200000:
        return value, position + 3
    value += payload[position + 3] - 1 << 21
    if value < 0x10000000:
        return value, position + 4
    raise ValueError


def read_long(payload: bytes, position: int) -> tuple[int, int]:
    """Read a number of two to eight bytes."""
    value = payload[position] & 0x7F | payload[position + 1] << 7
    shift = 14
    while value >> shift:
        if shift == 56:
            raise ValueError
        value += payload[position + shift // 7] - 1 << shift
        shift += 7
    return value, position + shift // 7
