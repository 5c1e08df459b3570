"""The parts of a node that runs: replica, driver, connections and disk threads.

`RaftNode` makes a `RunningNode` when its directory is open and its ports are taken. It is complete
from then on: no part is missing, and none is replaced. What happens after each turn and once a
second is here.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kraft_core.net.resolver import LIMIT_RESOLVER, RESOLVER
from kraft_core.node.access import CLASS_KEY, unguarded
from kraft_core.node.append_queue import AppendQueue
from kraft_core.node.directories import wide_directories
from kraft_core.node.disk_threads import DiskLane, ElectionStore, FileReads, LogStore, SnapshotStore
from kraft_core.node.http import MetricsListener
from kraft_core.node.metrics import RaftMetrics
from kraft_core.node.own_state import OwnState
from kraft_core.node.readiness import Readiness
from kraft_core.node.service import OWN_SOFTWARE, WITNESS_SOFTWARE
from kraft_core.node.states import own_states, states_of
from kraft_core.node.tasks import Conditions
from kraft_core.node.telemetry import Telemetry
from kraft_core.node.transport.peers import Peers, PeerSettings
from kraft_core.raft.consensus.core import RaftCore
from kraft_core.raft.consensus.events import WitnessChanged
from kraft_core.raft.consensus.values import WitnessReason
from kraft_core.raft.consensus.voters import VoterSet
from kraft_core.raft.replica import Ports, Replica
from kraft_core.raft.storage.disk_files import free_bytes
from kraft_wire.connection.client import SOFTWARE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping

    from kraft_core.node.access import Access
    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.node.driver import Driver
    from kraft_core.node.service import Service
    from kraft_core.node.states import NodeStates
    from kraft_core.node.tasks import Tasks
    from kraft_core.node.transport.listeners import Server
    from kraft_core.node.transport.secure import NodeSecurity
    from kraft_core.operations.findings import Finding
    from kraft_core.raft.consensus.effects import Note
    from kraft_core.raft.replica import StateMachine
    from kraft_core.raft.storage.log_directory import LogDirectory

_LOG: Final = logging.getLogger("kraft.node")
_HOUSEKEEPING_S: Final = 1.0
_SECURITY_S: Final = 60.0
"""Seconds between checks of certificate files for changes."""

CLOSE_TIMEOUT_S: Final = 1.0
"""Seconds that peers have to read the last answers when the node stops."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConfiguredNode:
    """Parts of a node before its start. `fail` stops it with an error, `end` without one."""

    configuration: NodeConfiguration
    machine: StateMachine
    service: Service
    access: Access
    security: NodeSecurity
    tasks: Tasks
    states: NodeStates
    note: Callable[[Note], None]
    fail: Callable[[BaseException], None]
    end: Callable[[], None]

    def peer_settings(self, *, is_witness: bool) -> PeerSettings:
        """Return the settings of outgoing connections."""
        configuration = self.configuration
        request_timeout_ms = configuration.times.request_timeout_ms
        setup_ms = configuration.limits.connection_setup_timeout_ms
        return PeerSettings(
            client_id=f"raft-client-{configuration.node_id}",
            software=_software(is_witness=is_witness),
            request_timeout_s=request_timeout_ms / 1000,
            connect_timeout_s=min(request_timeout_ms, setup_ms) / 1000,
            security=self.security.peers,
        )


def _software(*, is_witness: bool) -> tuple[str, str]:
    return (WITNESS_SOFTWARE if is_witness else OWN_SOFTWARE, SOFTWARE[1])


