"""Following `__cluster_metadata`: `tail` and `tail_async`, their begin and their end."""

from __future__ import annotations

import math
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.client import steps
from kraft_core.client.changes import Change, changes_of, record_names
from kraft_core.client.errors import PositionError
from kraft_core.client.log_reader import LogReader, download_snapshot
from kraft_core.client.metadata_log import (
    Note,
    Position,
    SnapshotNeeded,
    beyond_start,
    parse_snapshot,
)
from kraft_core.client.quorum import Quorum, known_high_watermark
from kraft_core.client.settings import Settings, parse_endpoints

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncGenerator, Callable, Generator, Iterable

    from kraft_core.client.steps import Operation
    from kraft_wire.records.batch import RecordBatch

BEGINNING = Position(0, 0)
"""The whole state of the leader: its newest snapshot, then the log."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The part of the log to follow.

    `start` None means from now on. `until_current` ends at the high watermark that the leader had
    at the start; without it the following never ends, and waits for a leader as long as it takes.
    `exclude` has names of records (`NoOpRecord`). Secrets are redacted unless included.
    """

    start: Position | None = None
    until_current: bool = False
    exclude: frozenset[str] = frozenset()
    include_secrets: bool = False


def follow(quorum: Quorum, wish: Wish) -> Operation[None]:
    """Deliver Changes, and Notes about the connection; ends only with `until_current`."""
    return (yield from _Following(quorum, wish).run())


class _Following:
    """The state of one run: the reader, and which records are wanted."""

    def __init__(self, quorum: Quorum, wish: Wish) -> None:
        self._quorum = quorum
        self._wish = wish
        self._end_offset = math.inf
        self._may_load_snapshot = wish.start is None or wish.start.offset == 0

    def run(self) -> Operation[None]:
        high_watermark = yield from known_high_watermark(self._quorum)
        if self._wish.until_current:
            self._end_offset = high_watermark
        start = self._wish.start or Position(high_watermark)
        settings = self._quorum.settings
        timeout_s = settings.api_timeout_s if self._wish.until_current else math.inf
        reader = LogReader(self._quorum, start, timeout_s)
        while reader.position.offset < self._end_offset or not reader.is_placed:
            offset = reader.position.offset
            found = yield from reader.poll()
            if isinstance(found, SnapshotNeeded):
                yield from self._load(reader, found)
                continue
            for batch in found:
                yield from self._deliver(batch, offset)
            self._may_load_snapshot |= bool(found)

    def _load(self, reader: LogReader, needed: SnapshotNeeded) -> Operation[None]:
        """Continue after the leader's newest snapshot."""
        if not self._may_load_snapshot:
            raise PositionError(beyond_start(reader.position.offset, needed))
        batches = yield from reader.attempt(self._download(needed))
        if batches is None:
            return
        for batch in batches:
            yield from self._deliver_from_snapshot(batch)
        reader.move_to(Position(*needed.snapshot_id))

    def _download(self, needed: SnapshotNeeded) -> Operation[list[RecordBatch] | None]:
        data = yield from download_snapshot(self._quorum, needed.snapshot_id)
        return None if data is None else parse_snapshot(data)

    def _deliver(self, batch: RecordBatch, offset: int) -> Operation[None]:
        for change in changes_of(batch, "log", include_secrets=self._wish.include_secrets):
            if offset <= change.offset < self._end_offset and change.name not in self._wish.exclude:
                yield from steps.deliver(change)

    def _deliver_from_snapshot(self, batch: RecordBatch) -> Operation[None]:
        for change in changes_of(batch, "snapshot", include_secrets=self._wish.include_secrets):
            if change.name not in self._wish.exclude:
                yield from steps.deliver(change)


def tail(
    controllers: str,
    *,
    from_start: bool = False,
    position: tuple[int, int | None] | None = None,
    until_current: bool = False,
    exclude: Iterable[str] = (),
    include_secrets: bool = False,
    tls: ssl.SSLContext | None = None,
    settings: Settings | None = None,
    on_note: Callable[[str], object] | None = None,
) -> Generator[Change, None, None]:
    """Follow `__cluster_metadata` of the quorum at `HOST:PORT[,HOST:PORT...]`.

    Yields committed records, by default from now on; with `from_start` the leader's newest snapshot
    and then the log; with `position` (offset, epoch) from that offset on, where the epoch is that
    of the record before it, if known: LogTruncatedError says that it is gone. With
    `until_current` it ends at the high watermark of the start, else never. `exclude` names records
    (`NoOpRecord`). Secrets are `(redacted)` unless included. `on_note` is called with a sentence
    when a leader was lost and found. Raises ClientError, and ValueError for arguments that make no
    sense. Reading the iterator no further, or closing it, ends the connection.
    """
    operation = _operation(
        controllers,
        _wish(from_start, position, until_current, exclude, include_secrets),
        settings,
    )
    return _changes(operation, tls, on_note)


def tail_async(
    controllers: str,
    *,
    from_start: bool = False,
    position: tuple[int, int | None] | None = None,
    until_current: bool = False,
    exclude: Iterable[str] = (),
    include_secrets: bool = False,
    tls: ssl.SSLContext | None = None,
    settings: Settings | None = None,
    on_note: Callable[[str], object] | None = None,
) -> AsyncGenerator[Change, None]:
    """Follow like `tail`, but in the running event loop: iterate with `async for`."""
    operation = _operation(
        controllers,
        _wish(from_start, position, until_current, exclude, include_secrets),
        settings,
    )
    return _changes_async(operation, tls, on_note)


def _wish(
    from_start: bool,
    position: tuple[int, int | None] | None,
    until_current: bool,
    exclude: Iterable[str],
    include_secrets: bool,
) -> Wish:
    if from_start and position is not None:
        raise ValueError("from_start and position exclude each other")
    if position is not None and (position[0] < 0 or (position[1] or 0) < 0):
        raise ValueError("offsets and epochs cannot be negative")
    start = BEGINNING if from_start else None if position is None else Position(*position)
    return Wish(start, until_current, _names(exclude), include_secrets)


def _names(exclude: Iterable[str]) -> frozenset[str]:
    """Return names of records, given by their own name or Kafka's type name."""
    known, wanted = record_names(), tuple(exclude)
    for name in wanted:
        if name not in known:
            raise ValueError(f"unknown record type {name!r} of the metadata log")
    return frozenset(known[name] for name in wanted)


def _operation(controllers: str, wish: Wish, settings: Settings | None) -> Operation[None]:
    quorum = Quorum(parse_endpoints(controllers), settings or Settings())
    return follow(quorum, wish)


def _changes(
    operation: Operation[None],
    tls: ssl.SSLContext | None,
    on_note: Callable[[str], object] | None,
) -> Generator[Change, None, None]:
    from kraft_core.client.blocking import BlockingDriver  # either, not both

    driver = BlockingDriver(tls)
    try:
        for item in driver.iterate(operation):
            if isinstance(item, Change):
                yield item
            elif isinstance(item, Note) and on_note is not None:
                on_note(item.text)
    finally:
        driver.close()


async def _changes_async(
    operation: Operation[None],
    tls: ssl.SSLContext | None,
    on_note: Callable[[str], object] | None,
) -> AsyncGenerator[Change, None]:
    from kraft_core.client.asynchronous import AsyncDriver  # asyncio is slow

    driver = AsyncDriver(tls)
    try:
        async with aclosing(driver.iterate(operation)) as items:
            async for item in items:
                if isinstance(item, Change):
                    yield item
                elif isinstance(item, Note) and on_note is not None:
                    on_note(item.text)
    finally:
        driver.close()
