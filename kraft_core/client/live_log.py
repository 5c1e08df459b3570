"""The committed metadata log for somebody who reads on for long, in steps of his own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from kraft_core.client.log_reader import LogReader

if TYPE_CHECKING:
    from kraft_core.client.positions import Position, SnapshotNeeded
    from kraft_core.client.quorum import Quorum
    from kraft_core.client.steps import Operation
    from kraft_wire.records.batch import RecordBatch

T = TypeVar("T")


class Driver(Protocol):
    """Performs the steps of an operation."""

    def run(self, operation: Operation[T]) -> T:
        """Drive it to its end."""


class LiveLog:
    """Reads committed batches from a position on; see `Client.log`.

    It goes on through changes of the leader, and looks for one as long as patience lasts.
    """

    def __init__(self, quorum: Quorum, driver: Driver, position: Position) -> None:
        self._reader = LogReader(quorum, position, quorum.settings.patience_s)
        self._driver = driver

    @property
    def position(self) -> Position:
        """Behind the last batch that was read."""
        return self._reader.position

    @property
    def is_placed(self) -> bool:
        """Whether a leader has confirmed that its log holds the position."""
        return self._reader.is_placed

    @property
    def high_watermark(self) -> int:
        """As the leader told it last; -1 while nobody has."""
        return self._reader.high_watermark

    @property
    def has_more(self) -> bool:
        """Whether more is known to be committed than was read: the next poll need not wait."""
        return self._reader.position.offset < self._reader.high_watermark

    def poll(self) -> list[RecordBatch] | SnapshotNeeded:
        """Wait for committed batches, at most about as long as a leader parks a Fetch.

        May give none. The first batch may begin before the position. Raises PositionError when the
        log lacks the position, LogTruncatedError when it was cut below it, LeaderNotFoundError.
        """
        return self._driver.run(self._reader.poll())
