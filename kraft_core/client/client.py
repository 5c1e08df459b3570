"""`Client` and `AsyncClient`: any API of the quorum's leader, in a version that both support.

`LiveLog` follows the committed log for a caller that polls at its own pace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from kraft_core.client.log_reader import LogReader, newest_snapshot, read_committed, snapshot_by_id
from kraft_core.client.quorum import Leader, Quorum, known_high_watermark
from kraft_core.client.settings import Settings, parse_endpoints

if TYPE_CHECKING:
    import ssl

    from kraft_core.client.metadata_log import Committed, Position, SnapshotId, SnapshotNeeded
    from kraft_core.client.steps import Operation
    from kraft_wire.message import Request, Response_co
    from kraft_wire.records.batch import RecordBatch

T = TypeVar("T")


class Driver(Protocol):
    """Performs the steps of an operation."""

    def run(self, operation: Operation[T]) -> T:
        """Run the operation to its end."""


class LiveLog:
    """Reads committed batches from a position on; see `Client.log`.

    It continues when the leader changes, and looks for a new one until its timeout.
    """

    def __init__(self, quorum: Quorum, driver: Driver, position: Position) -> None:
        self._reader = LogReader(quorum, position, quorum.settings.api_timeout_s)
        self._driver = driver

    @property
    def position(self) -> Position:
        """The position after the last batch that was read."""
        return self._reader.position

    @property
    def is_placed(self) -> bool:
        """Return True if a leader has confirmed that its log holds the position."""
        return self._reader.is_placed

    @property
    def high_watermark(self) -> int:
        """The last high watermark that the leader reported; -1 before that."""
        return self._reader.high_watermark

    @property
    def has_more(self) -> bool:
        """Return True if more is committed than was read, so that the next poll does not wait."""
        return self._reader.position.offset < self._reader.high_watermark

    def poll(self) -> list[RecordBatch] | SnapshotNeeded:
        """Wait for committed batches, at most about as long as a leader parks a Fetch.

        Can return none. The first batch can begin before the position. Raises PositionError if the
        log lacks the position, LogTruncatedError when it was cut below it, LeaderNotFoundError.
        """
        return self._driver.run(self._reader.poll())


def _find(quorum: Quorum) -> Operation[Leader]:
    yield from quorum.probe_leader()
    return quorum.known_leader()


def _high_watermark(quorum: Quorum) -> Operation[int]:
    return (yield from quorum.probe_leader()).high_watermark


def _log_start_offset(quorum: Quorum) -> Operation[int]:
    return (yield from quorum.probe_leader()).log_start_offset


class Client:
    """A blocking client of the quorum at `HOST:PORT[,HOST:PORT...]`; a context manager."""

    def __init__(
        self,
        controllers: str,
        *,
        tls: ssl.SSLContext | None = None,
        settings: Settings | None = None,
    ) -> None:
        from kraft_core.client.blocking import BlockingDriver

        self._quorum = Quorum(parse_endpoints(controllers), settings or Settings())
        self._driver = BlockingDriver(tls)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._quorum.forget_leader()
        self._driver.close()

    def leader(self) -> Leader:
        """Find the current leader."""
        return self._driver.run(_find(self._quorum))

    def high_watermark(self) -> int:
        """Ask the leader for its high watermark; -1 while it does not know it."""
        return self._driver.run(_high_watermark(self._quorum))

    def committed_end(self) -> int:
        """Ask the leader for its high watermark, and again until it knows it."""
        return self._driver.run(known_high_watermark(self._quorum))

    def log_start_offset(self) -> int:
        """Ask the leader where its log begins."""
        return self._driver.run(_log_start_offset(self._quorum))

    def call(
        self,
        request: Request[Response_co],
        *,
        version: int | None = None,
        is_repeatable: bool = False,
    ) -> Response_co:
        """Make a request to the leader; see `Quorum.call`."""
        return self._driver.run(
            self._quorum.call(request, version=version, is_repeatable=is_repeatable)
        )

    def newest_snapshot(self) -> tuple[SnapshotId, bytes] | None:
        """Fetch the newest snapshot of the leader; None while it has none."""
        return self._driver.run(newest_snapshot(self._quorum))

    def snapshot(self, snapshot_id: SnapshotId) -> bytes | None:
        """Fetch one snapshot of the leader; None when it does not have it."""
        return self._driver.run(snapshot_by_id(self._quorum, snapshot_id))

    def read(self, position: Position) -> Committed:
        """Read committed batches from a position on, as many as one Fetch returns."""
        return self._driver.run(read_committed(self._quorum, position))

    def log(self, position: Position) -> LiveLog:
        """Keep reading from a position, over the connection of the other calls."""
        return LiveLog(self._quorum, self._driver, position)


class AsyncClient:
    """Like `Client`, for the running event loop; an asynchronous context manager."""

    def __init__(
        self,
        controllers: str,
        *,
        tls: ssl.SSLContext | None = None,
        settings: Settings | None = None,
    ) -> None:
        from kraft_core.client.asynchronous import AsyncDriver

        self._quorum = Quorum(parse_endpoints(controllers), settings or Settings())
        self._driver = AsyncDriver(tls)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._quorum.forget_leader()
        self._driver.close()

    async def leader(self) -> Leader:
        """Find the current leader."""
        return await self._driver.run(_find(self._quorum))

    async def high_watermark(self) -> int:
        """Ask the leader for its high watermark; -1 while it does not know it."""
        return await self._driver.run(_high_watermark(self._quorum))

    async def committed_end(self) -> int:
        """Ask the leader for its high watermark, and again until it knows it."""
        return await self._driver.run(known_high_watermark(self._quorum))

    async def log_start_offset(self) -> int:
        """Ask the leader where its log begins."""
        return await self._driver.run(_log_start_offset(self._quorum))

    async def call(
        self,
        request: Request[Response_co],
        *,
        version: int | None = None,
        is_repeatable: bool = False,
    ) -> Response_co:
        """Make a request to the leader; see `Quorum.call`."""
        return await self._driver.run(
            self._quorum.call(request, version=version, is_repeatable=is_repeatable)
        )

    async def newest_snapshot(self) -> tuple[SnapshotId, bytes] | None:
        """Fetch the newest snapshot of the leader; None while it has none."""
        return await self._driver.run(newest_snapshot(self._quorum))

    async def snapshot(self, snapshot_id: SnapshotId) -> bytes | None:
        """Fetch one snapshot of the leader; None when it does not have it."""
        return await self._driver.run(snapshot_by_id(self._quorum, snapshot_id))

    async def read(self, position: Position) -> Committed:
        """Read committed batches from a position on, as many as one Fetch returns."""
        return await self._driver.run(read_committed(self._quorum, position))
