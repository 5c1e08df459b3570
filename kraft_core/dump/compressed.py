"""The records inside a compressed batch."""

from __future__ import annotations

from kraft_core.dump.report import StoppedError


def decompressed(codec: int, data: bytes, magic: int) -> bytes:
    """Decompress; `magic` is the message format. Raises StoppedError for data that is bad."""
    # most logs that are looked at are not compressed, so this is loaded for the first that is
    from kraft_wire.errors import WireError  # noqa: PLC0415
    from kraft_wire.records.compression import decompress  # noqa: PLC0415

    try:
        return decompress(codec, data, magic=magic)
    except WireError as error:
        raise StoppedError(f"the batch cannot be decompressed: {error.detail}") from None
