"""Every bound that a hostile peer can meet, in one place.

Nothing is allocated before the length that asks for it was held against one of these or against
the bytes that remain. Sizes are bytes. `Limits` is those of them that may differ from peer to peer.
"""

from __future__ import annotations

import sys
from typing import Final

FRAME_BYTES_MAX = 104_857_600
"""Kafka's `socket.request.max.bytes`: the longest frame that is read."""

STRING_BYTES_MAX = 32_767
"""UTF-8 bytes of a string, compact or not, read or written; Java has no longer ones."""

ARRAY_ELEMENTS_MAX = 1_000_000
"""Entries of one array (Kafka 4.4's own bound); arrays longer than the bytes left are refused."""

TAGGED_FIELDS_MAX = 10_000
"""Tagged fields of one structure (Kafka 4.4's own bound)."""

TAG_MAX = 2_147_483_646
"""The highest tag number that can be written again: Java's readers stop at 2^31-2."""

INTERNED_UUIDS_MAX = 4_096
"""Uuids that the decoders remember, so that a repeated one is one object."""

UNKNOWN_TAG_BYTES_MAX = 16_777_216
"""Bytes of unknown tagged fields kept in one structure."""

RECORDS_PER_BATCH_MAX = 16_777_216
"""Records that one batch may claim to hold."""

DECOMPRESSED_BATCH_BYTES_MAX = 536_870_912
"""Bytes of one batch after decompression, summed over all frames of the codec; readers may ask
for less. Kafka's `max.decompressed.message.bytes` is its cousin."""

COMPRESSION_WINDOW_BYTES_MAX = 134_217_728
"""Window that a zstd frame may ask for (the library's own default of 2^27)."""

RECORD_HEADERS_MAX = 100_000
"""Headers of one record."""

MESSAGE_ELEMENTS_MAX = 16_777_216
"""Array elements of one message, all arrays together. An element takes at least one byte, so only
messages of more bytes than this may have to be counted."""


_INT32_MAX: Final = 0x7FFF_FFFF


class Limits:
    """What one peer may ask for: connections and decoders take it, the bounds above by default.

    The generated readers have the bounds of arrays and tagged fields in their text: these can be
    lowered, which costs a walk over each message that could exceed them, and not raised. Nesting
    needs no bound, since no schema contains itself. Not to be assigned to.
    """

    __slots__ = (
        "array_elements",
        "decompressed_batch_bytes",
        "frame_bytes",
        "message_elements",
        "narrows_messages",
        "records_per_batch",
        "tagged_fields",
    )

    def __init__(
        self,
        *,
        frame_bytes: int = FRAME_BYTES_MAX,
        array_elements: int = ARRAY_ELEMENTS_MAX,
        message_elements: int = MESSAGE_ELEMENTS_MAX,
        tagged_fields: int = TAGGED_FIELDS_MAX,
        records_per_batch: int = RECORDS_PER_BATCH_MAX,
        decompressed_batch_bytes: int = DECOMPRESSED_BATCH_BYTES_MAX,
    ) -> None:
        """Raise ValueError for a bound that is negative or above what can be kept.

        `message_elements` counts those of all arrays of a message together.
        """
        self.frame_bytes = _bound("frame_bytes", frame_bytes, _INT32_MAX)
        self.array_elements = _bound("array_elements", array_elements, ARRAY_ELEMENTS_MAX)
        self.message_elements = _bound("message_elements", message_elements, MESSAGE_ELEMENTS_MAX)
        self.tagged_fields = _bound("tagged_fields", tagged_fields, TAGGED_FIELDS_MAX)
        self.records_per_batch = _bound("records_per_batch", records_per_batch, _INT32_MAX)
        self.decompressed_batch_bytes = _bound(
            "decompressed_batch_bytes", decompressed_batch_bytes, sys.maxsize
        )
        self.narrows_messages = (
            array_elements < ARRAY_ELEMENTS_MAX
            or message_elements < MESSAGE_ELEMENTS_MAX
            or tagged_fields < TAGGED_FIELDS_MAX
        )
        """Whether messages must be held against this besides what their readers do."""

    def __repr__(self) -> str:
        shown = (f"{n}={getattr(self, n)}" for n in self.__slots__ if n != "narrows_messages")
        return f"Limits({', '.join(shown)})"


def _bound(name: str, value: int, highest: int) -> int:
    if not 0 <= value <= highest:
        raise ValueError(f"{name} is {value}, but 0 to {highest} are possible")
    return value


DEFAULT_LIMITS: Final = Limits()
"""The bounds of this module."""
