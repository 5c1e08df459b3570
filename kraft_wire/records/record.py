"""One record, and where its parts lie."""

from __future__ import annotations

from typing import NamedTuple

Headers = tuple[tuple[str, bytes | None], ...]
"""The headers of a record: key and value, in order; a key may occur more than once."""


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
"""The fields of a RecordBase, which is only made when they must have names."""


class RecordBase(NamedTuple):
    """What a batch says of all its records: what their deltas are added to, where they stand."""

    offset: int
    timestamp: int
    sequence: int
    append_time: int | None
    """The timestamp of every record, where the log sets it."""

    origin: int = 0
    """Where the bytes of the batch begin in what was given, for the place of a fault..."""

    decompressed: bool = False
    """...or where its compressed records begin, if the bytes that are read came out of them."""


class RecordSpan(NamedTuple):
    """Where the parts of a record lie in the payload of its batch; sizes are -1 for null.

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
