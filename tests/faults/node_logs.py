"""The logs that nodes leave on disk, and what must be true of them together."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from kraft_wire.records import RecordBatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

_FRONT = 12
"""Bytes of base offset and length, which the length does not count."""


def batch_ends(content: bytes) -> list[int]:
    """Where the whole batches of a segment end."""
    ends, place = [], 0
    while place + _FRONT <= len(content):
        place += _FRONT + int.from_bytes(content[place + 8 : place + 12], "big")
        if place > len(content):
            break
        ends.append(place)
    return ends


def read_log(folder: Path) -> dict[int, bytes]:
    """The batches of a log by base offset, oldest first."""
    batches = {}
    for segment in sorted(folder.glob("*.log")):
        content, begin = segment.read_bytes(), 0
        for end in batch_ends(content):
            batches[int.from_bytes(content[begin : begin + 8], "big")] = content[begin:end]
            begin = end
    return batches


def data_batches(log: Mapping[int, bytes]) -> Iterator[RecordBatch]:
    """The batches with records of data, each with a right checksum."""
    for content in log.values():
        batch = RecordBatch.parse(content)
        batch.validate()
        if not batch.is_control:
            yield batch


def check_alike(logs: Sequence[Mapping[int, bytes]]) -> int:
    """Where two logs both have an offset they have the same bytes; how many batches were compared.

    Offsets follow each other without gap in each of them.
    """
    compared = 0
    for log in logs:
        following = None
        for base_offset, content in log.items():
            assert following in (None, base_offset), f"a gap before {base_offset}"
            following = RecordBatch.parse(content).next_offset
    for one, other in itertools.pairwise(logs):
        shared = one.keys() & other.keys()
        assert shared, "two logs have nothing in common"
        lowest, highest = min(shared), max(shared)
        for log in (one, other):
            between = {offset for offset in log if lowest <= offset <= highest}
            assert between == shared, f"batches that the other log has not: {between ^ shared}"
        for offset in shared:
            assert one[offset] == other[offset], f"two batches at {offset}"
        compared += len(shared)
    return compared
