"""A whole snapshot of the leader, piece by piece (FetchSnapshot).

Released controllers answer every refusal with the one error -1: the snapshot was deleted, the
leader has changed, the position is wrong. So a refusal means: look again what there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from kraft_core.client import steps
from kraft_core.client.backoff import Backoff
from kraft_core.client.errors import ConnectionLostError, CorruptAnswerError, WrongClusterError
from kraft_core.client.leadership import INCONSISTENT_CLUSTER_ID, NONE, why_not_leader
from kraft_core.client.metadata_log import (
    SnapshotPiece,
    fetch_request,
    fetch_snapshot_request,
    snapshot_piece,
)
from kraft_wire.messages import FetchSnapshotResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.client.metadata_log import SnapshotId
    from kraft_core.client.quorum import Quorum
    from kraft_core.client.steps import Operation

T = TypeVar("T")


def download_snapshot(quorum: Quorum, snapshot_id: SnapshotId) -> Operation[bytes | None]:
    """Fetch a snapshot of the leader that is known; None when the leader refuses it.

    Raises ConnectionLostError when the leader is lost (pieces of two nodes do not fit together),
    CorruptAnswerError for pieces that do not make one whole.
    """
    settings = quorum.settings
    data = bytearray()
    size = None
    while size is None or len(data) < size:
        piece = yield from _fetch_piece(quorum, snapshot_id, len(data))
        if piece is None:
            return None
        if piece.snapshot_id != snapshot_id or piece.position != len(data):
            raise CorruptAnswerError(f"a piece of another snapshot or place than {snapshot_id}")
        if not 0 < piece.size <= settings.snapshot_bytes_max or size not in (None, piece.size):
            raise CorruptAnswerError(f"snapshot {snapshot_id} claims to have {piece.size} bytes")
        size = piece.size
        if not 0 < len(piece.records) <= size - len(data):
            raise CorruptAnswerError(
                f"{len(piece.records)} bytes at {len(data)} of {size} in snapshot {snapshot_id}"
            )
        data += piece.records
    return bytes(data)


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
        raise ConnectionLostError(f"{session.endpoint} answers out of turn")
    piece = snapshot_piece(response)
    if piece.top_error == INCONSISTENT_CLUSTER_ID:
        raise WrongClusterError(f"{session.endpoint} belongs to another cluster")
    return None if piece.top_error or piece.error else piece


def newest_snapshot(quorum: Quorum) -> Operation[tuple[SnapshotId, bytes] | None]:
    """Fetch the newest snapshot that the leader has; None while it has none.

    A snapshot that is deleted meanwhile, or a leader that is lost, means to begin again, for as
    long as patience lasts.
    """

    def attempt() -> Operation[tuple[SnapshotId, bytes] | None]:
        snapshot_id = yield from _newest_id(quorum)
        if snapshot_id is None:
            return None
        data = yield from download_snapshot(quorum, snapshot_id)
        if data is None:
            raise ConnectionLostError("the leader refuses to hand out its newest snapshot")
        return snapshot_id, data

    return (yield from _patiently(quorum, attempt))


def snapshot_by_id(quorum: Quorum, snapshot_id: SnapshotId) -> Operation[bytes | None]:
    """Fetch a snapshot; None where the leader does not have it.

    A refusal may also mean that the node leads no more: it counts once a leader was asked for.
    """

    def attempt() -> Operation[bytes | None]:
        yield from quorum.probe_leader()
        return (yield from download_snapshot(quorum, snapshot_id))

    found = yield from _patiently(quorum, attempt)
    return (yield from _patiently(quorum, attempt)) if found is None else found


def _patiently(quorum: Quorum, attempt: Callable[[], Operation[T]]) -> Operation[T]:
    """Begin again where the leader is lost, for as long as patience lasts."""
    settings = quorum.settings
    backoff = Backoff(settings.backoff_min_s, settings.backoff_max_s, settings.random)
    deadline = (yield from steps.now()) + settings.patience_s
    while True:
        try:
            return (yield from attempt())
        except ConnectionLostError:
            quorum.forget_leader()
            if (yield from steps.now()) > deadline:
                raise
        yield from steps.sleep(backoff.next_s())


def _newest_id(quorum: Quorum) -> Operation[SnapshotId | None]:
    """Ask for offset 0, which is answered with a snapshot as soon as there is one."""
    if quorum.leader is None:
        yield from quorum.find_leader()
    leader = quorum.known_leader()
    request = fetch_request(
        quorum.settings, leader_epoch=leader.epoch, offset=0, last_fetched_epoch=0
    )
    answer = yield from quorum.fetch(request)
    if answer.error != NONE:
        raise ConnectionLostError(why_not_leader(leader.endpoint, answer))
    return answer.snapshot_id
