"""Every bound that a hostile peer can meet, in one place.

Nothing is allocated before the length that asks for it was held against one of these or against
the bytes that remain. Sizes are bytes.
"""

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
