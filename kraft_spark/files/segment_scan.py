"""A file, or a part of one, as blocks of batches, damage and tail, in the order of the file.

A torn or zero tail of the last segment of a partition is normal; the same elsewhere, an impossible
length and a magic above 2 are damage, behind which the search goes on at the next batch that has
the right checksum. Wrong checksums are left to the reader of the blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.files.batch_headers import (
    FRONT_BYTES,
    Block,
    Chain,
    batch_size,
    block_of,
    follow,
)
from kraft_spark.files.resync import find_next
from kraft_wire.records.batch import BATCH_OVERHEAD, LOG_OVERHEAD, MAGIC
from kraft_wire.records.legacy import MESSAGE_BYTES_MIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_spark.files.batch_headers import Readable

CHUNK_BYTES: Final = 4 << 20
_ZEROS_WINDOW: Final = 4 << 20
_SHORTER: Final = "the file became shorter while it was read"
_DOUBTED: Final = "the checksum is wrong, and no batch begins where this one says it ends"


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes that are no readable batch; `base_offset` is what their header says, if it says any."""

    position: int
    length: int
    reason: str
    base_offset: int | None = None


@dataclass(frozen=True, slots=True)
class Tail:
    """Bytes behind the last batch that a crash or preallocation leaves.

    `kind` is `zeros`, `torn header` or `torn batch`.
    """

    position: int
    length: int
    kind: str


class SegmentScan:
    """Iterates over `Block`, `Damage` and `Tail` of the bytes from `start` to `end`.

    `start` and, unless it is the file's own end, `end` are places where a batch begins.
    `may_have_tail` is for the last segment of a partition, if `end` is the end of the file.
    """

    def __init__(
        self,
        source: Readable,
        start: int,
        end: int,
        *,
        check_crcs: bool = True,
        may_have_tail: bool = False,
        chunk_bytes: int = CHUNK_BYTES,
    ) -> None:
        self._source = source
        self._position = start
        self._end = end
        self._check_crcs = check_crcs
        self._may_have_tail = may_have_tail
        self._chunk_bytes = max(chunk_bytes, BATCH_OVERHEAD)
        self._saw_legacy = False

    def __iter__(self) -> Iterator[Block | Damage | Tail]:
        wanted = self._chunk_bytes
        missing = 0
        while (left := self._end - self._position) > 0:
            asked = min(wanted, left)
            buffer = self._source.read(self._position, asked)
            view = memoryview(buffer)
            if len(view) < asked:
                missing += left - len(view)
                left = len(view)
                self._end = self._position + left
                if not left:
                    break
            chain = follow(view, 0, len(view))
            origin = self._position
            if chain.places:
                block = block_of(buffer, origin, chain, check_crcs=self._check_crcs)
                doubted = self._doubted(block, chain, view)
                self._saw_legacy |= block.is_legacy
                sound = block.part(slice(0, len(block) - doubted))
                del block, buffer, view  # a large batch is not held while the next is read
                if len(sound):
                    yield sound
                del sound
                self._position = origin + (chain.places[-1] if doubted else chain.next)
                wanted = self._chunk_bytes
                if doubted or chain.why == "bad":
                    yield from self._broken(is_doubted=doubted)
            elif chain.why == "bad" or len(view) == left:
                del view, buffer
                yield from self._broken()
            else:
                wanted = self._more(view)
                del view, buffer
        if missing:
            yield Damage(self._end, missing, _SHORTER)

    def _doubted(self, block: Block, chain: Chain, view: memoryview) -> bool:
        """Whether the length of the last batch seems to lie.

        Its checksum is wrong, and what follows is nothing sensible: no header, or one that says
        more than there is, though a sound batch stands somewhere behind.
        """
        if block.valid is None or block.valid[-1] or chain.why not in ("bad", "short"):
            return False
        if chain.why == "bad":
            return True
        if chain.next + FRONT_BYTES > len(view):
            return False
        size = batch_size(view, chain.next)
        after = self._position + chain.places[-1] + 1
        return (
            size is not None
            and size > self._end - self._position - chain.next
            and find_next(self._source, after, self._end) is not None
        )

    def _more(self, view: memoryview) -> int:
        """How many bytes a batch needs of which only the begin was read."""
        size = batch_size(view, 0) if len(view) >= FRONT_BYTES else None
        return max(size or 0, self._chunk_bytes, FRONT_BYTES)

    def _broken(self, *, is_doubted: bool = False) -> Iterator[Damage | Tail]:
        """Tell what stands at the position where no whole batch is, and step over it."""
        left = self._end - self._position
        front = memoryview(self._source.read(self._position, min(BATCH_OVERHEAD, left)))
        if len(front) < min(BATCH_OVERHEAD, left):
            yield self._past(self._end, _SHORTER)
            return
        reason, torn = (_DOUBTED, None) if is_doubted else _reason(front, left)
        if not any(front) and self._is_zero(len(front)):
            if self._may_have_tail:
                yield self._tail("zeros")
            else:
                yield self._past(self._end, "zeros to the end of the file", front)
            return
        found = find_next(self._source, self._position + 1, self._end, legacy_too=self._saw_legacy)
        if found is None and torn is not None and self._may_have_tail:
            yield self._tail(torn)
            return
        yield self._past(self._end if found is None else found, reason, front)

    def _is_zero(self, position: int) -> bool:
        """Whether all that is left is zero, known up to this place behind the position."""
        position += self._position
        while position < self._end:
            piece = self._source.read(position, min(_ZEROS_WINDOW, self._end - position))
            every = np.frombuffer(piece, np.uint8)
            if not len(every) or every.any():
                return False
            position += len(every)
        return True

    def _tail(self, kind: str) -> Tail:
        tail = Tail(self._position, self._end - self._position, kind)
        self._position = self._end
        return tail

    def _past(self, found: int, reason: str, front: Any = b"") -> Damage:
        offset = int.from_bytes(front[:8], signed=True) if len(front) >= 8 else None
        damage = Damage(self._position, found - self._position, reason, offset)
        self._position = found
        return damage


def _reason(front: memoryview, left: int) -> tuple[str, str | None]:
    """Why no whole batch begins there, and the kind of tail that it may be."""
    size = batch_size(front, 0) if left >= FRONT_BYTES else None
    if size is None and left < LOG_OVERHEAD + MESSAGE_BYTES_MIN:
        return f"{left} bytes are no header of a batch", "torn header"
    if size is not None and size > left:
        return f"a batch of {size} bytes, {left} are left", "torn batch"
    magic = int.from_bytes(front[16:17], signed=True)
    if not 0 <= magic <= MAGIC:
        return f"magic {magic} is that of no message format", None
    length = int.from_bytes(front[8:12], signed=True)
    return f"a batch of {12 + length} bytes is shorter than its header", None