class RunningNode:
    """One replica with its connections and disk threads. Use it from the event loop's thread.

    `server` has taken `ports`, by name of the listener, and accepts no connection before `let_in`.
    Call `begin` first, and the functions of `ends` when the node stops.
    """

    def __init__(
        self,
        node: ConfiguredNode,
        directory: LogDirectory,
        driver: Driver,
        server: Server,
        ports: Mapping[str, int],
    ) -> None:
        configuration, fail = node.configuration, node.fail
        self._node = node
        self._security_due_s = time.monotonic() + _SECURITY_S
        self._asks_for_room = False
        self._free_bytes: int | None = None
        self._witness_reasons: set[WitnessReason] = set()
        if configuration.witness == "true":
            self._witness_reasons.add(WitnessReason.CONTROLLER)
        self.conditions = Conditions()
        self.directory, self.driver = directory, driver
        self.server, self.ports = server, dict(ports)
        self.metrics_port = 0
        """The port of the metrics; 0 while nothing listens."""
        self._recovered = directory.started(configuration.static_voters)
        core = self.core = RaftCore(
            configuration.raft(
                directory.meta.directory_id or b"", directory.meta.cluster_id, self.ports
            ),
            random.Random(),  # noqa: S311 - election timeouts
        )
        self._met_voters = VoterSet.of(())
        peers = self._peers = Peers(
            node.peer_settings(is_witness=self.is_witness), driver, node.tasks
        )
        election = ElectionStore(directory.election)
        self._reads = FileReads(directory.log, directory.snapshots, fail)
        replica = self.replica = Replica(
            core,
            Ports(
                driver.clock,
                driver,
                directory.log,
                directory.snapshots,
                election,
                directory.retention,
                self._reads,
            ),
            node.machine,
            configuration.replica,
            on_note=node.note,
            wake=driver.turn_soon,
        )
        self.queue = AppendQueue(replica)
        own_state = OwnState(
            core=core,
            configuration=configuration,
            cluster_id=directory.meta.cluster_id,
            peers=peers,
            witness_reasons=lambda: frozenset(self._witness_reasons),
            obstacle=node.service.why_not_ready,
            free_bytes=lambda: self._free_bytes,
            lacks_room=lambda: replica.lacks_room,
            own_findings=lambda: self._own_states().values(),
        )
        self.metrics = RaftMetrics(
            core,
            has_static_voters=bool(configuration.static_voters),
            readiness=Readiness(
                core, lambda: replica.applied.offset, lambda: replica.reported_high_watermark
            ),
            snapshot_failures=lambda: directory.snapshots.failures,
            lacks_room=lambda: replica.lacks_room,
            own_state=own_state.document,
        )
        self.metrics_listener = MetricsListener(self.metrics)
        driver.use(core, replica, peers, complete=own_state.added_to, after_turn=self._after_turn)
        # these start threads: the caller ends them by `ends` only when all of this has worked
        self.lanes: tuple[DiskLane[Any], ...] = (
            DiskLane("kraft-log", LogStore(directory.log), driver.feed_all, fail),
            DiskLane("kraft-snapshots", SnapshotStore(directory.snapshots), driver.feed_all, fail),
            DiskLane("kraft-election", election, lambda _: driver.election_stored(), fail),
        )
        self.telemetry = Telemetry(
            driver,
            server,
            core=core,
            replica=replica,
            lanes=self.lanes,
            directory=directory,
            access=node.access,
            samples=node.service.samples,
            certificates=node.security.certificates,
        )
        self.metrics.others.append(self.telemetry.collect)

    def begin(self) -> None:
        """Start the replica with the state recovered from disk."""
        self.replica.start(self._recovered)
        self.driver.turn_soon()
        self._node.tasks.later(_HOUSEKEEPING_S, self.housekeep)

    async def let_in(self) -> None:
        """Accept connections, and listen for metrics. Raises ListenError."""
        await self.server.start(self._late_listeners)
        address = self._node.configuration.metrics_listener
        if address is not None:
            self.metrics_port = await self.metrics_listener.start(*address)

    def ends(self) -> Iterator[Callable[[], Awaitable[None] | None]]:
        """Yield the calls that end each part: first new work, last the connections."""
        yield self.driver.stop
        yield self._peers.close
        yield self._reads.close
        yield partial(self._node.service.close, CLOSE_TIMEOUT_S)
        for lane in self.lanes:
            yield lane.close
        yield self.queue.end
        yield self.replica.close
        yield partial(self.metrics_listener.close, CLOSE_TIMEOUT_S)
        yield partial(self.server.close, CLOSE_TIMEOUT_S)
        yield partial(self._peers.wait_closed, CLOSE_TIMEOUT_S)

    def log_start(self, who: str) -> None:
        """Log how this node runs, and what an operator should change."""
        configuration, directory = self._node.configuration, self.directory
        hosts = {each.name: each.host for each in self.core.config.endpoints}
        for warning in self._node.security.warnings(hosts):
            _LOG.warning("%s %s", who, warning)
        for note in directory.notes:
            level = logging.ERROR if note in directory.losses else logging.WARNING
            _LOG.log(level, "%s %s", who, note)
        if directory.removed:
            _LOG.info("%s Removed files of unfinished work: %s", who, ", ".join(directory.removed))
        wide = wide_directories(configuration.process.directories)
        if wide:
            _LOG.warning(
                "%s Users other than the owner can open the log directories, which contain "
                "SCRAM keys: %s",
                *(who, "; ".join(each.command for each in wide)),
            )
        listening = ", ".join(f"{name} on {port}" for name, port in self.ports.items())
        _LOG.info("%s Listening: %s", who, listening)
        if configuration.metrics_listener is not None:
            _LOG.info("%s Metrics on port %d", who, self.metrics_port)
        open_to_all = unguarded(configuration)
        if open_to_all:
            _LOG.warning(
                "%s Anyone who can connect to %s can read the metadata and remove voters: set "
                "%s, or require"
                " client certificates or SASL there",
                *(who, ", ".join(map(str, open_to_all)), CLASS_KEY),
            )

    # -- peers --------------------------------------------------------------------------------

    def voter_hosts(self) -> set[str]:
        """Return the hosts of all voters but this node: of the log, and of the configuration."""
        configuration = self._node.configuration
        own_id, own = configuration.node_id, configuration.process.static_voters
        hosts = {host for voter_id, (host, _) in own.items() if voter_id != own_id}
        listener = self.core.config.listener
        for voter in self.core.voters:
            node = voter.node(listener)
            if node is not None and voter.id != own_id:
                hosts.add(node.host)
        return hosts

    # -- witness ------------------------------------------------------------------------------

    @property
    def is_witness(self) -> bool:
        """Return True if the node never campaigns while another voter can lead, for any reason."""
        return bool(self._witness_reasons)

    def set_witness(self, on: bool, reason: WitnessReason) -> None:
        """Add or remove a reason to be a witness, and report it to consensus and to peers."""
        if on is (reason in self._witness_reasons):
            return
        was_witness = self.is_witness
        (self._witness_reasons.add if on else self._witness_reasons.discard)(reason)
        self.driver.feed(WitnessChanged(on, reason))
        if self.is_witness is not was_witness:
            self._peers.introduce_as(_software(is_witness=self.is_witness))

    # -- after each turn ----------------------------------------------------------------------

    def _after_turn(self) -> None:
        replica = self.replica
        if replica.is_shut_down:
            self._node.end()
            return
        for lane in self.lanes:
            lane.poke()
        self.queue.look()
        self.metrics.observe(time.monotonic())
        if replica.is_storing:
            return  # the state of its core is not on disk yet
        if self.core.voters is not self._met_voters:
            self._met_voters = self.core.voters
            self.driver.meet_voters()
        self._look_for_acls()
        self.conditions.look()

    @property
    def _late_listeners(self) -> frozenset[str]:
        settings = self._node.configuration.authorizer
        return frozenset() if settings is None else settings.late_listeners

    def _look_for_acls(self) -> None:
        """Note that the ACLs are loaded: all is applied up to the first known high watermark.

        A follower's own high watermark is cut to its log end, which can be before the ACLs of its
        peers, so the leader's counts.
        """
        authorizer = self._node.access.authorizer
        if authorizer is None or authorizer.is_loaded:
            return
        replica = self.replica
        is_leading = replica.leading_epoch is not None
        known = self.core.high_watermark if is_leading else replica.reported_high_watermark
        if known is None or known < 0 or replica.applied.offset < known:
            return
        authorizer.is_loaded = True
        _LOG.info("Completed initial ACL load process: %d ACLs", len(authorizer))
        if self._late_listeners:
            self._node.tasks.start(self.server.start_late(), "late listeners")

    # -- once a second ------------------------------------------------------------------------

    def housekeep(self) -> None:
        """Do periodic work, and schedule the next run in a second."""
        node, driver = self._node, self.driver
        self.directory.housekeep(driver.clock.now_ms())
        self._look_for_room()
        unresolved = [*RESOLVER.unresolved(), *LIMIT_RESOLVER.unresolved()]
        states = states_of(
            self.core,
            unresolved,
            self._peers.troubles(),
            obstacle=node.service.why_not_ready(),
            own=self._own_states(),
            free_bytes=self._free_bytes if self.replica.lacks_room else None,
        )
        node.states.look(states)
        if time.monotonic() >= self._security_due_s:
            self.reload_security(is_forced=False)
        driver.meet_voters()
        node.service.housekeep()
        node.access.audit.look()
        driver.turn_soon()
        node.tasks.later(_HOUSEKEEPING_S, self.housekeep)

    def _own_states(self) -> dict[Hashable, Finding]:
        security, authorizer = self._node.security, self._node.access.authorizer
        return own_states(
            f"node {self._node.configuration.node_id}",
            slow_disks=[(lane.name, lane.waits_s) for lane in self.lanes],
            snapshot_fault=self.replica.snapshot_fault,
            # copies: a thread reloads
            certificates=tuple(security.certificates.items()),
            kept=tuple(security.kept.items()),
            token_keys=security.token_key_faults(),
            unreadable_acls=0 if authorizer is None else authorizer.unreadable,
            unreadable_credentials=self._node.service.unreadable_credentials(),
        )

    def check_security_files(self) -> None:
        """Reload certificates and token keys within a second if their files changed."""
        self._security_due_s = time.monotonic()

    def reload_security(self, *, is_forced: bool) -> None:
        """Check for changed files in a thread: a disk that hangs would block the event loop."""
        self._security_due_s = time.monotonic() + _SECURITY_S
        if not self._node.configuration.security.is_plain:
            work = asyncio.to_thread(self._node.security.reload, is_forced=is_forced)
            self._node.tasks.start(work, "kraft-security")

    def _look_for_room(self) -> None:
        """Query the free space in a thread: a disk that hangs would block the event loop."""
        configuration = self._node.configuration
        if not self._asks_for_room and configuration.reserve_bytes:
            self._asks_for_room = True
            self._node.tasks.start(self._ask_for_room(), "kraft-room")

    async def _ask_for_room(self) -> None:
        path = self._node.configuration.process.metadata_log_dir
        try:
            free = await asyncio.get_running_loop().run_in_executor(None, free_bytes, path)
        except OSError:
            return  # the next write of the log reports the disk's error
        finally:
            self._asks_for_room = False
        self.take_room(free)

    def take_room(self, free: int) -> None:
        """Refuse appends while less than the reserve is free, and be a witness."""
        configuration, replica = self._node.configuration, self.replica
        reserve, path = configuration.reserve_bytes, configuration.process.metadata_log_dir
        self._free_bytes = free
        if replica.lacks_room is not (free < reserve):
            replica.lacks_room = free < reserve
            if free < reserve:
                _LOG.warning(
                    "%s: %d bytes are free, less than kraft.log.reserve.bytes=%d: appends are "
                    "refused until space is free",
                    *(path, free, reserve),
                )
            else:
                _LOG.info("%s: %d bytes are free: appends are accepted again", path, free)
            self.driver.turn_soon()
        # a leader hands over to a voter with free space; without one it continues to lead and
        # refuses appends
        if free < reserve:
            self.set_witness(True, WitnessReason.DISK)
        elif free >= reserve + self._room_margin:
            self.set_witness(False, WitnessReason.DISK)

    @property
    def _room_margin(self) -> int:
        """Return the bytes beyond the reserve that must be free before this node leads again.

        Free space near the reserve goes up and down with each segment, and leadership must not.
        """
        configuration = self._node.configuration
        return max(configuration.reserve_bytes // 10, configuration.storage.segment_bytes)
