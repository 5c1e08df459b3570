"""Following `__cluster_metadata`: where to begin, snapshots, and where to stop."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.client import steps
from kraft_core.client.backoff import Backoff
from kraft_core.client.batches import parse_snapshot
from kraft_core.client.changes import changes_of
from kraft_core.client.errors import LeaderNotFoundError, PositionError
from kraft_core.client.log_reader import LogReader
from kraft_core.client.positions import Position, SnapshotNeeded, beyond_start
from kraft_core.client.snapshot_download import download_snapshot

if TYPE_CHECKING:
    from kraft_core.client.quorum import Quorum
    from kraft_core.client.steps import Operation
    from kraft_wire.records.batch import RecordBatch

BEGINNING = Position(0, 0)
"""All that the leader has: its newest snapshot, then the log."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What to follow.

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
    """The state of one following: the reader, and what of its records is wanted."""

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
        patience_s = settings.patience_s if self._wish.until_current else math.inf
        reader = LogReader(self._quorum, start, patience_s)
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
        """Go on behind the leader's newest snapshot."""
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


def known_high_watermark(quorum: Quorum) -> Operation[int]:
    """Ask the leader for its high watermark; a new one needs a moment until it knows it."""
    settings = quorum.settings
    backoff = Backoff(settings.backoff_min_s, settings.backoff_max_s, settings.random)
    deadline = (yield from steps.now()) + settings.patience_s
    while True:
        answer = yield from quorum.probe_leader()
        if answer.high_watermark >= 0:
            return answer.high_watermark
        pause_s = backoff.next_s()
        if (yield from steps.now()) + pause_s > deadline:
            raise LeaderNotFoundError(
                f"the leader has known no high watermark for {settings.patience_s:g} s"
            )
        yield from steps.sleep(pause_s)
