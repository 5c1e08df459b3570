"""The names of record types, as Kafka's enumerations spell them."""

from __future__ import annotations

from functools import cache


@cache
def type_name(name: str) -> str:
    """Spell the name of a message as an enumeration does: PartitionRecord is PARTITION_RECORD."""
    pieces = []
    was_upper = True
    for char in name:
        if char.isupper() and not was_upper:
            pieces.append("_")
        was_upper = char.isupper()
        pieces.append(char.upper())
    return "".join(pieces)
