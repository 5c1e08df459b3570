"""Copies the leader's newest snapshot: the log of a follower without an image can then shrink.

A node that keeps no image of the metadata writes no snapshots, and without a snapshot its log
cannot be deleted. So above Kafka's thresholds for a new snapshot, the leader is asked for its
newest one: a Fetch at offset 0 under replica id -1 names it, FetchSnapshot returns it. It is stored
next to the log, which stays unchanged until retention deletes its beginning.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from kraft_core.node.transport.peers import Peers
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import UNKNOWN_ID, ReplicaKey
from kraft_core.raft.replica.rpc_mapping import response_from_wire, wire_request
from kraft_core.raft.storage.errors import StorageError
from kraft_wire.errors import DecodeError, UnknownMessageError

if TYPE_CHECKING:
    from kraft_core.node.node import RaftNode
    from kraft_core.raft.consensus.values import (
        FailureReason,
        Node,
        PeerVersions,
        SnapshotId,
        VersionRange,
    )
    from kraft_core.raft.replica.ports import SnapshotWriter
    from kraft_wire.message import Message

_RETRY_S: Final = 10.0
_SIZE_MAX: Final = (1 << 31) - 1
_NOBODY: Final = ReplicaKey(UNKNOWN_ID)


class SnapshotCopying:
    """Makes due copies, one after the other.

    `applied` is called with the applied end, `look` is to be called about once a second.
    """

    def __init__(self, node: RaftNode) -> None:
        self._node = node
        self._peers = Peers(node.peer_settings, self, node.tasks)
        self._loop = asyncio.get_running_loop()
        self._config = node.configuration.replica
        self._bytes = 0
        self._since_s = self._loop.time()
        self._not_before_s = 0.0
        self._numbers = 0
        self._asked: Node | None = None
        self._epoch = -1
        self._snapshot_id: SnapshotId | None = None
        self._writer: SnapshotWriter | None = None
        self._position = 0
        self.copied = 0
        """Number of copied snapshots."""

    def applied(self, size_bytes: int) -> None:
        """Note the end of the applied log."""
        self._bytes += size_bytes

    def look(self) -> None:
        """Begin a due copy unless one is running."""
        now_s = self._loop.time()
        if self._asked is not None or now_s < self._not_before_s or not self._is_due(now_s):
            return
        leader = self._leader()
        if leader is None:
            return
        self._asked, self._epoch = leader, self._node.core.role.epoch
        config = self._node.core.config
        self._send(
            rpc.Fetch(
                cluster_id=config.cluster_id,
                replica=_NOBODY,
                epoch=self._epoch,
                fetch_offset=0,
                last_fetched_epoch=0,
                max_bytes=1,
            )
        )

    def close(self) -> None:
        """Stop copying. The next start removes unfinished copies."""
        self._not_before_s = float("inf")
        self._peers.close()

    async def wait_closed(self, timeout_s: float) -> None:
        """Wait until the connection is gone."""
        await self._peers.wait_closed(timeout_s)

    def _is_due(self, now_s: float) -> bool:
        config = self._config
        if config.snapshot_bytes and self._bytes >= config.snapshot_bytes:
            return True
        waited_ms = (now_s - self._since_s) * 1000
        is_late = bool(config.snapshot_interval_ms) and waited_ms >= config.snapshot_interval_ms
        return is_late and self._bytes > 0

    def _leader(self) -> Node | None:
        core, leader = self._node.core, self._node.leader_address
        if leader is None or leader.id == core.config.node_id or core.high_watermark is None:
            return None
        return leader

    def _send(self, request: rpc.Fetch | rpc.FetchSnapshot) -> None:
        if self._asked is not None:
            self._numbers += 1
            self._peers.send(self._numbers, self._asked, wire_request(request))

    def _ask_for_piece(self, snapshot_id: SnapshotId) -> None:
        config = self._node.core.config
        self._send(
            rpc.FetchSnapshot(
                cluster_id=config.cluster_id,
                replica=_NOBODY,
                epoch=self._epoch,
                snapshot_id=snapshot_id,
                position=self._position,
                max_bytes=config.fetch_snapshot_max_bytes,
            )
        )

    # -- answers of peers ---------------------------------------------------------------------

    def on_response(self, request_id: int, message: Message) -> None:
        """Handle a response of the leader."""
        if request_id != self._numbers or self._asked is None:
            return
        try:
            response = response_from_wire(message, self._node.core.config.listener)
            match response:
                case rpc.FetchResponse():
                    self._on_named(response)
                case rpc.FetchSnapshotResponse():
                    self._on_piece(response)
                case _:
                    self._give_up()
        except (DecodeError, UnknownMessageError, OSError, StorageError):
            self._give_up()

    def _on_named(self, response: rpc.FetchResponse) -> None:
        """Start to copy the leader's newest snapshot, unless it is above the own high watermark."""
        found = response.snapshot_id
        core = self._node.core
        latest = self._node.directory.latest_snapshot()
        newest = 0 if latest is None else latest.snapshot_id.offset
        if found is None or not newest < found.offset <= (core.high_watermark or 0):
            self._give_up()
            return
        self._snapshot_id, self._position = found, 0
        self._writer = self._node.directory.snapshots.create(found)
        self._ask_for_piece(found)

    def _on_piece(self, response: rpc.FetchSnapshotResponse) -> None:
        snapshot_id, writer = self._snapshot_id, self._writer
        is_whole = not (response.top_error or response.error)
        fits = response.snapshot_id == snapshot_id and response.position == self._position
        if snapshot_id is None or writer is None or not (is_whole and fits):
            self._give_up()
            return
        self._position += len(response.payload)
        if not response.payload or not self._position <= response.size <= _SIZE_MAX:
            self._give_up()
            return
        writer.append(response.payload)
        if self._position < response.size:
            self._ask_for_piece(snapshot_id)
            return
        writer.finish()
        self.copied += 1
        self._bytes, self._since_s = 0, self._loop.time()
        self._end()

    def _give_up(self) -> None:
        if self._writer is not None:
            self._writer.discard()
        self._not_before_s = max(self._not_before_s, self._loop.time() + _RETRY_S)
        self._end()

    def _end(self) -> None:
        self._asked = self._snapshot_id = self._writer = None
        self._node.turn_soon()

    def on_failure(self, request_id: int, reason: FailureReason) -> None:
        """Retry later: the leader could not be asked."""
        del reason
        if request_id == self._numbers and self._asked is not None:
            self._give_up()

    def on_described(self, node_id: int, versions: PeerVersions, levels: VersionRange) -> None:
        """Ignore the description; the replica gets it from a separate connection."""

    def on_gone(self, node_id: int) -> None:
        """Ignore the loss; the replica learns of it from a separate connection."""
