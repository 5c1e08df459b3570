"""Clock, network and storage of a driver, as structural protocols.

The order rule, which every adapter may rely on and has to keep:

* The replica calls ports from one thread, in the order of the core's effects, and never from inside
  a port call. A port call never calls back into the replica.
* What takes time completes later, as an event that the driver hands to `Replica.feed`. Completions
  of one port come in the order of the calls that they complete.
* Log calls (`append`, `truncate`, `reset`, `delete_prefix`) only queue. One queue, first in first
  out, holds them all, and they become durable in that order. Each completion says back the
  generation of the call that it completes.
* `LogStore.read` sees every log call made before it, written yet or not, and no later one.
* From `ElectionStore.write` until its file is durable the replica performs no later effect and
  handles no event; they wait, in order. No vote leaves before it is on disk.
* A write or sync that fails is never tried again. A call that fails at once raises; one that fails
  later comes back as `LogWriteFailed`. Either way the process ends: after a failed fsync the page
  cache lies.

Offsets named `end_` are exclusive. Sizes are bytes, times milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.consensus.events import ReplyTo
    from kraft_core.raft.consensus.log import StoredSnapshot
    from kraft_core.raft.consensus.values import BatchSummary, Election, Node, Payload, SnapshotId
    from kraft_core.raft.replica.rpc_mapping import WireRequest
    from kraft_wire.message import Message


class Clock(Protocol):
    """Two clocks: one for all timers, one whose time is shown to others."""

    def now_ms(self) -> int:
        """Return the monotonic time in ms; its zero has no meaning."""

    def wall_ms(self) -> int:
        """Return ms since 1970, for timestamps and retention. It can jump."""


class Network(Protocol):
    """Requests of this replica to other nodes, and answers to received requests."""

    def send(self, request_id: int, to: Node, request: WireRequest) -> None:
        """Send a request in the newest version that the peer and `request.versions` share.

        Comes back once, as `Replica.receive_response` or as a `RequestFailed` event. At most one
        request a node is awaited: a new one to the same node means that the earlier one was given
        up, and its answer can be dropped.
        """

    def respond(self, reply_to: ReplyTo, response: Message, api_version: int) -> None:
        """Answer a request in its own version; do nothing if the connection is closed."""


class LogStore(Protocol):
    """The metadata log. Appends wait in a queue, so that one write and one sync serve many."""

    def append(self, generation: int, batches: Sequence[BatchSummary], payload: Payload) -> None:
        """Queue whole batches, which follow the log end without a gap and have their final bytes.

        `payload` holds exactly these batches, back to back, and never changes afterwards. Completes
        with `LogFlushed(generation, end_offset)`; one completion can serve many appends. Epochs
        that are new get their place in the leader epoch checkpoint, durably before their records.
        """

    def truncate(self, generation: int, end_offset: int) -> None:
        """Queue a truncation: records at that offset and after it go, by whole batches.

        Completes with `LogTruncated(generation, end_offset)`, durable, with the end that the log
        has then: lower than asked if the offset was inside a batch.
        """

    def reset(self, generation: int, snapshot_id: SnapshotId) -> None:
        """Queue the removal of the whole log.

        It continues, empty, at the end of that stored snapshot.

        Completes with `LogReset(generation, snapshot_id)`, durable, deletions included.
        """

    def delete_prefix(self, start_offset: int) -> None:
        """Queue the removal of whole segments below that offset. Reports no completion."""

    def read(self, start_offset: int, end_offset: int, max_bytes: int) -> bytes:
        """Read whole batches, from the one with `start_offset` on, that end below `end_offset`.

        At least one if there is one, otherwise at most `max_bytes`; empty where there is none.
        """


class SnapshotWriter(Protocol):
    """A snapshot that is being written here, under a temporary name."""

    def append(self, payload: Payload) -> None:
        """Add bytes at the end."""

    def finish(self) -> None:
        """Sync the file and give it its final name.

        Completes with `SnapshotStored(snapshot_id, None, size, control_records)`, or with
        `SnapshotFailed` if it cannot be kept.
        """

    def discard(self) -> None:
        """Remove the bytes that were written."""


class SnapshotStore(Protocol):
    """Snapshot files, written here or fetched from a leader."""

    def create(self, snapshot_id: SnapshotId) -> SnapshotWriter:
        """Begin a snapshot of this replica."""

    def write_chunk(
        self, download: int, snapshot_id: SnapshotId, position: int, payload: Payload
    ) -> None:
        """Write bytes at that position of the download's part file; position 0 creates it.

        Completes with `SnapshotChunkStored(download, snapshot_id, position)`, the position being
        the number of bytes that the file has then.
        """

    def finish(self, download: int, snapshot_id: SnapshotId) -> None:
        """Check the part file, sync it and give it its final name.

        Completes with `SnapshotStored(snapshot_id, download, size, control_records)`, or with
        `SnapshotFailed` if the file is not a sound snapshot; then nothing of it is left.
        """

    def discard(self, download: int, snapshot_id: SnapshotId) -> None:
        """Remove the part file of that download. Reports no completion."""

    def delete_before(self, snapshot_id: SnapshotId) -> None:
        """Remove the stored snapshots that end below this one. Reports no completion."""

    def read(self, snapshot_id: SnapshotId, position: int, max_bytes: int) -> bytes | None:
        """Read at most `max_bytes` from that position.

        Empty at the end, None if the file does not exist.

        The bootstrap snapshot (0-0) can be read like any other.
        """


@dataclass(frozen=True, slots=True)
class ReadFailed:
    """A read failed with this error."""

    error: Exception


Found = bytes | None | ReadFailed
TakeRead = Callable[[Found], None]


class Reads(Protocol):
    """Reads for responses, which can wait for the disk. `take` gets the result.

    That happens at once or later, in the thread of the replica, or never if the node ends.
    """

    def records(self, start_offset: int, end_offset: int, max_bytes: int, take: TakeRead) -> None:
        """Yield batches, as `LogStore.read` returns them."""

    def snapshot_piece(
        self, snapshot_id: SnapshotId, position: int, max_bytes: int, take: TakeRead
    ) -> None:
        """Read a piece, as `SnapshotStore.read` returns it."""


class DirectReads:
    """Reads that are done at once, from memory or where no other work waits."""

    def __init__(self, log: LogStore, snapshots: SnapshotStore) -> None:
        self._log = log
        self._snapshots = snapshots

    def records(self, start_offset: int, end_offset: int, max_bytes: int, take: TakeRead) -> None:
        """Read records and pass them to `take` before returning."""
        take(self._log.read(start_offset, end_offset, max_bytes))

    def snapshot_piece(
        self, snapshot_id: SnapshotId, position: int, max_bytes: int, take: TakeRead
    ) -> None:
        """Read a piece of a snapshot and pass it to `take` before returning."""
        take(self._snapshots.read(snapshot_id, position, max_bytes))


class ElectionStore(Protocol):
    """The port for the quorum-state file."""

    def write(self, election: Election, kraft_version: int, voter_ids: Sequence[int]) -> bool:
        """Begin to replace the file; return True if that takes time.

        False: it is durable on return. True: the driver calls `Replica.election_stored` once it is
        durable, never from inside this call, and gives the replica up if it cannot be written.

        Level 0 of kraft.version writes version 0 of the file, with the voter ids and without the
        directory id of the vote; level 1 and above version 1.
        """


class Retention(Protocol):
    """Kafka's retention rules for snapshots and the log below them."""

    def expired(self, stored: Sequence[StoredSnapshot], wall_ms: int) -> SnapshotId | None:
        """Return the newest snapshot below which the log can be deleted, None if there is none.

        `stored` is every snapshot that consensus lists, in Kafka's order, 0-0 included. The result
        and all later ones stay; `metadata.max.retention.bytes` and `.ms` decide.
        """


@dataclass(frozen=True, slots=True)
class Ports:
    """The ports of a replica. Without `retention` no prefix of the log is ever deleted.

    Without `reads` answers are read directly.
    """

    clock: Clock
    network: Network
    log: LogStore
    snapshots: SnapshotStore
    election: ElectionStore
    retention: Retention | None = None
    reads: Reads | None = None
