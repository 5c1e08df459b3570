"""What a crash leaves at the end of a log: half a batch, or less than was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_wire.records import RecordBatchBuilder
from tests.faults.node_logs import batch_ends

if TYPE_CHECKING:
    import random
    from pathlib import Path


def tear_write(segment: Path, rng: random.Random) -> int:
    """Write a part of one more batch behind the log, as if the write had not come to its end.

    Gives the size up to which the log is whole.
    """
    content = segment.read_bytes()
    ends = batch_ends(content)
    whole = ends[-1] if ends else 0
    base_offset, epoch = _next_place(content, ends, int(segment.stem))
    builder = RecordBatchBuilder(base_offset=base_offset, partition_leader_epoch=epoch)
    for _ in range(rng.randrange(1, 5)):
        builder.append(0, None, rng.randbytes(40))
    batch = builder.build()
    part = batch[: rng.randrange(1, len(batch))]
    if rng.random() < 0.3:  # the file system knew of the new size, and had no content for it
        part = bytes(len(part))
    with segment.open("r+b") as file:
        file.truncate(whole)
        file.seek(whole)
        file.write(part)
    return whole


def _next_place(content: bytes, ends: list[int], base_offset: int) -> tuple[int, int]:
    """Offset and epoch that the next batch would have."""
    if not ends:
        return base_offset, 1
    last = content[(ends[-2] if len(ends) > 1 else 0) : ends[-1]]
    first = int.from_bytes(last[:8], "big")
    epoch = int.from_bytes(last[12:16], "big")
    return first + int.from_bytes(last[23:27], "big") + 1, epoch


def lose_tail(segment: Path, durable_size: int, rng: random.Random) -> int | None:
    """Cut a log within a batch that nothing has synced, as a power failure could.

    Gives the size up to which it is whole then, None if there was no such batch.
    """
    content = segment.read_bytes()
    ends = [0, *batch_ends(content)]
    starts = [end for end in ends if end >= durable_size]
    cuts = [place for place in range(durable_size + 1, len(content)) if place not in starts]
    if durable_size not in ends or not cuts:
        return None
    cut = rng.choice(cuts)
    with segment.open("r+b") as file:
        file.truncate(cut)
    return max(end for end in ends if end < cut)
