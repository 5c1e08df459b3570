"""One node: a replica with its disk, clock and links, and the many ways it can end.

The driver's duties of `kraft_core.raft.replica` in virtual time. Every event of a node goes through
`later`: it then happens only in the same incarnation, not while the node is paused, and a turn
follows.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.config import RaftConfig
from kraft_core.raft.consensus.core import RaftCore
from kraft_core.raft.consensus.events import ShutdownRequested, WitnessChanged
from kraft_core.raft.consensus.invariants import LogWriteFailedError
from kraft_core.raft.consensus.values import Endpoint, ReplicaKey, WitnessReason
from kraft_core.raft.replica.appends import AppendOutcome
from kraft_core.raft.replica.ports import Ports
from kraft_core.raft.replica.replica import Replica
from kraft_core.raft.storage.errors import StorageError
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.meta_properties import MetaProperties
from kraft_core.sim.quorum.disk import NodeEnded, SimulatedDisk
from kraft_core.sim.quorum.driver import Link, Turns, WatchedElection
from kraft_core.sim.quorum.hooks import Moment, WatchedCore
from kraft_core.sim.quorum.ledger import ShadowLog, read_shadow_log
from kraft_core.sim.quorum.machine import SimulatedMachine, feature_record
from kraft_core.sim.quorum.names import NodeNames
from kraft_core.sim.quorum.network import LISTENER
from kraft_core.sim.quorum.plan import CLUSTER_ID, SNAPSHOT_RETRY_MS
from kraft_core.sim.quorum.timeline import WALL_START_MS, DriftingClock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.raft.consensus.events import Event
    from kraft_core.raft.consensus.values import Election, LeaderAndEpoch
    from kraft_core.raft.replica.appends import AppendTicket
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.plan import Release

PORT: Final = 9000
PORTS_A_NODE: Final = 100


class NotRunningError(Exception):
    """The node is down, and the requested part is gone with it."""


class SimulatedNode:
    """A node of a cluster. Its disk outlives its replica; `incarnation` counts the starts."""

    def __init__(self, cluster: Cluster, node_id: int, release: Release) -> None:
        self.cluster = cluster
        self.node_id = node_id
        self.release = release
        self.clock = DriftingClock(cluster.timeline, self._clock_changed)
        self.directory_id = cluster.new_directory_id()
        self._rng = random.Random(cluster.draw())
        self.disk = SimulatedDisk(f"node-{node_id}", self._disk_operation)
        self.incarnation = 0
        self._pauses = 0
        self.is_up = False
        self.is_paused = False
        self.is_dark = False
        """Without power: no answer, not even a refusal."""
        self.is_witness = node_id in cluster.plan.witness_ids
        self.has_lost_disk = False
        self._disk_hangs = False
        self.shrinks_to = (0, 0)
        self.stalled_at_ms = 0
        """When it last ended, was paused, or had a disk that hangs."""
        self.lacks_room = False
        """State of its disk at the last look: no room for appends of users."""
        self.spares_disk = False
        """It leads no others from when its disk lacked room until more than the reserve is free."""
        self.flush_delay_ms = cluster.plan.flush_delay_ms
        self.log: ShadowLog = ShadowLog()
        self.previous_log: ShadowLog = ShadowLog()
        """The content of the log when the last incarnation ended, flushed or not."""
        self.generation = 0
        self.flushed_end = 0
        self.high_watermark = 0
        self.stored_election: Election | None = None
        self.machine = self.new_machine()
        self._moves = 0
        self.port = self._next_port()
        self._power_rng: random.Random | None = None
        self._core: RaftCore | None = None
        self._replica: Replica | None = None
        self._directory: LogDirectory | None = None
        self._turns: Turns | None = None
        self._link: Link | None = None
        self.names = NodeNames(self)
        self._held: list[Callable[[], None]] = []
        self._is_initialized = False

    # -- identity -----------------------------------------------------------------------------

    @property
    def key(self) -> ReplicaKey:
        """Node id and directory id."""
        return ReplicaKey(self.node_id, self.directory_id)

    @property
    def endpoint(self) -> Endpoint:
        """The current address, or the last one if the node is down."""
        return Endpoint(LISTENER, "localhost", self.port)

    @property
    def next_endpoint(self) -> Endpoint:
        """The address at which it listens from its next start on."""
        return Endpoint(LISTENER, "localhost", self._next_port())

    def _next_port(self) -> int:
        return PORT + self.node_id * PORTS_A_NODE + self._moves % PORTS_A_NODE

    @property
    def may_lead(self) -> bool:
        """The value that this node reports to leaders: True if it can lead."""
        return not (self.is_witness or self.lacks_room or self.spares_disk)

    @property
    def core(self) -> RaftCore:
        """The consensus core; raises NotRunningError while the node is down."""
        if self._core is None:
            raise NotRunningError(f"node {self.node_id} is down")
        return self._core

    @property
    def replica(self) -> Replica:
        """The replica; raises NotRunningError while the node is down."""
        if self._replica is None:
            raise NotRunningError(f"node {self.node_id} is down")
        return self._replica

    @property
    def link(self) -> Link:
        """The network port; raises NotRunningError while the node is down."""
        if self._link is None:
            raise NotRunningError(f"node {self.node_id} is down")
        return self._link

    @property
    def directory(self) -> LogDirectory:
        """The open log directory; raises NotRunningError while the node is down."""
        if self._directory is None:
            raise NotRunningError(f"node {self.node_id} is down")
        return self._directory

    # -- starts and ends -----------------------------------------------------------------------

    def format(self, *, is_first_voter: bool) -> None:
        """Prepare an empty disk: with the first voters, or without known voters."""
        plan = self.cluster.plan
        voters = self.cluster.first_voters if is_first_voter and plan.kraft_level else None
        format_directory(
            self.disk.root,
            MetaProperties(self.node_id, CLUSTER_ID, self.directory_id),
            wall_ms=WALL_START_MS,
            voters=voters,
            records=self.first_records,
        )

    @property
    def first_records(self) -> tuple[bytes, ...]:
        """The metadata records that formatting leaves."""
        return (feature_record(),)

    def new_machine(self) -> SimulatedMachine:
        """Create the state machine of an incarnation."""
        return SimulatedMachine(self._leader_changed, self._applied)

    def start(self) -> None:
        """Recover the disk and begin another incarnation. Does nothing if the node is up."""
        if self.is_up:
            return
        self.incarnation += 1
        self.port = self._next_port()
        self.names = NodeNames(self)
        self.is_up, self.is_dark = True, False
        self.lacks_room = self.spares_disk = False
        self.guard(self._begin)

    def _begin(self) -> None:
        cluster = self.cluster
        directory = self._directory = LogDirectory.open(
            self.disk.root,
            settings=cluster.plan.storage,
            node_id=self.node_id,
            cluster_id=CLUSTER_ID,
        )
        recovered = directory.started(cluster.static_voters)
        self._look_at_log(directory)
        core = self._core = RaftCore(self._config(), self._new_rng())
        turns = self._turns = Turns(self, self._rng)
        self.machine = self.new_machine()
        link = self._link = Link(self)
        ports = Ports(
            self.clock,
            link,
            directory.log,
            directory.snapshots,
            WatchedElection(self, directory, turns),
            directory.retention,
        )
        self._replica = Replica(
            WatchedCore(core, self), ports, self.machine, cluster.plan.replica, wake=turns.soon
        )
        self._replica.start(recovered)
        cluster.network.node_started(self)
        cluster.hooks.call(Moment.STARTED, self)
        turns.begin()

    def _look_at_log(self, directory: LogDirectory) -> None:
        log = directory.log
        end_offset = log.end_offset
        self.log = read_shadow_log(
            lambda start: log.read(start, end_offset, 1 << 40), log.start_offset, end_offset
        )
        self.generation, self.flushed_end, self.high_watermark = 0, log.end_offset, 0

    def _config(self) -> RaftConfig:
        plan = self.cluster.plan
        return RaftConfig(
            node_id=self.node_id,
            directory_id=self.directory_id,
            cluster_id=CLUSTER_ID,
            listener=LISTENER,
            endpoints=(self.endpoint,),
            bootstrap_servers=self.cluster.bootstrap_servers,
            auto_join=plan.auto_join,
            is_witness=self.is_witness,
            fast_failover=plan.fast_failover,
            election_timeout_ms=plan.election_timeout_ms,
            fetch_timeout_ms=plan.fetch_timeout_ms,
            request_timeout_ms=plan.request_timeout_ms,
            retry_backoff_ms=plan.retry_backoff_ms,
            snapshot_retry_ms=SNAPSHOT_RETRY_MS,
            snapshot_retry_max_ms=4 * SNAPSHOT_RETRY_MS,
            fetch_max_wait_ms=plan.fetch_max_wait_ms,
            fetch_max_bytes=plan.fetch_max_bytes,
            fetch_snapshot_max_bytes=plan.fetch_snapshot_max_bytes,
        )

    def crash(self, power_rng: random.Random | None = None) -> None:
        """End it now: the process alone, or with a generator the machine, and what it had cached.

        The generator decides what of the unsynced survives.
        """
        if not self.is_up:
            return
        self.is_up = self.is_paused = False
        self.is_dark = power_rng is not None
        self.previous_log = self.log
        self._held.clear()
        self.stalled_at_ms = self.cluster.now_ms
        replica, self._replica = self._replica, None
        self._core = self._directory = self._link = self._power_rng = None
        if self._turns is not None:
            self._turns.end()
        self.disk.end(power_rng)
        if replica is not None:
            replica.close()
        self.cluster.network.node_ended(self)
        self.cluster.hooks.call(Moment.STOPPED, self)

    def crash_in(self, operations: int, power_rng: random.Random | None = None) -> None:
        """End it after that many further sends and file operations, so between any two effects.

        A node that is down ends in its next start that way. Any other end comes before it.
        """
        self._power_rng = power_rng
        self.disk.end_in = operations

    def crash_unsynced(self, power_rng: random.Random) -> None:
        """Cut its power after its next write to the log, before that is synced."""
        self._power_rng = power_rng
        self.disk.ends_unsynced = True

    def shut_down(self) -> None:
        """Request a clean shutdown: a leader resigns first."""
        self.later(0, lambda: self.feed(ShutdownRequested()))

    def pause(self, duration_ms: int) -> None:
        """Pause the process for `duration_ms`, then process all events that arrived meanwhile."""
        if not self.is_up or self.is_paused:
            return
        self.is_paused = True
        self._pauses += 1
        pause = self._pauses
        self.cluster.timeline.at(duration_ms, lambda: self._resume(pause))

    def resume(self) -> None:
        """End its pause, if it is paused."""
        self._resume(self._pauses)

    def _resume(self, pause: int) -> None:
        if self._pauses != pause or not self.is_paused:
            return
        self.is_paused = False
        self.stalled_at_ms = self.cluster.now_ms
        held, self._held = self._held, []
        for action in held:
            self.act(action)
        self.turn_soon()

    def stop(self) -> None:
        """Stop after a graceful shutdown; call it only within a turn."""
        self.directory.close()
        self.crash()

    def lose_disk(self) -> None:
        """Replace the disk of a stopped node with an empty one that has a new directory id."""
        self.change_disk(self.new_disk(), self.cluster.new_directory_id())
        self.has_lost_disk = True
        self.format(is_first_voter=False)
        self.cluster.hooks.call(Moment.DISK_LOST, self)

    def new_disk(self) -> SimulatedDisk:
        """Create an empty disk for this node."""
        return SimulatedDisk(f"node-{self.node_id}-{self.incarnation}", self._disk_operation)

    def change_disk(self, disk: SimulatedDisk, directory_id: bytes) -> None:
        """Replace the disk of a stopped node; `directory_id` is that of the new disk."""
        if self.is_up:
            raise ValueError("a node in operation keeps its disk")
        self.disk, self.directory_id = disk, directory_id
        self.stored_election = None
        self.log = ShadowLog()
        self.flushed_end = self.high_watermark = 0

    def _disk_operation(self, kind: str, path: str) -> None:
        if kind == "sync":
            self.disk.syncs += 1
        self.cluster.run_digest.disk_operation(self.cluster.now_ms, self.node_id, kind, path)

    def _new_rng(self) -> random.Random:
        return random.Random(self._rng.getrandbits(48))

    def move(self) -> None:
        """Listen on another port from the next start on."""
        self._moves += 1

    def set_witness(self, on: bool) -> None:
        """Make it a witness from now on, or no longer."""
        self.is_witness = on
        self.later(0, lambda: self.feed(WitnessChanged(on)))

    @property
    def disk_hangs(self) -> bool:
        """Return True if no sync of log, snapshots or quorum-state comes to an end."""
        return self._disk_hangs

    @disk_hangs.setter
    def disk_hangs(self, hangs: bool) -> None:
        self._disk_hangs = hangs
        self.stalled_at_ms = self.cluster.now_ms
        if self._turns is not None and not hangs:
            self._turns.disk_goes_on()

    @property
    def is_stalled(self) -> bool:
        """Return True if the node is down or paused, or its disk hangs."""
        return not self.is_up or self.is_paused or self._disk_hangs

    def look_for_room(self) -> None:
        """Make the node a witness while free space is below `kraft.log.reserve.bytes`."""
        self.lacks_room = self.replica.lacks_room = self.disk.lacks_room
        spares_disk = self.lacks_room or (self.spares_disk and self.disk.is_near_reserve)
        if self.spares_disk is not spares_disk:
            self.spares_disk = spares_disk
            self.feed(WitnessChanged(spares_disk, WitnessReason.DISK))

    # -- events to it -------------------------------------------------------------------------

    def later(self, delay_ms: int, action: Callable[[], None]) -> None:
        """Schedule a function for this incarnation of the node, and a turn after it."""
        incarnation = self.incarnation
        if not delay_ms:
            self.act(action)
        else:
            self.cluster.timeline.at(delay_ms, lambda: self._act(incarnation, action))

    def after(self, delay_ms: int, action: Callable[[], None]) -> None:
        """Schedule a function as `later` does, but never run it within the current event."""
        incarnation = self.incarnation
        self.cluster.timeline.at(delay_ms, lambda: self._act(incarnation, action))

    def _act(self, incarnation: int, action: Callable[[], None]) -> None:
        if self.incarnation == incarnation:
            self.act(action)

    def act(self, action: Callable[[], None]) -> None:
        """Run a function for the node now; for a paused node, when it resumes."""
        if self.is_paused:
            self._held.append(action)
        elif self.is_up:
            self.guard(action)
            self.turn_soon()

    def turn_soon(self) -> None:
        """End the turn after all events of this instant."""
        if self.is_up and self._turns is not None:
            self._turns.soon()

    def _clock_changed(self) -> None:
        if self._replica is not None and self._turns is not None:
            self._turns.clock_changed()

    def guard(self, action: Callable[[], None]) -> None:
        """Run a function of the node; a disk fault within it ends the node, as in production."""
        try:
            action()
        except NodeEnded:
            self.crash(self._power_rng)
        except (OSError, StorageError, LogWriteFailedError):
            if not self.disk.has_failed:
                raise
            self.crash()

    def feed(self, event: Event) -> None:
        """Pass an event to the replica. Only from within `later`."""
        self.replica.feed(event)

    def request_snapshot(self) -> None:
        """Request a snapshot of the applied state. Only from within `later`."""
        self.replica.request_snapshot()

    def append(self, values: Sequence[bytes]) -> AppendTicket | None:
        """Append record values as the active controller; None if it is not that at the moment."""
        leading = None if self._replica is None or self.is_paused else self.replica.leading_epoch
        leader = self.machine.leader
        if leading is None or leader is None or leader.epoch != leading:
            return None
        if leader.leader_id != self.node_id:
            return None
        self._initialize()
        if not self._is_initialized:
            return None
        ticket = self.replica.append_nowait(values)
        if self.lacks_room and ticket.has_ended:
            self.cluster.hooks.call(Moment.APPEND_REFUSED, self)
        self.turn_soon()
        return ticket

    # -- requests of its state machine --------------------------------------------------------

    def _leader_changed(self, leader: LeaderAndEpoch) -> None:
        """Append metadata.version first, as an active controller does in an empty log."""
        self._is_initialized = self.machine.is_initialized
        if leader.leader_id == self.node_id:
            self._initialize()

    def _initialize(self) -> None:
        """Append the first record once per incarnation; a witness appends nothing."""
        if self._is_initialized or self.is_witness:
            return
        self._is_initialized = True
        self.replica.append_nowait([feature_record()]).on_end(self._initialization_ended)

    def _initialization_ended(self, ticket: AppendTicket) -> None:
        if ticket.outcome is AppendOutcome.REJECTED:
            self._is_initialized = False

    def _applied(self, end_offset: int, digest: int) -> None:
        self.cluster.ledger.applied(self, end_offset, digest)
