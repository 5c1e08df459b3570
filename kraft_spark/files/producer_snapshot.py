"""The producer state beside a log: `<offset>.snapshot`, as Kafka's ProducerStateManager writes it.

Kafka writes one when it rolls a segment and at shutdown. It has the transactions that were open at
its offset.
"""

from __future__ import annotations

from typing import Any, Final

from kraft_wire.errors import WireError
from kraft_wire.messages import message_class
from kraft_wire.records.checksum import crc32c

_CHECKED_FROM: Final = 6


def open_transactions(content: bytes) -> dict[int, int] | None:
    """First offsets of the transactions that were open, by producer id.

    None where the bytes are not a valid snapshot of a known version.
    """
    cls: Any = message_class("ProducerSnapshot")
    version = int.from_bytes(content[:2], signed=True)
    if len(content) < _CHECKED_FROM or not cls.VERSIONS[0] <= version <= cls.VERSIONS[1]:
        return None
    try:
        snapshot = cls.decode(content[2:], version)
    except WireError:
        return None
    if snapshot.crc != crc32c(memoryview(content)[_CHECKED_FROM:]):
        return None
    return {
        entry.producer_id: entry.current_txn_first_offset
        for entry in snapshot.producer_entries
        if entry.current_txn_first_offset >= 0
    }
