"""Reads the committed part of the metadata log from the leader, as a follower does.

The reader fetches ahead: records above the high watermark are kept and the next Fetch begins after
them, so that a 4.1 leader answers as soon as the high watermark moves, and reports if they were
truncated after all. Only committed records are returned, and these cannot be truncated: a leader
that denies them has lost committed records, or has another log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from kraft_core.client import steps
from kraft_core.client.errors import (
    ConnectionLostError,
    CorruptAnswerError,
    LogTruncatedError,
    PositionError,
    RefusedError,
    WrongClusterError,
)
from kraft_core.client.metadata_log import (
    NOT_LEADER_ERRORS,
    Committed,
    Note,
    Position,
    SnapshotNeeded,
    SnapshotPiece,
    beyond_start,
    fetch_request,
    fetch_snapshot_request,
    parse_batches,
    snapshot_piece,
    why_not_leader,
)
from kraft_core.client.quorum import Backoff
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import ApiKey, FetchSnapshotResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.client.metadata_log import FetchAnswer, SnapshotId
    from kraft_core.client.quorum import Leader, Quorum
    from kraft_core.client.steps import Operation
    from kraft_wire.records.batch import RecordBatch

HIGH_WATERMARK_VERSION: Final = 18
"""The first Fetch that waits for the high watermark to move (KIP-1166)."""

AHEAD_BYTES_MAX: Final = 16_777_216
"""Uncommitted bytes that are kept; above this limit they are fetched again."""

STALE_LEADER_S: Final = 5.0
"""Time for which a leader of a past epoch can be cut off unaware; check-quorum takes 3 s."""

REFUSALS_MAX: Final = 5
"""Refused or damaged answers in a row before the reader gives up."""

T = TypeVar("T")

_SOON_S: Final = 0.02
_PAUSE_S: Final = 0.05


class LogReader:
    """Reads committed batches from a position on; `position` is the one after those returned.

    `is_placed` says that a leader has confirmed that its log holds the position.
    """

    def __init__(self, quorum: Quorum, position: Position, timeout_s: float) -> None:
        settings = quorum.settings
        self.position = position
        self.is_placed = False
        self._quorum = quorum
        self._timeout_s = timeout_s
        self._ahead: list[RecordBatch] = []
        self._high_watermark = -1
        self._backoff = Backoff(settings.backoff_min_s, settings.backoff_max_s, settings.random)
        self._failures = 0
        self._refusals = 0
        self._stale_since: float | None = None

    @property
    def high_watermark(self) -> int:
        """The last high watermark that the leader reported; -1 before that."""
        return self._high_watermark

    def move_to(self, position: Position) -> None:
        """Continue at another position: after a snapshot of the leader."""
        self.position = position
        self.is_placed = True
        self._ahead.clear()

    def poll(self) -> Operation[list[RecordBatch] | SnapshotNeeded]:
        """Wait for committed batches, at most about as long as a leader parks a Fetch.

        Returns none when nothing was committed, or when the leader was lost and has to be found
        again. The first batch can begin before the position. Raises PositionError when the log
        lacks the position, LogTruncatedError when it was cut below it, LeaderNotFoundError.
        """
        began_s = yield from steps.now()
        found = (yield from self.attempt(self._read())) or []
        if not found and (yield from steps.now()) - began_s < _SOON_S:
            yield from steps.sleep(_PAUSE_S)
        return found

    def attempt(self, operation: Operation[T]) -> Operation[T | None]:
        """Run an operation on the leader; None if it failed and can be retried.

        Before it is None, time has passed: more with each failure in a row.
        """
        try:
            return (yield from operation)
        except (ConnectionLostError, RefusedError) as error:
            yield from self._on_failure(error)
            return None

    def _read(self) -> Operation[list[RecordBatch] | SnapshotNeeded]:
        leader = yield from self._leader()
        if leader is None:
            return []
        answer = yield from self._fetch(leader, self._fetch_offset, self._fetch_epoch(leader))
        return (yield from self._on_answer(answer, leader))

    @property
    def _fetch_offset(self) -> int:
        return self._ahead[-1].last_offset + 1 if self._ahead else self.position.offset

    def _fetch_epoch(self, leader: Leader) -> int:
        if self._ahead:
            return self._ahead[-1].partition_leader_epoch
        # the leader's own epoch is good for every offset up to its log end
        return leader.epoch if self.position.epoch is None else self.position.epoch

    def _leader(self) -> Operation[Leader | None]:
        """Find the leader if necessary; None while only the leader of a past epoch is known."""
        leader = self._quorum.leader
        if leader is None:
            leader = yield from self._find_leader()
        if leader.epoch >= (self.position.epoch or 0):
            self._stale_since = None
            return leader
        yield from self._on_stale_leader(leader)
        return None

    def _find_leader(self) -> Operation[Leader]:
        self._ahead.clear()
        self._high_watermark = -1
        yield from self._quorum.find_leader(self._timeout_s)
        return self._quorum.known_leader()

    def _on_stale_leader(self, leader: Leader) -> Operation[None]:
        """Wait for a newer leader to appear; without one this is no longer the same log."""
        now_s = yield from steps.now()
        if self._stale_since is None:
            self._stale_since = now_s
        if now_s - self._stale_since > STALE_LEADER_S:
            raise LogTruncatedError(
                f"the quorum is in epoch {leader.epoch}, before epoch {self.position.epoch} of"
                " what was read before: its log was replaced"
            )
        self._quorum.forget_leader()
        yield from steps.sleep(self._backoff.next_s())

    def _fetch(self, leader: Leader, offset: int, epoch: int) -> Operation[FetchAnswer]:
        settings = self._quorum.settings
        wakes = self._quorum.session.version_for(ApiKey.FETCH) >= HIGH_WATERMARK_VERSION
        may_park = self.is_placed and (wakes or not self._ahead)
        request = fetch_request(
            settings,
            leader_epoch=leader.epoch,
            offset=offset,
            last_fetched_epoch=epoch,
            high_watermark=self._high_watermark,
            max_wait_ms=settings.max_wait_ms if may_park else 0,
            max_bytes=settings.fetch_bytes_max,
        )
        return (yield from self._quorum.fetch(request))

    def _on_answer(
        self, answer: FetchAnswer, leader: Leader
    ) -> Operation[list[RecordBatch] | SnapshotNeeded]:
        if answer.error in NOT_LEADER_ERRORS:
            raise ConnectionLostError(why_not_leader(leader.endpoint, answer))
        if answer.error != ErrorCode.NONE:
            raise RefusedError(f"reading from {leader.endpoint}", answer.error)
        if answer.diverging is not None:
            self._on_divergence(*answer.diverging)
            return []
        if answer.snapshot_id is not None:
            return (yield from self._on_snapshot(answer, answer.snapshot_id, leader))
        if not self.is_placed:
            yield from self._check_record_before(leader)
        self._ahead += parse_batches(answer.records, self._fetch_offset, self._epoch_floor)
        self._high_watermark = answer.high_watermark
        self.is_placed = True
        yield from self._on_success(leader)
        return self._committed()

    def _check_record_before(self, leader: Leader) -> Operation[None]:
        """Compare the epoch of a position with the record before it.

        A leader finds nothing wrong with an epoch that is too high for the offset.
        """
        offset, epoch = self.position
        if epoch is None or offset == 0:
            return
        answer = yield from self._fetch(leader, offset - 1, leader.epoch)
        if answer.error != ErrorCode.NONE:
            raise ConnectionLostError(why_not_leader(leader.endpoint, answer))
        for batch in parse_batches(answer.records, offset - 1, 0)[:1]:
            if batch.partition_leader_epoch != epoch:
                raise LogTruncatedError(
                    f"the log was truncated: its record before offset {offset} has epoch "
                    f"{batch.partition_leader_epoch}, not epoch {epoch}"
                )

    @property
    def _epoch_floor(self) -> int:
        """Return the lowest possible epoch: epochs never fall from one batch to the next."""
        last = self._ahead[-1].partition_leader_epoch if self._ahead else self.position.epoch
        return 0 if last is None else last

    def _committed(self) -> list[RecordBatch]:
        """Return the fetched batches below the high watermark."""
        count = 0
        for batch in self._ahead:
            if batch.last_offset >= self._high_watermark:
                break
            count += 1
        committed, self._ahead = self._ahead[:count], self._ahead[count:]
        if committed:
            last = committed[-1]
            self.position = Position(last.last_offset + 1, last.partition_leader_epoch)
        if sum(batch.size for batch in self._ahead) > AHEAD_BYTES_MAX:
            self._ahead.clear()
        return committed

    def _on_divergence(self, epoch: int, end_offset: int) -> None:
        if self._ahead:  # uncommitted batches were truncated, and none was returned
            self._ahead.clear()
            return
        offset, own_epoch = self.position
        if own_epoch is None:
            raise PositionError(f"offset {offset} is beyond the end of the log, {end_offset}")
        raise LogTruncatedError(
            f"the log was truncated: it does not hold offset {offset} after epoch {own_epoch};"
            f" its epoch {epoch} ends at offset {end_offset}"
        )

    def _on_snapshot(
        self, answer: FetchAnswer, snapshot_id: SnapshotId, leader: Leader
    ) -> Operation[list[RecordBatch] | SnapshotNeeded]:
        """Return the snapshot, unless only the epoch at the very start of the log is unknown."""
        offset, epoch = self.position
        if self._ahead:
            self._ahead.clear()
            return []
        if epoch is None and offset == answer.log_start_offset:
            found = yield from self._epoch_before_start(offset, leader)
            self.position = Position(offset, found)
            return []
        if epoch is not None and offset >= answer.log_start_offset and offset > 0:
            raise LogTruncatedError(
                f"the log was truncated: its offset {offset} does not follow epoch {epoch}"
            )
        return SnapshotNeeded(snapshot_id, answer.log_start_offset)

    def _epoch_before_start(self, offset: int, leader: Leader) -> Operation[int]:
        """Find the epoch of the record before the first one of the log.

        It is that of the oldest snapshot, which no answer has: but one offset further on, lower
        epochs are answered with a snapshot and others are not.
        """
        lowest, highest = 0, leader.epoch
        while lowest < highest:
            middle = (lowest + highest) // 2
            answer = yield from self._fetch(leader, offset + 1, middle)
            if answer.error != ErrorCode.NONE:
                raise ConnectionLostError(why_not_leader(leader.endpoint, answer))
            if answer.snapshot_id is not None:
                lowest = middle + 1
            else:
                highest = middle
        return lowest

    def _on_success(self, leader: Leader) -> Operation[None]:
        """Report recovery after trouble."""
        if self._failures:
            place = f"node {leader.node_id} at {leader.endpoint}"
            yield from steps.deliver(Note(f"reading from {place}, leader of epoch {leader.epoch}"))
        self._failures = self._refusals = 0
        self._backoff.reset()

    def _on_failure(self, error: ConnectionLostError | RefusedError) -> Operation[None]:
        """Forget the leader, report that once, and wait a little longer each time."""
        self._quorum.forget_leader()
        self._high_watermark = -1
        self._refusals += isinstance(error, RefusedError | CorruptAnswerError)
        if self._refusals > REFUSALS_MAX:
            raise error
        if not self._failures:
            yield from steps.deliver(Note(f"{error}; looking for the leader"))
        self._failures += 1
        yield from steps.sleep(self._backoff.next_s())


def read_committed(quorum: Quorum, position: Position) -> Operation[Committed]:
    """Read one Fetch; return nothing, after a wait, if nothing is committed there yet.

    Raises PositionError when the log does not hold the position.
    """
    reader = LogReader(quorum, position, quorum.settings.api_timeout_s)
    found = yield from reader.poll()
    if isinstance(found, SnapshotNeeded):
        raise PositionError(beyond_start(position.offset, found))
    return Committed(tuple(found), reader.position)


# Released controllers answer every refusal of FetchSnapshot with the one error -1: the snapshot was
# deleted, the leader has changed, the position is wrong. So after a refusal the reader asks again
# which snapshot there is.
def download_snapshot(quorum: Quorum, snapshot_id: SnapshotId) -> Operation[bytes | None]:
    """Fetch a snapshot of the known leader; None if the leader refuses it.

    Raises ConnectionLostError when the leader is lost (pieces of two nodes do not fit together),
    CorruptAnswerError for pieces that do not make one whole.
    """
    data = bytearray()
    size = yield from receive_snapshot(quorum, snapshot_id, data.extend)
    return None if size is None else bytes(data)


def receive_snapshot(
    quorum: Quorum, snapshot_id: SnapshotId, take: Callable[[bytes], object]
) -> Operation[int | None]:
    """Fetch a snapshot as `download_snapshot` does, and pass on each piece when it arrives.

    Return its size. After None or an error the pieces that `take` has are of no use.
    """
    settings = quorum.settings
    received, size = 0, None
    while size is None or received < size:
        piece = yield from _fetch_piece(quorum, snapshot_id, received)
        if piece is None:
            return None
        if piece.snapshot_id != snapshot_id or piece.position != received:
            raise CorruptAnswerError(
                f"received a chunk of another snapshot or position than {snapshot_id}"
            )
        if not 0 < piece.size <= settings.snapshot_bytes_max or size not in (None, piece.size):
            raise CorruptAnswerError(f"snapshot {snapshot_id} claims to have {piece.size} bytes")
        size = piece.size
        if not 0 < len(piece.records) <= size - received:
            raise CorruptAnswerError(
                f"{len(piece.records)} bytes at {received} of {size} in snapshot {snapshot_id}"
            )
        take(piece.records)
        received += len(piece.records)
    return size


def _fetch_piece(
    quorum: Quorum, snapshot_id: SnapshotId, position: int
) -> Operation[SnapshotPiece | None]:
    session, leader = quorum.session, quorum.known_leader()
    request = fetch_snapshot_request(
        quorum.settings, snapshot_id, leader_epoch=leader.epoch, position=position
    )
    try:
        response = yield from session.call(request)
    except ConnectionLostError:
        quorum.forget_leader(session)
        raise
    if not isinstance(response, FetchSnapshotResponse):
        raise ConnectionLostError(f"{session.endpoint} sent an unexpected response")
    piece = snapshot_piece(response)
    if piece.top_error == ErrorCode.INCONSISTENT_CLUSTER_ID:
        raise WrongClusterError(f"{session.endpoint} belongs to another cluster")
    return None if piece.top_error or piece.error else piece


def newest_snapshot(quorum: Quorum) -> Operation[tuple[SnapshotId, bytes] | None]:
    """Fetch the newest snapshot of the leader; None if it has none.

    A snapshot that is deleted meanwhile, or a leader that is lost, means to begin again, until
    `api_timeout_s` is over.
    """

    def attempt() -> Operation[tuple[SnapshotId, bytes] | None]:
        snapshot_id = yield from _newest_id(quorum)
        if snapshot_id is None:
            return None
        data = yield from download_snapshot(quorum, snapshot_id)
        if data is None:
            raise ConnectionLostError("the leader refuses to send its newest snapshot")
        return snapshot_id, data

    return (yield from _until_timeout(quorum, attempt))


def snapshot_by_id(quorum: Quorum, snapshot_id: SnapshotId) -> Operation[bytes | None]:
    """Fetch a snapshot; None if the leader does not have it.

    A refusal can also mean that the node leads no more: it counts once a leader was asked for.
    """

    def attempt() -> Operation[bytes | None]:
        yield from quorum.probe_leader()
        return (yield from download_snapshot(quorum, snapshot_id))

    found = yield from _until_timeout(quorum, attempt)
    return (yield from _until_timeout(quorum, attempt)) if found is None else found


def _until_timeout(quorum: Quorum, attempt: Callable[[], Operation[T]]) -> Operation[T]:
    """Begin again if the leader is lost, until `api_timeout_s` is over."""
    settings = quorum.settings
    backoff = Backoff(settings.backoff_min_s, settings.backoff_max_s, settings.random)
    deadline = (yield from steps.now()) + settings.api_timeout_s
    while True:
        try:
            return (yield from attempt())
        except ConnectionLostError:
            quorum.forget_leader()
            if (yield from steps.now()) > deadline:
                raise
        yield from steps.sleep(backoff.next_s())


def _newest_id(quorum: Quorum) -> Operation[SnapshotId | None]:
    """Fetch at offset 0; the response names a snapshot if one exists."""
    if quorum.leader is None:
        yield from quorum.find_leader()
    leader = quorum.known_leader()
    request = fetch_request(
        quorum.settings, leader_epoch=leader.epoch, offset=0, last_fetched_epoch=0
    )
    answer = yield from quorum.fetch(request)
    if answer.error != ErrorCode.NONE:
        raise ConnectionLostError(why_not_leader(leader.endpoint, answer))
    return answer.snapshot_id
