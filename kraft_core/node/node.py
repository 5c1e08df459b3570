"""A node: one replica of Kafka's metadata log, or of a custom quorum, with everything it needs.

    async with RaftNode(configuration, machine) as node:
        await node.append([b"a record"])

The life cycle is here: the directory is opened and recovered, the ports are taken, the replica
starts, and the end gives back each part in reverse. A fatal error (a write that fails, a broken
invariant, an exception of the state machine) stops the node: `wait_closed` and leaving the block
raise it.

`AppendQueue` is the back-pressure of `append`: while too many bytes are undecided, appends wait for
room, first come, first served, until leadership ends.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, TypeVar

from kraft_core.config.errors import (
    AppendRejectedError,
    AppendUnknownError,
    NodeEndedError,
    NodeUsedError,
)
from kraft_core.net.resolver import LIMIT_RESOLVER, RESOLVER
from kraft_core.node.access import CLASS_KEY, Access, unguarded
from kraft_core.node.directories import open_directory, wide_directories
from kraft_core.node.disk_threads import DiskLane, ElectionStore, FileReads, LogStore, SnapshotStore
from kraft_core.node.driver import Driver
from kraft_core.node.http import MetricsListener
from kraft_core.node.log_lines import FaultLog, NoteLog
from kraft_core.node.metrics import RaftMetrics
from kraft_core.node.own_state import OwnState
from kraft_core.node.readiness import Readiness
from kraft_core.node.service import OWN_SOFTWARE, WITNESS_SOFTWARE, Service
from kraft_core.node.states import NodeStates
from kraft_core.node.tasks import Conditions, Tasks
from kraft_core.node.telemetry import Telemetry
from kraft_core.node.transport.listeners import Server
from kraft_core.node.transport.peers import Peers, PeerSettings
from kraft_core.node.transport.secure import NodeSecurity
from kraft_core.raft.consensus.core import RaftCore
from kraft_core.raft.consensus.events import ShutdownRequested, WitnessChanged
from kraft_core.raft.consensus.values import WitnessReason
from kraft_core.raft.replica import AppendOutcome, Ports, Replica, StateMachine
from kraft_core.raft.replica.appends import checked_values, refused
from kraft_core.raft.storage.disk_files import free_bytes
from kraft_wire.connection.client import SOFTWARE
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
    from types import TracebackType

    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.node.service import ServedRequest
    from kraft_core.node.transport.admission import PlaceLimits
    from kraft_core.raft.consensus.effects import Note
    from kraft_core.raft.consensus.values import LeaderAndEpoch, Node
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.raft.replica import AppendTicket
    from kraft_core.raft.storage.log_directory import LogDirectory

_LOG: Final = logging.getLogger("kraft.node")
_HOUSEKEEPING_S: Final = 1.0
_SECURITY_S: Final = 60.0
"""How often it is looked whether files of certificates have changed."""

APPEND_TIMEOUT_S: Final = 30.0
"""How long `append` waits by default: Kafka's request.timeout.ms."""

_CLOSE_TIMEOUT_S: Final = 1.0
"""How long peers may take to read what was answered before the end."""

T = TypeVar("T")


def _ignore(*_: object) -> None:
    """Nobody listens."""


