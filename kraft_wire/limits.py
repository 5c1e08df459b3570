"""The one list of bounds on input of hostile peers.

Nothing is allocated before the length that asks for it was held against one of these or against
the bytes that remain. Sizes are bytes. `Limits` is those of them that can differ from peer to peer.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import Any, Final, NoReturn

__all__ = [
    "ARRAY_ELEMENTS_MAX",
    "COMPRESSION_WINDOW_BYTES_MAX",
    "COPIED_BYTES_MAX",
    "DECOMPRESSED_BATCH_BYTES_MAX",
    "DEFAULT_LIMITS",
    "FRAME_BYTES_MAX",
    "INTERNED_UUIDS_MAX",
    "MESSAGE_ELEMENTS_MAX",
    "RECORDS_PER_BATCH_MAX",
    "RECORD_HEADERS_MAX",
    "STRING_BYTES_MAX",
    "TAGGED_FIELDS_MAX",
    "TAG_MAX",
    "UNKNOWN_TAG_BYTES_MAX",
    "Limits",
]

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
for less. Kafka's `max.decompressed.message.bytes` is similar."""

COMPRESSION_WINDOW_BYTES_MAX = 134_217_728
"""Window that a zstd frame may ask for (the library's own default of 2^27)."""

COPIED_BYTES_MAX = 4_096
"""Bytes of a value that `encode_buffers` still copies: a buffer of its own costs more than that."""

RECORD_HEADERS_MAX = 100_000
"""Headers of one record."""

MESSAGE_ELEMENTS_MAX = 16_777_216
"""Array elements of one message, all arrays together. An element takes at least one byte, so only
messages of more bytes than this may have to be counted."""


_INT32_MAX: Final = 0x7FFF_FFFF


class Limits:
    """The limits of one peer, for connections and decoders; the bounds above are the default.

    The generated readers have the bounds of arrays and tagged fields in their text: these can be
    lowered, which costs a walk over each message that could exceed them, and not raised. Nesting
    needs no bound, since no schema contains itself. A value: compared and hashed by its bounds,
    and assigning to one raises AttributeError.
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
        """Raise ValueError for a bound that is negative or above the supported maximum.

        `message_elements` counts those of all arrays of a message together. Raises TypeError for
        anything but an int; True and False are not.
        """
        self._set("frame_bytes", frame_bytes, _INT32_MAX)
        self._set("array_elements", array_elements, ARRAY_ELEMENTS_MAX)
        self._set("message_elements", message_elements, MESSAGE_ELEMENTS_MAX)
        self._set("tagged_fields", tagged_fields, TAGGED_FIELDS_MAX)
        self._set("records_per_batch", records_per_batch, _INT32_MAX)
        self._set("decompressed_batch_bytes", decompressed_batch_bytes, sys.maxsize)
        is_narrow = (
            array_elements < ARRAY_ELEMENTS_MAX
            or message_elements < MESSAGE_ELEMENTS_MAX
            or tagged_fields < TAGGED_FIELDS_MAX
        )
        object.__setattr__(self, "narrows_messages", is_narrow)

    # read for each message: slots of ordinary ints, without a dataclass, whose module is slow to
    # import and needed by no codec
    frame_bytes: int
    array_elements: int
    message_elements: int
    tagged_fields: int
    records_per_batch: int
    decompressed_batch_bytes: int
    narrows_messages: bool
    """True if messages must be checked besides the checks of their readers."""

    def _set(self, name: str, value: int, highest: int) -> None:
        object.__setattr__(self, name, _bound(name, value, highest))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of Limits is read-only: create a new Limits")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name} of Limits cannot be deleted")

    def _bounds(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in self.__slots__ if name != "narrows_messages"}

    def __eq__(self, other: object) -> bool:
        return self._bounds() == other._bounds() if isinstance(other, Limits) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._bounds().values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Limits, **self._bounds()), ()

    def __repr__(self) -> str:
        shown = (f"{name}={value}" for name, value in self._bounds().items())
        return f"Limits({', '.join(shown)})"


def _bound(name: str, value: int, highest: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}, which is not an int")
    if not 0 <= value <= highest:
        raise ValueError(f"{name} is {value}; expected 0 to {highest}")
    return value


DEFAULT_LIMITS: Final = Limits()
"""The bounds of this module."""