class RaftNode:
    """One node in the running event loop. Use it from that loop's thread only.

    `service` answers what the replica does not. `on_note` gets the notes of consensus, `on_fault`
    the address of a peer whose connection was ended for what it sent or did not read, and the
    reason. Both are log lines too, of the loggers below `kraft`. Raises TypeError for a machine or
    a service that lacks methods.
    """

    def __init__(
        self,
        configuration: NodeConfiguration,
        machine: StateMachine,
        service: Service | None = None,
        *,
        on_note: Callable[[Note], None] = _ignore,
        on_fault: Callable[[str, str], None] = _ignore,
    ) -> None:
        _check_methods(machine, StateMachine, "a state machine")
        if service is not None:
            _check_methods(service, Service, "a service")
        self.configuration = configuration
        self._machine = machine
        self._service = service or Service()
        self._on_note = on_note
        self._on_fault = on_fault
        self._states = NodeStates()
        self._note_log, self._fault_log = NoteLog(self._states.answered_error), FaultLog()
        self._who = f"[KafkaRaftServer nodeId={configuration.node_id}]"
        self.access = Access(configuration.authorizer)
        """Who may ask what; a service gives it the ACLs."""
        self.security = NodeSecurity(
            configuration.security, self._service.served, self._service.scram_credential
        )
        self.telemetry = Telemetry(self.access, self._service.samples, self.security.certificates)
        self._witness_reasons: set[WitnessReason] = set()
        if configuration.witness == "true":
            self._witness_reasons.add(WitnessReason.CONTROLLER)
        self._conditions = Conditions()
        self._failure: BaseException | None = None
        self._tasks = Tasks(self._fail)
        self._was_used = False
        self._closed: asyncio.Future[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._starting: asyncio.Task[None] | None = None
        self._lanes: tuple[DiskLane[Any], ...] = ()
        self._met_voters: VoterSet | None = None
        self._is_running = False
        self.has_started = False
        """Whether it ever ran: what ended it then is not a fault of its configuration."""
        self._is_shutting_down = False
        self._asks_for_room = False
        self._free_bytes: int | None = None
        self._security_due_s = time.monotonic() + _SECURITY_S
        # what a start makes, in its order; the end gives back what there is
        self._directory: LogDirectory | None = None
        self._driver: Driver | None = None
        self._server: Server | None = None
        self._peers: Peers | None = None
        self._reads: FileReads | None = None
        self._core: RaftCore | None = None
        self._replica: Replica | None = None
        self._queue: AppendQueue | None = None
        self._metrics_listener: MetricsListener | None = None

    # -- life ---------------------------------------------------------------------------------

    async def start(self) -> None:
        """Open the directory, take the ports, begin. Raises StorageError and ListenError.

        A node is used once: NodeUsedError for a second start and for one after `close`. A start
        that fails or is cancelled gives back the directory and the ports before it returns.
        """
        if self._was_used:
            raise NodeUsedError("This node was used before. A node is used once: make another one.")
        self._was_used = True
        self._closed = asyncio.get_running_loop().create_future()
        self._starting = asyncio.get_running_loop().create_task(self._start())
        try:
            await asyncio.shield(self._starting)
        except asyncio.CancelledError as error:
            if self._starting.cancelled():  # by `close`
                await self._until_closed()
                raise NodeEndedError("The node was closed while it started.") from None
            self._fail(error)
            await self._until_closed()
            raise
        except BaseException as error:
            self._fail(error)
            await self._until_closed()
            raise

    async def _until_closed(self) -> None:
        """Wait for the end; what it raises is raised by the start already."""
        if self._closed is not None:
            await asyncio.wait((self._closed,))
            self._closed.exception()

    async def _start(self) -> None:
        configuration = self.configuration
        # a thread cannot be interrupted: what it has opened must reach the end of the node
        opening = asyncio.get_running_loop().run_in_executor(None, self._open_directory)
        try:
            await asyncio.shield(opening)
        except asyncio.CancelledError:
            await asyncio.wait((opening,))
            raise
        await asyncio.to_thread(self.security.load)
        self._driver = Driver(self._service, self._after_turn, self._fail, self.access)
        self._server = Server(
            self._service.served,
            configuration.limits,
            self._driver.receive,
            self._fault,
            voter_hosts=self._voter_hosts,
            unpack=self._service.unpack,
            security=self.security.listeners,
            describe=self._driver.describe,
        )
        self.ports = await self._server.bind(configuration.bound)
        if not all(listener.host for listener in configuration.process.advertised):
            await RESOLVER.resolve_own_name()  # `endpoints` finds it then
        self._begin(self._driver)
        await self._server.start(self._late_listeners())
        if configuration.metrics_listener is not None:
            listener = self._metrics_listener = MetricsListener(self.metrics)
            self.metrics_port = await listener.start(*configuration.metrics_listener)
        self.has_started = True
        self._log_start()

    def _log_start(self) -> None:
        """Write the lines about how this node runs, and what an operator should change."""
        configuration, who = self.configuration, self._who
        hosts = {each.name: each.host for each in self.core.config.endpoints}
        for warning in self.security.warnings(hosts):
            _LOG.warning("%s %s", who, warning)
        directory = self.directory
        for note in directory.notes:
            level = logging.ERROR if note in directory.losses else logging.WARNING
            _LOG.log(level, "%s %s", who, note)
        if directory.removed:
            _LOG.info("%s Removed what unfinished work left: %s", who, ", ".join(directory.removed))
        wide = wide_directories(configuration.process.directories)
        if wide:
            _LOG.warning(
                "%s Users other than the owner can open the log directories, which have the SCRAM"
                " keys of users: %s",
                *(who, "; ".join(each.command for each in wide)),
            )
        listening = ", ".join(f"{name} on {port}" for name, port in self.ports.items())
        _LOG.info("%s Listening: %s", who, listening)
        if configuration.metrics_listener is not None:
            _LOG.info("%s Metrics on port %d", who, self.metrics_port)
        open_to_all = unguarded(configuration)
        if open_to_all:
            _LOG.warning(
                "%s Whoever reaches %s can read the metadata and remove voters: set %s, or require"
                " client certificates or SASL there",
                *(who, ", ".join(map(str, open_to_all)), CLASS_KEY),
            )

    def _open_directory(self) -> None:
        self._directory = open_directory(self.configuration)

    def _begin(self, driver: Driver) -> None:
        """Everything that the replica stands on, and the replica."""
        configuration, directory = self.configuration, self.directory
        recovered = directory.started(configuration.static_voters)
        raft = configuration.raft(
            directory.meta.directory_id or b"", directory.meta.cluster_id, self.ports
        )
        core = self._core = RaftCore(raft, random.Random())  # noqa: S311 - election timeouts
        election = ElectionStore(directory.election)
        peers = self._peers = Peers(self.peer_settings, driver, self._tasks)
        reads = self._reads = FileReads(directory.log, directory.snapshots, self._fail)
        replica = self._replica = Replica(
            core,
            Ports(
                driver.clock,
                driver,
                directory.log,
                directory.snapshots,
                election,
                directory.retention,
                reads,
            ),
            self._machine,
            configuration.replica,
            on_note=self._note,
            wake=driver.turn_soon,
        )
        self._queue = AppendQueue(replica)
        own_state = OwnState(
            core=core,
            configuration=configuration,
            cluster_id=directory.meta.cluster_id,
            peers=peers,
            witness_reasons=lambda: frozenset(self._witness_reasons),
            obstacle=self._service.why_not_ready,
            free_bytes=lambda: self._free_bytes,
            lacks_room=lambda: replica.lacks_room,
        )
        driver.use(core, replica, peers, own_state.added_to)
        has_static_voters = bool(configuration.static_voters)
        self.metrics = RaftMetrics(
            core,
            has_static_voters=has_static_voters,
            readiness=Readiness(
                core, lambda: replica.applied.offset, lambda: replica.reported_high_watermark
            ),
            snapshot_failures=lambda: directory.snapshots.failures,
            lacks_room=lambda: replica.lacks_room,
            own_state=own_state.document,
        )
        deliver, fail = driver.feed_all, self._fail
        self._lanes = (
            DiskLane("kraft-log", LogStore(directory.log), deliver, fail),
            DiskLane("kraft-snapshots", SnapshotStore(directory.snapshots), deliver, fail),
            DiskLane("kraft-election", election, lambda _: driver.election_stored(), fail),
        )
        server = _made(self._server)
        self.telemetry.watch(
            driver, server, core=core, replica=replica, lanes=self._lanes, directory=directory
        )
        self.metrics.others.append(self.telemetry.collect)
        self._service.attach(self)
        self._is_running = True
        replica.start(recovered)
        driver.turn_soon()
        self._tasks.later(_HOUSEKEEPING_S, self._housekeep)

    @property
    def peer_settings(self) -> PeerSettings:
        """How this node presents itself to others."""
        configuration = self.configuration
        request_timeout_ms = configuration.times.request_timeout_ms
        setup_ms = configuration.limits.connection_setup_timeout_ms
        return PeerSettings(
            client_id=f"raft-client-{configuration.node_id}",
            software=self._software,
            request_timeout_s=request_timeout_ms / 1000,
            connect_timeout_s=min(request_timeout_ms, setup_ms) / 1000,
            security=self.security.peers,
        )

    @property
    def _software(self) -> tuple[str, str]:
        return (WITNESS_SOFTWARE if self.is_witness else OWN_SOFTWARE, SOFTWARE[1])

    def shut_down(self) -> None:
        """Hand over what can be handed over (EndQuorumEpoch), then end. `wait_closed` tells when.

        Asked for a second time it ends at once.
        """
        if not self._is_running or self._driver is None:
            return
        if self._closing is None and not self._is_shutting_down:
            self._is_shutting_down = True
            self._driver.feed(ShutdownRequested())
        else:
            self._close_soon()

    async def wait_closed(self) -> None:
        """Wait for the end of the node; raises what ended it, if anything did.

        NodeEndedError if it was not started.
        """
        if self._closed is None:
            raise NodeEndedError("The node was not started.")
        await asyncio.shield(self._closed)

    async def close(self) -> None:
        """Shut down in good order and wait for the end; raises what `wait_closed` raises.

        A start that is under way is cancelled. A node that was not started cannot be started any
        more.
        """
        self._was_used = True
        if self._closed is None:
            return
        if not self._is_running:
            self._close_soon()
        elif not self._is_shutting_down:
            self.shut_down()
        await self.wait_closed()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None and self._is_running:
            self._close_soon()
        await self.close()

    # -- what may be looked at ----------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether it has started and not ended."""
        return self._is_running

    @property
    def directory(self) -> LogDirectory:
        """The directory of the log; raises NodeEndedError before it is opened."""
        return _made(self._directory)

    @property
    def core(self) -> RaftCore:
        """The consensus; raises NodeEndedError before the node has begun."""
        return _made(self._core)

    @property
    def replica(self) -> Replica:
        """The replica; raises NodeEndedError before the node has begun."""
        return _made(self._replica)

    @property
    def leader_and_epoch(self) -> LeaderAndEpoch:
        """The leader as far as is known here."""
        return self.replica.leader_and_epoch

    @property
    def is_leading(self) -> bool:
        """Whether appends are taken here."""
        return self._is_running and self.replica.leading_epoch is not None

    @property
    def leader_address(self) -> Node | None:
        """Where the voter set says that the leader listens; None while that is not known."""
        leader_id = self.core.leader_and_epoch.leader_id
        voter = None if leader_id is None else self.core.voters.get(leader_id)
        return None if voter is None else voter.node(self.core.config.listener)

    @property
    def voters(self) -> VoterSet:
        """The voter set in force, committed or not."""
        return self.core.voters

    @property
    def connections(self) -> int:
        """How many connections were accepted and are there."""
        return 0 if self._server is None else self._server.connections

    async def until(self, condition: Callable[[], T]) -> T:
        """Wait until a condition is true after some turn; what it gave.

        Leadership and membership as awaitables: `await node.until(lambda: node.is_leading)`.
        Raises NodeEndedError if the node ends before.
        """
        if not self._is_running:
            raise NodeEndedError("The node is not running.")
        return await self._conditions.until(condition)

    async def leader(self) -> int:
        """Wait until a leader is known; its id."""
        await self.until(lambda: self.leader_and_epoch.leader_id is not None)
        return self.leader_and_epoch.leader_id or 0

    async def leadership(self) -> int:
        """Wait until appends are taken here; the epoch that is led."""
        await self.until(lambda: self.is_leading)
        return self.leader_and_epoch.epoch

    # -- what an embedder wants ---------------------------------------------------------------

    def append_nowait(
        self, values: Sequence[bytes], epoch: int | None = None, *, is_exempt: bool = False
    ) -> AppendTicket:
        """Append record values in one batch; a ticket that tells what becomes of them.

        With an `epoch` only if that is the epoch led here. A ticket that has ended was refused: 6
        while this node does not lead, 10 for too large, 89 when too much is undecided or others
        wait for room. A controller's own records are exempt from the last one. Raises
        NodeEndedError, ValueError for no values or an empty one, TypeError for other than bytes.
        """
        return self._running_queue().append_nowait(values, epoch, is_exempt=is_exempt)

    async def append(
        self,
        values: Sequence[bytes],
        epoch: int | None = None,
        *,
        timeout_s: float | None = APPEND_TIMEOUT_S,
    ) -> AppendTicket:
        """Append record values and wait until they are committed and applied here.

        While too much is undecided it waits for room, first come, first served. Raises
        AppendRejectedError (in no log, may be tried again) and AppendUnknownError (may still
        commit); after `timeout_s` the one or the other, by where the records are then.
        """
        queue, ticket = self._running_queue(), None
        values = checked_values(values)
        ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(timeout_s):
                ticket = await queue.append(values, epoch)
                ticket.on_batch_end(lambda _: None if ended.done() else ended.set_result(None))
                await ended
        except TimeoutError:
            if ticket is None:
                late = refused(len(values), -1, ErrorCode.REQUEST_TIMED_OUT)
                text = f"Not appended: no room within {timeout_s:g} s."
                raise AppendRejectedError(text, late) from None
            if not ticket.has_ended:
                text = f"Not decided within {timeout_s:g} s; the records may still commit."
                raise AppendUnknownError(text, ticket) from None
        if ticket.outcome is AppendOutcome.COMMITTED:
            return ticket
        if ticket.outcome is AppendOutcome.REJECTED:
            raise AppendRejectedError(f"Not appended: {ticket.error.name}.", ticket)
        raise AppendUnknownError("Leadership was lost; the records may still commit.", ticket)

    def _running_queue(self) -> AppendQueue:
        if not self._is_running or self._queue is None:
            raise NodeEndedError("The node is not running.")
        return self._queue

    def append_offset(self, epoch: int, size_bytes: int) -> int | None:
        """Return the offset that `append_at_once` gives the next record, until anything else runs.

        None while an append of that size would be refused, and after the end of the node.
        """
        return self.replica.append_offset(epoch, size_bytes) if self._is_running else None

    def append_at_once(self, values: Sequence[bytes], epoch: int) -> AppendTicket:
        """Append record values at `append_offset`; a ticket that has its place, or was refused.

        Raises NodeEndedError, and what `append_nowait` raises.
        """
        if not self._is_running or self._driver is None:
            raise NodeEndedError("The node is not running.")
        ticket = self.replica.append_at_once(values, epoch)
        self._driver.turn_soon()
        return ticket

    def upgrade_nowait(self, level: int, *, validate_only: bool = False) -> AppendTicket:
        """Raise kraft.version, or only tell whether it could be; raises NodeEndedError."""
        if not self._is_running or self._driver is None:
            raise NodeEndedError("The node is not running.")
        ticket = self.replica.upgrade_nowait(level, validate_only=validate_only)
        self._driver.turn_soon()
        return ticket

    def ask_replica(self, request: ServedRequest) -> None:
        """Have the replica answer a request of its own that came in by another way."""
        driver = _made(self._driver)
        driver.ask(request.listener, request.api_version, request.message, request.reply)

    @property
    def is_witness(self) -> bool:
        """Whether it gives way to voters that can lead, for any reason."""
        return bool(self._witness_reasons)

    def set_witness(self, on: bool, reason: WitnessReason = WitnessReason.CONTROLLER) -> None:
        """Have that reason to give way to others from now on, or no longer; peers hear of it."""
        if not self._is_running or on is (reason in self._witness_reasons):
            return
        was_witness = self.is_witness
        (self._witness_reasons.add if on else self._witness_reasons.discard)(reason)
        _made(self._driver).feed(WitnessChanged(on, reason))
        if self.is_witness is not was_witness:
            _made(self._peers).introduce_as(self._software)

    def use_places(self, places: PlaceLimits, ip_rates: Mapping[str | None, int]) -> None:
        """Take other limits of connections, and quotas of new connections by host."""
        if self._server is not None:
            self._server.use_places(places, ip_rates)

    def turn_soon(self) -> None:
        """Something was queued in storage: have it performed."""
        if self._is_running:
            _made(self._driver).turn_soon()

    @property
    def tasks(self) -> Tasks:
        """The owner of what runs for this node: a service starts its tasks and timers there.

        They end with the node, and the exception of one ends the node.
        """
        return self._tasks

    # -- inside -------------------------------------------------------------------------------

    def _note(self, note: Note) -> None:
        self._note_log(note)
        self._on_note(note)

    def _fault(self, peer: str, reason: str) -> None:
        self._fault_log(peer, reason)
        self._on_fault(peer, reason)

    def _voter_hosts(self) -> set[str]:
        """The hosts of all voters but this node: of the log, and of the configuration."""
        configuration = self.configuration
        own_id, own = configuration.node_id, configuration.process.static_voters
        hosts = {host for voter_id, (host, _) in own.items() if voter_id != own_id}
        listener = self.core.config.listener
        for voter in self.core.voters:
            node = voter.node(listener)
            if node is not None and voter.id != own_id:
                hosts.add(node.host)
        return hosts

    def _after_turn(self) -> None:
        if self.replica.is_shut_down:
            self._close_soon()
            return
        for lane in self._lanes:
            lane.poke()
        _made(self._queue).look()
        self.metrics.observe(time.monotonic())
        if self.replica.is_storing:
            return  # what its core says is not on disk yet
        if self.core.voters is not self._met_voters:
            self._met_voters = self.core.voters
            _made(self._driver).meet_voters()
        self._look_for_acls()
        self._conditions.look()

    def _late_listeners(self) -> frozenset[str]:
        settings = self.configuration.authorizer
        return frozenset() if settings is None else settings.late_listeners

    def _look_for_acls(self) -> None:
        """The ACLs are loaded once all is applied up to the first high watermark that is known.

        A follower's own high watermark is cut to its log end, which may be before the ACLs of its
        peers, so the leader's counts.
        """
        authorizer = self.access.authorizer
        if authorizer is None or authorizer.is_loaded:
            return
        replica = self.replica
        known = self.core.high_watermark if self.is_leading else replica.reported_high_watermark
        if known is None or known < 0 or replica.applied.offset < known:
            return
        authorizer.is_loaded = True
        _LOG.info("Completed initial ACL load process: %d ACLs", len(authorizer))
        if self._late_listeners():
            self._tasks.start(_made(self._server).start_late(), "late listeners")

    def _housekeep(self) -> None:
        driver = _made(self._driver)
        self.directory.housekeep(driver.clock.now_ms())
        self._look_for_room()
        unresolved = [*RESOLVER.unresolved(), *LIMIT_RESOLVER.unresolved()]
        self._states.look(
            self.core,
            unresolved,
            _made(self._peers).troubles(),
            obstacle=self._service.why_not_ready(),
            slow_disks=[(lane.name, lane.waits_s) for lane in self._lanes],
        )
        if time.monotonic() >= self._security_due_s:
            self._reload_security(is_forced=False)
        driver.meet_voters()
        self._service.housekeep()
        self.access.audit.look()
        driver.turn_soon()
        self._tasks.later(_HOUSEKEEPING_S, self._housekeep)

    def reload_security(self) -> None:
        """Read certificates and keys of tokens anew; what cannot be read stays as it was."""
        self._reload_security(is_forced=True)

    def check_security_files(self) -> None:
        """Read certificates and keys of tokens within a second if their files have changed."""
        self._security_due_s = time.monotonic()

    def _reload_security(self, *, is_forced: bool) -> None:
        """Look for changed files in a thread: a disk that hangs does not answer."""
        self._security_due_s = time.monotonic() + _SECURITY_S
        if self._is_running and not self.configuration.security.is_plain:
            work = asyncio.to_thread(self.security.reload, is_forced=is_forced)
            self._tasks.start(work, "kraft-security")

    def _look_for_room(self) -> None:
        """Ask how much is free, in a thread: a disk that hangs does not answer."""
        if self._asks_for_room or not self.configuration.reserve_bytes:
            return
        self._asks_for_room = True
        loop = asyncio.get_running_loop()
        path = self.configuration.process.metadata_log_dir
        loop.run_in_executor(None, free_bytes, path).add_done_callback(self._take_room)

    def _take_room(self, asked: asyncio.Future[int]) -> None:
        self._asks_for_room = False
        if not self._is_running or asked.cancelled() or asked.exception() is not None:
            return  # the log's own writes tell what is wrong with the disk
        free, reserve = asked.result(), self.configuration.reserve_bytes
        self._free_bytes = free
        path = self.configuration.process.metadata_log_dir
        if self.replica.lacks_room is not (free < reserve):
            self.replica.lacks_room = free < reserve
            if free < reserve:
                _LOG.warning(
                    "%s: %d bytes are free, less than kraft.log.reserve.bytes=%d: appends are"
                    " refused until there is room",
                    *(path, free, reserve),
                )
            else:
                _LOG.info("%s: %d bytes are free: appends are accepted again", path, free)
            _made(self._driver).turn_soon()
        # a leader hands over to a voter that has room; without one it leads on and refuses appends
        if free < reserve:
            self.set_witness(True, WitnessReason.DISK)
        elif free >= reserve + self._room_margin:
            self.set_witness(False, WitnessReason.DISK)

    @property
    def _room_margin(self) -> int:
        """How much more than the reserve must be free before this node leads others again.

        Free space near the reserve goes up and down with each segment, and leadership must not.
        """
        configuration = self.configuration
        return max(configuration.reserve_bytes // 10, configuration.storage.segment_bytes)

    def _fail(self, error: BaseException) -> None:
        """Nothing may be sent or written any more."""
        if self._failure is None:
            self._failure = error
        self._close_soon()

    def _close_soon(self) -> None:
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close())

    async def _close(self) -> None:
        """Give back everything there is, whatever one part of it raises."""
        self._is_running = False
        if self._starting is not None and not self._starting.done():
            self._starting.cancel()
            await asyncio.wait((self._starting,))
        for end in self._ends():
            try:
                result = end()
                if result is not None:
                    await result
            except BaseException as error:  # noqa: BLE001 - the rest must be given back too
                if self._failure is None:
                    self._failure = error
        self._fault_log.close()
        failure = self._failure
        if isinstance(failure, asyncio.CancelledError):
            failure = None
        if failure is not None and self.has_started:
            _LOG.error("%s The node has failed: %s", self._who, failure)
        closed = self._closed
        if closed is None or closed.done():
            return
        if failure is None:
            closed.set_result(None)
        else:
            closed.set_exception(failure)
            closed.exception()  # who waits raises it; without anybody it is no news for asyncio

    def _ends(self) -> Iterator[Callable[[], Awaitable[None] | None]]:
        """How to end each part, in this order: first nothing new, at last the directory."""
        yield self._tasks.close
        yield self.security.close
        if self._driver is not None:
            yield self._driver.stop
        if self._peers is not None:
            yield self._peers.close
        if self._reads is not None:
            yield self._reads.close
        if self._lanes:
            yield lambda: self._service.close(_CLOSE_TIMEOUT_S)
        for lane in self._lanes:
            yield lane.close
        if self._queue is not None:
            yield self._queue.end
        if self._replica is not None:
            yield self._replica.close
        if self._metrics_listener is not None:
            yield partial(self._metrics_listener.close, _CLOSE_TIMEOUT_S)
        if self._server is not None:
            yield partial(self._server.close, _CLOSE_TIMEOUT_S)
        if self._peers is not None:
            yield partial(self._peers.wait_closed, _CLOSE_TIMEOUT_S)
        if self._directory is not None:
            yield self._give_back_directory
        yield lambda: self._conditions.end(NodeEndedError("The node has ended."))

    def _give_back_directory(self) -> None:
        if self._failure is None:
            self.directory.close()
        else:
            self.directory.abandon()


def _check_methods(given: object, cls: type, what: str) -> None:
    """Refuse an object without the methods of a class, whatever class it is of."""
    wanted = [name for name, member in vars(cls).items() if callable(member) and name[0] != "_"]
    missing = [name for name in wanted if not callable(getattr(given, name, None))]
    if missing:
        raise TypeError(
            f"{given!r} cannot be {what}: it lacks {', '.join(missing)}. Derive its class from"
            f" kraft_core.{cls.__name__}."
        )


def _made(part: T | None) -> T:
    """A part that a start makes."""
    if part is None:
        raise NodeEndedError("The node was not started.")
    return part


# -- appends that wait for room --------------------------------------------------------------------

_FULL = ErrorCode.THROTTLING_QUOTA_EXCEEDED
_NOT_LEADER = ErrorCode.NOT_LEADER_OR_FOLLOWER


class _Waiting(NamedTuple):
    values: Sequence[bytes]
    epoch: int
    ticket: asyncio.Future[AppendTicket]


class AppendQueue:
    """Between callers and a replica whose undecided bytes are limited.

    `look` is to be called after each turn, `end` when nothing is appended any more.
    """

    def __init__(self, replica: Replica) -> None:
        self._replica = replica
        self._waiting: deque[_Waiting] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def append_nowait(
        self, values: Sequence[bytes], epoch: int | None, *, is_exempt: bool = False
    ) -> AppendTicket:
        """Append at once or give a refused ticket: 89 too while others wait for room."""
        if self._waiting and not is_exempt:
            return refused(len(values), -1 if epoch is None else epoch, _FULL)
        return self._replica.append_nowait(values, epoch, is_exempt=is_exempt)

    async def append(self, values: Sequence[bytes], epoch: int | None) -> AppendTicket:
        """Append as soon as there is room; a refused ticket when leadership ends before."""
        ticket = self.append_nowait(values, epoch)
        leading = self._replica.leading_epoch
        if not _lacks_room(ticket) or leading is None or epoch not in (None, leading):
            return ticket
        waiting = _Waiting(tuple(values), leading, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        try:
            return await waiting.ticket
        except asyncio.CancelledError:
            # cancelled or out of time, the only ways in which the wait ends without a ticket:
            # whoever is next may fit
            self.look()
            raise

    def look(self) -> None:
        """Append what there is room for, in order; refuse all of a past epoch."""
        leading = self._replica.leading_epoch
        while self._waiting:
            first = self._waiting[0]
            if first.ticket.done():
                self._waiting.popleft()
                continue
            if first.epoch != leading:
                ticket = refused(len(first.values), first.epoch, _NOT_LEADER)
            else:
                ticket = self._replica.append_nowait(first.values, first.epoch)
                if _lacks_room(ticket):
                    return
            self._waiting.popleft()
            first.ticket.set_result(ticket)

    def end(self) -> None:
        """Nothing is appended any more: refuse all that wait."""
        waiting, self._waiting = self._waiting, deque()
        for each in waiting:
            if not each.ticket.done():
                each.ticket.set_result(refused(len(each.values), each.epoch, _NOT_LEADER))


def _lacks_room(ticket: AppendTicket) -> bool:
    return ticket.has_ended and ticket.error is _FULL
